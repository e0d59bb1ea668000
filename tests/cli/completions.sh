#!/bin/sh
# Completions: what the program offers for a line, and each script in its real shell.
. tests/cli/program.sh

PATH=$(cd "$BUILD_DIR" && pwd):$PATH
export PATH XDG_DATA_HOME="$tap_scratch/data" REFEREE_DB="$tap_scratch/c.db"
printf 'encounter "Nest ledge" system=trilemma\nadd Anka side=party strength=14 wits=12 ac=20 hp=9\nprepare Weir\nencounter Ford system=trilemma\nadd Bo hp=7 strength=9 wits=9 ac=20\n' > "$tap_scratch/script"
referee run "$tap_scratch/script" > /dev/null

# ---- words ------------------------------------------------------------------------------------------

words() { referee completions words -- "$@" | cut -f 1 | tr '\n' ' '; }
offers() { # NAME WANTED WORDS...: exactly these
    name=$1 wanted=$2
    shift 2
    found=$(words "$@")
    holds "$name" test "$found" = "$wanted"
    [ "$found" = "$wanted" ] || echo "# offered: $found"
}
offers "subcommands by their beginning" "forecast forecasts " forec
offers "options of the subcommand" "--seed " roll 2d6 --se
offers "encounters of the campaign" "Nest ledge " show N
offers "prepared ones too for a forecast" "Weir " forecast W
offers "games by name and alias" "pixel-dungeon pixel " odds p
offers "actions of a game" "attack " odds pixel a
offers "parameters of an action" "other_ac= " resolve trilemma shot other_a
offers "choices of a parameter" "facing=behind " resolve trilemma shot facing=b
offers "flags take no value" "direct " resolve trilemma attack di
offers "combatants" "Bo " why B
offers "words of a question" "by= " log b
offers "topics of a question" "about=morale " log about=mo
offers "ready questions" "hit-most hits " questions hi
offers "formats of an export" "md " export --format m
offers "formats of a document" "statblock " write kinds --format s
offers "what can be written" "kinds " write k
offers "kinds" "gully-goblin " library gully
offers "shells" "bash " completions b
offers "pages" "referee-dice " manual referee-d
offers "files" ":files " run ''
offers "files for an option" ":files " roll --tables ''
offers "random tables" "@chest " roll @ches
offers "the campaign that the line names" "" show --db "$tap_scratch/none.db" N
offers "nothing after the last word" "" systems trilemma attack x
complains "an unknown shell names the nearest" 2 \
    'referee: completions are for bash, zsh or fish, not for fisch; did you mean fish?' completions fisch

# ---- in the shells ----------------------------------------------------------------------------------

cd "$tap_scratch" || exit 2
touch fight.referee
for shell in bash zsh fish; do referee completions $shell > "completions.$shell"; done

# What bash completes a line to: words at its breaks, as readline hands them over.
cat > in_bash.sh <<'END'
source completions.bash
ask() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _referee
    printf '%s|' "${COMPREPLY[@]}"
    echo
}
ask referee forec
ask referee show N
ask referee odds pixel a
ask referee resolve trilemma shot facing = b
ask referee run fi
ask referee export --format m
END
bash --norc in_bash.sh > out 2> err
cat > wanted <<'END'
forecast|forecasts|
Nest\ ledge|
attack|
behind|
fight.referee|
md|
END
holds "bash completes" cmp -s wanted out
diff wanted out | sed 's/^/# /'
holds "without a complaint" test ! -s err

# A name of another person's campaign is a word of the line, whatever the shell would make of it, after
# nothing, after = and within each quote that is open.
cat > hostile <<'END'
encounter "gold=$(touch ran)" system=trilemma
encounter "Den of ""q"" `touch ran`" system=trilemma
encounter "it's; touch ran; 'x" system=trilemma
END
REFEREE_DB="$tap_scratch/hostile.db" referee run hostile > /dev/null
cat > in_bash.sh <<'END'
source completions.bash
unquoted() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _referee
    eval "set -- ${COMPREPLY[0]}" && printf '%s|' "$@" && echo
}
quoted() { # QUOTE WORDS...
    local quote=$1
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _referee
    eval "set -- $quote${COMPREPLY[0]}$quote" && printf '%s|' "$@" && echo
}
unquoted referee show go
unquoted referee show De
unquoted referee show it
quoted '"' referee show '"go'
quoted '"' referee show '"De'
quoted '"' referee show '"it'
quoted "'" referee show "'go"
quoted "'" referee show "'De"
quoted "'" referee show "'it"
unquoted referee show gold = '$'
END
REFEREE_DB="$tap_scratch/hostile.db" bash --norc in_bash.sh > out 2> err
cat > wanted <<'END'
gold=$(touch ran)|
Den of "q" `touch ran`|
it's; touch ran; 'x|
gold=$(touch ran)|
Den of "q" `touch ran`|
it's; touch ran; 'x|
gold=$(touch ran)|
Den of "q" `touch ran`|
it's; touch ran; 'x|
$(touch ran)|
END
holds "bash takes hostile names as they are" cmp -s wanted out
diff wanted out | sed 's/^/# /'
holds "and runs nothing of them" test ! -e ran

fish_says() { fish --no-config -c "source completions.fish; complete -C '$1'" 2> err | cut -f 1 | tr '\n' '|'; }
export HOME="$tap_scratch"
holds "fish completes subcommands" test "$(fish_says 'referee forec')" = 'forecast|forecasts|'
holds "fish completes encounters" test "$(fish_says 'referee show N')" = 'Nest\ ledge|' -o \
    "$(fish_says 'referee show N')" = 'Nest ledge|'
holds "fish completes actions" test "$(fish_says 'referee odds pixel a')" = 'attack|'
holds "fish completes files" test "$(fish_says 'referee run fi')" = 'fight.referee|'
holds "fish has no complaint" test ! -s err

# What the function hands to zsh for a line: the words that begin with what is typed, as compadd keeps them.
cat > in_zsh.sh <<'END'
compdef() { [[ $1 == _referee && $2 == referee ]] || print -r -- "wrong: $*" }
_files() { print -rn -- 'FILES|' }
compadd() {
    local name=${@[-1]}
    [[ $1 == -l && $2 == -d ]] || print -r -- "wrong: $*"
    for word in ${(P)name}; print -rn -- "$word|"
}
source ./completions.zsh
ask() { local -a words=("$@"); local CURRENT=$#; _referee; print }
ask referee forec
ask referee show N
ask referee odds pixel a
ask referee resolve trilemma shot other_a
ask referee run fi
END
zsh -f in_zsh.sh > out 2> err
cat > wanted <<'END'
forecast|forecasts|
Nest ledge|
attack|
other_ac=|
FILES|
END
holds "zsh completes" cmp -s wanted out
diff wanted out | sed 's/^/# /'
holds "zsh has no complaint" test ! -s err
tap_end
