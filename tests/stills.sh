#!/bin/sh
# Keeps pictures of the table as real terminals draw it, to be looked at: what no test of cells can see
# (fonts, colours, widths, torn rows). Not part of any check.
#
#   sh tests/stills.sh PROGRAM FOLDER [TERMINAL...]
#
# PROGRAM is a built referee. FOLDER gets a picture TERMINAL-MOMENT.png for each terminal and moment below.
# Needs Xvfb, xdotool and ImageMagick (import), and those of the terminals that are to be seen: xterm,
# urxvt, tmux, screen, mosh (on Debian: xvfb xdotool imagemagick xterm rxvt-unicode tmux screen mosh).
set -eu

usage() {
    sed -n 's/^#   \(sh tests\)/usage: \1/p' "$0" >&2
    exit 2
}

[ $# -ge 2 ] || usage
case $1 in
/*) program=$1 ;;
*) program=$(pwd)/$1 ;;
esac
pictures=$2
shift 2
demo=$(pwd)/data/demo/spire.referee
[ -x "$program" ] && [ -f "$demo" ] || usage
[ $# -gt 0 ] || set -- xterm xterm-light xterm-wide xterm-8 xterm-linux urxvt tmux screen mosh

mkdir -p "$pictures"
work=$(mktemp -d)
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2> /dev/null || true
    tmux -S "$work/tmux" kill-server 2> /dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

Xvfb -displayfd 3 -screen 0 1200x800x24 3> "$work/display" 2> /dev/null &
server=$!
until [ -s "$work/display" ]; do sleep 1; done
DISPLAY=:$(cat "$work/display")
LC_ALL=C.UTF-8
HOME=$work
export DISPLAY LC_ALL HOME
unset TMUX STY NO_COLOR COLORFGBG
set_fonts="-fa DejaVuSansMono -fs 10"

# What every terminal runs: a demo of its own, opened again for each.
cat > "$work/table" << END
#!/bin/sh
"$program" --db "$work/\$\$.db" run "$demo" > /dev/null
"$program" --db "$work/\$\$.db" table
END
chmod +x "$work/table"

# The fonts and their size are words without blanks, so splitting them is meant.
# shellcheck disable=SC2086
start() {
    case $1 in
    xterm) xterm $set_fonts -geometry 120x40 -e "$work/table" ;;
    xterm-light) xterm $set_fonts -geometry 120x40 -bg white -fg black -e "$work/table" ;;
    xterm-wide) xterm $set_fonts -geometry 120x40 -cjk_width -e "$work/table" ;;
    xterm-8) xterm $set_fonts -geometry 80x24 -tn xterm -e "$work/table" ;;
    xterm-linux) xterm $set_fonts -geometry 80x24 -e env TERM=linux "$work/table" ;;
    urxvt) urxvt -fn 'xft:DejaVu Sans Mono:size=10' -geometry 120x40 -e "$work/table" ;;
    tmux) xterm $set_fonts -geometry 120x40 -e tmux -S "$work/tmux" new-session "$work/table" ;;
    screen) xterm $set_fonts -geometry 120x40 -e screen -U "$work/table" ;;
    mosh)
        mosh-server new -i 127.0.0.1 -- "$work/table" > "$work/mosh" 2> /dev/null
        port=$(sed -n 's/^MOSH CONNECT \([0-9]*\) .*/\1/p' "$work/mosh" | tr -d '\r')
        MOSH_KEY=$(sed -n 's/^MOSH CONNECT [0-9]* //p' "$work/mosh" | tr -d '\r')
        export MOSH_KEY
        xterm $set_fonts -geometry 120x40 -e mosh-client 127.0.0.1 "$port"
        ;;
    *) echo "no way to start $1" >&2; exit 2 ;;
    esac
}

# A picture once two in a row are the same.
picture() {
    import -window root "$work/now.png"
    tries=0
    while [ "$tries" -lt 20 ]; do
        sleep 0.5
        mv "$work/now.png" "$work/before.png"
        import -window root "$work/now.png"
        if [ "$(compare -metric AE "$work/before.png" "$work/now.png" null: 2>&1)" = 0 ]; then
            break
        fi
        tries=$((tries + 1))
    done
    cp "$work/now.png" "$pictures/$1.png"
}

# The newest window, once it is there.
find_window() {
    tries=0
    while [ "$tries" -lt 40 ]; do
        sleep 0.5
        if xdotool search --onlyvisible --class . 2> /dev/null | tail -n 1 | grep .; then
            return
        fi
        tries=$((tries + 1))
    done
}

for terminal in "$@"; do
    command=${terminal%%-*}
    if ! command -v "$command" > /dev/null; then
        echo "$terminal: not installed"
        continue
    fi
    start "$terminal" > /dev/null 2>&1 &
    window=$(find_window)
    if [ -z "$window" ]; then
        echo "$terminal: no window"
        continue
    fi
    xdotool windowfocus "$window"
    sleep 2
    picture "$terminal-table"
    xdotool key F3
    picture "$terminal-more"
    xdotool key Escape
    sleep 1
    xdotool type ':'
    picture "$terminal-palette"
    xdotool key Escape
    sleep 1
    xdotool type 'a'
    picture "$terminal-question"
    xdotool key Escape
    sleep 1
    xdotool type 'q'
    sleep 1
    xdotool windowkill "$window" 2> /dev/null || true
    sleep 2
    echo "$terminal: seen"
done
