#!/bin/sh
# Measures what the tests run of the layers that decide and keep: `make coverage` calls this.
#
#   coverage.sh BUILD_DIR PROGRAM ...
#
# BUILD_DIR is a build that counts (gcc's --coverage). The programs run first, unless none is given:
# then what earlier runs counted is read. Prints the lines and branches of each layer that were run,
# then the files with the most branches left. With FILE=src/store/log.c, or a part of a path, each
# branch of these files that was never taken is printed in their place.
#
# Two kinds of branches are left out, as only a mistake of ours takes them: those of lines that begin with
# CHECK or assert, up to the end of that statement; and where a switch has no default, as each switch over an
# enum that the compiler knows to be whole, the one that no case takes.
set -eu

build=$1
shift
layers="base resolver tracker games store forecast"

command -v gcovr > /dev/null || {
    echo "coverage.sh: gcovr is missing (Debian has it in the package gcovr)" >&2
    exit 1
}

if [ $# -gt 0 ]; then
    find "$build" -name '*.gcda' -delete
    sh tests/run.sh BUILD_DIR="$build" "$@" > "$build/tests.txt" || {
        cat "$build/tests.txt" >&2
        exit 1
    }
fi

folders=
for layer in $layers; do
    folders="$folders $build/src/$layer"
done
# shellcheck disable=SC2086
gcovr --root . --filter src/ --json "$build/coverage.json" $folders

# One line of each line of code that has branches: path, line, branches, branches taken, the numbers of
# those that were not; and one of each line of code: path, line, times.
jq -r '.files[] | .file as $file | .lines[] | select(."gcovr/noncode" | not) |
    [$file, .line_number, .count, (.branches | length), ([.branches[] | select(.count > 0)] | length)] |
    @tsv' "$build/coverage.json" > "$build/coverage.tsv"

awk -F '\t' -v wanted="${FILE:-}" -v layers="$layers" '
    # Reads a file: its lines, those of checks, and those of a switch that has no default.
    function read_source(file,    text, n, depth, indent, start) {
        if (file in is_read) return
        is_read[file] = 1
        while ((getline text < file) > 0) {
            source[file, ++n] = text
            if (depth > 0 || text ~ /^ *(CHECK|assert)\(/) {
                is_check[file, n] = 1
                depth += gsub(/\(/, "(", text) - gsub(/\)/, ")", text)
            }
            match(text, /^ */)
            if (text ~ /^ *switch \(/) {
                indent[RLENGTH] = n
                is_whole[file, n] = 1
            }
            if (text ~ /^ *default:/) delete is_whole[file, indent[RLENGTH]]
        }
        close(file)
    }
    {
        split($1, part, "/")
        layer = part[2]
        lines[layer]++
        if ($3 > 0) lines_run[layer]++
        read_source($1)
        if (($1, $2) in is_check) next
        if (($1, $2) in is_whole && $4 > $5) $4--
        branches[layer] += $4
        taken[layer] += $5
        file_branches[$1] += $4
        file_left[$1] += $4 - $5
        if (wanted != "" && index($1, wanted) && $4 > $5) {
            printf "%s:%d: %d of %d%s: %s\n", $1, $2, $4 - $5, $4, ($3 > 0 ? "" : " (never run)"), source[$1, $2]
        }
    }
    END {
        if (wanted != "") exit
        n = split(layers, name, " ")
        printf "%-12s %8s %8s %8s %8s %8s\n", "layer", "lines", "run", "branches", "taken", "left"
        for (i = 1; i <= n; i++) {
            layer = name[i]
            printf "%-12s %8d %7.1f%% %8d %7.1f%% %8d\n", layer, lines[layer],
                100 * lines_run[layer] / lines[layer], branches[layer],
                100 * taken[layer] / branches[layer], branches[layer] - taken[layer]
        }
        print ""
        worst = "sort -rn | head -30"
        for (file in file_left) {
            if (file_left[file] > 0) {
                printf "%5d of %5d branches left in %s\n", file_left[file], file_branches[file], file | worst
            }
        }
    }' "$build/coverage.tsv"
