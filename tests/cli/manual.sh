#!/bin/sh
# The manual, README.md and --help: every example is run, and what it prints is compared with
# tests/manual/examples.txt (ACCEPT=1 writes it again); no line names a command, key, option or file that
# does not exist; and `man` and `mandoc` take each page without a word.
. tests/cli/program.sh

referee=$(cd "$BUILD_DIR" && pwd)/referee
top=$PWD
pages=$("$referee" manual | sed 's/(.*//')
unset XDG_CONFIG_HOME

# ---- what the pages say -----------------------------------------------------------------------------

mkdir "$tap_scratch/pages"
for page in $pages; do
    "$referee" manual "$page" > "$tap_scratch/pages/$page.txt"
    holds "$page is there, within 80 columns" test -s "$tap_scratch/pages/$page.txt" -a \
        -z "$(awk 'length > 160' "$tap_scratch/pages/$page.txt")"
    "$referee" manual "$page" --roff > "$tap_scratch/pages/$page.roff"
done
holds "there are nine pages" test "$(echo "$pages" | wc -w)" -eq 9
holds "help shows a page too" sh -c '"$1" help referee-dice | cmp -s - "$2"' - "$referee" \
    "$tap_scratch/pages/referee-dice.txt"
complains "an unknown page names the nearest" 2 \
    "referee: the manual has no page referee-dise; did you mean referee-dice?" manual referee-dise
says "pages are listed as JSON" 0 "$("$referee" manual | awk '
    { name = $1; section = $1; sub(/\(.*/, "", name); gsub(/[^0-9]/, "", section); sub(/^[^ ]+ +/, "")
      printf "%s{\"name\": \"%s\", \"section\": %s, \"help\": \"%s\"}", NR == 1 ? "{\"pages\": [" : ", ", name, section, $0 }
    END { print "]}" }')" manual --json

# ---- for man ----------------------------------------------------------------------------------------

for page in $pages; do
    man -l --warnings -E UTF-8 "$tap_scratch/pages/$page.roff" > "$tap_scratch/shown" 2> "$tap_scratch/err"
    holds "man shows $page without a word" test ! -s "$tap_scratch/err" -a -s "$tap_scratch/shown"
    mandoc -T lint "$tap_scratch/pages/$page.roff" > "$tap_scratch/lint" 2>&1
    holds "mandoc has nothing to say about $page" test ! -s "$tap_scratch/lint"
    sed 's/^/# /' "$tap_scratch/err" "$tap_scratch/lint" | head -20
    hyphens=$(sed 's/\\-/ /g' "$tap_scratch/pages/$page.roff" | grep -nE -- '(^|[[( "])--?[a-zA-Z]')
    holds "what is typed in $page can be copied from it" test -z "$hyphens"
    [ -z "$hyphens" ] || echo "$hyphens" | sed 's/^/# /' | head -5
done

# ---- nothing is named that does not exist -----------------------------------------------------------

games=$("$referee" systems --json | jq -r '.systems[].system')
{
    for game in $games; do
        "$referee" commands --system "$game" --json | jq -r '.commands[] | .name, .options[].name'
    done
    "$referee" systems --json | jq -r '.systems[] | .system, .alias, .actions[].name,
        .actions[].parameters[].name, .attributes[].name'
    "$referee" help --json | jq -r '.subcommands[].name, .topics[].name'
    "$referee" help asking | grep -oE '[a-z]+[=<>]' | tr -d '=<>'
    sed -n '/^SETTINGS$/,/^[A-Z ]*$/s/^\([a-z-]*\) .*/\1/p' "$tap_scratch/pages/referee-keys.txt"
    sed -n 's/^OPTION([A-Z_]*, *"\([^"]*\)".*/\1/p' src/cli/options.def
    sed -n 's/^CONTEXT([A-Z]*, \([a-z]*\),.*/\1/p' src/app/settings/key_contexts.def
    echo "$pages"
    printf '%s\n' ruling PREFIX DESTDIR man sqlite3 referee endless arrivals arrives %w %1 %9
    grep -oE '^ *(- )?[a-z]+:' data/manual/formats.txt | tr -d ' -'
} | sort -u | sed '/^$/d' > "$tap_scratch/words"
sed -n '/^EVERY KEY$/,/^SEE ALSO$/p' "$tap_scratch/pages/referee-keys.txt" |
    sed -n 's/^\([^ ]\( \{0,1\}[^ ]\)*\)  .*/\1/p; s/^\([^ ]*\)$/\1/p' | sort -u > "$tap_scratch/keys"
cat Makefile packaging/*.mk 2> /dev/null | sed -n 's/^\([a-z-]*\):.*/\1/p' | sort -u > "$tap_scratch/targets"

# What stands between `...` in a text, a line each, and after it the names of files.
typed_in() {
    awk 'BEGIN { RS = "" } /^```/ { next } { gsub(/[ \n]+/, " "); print }' "$1" | grep -oE '`[^`]+`' | tr -d '`'
}
files_in() {
    grep -oE '(^|[ (])((src|tests|data|schema|packaging)/[a-z0-9_./-]*[a-z0-9])' "$1" | tr -d ' ('
}
has() { [ -n "$2" ] && grep -qxF -e "$2" "$tap_scratch/$1"; }

# $1 file, $2 what is typed: prints it when it does not exist.
unknown_typed() {
    first=${2%% *}
    second=${2#* }
    second=${second%% *}
    case $2 in
    '#'[0-9]* | '"'*'"#'[0-9]* | [A-Z][a-z]*' '*) ;; # an address, or a name of one's own
    "make "*) has targets "$second" ;;
    "sh "*) test -e "$second" ;;
    "man "*) has words "$second" ;;
    "referee "*) case $second in -*) has words "$second" ;; *) has words "$second" ;; esac ;;
    "help "*) "$referee" help "$second" > "$tap_scratch/out" 2>&1 ;;
    *)
        { [ "$1" = referee-campaign.txt ] && grep -qwF -e "$2" schema/*.sql; } || has keys "$2" || has words "$first" || has words "${first%%[=]*}" || has words "${first%%[!a-z_:-]*}" ||
            has keys "$(echo "$2" | sed 's/^[0-9]*//')" || { [ "${2#*[/.]}" != "$2" ] && [ -e "$2" ]; }
        ;;
    esac || echo "$1 names $2"
    for option in $2; do
        case $option in
        --?*) has words "${option%%=*}" || echo "$1 names the option $option" ;;
        esac
    done
}
unknown_in() {
    typed_in "$1" | sort -u > "$tap_scratch/typed"
    while read -r typed; do unknown_typed "${1##*/}" "$typed"; done < "$tap_scratch/typed"
    files_in "$1" | sort -u | while read -r file; do [ -e "$file" ] || echo "${1##*/} names $file"; done
    grep -oE '^  (  )?referee [a-z]+' "$1" | sort -u | while read -r _ name; do
        has words "$name" || echo "${1##*/} names referee $name"
    done
}
for file in README.md "$tap_scratch"/pages/*.txt data/manual/*.txt; do
    check "${file##*/} names nothing that does not exist" unknown_in "$file"
