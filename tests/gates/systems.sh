#!/bin/sh
# Nothing asks which rule system is active: outside of a system's own files (its resolver, its
# procedure) no source speaks its name. A procedure may be several files, one a subject: all stand
# in the folder of its name. The help of the command line may, and the library's header: their
# examples are words for readers.
. tests/gates/tap.sh

# $1 tree, laid out like src/
complaints() {
    (
        cd "$1" || exit
        for system in trilemma four_against_darkness caves_of_qud pixel_dungeon yuxtapa; do
            spoken=$(echo "$system" | sed 's/_/[-_ ]/g')
            grep -rniE "$spoken" . | sed 's|^\./||' | grep -vE \
                "^(resolver/rules/$system(_[a-z]+)?\.[a-z]*|games/$system/[a-z_]*\.[a-z]*|cli/subcommands\.c|cli/resolve\.h|resolver/resolver\.h|README\.md):"
        done
    )
    return 0
}

complaints_about() {
    rm -rf "$tap_scratch/tree"
    mkdir -p "$tap_scratch/tree/$(dirname "$1")"
    echo "$2" > "$tap_scratch/tree/$1"
    complaints "$tap_scratch/tree"
}

check "no source speaks a system's name but its own files" complaints src
refuse "a name in the tracker is seen" complaints_about tracker/decide.c 'if (is_named("trilemma"))'
refuse "a name in the screen is seen" complaints_about tui/loop/table.c '"four-against-darkness"'
refuse "a name in an identifier is seen" complaints_about app/open.c 'four_against_darkness_start();'
refuse "one system in another's file is seen" complaints_about resolver/rules/pixel_dungeon.c '/* as in Trilemma */'
refuse "a question in the command line is seen" complaints_about cli/run.c 'if (is_named("yuxtapa"))'
check "a procedure may be several files" complaints_about games/trilemma/morale.c '/* Trilemma */'
check "a system may name itself" complaints_about resolver/rules/trilemma.c '"trilemma"'
tap_end
