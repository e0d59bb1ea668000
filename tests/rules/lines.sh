#!/bin/sh
# The lines of the rules and the cases that show them: every checklist of tests/rules/<game>/*.cases is a
# table, in the order of the files.
#   sh tests/rules/lines.sh table [FOLDER]      each line with the first case that cites it, for LINES.md
#   sh tests/rules/lines.sh summary [FOLDER]    how many lines and cases each game has, for tests/README.md
#   sh tests/rules/lines.sh missing [FOLDER]    the lines that no case cites
#   sh tests/rules/lines.sh stale               what of both is out of date, as a diff
#   sh tests/rules/lines.sh accept              writes both again
# FOLDER is tests/rules unless it is given. The README holds the summary between two comments.
LC_ALL=C
export LC_ALL
readme=tests/README.md
page=tests/rules/LINES.md
begin='<!-- This table is made by tests/rules/lines.sh. -->'
end='<!-- This is its end. -->'

# $1 what is printed, $2 folder. The folder tests/rules/failing holds cases that fail.
print_lines() {
    # shellcheck disable=SC2046
    awk -v what="$1" '
        function trim(text) {
            gsub(/^[ \t]+|[ \t]+$/, "", text)
            return text
        }
        # "5.1; T1", cited by the case that is being read
        function cite(rules, n, i, part, key) {
            n = split(rules, part, ";")
            for (i = 1; i <= n; i++) {
                key = game SUBSEP trim(part[i])
                if (last_case[key] == cases) continue
                last_case[key] = cases
                citation[++citations] = key
                citing[citations] = cases
                if (cited[key]++ == 0) first[key] = place
            }
        }
        # Each row of the table of a case has its own cells for <heading>.
        function finish_case(i, row, column, rules) {
            for (i = 1; i <= rule_lines; i++) {
                if (rule_line[i] !~ /</) cite(rule_line[i])
                for (row = 1; row <= rows && rule_line[i] ~ /</; row++) {
                    rules = rule_line[i]
                    for (column = 2; column < columns; column++)
                        gsub("<" heading[column] ">", cell[row, column], rules)
                    cite(rules)
                }
            }
            kind = ""
        }
        function read_row(text, part, n, column) {
            n = split(text, part, "|")
            if (columns == 0) {
                columns = n
                for (column = 2; column < n; column++) heading[column] = trim(part[column])
                return
            }
            rows++
            for (column = 2; column < n; column++) cell[rows, column] = trim(part[column])
        }
        function begin(rest) {
            if (kind == "case") finish_case()
            if ($1 == "game") return
            kind = $1
            rest = trim(substr($0, length($1) + 1))
            if (kind == "case") {
                cases++
                rule_lines = rows = columns = 0
                place = file ": " rest
            } else if (kind == "checklist") {
                lists++
                list_name[lists] = rest
                list_game[lists] = game
                list_lines[lists] = 0
            }
        }
        function add_lines(text, n, i, part) {
            n = split(text, part, ";")
            for (i = 1; i <= n; i++) {
                line[lists, ++list_lines[lists]] = trim(part[i])
                is_listed[game SUBSEP trim(part[i])] = 1
            }
        }
        # Counts the cases that cite a line of a list, each once.
        function count_cases(i, part) {
            for (i = 1; i <= citations; i++) {
                if (!(citation[i] in is_listed) || citing[i] in is_counted) continue
                is_counted[citing[i]] = 1
                split(citation[i], part, SUBSEP)
                shown_by[part[1]]++
            }
        }
        FNR == 1 {
            if (kind == "case") finish_case()
            depth = split(FILENAME, path, "/")
            if (game != path[depth - 1]) games[++game_count] = path[depth - 1]
            game = path[depth - 1]
            file = path[depth]
            sub(/\.cases$/, "", file)
        }
        /^[ \t]*(#|$)/ { next }
        /^[^ \t]/ { begin(); next }
        kind == "case" && $1 == "rule" { rule_line[++rule_lines] = trim(substr(trim($0), 5)) }
        kind == "case" && substr($1, 1, 1) == "|" { read_row(trim($0)) }
        kind == "checklist" { add_lines(trim($0)) }
        END {
            if (kind == "case") finish_case()
            if (what == "summary") {
                count_cases()
                print "| game | lines | cases that show them | lines without a case |"
                print "|---|---|---|---|"
            }
            for (g = 1; g <= game_count; g++) {
                heads = lines = missing = 0
                for (l = 1; l <= lists; l++) {
                    if (list_game[l] != games[g]) continue
                    if (what == "table" && heads++ == 0) print "\n## " games[g]
                    if (what == "table")
                        print "\n### " list_name[l] "\n\n| line | case |\n|---|---|"
                    for (i = 1; i <= list_lines[l]; i++) {
                        key = games[g] SUBSEP line[l, i]
                        lines++
                        missing += cited[key] == 0
                        more = cited[key] > 1 ? " +" cited[key] - 1 : ""
                        if (what == "table") print "| " line[l, i] " | " first[key] more " |"
                        if (what == "missing" && cited[key] == 0) print games[g] ": " line[l, i]
                    }
                }
                if (what == "summary" && lines > 0)
                    print "| " games[g] " | " lines " | " shown_by[games[g]] + 0 " | " missing " |"
            }
        }' $(find "$2" -name '*.cases' ! -path '*/failing/*' | sort)
}

print_page() {
    cat <<'END'
# The lines of the rules, and the case that shows each

Made by tests/rules/lines.sh from the checklists of the files of cases; `make lines` writes it again. Beside
a line stands the first case that cites it, as `file: case`, and how many more there are.
END
    print_lines table "$1"
}

# The README $1 with the summary $2 between the comments.
with_summary() {
    awk -v begin="$begin" -v end="$end" -v summary="$2" '
        $0 == end { within = 0 }
        !within { print }
        $0 == begin {
            within = 1
            while ((getline row < summary) > 0) print row
        }' "$1"
}

# Puts the new LINES.md and README.md into the folder $scratch.
make_both() {
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/lines.XXXXXX") || exit 2
    trap 'rm -rf "$scratch"' EXIT
    print_page tests/rules > "$scratch/page"
    print_lines summary tests/rules > "$scratch/summary"
    with_summary "$readme" "$scratch/summary" > "$scratch/readme"
}

case $1 in
    table) print_page "${2:-tests/rules}" ;;
    summary | missing) print_lines "$1" "${2:-tests/rules}" ;;
    stale)
        make_both
        diff "$page" "$scratch/page" && diff "$readme" "$scratch/readme"
        ;;
    accept)
        make_both
        cp "$scratch/page" "$page" && cp "$scratch/readme" "$readme"
        ;;
    *)
        echo "lines.sh: expected table, summary, missing, stale or accept" >&2
        exit 2
        ;;
esac
