#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Feeds the lint small trees: a good one must pass, and each bad one must give exactly the fault it was made for."""
import os
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lint import lint  # noqa: E402

GPL = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
APACHE = "// SPDX-License-Identifier: Apache-2.0\n"

GOOD = {
    "README.md": "", "CMakePresets.json": "", ".clang-format": "", "CMakeLists.txt": "add_subdirectory(app)\n",
    "build/release/Some-Output.txt": "", "report/a.png": "",
    "gpu/model/units.h": APACHE + "#include <cmath>\n#include <tl/expected.hpp>\n#include \"gpu/model/error.h\"\n",
    "gpu/protocol/codec.cpp": APACHE + "#include <nlohmann/json.hpp>\n#include \"gpu/model/units.h\"\n",
    "gpu/experiments/catalogue.cpp": APACHE + '#include "gpu/experiments/histogram/spec.h"\n',
    "gpu/experiments/histogram/spec.h": APACHE + '#include "gpu/model/units.h"\n',
    "gpu/experiments/histogram/spec.cpp": APACHE + '#include "spec.h"\n#include "gpu/experiments/histogram/spec.h"\n',
    "gpu/experiments/histogram/kernels.cu": APACHE + "#include <cuda_runtime.h>\n#include <cooperative_groups.h>\n",
    "gpu/worker/main.cpp": APACHE + '#include <CLI/CLI.hpp>\n#include "gpu/bench/loop.h"\n#include "gpu/protocol/codec.h"\n',
    "ui/main_window.cpp": GPL + "#include <QMainWindow>\n#include <QtWidgets/QLabel>\n#include <qcustomplot.h>\n"
                          '#include "gpu/model/units.h"\n#include "ui/theme/theme.h"\n#include "icon_data.inc"\n'
                          "// \"histogram\" and processEvents in a comment are no fault\n"
                          'const char* kHint = "never processEvents()"; dialog->open(); menu.popup(p);\n',
    "app/main.cpp": GPL + '#include <QApplication>\n#include <nlohmann/json.hpp>\n#include "ui/main_window.h"\n'
                    '#include "gpu/experiments/catalogue.h"\nint main() { QApplication app(c, v); return app.exec(); }\n',
    "app/cli/run.cpp": GPL + "int run() { return QCoreApplication::exec(); }\n",
    "tests/unit/units_test.cpp": APACHE + '#include <gtest/gtest.h>\n#include "ui/main_window.h"\nvoid f() { waitForDone(); }\n',
}