done
bad() {
    printf '%s\n' "$1" > "$tap_scratch/bad.txt"
    unknown_in "$tap_scratch/bad.txt"
}
refuse "a command that does not exist is seen" bad 'say `atack p1` then'
refuse "a key that does not exist is seen" bad 'press `C-q`'
refuse "a subcommand that does not exist is seen" bad 'run `referee rol 2d6`'
refuse "an option that does not exist is seen" bad 'run `referee roll --sed 7`'
refuse "a file that does not exist is seen" bad 'read src/none.c first'
refuse "a topic that does not exist is seen" bad 'read `help dise`'
refuse "a target that does not exist is seen" bad 'run `make everything`'

# ---- every example is run ---------------------------------------------------------------------------

# Where the examples are: a fight of two characters and some foes, and files to take in.
world=$tap_scratch/world
mkdir "$world"
# Answers that name a file are wrapped by the length of its path: that is the same everywhere.
copy=$(mktemp -d /tmp/copy.XXXXXX) || exit 2
trap 'rm -rf "$tap_scratch" "$copy"' EXIT
cd "$world" || exit 2
export HOME="$world" XDG_DATA_HOME="$world/data" REFEREE_DB="$world/table.db" COLUMNS=80 LC_ALL=C.UTF-8 TERM=xterm-256color
mkdir -p laptop bestiary .zfunc .config/fish/completions .local/share/bash-completion/completions
sed -n '/^    encounter /,/^$/s/^    //p' "$top/README.md" > fight.referee
"$referee" help formats | awk '/^  # [a-z.]+$/ {file = $2} /^$/ {file = ""} file != "" {print substr($0, 3) > file}'
sed 's/name: marsh-hound/name: fen-hound/' marsh.yaml > beasts.yaml
printf 'Imp: AC 5 [14], HD 1-1, Att 1 x claw (1d4), ML 9\n' | tee page.txt > bestiary/imps.txt
"$referee" run "$top/tests/manual/evening.referee" --seed 1 > played 2>&1
holds "the evening of the examples is played" test "$?" -eq 0
[ -s played ] && sed 's/^/# /' played | tail -3
REFEREE_DB=$world/laptop/campaign.db "$referee" run "$top/tests/manual/laptop.referee" > /dev/null
cp laptop/campaign.db laptop.db
mkdir table.db.backups
"$referee" backup table.db.backups/2026-11-22-204105.db > /dev/null

