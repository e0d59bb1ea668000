#!/bin/sh
# No ring of modules that all need each other: it cannot be read, tested or changed in part. A
# module is x.c and x.h in one folder; it needs every other module whose header or .def file one of
# its files includes.
#
# A ring can also hide behind a header that several sources share. So each function and each datum
# that x.h (or x.c) declares is defined in x.c, if it is defined by name at all.
. tests/gates/tap.sh

# Modules of several files, one a line, the module first. What they are is read in the diff:
#   dice          the verbs, and the long one of them
#   dice_expr     notation: its data, reading it, and what its terms do (in dice_expr.c)
#   text          a piece of text, its characters, and errors, whose texts are cut between them
#   formats       their table and what they write with, a file for each
#   campaign      the face of the store, over the one struct of an open file
#   table         the loop of the screen, over the one struct of what it alone knows
#   subcommands   the table of the subcommands, and the function of each of its rows
several_files='
resolver/dice/dice resolver/dice/dice_throw
resolver/dice/dice_expr resolver/dice/dice_expr_parse resolver/dice/dice_term
base/text base/utf8 base/status
exchange/formats exchange/csv exchange/html exchange/json exchange/markdown exchange/plain
store/campaign store/backup store/beside store/campaign_file store/changes store/encounters store/known store/log store/log_ways store/open_file store/schema store/seals store/search store/states store/sums store/verify
tui/loop/table tui/loop/screen_private tui/loop/screen_again tui/loop/screen_form tui/loop/screen_keys tui/loop/screen_lines tui/loop/screen_more tui/loop/screen_palette tui/loop/screen_pending tui/loop/screen_question tui/loop/screen_throws tui/loop/lost_file
cli/subcommands cli/import cli/backup cli/commands cli/completions cli/figures cli/forecast cli/library cli/log cli/manual/manual cli/merge cli/odds cli/players cli/serve/serve cli/resolve cli/run cli/show cli/systems cli/tables cli/throw cli/write
'
several_files=$(echo "$several_files" | tr '\n' ';')

# In awk: module_of[], from the list above.
know_modules='
    function module(path) {
        sub(/\.[a-z]+$/, "", path)
        return path in module_of ? module_of[path] : path
    }
    BEGIN {
        lines_count = split(several_files, several, ";")
        for (line = 1; line <= lines_count; line++) {
            count = split(several[line], part, " ")
            for (i = 1; i <= count; i++) module_of[part[i]] = part[1]
        }
    }'

# Prints the rings of the tree $1, which is laid out like src/.
rings() {
    (cd "$1" && find . -name '*.[ch]' | sed 's|^\./||' | sort |
        xargs awk -v several_files="$several_files" "$know_modules"'
    function exists(path,  found) {
        if (!(path in known)) {
            found = (getline ignored < path) >= 0
            close(path)
            known[path] = found
        }
        return known[path]
    }
    # A list x.def belongs to x.h, to the singular of its name, else to the one who includes it.
    function owner(path,  name) {
        name = path
        sub(/\.[a-z]+$/, "", name)
        if (path ~ /\.def$/ && !exists(name ".h")) {
            sub(/s$/, "", name)
            if (!exists(name ".h")) return ""
        }
        return module(name)
    }
    function visit(one,  i, next_one, at) {
        colour[one] = "open"
        way[++depth] = one
        for (i = 1; i <= needs_count[one]; i++) {
            next_one = needs[one, i]
            if (colour[next_one] == "open") {
                for (at = depth; way[at] != next_one; at--) {}
                for (; at <= depth; at++) printf "%s → ", way[at]
                print next_one
            } else if (colour[next_one] == "") {
                visit(next_one)
            }
        }
        colour[one] = "done"
        depth--
    }
    FNR == 1 {
        from = module(FILENAME)
        if (!(from in seen)) order[++modules] = from
        seen[from] = 1
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, parts, "\"")
        to = owner(parts[2])
        if (to != "" && to != from && !((from, to) in has)) {
            has[from, to] = 1
            needs[from, ++needs_count[from]] = to
        }
    }
    END { for (i = 1; i <= modules; i++) if (colour[order[i]] == "") visit(order[i]) }')
}

