# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of the house, as functions from one source file to the faults in it.

The arrows between folders are those of the house as ARCHITECTURE.md draws it; a new arrow is a decision, and is written
here together with the include that needs it. There is no comment that switches a rule off.
"""
import re

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
CODE = (".h", ".hpp", ".cpp", ".cc", ".cu", ".cuh", ".inc")
SCRIPTS = (".py", ".sh")
LINES_WARN, LINES_FAIL = 400, 450
FILE_NAME = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*(\.[a-z0-9]+)+")
VAGUE_WORDS = {"util", "utils", "helper", "helpers", "manager", "managers"}
TOP_FOLDERS = {"app", "gpu", "ui", "resources", "tests"}
TOP_FILES = {"CMakeLists.txt", "CMakePresets.json"}
IGNORED_TOP = re.compile(r"build.*|report|compile_commands\.json")  # as .gitignore has them


# Kinds of header. Each takes the path as included.
def _standard(path):
    return re.fullmatch(r"[a-z0-9_]+", path) is not None


def _system(path):
    return path.startswith(("sys/", "linux/", "netinet/", "arpa/")) or path in {
        "unistd.h", "fcntl.h", "signal.h", "poll.h", "dlfcn.h", "pwd.h", "sched.h", "spawn.h", "pthread.h", "dirent.h",
        "time.h", "stdlib.h", "stdio.h", "locale.h", "link.h", "pty.h", "termios.h", "zlib.h"}


def _expected(path):
    return path == "tl/expected.hpp"


def _json(path):
    return path.startswith("nlohmann/")


def _qt(path):
    return re.match(r"(Qt?[A-Z]\w*(/|$)|qt?[a-z]+\.h$|private/q)", path) is not None and not _plot(path)


def _plot(path):
    return path == "qcustomplot.h"


def _options(path):
    return path.startswith("CLI/")


def _generated(path):
    """moc's output, and data that the build writes from packages (icons, catalogue texts): never a path, always .inc."""
    return path.endswith(".moc") or re.fullmatch(r"(moc_|ui_)\w+\.(cpp|h)|[a-z0-9_]+\.inc", path) is not None


def _under(*folders):
    return lambda path: path.startswith(tuple(folder + "/" for folder in folders))


def _catalogue(path):
    return path == "gpu/experiments/catalogue.h" or re.fullmatch(r"gpu/experiments/[a-z0-9_]+/spec\.h", path) is not None


def _gpu_outside(path):
    """What gpu/ may use beyond itself: anything but Qt, the chart library and the window's folders."""
    return not (_qt(path) or _plot(path) or _under("app", "ui", "tests", "gpu")(path))


_PURE = (_standard, _expected, _under("gpu/model"))
_GPU_PARTS = {"gpu/bench": ("gpu/bench", "gpu/model", "gpu/experiments"), "gpu/counters": ("gpu/counters", "gpu/model"),
              "gpu/emulator": ("gpu/emulator", "gpu/model"),
              "gpu/experiments": ("gpu/experiments", "gpu/model", "gpu/bench", "gpu/emulator"), "gpu/worker": ("gpu",)}


def allowed_includes(path):
    """(name of the layer, kinds of header it may include) for a source file; None where any include may stand."""
    parts = path.split("/")
    if path.startswith("gpu/model/"):
        return "gpu/model", _PURE
    if path.startswith("gpu/protocol/"):
        return "gpu/protocol", (*_PURE, _json, _system, _under("gpu/protocol"))
    if path.startswith("gpu/experiments/") and (parts[-1].startswith("spec.") or len(parts) == 3 and not parts[-1].startswith("kernel")):
        # The window links the specs, the catalogue and what they share: pure C++.
        own = _under("/".join(parts[:-1])) if len(parts) > 3 else _catalogue
        return "gpu/experiments specs", (*_PURE, _catalogue, own, lambda p: re.fullmatch(r"gpu/experiments/[a-z0-9_]+\.h", p) is not None)
    for part, others in _GPU_PARTS.items():
        if path.startswith(part + "/"):
            json_too = part == "gpu/worker"
            return part, (lambda p: _gpu_outside(p) and (json_too or not _json(p)), _under(*others))
    if path.startswith("gpu/"):
        return "gpu", (lambda p: _gpu_outside(p) and not _json(p), _under("gpu"))
    if path.startswith("ui/export/"):  # JSON is one of the formats that a chart is written in
        return "ui/export", (_standard, _expected, _qt, _plot, _json, _generated, _under("gpu/model", "ui"))
    if path.startswith("ui/"):
        return "ui", (_standard, _expected, _qt, _plot, _generated, _under("gpu/model", "ui"))
    if path.startswith("app/"):
        return "app", (_standard, _expected, _qt, _json, _system, _generated, _catalogue,
                       _under("gpu/model", "gpu/protocol", "ui", "app"))
    return None


