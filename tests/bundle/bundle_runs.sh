#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bundle_runs.sh SOURCE_DIR BUILD_DIR VERSION: makes the bundle and runs it in a root folder with glibc and a shell alone:
# the version, a chart of the built-in recording, and an answer of the worker.
set -euo pipefail
source=$1 build=$2 version=$3
enter=$source/app/bundle/enter_bundle.sh
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export OUT=$out QT_QPA_PLATFORM=offscreen
fail() { printf 'bundle_runs: %s\n' "$*"; exit 1; }

bash "$source/app/bundle/make_bundle.sh" "$build" "$version"
archive=$build/dsmscope-$version-x86_64.tar.gz

status=0
printed=$(bash "$enter" "$archive" /bundle/bin/dsmscope --version 2>"$out/err") || status=$?
if ((status == 77)); then cat "$out/err"; exit 77; fi
((status == 0)) || fail "--version ended with $status: $(<"$out/err")"
[[ $printed == *"$version"* ]] || fail "--version says '$printed'"

bash "$enter" "$archive" /bundle/bin/dsmscope export recorded:token_hop --chart latency --out /out/chart.png || fail "no chart"
[[ $(head -c 4 "$out/chart.png" | tail -c 3) == PNG ]] || fail "the chart is no PNG"

# Without a window the worker answers a script: which devices there are, or why none (exit code 69).
status=0
answer=$(printf '{"id":1,"kind":"devices","params":{}}\n' | bash "$enter" "$archive" /bundle/bin/dsmscope-worker --request -) || status=$?
((status == 0 || status == 69)) || fail "the worker ended with $status"
[[ $answer == *'"id":1'* ]] || fail "the worker says '$answer'"
