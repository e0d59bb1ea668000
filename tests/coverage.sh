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

if [ $# -gt 0 ]; then
    find "$build" -name '*.gcda' -delete
    sh tests/run.sh BUILD_DIR="$build" "$@" > "$build/tests.txt" || {
        cat "$build/tests.txt" >&2
        exit 1
    }
fi

# One line for each line of code in each object that has it: path, line, times, and how often each of its
# branches was taken. A file that no test has run is in its notes alone.
for layer in $layers; do
    find "$build/src/$layer" -name '*.gcno'
done | while read -r notes; do
    counts=${notes%.gcno}.gcda
    if [ -f "$counts" ]; then
        gcov --json-format --stdout --branch-probabilities "$counts"
    else
        gcov --json-format --stdout --branch-probabilities "$notes" 2> /dev/null
    fi
done | jq -r '.files[] | select(.file | startswith("src/")) | .file as $file | .lines[] |
    [$file, .line_number, .count, .branches[].count] | @tsv' > "$build/coverage.tsv"

# The functions of headers are in many objects: they are added up, line by line and branch by branch.
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
        key = $1 SUBSEP $2
        times[key] += $3
        if (NF - 3 > width[key]) width[key] = NF - 3
        for (i = 4; i <= NF; i++) taken_of[key, i - 3] += $i
    }
    function count_line(file, line, key,    part, layer, all, untaken, i) {
        split(file, part, "/")
        layer = part[2]
        lines[layer]++
        if (times[key] > 0) lines_run[layer]++
        read_source(file)
        all = width[key]
        if (key in is_check || all == 0) return
        for (i = 1; i <= all; i++) {
            if (taken_of[key, i] == 0) untaken++
        }
        if (key in is_whole && untaken > 0) {
            all--
            untaken--
        }
        branches[layer] += all
        left[layer] += untaken
        file_branches[file] += all
        file_left[file] += untaken
        if (wanted != "" && index(file, wanted) && untaken > 0) {
            printf "%s:%d: %d of %d%s: %s\n", file, line, untaken, all,
                (times[key] > 0 ? "" : " (never run)"), source[file, line]
        }
    }
    END {
        for (key in times) {
            split(key, place, SUBSEP)
            count_line(place[1], place[2], key)
        }
        if (wanted != "") exit
        n = split(layers, name, " ")
        printf "%-12s %8s %8s %8s %8s %8s\n", "layer", "lines", "run", "branches", "taken", "left"
        for (i = 1; i <= n; i++) {
            layer = name[i]
            printf "%-12s %8d %7.1f%% %8d %7.1f%% %8d\n", layer, lines[layer],
                100 * lines_run[layer] / lines[layer], branches[layer],
                100 * (branches[layer] - left[layer]) / branches[layer], left[layer]
        }
        print ""
        worst = "sort -rn | head -30"
        for (file in file_left) {
            if (file_left[file] > 0) {
                printf "%5d of %5d branches left in %s\n", file_left[file], file_branches[file], file | worst
            }
        }
    }' "$build/coverage.tsv" | if [ -n "${FILE:-}" ]; then sort -t : -k 1,1 -k 2,2n; else cat; fi
