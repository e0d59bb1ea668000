#!/bin/sh
# Changes rule code, one token at a time, and runs the tests that are meant to see it. The Makefile
# calls this in a copy of the tree, where everything is built; `make mutants` is the way to start it.
#
#   mutants.sh SEED COUNT REPORT GAME...
#
# For each GAME, $FILES_GAME are its sources and $TESTS_GAME its tests, in the order they are tried.
# $MUTATE lists changes, $COMPILE and $LINK begin the commands, $ARCHIVES and $LIBRARIES end the
# second, $OBJECTS is the folder of what is built, and $ALL_FILES are the sources of all games. REPORT
# takes the survivors; the work is left beside it.
#
# It fails when one of the known changes survives, and when an entry of the lists fits nothing.
set -u
LC_ALL=C
export LC_ALL

seed=$1
wanted=$2
report=$3
shift 3
tab=$(printf '\t')
work=$(cd "$(dirname "$report")" && pwd)/work # whole: a data folder that is not is ignored
game_work=$work
game= # as its data folder has it; empty for the files of several games
status=0
: > "$report"
rm -rf "$work"
mkdir -p "$work"
# Lanes that find no folder to take a change in have nothing left to do.
trap 'rm -rf "$game_work/taken"; exit 130' INT TERM
# A change may make a test write or allocate without end.
ulimit -c 0
ulimit -v 4000000
ulimit -f 1000000

# ---- One test ------------------------------------------------------------------------------------

# Prints what makes the `main` of the test $1 that of a program, where it has another name for the
# program of its folder.
main_of() {
    name=main_of_$(echo "${1#tests/}" | sed 's/\.c$//; s|/|_|g')
    nm "$OBJECTS/${1%.c}.o" | sed -n "s/.* T \($name\)\$/-Wl,--defsym=main=\1/p"
}

# Links the test $1 into the folder $2, where mutant.o, if it is there, takes the place of the same
# source in the archives.
# The lists are parted into words on purpose.
# shellcheck disable=SC2086
link() {
    mutant=
    [ ! -f "$2/mutant.o" ] || mutant=$2/mutant.o
    case $1 in
    *.sh) $LINK -o "$2/referee" "$OBJECTS/src/main.o" $mutant $ARCHIVES $LIBRARIES ;;
    *) $LINK -o "$2/test" $(main_of "$1") "$OBJECTS/${1%.c}.o" $mutant "$OBJECTS/libsupport.a" $ARCHIVES \
        $LIBRARIES ;;
    esac 2> "$2/complaints"
}

# Runs the test $1 that was linked into the folder $2, for at most $3 seconds: of the rule cases those of
# the game alone, and so with fights of many games.
run() {
    rm -rf "$2/home"
    mkdir "$2/home"
    case $1 in
    *.sh) command="sh $1" ;;
    */test_cases.c) command="$2/test $game" ;;
    *) command=$2/test ;;
    esac
    # shellcheck disable=SC2086
    env -u XDG_DATA_HOME -u XDG_CONFIG_HOME -u REFEREE_DB -u NO_COLOR -u MAKEFLAGS -u MAKELEVEL -u GAME \
        HOME="$2/home" TMPDIR="$2/home" LC_ALL=C.UTF-8 BUILD_DIR="$2" ${game:+GAME="$game"} \
        timeout -k 1 "$3" $command > "$2/output" 2>&1 < /dev/null
}

# The tests of the game, each with the seconds it may take: 20 times what it takes unchanged, since
# a change may make it go on forever, and never less than 10, since the machine may be busy.
measure() {
    mkdir -p "$work/unchanged"
    for test in $1; do
        if ! link "$test" "$work/unchanged"; then
            cat "$work/unchanged/complaints" >&2
            return 1
        fi
        begin=$(date +%s)
        if ! run "$test" "$work/unchanged" 600; then
            cat "$work/unchanged/output" >&2
            echo "$test fails without any change" >&2
            return 1
        fi
        seconds=$((($(date +%s) - begin) * 20))
        echo "$test $((seconds > 10 ? seconds : 10))"
    done
}

# ---- One change ----------------------------------------------------------------------------------

