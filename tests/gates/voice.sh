#!/bin/sh
# One word for one thing: the words that were retired do not come back in what a person reads, the string
# literals of src, the texts of data and README.md. A line of the list is the retired word (an extended
# regular expression, without case) and the word to use. Names that cannot change, because old logs or other
# programs know them, are the exceptions; each is a whole literal or a whole line.
. tests/gates/tap.sh

retired() {
    cat <<'END'
\b(selected|marked|chosen|new|like|every) rows?\b|^rows\b	combatant
\bmarked (foe|row|combatant|target)s?\b	target
\b(unmark|mark) (a|the|it|one)\b	target
\bparagraphs?\b	rule
\bstock (procedure|one)\b	generic
\bfour extra($| *[^ d])	direct hit, or four extra degrees
\bmean (damage|extra|hp)\b	average
\bharm\b	damage
\bspoils\b	treasure
\bstrik(es|ing)\b|\bstrike (once|at|first|the)\b	attack
\bsession\b	evening, or sitting
\bno such system\b|\bthere is no system\b	game
\bnothing (is )?due\b	no check is pending
\bEnter does it\b|\bEsc nothing\b|\bEsc leaves it\b	Enter saves, Esc cancels
\bin the memory at hand\b|\bno memory is left\b	available, out of memory
\bwhat is due\b|\ball that is due\b	pending checks
\bproblems?\b	diagnostics, or mistakes
END
}

# Names in the log and of JSON, words of the data's grammar, and what the words mean elsewhere.
exceptions() {
    cat <<'END'
harm
session
 session=last
  referee log session=last about=morale not=goblin\n
  referee export session=last --format md --players -o evening.md\n
    referee export session=last --players -o evening.md --replace
  session=last  session=3   the evening; evenings are six hours apart\n
cannot-harm
strikes
 [on=] [level=] [strikes] [dice]
{encounter}, evening {session}
rows
rows: expected a row for %lld
rows: expected weights of at most %d together, not %lld
    modifiers: is strikes fire bursts
    modifiers: is strikes
when strikes when dark unless darkvision, lit
when strikes when bursts
END
}

# Literals of C, each on a line after its place; a continuation on the next line is a literal too.
literals() {
    find "$1" \( -name '*.c' -o -name '*.h' -o -name '*.def' \) | sort | xargs awk '
        FNR == 1 { in_comment = 0 }
        /^#include/ { next }
        {
            line = $0
            while (line != "") {
                if (in_comment) {
                    at = index(line, "*/")
                    if (at == 0) break
                    line = substr(line, at + 2); in_comment = 0
                    continue
                }
                if (match(line, /\/\*|\/\/|"|\047/) == 0) break
                sign = substr(line, RSTART, 2); first = substr(sign, 1, 1)
                line = substr(line, RSTART + (first == "/" ? 2 : 1))
                if (sign == "//") break
                if (sign == "/*") { in_comment = 1; continue }
                text = ""
                while (line != "" && substr(line, 1, 1) != first) {
                    n = substr(line, 1, 1) == "\\" ? 2 : 1
                    text = text substr(line, 1, n); line = substr(line, n + 1)
                }
                line = substr(line, 2)
                if (first == "\"") print FILENAME ":" FNR ":" text
            }
        }'
}

texts() {
    find "$1" -type f -name '*.yaml' | sort | xargs awk '!/^ *#/ { print FILENAME ":" FNR ":" $0 }'
}

# $1 what to read: lines of place:line:text
complaints() {
    exceptions > "$tap_scratch/exceptions"
    retired | while IFS='	' read -r word instead; do
        grep -iE "^[^:]*:[0-9]*:.*($word)" "$1" | awk -v instead="$instead" -v list="$tap_scratch/exceptions" '
            BEGIN { while ((getline line < list) > 0) known[line] = 1 }
            {
                text = $0; sub(/^[^:]*:[0-9]*:/, "", text)
                if (!(text in known)) print $0 "    (" instead ")"
            }'
    done
}

complaints_of_source() { literals "$1" > "$tap_scratch/lines" && complaints "$tap_scratch/lines"; }
complaints_of_data() { texts "$1" > "$tap_scratch/lines" && complaints "$tap_scratch/lines"; }
complaints_of_readme() {
    awk '{ print FILENAME ":" FNR ":" $0 }' "$1" > "$tap_scratch/lines" && complaints "$tap_scratch/lines"
}

# A source of the text $1, and a data file.
complaints_about() {
    rm -rf "$tap_scratch/tree"
    mkdir -p "$tap_scratch/tree"
    printf '%s\n' "$1" > "$tap_scratch/tree/sample.c"
    complaints_of_source "$tap_scratch/tree"
}
complaints_about_data() {
    rm -rf "$tap_scratch/tree"
    mkdir -p "$tap_scratch/tree"
    printf '%s\n' "$1" > "$tap_scratch/tree/sample.yaml"
    complaints_of_data "$tap_scratch/tree"
}

# Every entry of the list is a pattern that grep takes, with a word to use instead.
entries_without_words() {
    retired | while IFS='	' read -r word instead; do
        [ -n "$instead" ] || echo "$word has no word to use"
        echo | grep -iE "$word" > "$tap_scratch/none" 2>&1
        [ $? -le 1 ] || echo "$word is no pattern"
    done
}

check "no retired word in the literals of src" complaints_of_source src
check "no retired word in the texts of data" complaints_of_data data
check "no retired word in README.md" complaints_of_readme README.md
check "words in use pass" complaints_about 'say("the target; rule 5.14; average damage 2");'
check "comments are not read" complaints_about '/* "the marked row" */ int a; // "a paragraph"'
check "names of the log pass" complaints_about 'name = "harm";'
refuse "a retired word is seen" complaints_about 'say("it does harm");'
refuse "a word of two is seen" complaints_about 'say("damage to the marked row");'
refuse "behind another literal and a comment it is seen" complaints_about 'say("\"", /* x */ "a paragraph");'
refuse "a capital letter hides nothing" complaints_about 'say("Spoils: 3 gold");'
refuse "in a text of data it is seen" complaints_about_data 'text: each foe strikes once'
check "every entry has a word to use" entries_without_words
tap_end
