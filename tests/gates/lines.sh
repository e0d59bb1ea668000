#!/bin/sh
# Every line of the rules is shown by a case, and the tables that say by which are up to date:
# tests/rules/LINES.md and the one of tests/README.md.
. tests/gates/tap.sh

check "every line of the rules has a case" sh tests/rules/lines.sh missing
check "the tables of the lines are up to date (make lines)" sh tests/rules/lines.sh stale

folder=$tap_scratch/rules
mkdir -p "$folder/chess" "$folder/failing"
cat > "$folder/chess/a.cases" <<'END'
# A comment.
game chess

checklist the board
    rook; bishop
    king: one step

case A rook goes straight
    rule rook; e4
    rook a1 a8
        expect refused rook

case Two rows
    rule <rule>
    go <to>
        expect refused <rule>
    | to | rule   |
    | a1 | bishop |
    | a2 | rook   |

case A pawn is on no list
    rule e4
    go e4
        expect log e4
END
cp "$folder/chess/a.cases" "$folder/failing/b.cases"

# The other arguments: what is missing.
missing() {
    [ $# -eq 0 ] && : > "$tap_scratch/wanted" || printf '%s\n' "$@" > "$tap_scratch/wanted"
    sh tests/rules/lines.sh missing "$folder" | diff "$tap_scratch/wanted" -
}

row() {
    sh tests/rules/lines.sh table "$folder" | grep -qxF "$1" || echo "there is no \"$1\""
}

check "a line that no case cites is missing" missing 'chess: king: one step'
check "a line has the first case that cites it, and how many more" row '| rook | a: A rook goes straight +1 |'
check "a case cites by the rows of its table, too" row '| bishop | a: Two rows |'
check "lines and cases are counted" \
    sh -c "sh tests/rules/lines.sh summary '$folder' | grep -qxF '| chess | 3 | 2 | 1 |'"
sed 's/rule rook; e4/rule rook; king: one step/' "$folder/failing/b.cases" > "$folder/chess/a.cases"
check "none is missing once it is cited" missing
refuse "a row that is not there is seen" row '| rook | a: Two rows |'
tap_end