# Prints what became of the change in line $1 of the list: `no program`, `known` or `picked` with
# `caught` by a test or `survived`, or `equivalent`.
# shellcheck disable=SC2086
try() {
    sed -n "$1p" "$game_work/changes" > "$2/change"
    IFS=$tab read -r what path number rest < "$2/change"
    if [ "$what" = equivalent ]; then
        echo equivalent
        return
    fi
    AFTER=$(cut -f 6 "$2/change") awk -v number="$number" '
        FNR == number { match($0, /^ */); $0 = substr($0, 1, RLENGTH) ENVIRON["AFTER"] }
        { print }' "$path" > "$2/mutant.c"
    if ! $COMPILE -c -o "$2/mutant.o" "$2/mutant.c" 2> "$2/complaints"; then
        echo "$what no program"
        return
    fi
    while read -r test seconds; do
        if ! link "$test" "$2"; then
            echo "$what no program"
            return
        fi
        if ! run "$test" "$2" "$seconds"; then
            echo "$what caught $test"
            return
        fi
    done < "$game_work/tests"
    echo "$what survived"
}

# Each lane takes the next change that nobody has taken, until enough of them made a program.
lane() {
    mkdir -p "$game_work/lane$1"
    i=1
    while [ "$i" -le "$changes" ] && [ "$(wc -l < "$game_work/counted")" -lt "$wanted" ]; do
        if mkdir "$game_work/taken/$i" 2> /dev/null; then
            try "$i" "$game_work/lane$1" > "$game_work/verdict/$i"
            grep -E '^(picked (caught|survived)|equivalent)' "$game_work/verdict/$i" >> "$game_work/counted"
        fi
        i=$((i + 1))
    done
}

# ---- One game ------------------------------------------------------------------------------------

# The verdicts with their changes, as many as are wanted, in their order.
verdicts() {
    i=1
    while [ -f "$game_work/verdict/$i" ]; do
        printf '%s\t' "$(cat "$game_work/verdict/$i")"
        sed -n "${i}p" "$game_work/changes"
        i=$((i + 1))
    done | awk -F"$tab" -v wanted="$wanted" '
        $1 == "picked no program" { next }
        $2 != "known" && ++counted > wanted { exit }
        { print }'
}

summarize() {
    awk -F"$tab" -v game="$1" -v report="$report" '
        $2 == "known" { known++; known_caught += $1 ~ /caught/ }
        $2 == "picked" { picked++; caught += $1 ~ /caught/ }
        $2 == "equivalent" { equivalent++ }
        $2 != "equivalent" && $1 !~ /caught/ {
            survivors = survivors $3 ":" $4 ($5 != "" ? ": " $5 : "") \
                ($2 == "known" ? " (a known one)" : "") "\n- " $6 "\n+ " $7 "\n\n"
        }
        END {
            line = game ": " caught + 0 " caught of " picked + 0 " meaningful ones"
            if (equivalent) line = line ", " equivalent " more change nothing"
            if (known) line = line "; known ones: " known_caught + 0 " of " known
            printf "%s# %s\n", survivors, line >> report
            printf "\n" >> report
            printf "%s%s\n", survivors, line
            exit known_caught < known
        }' "$game_work/verdicts"
}

play() {
    game_work=$work/$1
    game=$(echo "$1" | sed '/^generic$/d; s/_/-/g')
    mkdir -p "$game_work/taken" "$game_work/verdict"
    eval "files=\$FILES_$1 tests=\$TESTS_$1"
    printf '%s\n' $files > "$game_work/files"
    awk -F"$tab" 'NR == FNR { is_of_game[$0] = 1; next } $2 in is_of_game' \
        "$game_work/files" "$work/changes" > "$game_work/changes"
    changes=$(wc -l < "$game_work/changes")
    : > "$game_work/counted"
    measure "$tests" > "$game_work/tests" || exit 2
    lanes=$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 2)
    while [ "$lanes" -gt 0 ]; do
        lane "$lanes" 2> /dev/null &
        lanes=$((lanes - 1))
    done
    wait
    verdicts > "$game_work/verdicts"
    summarize "$1" || status=1
}

# shellcheck disable=SC2086
"$MUTATE" "$seed" $ALL_FILES | sort > "$work/all"
awk -f tests/mutants/pick.awk tests/mutants/known tests/mutants/equivalent "$work/all" \
    > "$work/changes" || exit 1
for game in "$@"; do
    play "$game"
done
exit "$status"
