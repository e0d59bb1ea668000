#!/bin/sh
# The players' page in a real browser, at the sizes of a phone, a tablet and a TV, light and dark: somebody
# enters, takes a character, hears that it is next, throws dice, sleeps, is sent away; what is shown and
# what a screen reader hears follows the table. Leaves a picture of each.
#
#   sh tests/page.sh FOLDER      pictures go into FOLDER; the program is build/release/referee
#
# `make page` runs it; not a part of .ci/run, as a browser is large.
set -eu
[ $# -eq 1 ] || { sed -n 's/^#   \(sh tests\)/usage: \1/p' "$0" >&2; exit 2; }
for tool in chromium chromedriver curl jq; do
    command -v "$tool" > /dev/null || {
        echo "page: no $tool here; as root: apt-get install chromium chromium-driver curl jq" >&2
        exit 1
    }
done
pictures=$1
referee=build/release/referee
mkdir -p "$pictures"
work=$(mktemp -d)
export REFEREE_DB="$work/campaign.db" XDG_CONFIG_HOME="$work/config" XDG_RUNTIME_DIR="$work"
mkdir -p "$XDG_CONFIG_HOME/referee"
mkfifo "$work/served" "$work/typed" "$work/lines"
run() {
    printf '%s\n' "$@" | "$referee" run - > /dev/null
}
fight() { # NAME: Ysolde's turn, Bran is next
    run "encounter \"The Broken Lantern, $1\" system=trilemma" \
        'add "Ysolde of the Grey Ferry" side=party strength=14 wits=12 ac=20 hp=9' \
        'add Bran side=party strength=9 wits=10 ac=20 hp=8' 'add 12 shrike strength=8 wits=12 ac=22 hp=7' \
        'add Zqsecret hidden=yes strength=8 wits=3 ac=22 hp=4' 'initiative 20 19 4 1'
}
fight first
chromedriver --port=0 > "$work/driver" 2>&1 &
driver=$!
"$referee" serve < "$work/lines" > "$work/served" 2>&1 &
server=$!
"$referee" table --linear < "$work/typed" > "$work/table" 2>&1 &
table=$!
trap 'kill $server $driver $table 2> /dev/null; rm -rf "$work"' EXIT
exec 8> "$work/lines" 7> "$work/typed" 3< "$work/served"
read -r address <&3
until port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' "$work/driver") && [ -n "$port" ]; do
    sleep 0.1
done

count=0 failed=0
wire() { # METHOD PATH [BODY]: the value that the browser answers
    curl -s -X "$1" -H 'Content-Type: application/json' ${3:+-d "$3"} "http://127.0.0.1:$port/session$2" |
        jq -c .value
}
script() { # what JavaScript says
    wire POST "/$session/execute/sync" "$(jq -n --arg line "return $1" '{script: $line, args: []}')"
}
does() {
    script "$1" > /dev/null
}
shows() { # NAME JAVASCRIPT: becomes true within five seconds
    tries=0
    until [ "$(script "$2")" = true ] || [ $tries -eq 50 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    count=$((count + 1))
    if [ $tries -lt 50 ]; then
        echo "ok $count - $size: $1"
    else
        failed=1
        echo "not ok $count - $size: $1"
        script 'document.body.innerText' | sed 's/^/# /'
    fi
}
hears() { # NAME SELECTOR LABEL ROLE: what a screen reader says of it
    element=$(wire POST "/$session/element" "$(jq -n --arg at "$2" '{using: "css selector", value: $at}')" | jq -r '.[]')
    label=$(wire GET "/$session/element/$element/computedlabel" | jq -r .)
    role=$(wire GET "/$session/element/$element/computedrole" | jq -r .)
    count=$((count + 1))
    if [ "$label, $role" = "$3, $4" ]; then
        echo "ok $count - $size: $1"
    else
        failed=1
        echo "not ok $count - $size: $1"
        echo "# $label, $role"
    fi
}
media() { # what the person prefers: SCHEME MOTION
    wire POST "/$session/goog/cdp/execute" "{\"cmd\": \"Emulation.setEmulatedMedia\", \"params\": {\"features\": [
        {\"name\": \"prefers-color-scheme\", \"value\": \"$1\"}, {\"name\": \"prefers-reduced-motion\", \"value\": \"$2\"}]}}" \
        > /dev/null
}
picture() {
    wire GET "/$session/screenshot" | jq -r . | base64 -d > "$pictures/$1.png"
}
text() { # of an element, in JavaScript
    echo "document.getElementById('$1').textContent"
}

devices=0
for size in phone tablet tablet-wide tv; do
    case $size in
    phone) metrics=390,844,2 ;;
    tablet) metrics=820,1180,2 ;;
    tablet-wide) metrics=1180,820,2 ;;
    tv) metrics=1920,1080,1 ;;
    esac
    IFS=, read -r width height ratio <<EOF
