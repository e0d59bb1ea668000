#!/bin/sh
# How big the code is, and how much of it is used from one place only: `make count` prints it. It is
# no gate: a number that is met by moving lines about says nothing.
#
# Read from the sources as .clang-format writes them, without a compiler: a function is what stands at
# the margin before a "{", and its name stands before the "(" of its arguments. A name is looked up
# among the functions of its own file first, then among those that other files can see. Comments and
# literals are left out.
# Inline functions of headers are counted as those of one file are.
#   - A call is the name with "(" after it in the body of another function: two calls in one function
#     are two places. A function that calls itself is not called by that.
#   - Any other mention is a row: in a table, as an argument, in a macro or a .def file. A function with
#     a row is not counted as called from one place, since its callers are not known from the text.
#   - What is not seen: names that a macro puts together. What is seen too often: a variable of the same
#     name counts as a row.
# Tests are not read: what only they call has no caller here.
#
#   sh tests/count.sh [names]    with `names` it lists what it counted, a function a line
set -u

find src -type f \( -name '*.[ch]' -o -name '*.def' \) | sort > "${TMPDIR:-/tmp}/count.$$"
trap 'rm -f "${TMPDIR:-/tmp}/count.$$"' EXIT
files=${TMPDIR:-/tmp}/count.$$

printf '%7d lines of src, in\n' "$(xargs cat < "$files" | wc -l)"
printf '%7d files\n' "$(wc -l < "$files")"
find src -type f | sed 's|/[^/]*$||' | sort | uniq -c | awk '
    $1 > 40 { over[++count] = sprintf("%15d in %s", $1, $2) }
    END {
        printf "%7d folders of more than 40 files\n", count
        for (i = 1; i <= count; i++) print over[i]
    }'

# The list is read twice: for what is defined, then for what is mentioned.
# shellcheck disable=SC2046
awk -v names="${1:-}" '
    function name_before(text, at) {
        text = substr(text, 1, at - 1)
        sub(/[ \t]+$/, "", text)
        return match(text, /[A-Za-z_][A-Za-z_0-9]*$/) ? substr(text, RSTART) : ""
    }
    # The opening of a body: "static int dice_face(struct dice *dice, int sides)". An attribute of
    # the form WORD(3, 4) before the name is passed over.
    function begin_function(text, is_static, name) {
        gsub(/(^|[ \t])LIKE_PRINTF\([^)]*\)/, " ", text)
        is_static = text ~ /^[ \t]*static / && FILENAME !~ /\.h$/
        name = index(text, "(") ? name_before(text, index(text, "(")) : ""
        if (text !~ /\)[ \t]*$/ || name == "") return
        inside = is_static ? FILENAME SUBSEP name : name
        if (!is_second) {
            functions++
            file_of[inside] = FILENAME
            if (is_static || text ~ /^[ \t]*static /) is_static_of[inside] = 1
        }
    }
    # What a name means here: the index of a function, or nothing.
    function meaning(name) {
        return (FILENAME SUBSEP name) in file_of ? FILENAME SUBSEP name : name in file_of ? name : ""
    }
    function mention(name, is_call, one) {
        one = meaning(name)
        if (one == "" || one == inside) return
        if (is_call) calls[one]++
        else rows[one]++
        if (FILENAME != file_of[one] && !((one, FILENAME) in seen_in)) {
            seen_in[one, FILENAME] = 1
            users[one]++
        }
    }
    function read_names(text, name) {
        while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
            name = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            if (is_macro || FILENAME ~ /\.def$/) mention(name, 0)
            else if (depth > 0) mention(name, inside != "" && text ~ /^[ \t]*\(/)
            else if (text !~ /^[ \t]*\(/) mention(name, 0)
        }
    }
    FNR == 1 {
        depth = is_linkage = 0; head = inside = ""; in_comment = is_macro = goes_on = 0
        if (FILENAME in was_read) is_second = 1
        was_read[FILENAME] = 1
    }
    {
        # Without comments and literals.
        line = $0; bare = ""
        while (line != "") {
            if (in_comment) {
                if (!(at = index(line, "*/"))) break
                line = substr(line, at + 2); in_comment = 0
            }
            if (!match(line, /"([^"\\]|\\.)*"|\047([^\047\\]|\\.)+\047|\/\*|\/\//)) { bare = bare line; break }
            bare = bare substr(line, 1, RSTART - 1) " "
            sign = substr(line, RSTART, 2)
            line = substr(line, RSTART + RLENGTH)
            if (sign == "//") break
            in_comment = sign == "/*"
        }
        is_macro = goes_on || bare ~ /^[ \t]*#/
        goes_on = is_macro && $0 ~ /\\$/
        if (is_macro) {
            if (is_second && bare !~ /^[ \t]*#[ \t]*(include|if|ifdef|ifndef|undef|endif)/) read_names(bare)
            next
        }
        while (match(bare, /[{};]/)) {
            sign = substr(bare, RSTART, 1)
            before = substr(bare, 1, RSTART - 1)
            bare = substr(bare, RSTART + 1)
            if (is_second) read_names(before)
            is_linkage = 0
            if (depth == 0) {
                head = head " " before
                sub(/^[ \t]+/, "", head)
                is_linkage = head ~ /^extern *$/
                if (sign == "{") begin_function(head)
                if (sign != "}") head = ""
            }
            if (sign == "{" && !is_linkage) depth++
            if (sign == "}" && depth > 0) depth--
            if (depth == 0) { head = ""; inside = "" }
        }
        if (is_second) read_names(bare)
        if (depth == 0) head = head " " bare
    }
    END {
        for (one in file_of) {
            is_once = calls[one] == 1 && !rows[one]
            once += is_once
            is_unused = !calls[one] && !rows[one]
            unused += is_unused
            if (!(one in is_static_of)) {
                externs++
                is_theirs = users[one] == 1
                theirs += is_theirs
            } else is_theirs = 0
            if (names == "names" && (is_once || is_theirs || is_unused)) {
                name = one
                sub(/.*\034/, "", name)
                print file_of[one] ": " name (is_once ? ", called from one place" : "") \
                    (is_unused ? ", not called in src" : "") \
                    (is_theirs ? ", used by one other file" : "") | "sort"
            }
        }
        if (names == "names") close("sort")
        printf "%7d functions, of which\n", functions
        printf "%15d are called from one place: %.1f %%\n", once, 100 * once / functions
        printf "%15d are not called in src, as the interface of the library is\n", unused
        printf "%7d functions that other files can see, of which\n", externs
        printf "%15d are used by one other file: %.1f %%\n", theirs, 100 * theirs / externs
    }' $(cat "$files" "$files")
