#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# enter_bundle.sh ARCHIVE COMMAND [ARGUMENTS...]: runs COMMAND in a root folder that holds the unpacked bundle (as /bundle),
# glibc, a shell and nothing else: no Qt, no fonts, no X11. What runs here finds all it needs in the bundle.
# Files that it leaves in /out are copied to $OUT. Exit status: the command's; 77 where no such root can be entered.
set -euo pipefail
archive=$(realpath "$1")
shift
# An own mount name space, for /proc: the loader needs it to resolve $ORIGIN.
enter=(unshare --mount)
if ((EUID != 0)); then enter+=(--user --map-root-user); fi
if ! "${enter[@]}" mount --rbind /proc /proc 2>/dev/null; then
  echo "skipped: entering a bare root folder needs root or user name spaces, with mounts allowed" >&2
  exit 77
fi
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/{bundle,bin,dev,proc,tmp,out,etc,home,lib64,lib/x86_64-linux-gnu}
tar -C "$root/bundle" --strip-components=1 -xf "$archive"
cp -L /bin/sh "$root/bin/sh"
cp -L /lib64/ld-linux-x86-64.so.2 "$root/lib64/"
for name in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libutil.so.1 libresolv.so.2; do
  cp -L "/lib/x86_64-linux-gnu/$name" "$root/lib/x86_64-linux-gnu/"
done
touch "$root/dev/null"

status=0
# shellcheck disable=SC2016 # the inner shell's own variables
PATH=$PATH:/usr/sbin "${enter[@]}" sh -c 'root=$1; platform=$2; shift 2
  mount --rbind /proc "$root/proc"
  exec env -i PATH="$PATH" HOME=/home TMPDIR=/tmp QT_QPA_PLATFORM="$platform" chroot "$root" "$@"' \
  sh "$root" "${QT_QPA_PLATFORM:-offscreen}" "$@" || status=$?
if [[ -n ${OUT:-} ]]; then cp -r "$root/out/." "$OUT/"; fi
exit "$status"