$metrics
EOF
    rm -f "$XDG_CONFIG_HOME/referee/settings.yaml"
    fight $size
    session=$(wire POST '' '{"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": {
        "args": ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
        "mobileEmulation": {"deviceMetrics": {"width": '"$width, \"height\": $height, \"pixelRatio\": $ratio"'}}}}}}' |
        jq -r .sessionId)
    wire POST "/$session/url" "{\"url\": \"$address\"}" > /dev/null
    devices=$((devices + 1))
    # ---- entering, and what is there ----
    shows "the order is there" 'document.querySelectorAll("li").length === 14'
    shows "the token is not in the address" 'location.hash === ""'
    shows "somebody new is asked who it is" '!document.getElementById("who").hidden'
    shows "it is told by words" "$(text heard) === 'Ysolde of the Grey Ferry\u2019s turn, round 1'"
    shows "which are spoken without a focus" 'document.getElementById("heard").getAttribute("aria-live") === "polite"'
    hears "a character is a button with its hit points" 'li button' 'Ysolde of the Grey Ferry 9 of 9' button
    hears "the list is named" '#order' 'the order' list
    # ---- a character ----
    does '[...document.querySelectorAll("li button")].find((one) => one.innerText.includes("Bran")).click()'
    shows "a character is taken" 'document.querySelector(".is-mine .name").textContent === "Bran"'
    shows "it is next" "$(text mine) === 'You are next' && $(text heard).endsWith('You are next')"
    shows "nobody is asked again" 'document.getElementById("who").hidden'
    run next
    shows "then it is its turn" "$(text now) === 'Bran' && $(text mine) === 'It is your turn'"
    picture "$size"
    # ---- dice ----
    shows "no dice are asked for" 'document.getElementById("throw").hidden'
    echo 'phones-throw: yes' > "$XDG_CONFIG_HOME/referee/settings.yaml"
    shows "until the referee allows them" '!document.getElementById("throw").hidden'
    does 'document.getElementById("faces").value = "d20:14", document.querySelector("form button").click()'
    shows "a die that nobody asks for is answered" "$(text thrown) === 'd20:14: nothing asks for dice'"
    echo 'ruling attack "Shrike 1" by=Bran' >&7
    tries=0
    until does 'document.querySelector("form button").click()'; [ $tries -eq 20 ] ||
        [ "$(script "$(text thrown) === 'd20:14 is taken'")" = true ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    shows "one that is asked for is taken" "$(text thrown) === 'd20:14 is taken'"
    does 'document.getElementById("faces").value = "4", document.querySelector("form button").click()'
    shows "and so is the next one" "$(text thrown) === '4 is taken'"
    count=$((count + 1))
    if grep -q "Bran on device $devices: die 4, for damage" "$work/table"; then
        echo "ok $count - $size: in its own place"
    else
        failed=1
        echo "not ok $count - $size: in its own place"
        tail -4 "$work/table" | sed 's/^/# /'
    fi
    echo cancel >&7
    # ---- the table goes on ----
    run 'damage Ysolde 1'
    shows "hit points follow the table" 'document.body.innerText.includes("8 of 9")'
    does 'window.whole = Element.prototype.scrollIntoView,
        Element.prototype.scrollIntoView = function (how) { window.moved = how.behavior; window.whole.call(this, how); }'
    run next
    shows "the one whose turn it is comes into sight" 'window.moved === "smooth"'
    media dark reduce
    run next
    shows "without motion where that is preferred" 'window.moved === "auto"'
    shows "in the dark too" 'getComputedStyle(document.body).backgroundColor === "rgb(20, 20, 20)"'
    # ---- asleep ----
    does 'stream.close()'
    run 'damage Ysolde 2' next next next next next next
    does 'document.dispatchEvent(new Event("visibilitychange"))'
    begun=$(date +%s%N)
    shows "who has slept is right again" 'document.body.innerText.includes("6 of 9")'
    echo "# after $((($(date +%s%N) - begun) / 1000000)) ms"
    # ---- what is not there ----
    shows "nobody hidden is there" '!document.documentElement.innerHTML.includes("Zqsecret")'
    shows "nothing is wider than the screen" \
        'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
    shows "the one whose turn it is stands in the screen" \
        '(({ top, bottom }) => top >= 0 && bottom <= innerHeight + 1)(document.querySelector(".active").getBoundingClientRect())'
    picture "$size-dark"
    # ---- another fight, and the end ----
    fight "$size again"
    run next
    shows "the character is the same in the next fight" \
        "$(text encounter).includes('again') && $(text mine) === 'It is your turn'"
    does 'scrollTo(0, 300)'
    shows "what concerns it stays in sight" \
        '(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.getElementById("mine").getBoundingClientRect())'
    picture "$size-scrolled"
    run 'out Shrike* fled' 'out Zqsecret fled'
    shows "the end of the fight is told by words" "$(text heard) === 'The fight is over'"
    echo "away $devices" >&8
    shows "who is sent away is told so" "$(text trouble) === 'Not connected: ask the referee for the address.'"
    shows "and sees nothing more" 'document.querySelectorAll("li").length === 0'
    wire DELETE "/$session" > /dev/null
done
echo "1..$count"
exit $failed
