#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bash tests/fuzz/run.sh [SECONDS]
# Builds each fuzz target with libFuzzer, address and undefined-behaviour sanitizers in build/fuzz, and runs it for SECONDS
# (60). New inputs stay in build/fuzz; an input that fails is named, and belongs in tests/fuzz/corpus once it is mended.
# Exits with 77 where there is no clang++.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds="${1:-60}"
case "$seconds" in
  '' | *[!0-9]*)
    echo "usage: bash tests/fuzz/run.sh [SECONDS]" >&2
    exit 2
    ;;
esac
compiler=""
for name in clang++ clang++-{20,19,18,17,16,15,14}; do
  if command -v "$name" >/dev/null; then
    compiler="$name"
    break
  fi
done
if [ -z "$compiler" ]; then
  echo "SKIP: fuzzing needs clang++; install it with: sudo apt-get install clang" >&2
  exit 77
fi
mkdir -p build/fuzz
if ! echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
  "$compiler" -x c++ - -fsanitize=fuzzer,address,undefined -o build/fuzz/probe 2>build/fuzz/probe.log; then
  echo "SKIP: $compiler cannot link libFuzzer (see build/fuzz/probe.log); install it with: sudo apt-get install clang libclang-rt-dev" >&2
  exit 77
fi

# fuzz NAME SOURCE...: tests/fuzz/NAME_fuzz.cpp with these sources, from the corpus of that name.
fuzz() {
  local name="$1"
  shift
  local out="build/fuzz/$name"
  mkdir -p "$out/found"
  rm -rf "$out/objects"
  mkdir -p "$out/objects"
  local flags=(-std=c++20 -g -O1 -I. -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all)
  printf '%s\n' "tests/fuzz/${name}_fuzz.cpp" "$@" |
    xargs -P "$(nproc)" -I{} bash -c 'out="$1/${2//\//_}.o"; shift 2; exec "$@" -o "$out"' _ "$out/objects" {} "$compiler" "${flags[@]}" -c {}
  "$compiler" "${flags[@]}" "$out"/objects/*.o -o "$out/fuzz"
  nice "$out/fuzz" -max_total_time="$seconds" -max_len=8192 -timeout=10 -dict="tests/fuzz/$name.dict" -artifact_prefix="$out/failed_" \
    -print_final_stats=1 "$out/found" "tests/fuzz/corpus/$name" 2>"$out/log" || {
    tail -n 40 "$out/log" >&2
    echo "$name: an input fails; it is in $out/" >&2
    exit 1
  }
  echo "$name: $(grep -E 'number_of_executed_units' "$out/log" | grep -oE '[0-9]+$') inputs in $seconds s, none fails"
}

fuzz tile gpu/model/*.cpp gpu/model/tile/*.cpp
fuzz session gpu/model/*.cpp gpu/model/tile/*.cpp gpu/protocol/*.cpp gpu/experiments/catalogue.cpp gpu/experiments/common_parameters.cpp \
  gpu/experiments/*/spec.cpp