# Never in app or ui, looked for with comments and strings taken out.
_FORBIDDEN = (
    (re.compile(r"\bprocessEvents\b"), "processEvents re-enters the event loop: use a signal"),
    (re.compile(r"\bwaitFor[A-Z]\w*"), "waitFor... blocks the window: use the signal"),
    (re.compile(r"\bQEventLoop\b"), "a nested event loop: use a signal"),
    (re.compile(r"\b(sleep|msleep|usleep|nanosleep|sleep_for|sleep_until|qSleep)\s*\("), "a sleep: use a timer or a signal"),
    (re.compile(r":\s*((public|protected|private|virtual)\s+)*QThread\b(?!\s*::)"), "a QThread subclass: use QThreadPool or a worker object"),
    (re.compile(r"\bQMessageBox::(information|question|warning|critical|about\w*)\s*\("), "a nested dialog loop: use open() and finished()"),
    (re.compile(r"\bQ(File|Input|Color|Font)Dialog::get\w+\s*\("), "a nested dialog loop: use open() and its signals"),
    (re.compile(r"\bQProcess::execute\b"), "QProcess::execute blocks the window: use start()"),
)
_EXEC = re.compile(r"(->|\.|::)\s*exec\s*\(")
_ENTRY_EXEC = re.compile(r"(\b(app|application)\s*\.|\bQ(Core|Gui)?Application\s*::)\s*exec\s*\(")


def without_comments_and_strings(text):
    """The text with comments, strings and characters blanked, line numbers kept."""
    token = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.DOTALL)
    return token.sub(lambda match: " " + "\n" * match.group(0).count("\n"), text)


def _line(text, position):
    return text.count("\n", 0, position) + 1


def check_includes(path, text, exists):
    rule = allowed_includes(path)
    if rule is None:
        return
    layer, kinds = rule
    folder = path.rsplit("/", 1)[0]
    for match in INCLUDE.finditer(text):
        included = match.group(1)
        beside = f"{folder}/{included}"
        target = beside if exists(beside) else included
        if not any(kind(target) for kind in kinds):
            yield _line(text, match.start(1)), f"arrow: {layer} must not include {included}"


def check_event_loop(path, text):
    if not path.startswith(("app/", "ui/")):
        return
    bare = without_comments_and_strings(text)
    for pattern, why in _FORBIDDEN:
        for match in pattern.finditer(bare):
            yield _line(bare, match.start()), f"event loop: {match.group(0).strip()}: {why}"
    entry = path == "app/main.cpp" or path.startswith("app/cli/")
    for match in _EXEC.finditer(bare):
        if entry and _ENTRY_EXEC.search(bare[max(0, match.start() - 30):match.end()]):
            continue
        yield _line(bare, match.start()), "event loop: exec(): a nested event loop: use open(), popup() or start()"


def check_experiment_names(path, text, experiments):
    """ui draws shapes: a literal that is an experiment's id means that it asks for a name."""
    if not path.startswith("ui/"):
        return
    code = re.sub(r"//[^\n]*|/\*.*?\*/", lambda match: "\n" * match.group(0).count("\n"), text, flags=re.DOTALL)
    for match in re.finditer(r'"([a-z0-9_]+)"', code):
        if match.group(1) in experiments:
            yield _line(code, match.start()), f'experiment: ui asks for "{match.group(1)}": it draws shapes and knows no experiment'


def check_licence(path, text):
    head = "\n".join(text.splitlines()[:5])
    found = re.search(r"SPDX-License-Identifier: (\S+)", head)
    if path.startswith("gpu/"):
        wanted = {"Apache-2.0"}
    elif path.startswith("tests/") and not path.startswith("tests/ui/"):
        wanted = {"Apache-2.0", "GPL-3.0-or-later"}
    else:
        wanted = {"GPL-3.0-or-later"}
    if not found or found.group(1) not in wanted:
        yield 1, f"licence: the first five lines need SPDX-License-Identifier: {' or '.join(sorted(wanted))}"


def check_length(text):
    count = len(text.splitlines())
    if count > LINES_FAIL:
        yield count, f"length: {count} lines, {LINES_FAIL} at most ({LINES_WARN} is the cap to aim for): split it by idea"


def check_cmake(text):
    for match in re.finditer(r"\bfile\s*\(\s*GLOB", re.sub(r"#[^\n]*", "", text), re.IGNORECASE):
        yield _line(text, match.start()), "cmake: file(GLOB): name the files"


def check_name(path):
    name = path.rsplit("/", 1)[-1]
    if name in ("CMakeLists.txt",) or name.endswith(".md") or name.startswith("."):
        return
    if not FILE_NAME.fullmatch(name):
        yield 0, "name: file names are snake_case"
    if VAGUE_WORDS & set(re.split(r"[._-]", name.lower())):
        yield 0, "name: utils, helpers and manager say nothing: name the idea"


def check_top_level(name, is_folder):
    if name.startswith(".") or IGNORED_TOP.fullmatch(name):
        return
    allowed = name in TOP_FOLDERS if is_folder else name in TOP_FILES or name.endswith(".md")
    if not allowed:
        yield 0, "top level: only app, gpu, ui, resources, tests, CMakeLists.txt, CMakePresets.json, Markdown and dot-files"
