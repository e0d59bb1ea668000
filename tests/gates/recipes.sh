#!/bin/sh
# The recipes for other distributions can be read: the spec by rpmspec, the PKGBUILD by bash.
. tests/gates/tap.sh

quietly() { "$@" > "$tap_scratch/told" 2>&1 || { tail -n 5 "$tap_scratch/told"; return 1; }; }
check "they are written" quietly make -s --no-print-directory recipes
check "the spec is one" quietly rpmspec --define "_sourcedir $PWD/build" -P build/referee.spec
version=$(sed -n 's/^#define VERSION "\(.*\)"/\1/p' src/cli/version.h)
names() { rpmspec --define "_sourcedir $PWD/build" -q --qf '%{NAME}-%{VERSION}\n' build/referee.spec 2> /dev/null | grep -qx "referee-$version" || echo "another name or version"; }
check "it names this version" names
source_package() {
    quietly rpmbuild --define "_sourcedir $PWD/build" --define "_topdir $tap_scratch/rpm" --nodeps -bs build/referee.spec &&
        [ "$(rpm -qpl "$tap_scratch"/rpm/SRPMS/*.rpm | sort | tr '\n' ' ')" = "referee-$version.tar.gz referee.spec " ]
}
check "a source package is made of it" source_package
check "the PKGBUILD is one" bash -n build/PKGBUILD
# What makepkg asks of one before it does anything.
has_all() {
    bash -uc 'cd build && . ./PKGBUILD
        [[ $pkgname =~ ^[a-z0-9@_+][a-z0-9@._+-]*$ ]] || echo "pkgname: $pkgname"
        [[ $pkgver =~ ^[^-:/[:space:]]+$ ]] || echo "pkgver: $pkgver"
        [[ $pkgrel =~ ^[1-9][0-9]*$ ]] || echo "pkgrel: $pkgrel"
        for array in arch license depends makedepends optdepends source sha256sums; do
            [[ $(declare -p $array) == "declare -a"* ]] || echo "$array is no array"
        done
        [ ${#source[@]} -eq ${#sha256sums[@]} ] || echo "a source without a checksum"
        for step in build check package; do [ "$(type -t $step)" = function ] || echo "no $step"; done'
}
check "it has what makepkg asks for" has_all
fits() { bash -c 'cd build && . ./PKGBUILD && echo "${sha256sums[0]}  ${source[0]}" | sha256sum --quiet -c && [ "$(type -t package)" = function ]'; }
check "its checksum is that of the tarball" fits
refuse "a spec that cannot be read is seen" quietly rpmspec -P tests/gates/tap.sh
tap_end
