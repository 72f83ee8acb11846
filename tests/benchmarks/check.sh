#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Fails while BENCHMARKS.md is not what the recordings say, or while a recorded statistic is not that of its raw
# samples: check.sh DSM_BENCHMARKS SOURCE_FOLDER
set -euo pipefail
program=$1
cd "$2"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" resources/recordings tests/benchmarks/second_run tests/benchmarks/notes.md > "$folder/BENCHMARKS.md"
diff -u BENCHMARKS.md "$folder/BENCHMARKS.md"
