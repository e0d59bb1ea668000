#!/bin/sh
# The players' page in a real browser, at the sizes of a phone, a tablet and a TV: what it shows follows
# the table, a character can be taken, who is hidden stands nowhere. Leaves a picture of each size.
#
#   sh tests/page.sh FOLDER      pictures go into FOLDER; the program is build/release/referee
#
# Not a part of .ci/run: it needs chromium, chromedriver and curl.
set -eu
[ $# -eq 1 ] || { sed -n 's/^#   \(sh tests\)/usage: \1/p' "$0" >&2; exit 2; }
pictures=$1
referee=build/release/referee
mkdir -p "$pictures"
work=$(mktemp -d)
chromedriver --port=0 > "$work/driver" 2>&1 &
driver=$!
mkfifo "$work/served"
REFEREE_DB=$work/campaign.db
export REFEREE_DB
XDG_CONFIG_HOME=$work/config
export XDG_CONFIG_HOME
mkdir -p "$XDG_CONFIG_HOME/referee"
echo 'phones-throw: yes' > "$XDG_CONFIG_HOME/referee/settings.yaml"
mkfifo "$work/typed"
run() {
    printf '%s\n' "$@" | "$referee" run - > /dev/null
}
run 'encounter "The Broken Lantern" system=trilemma' \
    'add "Ysolde of the Grey Ferry" side=party strength=14 wits=12 ac=20 hp=9' \
    'add Bran side=party strength=9 wits=10 ac=20 hp=8' 'add 4 shrike strength=8 wits=12 ac=22 hp=2d8' \
    'add Zqsecret hidden=yes strength=8 wits=3 ac=22 hp=4' 'initiative roll' 'next'
"$referee" serve < /dev/null > "$work/served" 2>&1 &
server=$!
"$referee" table --linear < "$work/typed" > "$work/table" 2>&1 &
table=$!
trap 'kill $server $driver $table 2> /dev/null; rm -rf "$work"' EXIT
exec 7> "$work/typed"
exec 3< "$work/served"
read -r address <&3
until port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' "$work/driver") && [ -n "$port" ]; do
    sleep 0.1
done

count=0 failed=0
wire() { # METHOD PATH [BODY]
    curl -s -X "$1" -H 'Content-Type: application/json' ${3:+-d "$3"} "http://127.0.0.1:$port$2"
}
script() { # what JavaScript says
    wire POST "/session/$session/execute/sync" "{\"script\": \"return $1\", \"args\": []}" |
        sed 's/^{"value"://; s/}$//'
}
shows() { # NAME JAVASCRIPT: becomes true within five seconds
    tries=0
    until [ "$(script "$2")" = true ] || [ $tries -eq 50 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    count=$((count + 1))
    if [ $tries -lt 50 ]; then
        echo "ok $count - $1"
    else
        failed=1
        echo "not ok $count - $1: $(script 'document.body.innerText')"
    fi
}

for size in '390 844 phone' '820 1180 tablet' '1920 1080 tv'; do
    # shellcheck disable=SC2086
    set -- $size
    session=$(wire POST /session '{"capabilities": {"alwaysMatch": {"browserName": "chrome",
        "goog:chromeOptions": {"args": ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
        "--disable-background-networking", "--window-size='"$1,$2"'"]}}}}' |
        sed -n 's/.*"sessionId":"\([^"]*\)".*/\1/p')
    wire POST "/session/$session/url" "{\"url\": \"$address\"}" > /dev/null
    shows "$3: the order is there" 'document.querySelectorAll(\"li\").length === 6'
    shows "$3: the token is not in the address" 'location.hash === \"\"'
    before=$(script 'document.getElementById(\"now\").textContent')
    run next
    shows "$3: whose turn it is follows the table" \
        'document.getElementById(\"now\").textContent !== '"$(printf '%s' "$before" | sed 's/"/\\"/g')"
    run 'damage "Ysolde" 1'
    shows "$3: so do hit points" 'document.body.innerText.includes(\" of 9\")'
    script 'document.querySelector(\"li button\").click()' > /dev/null
    shows "$3: a character is taken" 'document.querySelector(\".is-mine\") !== null'
    shows "$3: dice can be sent" '!document.getElementById(\"throw\").hidden'
    script 'document.getElementById(\"faces\").value = \"d20:14\"' > /dev/null
    script 'document.querySelector(\"form button\").click()' > /dev/null
    shows "$3: what becomes of them is said" \
        'document.getElementById(\"thrown\").textContent.includes(\"nothing asks for dice\")'
    shows "$3: nobody hidden is there" '!document.documentElement.innerHTML.includes(\"Zqsecret\")'
    shows "$3: nothing is wider than the screen" \
        'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
    wire GET "/session/$session/screenshot" | sed 's/^{"value":"//; s/"}$//' | base64 -d > "$pictures/$3.png"
    wire DELETE "/session/$session" > /dev/null
done
echo "1..$count"
exit $failed
