#!/bin/sh
# The recipe of src/README.md: a system is one file and a data folder, and what it has of its own at
# the table a folder of games/. tests/recipe/ holds all three for a made-up game; they are laid into a
# copy of this tree, nothing else in it is touched, and what is built of that must offer the game
# everywhere, its command, key, state effect and condition too. What was compiled here is not compiled
# there again.
. tests/gates/tap.sh

recipe=$(pwd)/tests/recipe
tree=$tap_scratch/tree
built=$tree/build/asan
referee=$built/referee
unset REFEREE_DB XDG_DATA_HOME MAKEFLAGS MAKELEVEL MFLAGS

copy() {
    mkdir -p "$tree"
    cp -pR Makefile data schema src tests "$tree"
    for config in asan release; do
        if [ -d "build/$config" ]; then
            (find "build/$config" -name '*.[oadh]' -o -name '*.def' -o -name '*.c' -o -name flags |
                tar -cf - -T -) | tar -xpf - -C "$tree"
        fi
    done
    cp -R "$recipe/src" "$recipe/data" "$recipe/tests" "$tree"
}

programs="resolver/test_conformance resolver/test_parameters app/test_sitting_properties
    content/test_rule_texts tracker/test_combatant_commands rules/test_cases tracker/test_effect
    games/lantern_duel/test_keys"

# The list is parted into words on purpose.
# shellcheck disable=SC2046,SC2086
build() {
    make -s -C "$tree" -j2 build/asan/referee $(printf 'build/asan/tests/%s\n' $programs) \
        $(printf 'build/release/lib%s.a\n' games tracker resolver base) 2>&1 | grep -vE '^(CC|LINK) '
    [ -x "$referee" ]
}

# $1 what must be in the output of the program with the other words
says() {
    wanted=$1
    shift
    "$referee" "$@" > "$tap_scratch/said" 2>&1
    grep -qF "$wanted" "$tap_scratch/said" || { echo "no \"$wanted\" in"; cat "$tap_scratch/said"; }
}

passes() {
    (cd "$tree" && TMPDIR=$tap_scratch "$built/$@") > "$tap_scratch/said" 2>&1 ||
        cat "$tap_scratch/said"
}

# $1 gate, as in the tree itself
holds() {
    (cd "$tree" && BUILD_DIR=build/release sh "tests/gates/$1.sh") > "$tap_scratch/said" 2>&1 ||
        grep -v '^ok' "$tap_scratch/said"
}

# Its line on the map is the only one that is missing: nothing else was touched.
map_lacks_the_game_alone() {
    (cd "$tree" && sh tests/gates/map.sh) | grep -E '^(not ok|# )' | grep -v '^# .*/lantern_duel' \
        > "$tap_scratch/said"
    echo 'not ok 1 - every folder of src is on the map' | diff - "$tap_scratch/said"
}

# With ACCEPT=1 what happens is written down as what is expected.
duel() {
    "$referee" --db "$tap_scratch/duel.db" --seed 7 run tests/recipe/duel.referee \
        > "$tap_scratch/out" 2>&1
    "$referee" --db "$tap_scratch/duel.db" show --json > "$tap_scratch/json" 2>&1
    if [ -n "${ACCEPT:-}" ]; then
        cp "$tap_scratch/out" tests/recipe/duel.out
        cp "$tap_scratch/json" tests/recipe/duel.json
    fi
    diff tests/recipe/duel.out "$tap_scratch/out" && diff tests/recipe/duel.json "$tap_scratch/json"
}

check "a system is laid into a copy of the tree" copy
check "the program is built with it" build
check "it is listed" says "lantern-duel or duel: Lantern Duel" systems
check "its actions are documented" says "what the strike must reach" systems duel strike
check "its odds are exact" says '"hit": 0.66666666666666' odds duel strike skill=3 guard=6 --json
check "its acts are resolved" says "= 7 vs guard 6: hit" resolve duel strike skill=3 guard=6 --given 4,2
check "a mistake is answered from its tables" says "did you mean guard?" odds duel strike skill=3 gard=6
check "a fight under it goes to its end" duel
check "its actions are commands, with their parameters" \
    says "strike [TARGET] [by=] [times=] [skill=] [guard=]" --db "$tap_scratch/duel.db" commands
check "its data folder is there" says "one goes out" odds @lamps
check "the conformance tests take it up" passes tests/resolver/test_conformance
check "the tests of parameters take it up" passes tests/resolver/test_parameters
check "its rules are told" passes tests/content/test_rule_texts
check "its own cases pass" passes tests/rules/test_cases lantern-duel
check "its effects are known by name and number" passes tests/tracker/test_effect
check "its key is in footer and help, and does what it says" passes tests/games/lantern_duel/test_keys
check "its combatants can be given all they have, as in a form" passes tests/tracker/test_combatant_commands
check "the properties of every encounter hold for it" passes tests/app/test_sitting_properties
check "nobody speaks a word of it but its own files" holds words
check "its modules need each other in no ring" holds rings
check "it is made of its own files alone" map_lacks_the_game_alone
tap_end
