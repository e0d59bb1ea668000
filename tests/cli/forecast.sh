#!/bin/sh
# `referee forecast`: text and JSON, of the table, the past and what is prepared; the same document for
# any number of threads; mistakes that are told before anything is played; nothing is written.
. tests/cli/program.sh

export REFEREE_DB="$tap_scratch/campaign.db"
export XDG_DATA_HOME="$tap_scratch/data"
"$referee" run data/demo/spire.referee > /dev/null || exit 2

# The values of JSON paths, separated by |, in the document of these words.
value() {
    columns=$(echo "$1" | sed "s/|/'), json_extract(d, '/g")
    shift
    "$referee" forecast "$@" --json > "$tap_scratch/document" || echo "ended with $?"
    sqlite3 :memory: "SELECT json_extract(d, '$columns') FROM (SELECT readfile('$tap_scratch/document') AS d)"
}
same() {
    if [ "$2" = "$3" ]; then tap_line ok "$1"; else tap_line "not ok" "$1"; printf '# %s\n' "$2" "not $3"; fi
}

before=$(cksum < "$REFEREE_DB")
for threads in 1 2 5; do
    "$referee" forecast -n 60 --policy party=focus --threads $threads --json > "$tap_scratch/threads.$threads"
done
same "any number of threads gives the same document" \
    "$(cksum < "$tap_scratch/threads.1") $(cksum < "$tap_scratch/threads.1")" \
    "$(cksum < "$tap_scratch/threads.2") $(cksum < "$tap_scratch/threads.5")"
same "the same words give the same document again" "$(cksum < "$tap_scratch/threads.1")" \
    "$("$referee" forecast -n 60 --policy party=focus --json | cksum)"

one="-n 20 --policy party=focus --policy foes=spread"
same "the document names the fight" "The Broken Lantern||trilemma|2|1" \
    "$(value '$.encounter|$.at|$.system|$.round|$.seed' $one)"
same "a forecast has so many fights, by its policies" "20|focus|spread|[]|" \
    "$(value '$.forecasts[0].fights|$.forecasts[0].policy.party|$.forecasts[0].policy.foes|$.forecasts[0].needs|$.forecasts[0].what_if' $one)"
value '$' $one > /dev/null
same "its ends come to all of the fights" 1.0 "$(sqlite3 :memory: "
    SELECT round(sum(value ->> '\$.chance'), 9)
    FROM json_each(readfile('$tap_scratch/document'), '\$.forecasts[0].ends')")"
same "so do the rounds" 1.0 "$(sqlite3 :memory: "
    SELECT round(sum(value), 9) FROM json_each(readfile('$tap_scratch/document'), '\$.forecasts[0].rounds')")"
same "chances lie in their intervals" 0 "$(sqlite3 :memory: "
    SELECT count(*) FROM json_each(readfile('$tap_scratch/document'), '\$.forecasts[0].ends')
    WHERE NOT (value ->> '\$.low' <= value ->> '\$.chance' AND value ->> '\$.chance' <= value ->> '\$.high')")"
same "everybody is in it" 12 "$(sqlite3 :memory: "
    SELECT json_array_length(readfile('$tap_scratch/document'), '\$.forecasts[0].combatants')")"
same "the difference to itself is none" "0.0|0.0" "$(value '$.forecasts[0].difference.won.mean|$.forecasts[0].difference.falls.high' $one)"
value '$' -n 2 > /dev/null
same "both sides fight in two ways each" 4 "$(sqlite3 :memory: "
    SELECT json_array_length(readfile('$tap_scratch/document'), '\$.forecasts')")"
same "a kind and a combatant have policies of their own" "cautious" \
    "$(value '$.forecasts[0].policy."Odo Quill"' -n 2 --policy odo=cautious --policy shrike=spread)"
same "what is assumed is said" "wounded" "$(value '$.assumed.injury' -n 2 --assume injury=wounded)"
same "what if comes after the state as it is" "heal Ysolde 3; out #6 dead|0.0" \
    "$(value '$.forecasts[1].what_if' $one --what-if "heal Ysolde 3; out #6 dead")|$(sqlite3 :memory: "
        SELECT round(value ->> '\$.falls.chance' - 1, 3)
        FROM json_each(readfile('$tap_scratch/document'), '\$.forecasts[1].combatants')
        WHERE value ->> '\$.name' = 'Shrike 1'")"
