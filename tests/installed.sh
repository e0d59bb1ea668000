#!/bin/sh
# Installs the program on this machine, uses it as the first example of its manual says, and removes it
# again; nothing of it is left then. Meant for a root that tests/roots.sh makes: it changes the system.
#
#   sh tests/installed.sh make      by `make install` and `make uninstall`
#   sh tests/installed.sh PACKAGE   a .deb, by apt-get
#
# Must run as root, with man-db.
. tests/gates/tap.sh

as=$1
own_home=${HOME:-}
HOME=$tap_scratch/home XDG_DATA_HOME= PATH=/usr/local/bin:$PATH MANPAGER=cat MANWIDTH=80
export HOME XDG_DATA_HOME PATH MANPAGER MANWIDTH
mkdir -p "$HOME"

quietly() { "$@" > "$tap_scratch/told" 2>&1 || { tail -n 20 "$tap_scratch/told"; return 1; }; }
# All files but those that the system itself keeps about any package, and what was built here.
files() {
    find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path "$PWD" -o -path /var/cache -o -path /var/log \
        -o -path /var/lib/apt -o -path '/var/lib/dpkg/*-old' -o -path "$own_home/.cache" \) -prune -o -print | LC_ALL=C sort
}
install() {
    case $as in
    make) quietly make -s --no-print-directory install ;;
    *) quietly env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$as" ;;
    esac
}
remove() {
    case $as in
    make) quietly make -s --no-print-directory uninstall ;;
    *) quietly env DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq --autoremove referee ;;
    esac
}
# The first line that is set off in a page is its first example.
first_example() { man referee 2> "$tap_scratch/err" | sed -n 's/^ *\(referee [a-z]* .*[0-9]\)$/\1/p' | head -n 1; }
example_works() {
    example=$(first_example)
    echo "$example" | grep -q '^referee roll ' || { cat "$tap_scratch/err"; echo "no example: $example"; return; }
    sh -c "$example" > "$tap_scratch/out" 2>&1 && grep -q '^3d6' "$tap_scratch/out" || cat "$tap_scratch/out"
}
every_page() {
    for page in 1/referee 7/referee-table 7/referee-preparing 7/referee-reviewing 7/referee-commands \
        5/referee-campaign 7/referee-dice 5/referee-library 5/referee-keys; do
        man "${page%/*}" "${page#*/}" 2>&1 | grep -q '^NAME' || echo "no page $page"
    done
}
demo_plays() {
    examples=$(ls -d /usr/local/share/doc/referee/examples /usr/share/doc/referee/examples 2> /dev/null)
    quietly referee --db "$HOME/demo.db" run "$examples/demo/spire.referee" && quietly referee --db "$HOME/demo.db" verify
}

files > "$tap_scratch/before"
check "it is installed" install
check "the first example of its page works" example_works
check "man finds every page" every_page
check "a demo plays, and its file is in order" demo_plays
files > "$tap_scratch/with"
refuse "its files are seen" cmp "$tap_scratch/before" "$tap_scratch/with"
check "it is removed" remove
files > "$tap_scratch/after"
check "nothing of it is left" diff "$tap_scratch/before" "$tap_scratch/after"
tap_end
