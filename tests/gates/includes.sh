#!/bin/sh
# Who may include whom: the dependency picture of src/README.md, layer by layer and, inside some of
# them, folder by folder; and one place each for curses and SQLite. Also: a source includes its own
# header first, paths are written from src/, the pure layers print no floating-point conversions (the
# locale chooses their decimal point), layers that handle the texts of people cut none within a
# character, the screen knows its acts by their enum, and results are made in one place.
. tests/gates/tap.sh

# Prints what is wrong in the tree $1, which is laid out like src/.
complaints() {
    (cd "$1" && find . -name '*.[ch]' | sed 's|^\./||' | sort | xargs awk '
    BEGIN {
        pure = " base resolver tracker games "
        may["base"] = " base "
        may["resolver"] = " base resolver "
        may["tracker"] = " base resolver tracker "
        may["games"] = pure
        may["content"] = " base resolver tracker content "
        may["store"] = " base resolver tracker store "
        may["forecast"] = " base resolver tracker forecast "
        may["exchange"] = " base resolver tracker exchange "
        may["app"] = pure "content store forecast exchange app "
        may["cli"] = pure "app cli "
        may["tui"] = pure "app tui "
        may["main"] = " base app cli tui "
        embeds = " content store app cli "
        speaks = " tracker games content app cli tui "
        # Folders that know less than their layer.
        knows["resolver/dice"] = " base resolver resolver/dice "
        knows["resolver/tables"] = " base resolver resolver/dice resolver/tables "
        knows["resolver/rules"] = " base resolver resolver/dice "
        knows["tui/canvas"] = " base tui/canvas "
        knows["tui/term"] = " base tui/canvas tui/term "
        knows["tui/fight"] = " base resolver resolver/dice tracker app/sitting app/settings app/log app/library tui/canvas tui/widgets tui/fight "
    }
    function complain(what) { print FILENAME ":" FNR ": " what }
    function folder_of(path) {
        return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : ""
    }
    # A game at the table knows no other game, only what all are made of.
    function is_beyond(folder, lower) {
        if (index(path, own_stem) == 1) return 0
        if (folder in knows) return !index(knows[folder], " " lower " ")
        return folder ~ /^games\// && lower ~ /^games\// && lower != folder && lower != "games/generic"
    }
    # A rule system has no header: systems.def declares it.
    function own_header_first(path) {
        if (is_first && FILENAME ~ /\.c$/ && path != own_header && (getline ignored < own_header) >= 0)
            complain("the first include is not \"" own_header "\"")
        is_first = 0
    }
    FNR == 1 {
        layer = FILENAME ~ /\// ? FILENAME : "main"
        sub(/\/.*/, "", layer)
        own_stem = FILENAME
        sub(/\.[a-z]*$/, "", own_stem)
        own_header = FILENAME
        sub(/\.c$/, ".h", own_header)
        is_first = 1
        is_pure = index(pure, " " layer " ")
        if (!(layer in may)) complain("no layer has the name " layer)
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, parts, "\"")
        path = parts[2]
        own_header_first(path)
        if (path == "embedded.h") {
            if (!index(embeds, " " layer " ")) complain(layer " may not include embedded files")
            next
        }
        if (path !~ /^[a-z]+\/([a-z_]+\/)?[a-z0-9_]+\.(h|def)$/) { complain("\"" path "\" is not written from src/"); next }
        lower = path
        sub(/\/.*/, "", lower)
        if (!index(may[layer], " " lower " ")) complain(layer " may not include " path)
        else if (is_beyond(folder_of(FILENAME), folder_of(path))) complain(folder_of(FILENAME) " may not include " path)
        if (path == "app/sitting/data.h" && layer != "app") complain("what a sitting holds is known to app alone")
        next
    }
    /^[ \t]*#[ \t]*include[ \t]*</ {
        own_header_first("<>")
        if ($0 ~ /curses|<term\.h>/ && FILENAME !~ /^tui\/term\/term_curses\.c$/)
            complain("curses belongs to tui/term/term_curses.c, and not to its header")
        if ($0 ~ /sqlite3/ && FILENAME != "store/db.c") complain("SQLite belongs to store/db.c")
        if (is_pure && $0 ~ /<(stdlib|time|locale|ctype|wchar|wctype|errno|signal|setjmp|threads|pthread|unistd|fcntl|sys\/[a-z]*)\.h>/)
            complain("a pure layer has no use for this header")
        next
    }
    / v?snprintf\(/ && index(speaks, " " layer " ") { complain("snprintf cuts within a character: use text_format") }
    # app/settings/keys resolves the names of acts, once.
    layer == "tui" && /"@[a-z-]+"/ { complain("acts of the screen are known by enum screen_act, not by their names") }
    FILENAME != "app/sitting/result.c" && / = RESULT_[A-Z]+;/ { complain("a result is made by app/sitting/result.h") }
    # The places of a key (%f, the foe) are for the screen to fill in.
    /^\};/ || FNR == 1 { is_keys = 0 }
    /const struct key_def [a-z_]*\[\] = \{$/ { is_keys = 1 }
    is_pure && !is_keys {
        line = $0
        gsub(/%%/, "", line)
        if (line ~ /"[^"]*%[-+#0-9.*]*[lL]?[aefgAEFG]/) complain("a floating-point conversion in a pure layer")
    }')
}

# Makes a tree of one module, its file $1 with the text $2, and complains about it.
complaints_about() {
    rm -rf "$tap_scratch/tree"
    mkdir -p "$tap_scratch/tree/$(dirname "$1")"
    : > "$tap_scratch/tree/${1%.*}.h"
    printf '%b' "$2" > "$tap_scratch/tree/$1"
    complaints "$tap_scratch/tree"
}

check "src includes only what it may" complaints src
refuse "base including the resolver is seen" complaints_about base/x.h '#include "resolver/dice/dice.h"\n'
refuse "the resolver including the tracker is seen" complaints_about resolver/x.h '#include "tracker/state.h"\n'
refuse "the tracker including a game is seen" complaints_about tracker/x.h '#include "games/games.h"\n'
refuse "the tracker including the store is seen" complaints_about tracker/x.h '#include "store/log.h"\n'
refuse "the store including the content is seen" complaints_about store/x.h '#include "content/library.h"\n'
refuse "the screen including the store is seen" complaints_about tui/x.h '#include "store/log.h"\n'
refuse "the command line including the screen is seen" complaints_about cli/x.h '#include "tui/view.h"\n'
refuse "main including the store is seen" complaints_about main.c '#include "store/log.h"\n'
refuse "dice including tables are seen" complaints_about resolver/dice/x.h '#include "resolver/tables/random_table.h"\n'
refuse "rules including other rules are seen" complaints_about resolver/rules/x.c '#include "resolver/rules/y.h"\n'
refuse "a game including another game is seen" complaints_about games/one/x.h '#include "games/two/order.h"\n'
check "a game may include what all games are made of" complaints_about games/one/x.h '#include "games/generic/act.h"\n#include "games/one/order.h"\n'
refuse "the terminal including the table is seen" complaints_about tui/term/x.h '#include "tui/loop/table.h"\n'
refuse "a pane including the table at work is seen" complaints_about tui/fight/x.h '#include "tui/loop/table.h"\n'
refuse "cells including the application are seen" complaints_about tui/canvas/x.h '#include "app/sitting/sitting.h"\n'
refuse "the screen including what a sitting holds is seen" complaints_about tui/views/x.h '#include "app/sitting/data.h"\n'
refuse "an unknown folder is seen" complaints_about common/x.h '\n'
refuse "curses outside its file is seen" complaints_about tui/view.h '#include <curses.h>\n'
refuse "ncurses outside its file is seen" complaints_about tui/view.h '#  include <ncursesw/ncurses.h>\n'
refuse "SQLite outside its file is seen" complaints_about store/log.h '#include <sqlite3.h>\n'
refuse "a clock in a pure layer is seen" complaints_about base/x.h '#include <time.h>\n'
refuse "embedded files in a pure layer are seen" complaints_about base/x.h '#include "embedded.h"\n'
refuse "a path that is not written from src is seen" complaints_about base/x.h '#include "text.h"\n'
refuse "a path upward is seen" complaints_about base/x.h '#include "../base/text.h"\n'
refuse "a source with another header first is seen" complaints_about base/x.c '#include <stdio.h>\n#include "base/x.h"\n'
refuse "a floating-point conversion is seen" complaints_about base/x.h 'f("%5.2f");\n'
refuse "curses in the header of its own file is seen" complaints_about tui/term/term_curses.h '#include <curses.h>\n'
refuse "a text that is cut anywhere is seen" complaints_about tracker/x.c '#include "tracker/x.h"\n    snprintf(buf, sizeof buf, name);\n'
refuse "an act of the screen that is known by its name is seen" complaints_about tui/fight/x.c '#include "tui/fight/x.h"\n    if (strcmp(act, "@down") == 0) {\n'
refuse "a result that is set by hand is seen" complaints_about app/x.c '#include "app/x.h"\n    out->kind = RESULT_TOLD;\n'
check "curses in its own file is allowed" complaints_about tui/term/term_curses.c '#include "tui/term/term_curses.h"\n#include <curses.h>\n'
check "SQLite in its own file is allowed" complaints_about store/db.c '#include "store/db.h"\n#include <sqlite3.h>\n'
refuse "a floating-point conversion behind keys is seen" complaints_about base/x.h 'static const struct key_def keys[] = {\n};\nf("%f");\n'
check "the places of a key are no conversions" complaints_about base/x.h 'static const struct key_def keys[] = {\n{"a", "attack %f by=%a"},\n};\n'
check "a percent sign before a word is no conversion" complaints_about base/x.h 'f("65%% for %%d, 5%%%%fail");\n'
tap_end
