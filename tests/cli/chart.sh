#!/bin/sh
# `referee forecast --chart`: text and JSON of a fight that was played; the same document for any number of
# threads; what adds up; nothing is written.
. tests/cli/program.sh

export REFEREE_DB="$tap_scratch/campaign.db"
export XDG_DATA_HOME="$tap_scratch/data"
export LC_ALL=C.UTF-8
"$referee" run tests/scripts/sunken_larder_to_the_end.referee > /dev/null || exit 2

same() {
    if [ "$2" = "$3" ]; then tap_line ok "$1"; else tap_line "not ok" "$1"; printf '# %s\n' "$2" "not $3"; fi
}
# A query over the document of these words, as `d`.
query() {
    sqlite3 :memory: "WITH t(d) AS (SELECT readfile('$tap_scratch/document')) SELECT $1 FROM t"
}
has() {
    if grep -q "$2" "$tap_scratch/text"; then tap_line ok "$1"; else tap_line "not ok" "$1"; sed 's/^/# /' "$tap_scratch/text"; fi
}

before=$(cat "$REFEREE_DB"* | cksum)
for threads in 1 2 5; do
    "$referee" forecast --chart -n 60 --threads $threads --json > "$tap_scratch/threads.$threads"
done
same "any number of threads gives the same document" \
    "$(cksum < "$tap_scratch/threads.1") $(cksum < "$tap_scratch/threads.1")" \
    "$(cksum < "$tap_scratch/threads.2") $(cksum < "$tap_scratch/threads.5")"
cp "$tap_scratch/threads.1" "$tap_scratch/document"
same "the document has these names" \
    "by|chart|choices|dice|encounter|end|fights|policy|start|turning_points|without_dice" \
    "$(query "(SELECT group_concat(key, '|') FROM (SELECT key FROM json_each(d) ORDER BY key))")"
same "and those of an act are these" "act|by|chance|choice|dice|high|label|low|round" \
    "$(query "(SELECT group_concat(key, '|') FROM (SELECT key FROM json_each(d, '\$.chart[0]') ORDER BY key))")"
same "it names the fight, its policies and how many fights were played" "The Sunken Larder|sensible|sensible|60" \
    "$(query "d ->> '\$.encounter', d ->> '\$.policy.party', d ->> '\$.policy.foes', d ->> '\$.fights'")"
same "start, dice and choices come to the end, which was won" "1|1.0" "$(query "
    abs((d ->> '\$.start') + (d ->> '\$.dice') + (d ->> '\$.choices') - (d ->> '\$.end')) < 1e-9, d ->> '\$.end'")"
same "the dice of the acts come to those of the fight, and so do those of everybody" "1|1|1" "$(query "
    abs((SELECT sum(value ->> '\$.dice') FROM json_each(d, '\$.chart')) - (d ->> '\$.dice')) < 1e-9,
    abs((SELECT sum(value ->> '\$.choice') FROM json_each(d, '\$.chart')) - (d ->> '\$.choices')) < 1e-9,
    abs((SELECT sum(value ->> '\$.dice') FROM json_each(d, '\$.by')) - (d ->> '\$.dice')) < 1e-9")"
same "without its dice it is the start and the choices" 1 "$(query "
    abs((d ->> '\$.start') + (d ->> '\$.choices') - (d ->> '\$.without_dice')) < 1e-9")"
same "chances lie in their intervals" 0 "$(query "
    (SELECT count(*) FROM json_each(d, '\$.chart')
     WHERE NOT (value ->> '\$.low' <= value ->> '\$.chance' AND value ->> '\$.chance' <= value ->> '\$.high'))")"
"$referee" forecast --chart -n 250 --json > "$tap_scratch/document"
same "a turning point names its act and its chances" 1 "$(query "
    (SELECT p.value ->> '\$.text' LIKE 'r' || (a.value ->> '\$.round') || ', ' || (a.value ->> '\$.label') || ': %% to %%'
     FROM json_each(d, '\$.turning_points') AS p, json_each(d, '\$.chart') AS a
     WHERE p.key = 0 AND a.value ->> '\$.act' = p.value ->> '\$.act')")"
same "there are three at most, the greatest first" "1|1" "$(query "
    json_array_length(d, '\$.turning_points') BETWEEN 1 AND 3,
    (SELECT count(*) = 0 FROM json_each(d, '\$.turning_points') AS a, json_each(d, '\$.turning_points') AS b
     WHERE a.key < b.key AND abs((a.value ->> '\$.to') - (a.value ->> '\$.from')) + 1e-9
                           < abs((b.value ->> '\$.to') - (b.value ->> '\$.from')))")"
"$referee" forecast --chart --within 9 --json > "$tap_scratch/document"
same "it is played until it is known so well, in whole batches" "1|0" "$(query "
    (d ->> '\$.fights') BETWEEN 50 AND 200, (d ->> '\$.fights') % 50")"
"$referee" forecast --chart -n 50 --policy party=cautious --json > "$tap_scratch/document"
same "policies can be named" "cautious|sensible" "$(query "d ->> '\$.policy.party', d ->> '\$.policy.foes'")"

