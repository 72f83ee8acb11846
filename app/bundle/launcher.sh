#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bin/dsmscope of the bundle. Everything but glibc comes from lib/, by the program's own RPATH; two things depend on the
# machine. No tool but the shell is used, and a child process (ssh, srun) inherits nothing that could break it.
self=$0
if [ -L "$self" ]; then self=$(readlink -f "$self"); fi
root=${self%/*}/..

# OpenGL's dispatch libraries: those of the machine, which find its driver; ours where they are missing. Nothing here draws
# with OpenGL, but Qt does not load without them.
for name in libEGL.so.1 libGLX.so.0 libOpenGL.so.0 libGLdispatch.so.0; do
  if [ ! -e "/usr/lib/x86_64-linux-gnu/$name" ] && [ ! -e "/lib/x86_64-linux-gnu/$name" ] &&
    [ ! -e "/usr/lib64/$name" ] && [ ! -e "/lib64/$name" ]; then
    export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$root/lib/fallback"
    break
  fi
done

if [ ! -e /etc/fonts/fonts.conf ] && [ -z "$FONTCONFIG_FILE$FONTCONFIG_PATH" ]; then
  export FONTCONFIG_FILE="$root/share/fonts/fonts.conf"
fi

# Plugins of another Qt on this machine would bring that Qt with them.
unset QT_PLUGIN_PATH QT_QPA_PLATFORM_PLUGIN_PATH

exec "$root/libexec/dsmscope" "$@"
