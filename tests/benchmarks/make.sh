#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes BENCHMARKS.md and its charts anew from the committed recordings. Needs a build: make.sh [BUILD_FOLDER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=${1:-build/release}
"$build/tests/benchmarks/dsm_benchmarks" resources/recordings tests/benchmarks/second_run tests/benchmarks/notes.md > BENCHMARKS.md.new
mv BENCHMARKS.md.new BENCHMARKS.md
mkdir -p resources/benchmarks
for experiment in histogram token_hop tile_exchange; do
  "$build/app/dsmscope" export "recorded:$experiment" --chart latency --out "resources/benchmarks/$experiment.svg"
  "$build/app/dsmscope" export "recorded:$experiment" --chart traffic --size 1200x800 --out "resources/benchmarks/${experiment}_traffic.svg"
done
"$build/app/dsmscope" export recorded:tile_exchange --chart traffic_curve --axis rounds --out resources/benchmarks/tile_exchange_rounds.svg
