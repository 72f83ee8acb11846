#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""app/start.sh and tests/run.sh on every kind of machine, played by fakes.

Each test owns a folder with a copy of the scripts, a PATH of its own (fake dpkg-query, apt-get, sudo, id, cmake, ninja,
ctest and nvcc; only named real tools beside them) and a system root with the files that tell what hardware is there.
The fakes write what they were asked to one log.
"""
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
REAL_TOOLS = ("bash", "sh", "env", "cat", "sed", "awk", "grep", "sort", "mkdir", "rm", "dirname", "basename", "flock",
              "timeout", "true", "nproc", "chmod", "touch")
EXPERIMENTS = ("histogram", "token_hop")

FAKES = {
    # Packages named in $PACKAGES_MISSING are not installed until apt-get has run.
    "dpkg-query": '''shift 2; for name in "$@"; do case " $(cat "$FAKE/missing") " in *" $name "*) ;; *) echo "installed $name" ;; esac; done''',
    "apt-get": '''echo "apt-get $*" >>"$FAKE/log"; [ -e "$FAKE/offline" ] && exit 100
case "$*" in *install*) : >"$FAKE/missing" ;; esac; exit 0''',
    "sudo": '''echo "sudo $*" >>"$FAKE/log"; [ -e "$FAKE/sudo_refuses" ] && exit 1
while [ "$1" = -n ]; do shift; done; exec "$@"''',
    "id": '''cat "$FAKE/uid"''',
    "cmake": '''echo "cmake $*" >>"$FAKE/log"; [ -e "$FAKE/configure_fails" ] && { echo "CMake Error: no"; exit 1; }
for a; do case "$p" in --preset) preset=$a ;; esac; p=$a; done; touch "build/$preset/build.ninja"''',
    "ninja": '''case "$*" in *" -n"*) [ -e "$2/app/dsmscope" ] && echo "ninja: no work to do."; exit 0 ;; esac
echo "ninja $*" >>"$FAKE/log"; [ -e "$FAKE/build_fails" ] && exit 1
mkdir -p "$2/app"; cp_window="$2/app/dsmscope"; cat "$FAKE/window" >"$cp_window"; chmod +x "$cp_window"''',
    "ctest": '''case "$*" in *--show-only*) cat "$FAKE/tests"; exit ;; esac
echo "ctest platform=$QT_QPA_PLATFORM display=${DISPLAY-none} $*" >>"$FAKE/log"
cat "$FAKE/report" >build/ci/ctest.xml; echo "100% tests passed, 0 tests failed out of 3"; exit "$(cat "$FAKE/ctest_status")"''',
    "window": '''echo "dsmscope $*" >>"$FAKE/log"; [ -e "$FAKE/window_fails" ] && { echo "No recording." >&2; exit 65; }; exit 0''',
}

TESTS = {"tests": [{"name": name, "properties": [{"name": "LABELS", "value": [label]}, {"name": "TIMEOUT", "value": 9.0}]}
                   for name, label in (("units", "unit"), ("kernels", "gpu"), ("paint", "ui"), ("shown", "ui"))]}
REPORT = '''<testsuite><testcase name="units" status="run"><system-out/></testcase>
<testcase name="kernels" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/><system-out>looking
skipped: no NVIDIA driver on this machine
</system-out></testcase>
<testcase name="paint" status="notrun"><system-out>no Xvfb</system-out></testcase>
<testcase name="shown" status="run"><system-out/></testcase></testsuite>'''


class Machine:
    """A machine to run the scripts on; bare Debian 12 as root, every package there, until told otherwise."""

    def __init__(self, folder):
        self.repo, self.fake, self.root = (os.path.join(folder, name) for name in ("repo", "fake", "root"))
        for path in ("app", "tests", *(f"gpu/experiments/{name}" for name in EXPERIMENTS)):
            os.makedirs(os.path.join(self.repo, path))
        for path in ("app/setup.sh", "app/start.sh", "tests/run.sh", "tests/skipped.py"):
            shutil.copy(os.path.join(SOURCE, path), os.path.join(self.repo, path))
        self.bin = os.path.join(self.fake, "bin")
        os.makedirs(self.bin)
        for name, body in FAKES.items():
            self.program(os.path.join(self.fake if name == "window" else self.bin, name), body)
        for name in REAL_TOOLS:
            os.symlink(shutil.which(name), os.path.join(self.bin, name))
        os.symlink(sys.executable, os.path.join(self.bin, "python3"))
        for name, text in (("missing", ""), ("uid", "0"), ("ctest_status", "0"), ("report", REPORT), ("tests", json.dumps(TESTS)), ("log", "")):
            self.put(os.path.join(self.fake, name), text)
        self.system("etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n')
        self.environment = {}

    def put(self, path, text=""):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def program(self, path, body):
        self.put(path, f"#!/bin/sh\n{body}\n")
        os.chmod(path, 0o755)

    def system(self, path, text=""):
        self.put(os.path.join(self.root, path), text)

    def flag(self, name, text=""):
        self.put(os.path.join(self.fake, name), text)

    def nvcc(self, version, path=None):
        body = f'echo "Cuda compilation tools, release {version}, V{version}.88"'
        self.program(path or os.path.join(self.root, "usr/local/cuda/bin/nvcc"), body)

    def driver(self, version="580.82.07"):
        self.system("proc/driver/nvidia/version", f"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  {version}  Release Build\n")

    def card(self):
        self.system("sys/bus/pci/devices/0000:01:00.0/vendor", "0x10de\n")
        self.system("sys/bus/pci/devices/0000:01:00.0/class", "0x030200\n")

    def run(self, script, *arguments):
        environment = {"PATH": self.bin, "FAKE": self.fake, "DSMSCOPE_SYSROOT": self.root, **self.environment}
        self.flag("log")
        done = subprocess.run([os.path.join(self.bin, "bash"), os.path.join(self.repo, script), *arguments], env=environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60, cwd="/", check=False)
        with open(os.path.join(self.fake, "log"), encoding="utf-8") as file:
            log = file.read().splitlines()
        return done, log

    def start(self, *arguments):
        return self.run("app/start.sh", *arguments)


def first_line(done):
    return done.stderr.splitlines()[0]


def named(log, program):
    return [line for line in log if line.split()[0] == program]


class SetupTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="dsm")
        self.addCleanup(folder.cleanup)
        self.machine = Machine(folder.name)

    def listen(self, path, alive=True):
        """A socket file, in the kernel's list only when alive."""
        full = self.machine.root + path
        os.makedirs(os.path.dirname(full), exist_ok=True)
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(full)
        self.machine.system("proc/net/unix", f"0000: 00000002 00000000 00010000 0001 01 100 {path}\n" if alive else "")

    # What CUDA is here: said first, in one sentence.
    def cuda(self, sentence, toolkit):
        done, log = self.machine.start("--version")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(sentence, first_line(done))
        call = named(log, "cmake")[0]
        self.assertEqual("-DCMAKE_CUDA_COMPILER=" in call, toolkit)  # what to make of an old one is for gpu/CMakeLists.txt
        return call

    def test_no_cuda_at_all(self):
        self.cuda("No CUDA on this machine", False)

    def test_a_toolkit_but_no_driver(self):
        self.machine.nvcc("13.0")
        call = self.cuda("but no NVIDIA driver: the GPU kernels are built, and this machine cannot measure", True)
        self.assertIn("-DCMAKE_CUDA_COMPILER=" + self.machine.root + "/usr/local/cuda/bin/nvcc", call)
        self.assertIn("-DDSMSCOPE_CUDA_ARCHS=90", call)

    def test_a_card_and_a_toolkit_but_no_driver(self):
        self.machine.nvcc("13.0")
        self.machine.card()
        self.cuda("install the package cuda-drivers", True)

    def test_a_card_and_nothing_else(self):
        self.machine.card()
        self.cuda("install the packages cuda-drivers and cuda-toolkit-13-0", False)

    def test_a_driver_but_no_toolkit(self):
        self.machine.driver()
        self.cuda("There is NVIDIA driver 580.82.07, but no CUDA toolkit, so the GPU kernels are not built: to measure, install the "
                  "package cuda-toolkit-13-0", False)

    def test_a_gpu_that_only_its_device_file_shows(self):
        self.machine.system("dev/nvidia3")
        self.cuda("There is an NVIDIA driver, but no CUDA toolkit", False)

    def test_a_gpu(self):
        self.machine.nvcc("13.0")
        self.machine.driver()
        call = self.cuda("GPU found: NVIDIA driver 580.82.07, CUDA toolkit 13.0", True)
        self.assertIn("-DDSMSCOPE_CUDA_ARCHS=all", call)  # which GPU is unknown: no nvidia-smi

    def test_a_hopper_gpu_gets_one_architecture(self):
        self.machine.nvcc("13.0")
        self.machine.driver()
        self.machine.program(os.path.join(self.machine.bin, "nvidia-smi"), "echo 9.0; echo 9.0")
        self.assertIn("-DDSMSCOPE_CUDA_ARCHS=90", self.cuda("GPU found", True))

    def test_a_driver_too_old_for_the_toolkit(self):
        self.machine.nvcc("13.0")
        self.machine.driver("535.183.01")
        self.cuda("NVIDIA driver 535.183.01 is too old for CUDA toolkit 13.0", True)

    def test_an_old_toolkit_means_off_said_aloud(self):
        self.machine.nvcc("12.4")
        self.machine.driver()
        self.cuda("is older than 13.0, so the GPU kernels are not built: to measure with NVIDIA driver 580.82.07, install", True)

    def test_a_newer_toolkit_is_taken(self):
        self.machine.nvcc("14.1")
        self.cuda("CUDA toolkit 14.1", True)

    def test_cudacxx_goes_before_path_and_path_before_usr_local(self):
        self.machine.nvcc("13.0")
        self.machine.nvcc("13.1", os.path.join(self.machine.bin, "nvcc"))
        self.cuda("CUDA toolkit 13.1", True)
        chosen = os.path.join(self.machine.root, "opt/nvcc")
        self.machine.nvcc("13.2", chosen)
        self.machine.environment["CUDACXX"] = chosen
        self.cuda("CUDA toolkit 13.2", True)

    def test_a_cudacxx_that_does_not_run_is_said(self):
        self.machine.nvcc("13.0")
        self.machine.environment["CUDACXX"] = "/nowhere/nvcc"
        done, log = self.machine.start("--version")
        self.assertEqual(first_line(done), "CUDACXX names /nowhere/nvcc, which does not run as nvcc: looking elsewhere.")
        self.assertIn("/usr/local/cuda/bin/nvcc", named(log, "cmake")[0])

    # Packages.
    def test_nothing_missing_means_no_apt_and_no_sudo(self):
        self.machine.flag("uid", "1000")
        _, log = self.machine.start("--version")
        self.assertEqual(named(log, "apt-get") + named(log, "sudo"), [])

    def test_root_installs_only_what_is_missing(self):
        self.machine.flag("missing", "ccache g++")
        done, log = self.machine.start("--version")
        self.assertEqual(done.returncode, 0, done.stderr)
        calls = named(log, "apt-get")
        self.assertEqual([call.split()[-1] for call in calls], ["update", "ccache"])
        self.assertTrue(calls[1].endswith("install -y --no-install-recommends g++ ccache"), calls)

    def test_sudo_installs_where_one_is_not_root(self):
        self.machine.flag("missing", "ccache")
        self.machine.flag("uid", "1000")
        done, log = self.machine.start("--version")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(named(log, "apt-get")), 2)
        self.assertTrue(all(" -n " in call for call in named(log, "sudo")), "without a terminal sudo must not ask")

    def cannot_install(self):
        self.machine.flag("missing", "ccache ninja-build")
        self.machine.flag("uid", "1000")
        done, log = self.machine.start()
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.splitlines()[-1], "  apt-get update && apt-get install -y --no-install-recommends ninja-build ccache")
        self.assertEqual(named(log, "apt-get") + named(log, "cmake"), [])

    def test_neither_root_nor_sudo_prints_the_one_line(self):
        os.remove(os.path.join(self.machine.bin, "sudo"))
        self.cannot_install()

    def test_a_sudo_that_refuses_prints_the_one_line(self):
        self.machine.flag("sudo_refuses")
        self.cannot_install()

    def test_offline_with_something_missing_is_an_error(self):
        self.machine.flag("missing", "ccache")
        self.machine.flag("offline")
        done, log = self.machine.start()
        self.assertEqual(done.returncode, 1)
        self.assertIn("apt could not install: ccache.", done.stderr)
        self.assertEqual(named(log, "cmake"), [])

    def test_another_debian_release_is_said_to_be_untried(self):
        self.machine.flag("missing", "ccache")
        self.machine.system("etc/os-release", 'PRETTY_NAME="Ubuntu 24.04 LTS"\nID=ubuntu\nVERSION_ID="24.04"\n')
        done, _ = self.machine.start("--version")
        self.assertIn("Only Debian 12 was tried; this is Ubuntu 24.04 LTS.", done.stderr)

    def test_without_apt_the_packages_are_named(self):
        os.remove(os.path.join(self.machine.bin, "apt-get"))
        done, log = self.machine.start()
        self.assertEqual(done.returncode, 1)
        self.assertIn("qt6-base-dev", done.stderr)
        self.assertEqual(named(log, "cmake"), [])
        self.machine.environment["DSMSCOPE_SKIP_PACKAGES"] = "1"
        done, log = self.machine.start("--version")
        self.assertEqual((done.returncode, log[-1]), (0, "dsmscope --version"))

    # Building.
    def test_a_second_start_neither_configures_nor_builds(self):
        self.machine.start("--version")
        done, log = self.machine.start("devices", "--json")
        self.assertEqual(log, ["dsmscope devices --json"])
        self.assertEqual(done.stdout, "")

    def test_a_new_toolkit_configures_again(self):
        self.machine.start("--version")
        self.machine.nvcc("13.0")
        self.assertIn("-DCMAKE_CUDA_COMPILER=", named(self.machine.start("--version")[1], "cmake")[0])

    def test_a_failed_configure_shows_why_and_is_tried_again(self):
        self.machine.flag("configure_fails")
        done, log = self.machine.start()
        self.assertEqual(done.returncode, 1)
        self.assertIn("CMake Error: no", done.stderr)
        os.remove(os.path.join(self.machine.fake, "configure_fails"))
        done, log = self.machine.start("--version")
        self.assertEqual((done.returncode, len(named(log, "cmake"))), (0, 1))

    def test_a_failed_build_is_an_error(self):
        self.machine.flag("build_fails")
        done, _ = self.machine.start()
        self.assertEqual(done.returncode, 1)
        self.assertIn("The build failed", done.stderr)

    # Window or report.
    def reported(self):
        done, log = self.machine.start()
        self.assertEqual(done.returncode, 0, done.stderr)
        return "No display here" in done.stderr and any(" export recorded:histogram " in line for line in log)

    def test_without_a_display_it_writes_the_recorded_charts(self):
        done, log = self.machine.start()
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in EXPERIMENTS:
            self.assertIn(f"dsmscope export recorded:{name} --chart latency --out report/recorded_{name}_latency.png", log)
        self.assertFalse(any(" run " in line for line in log))

    def test_with_a_gpu_it_measures_afresh_too(self):
        self.machine.nvcc("13.0")
        self.machine.driver()
        done, log = self.machine.start()
        self.assertIn("dsmscope run token_hop --out report/fresh_token_hop.dsmscope", log)
        self.assertIn("dsmscope export report/fresh_token_hop.dsmscope --chart latency --out report/fresh_token_hop_latency.png", log)
        self.assertIn("and of a fresh run", done.stderr.splitlines()[-1])

    def test_a_chart_that_cannot_be_written_is_an_error(self):
        self.machine.flag("window_fails")
        done, _ = self.machine.start()
        self.assertEqual(done.returncode, 1)
        self.assertIn("No recording.", done.stderr)

    def test_a_living_x_server_gets_the_window(self):
        self.machine.environment["DISPLAY"] = ":7.0"
        self.listen("/tmp/.X11-unix/X7")
        self.assertEqual(self.machine.start()[1][-1], "dsmscope ")

    def test_a_living_wayland_server_gets_the_window(self):
        self.machine.environment.update(WAYLAND_DISPLAY="wayland-0", XDG_RUNTIME_DIR="/run/user/1")
        self.listen("/run/user/1/wayland-0")
        self.assertEqual(self.machine.start()[1][-1], "dsmscope ")

    def test_a_socket_mounted_into_a_container_gets_the_window(self):
        self.machine.environment["DISPLAY"] = ":7"
        self.listen("/tmp/.X11-unix/X7", alive=False)
        self.machine.system("proc/self/mountinfo", "1 2 0:3 / /tmp/.X11-unix rw - tmpfs tmpfs rw\n")
        self.assertEqual(self.machine.start()[1][-1], "dsmscope ")

    def test_a_dead_display_gets_the_report(self):
        self.machine.environment["DISPLAY"] = ":7"
        self.assertTrue(self.reported())
        self.listen("/tmp/.X11-unix/X7", alive=False)
        self.assertTrue(self.reported())
        self.machine.environment["DISPLAY"] = "127.0.0.1:59000"  # no such port: 65000 refuses
        self.assertTrue(self.reported())

    def test_the_offscreen_platform_is_no_display(self):
        self.machine.environment["QT_QPA_PLATFORM"] = "offscreen"
        self.assertTrue(self.reported())

    def test_arguments_are_passed_on_without_a_display(self):
        self.assertEqual(self.machine.start("check", "my file.dsmscope")[1][-1], "dsmscope check my file.dsmscope")

    # tests/run.sh
    def test_run_installs_test_packages_and_ends_with_ctests_status(self):
        self.machine.flag("missing", "libgtest-dev")
        self.machine.flag("ctest_status", "8")
        self.machine.environment["DISPLAY"] = ":7"
        done, log = self.machine.run("tests/run.sh", "-L", "unit")
        self.assertEqual(done.returncode, 8, done.stderr)
        self.assertTrue(named(log, "apt-get")[1].endswith(" libgtest-dev"))
        self.assertIn("--preset ci", named(log, "cmake")[0])
        self.assertIn("platform=offscreen display=none ", log[-1])
        self.assertTrue(log[-1].endswith(" -L unit"))

    def test_run_says_what_was_skipped_and_why(self):
        done, _ = self.machine.run("tests/run.sh")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "100% tests passed, 0 tests failed out of 3")
        self.assertIn("gpu: skipped (1 of 1 tests), no NVIDIA driver on this machine", lines)
        self.assertIn("paint (ui): skipped, no Xvfb", lines)
        self.assertTrue(any(line.startswith("lint: skipped, no test") for line in lines))


if __name__ == "__main__":
    unittest.main()
