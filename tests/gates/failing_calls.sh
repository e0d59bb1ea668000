#!/bin/sh
# The program with its calls to the system failing, one after the other: memory, room on the disk, reading,
# opening, naming, syncing; once and for good; a disk that has room again after 3 or 12 calls; and with short
# writes and interrupted calls, which it must not even notice. After each point the campaign is as it was
# before or after each line, what was told is there, what failed was said in words, no part of a file is
# left, and the file is sound. What failed is then done again, with nothing in its way: it comes to what it
# would have come to at once.
#
# CALLS=all tries every call; without it fewer the later they come. RUN="backup" tries runs with that in
# their name.
. tests/gates/tap.sh
referee=${BUILD_DIR:-build/release}/referee
shim=$tap_scratch/failing_calls.so
work=$tap_scratch/work
kept=$tap_scratch/kept
unset REFEREE_DB
export XDG_DATA_HOME="$work/data" XDG_CONFIG_HOME="$work/config"
${CC:-cc} -std=gnu17 -O1 -shared -fPIC -o "$shim" tests/gates/failing_calls.c || exit 2

cat > "$tap_scratch/begin" << 'END'
encounter Yard system=trilemma
add 2 rat strength=8 wits=3 ac=22 hp=6
encounter Mill system=trilemma
add Bo side=party wits=10 strength=9 ac=1 hp=1
add 3 rat strength=8 wits=3 ac=22 hp=6 morale=7
enlist Bo
save-kind r1 mill rat
initiative 15 9
prepare Ford party
END
cat > "$tap_scratch/stats.txt" << 'END'
Grey Heron: AC 7, HD 2, hp 9, Att 1 x beak (1d6), MV 60', ML 8
END
cat > "$tap_scratch/all.json" << 'END'
{"referee": 1,
 "kinds": [{"game": "trilemma", "kind": "creature", "record": {"name": "newt", "hp": "3"}}],
 "policies": [{"game": "trilemma", "of": "foes", "policy": "focus"}],
 "policy_files": [{"game": "trilemma", "file": "mine.yaml", "text": "policies:\n  - name: mine\n"}],
 "macros": [{"name": "rest", "lines": "note they rest"}]}
END
printf 'creatures:\n  - name: newt\n    hp: 3\n' > "$tap_scratch/beasts.yaml"

# The campaign that each point begins with, and beside it what some runs need.
begin() {
    rm -rf "$work"
    cp -R "$kept" "$work"
}
mkdir -p "$kept/data" "$kept/config"
work=$kept XDG_DATA_HOME=$kept/data "$referee" --db "$kept/c.db" --seed 3 run "$tap_scratch/begin" > /dev/null || exit 2
"$referee" --db "$kept/other.db" --seed 3 run "$tap_scratch/begin" > /dev/null || exit 2
echo 'note only there' | "$referee" --db "$kept/other.db" run > /dev/null
mkdir -p "$kept/c.db.backups"
"$referee" --db "$kept/c.db" backup "$kept/c.db.backups/2026-01-01-200000.db" > /dev/null
printf 'note newer\n' | "$referee" --db "$kept/c.db" run > /dev/null
echo older > "$kept/older"

# $is: what a campaign holds, without what differs each time.
sum() {
    is=none
    [ -e "$1" ] || return
    # An older file has no changes.
    is=$(sqlite3 "$1" "SELECT id, name, system FROM encounter; SELECT id, encounter, previous, after FROM opening;
        SELECT id, kind, encounter, previous, parent, head, depth, acts, label, command FROM log;
        SELECT id, act, n, kind, subject, object, field, old, new, text_old, text_new, line FROM event;
        SELECT id, step, thing, thing_id, field, new FROM change;" 2> /dev/null | cksum)
    is=${is%% *}
}

# $is: the same of the file that a run writes: a campaign, or a text without its dates.
writes=product
product() {
    is=none
    [ -e "$work/$writes" ] || return
    case $(head -c 6 "$work/$writes") in
    SQLite) sum "$work/$writes" ;;
    *) is=$(sed 's/20[0-9][0-9]-[0-9-]* [0-9:]*//g' "$work/$writes" | cksum) ;;
    esac
}

# A run: the campaign, and the file that it writes, as it was before and as it must be. In ASCII, as a
# locale that cannot be read would have it.
run() { # CAMPAIGN WORDS...
    campaign=$1
    shift
    LC_ALL=C "$referee" --db "$work/$campaign" --seed 5 "$@" < "$work/lines" > "$work/out" 2> "$work/err"
}

trouble() {
    echo "$name, $kind $on at $n: $*"
    sed 's/^/  /' "$work/err" | head -n 3
}

# The same once more, or what is left of its lines.
again() {
    [ -z "$lines" ] || printf "$lines" | tail -n "+$((there + 1))" > "$work/lines"
    run "$@" || trouble "done again it ends with $?"
    sum "$work/$1"
    [ "$is" = "$after" ] || trouble "done again, and the campaign is not as after it"
    product
    [ "$is" = "$made" ] || trouble "done again, and the file is not what it writes"
    no_parts "done again"
}

