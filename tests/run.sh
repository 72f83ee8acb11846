#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bash tests/run.sh [ARGUMENTS OF ctest...]
# Set up as app/start.sh does, build everything with warnings as errors, run every test that this machine can run, and
# say what was skipped and why. Exit status: ctest's. A test that cannot run here exits with 77 after a line with the reason.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=app/setup.sh
. app/setup.sh

look_for_cuda
ensure_packages "${build_packages[@]}" "${test_packages[@]}"
lock_build
configure ci
build ci
unlock_build

# Tests never open windows on a person's screen; those that need X start an own server with xvfb-run.
export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
unset DISPLAY WAYLAND_DISPLAY
export LC_ALL=C.UTF-8

status=0
rm -f build/ci/tests.json build/ci/ctest.xml
ctest --test-dir build/ci --show-only=json-v1 "$@" >build/ci/tests.json
ctest --test-dir build/ci --output-on-failure --no-tests=error --timeout 300 -j "$(nproc)" \
  --output-junit "$PWD/build/ci/ctest.xml" "$@" || status=$?
python3 tests/skipped.py build/ci/tests.json build/ci/ctest.xml "$cuda_sentence"
exit "$status"