# (what it shows, path, text, words that the one fault must hold)
BAD = [
    ("gpu includes Qt", "gpu/bench/loop.h", APACHE + "#include <QString>\n", "gpu/bench must not include QString"),
    ("gpu includes Qt by its folder", "gpu/bench/loop.h", APACHE + "#include <QtCore/QString>\n", "QtCore"),
    ("gpu includes Qt by a file", "gpu/bench/loop.h", APACHE + "#include <qglobal.h>\n", "qglobal.h"),
    ("gpu includes ui", "gpu/bench/loop.h", APACHE + '#include "ui/theme/theme.h"\n', "ui/theme/theme.h"),
    ("gpu includes app", "gpu/worker/loop.h", APACHE + '#include "app/session/document.h"\n', "app/session"),
    ("gpu includes the chart library", "gpu/worker/loop.h", APACHE + "#include <qcustomplot.h>\n", "qcustomplot.h"),
    ("bench knows the worker", "gpu/bench/loop.h", APACHE + '#include "gpu/worker/state.h"\n', "gpu/worker/state.h"),
    ("bench reads JSON", "gpu/bench/loop.h", APACHE + "#include <nlohmann/json.hpp>\n", "nlohmann"),
    ("model reads JSON", "gpu/model/run.h", APACHE + "#include <nlohmann/json.hpp>\n", "gpu/model must not include nlohmann"),
    ("model includes CUDA", "gpu/model/run.h", APACHE + "#include <cuda_runtime.h>\n", "cuda_runtime.h"),
    ("model includes another part", "gpu/model/run.h", APACHE + '#include "gpu/protocol/codec.h"\n', "gpu/protocol"),
    ("model includes a C header", "gpu/model/run.h", APACHE + "#include <unistd.h>\n", "unistd.h"),
    ("protocol includes the worker", "gpu/protocol/a.h", APACHE + '#include "gpu/worker/a.h"\n', "gpu/worker"),
    ("a spec includes CUDA", "gpu/experiments/histogram/spec.cpp", APACHE + "#include <cuda.h>\n", "specs must not include cuda.h"),
    ("a spec includes its launch", "gpu/experiments/histogram/spec.cpp", APACHE + '#include "gpu/bench/l.h"\n', "gpu/bench/l.h"),
    ("ui includes app", "ui/runs/view.cpp", GPL + '#include "app/session/document.h"\n', "ui must not include app"),
    ("ui includes the protocol", "ui/runs/view.cpp", GPL + '#include "gpu/protocol/codec.h"\n', "gpu/protocol"),
    ("ui includes a spec", "ui/runs/view.cpp", GPL + '#include "gpu/experiments/histogram/spec.h"\n', "histogram/spec.h"),
    ("ui reads JSON", "ui/runs/view.cpp", GPL + "#include <nlohmann/json.hpp>\n", "nlohmann"),
    ("ui includes CUDA", "ui/runs/view.cpp", GPL + "#  include <cuda_runtime.h>\n", "cuda_runtime.h"),
    ("app includes CUDA", "app/session/a.cpp", GPL + "#include <cuda.h>\n", "app must not include cuda.h"),
    ("app includes the bench", "app/session/a.cpp", GPL + '#include "gpu/bench/loop.h"\n', "gpu/bench"),
    ("app includes a launch", "app/session/a.cpp", GPL + '#include "gpu/experiments/histogram/launch.h"\n', "launch.h"),
    ("app draws", "app/session/a.cpp", GPL + "#include <qcustomplot.h>\n", "qcustomplot.h"),
    ("processEvents", "ui/runs/a.cpp", GPL + "void f() { QCoreApplication::processEvents(); }\n", "processEvents"),
    ("waitForFinished", "app/worker/a.cpp", GPL + "void f() { process.waitForFinished(100); }\n", "waitForFinished"),
    ("QEventLoop", "app/worker/a.cpp", GPL + "QEventLoop loop;\n", "nested event loop"),
    ("a dialog's exec", "ui/runs/a.cpp", GPL + "void f() { dialog->exec(); }\n", "exec()"),
    ("QDialog::exec", "ui/runs/a.cpp", GPL + "void f() { QDialog::exec(); }\n", "exec()"),
    ("a menu's exec", "ui/runs/a.cpp", GPL + "void f() { menu.exec(point); }\n", "exec()"),
    ("an exec that the entry may not have", "app/cli/a.cpp", GPL + "void f() { dialog.exec(); }\n", "exec()"),
    ("the application's exec elsewhere", "app/session/a.cpp", GPL + "void f() { QApplication::exec(); }\n", "exec()"),
    ("a static dialog", "ui/export/a.cpp", GPL + "void f() { QFileDialog::getSaveFileName(this); }\n", "dialog loop"),
    ("a message box", "app/session/a.cpp", GPL + "void f() { QMessageBox::warning(this, a, b); }\n", "dialog loop"),
    ("sleep", "app/worker/a.cpp", GPL + "void f() { std::this_thread::sleep_for(1s); }\n", "a sleep"),
    ("QThread::msleep", "app/worker/a.cpp", GPL + "void f() { QThread::msleep(1); }\n", "a sleep"),
    ("a QThread subclass", "app/worker/a.h", GPL + "class Reader final : public QThread {};\n", "QThread subclass"),
    ("QProcess::execute", "app/worker/a.cpp", GPL + "void f() { QProcess::execute(a); }\n", "execute"),
    ("no licence", "app/session/a.cpp", "int a;\n", "SPDX-License-Identifier: GPL-3.0-or-later"),
    ("gpu's licence in app", "app/session/a.cpp", APACHE, "licence"),
    ("the window's licence in gpu", "gpu/model/a.h", GPL, "Apache-2.0"),
    ("gpu's licence in tests/ui", "tests/ui/a.cpp", APACHE, "licence"),
    ("a script without licence", "app/bundle/a.sh", "#!/bin/sh\n", "licence"),
    ("a long file", "ui/runs/a.cpp", GPL + "int a;\n" * 450, "451 lines"),
    ("a name in capitals", "ui/runs/RunsView.cpp", GPL, "snake_case"),
    ("a name with a dash", "tests/unit/a-b.py", "# SPDX-License-Identifier: Apache-2.0\n", "snake_case"),
    ("a picture's name in capitals", "resources/Icon.svg", "", "snake_case"),
    ("utils", "ui/runs/string_utils.h", GPL, "name the idea"),
    ("helpers", "gpu/bench/cuda_helpers.h", APACHE, "name the idea"),
    ("manager", "app/worker/worker_manager.h", GPL, "name the idea"),
    ("a folder at the top", "src/a.txt", "", "top level"),
    ("a file at the top", "run.sh", "", "top level"),
    ("a glob", "ui/CMakeLists.txt", "file( GLOB_RECURSE sources *.cpp)\n", "GLOB"),
    ("a glob at the top", "CMakeLists.txt", "file(GLOB sources *.cpp)\n", "GLOB"),
    ("an experiment's name in ui", "ui/runs/a.cpp", GPL + 'if (run.experiment == "histogram") {}\n', 'asks for "histogram"'),
    ("a new experiment's name in ui", "ui/runs/a.cpp", GPL + 'if (id == "memory_ladder") {}\n', 'asks for "memory_ladder"'),
]


def lint_tree(files):
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        os.makedirs(os.path.join(root, "gpu/experiments/memory_ladder"), exist_ok=True)
        return lint(root)


class LintTest(unittest.TestCase):
    def test_a_good_tree_has_no_fault(self):
        self.assertEqual(lint_tree(GOOD), ([], []))

    def test_each_bad_tree_has_its_one_fault(self):
        for what, path, text, words in BAD:
            with self.subTest(what):
                faults, _ = lint_tree({**GOOD, path: text})
                self.assertEqual(len(faults), 1, faults)
                self.assertTrue(faults[0].startswith(path.split("/")[0]), faults)
                self.assertIn(words, faults[0])

    def test_a_fault_names_its_line(self):
        faults, _ = lint_tree({"ui/a.cpp": GPL + '/* two\nlines */ const char* s = "\\"";\nQEventLoop loop;\n'})
        self.assertEqual(faults[0].split(":")[1], "4")

    def test_over_the_soft_cap_is_a_warning(self):
        faults, warnings = lint_tree({"ui/a.cpp": GPL + "int a;\n" * 420})
        self.assertEqual((faults, len(warnings)), ([], 1))


if __name__ == "__main__":
    unittest.main()
