#!/bin/sh
# Tries both commands of README.md in a bare root of another release of Debian or Ubuntu, with its
# compilers and libraries, for what those of this machine cannot show.
#
#   sh tests/roots.sh RELEASE DIRECTORY [demo | run | install | package | PROGRAM]...
#
# Must run as root, with debootstrap, and with `unshare`, so that what it mounts is gone at the end.
# DIRECTORY/RELEASE is made once and kept; the tree is copied into it each time, as git has it here,
# with what is not committed. `demo` is the first command (it opens the table and leaves it), `run` the
# second; a PROGRAM of the tests is made and run alone. Without any of them both commands are tried.
# `install` installs with `make install`, uses and removes it (tests/installed.sh); `package` builds the
# Debian package and does the same with it in DIRECTORY/RELEASE.bare, where nothing else was ever installed.
# Debootstrap chooses the mirror; $MIRROR is another one, $COMPONENTS "main,universe" for Ubuntu, and
# $KEYRING the file of its keys where this machine does not have them.
set -eu

usage() {
    sed -n 's/^#   \(sh tests\)/usage: \1/p' "$0" >&2
    exit 2
}

[ $# -ge 2 ] || usage
if [ "${REFEREE_ROOT_MOUNTS:-}" != own ]; then
    REFEREE_ROOT_MOUNTS=own exec unshare --mount sh "$0" "$@"
fi
release=$1
root=$2/$release
shift 2
[ $# -gt 0 ] || set -- demo run

if [ ! -e "$root/is-made" ]; then
    mkdir -p "$root"
    debootstrap --variant=minbase ${COMPONENTS:+--components="$COMPONENTS"} \
        ${KEYRING:+--keyring="$KEYRING"} "$release" "$root" ${MIRROR:+"$MIRROR"}
    touch "$root/is-made"
    cp -a "$root" "$root.bare"
fi

# What was built before stays, so that trying again is quick.
mkdir -p "$root/referee"
find "$root/referee" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
git ls-files -z --cached --others --exclude-standard |
    tar -cf - --null --ignore-failed-read -T - 2> /dev/null | tar -xf - -C "$root/referee"

mount_in() {
    mount -t proc proc "$1/proc"
    mkdir -p "$1/dev/pts"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$1/dev/pts"
    [ -e "$1/dev/ptmx" ] || ln -s pts/ptmx "$1/dev/ptmx"
}
inside_of() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        chroot "$1" sh -c "cd /referee && $2"
}
inside() { inside_of "$root" "$1"; }
mount_in "$root"

status=0
for what in "$@"; do
    echo "---- $release: $what"
    case $what in
    demo)
        # The table is left as soon as it is there.
        inside 'sh .ci/prepare build && make -s -j"$(nproc)" && {
            rm -f screen; touch screen
            { until grep -q "round" screen; do sleep 1; done; printf q; sleep 1; } |
                timeout 600 script -qefc "stty cols 80 rows 24; make demo" screen > /dev/null
            grep -q "round" screen && echo "the table opened"; }' || status=1
        ;;
    run) inside 'sh .ci/run' || status=1 ;;
    install)
        inside 'sh .ci/prepare build && apt-get install -y -qq man-db > /dev/null 2>&1 &&
            make -s -j"$(nproc)" all library manual && sh tests/installed.sh make' || status=1
        ;;
    package)
        inside 'sh .ci/prepare build &&
            apt-get install -y -qq --no-install-recommends build-essential debhelper > /dev/null 2>&1 && make -s deb' &&
            mkdir -p "$root.bare/referee/tests/gates" && mount_in "$root.bare" &&
            cp "$root"/referee/build/deb/referee_*.deb tests/installed.sh "$root.bare/referee" &&
            cp tests/gates/tap.sh "$root.bare/referee/tests/gates" &&
            inside_of "$root.bare" 'apt-get update -qq && apt-get install -y -qq man-db > /dev/null 2>&1 &&
                sh installed.sh ./referee_*.deb' || status=1
        ;;
    *.sh) inside "sh .ci/prepare && make -s -j\"\$(nproc)\" build/release/referee &&
            sh tests/run.sh BUILD_DIR=build/release $what" || status=1 ;;
    *)
        # build/asan/tests/... or build/clang/tests/...
        build=${what%%/tests/*}
        inside "sh .ci/prepare && make -s -j\"\$(nproc)\" $build/referee $what &&
            sh tests/run.sh BUILD_DIR=$build $what" || status=1
        ;;
    esac
done
exit "$status"
