#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make_bundle.sh BUILD_DIR VERSION: writes BUILD_DIR/dsmscope-VERSION-x86_64.tar.gz. Run by the target `bundle`.
#
#   bin/dsmscope           a launcher of ten lines        bin/dsmscope-worker    a link, for `ssh host .../bin/dsmscope-worker`
#   libexec/               the two programs and qt.conf   plugins/               Qt's plugins
#   lib/                   every library but glibc's      lib/fallback/          OpenGL's dispatch, used where missing
#   share/fonts/           Liberation                     share/doc/             licences and versions of all that is inside
#
# All libraries but glibc's go in, libstdc++, fontconfig, X11 and dbus too: the program loads nothing of the machine's that
# links them (no GTK theme, no OpenGL driver: those plugins stay out), so none can clash, and text looks the same
# everywhere. glibc cannot be bundled: Debian 12's is 2.36, and this script fails if anything asks for a newer one.
set -euo pipefail
build=$(cd "$1" && pwd)
version=$2
limit_bytes=60000000
glibc_newest=36
fail() { printf 'bundle: %s\n' "$*" >&2; exit 1; }

[[ $(uname -m) == x86_64 ]] || fail "the bundle is x86-64 only; build from source on $(uname -m)"
name=dsmscope-$version-x86_64
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
root=$stage/$name

cmake --install "$build" --component bundle --prefix "$root" --strip >/dev/null
ln -s ../libexec/dsmscope-worker "$root/bin/dsmscope-worker"

libraries_of() { ldd "$@" | awk '/=> not found/ { print "missing", $1 } $2 == "=>" && $3 ~ /^\// { print $1, $3 }' | sort -u; }
qt_core=$(libraries_of "$root/libexec/dsmscope" | awk '$1 == "libQt6Core.so.6" { print $2 }')
[[ -n $qt_core ]] || fail "the window is not linked with Qt's shared libraries"
qt_plugins=$(dirname "$(realpath "$qt_core")")/qt6/plugins

plugins=(platforms/libqxcb.so platforms/libqoffscreen.so platforms/libqminimal.so
  platforms/libqwayland-generic.so wayland-shell-integration/libxdg-shell.so wayland-decoration-client/libbradient.so
  platforminputcontexts/libcomposeplatforminputcontextplugin.so platforminputcontexts/libibusplatforminputcontextplugin.so
  iconengines/libqsvgicon.so imageformats/libqsvg.so)
for plugin in "${plugins[@]}"; do
  [[ -e $qt_plugins/$plugin ]] || fail "Qt's plugin $plugin is missing: install qt6-qpa-plugins, qt6-wayland and libqt6svg6"
  install -D -m 644 "$qt_plugins/$plugin" "$root/plugins/$plugin"
done

mkdir -p "$root/lib/fallback"
sources=("$qt_plugins/platforms/libqxcb.so")
while read -r soname path; do
  case $soname in
    missing) fail "the library $path, which the bundle needs, is not on this machine" ;;
    libc.so.* | libm.so.* | libmvec.so.* | libpthread.so.* | libdl.so.* | librt.so.* | libutil.so.* | libresolv.so.* | libanl.so.* | ld-linux*) continue ;;
    libEGL.so.* | libGL.so.* | libGLX.so.* | libOpenGL.so.* | libGLdispatch.so.*) folder=lib/fallback ;;
    *) folder=lib ;;
  esac
  install -m 644 "$(realpath "$path")" "$root/$folder/$soname"
  sources+=("$(realpath "$path")")
done < <(libraries_of "$root/libexec/dsmscope" "$root/libexec/dsmscope-worker" "${plugins[@]/#/$root/plugins/}")

# Printing: Qt's plugin without CUPS itself, which a machine with a printer has; without it Qt offers PDF alone.
if [[ -e $qt_plugins/printsupport/libcupsprintersupport.so ]]; then
  install -D -m 644 "$qt_plugins/printsupport/libcupsprintersupport.so" "$root/plugins/printsupport/libcupsprintersupport.so"
fi

fonts=/usr/share/fonts/truetype/liberation2
mkdir -p "$root/share/fonts/liberation"
cp "$fonts"/LiberationSans-{Regular,Bold,Italic,BoldItalic}.ttf "$fonts"/LiberationMono-Regular.ttf "$root/share/fonts/liberation/"
sources+=("$fonts/LiberationSans-Regular.ttf" /usr/share/icons/breeze)

# What could break on another machine, found here.
while IFS= read -r -d '' file; do
  dynamic=$(readelf -d "$file" 2>/dev/null)
  [[ $dynamic != *'(RUNPATH)'* ]] || fail "${file#"$root"/} has a RUNPATH, which hides the program's RPATH from it"
  newest=$(readelf -W -V "$file" 2>/dev/null | sed -n 's/.*GLIBC_2\.\([0-9]*\).*/\1/p' | sort -n | tail -1)
  ((${newest:-0} <= glibc_newest)) || fail "${file#"$root"/} needs glibc 2.$newest; 2.$glibc_newest is the promise"
done < <(find "$root/libexec" "$root/lib" "$root/plugins" -type f \( -perm -100 -o -name '*.so*' \) -print0)

# Licences: the copyright file of each Debian package that something came from, and its source package with version.
doc=$root/share/doc
package_of() { # the packages database may know a merged path with or without /usr
  local owner
  owner=$(dpkg-query -S "$1" 2>/dev/null || dpkg-query -S "${1#/usr}" 2>/dev/null) || fail "$1 belongs to no Debian package: its licence is unknown"
  owner=${owner%%: *}
  echo "${owner%%,*}"
}
# Compiled in, so no file of theirs shows: headers-only libraries and data.
packages=(libexpected-dev nlohmann-json3-dev libcli11-dev)
for path in "${sources[@]}"; do
  package=$(package_of "$path") || exit 1
  packages+=("$package")
done
printf 'Debian package, version, source package, source version. Sources: any Debian mirror, or apt-get source.\n' >"$doc/packages.txt"
# shellcheck disable=SC2016 # dpkg-query's own variables
while read -r package; do
  mkdir -p "$doc/${package%:*}"
  cp "/usr/share/doc/${package%:*}/copyright" "$doc/${package%:*}/" || fail "$package has no copyright file"
  dpkg-query -W -f '${Package} ${Version} ${source:Package} ${source:Version}\n' "$package" >>"$doc/packages.txt"
done < <(printf '%s\n' "${packages[@]}" | sort -u)
cp -rL /usr/share/common-licenses "$doc/common-licenses"
cat >"$doc/README" <<'END'
DSMScope's window (libexec/dsmscope) is GPL-3.0-or-later, its worker (libexec/dsmscope-worker) Apache-2.0: see
common-licenses/. A worker built with CUDA contains NVIDIA's CUDA runtime, under the CUDA Toolkit's licence agreement.
The other folders hold the copyright file of each bundled Debian package; packages.txt names their versions and sources.
END

archive=$build/$name.tar.gz
tar -C "$stage" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$(date +%s)}" -cf - "$name" | gzip -n >"$archive.part"
mv "$archive.part" "$archive"
size=$(stat -c %s "$archive")
((size < limit_bytes)) || fail "$archive has $size bytes, $limit_bytes are the limit"
printf 'bundle: %s, %s bytes\n' "$archive" "$size"
