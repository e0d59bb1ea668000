#!/bin/sh
# The recipes for other distributions can be read: the spec by rpmspec, the PKGBUILD by bash.
. tests/gates/tap.sh

quietly() { "$@" > "$tap_scratch/told" 2>&1 || { tail -n 5 "$tap_scratch/told"; return 1; }; }
check "they are written" quietly make -s --no-print-directory recipes
check "the spec is one" quietly rpmspec --define "_sourcedir $PWD/build" -P build/referee.spec
names() { rpmspec --define "_sourcedir $PWD/build" -q --qf '%{NAME}-%{VERSION}\n' build/referee.spec 2> /dev/null | grep -qx "referee-$(sed -n 's/^#define VERSION "\(.*\)"/\1/p' src/cli/version.h)" || echo "another name or version"; }
check "it names this version" names
check "the PKGBUILD is one" bash -n build/PKGBUILD
fits() { bash -c 'cd build && . ./PKGBUILD && echo "${sha256sums[0]}  ${source[0]}" | sha256sum --quiet -c && [ "$(type -t package)" = function ]'; }
check "its checksum is that of the tarball" fits
refuse "a spec that cannot be read is seen" quietly rpmspec -P tests/gates/tap.sh
tap_end
