# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What app/start.sh and tests/run.sh share: say what CUDA is here, install the Debian packages that are missing, and
# configure and build once. Sourced, never run. Everything it prints goes to stderr: stdout belongs to the program.
# DSMSCOPE_SYSROOT stands before every system path that is looked at, so that tests/setup can play each kind of machine.

sysroot=${DSMSCOPE_SYSROOT:-}

# shellcheck disable=SC2034 # read by the scripts that source this one
# Plugins (qpa, wayland) are only recommended by Qt's packages, and we install without recommendations.
build_packages=(g++ cmake ninja-build ccache pkg-config
  qt6-base-dev qt6-svg-dev qt6-qpa-plugins qt6-wayland qt6-l10n-tools qt6-tools-dev qt6-tools-dev-tools
  libqcustomplot-dev nlohmann-json3-dev libexpected-dev libcli11-dev zlib1g-dev
  fonts-liberation2 breeze-icon-theme)
# shellcheck disable=SC2034
test_packages=(libgtest-dev xvfb xauth python3 python3-jsonschema)

say() { printf '%s\n' "$*" >&2; }

# find_nvcc: sets nvcc_path and nvcc_version ("13.0"), both empty without a toolkit.
# Order as promised: CUDACXX, PATH, /usr/local/cuda.
find_nvcc() {
  local candidate path
  nvcc_path='' nvcc_version=''
  for candidate in "${CUDACXX:-}" nvcc "$sysroot/usr/local/cuda/bin/nvcc"; do
    [[ -n $candidate ]] || continue
    path=$(command -v "$candidate" 2>/dev/null) || path=''
    if [[ -n $path ]]; then
      nvcc_version=$("$path" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\.[0-9]*\).*/\1/p') || nvcc_version=''
    fi
    if [[ -n $path && -n $nvcc_version ]]; then
      nvcc_path=$path
      return
    fi
    nvcc_version=''
    if [[ $candidate == "${CUDACXX:-}" ]]; then say "CUDACXX names $candidate, which does not run as nvcc: looking elsewhere."; fi
  done
}

# find_driver: sets driver_version: empty without a driver, "unknown" where only its device file shows (a container).
# nvidia-smi is not asked: it may be missing, and takes seconds where the driver sleeps.
find_driver() {
  local file
  driver_version=''
  if [[ -r $sysroot/proc/driver/nvidia/version ]]; then
    driver_version=$(sed -n '1s/.*[^0-9.]\([0-9][0-9]*\.[0-9][0-9.]*\).*/\1/p' "$sysroot/proc/driver/nvidia/version")
    driver_version=${driver_version:-unknown}
    return
  fi
  for file in "$sysroot"/dev/nvidia[0-9]*; do
    if [[ -e $file ]]; then driver_version=unknown; fi
  done
}

