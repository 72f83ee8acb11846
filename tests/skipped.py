#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""skipped.py LIST REPORT CUDA_SENTENCE: says which labels and tests ctest skipped, and why.

LIST is what `ctest --show-only=json-v1` printed (the labels), REPORT the JUnit file that ctest wrote (what happened). A
skipped test's reason is the last line that it printed. A label of the house without any test is named too, since
"nothing failed" must not hide "nothing ran"; for gpu, CUDA_SENTENCE says why.
"""
import json
import sys
import xml.etree.ElementTree as ElementTree

HOUSE_LABELS = ("unit", "ui", "integration", "lint", "gpu")


def read(list_path, report_path):
    """List of (name, labels, skipped, reason)."""
    with open(list_path, encoding="utf-8") as file:
        listed = json.load(file)["tests"]
    labels = {test["name"]: [label for item in test["properties"] if item["name"] == "LABELS" for label in item["value"]]
              for test in listed}
    tests = []
    for case in ElementTree.parse(report_path).getroot().iter("testcase"):
        skipped = case.get("status") in ("notrun", "disabled")
        printed = [line.strip() for line in (case.findtext("system-out") or "").splitlines() if line.strip()]
        reason = printed[-1].removeprefix("skipped: ") if printed else "it gave no reason"
        tests.append((case.get("name"), labels.get(case.get("name"), []), skipped, reason))
    return tests


def summary(tests, cuda_sentence):
    """Lines to print: one for each label that did not run at all, one for each other skipped test."""
    lines = []
    told = set()
    for label in HOUSE_LABELS:
        of_label = [test for test in tests if label in test[1]]
        if not of_label:
            why = f": {cuda_sentence}" if label == "gpu" else ""
            lines.append(f"{label}: skipped, no test with this label was built or chosen{why}")
        elif all(test[2] for test in of_label):
            reasons = "; ".join(sorted({test[3] for test in of_label}))
            lines.append(f"{label}: skipped ({len(of_label)} of {len(of_label)} tests), {reasons}")
            told.update(test[0] for test in of_label)
    for name, labels, skipped, reason in tests:
        if skipped and name not in told:
            lines.append(f"{name} ({', '.join(labels)}): skipped, {reason}")
    return lines


def main():
    list_path, report_path, cuda_sentence = sys.argv[1:]
    try:
        tests = read(list_path, report_path)
    except (OSError, ValueError, KeyError, ElementTree.ParseError) as problem:
        print(f"skipped tests unknown: ctest wrote no report ({problem})")
        return
    for line in summary(tests, cuda_sentence) or ["Skipped: nothing."]:
        print(line)


if __name__ == "__main__":
    main()
