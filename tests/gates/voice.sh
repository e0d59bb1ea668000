#!/bin/sh
# One word for one thing. The words that were retired do not come back in what a person reads: string
# literals of src, texts of data, README.md. Old-fashioned words and riddles do not come back either: in
# those places, and some of them nowhere in the tree, in comments and names of tests too. A line of a list
# is the retired word (an extended regular expression, without case) and the word to use. Names that
# cannot change, because old logs or other programs know them, are the exceptions; each is a whole
# literal or a whole line.
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
\b(is|are) wanted\b	expected, or must be
\bcomes? to (a|the|[0-9])	is
\bsession\b	evening, or sitting
\bno such system\b|\bthere is no system\b	game
\bnothing (is )?due\b	no check is pending
\bEnter does it\b|\bEsc nothing\b|\bEsc leaves it\b	Enter saves, Esc cancels
\bso many times\b	how many times
\bas far as (it|they|one|there|we|you)\b	up to, or as much as
\b(stands?|lies?|is|are|written|come|comes) behind (a|the|it|this|that|all|each)\b	after
\bbehind (a|the) (die|dice|name|number|command|colon|word|line|act)\b	after
\bin the memory at hand\b|\bno memory is left\b	available, out of memory
\b(is|are|was|were) not as (it was|they were) (written|kept)\b	differs from what was written
\bcop(y|ies) from before\b	earlier copy
\bcomes? to nothing\b	has no effect
\btells? all (that|of it)\b	lists everything
\bby whom\?	who does it?
\bare thrown when\b|\bthrown when met\b	rolled when
\bfor people\b|^a line for people$	a description in one line
\bit is found by\b	the name that is typed
\bthe number itself\b	a number without a sign
(^|[^e]) is no (die|count|command|name|number|word|key)\b	is not a
\bon the target of now\b	on the present target
\bwhat is due\b|\ball that is due\b	pending checks
\bsuch as these\b	say which
\bmore like that\b|\bbegin like that\b	begin with that
\bdoes not come to\b|\bdo not come to\b	does not follow from
\bis told with\b|\bare told with\b	is reported with
\bnone that this\b	no ... that this
\bas was typed\b	as you typed
\bno two are called\b	each name must be unique
\bhalf, none of it\b	that one takes half; again: none
\bforfeits? it\b	gives up the roll
\bcounted upward\b	damage taken is counted
\bgone to:	went back to:
\bnew one, this is parked\b	start a new encounter; this one is parked
\bproblems?\b	diagnostics, or mistakes
\bwere expected here\b	must be ..., e.g. ...
END
}

# What is said nowhere: not in a comment, a case or a name of a test either.
retired_everywhere() {
    cat <<'END'
(\b|_)whoever(\b|_)	the one who, or no matter who
\banew\b	again
\bcalled so\b	has this name
\bfor ever\b	forever
\bwhat is another\b	what has changed
\bhitherto\b|\bthereof\b|\bwherein\b|\bthereby\b|\bheretofore\b|\bwhence\b	say it in plain words
\bno plain (room|name|word)\b	say what it is
\bmade as of now\b|\bso many times\b	how many times
\bparted by\b	separated by
\bparagraphs?\b	rule, or rules
\bwhat (came|comes) of (it|them|that)\b	the result
\bnobody else includes\b	no other file includes
\bfor people\b[.;,]|\b(line|lines) for people\b	for display
\bseldom\b	rarely
\bwho is at hand\b|\b(is|are) at hand\b	is known, or is in memory
\bas it stands in the (line|table|tree)\b	unchanged
\bturn(s|ed) over a bit\b	flips a bit
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

# Every line of every file that is written by hand, except this list.
lines_of_all() {
    find "$@" -type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.sh' -o -name '*.cases' -o -name '*.md' \
        -o -name '*.yaml' -o -name '*.referee' \) |
        grep -vE '^tests/(gates/voice\.sh|fixtures/)' | sort | xargs awk '{ print FILENAME ":" FNR ":" $0 }'
}

# $1 what to read: lines of place:line:text; $2 the list, retired when left out
complaints() {
    exceptions > "$tap_scratch/exceptions"
    { "${2:-retired}"; } | while IFS='	' read -r word instead; do
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
complaints_of_all() { lines_of_all "$@" > "$tap_scratch/lines" && complaints "$tap_scratch/lines" retired_everywhere; }

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

complaints_anywhere() {
    rm -rf "$tap_scratch/tree"
    mkdir -p "$tap_scratch/tree"
    printf '%s\n' "$2" > "$tap_scratch/tree/$1"
    complaints_of_all "$tap_scratch/tree"
}
# Every entry of the lists is a pattern that grep takes, with a word to use instead.
entries_without_words() {
    { retired; retired_everywhere; } | while IFS='	' read -r word instead; do
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
check "no old-fashioned word anywhere" complaints_of_all src tests data README.md
check "every entry has a word to use" entries_without_words
refuse "an old-fashioned phrase is seen" complaints_about 'say("nothing here is told with its place");'
refuse "an inversion is seen" complaints_about 'say("the copy from before");'
refuse "in a comment it is seen" complaints_anywhere a.h '/* Whoever acts. */'
refuse "in the name of a test it is seen" complaints_anywhere test_a.c 'void test_a__whoever_acts(void)'
refuse "in the name of a case it is seen" complaints_anywhere a.cases 'case A foe is called so'
refuse "in a document it is seen" complaints_anywhere README.md 'It is written anew.'
check "plain words pass there" complaints_anywhere a.cases 'case The one who acts has this name again'
tap_end
