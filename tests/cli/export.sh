#!/bin/sh
# `referee export`: formats, files, exit codes, and documents that other programs read.
. tests/cli/program.sh

export REFEREE_DB="$tap_scratch/campaign.db"
"$referee" run data/demo/spire.referee > /dev/null || exit 2
page=$tap_scratch/page.html

for format in md html csv json text; do
    run_referee export --format $format
    holds "$format is printed" test "$code" -eq 0 -a -s "$tap_scratch/out" -a ! -s "$tap_scratch/err"
done
says "a file is written" 0 "written to $page" export -o "$page"
holds "its ending says that it is a page" grep -q '<svg' "$page"
complains "a file that is there stays" 1 \
    "referee: $page: there is a file of this name already; --replace writes over it" export -o "$page"
complains "a folder is no file to replace" 1 "referee: $tap_scratch: this is a folder; name a file in it" \
    export -o "$tap_scratch"
says "unless it is to be replaced" 0 "written to $page, for players" export -o "$page" --replace --players
ln -s "$page" "$tap_scratch/link.html"
chmod 640 "$page"
: > "$page"
says "the file behind a link is written" 0 "written to $tap_scratch/link.html" \
    export -o "$tap_scratch/link.html" --replace
holds "the link stays, and the file keeps its permissions" \
    test -L "$tap_scratch/link.html" -a -s "$page" -a "$(stat -c %a "$page")" = 640
ln -s "$tap_scratch/gone.html" "$tap_scratch/dangling.html"
run_referee export -o "$tap_scratch/dangling.html" --replace
holds "a link that leads nowhere is told and left" \
    test "$code" -eq 3 -a -L "$tap_scratch/dangling.html" -a ! -e "$tap_scratch/gone.html"
run_referee export -o "$tap_scratch/none/page.html"
holds "a missing folder is an operating error" test "$code" -eq 3 -a -s "$tap_scratch/err"
run_referee export -o /dev/null --replace
holds "a device is not replaced" test "$code" -eq 3 -a -c /dev/null
holds "nothing else is left beside it" test "$(find "$tap_scratch" -name 'page.html*' | wc -l)" -eq 1
complains "an unknown format names the nearest" 2 \
    "referee: there is no format htm; did you mean html? (expected md, html, csv, json or text)" \
    export --format htm
complains "so does an unknown part" 2 \
    "referee: an export has no part ods; did you mean odds? (expected arithmetic, odds, rules, rulings, notes or figures)" \
    export --without ods
complains "an unknown word of the question is refused" 2 \
    "referee: there is no word rond=; did you mean round?
rond=2
^" export rond=2
"$referee" export > /dev/full 2> "$tap_scratch/err"
holds "a full disk under standard output is an operating error" test $? -eq 3

# Acts and figures are those of the other subcommands.
"$referee" log --json > "$tap_scratch/log.json"
"$referee" figures --json > "$tap_scratch/figures.json"
"$referee" export --json > "$tap_scratch/export.json"
read_json() {
    sqlite3 :memory: "SELECT json_extract(readfile('$tap_scratch/$1.json'), '$2')"
}
# Texts are escaped in other ways, and mean the same.
acts_of() {
    sqlite3 :memory: "SELECT group_concat(
            (value ->> '\$.address') || (value ->> '\$.label') || (value ->> '\$.command') ||
            (value ->> '\$.action') || ifnull(value ->> '\$.by', '-') || (value ->> '\$.at_ms') ||
            (value ->> '\$.requests') || (value ->> '\$.outcomes'), char(10))
        FROM json_each(readfile('$tap_scratch/$1.json'), '\$.acts')"
}
holds "the acts are those of log --json" test "$(acts_of export)" = "$(acts_of log)"
for part in combatants sides morale faces acts; do
    holds "figures: $part are those of figures --json" \
        test "$(read_json export "\$.figures.$part")" = "$(read_json figures "\$.$part")"
done
"$referee" log session=last --json > "$tap_scratch/log.json"
"$referee" export session=last --json > "$tap_scratch/export.json"
holds "so are those of an evening" test "$(acts_of export)" = "$(acts_of log)"

# What the referee writes in quotation marks stays the referee's, in a script and line by line.
export REFEREE_DB="$tap_scratch/secrets.db"
cat > "$tap_scratch/secrets.script" << 'END'
encounter Ledge system=trilemma
add Anka side=party strength=14 wits=12 ac=20 hp=9
add Pelican strength=12 wits=12 ac=22 hp=16
initiative 15 9
note "zqsecret"
note "zqsecret
counter c 1 per=manual then="note zqsecret"
counter zqsecret 1d4 3
tick c
counter-run c
alternate Pelican 9 "with the zqsecret"
policy Pelican cautious
END
"$referee" run "$tap_scratch/secrets.script" > /dev/null || exit 2
printf '%s\n' 'note "zqsecret"' 'note-on Pelican "zqsecret' quit |
    "$referee" table --linear > /dev/null 2>&1
for format in md html csv json text; do
    run_referee export --format $format
    holds "the referee's $format has them" grep -q zqsecret "$tap_scratch/out"
    run_referee export --format $format --players
    holds "the players' $format has none" \
        test "$(grep -cE 'zqsecret|other morale|cautious' "$tap_scratch/out")" -eq 0
done
export REFEREE_DB="$tap_scratch/campaign.db"

# Every page is well-formed, where there is a program that can tell.
if command -v xmllint > /dev/null; then
    for script in data/demo/*.referee; do
        rm -f "$REFEREE_DB"*
        "$referee" run "$script" > /dev/null || exit 2
        holds "the page of $(basename "$script") is well-formed" sh -c \
            "'$referee' export round=0.. --format html | xmllint --noout - 2> /dev/null"
    done
fi
tap_end
