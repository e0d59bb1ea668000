#!/bin/sh
# No source speaks a word of one game but that game's own files: its rules file and its folder. The
# words are those that the games declare in their tables (tests/gates/words.c prints them) and those of
# their effects. Looked for are whole string literals, the command of a key (app/settings/keys.def), and the
# constants of the state with these names (EFFECT_ENGAGED). What a game adds to the questions to the log
# (its topics) is looked for as a part of any name or text too. Another game's files may mean something
# else by such a word, and are not looked at. A word that two games have, or a command of every game,
# is nobody's; what is plain English stands in words.plain with its reason.
. tests/gates/tap.sh
build=${BUILD_DIR:-build/release}
plain=tests/gates/words.plain

# Effects of the tracker's table that one game alone speaks of, the tracker itself not.
effects() {
    sed -n 's/^EFFECT(\([A-Z_]*\), *"\([a-z_]*\)".*/\1 \2/p' src/tracker/effects.def |
        while read -r constant word; do
            speakers=$(grep -rlwE "EFFECT_$constant" src/tracker src/games src/app src/store |
                sed 's|^src/games/\([a-z_]*\)/.*|\1|; s|^src/.*|engine|' | sort -u)
            case $speakers in
            engine* | *engine | *"
"*) ;;
            *) echo "$speakers effect $word" ;;
            esac
        done
}

# Prints "game kind word" of every word that is one game's.
words() {
    "${CC:-cc}" -std=c17 -Isrc -I"$build/generated" tests/gates/words.c -Wl,--start-group \
        "$build"/libgames.a "$build"/libtracker.a "$build"/libresolver.a "$build"/libbase.a \
        -Wl,--end-group -lutf8proc -lm -o "$tap_scratch/words" || return
    { "$tap_scratch/words" && effects; } | sort -u
}

# Of the words in $1, those of a single game.
own_words() {
    awk '$3 !~ /^[a-z][a-z0-9_-]+$/ { next }
        { if (!($3 in game)) { game[$3] = $1; kind[$3] = $2 } else if (game[$3] != $1) shared[$3] = 1 }
        END { for (word in game) if (!(word in shared) && game[word] != "engine")
            print game[word], kind[word], word }' "$1" | sort
}

# $1 tree, laid out like src/: what is said of words, plain ones too. The command line's help may give
# examples, and so may the library's header; names in the log stay forever; content/import reads the words of
# other programs.
spoken() {
    (
        topics=$(awk '$2 == "topic" { print $3 }' "$tap_scratch/all")
        cd "$1" || exit
        { find . -name '*.[ch]' -o -name '*.def'; } | sed 's|^\./||' | sort |
            grep -vE '^(content/import/.*|cli/subcommands\.c|cli/resolve\.h|resolver/resolver\.h|tracker/(effects|events|fields)\.def)$' |
            xargs awk -v topics="$topics" '
            BEGIN { split(topics, topic) }
            NR == FNR { game[$3] = $1; kind[$3] = $2; next }
            FNR == 1 { is_comment = 0 }
            # Another game may mean something else by it.
            FILENAME ~ /^(games|resolver\/rules)\// && FILENAME !~ /^games\/generic\// { next }
            function look(word) {
                if ((word in game) && index(FILENAME, "games/" game[word] "/") != 1)
                    print FILENAME ":" FNR ": " word " is a word of " game[word] " (" kind[word] ")"
            }
            # A part between letters: injury in EVENT_INJURY_CALLED and "injury=out".
            function look_inside(text, i) {
                text = tolower(text)
                for (i in topic)
                    if (text ~ "(^|[^a-z])" topic[i] "([^a-z]|$)") look(topic[i])
            }
            # A literal: the whole of it, or the command that a key runs.
            function look_literal(text) {
                text = substr(text, 2, length(text) - 2)
                if (FILENAME == "app/settings/keys.def" && ++literals == 2) sub(/ .*/, "", text)
                look(text)
            }
            function look_constants(code, word) {
                while (match(code, /(^|[^A-Z_a-z0-9])(EFFECT|EVENT|FIELD)_[A-Z_]+/)) {
                    word = substr(code, RSTART, RLENGTH)
                    code = substr(code, RSTART + RLENGTH)
                    sub(/.*(EFFECT|EVENT|FIELD)_/, "", word)
                    look(tolower(word))
                }
            }
            {
                line = $0
                literals = 0
                if (line ~ /^[ \t]*#[ \t]*include/) next
                while (line != "") {
                    if (is_comment) {
                        end = index(line, "*/")
                        if (!end) next
                        line = substr(line, end + 2)
                        is_comment = 0
                    } else if (match(line, /"([^"\\]|\\.)*"|\047([^\047\\]|\\.)+\047|\/\*|\/\//)) {
                        before = substr(line, 1, RSTART - 1)
                        token = substr(line, RSTART, RLENGTH)
                        line = substr(line, RSTART + RLENGTH)
                        look_constants(before)
                        look_inside(before)
                        if (token == "//") next
                        if (token == "/*") is_comment = 1
                        if (token ~ /^"/) {
                            look_literal(token)
                            look_inside(token)
                        }
                    } else {
                        look_constants(line)
                        look_inside(line)
                        next
                    }
                }
            }' "$tap_scratch/own"
    )
    return 0
}