same "an act of the past is forecast by its address" '"The Broken Lantern"#18' "$(value '$.at' '#18' $one)"
same "another seed gives other fights" 1 \
    "$([ "$(value '$.forecasts[0]' $one)" != "$(value '$.forecasts[0]' $one --seed 9)" ] && echo 1)"
same "--within plays on in whole batches" 0 "$(value '$.forecasts[0].fights' --within 5 --policy party=focus --policy foes=focus | awk '{ print $1 % 200 }')"
same "nothing was written" "$before" "$(cksum < "$REFEREE_DB")"

few="-n 60 --policy party=focus --policy foes=focus"
same "who matters most comes first, from paired fights" "Hookbill|60|1" \
    "$(value '$.without[0].name|$.without[0].fights' $few)|$(sqlite3 :memory: "
        SELECT abs(json_extract(d, '\$.without[0].won.chance') - json_extract(d, '\$.forecasts[0].ends.won.chance')
            - json_extract(d, '\$.without[0].difference.won.mean')) < 1e-9
        FROM (SELECT readfile('$tap_scratch/document') AS d)")"

ask="which morale of shrike breaks=50% round=3"
same "an answer has a number, the chances at those that were tried, and how it was asked" "$ask|morale breaks by round 3|0.5|8|1|1" \
    "$(value '$.answers[0].question|$.answers[0].measure|$.answers[0].goal|$.answers[0].now|$.answers[0].reached' $few --ask "$ask")|$(sqlite3 :memory: "
        SELECT json_extract(readfile('$tap_scratch/document'), '\$.answers[0].number') IN
            (SELECT value ->> '\$.number' FROM json_each(readfile('$tap_scratch/document'), '\$.answers[0].curve'))")"
complains "a question about nobody is refused" 2 'referee: "how many shrikess": nobody here and no kind is called shrikess; did you mean shrike?' \
    forecast --ask "how many shrikess for 70%"

"$referee" forecast -n 40 > "$tap_scratch/text"
grep -q '^The Broken Lantern, in round 2: 40 fights of each kind' "$tap_scratch/text" &&
    grep -q '^The party wins ' "$tap_scratch/text" && grep -q '^Assumed: who fails an injury save: out' "$tap_scratch/text" &&
    grep -q '^  without Hookbill ' "$tap_scratch/text"
same "the text has a verdict and what was assumed" 0 $?

# Its sentences, by their first words.
sentences() {
    sed 's/^Command: //' | grep -E '^(The party wins|Whether|Nothing|Wounds|Most|Who|Assumed)' | cut -d ' ' -f 1 | paste -sd ' '
}
same "the table in plain lines tells the sentences in the same order" "The Assumed: The Assumed:" \
    "$(sentences < "$tap_scratch/text") $(echo forecast | "$referee" table --linear | sentences)"

mkdir -p "$XDG_DATA_HOME/referee/policies/trilemma"
mine="$XDG_DATA_HOME/referee/policies/trilemma/mine.yaml"
printf 'policies:\n  - name: mine\n    random: 100\n' > "$mine"
same "a policy of one's own is followed" mine "$(value '$.forecasts[0].policy.party' -n 2 --policy party=mine)"
printf 'policies:\n  - name: mine\n    randon: 100\n' > "$mine"
"$referee" forecast -n 2 > /dev/null 2> "$tap_scratch/err"
same "a mistake in that file ends it" 3 $?
same "the mistake is reported with its place" 1 "$(grep -c 'mine.yaml:3:5: randon: .*did you mean random?' "$tap_scratch/err")"
printf 'policies:\n  - name: mine\n    random: 101\n' > "$mine"
complains_part() { # NAME CODE PATTERN WORDS...
    name=$1 wanted=$2 pattern=$3
    shift 3
    run_referee "$@"
    holds "$name" [ "$code.$(grep -c "$pattern" "$tap_scratch/err").$(wc -c < "$tap_scratch/out")" = "$wanted.1.0" ]
}
complains_part "a number that is too great has its place" 3 'mine.yaml:3:13: .*0 to 100' forecast -n 2
printf 'policies:\n  - name: mine\n    random: [1\n' > "$mine"
complains_part "so has what is no YAML" 3 'mine.yaml:4:1: ' forecast -n 2
printf 'policies:\n  - name: mine\n    answers: direct\n' > "$mine"
complains_part "so have answers without a question, as JSON too" 3 'mine.yaml:3:14: .*{name: word}' forecast --json -n 2
rm "$mine"

