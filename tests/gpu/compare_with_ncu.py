#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lays the worker's counters beside Nsight Compute's, for the same launches in the same cache state, and their costs.

compare_with_ncu.py FOLDER [COUNT]: FOLDER has counters_table; COUNT configurations (8) are looped over with ncu, the loop's
time for all 40 being scaled from them. Prints one line a metric and configuration, and the times. Leaves with 1 where a
metric that has to agree differs by more than 0.5 %.
"""
import csv
import io
import json
import subprocess
import sys
import time

METRICS = {
    "lts__t_bytes.sum": {"global"},  # of the DSMEM exchange it is background
    "lts__t_sectors_srcunit_tex.sum": {"global"},
    "l1tex__m_xbar2l1tex_read_bytes_mem_dshared.sum": {"dsmem"},
    "lts__t_sectors_srcunit_ltcfabric.sum": set(),
    "dram__bytes_read.sum": set(),
    "dram__bytes_write.sum": set(),
    "l1tex__m_l1tex2xbar_write_bytes_mem_dshared.sum": set(),
}
KERNELS = "regex:^tile_(dsmem|global)_kernel$"


def ncu(program, skip):
    """Rows of metrics, one a profiled launch, and the seconds it took."""
    command = ["ncu", "--clock-control", "none", "--cache-control", "none", "--metrics", ",".join(METRICS), "-k", KERNELS,
               "--csv", "--page", "raw", "--print-units", "base", *skip, *program]
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - begin
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    if done.returncode != 0 or len(lines) < 3:
        sys.exit(f"ncu failed ({done.returncode}): {done.stdout[-2000:]}{done.stderr[-2000:]}")
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))
    return rows[1:], seconds  # the first row holds units


def number(text):
    return float(text.replace(",", ""))


def main():
    table = sys.argv[1] + "/counters_table"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    begin = time.monotonic()
    out = subprocess.run([table, "values"], capture_output=True, text=True, check=True).stdout
    whole = time.monotonic() - begin
    ours = [json.loads(line) for line in out.splitlines()]
    every = max(1, len(ours) // count)
    loop, bad = 0.0, 0
    chosen = [*range(0, len(ours), every * 2), *range(1, len(ours), every * 2)]
    for i in chosen:
        rows, seconds = ncu([table, "launch", str(i)], ["--launch-skip", "1", "--launch-count", "1"])
        loop += seconds
        for metric, must in METRICS.items():
            a, b = ours[i][metric], number(rows[0][metric])
            difference = abs(a - b) / b if b else float(a != 0)
            wrong = ours[i]["variant"] in must and difference > 0.005
            bad += wrong
            print(f"{ours[i]['variant']:7} {ours[i]['rounds']:5} {metric:52} {a:16.0f} ncu {b:16.0f} {100 * difference:9.4f} %"
                  f"{'  DIFFERS' if wrong else ''}")
    rows, one = ncu([table, "launch"], [])
    print(f"{len(ours)} configurations: a process of ours {whole:.2f} s (start of CUDA and session included); "
          f"a loop over ncu {loop / len(chosen) * len(ours):.1f} s ({loop / len(chosen):.2f} each, from {len(chosen)}); "
          f"one ncu over one process {one:.2f} s ({len(rows)} launches)")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
