#!/bin/sh
# `referee forecast` in each game, of its demo before the first act: the document of one thread is that
# of two, and the one that is kept in tests/forecasts (ACCEPT=1 writes it again); the campaign is not
# changed by a byte, and its next dice are those that would have fallen without a forecast.
. tests/cli/program.sh

export XDG_DATA_HOME="$tap_scratch/data"
for demo in spire saltworks mill_pond sunken_larder dungeon; do
    campaign="$tap_scratch/$demo.db"
    awk '/^(initiative|order|next|attack|surprise g1)/ { exit } { print }' "data/demo/$demo.referee" |
        "$referee" run --db "$campaign" - > /dev/null || exit 2
    cp "$campaign" "$tap_scratch/other.db"
    before=$(cksum < "$campaign")
    "$referee" forecast --db "$campaign" -n 30 --policy party=focus --threads 1 --json > "$tap_scratch/one"
    "$referee" forecast --db "$campaign" -n 30 --policy party=focus --threads 2 --json > "$tap_scratch/two"
    holds "$demo: one thread and two give the same document" cmp "$tap_scratch/one" "$tap_scratch/two"
    "$referee" forecast --db "$campaign" -n 20 --policy party=sensible --policy foes=focus --json |
        sed 's/, "/,\
"/g' > "$tap_scratch/document"
    [ -z "${ACCEPT:-}" ] || cp "$tap_scratch/document" "tests/forecasts/$demo.json"
    holds "$demo: the document is the one that is kept" cmp "$tap_scratch/document" "tests/forecasts/$demo.json"
    "$referee" forecast --db "$campaign" -n 4 '#2' > /dev/null 2>&1
    "$referee" forecast --db "$campaign" -n 4 --what-if 'note it is tried' > /dev/null
    same="$(cksum < "$campaign")"
    holds "$demo: the campaign is not changed" [ "$before" = "$same" ]
    for db in "$campaign" "$tap_scratch/other.db"; do
        echo 'roll 20d100' | "$referee" run --db "$db" - > "$db.rolled"
    done
    holds "$demo: the next dice are those that would have fallen" cmp "$campaign.rolled" "$tap_scratch/other.db.rolled"
done

# Mistakes and fights that do not end, as text and as JSON.
export REFEREE_DB="$tap_scratch/mistakes.db"
"$referee" run data/demo/spire.referee > /dev/null || exit 2
refusal='referee: what-if, line 2, "react Ysolde riposte": Ysolde has no riposte: `trait` gives it'
complains "a what-if that the rules refuse" 1 "$refusal" forecast --what-if "heal Ysolde 1; react Ysolde riposte"
complains "the refusal is the same for JSON" 1 "$refusal" forecast --json --what-if "heal Ysolde 1; react Ysolde riposte"
"$referee" forecast -n 20 --assume injury=wounded --policy party=focus --policy foes=focus > "$tap_scratch/text"
holds "wounds without an end are told, with what to assume" \
    grep -q '^Wounds without an end: .* Assume something else: --assume injury=out or injury=dead\.' "$tap_scratch/text"

# Why it does not end, of the first forecast: endless SYSTEM LINES [WORDS...].
endless() {
    printf 'encounter Endless system=%s\n%b\n' "$1" "$2" | "$referee" run --db "$tap_scratch/endless.$1.db" - > /dev/null
    db="$tap_scratch/endless.$1.db"
    shift 2
    "$referee" forecast --db "$db" -n 20 --policy party=focus --policy foes=focus "$@" --json > "$tap_scratch/document"
    rm "$db"
    sqlite3 :memory: "SELECT json_extract(d, '\$.why') || ' ' || json_extract(d, '\$.assume') || ' ' || json_extract(d, '\$.text')
        FROM (SELECT json_extract(readfile('$tap_scratch/document'), '\$.forecasts[0].endless') AS d)"
}
says_why() { # NAME WHY LINES-AND-WORDS...
    name=$1 why=$2
    shift 2
    found=$(endless "$@")
    [ "$found" = "$why" ] || echo "# $found"
    holds "$name" [ "$found" = "$why" ]
}
unhurt='unhurt [] Nobody can hurt anybody: check hit points, damage and armour.'
unset='unset [] Wounds without an end: somebody who is hurt has no hit points set. Give them: set NAME hp=9.'
wounds='wounds ["injury=out","injury=dead"] Wounds without an end: somebody at 0 hit points fights on. Assume something else: --assume injury=out or injury=dead.'
says_why "nobody can hurt anybody, in Caves of Qud, as JSON" "$unhurt" caves-of-qud \
    'add Ana side=party to_hit=2 dv=4 av=4 ma=3 ego=4 damage=0 hp=9\nadd rat to_hit=2 dv=4 av=4 ma=3 ego=4 damage=0 hp=9'
says_why "and in Four Against Darkness" "$unhurt" four-against-darkness \
    'add Hild class=warrior level=1\nadd rats count=6 level=50 damage=0'
says_why "hit points that are not set, in yuxtapa" "$unset" yuxtapa \
    'add Ana side=party to_hit=2 dv=4 pv=0 damage=1d6\nadd rat to_hit=2 dv=4 pv=0 damage=1d6'
says_why "and in Trilemma" "$unset" trilemma \
    'add Ana side=party strength=14 wits=12 ac=24 damage=1d6\nadd shrike strength=11 wits=8 ac=21 damage=1d6'
says_why "wounds without an end, with what to assume" "$wounds" trilemma \
    'add Ana side=party strength=14 wits=12 ac=24 hp=9 damage=1d6\nadd shrike strength=11 wits=8 ac=21 hp=6 damage=1d6' \
    --assume injury=wounded
says_why "a fight that ends has no such reason" "" trilemma \
    'add Ana side=party strength=14 wits=12 ac=24 hp=9 damage=1d6\nadd shrike strength=11 wits=8 ac=21 hp=6 damage=1d6' \
    --assume injury=out
complains "a mistake in a policy is reported for JSON too" 2 "referee: --policy party=focuss: there is no policy focuss; did you mean focus?" \
    forecast --json --policy party=focuss
complains "a mistake in a what-if is reported for JSON too" 2 \
    'referee: what-if, line 1, "duplicat #3": there is no command duplicat; did you mean duplicate?' \
    forecast --json --what-if "duplicat #3"

# Four Against Darkness: the party may wait for the reaction of the foes, and take what they offer.
"$referee" run --db "$tap_scratch/met.db" - > /dev/null << 'EOF'
encounter Toll system=four-against-darkness
add Hild class=warrior level=1
add Ro class=cleric level=1
place room
add "salt giant"
EOF
won() {
    "$referee" forecast --db "$tap_scratch/met.db" -n 100 --policy party=focus --policy foes=focus "$@" --json > "$tap_scratch/met"
    sqlite3 :memory: "SELECT round(100 * json_extract(readfile('$tap_scratch/met'), '\$.forecasts[0].ends.$end.chance'))"
}
end=won
attacks=$(won --assume start=attack) waits=$(won --assume start=wait)
echo "# won: attacking at once $attacks, waiting $waits of 100"
holds "who waits wins less often, since some foes go" [ "${waits%.*}" -lt "${attacks%.*}" ]
end=fled
waits=$(won --assume start=wait) accepts=$(won --assume start=wait --assume offer=accept)
echo "# parted in peace: declining $waits, accepting $accepts of 100"
holds "who accepts a bribe parts in peace more often" [ "${accepts%.*}" -gt "${waits%.*}" ]

tap_end