"$referee" forecast --chart -n 250 > "$tap_scratch/text"
has "in words: how it began and ended" "^The party's chance to win was .*% (.*) at the start; the party won\.$"
has "where it turned" "^It turned at r[0-9]*, .*: .*% to .*%[;.]$"
has "the dice and the choices" "^In points for the party: dice .*, choices .*, give or take [0-9]* each\. Without the luck of the dice: "
has "whose policies are assumed" "^Assumed: both sides fight by the policy sensible\.$"
has "a drawing of dots" '⣿'
has "and its rounds" "^ *r1 .*r2"
TERM=linux "$referee" forecast --chart -n 50 > "$tap_scratch/text"
has "blocks where there is no braille" '█'
LC_ALL=C "$referee" forecast --chart -n 50 > "$tap_scratch/text"
has "characters where there is nothing else" '^     |.*||'
same "and nothing beyond ASCII" 0 "$(LC_ALL=C grep -c '[^ -~]' "$tap_scratch/text")"

newest=$(query "(SELECT max(value ->> '\$.act') FROM json_each(d, '\$.chart'))")
"$referee" forecast "#$((newest - 8))" --chart -n 20 --json > "$tap_scratch/document"
same "an address is the fight up to that act" "$((newest - 8))" \
    "$(query "(SELECT max(value ->> '\$.act') FROM json_each(d, '\$.chart'))")"
for format in html md text; do
    "$referee" forecast --chart -n 50 --format $format > "$tap_scratch/page.$format"
done
cp "$tap_scratch/page.html" "$tap_scratch/text"
has "a page of it is drawn" '<svg role="img" .*'
has "with a dot for each act that says what it was" '<circle class="[a-z]*" .*<title>r1, '
same "without scripts and without anything from elsewhere" 0 "$(grep -c '<script\|src=\|href=\|http:' "$tap_scratch/page.html")"
cp "$tap_scratch/page.md" "$tap_scratch/text"
has "Markdown has it between fences" '^100% │'
has "and who had which dice" '^| party | [+-]*[0-9]'
"$referee" forecast --chart --format csv > "$tap_scratch/text" 2>&1
same "a spreadsheet has no chart" 2 $?
"$referee" forecast --format html > "$tap_scratch/text" 2>&1
same "only a chart has formats" 2 $?
"$referee" export --chart --format md > "$tap_scratch/text"
has "an export has the chart on wish" '^## When did it turn?'
has "beside the log" '^## Round 1'
"$referee" export --chart --players > "$tap_scratch/text" 2>&1
same "but not for the players" 2 $?
has "for it names every act" 'a chart names every act'

"$referee" forecast "#$((newest - 8))" --choices -n 20 --json > "$tap_scratch/document"
same "choices in place of an act: one was done, each has its chance" "1|0|$((newest - 8))" "$(query "
    (SELECT count(*) FROM json_each(d, '\$.choices') WHERE value ->> '\$.is_taken'),
    (SELECT count(*) FROM json_each(d, '\$.choices') WHERE value ->> '\$.chance' IS NULL), d ->> '\$.act'")"
"$referee" compare "#$((newest - 8))" "#$((newest - 20))" -n 20 --json > "$tap_scratch/document"
same "two ways side by side: the shorter one was over first" "2|1" "$(query "
    json_array_length(d, '\$.fights'), d ->> '\$.first_difference.acts[1]' IS NULL")"
"$referee" compare "#$((newest - 8))" -n 20 > "$tap_scratch/text"
has "told in words" "^the party's chance to win at the start: .*%, .*%$"
has "with the first difference" "^They differ first after [0-9]* acts:$"
"$referee" compare > "$tap_scratch/text" 2>&1
same "a fight is needed" 2 $?
same "reading changes no byte of the campaign" "$before" "$(cat "$REFEREE_DB"* | cksum)"

printf 'chart\n' | "$referee" table --linear > "$tap_scratch/text"
has "the table in plain lines tells it in sentences" "It turned at r[0-9]*, .*: .*% to .*%"
printf 'choices #%s\ncompare #%s\n' "$((newest - 8))" "$((newest - 8))" | "$referee" table --linear > "$tap_scratch/text"
has "what else could be done is told too" "^[BW]e*[a-z]* for the [a-z]*: "
has "and two ways of it" "^They differ first after "
log_before=$(sqlite3 "$REFEREE_DB" "SELECT count(*), sum(checksum % 1000003) FROM log")
printf 'chart\n' | "$referee" table --linear > /dev/null
same "looking at the chart writes nothing into the log" "$log_before" \
    "$(sqlite3 "$REFEREE_DB" "SELECT count(*), sum(checksum % 1000003) FROM log")"
same "what was counted is kept beside the campaign" 1 \
    "$(sqlite3 "$REFEREE_DB-search" "SELECT count(*) FROM sums WHERE encounter > (1 << 56)")"
printf 'forecast when did it turn?\n' | "$referee" run > "$tap_scratch/text"
has "it answers a question too" "It turned at r[0-9]*, .*: .*% to .*%"
printf 'chart Nowhere\n' | "$referee" run > "$tap_scratch/text" 2>&1
has "a fight that there is not is named" "Nowhere"

export REFEREE_DB="$tap_scratch/other.db"
printf 'add Ana side=party hp=9\nadd Bo hp=3\n' | "$referee" run > /dev/null
"$referee" forecast --chart > "$tap_scratch/text" 2>&1
same "a fight that has not begun has no chart" 2 $?
has "and says so" "nobody has fought yet"
tap_end