# Examples of the pages, which have those of --help, and of README.md, each once, in order.
cat "$tap_scratch"/pages/referee.txt "$tap_scratch"/pages/referee-*.txt "$top/README.md" |
    sed -n 's/^ \{2,8\}\(\(printf .*| \)\{0,1\}referee .*\)/\1/p' |
    sed 's/ \{3,\}.*//' | awk '!seen[$0]++' > "$tap_scratch/examples"
holds "there are examples" test "$(wc -l < "$tap_scratch/examples")" -ge 60

# The same dice each time, and few fights of a forecast.
run_example() {
    case $1 in
    *"referee forecasts"*) more= ;;
    *"referee forecast"*--chart* | *"referee forecast"*--ask*) more='--seed 1 -n 20' ;;
    *"referee forecast"*-n*) more='--seed 1' ;;
    *"referee forecast"*) more='--seed 1 -n 50' ;;
    *--seed* | *"referee help"* | *"referee manual"*) more= ;;
    *) more='--seed 1' ;;
    esac
    # A shell function in place of the program, so that pipes and quotes are those of a shell.
    # shellcheck disable=SC2086,SC2317
    eval "referee() { \"\$referee\" \"\$@\" $more; }; $1"
}
: > "$tap_scratch/found"
while read -r example <&3; do
    rm -rf "$copy"
    cp -R "$world" "$copy"
    cd "$copy" || exit 2
    printf '$ %s\n' "$example" >> "$tap_scratch/found"
    named=$(printf '%s' "$example" | tr '\\' ' ') # no escapes in a line of TAP
    (
        export HOME="$PWD" XDG_DATA_HOME="$PWD/data" REFEREE_DB="$PWD/table.db"
        input_of_example=/dev/null
        case $example in
        *serve*) echo quit > quit; input_of_example=quit ;;
        *doctor*) COLUMNS=400 ;; # versions differ, and so does where lines are broken
        esac
        case $example in printf*) run_example "$example" ;; *) run_example "$example" < $input_of_example ;; esac
    ) > out 2>&1
    code=$?
    [ "$code" -eq 0 ] || echo "ends with $code" >> out
    case $example in
    *serve*) uniq out > once; mv once out ;;
    *doctor*) sed 's/[0-9][0-9]*\(\.[0-9][0-9]*\)\{1,\}/VERSION/g' out > same; mv same out ;;
    esac
    # Paths, addresses and times are those of the machine; of a long answer the beginning is enough.
    sed -e "s|$copy|~|g" -e 's|http://.*|http://ADDRESS|' \
        -e 's/[0-9]\{4\}-[0-9][0-9]-[0-9][0-9][ T-]\{0,1\}[0-9:]\{4,\}/DATE/g' \
        -e 's/[0-9]\{4\}-[0-9][0-9]-[0-9][0-9]/DATE/g' -e 's/"turn_seconds": [0-9.]*/"turn_seconds": 0/g' out |
        awk '{ print substr($0, 1, 400) }' | head -n 40 >> "$tap_scratch/found"
    echo >> "$tap_scratch/found"
    case $code in
    0) tap_line ok "$named" ;;
    *) grep -qxF "$example" "$top/tests/manual/refused.txt" && tap_line ok "$named (refused)" ||
        { tap_line "not ok" "$named"; sed 's/^/# /' out | tail -3; } ;;
    esac
done 3< "$tap_scratch/examples"
cd "$top" || exit 2
[ "${ACCEPT:-}" != 1 ] || cp "$tap_scratch/found" tests/manual/examples.txt
check "they print what tests/manual/examples.txt has" diff tests/manual/examples.txt "$tap_scratch/found"
tap_end