# Is an NVIDIA display or compute card on the PCI bus (vendor 10de, class 03xxxx), whatever its driver?
nvidia_card_fitted() {
  local device vendor class
  for device in "$sysroot"/sys/bus/pci/devices/*; do
    [[ -r $device/vendor && -r $device/class ]] || continue
    read -r vendor <"$device/vendor"
    read -r class <"$device/class"
    if [[ $vendor == 0x10de && $class == 0x03* ]]; then return 0; fi
  done
  return 1
}

# look_for_cuda: says in one sentence what is here (kept in cuda_sentence), and sets gpu_present (kernels can
# run). gpu/CMakeLists.txt decides by the same rule whether they are built, and the worker remembers why not.
look_for_cuda() {
  local install="install the package cuda-toolkit-13-0 from NVIDIA's repository for Debian 12" gpu=''
  local new_driver="install the package cuda-drivers (580 or newer) from NVIDIA's repository"
  find_nvcc
  find_driver
  gpu_present=no
  if [[ -n $driver_version ]]; then
    gpu="an NVIDIA driver"
    if [[ $driver_version != unknown ]]; then gpu="NVIDIA driver $driver_version"; fi
  fi
  if [[ -n $nvcc_path && ${nvcc_version%%.*} -lt 13 ]]; then
    cuda_sentence="CUDA toolkit $nvcc_version ($nvcc_path) is older than 13.0, so the GPU kernels are not built: to measure${gpu:+ with $gpu}, $install; recordings work."
  elif [[ -n $nvcc_path && -n $gpu ]]; then
    if [[ $driver_version != unknown && ${driver_version%%.*} -lt 580 ]]; then
      cuda_sentence="The $gpu is too old for CUDA toolkit $nvcc_version: to measure, $new_driver; recordings work."
    else
      gpu_present=yes
      cuda_sentence="GPU found: $gpu, CUDA toolkit $nvcc_version ($nvcc_path)."
    fi
  elif [[ -n $nvcc_path ]]; then
    if nvidia_card_fitted; then
      cuda_sentence="CUDA toolkit $nvcc_version ($nvcc_path) and an NVIDIA card, but no driver is loaded: to measure, $new_driver; recordings work."
    else
      cuda_sentence="CUDA toolkit $nvcc_version ($nvcc_path), but no NVIDIA driver: the GPU kernels are built, and this machine cannot measure; recordings work."
    fi
  elif [[ -n $gpu ]]; then
    cuda_sentence="There is $gpu, but no CUDA toolkit, so the GPU kernels are not built: to measure, $install; recordings work."
  elif nvidia_card_fitted; then
    cuda_sentence="An NVIDIA card is fitted, but there is neither a driver nor a CUDA toolkit: to measure, install the packages cuda-drivers and cuda-toolkit-13-0 from NVIDIA's repository for Debian 12; recordings work."
  else
    cuda_sentence="No CUDA on this machine: it cannot measure; recordings work."
  fi
  say "$cuda_sentence"
}

# gpu_architectures: "90" on Hopper or without a GPU, "all" on any other GPU. Asked only before a configure: it can take seconds.
gpu_architectures() {
  local capabilities
  if [[ $gpu_present == no ]]; then echo 90; return; fi
  capabilities=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sort -u) || capabilities=''
  if [[ $capabilities == 9.0 ]]; then echo 90; else echo all; fi
}

# missing_packages NAME...: those that dpkg does not have installed, one a line.
missing_packages() {
  local name have
  have=$'\n'$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)$'\n'
  for name in "$@"; do
    if [[ $have != *$'\n'"installed $name"$'\n'* ]]; then echo "$name"; fi
  done
}

# ensure_packages NAME...: installs what is missing, and calls neither apt nor the network when nothing is. Ends the script when it cannot.
ensure_packages() {
  local missing as_root=() release=''
  if [[ ${DSMSCOPE_SKIP_PACKAGES:-} == 1 ]]; then return; fi
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "This system has no apt, and only Debian 12 was tried. Install what these Debian packages hold:"
    say "  $*"
    say "then start again with DSMSCOPE_SKIP_PACKAGES=1."
    exit 1
  fi
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then return; fi
  if [[ -r $sysroot/etc/os-release ]]; then
    # shellcheck disable=SC1091
    release=$(. "$sysroot/etc/os-release" && echo "${PRETTY_NAME:-}|${ID:-} ${VERSION_ID:-}")
    if [[ ${release#*|} != "debian 12" ]]; then say "Only Debian 12 was tried; this is ${release%%|*}."; fi
  fi
  if [[ $(id -u) != 0 ]]; then
    as_root=(sudo)
    # Without a terminal sudo could not ask for its password: -n makes it fail at once.
    if [[ ! -t 0 ]]; then as_root=(sudo -n); fi
    if ! command -v sudo >/dev/null || ! "${as_root[@]}" true 2>/dev/null; then
      say "Packages are missing that this account may not install. Run this line as root, then start again:"
      say "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
      exit 1
    fi
  fi
  say "Installing: ${missing[*]}"
  # sbin, since "su" keeps a person's PATH and dpkg wants ldconfig.
  local apt=("${as_root[@]}" env "PATH=$PATH:/usr/sbin:/sbin" DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  "${apt[@]}" update >&2 </dev/null || say "The package lists could not be updated; trying with the ones here."
  if ! "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >&2 </dev/null; then
    say "apt could not install: ${missing[*]}. Look at its message above, mend that, and start again."
    exit 1
  fi
}

# lock_build: one build at a time in this clone; a second start waits. Unlocked by unlock_build or the script's end.
lock_build() {
  mkdir -p build
  exec 9>build/.lock
  if ! flock -n 9; then
    say "Another start or test run is building here: waiting for it."
    flock 9
  fi
}
unlock_build() { exec 9>&-; }

# configure PRESET [-DNAME=VALUE...]: runs CMake only when this clone, the toolkit or the arguments differ from last time
# (Ninja sees changed CMakeLists by itself). --fresh, since CMake cannot change its CUDA compiler in place.
configure() {
  local preset=$1 dir=build/$1 stamp=build/$1/configured want
  shift
  want="$PWD present=$gpu_present nvcc=$nvcc_path $nvcc_version archs=${DSMSCOPE_CUDA_ARCHS:-} $*"
  if [[ -f $dir/build.ninja && -f $stamp && $(<"$stamp") == "$want" ]]; then return; fi
  local args=(--fresh --preset "$preset" "$@")
  if [[ -n $nvcc_path ]]; then
    args+=("-DCMAKE_CUDA_COMPILER=$nvcc_path" "-DDSMSCOPE_CUDA_ARCHS=${DSMSCOPE_CUDA_ARCHS:-$(gpu_architectures)}")
  fi
  mkdir -p "$dir"
  rm -f "$stamp"
  if ! cmake "${args[@]}" >"$dir/configure.log" 2>&1; then
    cat "$dir/configure.log" >&2
    say "CMake could not configure $dir: its message stands above."
    exit 1
  fi
  printf '%s' "$want" >"$stamp"
}

# build PRESET [TARGET...]: silent when there is nothing to do.
build() {
  local dir=build/$1 steps
  shift
  steps=$(ninja -C "$dir" -n "$@" 2>/dev/null) || steps=''
  if [[ $steps == *'no work to do'* ]]; then return; fi
  say "Building in $dir. The first time takes some minutes."
  if ! ninja -C "$dir" "$@" >&2; then
    say "The build failed: the compiler's message stands above."
    exit 1
  fi
}

# socket_alive PATH: a server listens there. A socket file outlives its server, so the kernel's list decides, except for one
# mounted into a container from outside, which that list cannot show.
socket_alive() {
  [[ -S $sysroot$1 ]] || return 1
  if awk -v path="$1" '$NF == path || $NF == "@" path { found = 1 } END { exit !found }' "$sysroot/proc/net/unix" 2>/dev/null; then return 0; fi
  awk -v path="$1" -v folder="${1%/*}" '$5 == path || $5 == folder { found = 1 } END { exit !found }' "$sysroot/proc/self/mountinfo" 2>/dev/null
}

# have_display: a window can open: a Wayland or X server answers, or the person chose a Qt platform that needs neither.
have_display() {
  local host number
  case ${QT_QPA_PLATFORM:-} in
    '' | xcb* | wayland*) ;;
    offscreen* | minimal*) return 1 ;;
    *) return 0 ;;
  esac
  if [[ -n ${WAYLAND_DISPLAY:-} ]]; then
    if [[ $WAYLAND_DISPLAY == /* ]]; then host=$WAYLAND_DISPLAY; else host=${XDG_RUNTIME_DIR:-/nonexistent}/$WAYLAND_DISPLAY; fi
    if socket_alive "$host"; then return 0; fi
  fi
  [[ ${DISPLAY:-} =~ ^(.*):([0-9]+)(\.[0-9]+)?$ ]] || return 1
  host=${BASH_REMATCH[1]} number=${BASH_REMATCH[2]}
  if [[ -z $host || $host == unix ]]; then
    socket_alive "/tmp/.X11-unix/X$number"
  else
    timeout 2 bash -c ": </dev/tcp/$host/$((6000 + number))" 2>/dev/null
  fi
}
