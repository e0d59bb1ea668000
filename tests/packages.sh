#!/bin/sh
# Builds the Debian package and looks at it: lintian and blhc have nothing to say, it installs and its demo
# plays in a folder of its own, and a second build elsewhere is the same byte by byte.
#
#   sh tests/packages.sh
#
# Not part of .ci/run: it needs debhelper, lintian and blhc.
. tests/gates/tap.sh

quietly() { "$@" > "$tap_scratch/told" 2>&1 || { tail -n 20 "$tap_scratch/told"; return 1; }; }
unpacked=$tap_scratch/installed

check "the package is built" quietly make -s --no-print-directory deb
deb=$(ls build/deb/referee_*.deb)
check "lintian has nothing to say" lintian --allow-root --pedantic --display-info --fail-on warning build/deb/*.changes
check "blhc has nothing to say" blhc --all build/deb/build.log
check "it unpacks" dpkg-deb -x "$deb" "$unpacked"
demo_plays() {
    mkdir -p "$tap_scratch/home"
    sed "s|/usr/share/doc|$unpacked/usr/share/doc|" packaging/debian/tests/demo > "$tap_scratch/demo"
    quietly env -i AUTOPKGTEST_TMP="$tap_scratch/home" TERM=xterm PATH="$unpacked/usr/bin:/usr/bin:/bin" sh "$tap_scratch/demo"
}
check "the demo of its test plays" demo_plays
same_elsewhere() {
    copy=$tap_scratch/another/path
    mkdir -p "$copy" && tar -xzf build/referee-*.tar.gz -C "$copy" --strip-components=1 &&
        (cd "$copy" && quietly env TZ=Pacific/Auckland make -s --no-print-directory deb) || return 1
    for file in build/deb/*.deb; do cmp "$file" "$copy/$file"; done
}
check "a build elsewhere is the same byte by byte" same_elsewhere
tap_end
