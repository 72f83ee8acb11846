#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bash app/start.sh [ARGUMENTS OF dsmscope...]
# From a fresh clone to the open window: install what is missing, build once, start. Without a display and without
# arguments it writes the charts of the built-in recording, and of a fresh run where a GPU is present, to report/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=app/setup.sh
. app/setup.sh

# write_charts SOURCE NAME: every chart of SOURCE (a file or recorded:EXPERIMENT) as report/NAME_CHART.png.
charts=(shared_memory latency traffic traffic_curve)
write_charts() {
  local chart
  for chart in "${charts[@]}"; do
    if "$window" export "$1" --chart "$chart" --out "report/$2_$chart.png" >/dev/null; then
      say "  report/$2_$chart.png"
    else
      failed=1
    fi
  done
}

write_report() {
  local experiment folder
  failed=0
  mkdir -p report
  say "No display here, so no window: writing charts to report/."
  for folder in gpu/experiments/*/; do
    experiment=$(basename "$folder")
    write_charts "recorded:$experiment" "recorded_$experiment"
  done
  if [[ $gpu_present == yes ]]; then
    say "A GPU is present: measuring afresh."
    for folder in gpu/experiments/*/; do
      experiment=$(basename "$folder")
      if "$window" run "$experiment" --out "report/fresh_$experiment.dsmscope" >&2; then
        write_charts "report/fresh_$experiment.dsmscope" "fresh_$experiment"
      else
        failed=1
      fi
    done
  fi
  if ((failed)); then
    say "Some charts could not be written: the reason stands above each."
    exit 1
  fi
  say "Done: the charts of the built-in recording$([[ $gpu_present == yes ]] && echo ' and of a fresh run') are in report/."
}

look_for_cuda
ensure_packages "${build_packages[@]}"
lock_build
# Tests are for tests/run.sh, and a person's compiler may warn about what ours does not.
configure release -DBUILD_TESTING=OFF -DDSMSCOPE_WERROR=OFF
build release dsmscope dsmscope-worker
unlock_build

window=build/release/app/dsmscope
if (($# == 0)) && ! have_display; then
  write_report
else
  exec "$window" "$@"
fi