no_parts() {
    for left in "$work"/*.part-* "$work"/*/*.part-* "$work"/*/*/*.part-* "$work"/*/*/*/*/*.part-*; do
        [ ! -e "$left" ] || trouble "$1, and $left is left"
    done
}

# One point; false when the call was never made.
try() {
    begin
    printf "$lines" > "$work/lines"
    FAIL_CALL=$kind FAIL_AT=$n FAIL_ON=$on FAIL_TOLD=$work/told LD_PRELOAD=$shim run "$@"
    code=$?
    [ -e "$work/told" ] || return 1
    points=$((points + 1))
    sum "$work/$1"
    now=$is
    product
    written=$is
    # A disk that cannot be read now is no damaged campaign.
    [ "$kind" != read ] || ! grep -q "is damaged\|malformed" "$work/err" "$work/out" || trouble "what cannot be read is called damaged"
    case $kind in short | interrupt) [ "$code" -eq 0 ] || trouble "it ended with $code" ;; esac
    case $kind in name) ;; *) no_parts "$code" ;; esac
    case $code in
    0)
        [ "$now" = "$after" ] || trouble "it ended well, and the campaign is not as after it"
        [ "$written" = "$made" ] || trouble "it ended well, and the file is not what it writes"
        cmp -s "$work/out" "$tap_scratch/answer" || trouble "it ended well, and says something else"
        ;;
    *)
        [ "$code" -eq 3 ] || trouble "it ended with $code"
        [ -s "$work/err" ] || trouble "$code, and nothing was said"
        [ "$kind" != full ] || grep -q "the disk is full\|No space left" "$work/err" || trouble "$code, and not why"
        case " $sums " in *" $now "*) ;; *) trouble "$code, and the campaign is as it never was" ;; esac
        # What was told of a script is there.
        there=0
        for line in $told_sums; do
            [ "$line" = "$now" ] && break
            there=$((there + 1))
        done
        [ -z "$lines" ] || [ "$(echo "$told_lines" | cut -d' ' -f $((there + 1)))" -ge "$(grep -c . "$work/out")" ] || trouble "$code, and what was told is not there"
        [ "$written" = "$none" ] || [ "$written" = "$made" ] || trouble "$code, and a part of the file is there"
        [ "$now $written" = "$after $made" ] || again "$@"
        ;;
    esac
    if [ $((points % 5)) -eq 0 ] && [ -e "$work/$1" ]; then
        "$referee" --db "$work/$1" verify > "$work/out" 2>&1 || trouble "not sound: $(head -n 1 "$work/out")"
    fi
    return 0
}

every() { # NAME LINES CAMPAIGN WORDS...: at each call of each kind
    name=$1 lines=$2
    shift 2
    case $name in *"${RUN:-}"*) ;; *) return ;; esac
    begin
    printf "$lines" > "$work/lines"
    sum "$work/$1"
    told_sums=$is told_lines=0
    product
    none=$is
    # After each line of a script alone, and after all.
    count=$(printf "$lines" | grep -c .)
    i=0
    while [ "$i" -lt "$count" ]; do
        i=$((i + 1))
        begin
        printf "$lines" | head -n "$i" > "$work/lines"
        run "$@" || { echo "$name: $(cat "$work/err")"; return; }
        sum "$work/$1"
        told_sums="$told_sums $is"
        told_lines="$told_lines $(grep -c . "$work/out")"
    done
    begin
    printf "$lines" > "$work/lines"
    run "$@" || { echo "$name: $(cat "$work/err")"; return; }
    sum "$work/$1"
    after=$is
    sums="$told_sums $after"
    product
    made=$is
    cp "$work/out" "$tap_scratch/answer"
    for kind in ${KIND:-memory full read open name sync short interrupt}; do
        for on in 1 $([ "$kind" = full ] && echo 3 12) good; do
            n=1
            while try "$@"; do
                case $kind in interrupt) break ;; esac
                if [ -n "${CALLS:-}" ]; then
                    [ "$kind" = memory ] && n=$((n + 1 + n / 20)) || n=$((n + 1))
                else
                    n=$((2 * n + 1))
                fi
            done
        done
    done
    echo "$name: $points points so far" >> "$tap_scratch/points"
}
points=0
check "lines of the table" every lines 'note one\nattack r1 14 4\nundo\n' c.db run
check "preparing" every prepare 'prepare Den blank\nprepared-undo\nplan-prepared Ford\nstart Ford\n' c.db run
check "reviewing" every review 'remark well done\nquestion-keep falls who falls\nforecast-keep\n' c.db run
check "kinds and the party" every party 'add-kind newt hp=3\nkinds-undo\nparty-gain 20 chest\naway Bo\n' c.db run
check "importing" every import '' c.db import "$tap_scratch/stats.txt"
check "backup" every backup '' c.db backup "$work/product"
check "going back at the table" every return 'restore 2026-01-01-200000\nnote it goes on\n' c.db run
check "restore" every restore '' c.db restore 2026-01-01-200000
check "exporting" every export '' c.db export -o "$work/product" --format csv
check "merge" every merge '' c.db merge "$work/other.db"
check "rebuild" every rebuild '' c.db rebuild
check "figures, and what is kept of them" every figures '' c.db figures session=1
check "a search" every search '' c.db log rat
check "a forecast" every forecast '' c.db forecast -n 20
writes=older
check "writing records over older ones" every write '' c.db write campaign -o "$work/older" --replace
writes=config/referee/settings.yaml
check "settings" every settings 'settings bell no\n' c.db run
writes=data/referee/library/trilemma/beasts.yaml
check "a file of kinds" every library '' c.db library add "$tap_scratch/beasts.yaml" --system trilemma
writes=data/referee/policies/trilemma/mine.yaml
check "importing what another campaign wrote" every own '' c.db import "$tap_scratch/all.json"
for version in 1 2; do
    cp "tests/fixtures/version_$version/campaign.referee-campaign" "$kept/old.db" && chmod u+w "$kept/old.db"
    check "migration of version $version" every "migration $version" 'note after it\n' old.db run
done
sed 's/^/# /' "$tap_scratch/points"
tap_end