# The same without the plain ones.
complaints() {
    spoken "$1" | awk 'NR == FNR { plain[$1] = 1; next } !($2 in plain)' "$plain" -
}

complaints_about() {
    rm -rf "$tap_scratch/tree"
    mkdir -p "$tap_scratch/tree/$(dirname "$1")"
    echo "$2" > "$tap_scratch/tree/$1"
    complaints "$tap_scratch/tree"
}

# Each plain word has its reason, is a word of one game, and stands somewhere.
plain_without_need() {
    spoken src | sed 's/^[^ ]* \([^ ]*\) is a word.*/\1/' | sort -u > "$tap_scratch/spoken"
    awk 'NR == FNR { spoken[$1] = 1; next }
        $1 == "#" { next }
        NF < 3 { print $1 " has no reason" }
        !($1 in spoken) { print $1 " need not stand there" }
        seen[$1]++ { print $1 " stands twice" }' "$tap_scratch/spoken" "$plain"
}

has_words() {
    cat "$tap_scratch/errors"
    [ "$(wc -l < "$tap_scratch/own")" -gt 100 ] || echo "there are hardly any words"
}

words > "$tap_scratch/all" 2> "$tap_scratch/errors"
own_words "$tap_scratch/all" > "$tap_scratch/own"
check "the games declare their words" has_words
check "no source speaks a word of one game but its own files" complaints src
check "every plain word is needed and has a reason" plain_without_need

refuse "a command in the screen is seen" complaints_about tui/loop/table.c 'run("divert");'
refuse "an attribute in the command line is seen" complaints_about cli/show.c 'f(id, "wits")'
refuse "a parameter in the application is seen" complaints_about app/open.c '"edge", "flanked"'
refuse "an outcome in the tracker is seen" complaints_about tracker/turns.c 'x = "extra_degrees";'
refuse "a setting in the store is seen" complaints_about store/log.c '{"superior_repeat", 1},'
refuse "a word in what games share is seen" complaints_about games/generic/act.c '"henchman_shield_ac2"'
refuse "a key of one game's command is seen" \
    complaints_about app/settings/keys.def 'KEY(TABLE, "f", "divert %s", "another", "a foe")'
refuse "an effect is seen" complaints_about tui/fight/table_model.c 'if (kind == EFFECT_ENGAGED)'
refuse "a field is seen" complaints_about tui/fight/order.c 'value(id, FIELD_WITS)'
refuse "a part of a constant is seen" complaints_about app/log/log_line.c 'kind == EVENT_INJURY_CALLED'
refuse "a topic is seen" complaints_about app/log/asking_about.def 'ABOUT("injury", CHECK_CALLED)'
refuse "a topic within a text is seen" complaints_about cli/topics.c '"roll, initiative, injury, out"'
refuse "a word behind a comment is seen" complaints_about app/open.c '/* "x" */ g("divert"); // no'
check "a game may use its own words" complaints_about games/trilemma/order.c '"wits", EFFECT_ENGAGED'
check "a comment may give an example" complaints_about app/open.c '/* as "divert" */ // "wits"'
check "a part of a text is no word" complaints_about app/open.c '"nobody can divert that"'
tap_end