cp "$REFEREE_DB" "$tap_scratch/kept.db"
keep() { echo "$1" | "$referee" run --db "$tap_scratch/kept.db" - > "$tap_scratch/kept" 2>&1; }
kept() { value "$1" -n 2 --db "$tap_scratch/kept.db"; }
keep 'policy odo cautious'
same "it says what is kept" "Odo Quill fights by cautious in a forecast" "$(cat "$tap_scratch/kept")"
same "a policy that is kept with the encounter is followed" "cautious" "$(kept '$.forecasts[0].policy."Odo Quill"')"
same "what is asked for wins over it" "spread" \
    "$(value '$.forecasts[0].policy."Odo Quill"' -n 2 --db "$tap_scratch/kept.db" --policy odo=spread)"
same "it is among what is assumed" 1 "$("$referee" forecast -n 2 --db "$tap_scratch/kept.db" | grep -c '^Assumed: .*; Odo Quill fights by cautious\.$')"
same "show tells it as a fact of the combatant" 1 "$("$referee" show --db "$tap_scratch/kept.db" | grep -c 'forecast policy: cautious')"
same "show tells it as JSON too" "forecast policy: cautious" "$("$referee" show --json --db "$tap_scratch/kept.db" > "$tap_scratch/shown"
    sqlite3 :memory: "SELECT f.value FROM json_each(readfile('$tap_scratch/shown'), '\$.combatants') c,
        json_each(c.value, '\$.facts') f WHERE f.value LIKE '%policy%'")"
keep 'policy foes engaged'
keep 'policy shrike spread'
same "a side and a kind have policies of their own" "engaged|spread|2" \
    "$(kept '$.forecasts[0].policy.foes')|$(kept '$.forecasts[0].policy.shrike')|$(sqlite3 :memory: "
        SELECT json_array_length(readfile('$tap_scratch/document'), '\$.forecasts')")"
keep 'undo'
same "undo takes it back" "engaged|" "$(kept '$.forecasts[0].policy.foes')|$(kept '$.forecasts[0].policy.shrike')"
keep 'redo'
same "redo keeps it again" "spread" "$(kept '$.forecasts[0].policy.shrike')"
keep 'policy foes usual'
same "usual ends it" "focus" "$(kept '$.forecasts[0].policy.foes')"
same "and a what-if gives one for a while" "focus|cautious|cautious" \
    "$(kept '$.forecasts[0].policy.foes')|$(value '$.forecasts[4].policy.foes|$.forecasts[5].policy.foes' -n 2 --db "$tap_scratch/kept.db" --what-if 'policy foes cautious')"
keep 'policy Nobody spread'
same "a policy of somebody who is not there is refused" 1 "$(grep -c 'expected party, foes, a kind or a combatant' "$tap_scratch/kept")"
keep 'policy odo Cautious!'
same "a name that cannot be one" 1 "$(grep -c 'lower-case letters, digits and -' "$tap_scratch/kept")"
keep 'policy odo cautios'
complains "a kept one that there is not" 2 \
    'referee: policy Odo Quill: there is no policy cautios; did you mean cautious?' \
    --db "$tap_scratch/kept.db" forecast -n 2
complains "an unknown policy is refused with the nearest" 2 "referee: --policy party=focuss: there is no policy focuss; did you mean focus?" forecast --policy party=focuss
complains "an unknown choice is refused" 2 "referee: --assume injury=maybe: expected one of out, wounded, dead, none" \
    forecast --assume injury=maybe