# Prints what one file of the tree $1 declares and another module defines.
shared_headers() {
    (cd "$1" && find . -name '*.[ch]' | sed 's|^\./||' | sort |
        xargs awk -v several_files="$several_files" "$know_modules"'
    function name_before_parenthesis(text) {
        match(text, /[A-Za-z_][A-Za-z_0-9]*[ \t]*\(/)
        text = substr(text, RSTART, RLENGTH - 1)
        sub(/[ \t]+$/, "", text)
        return text
    }
    function declare(name) {
        if (!(name in declared)) names[++names_count] = name
        if (!((name, FILENAME) in declares)) declared[name] = declared[name] " " FILENAME
        declares[name, FILENAME] = 1
    }
    function define(name) { if (FILENAME ~ /\.c$/) defined[name] = FILENAME }
    # A datum: the name behind its type, before its bounds.
    function datum(text) {
        sub(/[ \t]*[=\[].*/, "", text)
        sub(/.*[ \t*]/, "", text)
        return text
    }
    # What ends with a semicolon outside of all braces.
    function statement(text,  i, count, part, is_extern) {
        is_extern = sub(/^extern[ \t]+/, "", text)
        if (text ~ /^(typedef|static|_Static_assert|static_assert|struct [a-z_0-9]+$)/) return
        if (text ~ /=/ && !is_extern) { define(datum(text)); return }
        if (text ~ /\{\}/) return
        if (text ~ /^[a-z_0-9]+_fn[ \t]+[a-z_]/ || (is_extern && text !~ /\(/)) {
            sub(/^[a-z_0-9]+_fn[ \t]+/, "", text)
            count = split(text, part, ",")
            for (i = 1; i <= count; i++) {
                sub(/^[ \t]+/, "", part[i])
                declare(datum(" " part[i]))
            }
        } else if (text ~ /[a-z_0-9][ \t]*\(/) {
            declare(name_before_parenthesis(text))
        } else if (text !~ /^(struct|enum|union) [a-z_0-9]*$/) {
            define(datum(text))
        }
    }
    # What stands before an opening brace outside of all others.
    function opening(text) {
        is_function = text ~ /\)$/
        if (text ~ /^static / || text == "") return
        if (is_function) define(name_before_parenthesis(text))
        else if (text ~ /=$/) define(datum(text))
    }
    FNR == 1 { depth = 0; text = ""; in_comment = is_macro = 0 }
    is_macro || (!in_comment && /^[ \t]*#/) { is_macro = /\\$/; next }
    {
        line = $0
        bare = ""
        for (;;) {
            if (in_comment) {
                if (!(at = index(line, "*/"))) break
                line = substr(line, at + 2)
                in_comment = 0
            }
            if (!match(line, /"([^"\\]|\\.)*"|\047([^\047\\]|\\.)+\047|\/\*/)) {
                bare = bare line
                break
            }
            bare = bare substr(line, 1, RSTART - 1) " "
            in_comment = substr(line, RSTART, 2) == "/*"
            line = substr(line, RSTART + RLENGTH)
        }
        while (match(bare, /[{};]/)) {
            at = RSTART
            sign = substr(bare, at, 1)
            if (depth == 0) {
                text = text " " substr(bare, 1, at - 1)
                gsub(/[ \t]+/, " ", text)
                sub(/^ /, "", text)
                sub(/ $/, "", text)
                if (sign == "{") { opening(text); text = text " {}" }
                if (sign == ";") { statement(text); text = "" }
            }
            depth += sign == "{" ? 1 : sign == "}" ? -1 : 0
            if (sign == "}" && depth == 0 && is_function) { text = ""; is_function = 0 }
            bare = substr(bare, at + 1)
        }
        if (depth == 0) text = text " " bare
    }
    END {
        for (i = 1; i <= names_count; i++) {
            name = names[i]
            count = split(declared[name], file, " ")
            for (k = 1; k <= count; k++) {
                if (name in defined && module(defined[name]) != module(file[k]))
                    print file[k] ": " name " is defined in " defined[name]
            }
        }
    }')
}

# Makes a tree of the files that are given as name and text, and runs $1 on it.
about() {
    question=$1
    shift
    rm -rf "$tap_scratch/tree"
    while [ $# -gt 0 ]; do
        mkdir -p "$tap_scratch/tree/$(dirname "$1")"
        printf '%b' "$2" > "$tap_scratch/tree/$1"
        shift 2
    done
    "$question" "$tap_scratch/tree"
}

# What is found in planted trees, as one line for each.
ring_of_three() {
    about rings app/a.h '#include "app/b.h"\n' app/b.h '' app/b.c '#include "app/b.h"\n#include "app/c.h"\n' \
        app/c.h '#include "app/a.h"\n'
}
is_found() {
    "$1" | grep -qxF "$2" || echo "not found: $2"
}

check "no modules of src need each other in a ring" rings src
check "no header of src declares what other modules define" shared_headers src

refuse "a ring of two headers is seen" about rings base/a.h '#include "base/b.h"\n' base/b.h '#include "base/a.h"\n'
refuse "a ring through a source is seen" about rings base/a.h '#include "base/b.h"\n' base/b.h '' \
    base/b.c '#include "base/b.h"\n#include "base/a.h"\n'
refuse "a ring over two folders is seen" about rings app/a.h '#include "cli/b.h"\n' cli/b.h '#include "app/a.h"\n'
refuse "a ring through the list of another module is seen" about rings base/a.h '#include "base/kinds.def"\n' \
    base/kind.h '#include "base/a.h"\n' base/kinds.def ''
refuse "a ring of three is seen" ring_of_three
check "a ring is told as the way around it" is_found ring_of_three 'app/a → app/b → app/c → app/a'
check "modules in an order are no ring" about rings base/a.h '' base/b.h '#include "base/a.h"\n' \
    base/c.h '#include "base/a.h"\n#include "base/b.h"\n' base/a.c '#include "base/a.h"\n'
check "a source that nobody declares is no ring" about rings base/a.h '' base/x.c '#include "base/a.h"\n'
refuse "the loop may not declare what a view defines" about shared_headers tui/loop/screen.h 'int one(void);\n' \
    tui/log/a.c 'int one(void)\n{\n}\n'
check "the files of the loop are one module" about shared_headers tui/loop/screen_private.h 'int one(void);\n' \
    tui/loop/screen_keys.c 'int one(void)\n{\n}\n'
refuse "a view may not be in a ring with another" about rings tui/log/a.h '#include "tui/lists/b.h"\n' \
    tui/lists/b.h '#include "tui/log/a.h"\n'

refuse "a shared header is seen" about shared_headers app/shared.h 'int one(void);\n' app/a.c 'int one(void)\n{\n}\n'
refuse "one foreign function among a module's own is seen" about shared_headers \
    app/a.h 'int one(void);\nint two(int n);\n' app/a.c 'int one(void)\n{\n    return 1;\n}\n' \
    app/b.c 'int\ntwo(int n)\n{\n    return n;\n}\n'
refuse "a function that is declared by its type is seen" about shared_headers app/a.h 'decide_fn one, two;\n' \
    app/b.c 'void two(int n)\n{\n}\n'
refuse "a datum is seen" about shared_headers app/a.h 'extern const int sizes[], counts[];\n' \
    app/b.c 'const int counts[] = {1, 2};\n'
refuse "a declaration in a source is seen" about shared_headers app/a.c 'int one(void);\n' \
    app/b.c 'int one(void)\n{\n}\n'
check "a module may declare what it defines" about shared_headers app/a.h \
    'struct s {\n    int (*call)(int n);\n};\ntypedef int call_fn(int n);\nint one(struct s s);\nextern const int sizes[];\n' \
    app/a.c 'const int sizes[] = {1};\nstatic int two(void)\n{\n}\nint one(struct s s)\n{\n    return two();\n}\n' \
    app/b.c 'static int one(void)\n{\n}\n'
check "words in comments declare nothing" about shared_headers app/a.h '/* It calls\n * one(void); and two; */\n' \
    app/b.c 'int one(void)\n{\n}\n'
tap_end
