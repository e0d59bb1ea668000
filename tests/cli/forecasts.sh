#!/bin/sh
# `referee forecasts`: the forecast that was kept last before a fight began, beside how it ended.
. tests/cli/program.sh

export REFEREE_DB="$tap_scratch/campaign.db"
export XDG_DATA_HOME="$tap_scratch/data"

same() {
    if [ "$2" = "$3" ]; then tap_line ok "$1"; else tap_line "not ok" "$1"; printf '# %s\n' "$2" "not $3"; fi
}
query() {
    "$referee" forecasts --json > "$tap_scratch/document"
    sqlite3 :memory: "WITH t(d) AS (SELECT readfile('$tap_scratch/document')) SELECT $1 FROM t"
}
# Ana against a foe with these values; what comes before the first round, what comes after it.
fight() {
    printf 'encounter "%s"\nadd Ana side=party strength=12 wits=12 ac=24 hp=9 damage=1d8\nadd Bo %s\n%s\ninitiative 15 3\n%s\n' \
        "$1" "$2" "$3" "$4" | "$referee" run > /dev/null || echo "# $1 failed"
}
weak="strength=1 wits=8 ac=10 hp=1"
strong="strength=30 wits=8 ac=40 hp=90 damage=9d8"

fight First "$weak" forecast-keep 'out Bo dead'
fight Second "$strong" forecast-keep 'out Ana dead'
fight Third "$weak" forecast-keep 'out Ana fled'
fight Fourth "$weak" "" 'forecast-keep
out Bo dead'
fight Fifth "$strong" 'forecast-keep
remove Bo
add Bo '"$weak"'
forecast-keep' 'forecast-keep
out Bo dead'
fight Sixth "$weak" forecast-keep ""

before=$(cksum < "$REFEREE_DB")
same "the document has these names" "bins|brier|brier_high|brier_low|forecasts" \
    "$(query "(SELECT group_concat(key, '|') FROM (SELECT key FROM json_each(d) ORDER BY key))")"
same "and those of a fight are these" "chance|encounter|high|low|session|won" \
    "$(query "(SELECT group_concat(key, '|') FROM (SELECT key FROM json_each(d, '\$.forecasts[0]') ORDER BY key))")"
same "only fights that are over count, with a forecast from before they began" "First|Second|Third|Fifth" \
    "$(query "(SELECT group_concat(value ->> '\$.encounter', '|') FROM json_each(d, '\$.forecasts'))")"
same "flight is not won" "1|0|0|1" \
    "$(query "(SELECT group_concat(value ->> '\$.won', '|') FROM json_each(d, '\$.forecasts'))")"
same "of several it is the last one before the first round" 1 \
    "$(query "(d ->> '\$.forecasts[3].chance') > 0.9")"
same "they are all of one evening" "1|1|1|1" \
    "$(query "(SELECT group_concat(value ->> '\$.session', '|') FROM json_each(d, '\$.forecasts'))")"
same "bins hold all of them" "10|4|2|3" "$(query "json_array_length(d, '\$.bins'),
    (SELECT sum(value ->> '\$.fights') FROM json_each(d, '\$.bins')),
    (SELECT sum(value ->> '\$.won') FROM json_each(d, '\$.bins')),
    (SELECT value ->> '\$.fights' FROM json_each(d, '\$.bins') WHERE key = 9)")"
same "the score is the mean square of what was said less the result" 1 "$(query "
    abs((SELECT avg(((value ->> '\$.chance') - (value ->> '\$.won')) * ((value ->> '\$.chance') - (value ->> '\$.won')))
         FROM json_each(d, '\$.forecasts')) - (d ->> '\$.brier')) < 1e-9")"
same "in its interval" 1 "$(query "(d ->> '\$.brier_low') <= (d ->> '\$.brier') AND (d ->> '\$.brier') <= (d ->> '\$.brier_high')")"
"$referee" forecasts > "$tap_scratch/text"
for line in '^said 90 to 100%: 2 of 3 came true' '^Brier score 0\.' '^This tells little before [0-9]* fights\.' \
    '^1 fight ended without a forecast\.' '^ *1 .*Third .* not won$'; do
    if grep -q "$line" "$tap_scratch/text"; then
        tap_line ok "in words: $line"
    else
        tap_line "not ok" "in words: $line"
        sed 's/^/# /' "$tap_scratch/text"
    fi
done
same "the table tells the same" 1 "$(printf 'forecasts\n' | "$referee" run | grep -c '^said 90 to 100%: 2 of 3')"
same "reading changes no byte" "$before" "$(cksum < "$REFEREE_DB")"
export REFEREE_DB="$tap_scratch/other.db"
printf 'encounter Empty\nadd Bo hp=3\n' | "$referee" run > /dev/null
same "without any the score is not known" "0|||" "$(query "json_array_length(d, '\$.forecasts'),
    d ->> '\$.brier', d ->> '\$.brier_low', d ->> '\$.brier_high'")"
tap_end