complains "nothing of that name is assumed" 2 \
    "referee: --assume injurry: nothing of this name is assumed; did you mean injury?" forecast --assume injurry=out
complains "a line of what-if that is wrong" 2 \
    'referee: what-if, line 2, "duplicat #3": there is no command duplicat; did you mean duplicate?' \
    forecast --what-if "heal Ysolde 1; duplicat #3"
complains "a what-if about nobody is refused" 2 \
    'referee: what-if, line 2, "damage Ysolda 2": no combatant here is called Ysolda; did you mean Ysolde?' \
    forecast --what-if "heal Ysolde 1; damage Ysolda 2"
complains "a mistake in a second what-if is reported" 2 \
    'referee: what-if, line 1, "helal Odo 1": there is no command helal; did you mean heal?' \
    forecast --what-if "heal Ysolde 1" --what-if "helal Odo 1"
complains "a policy for nobody is refused" 2 \
    'referee: --policy Ysolda: expected party, foes, a kind or a combatant: no combatant here is called Ysolda; did you mean Ysolde?' \
    forecast --policy Ysolda=focus
complains "an unknown encounter is refused" 2 "referee: there is no encounter Nest" forecast Nest
complains "too many points" 2 "referee: --within 80: expected 0.01 to 50 points of 100" forecast --within 80
complains "a forecast of no fights is refused" 2 "referee: -n 0: expected a whole number from 1 to 1000000" forecast -n 0
complains "a forecast without threads is refused" 2 "referee: --threads 0: expected a whole number from 1 to 16" forecast --threads 0
complains "a word too many is refused" 2 \
    "referee: forecast does not take more: it is referee forecast [ENCOUNTER | ADDRESS] [-n COUNT]" \
    forecast '#18' more

"$referee" run --db "$tap_scratch/empty.db" - > /dev/null << 'END'
encounter Alone system=yuxtapa
add Ana side=party to_hit=2 dv=4 pv=0 damage=1d6 hp=9
END
complains "a fight without foes has no forecast" 2 "referee: there is no fight to forecast: no foe is in it" \
    --db "$tap_scratch/empty.db" forecast
"$referee" run --db "$tap_scratch/endless.db" - > /dev/null << 'END'
encounter Endless system=yuxtapa
add Ana side=party to_hit=2 dv=4 pv=0 damage=0 hp=9
add rat to_hit=2 dv=4 pv=0 damage=0 hp=9
END
"$referee" run --db "$tap_scratch/evening.db" data/demo/evening.referee > /dev/null
before=$(cksum < "$tap_scratch/evening.db")
same "a prepared encounter is forecast with the party of the campaign" "Bell tower|0|party" \
    "$(value '$.encounter|$.round|$.forecasts[0].combatants[0].side' 'Bell tower' -n 2 --db "$tap_scratch/evening.db")"
same "it is not written either" "$before" "$(cksum < "$tap_scratch/evening.db")"
same "an evening is the same on any number of threads" \
    "$("$referee" forecast --plan --json -n 60 --threads 1 --db "$tap_scratch/evening.db" | cksum)" \
    "$("$referee" forecast --plan --json -n 60 --threads 3 --db "$tap_scratch/evening.db" | cksum)"
same "an evening is not written either" "$before" "$(cksum < "$tap_scratch/evening.db")"
"$referee" run --db "$tap_scratch/plan.db" - > /dev/null << 'END'
encounter Ford system=trilemma
add Ana side=party strength=14 wits=12 ac=24 hp=9 damage=1d8
add shrike strength=11 wits=8 ac=21 hp=6 damage=1d6
encounter Mill
encounter Hall system=yuxtapa
plan-add Mill
plan-add Ford
plan-add Hall
END
same "an evening of one fight is that fight, dice for dice" \
    "$(value '$.forecasts[0].ends.won.chance' Ford -n 50 --seed 7920 --db "$tap_scratch/plan.db")" \
    "$(value '$.plan[0].through.chance' --plan -n 50 --seed 1 --db "$tap_scratch/plan.db")"
