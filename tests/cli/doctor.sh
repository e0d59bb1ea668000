#!/bin/sh
# What the doctor sees: a terminal that cannot do something, files with mistakes, a damaged campaign.
. tests/cli/program.sh

export HOME="$tap_scratch" XDG_DATA_HOME="$tap_scratch/data" XDG_CONFIG_HOME="$tap_scratch/config"
export TERM=xterm-256color LC_ALL=C.UTF-8 COLUMNS=200
unset NO_COLOR
campaign=$tap_scratch/c.db
state_of() { # ABOUT WORDS...: the states of the checks about something
    about=$1
    shift
    "$referee" doctor --json --db "$campaign" "$@" | jq -r --arg about "$about" '.checks[] | select(.about == $about) | .state' | sort -u | tr '\n' ' '
}
is() { # NAME ABOUT STATES
    found=$(state_of "$2")
    holds "$1" test "$found" = "$3"
    [ "$found" = "$3" ] || echo "# found: $found"
}

run_referee doctor --db "$campaign"
holds "on a pipe it says that there is no screen" test "$code" -eq 0 -a ! -s "$tap_scratch/err" -a \
    "$(grep -c 'not a terminal, so there is no screen' "$tap_scratch/out")" -eq 1
holds "each note says what to do" grep -q -- '-> use `referee table --linear`' "$tap_scratch/out"
is "a terminal that is known" terminal "note ok "
is "its colours" colours "ok "
is "its keys" keys "ok "
is "its characters" characters "ok "
is "a campaign that is not made yet" campaign "ok "
is "the libraries" versions "ok "
is "what draws the code of the page" "QR code" "ok "
touch "$tap_scratch/file"
campaign=$tap_scratch/file/deep/c.db
is "a campaign that cannot be made" campaign "fault "
campaign=$tap_scratch/new/deep/c.db
is "one whose folders will be made" campaign "ok "
campaign=$tap_scratch/c.db
is "a library without mistakes" library "ok "
holds "versions are named" sh -c '"$1" doctor --json | jq -r ".checks[].says" | grep -q "SQLite 3\..*libyaml .*cmark .*Jansson"' - "$referee"
holds "counts stand beside the checks" test "$("$referee" doctor --json --db "$campaign" | jq -c '[.faults, (.notes >= 1)]')" = '[0,true]'
NO_COLOR=1
export NO_COLOR
is "colours that are not wanted" colours "note "
unset NO_COLOR
TERM=nothing-like-it
is "a terminal that nobody knows" terminal "fault note "
run_referee doctor --db "$campaign"
holds "a fault ends with 3" test "$code" -eq 3
holds "and is marked" grep -q '^! terminal  *TERM is nothing-like-it, which this system does not know' "$tap_scratch/out"
TERM=dumb
is "one that cannot place text" terminal "fault note "
TERM=vt100
is "one without colours" colours "note "
TERM=xterm-256color
LC_ALL=C
is "a locale without Unicode" characters "note "
LC_ALL=xx_YY.UTF-8
is "a locale that is not installed" locale "note "
LC_ALL=C.UTF-8

# ---- files ----
printf 'encounter Ford\n' > "$tap_scratch/script"
"$referee" run "$tap_scratch/script" --db "$campaign" > /dev/null
is "a campaign that is there" campaign "ok "
chmod g+w "$campaign"
is "a campaign that others can write" permissions "note "
chmod g-w "$campaign"
mkdir -p "$XDG_DATA_HOME/referee/library/trilemma" "$XDG_CONFIG_HOME/referee"
printf 'creatures:\n  - name: bad\n    hp: many\n' > "$XDG_DATA_HOME/referee/library/trilemma/mine.yaml"
is "a mistake in a file of kinds" library "note "
printf 'themes: light\n' > "$XDG_CONFIG_HOME/referee/settings.yaml"
is "a mistake in the settings" settings "note "
printf 'D nothing\n' > "$XDG_CONFIG_HOME/referee/keys"
is "a mistake in the keys" "your keys" "note "
printf 'no campaign at all, but a text that is long enough to be looked at as if it were one\n' > "$campaign"
is "a file that is no campaign" campaign "fault "
tap_end
