#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""lint.py [ROOT]: reads the sources under ROOT and fails on what the house does not allow. The rules stand in rules.py."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rules  # noqa: E402


def source_files(root):
    """Paths of all files in the house's folders, relative to root, with '/' between."""
    for top in sorted(rules.TOP_FOLDERS):
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")


def faults_of(path, text, exists, experiments):
    yield from rules.check_name(path)
    if path.endswith(rules.CODE):
        yield from rules.check_includes(path, text, exists)
        yield from rules.check_event_loop(path, text)
        yield from rules.check_experiment_names(path, text, experiments)
    if path.endswith(rules.CODE + rules.SCRIPTS):
        yield from rules.check_licence(path, text)
    if path.endswith(rules.CODE + rules.SCRIPTS + (".cmake",)) or path.endswith("CMakeLists.txt"):
        yield from rules.check_length(text)
    if path.endswith(".cmake") or path.endswith("CMakeLists.txt"):
        yield from rules.check_cmake(text)


def lint(root):
    """(faults, warnings): lists of 'path:line: text'."""
    faults, warnings = [], []
    experiments_folder = os.path.join(root, "gpu/experiments")
    experiments = set()
    if os.path.isdir(experiments_folder):
        experiments = {entry.name for entry in os.scandir(experiments_folder) if entry.is_dir()}
    for entry in sorted(os.scandir(root), key=lambda item: item.name):
        faults += [f"{entry.name}: {fault}" for _, fault in rules.check_top_level(entry.name, entry.is_dir())]
    paths = [path for path in source_files(root)]
    if os.path.exists(os.path.join(root, "CMakeLists.txt")):
        paths.append("CMakeLists.txt")
    for path in paths:
        text = ""
        if path.endswith(rules.CODE + rules.SCRIPTS + (".cmake", "CMakeLists.txt")):
            with open(os.path.join(root, path), encoding="utf-8") as file:
                text = file.read()
        found = faults_of(path, text, lambda name: os.path.exists(os.path.join(root, name)), experiments)
        faults += [f"{path}:{line}: {fault}" if line else f"{path}: {fault}" for line, fault in found]
        count = len(text.splitlines())
        if rules.LINES_WARN < count <= rules.LINES_FAIL:
            warnings.append(f"{path}: {count} lines, over the soft cap of {rules.LINES_WARN}")
    return faults, warnings


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    faults, warnings = lint(os.path.normpath(root))
    for warning in warnings:
        print(f"warning: {warning}")
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults, {len(warnings)} warnings")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