same "what cannot be fought is left out, with the reason" \
    "there is no fight to forecast: nobody is in it|the party cannot come along into another game" \
    "$(value '$.plan[0].encounters[0].left_out' --plan -n 2 --db "$tap_scratch/plan.db")|$(value \
        '$.plan[0].encounters[2].left_out' --plan -n 2 --db "$tap_scratch/plan.db")"
"$referee" run --db "$tap_scratch/noplan.db" - > /dev/null << 'END'
encounter Ford system=trilemma
END
"$referee" run --db "$tap_scratch/kept.db" - > /dev/null << 'END'
encounter Bridge system=trilemma
add Anka side=party strength=20 wits=12 ac=40 hp=20
add rat strength=2 wits=8 ac=10 hp=1
forecast-keep
initiative 15 5
out rat dead
END
before="forecast before: the party wins >99%"
same "the forecast that was kept is shown with the fight that is over" "$before; it won in round 1, nobody fell" \
    "$("$referee" --db "$tap_scratch/kept.db" show | grep '^forecast')"
same "it stands below the figures of the fight too" "$before; it won in round 1, nobody fell" \
    "$("$referee" --db "$tap_scratch/kept.db" figures Bridge | grep '^forecast')"
same "it stands in the chronicle too" "    $before" \
    "$(echo chronicle | "$referee" --db "$tap_scratch/kept.db" run - | grep 'forecast before')"
same "but the players are not told of it" 0 \
    "$("$referee" --db "$tap_scratch/kept.db" export Bridge --players --format md | grep -c forecast)"
says "an empty plan says how to fill it" 1 "The plan is empty: plan-add fills it." \
    --db "$tap_scratch/noplan.db" forecast --plan
"$referee" run --db "$tap_scratch/late.db" - > /dev/null << 'END'
encounter Ford system=trilemma
add Anka side=party strength=14 wits=12 ac=24 hp=9
add rat strength=8 wits=3 ac=22 hp=4
counter wolves 2 then="add 2 wolf strength=8 wits=12 ac=22 hp=4"
counter bell 3 per=manual then="add 1 troll strength=9 wits=3 ac=22 hp=4"
counter torch 3 then="note dark"
END
same "who arrives later is told" \
    "Who arrives later is fought too; when no other foe is left, rounds go by until they come: wolves (2 rounds left). Not fought, for the referee brings them: bell (3 left, by hand)." \
    "$("$referee" --db "$tap_scratch/late.db" forecast -n 2 | grep '^Who arrives')"
same "and has a line among those who fall" 2 \
    "$("$referee" --db "$tap_scratch/late.db" forecast -n 50 | grep -c 'Wolf [12], later')"
same "it stands in the document too, with the line that adds them" \
    '[{"name":"wolves","when":"2 rounds left","adds":"add 2 wolf strength=8 wits=12 ac=22 hp=4","played":true},{"name":"bell","when":"3 left, by hand","adds":"add 1 troll strength=9 wits=3 ac=22 hp=4","played":false}]' \
    "$(value '$.arrivals' -n 2 --db "$tap_scratch/late.db")"
same "nobody else is" "[]" "$(value '$.arrivals' -n 2)"
says "a fight that cannot end says why" 0 \
    "Endless, before the start: 20 fights of each kind, within 8.1 points
The fight does not end.
Nobody can hurt anybody: check hit points, damage and armour.

party wins <1%, by the policies that were tried

party / foes            wins        95%       all fall    flees       stalemate
  focus / spread        under 17%   0-16%     under 17%   under 17%   over 83%
ends in round: 51 100%

as focus / spread       falls       95%       policies
  Ana                   under 17%   0-16%     <1%       9.0 left
  Rat                   under 17%   0-16%     <1%       9.0 left

Assumed: initiative, where there is no order yet: d20; whether foes check a borrowed morale when half fell: off; foes whose morale breaks: flee; sleepers who are hurt: wake; how many foes a circular attack reaches: 2; an assassin's first attack, in round 1: hidden." \
    --db "$tap_scratch/endless.db" forecast $one

tap_end
