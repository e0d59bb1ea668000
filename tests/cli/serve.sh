#!/bin/sh
# The players' page: who is let in, what is told, how soon, and that no secret is among it.
. tests/cli/program.sh

campaign=$tap_scratch/campaign.db
page=data/players/page
lines() {
    printf '%s\n' "$@" > "$tap_scratch/script"
    run_referee --db "$campaign" run "$tap_scratch/script"
}
lines 'encounter Ledge system=trilemma' 'add Anka side=party wits=12 strength=9 ac=20 hp=9' \
    'add Bo side=party wits=10 strength=9 ac=20 hp=8' 'add Pelican wits=9 strength=9 ac=22 hp=16' \
    'add Zqsecret hidden=yes wits=9 strength=9 ac=22 hp=16' 'initiative 15 9 8 4'

# ---- the same, once, without a screen ----
run_referee --db "$campaign" players --once --json
holds "the order is a document" grep -q '"name": "Anka"' "$tap_scratch/out"
holds "without who is hidden" sh -c "! grep -q Zqsecret '$tap_scratch/out'"
run_referee --db "$campaign" players --once
holds "and a list" grep -q 'Pelican  *foes  *unhurt' "$tap_scratch/out"
run_referee --db "$tap_scratch/none.db" players --once
holds "without a campaign there is nothing to show" test "$code" -eq 3

# ---- the page's policy ----
for part in 'STYLE css' 'SCRIPT js'; do
    told=$(sed -n "s/^#define ${part% *}_HASH \"\(.*\)\"/\1/p" src/cli/serve/serve.c |
        base64 -d | od -An -v -tx1 | tr -d ' \n')
    holds "the policy has the hash of page.${part#* }" \
        test "$told" = "$(sha256sum "$page.${part#* }" | cut -c 1-64)"
done

export XDG_CONFIG_HOME="$tap_scratch/config"
settings=$XDG_CONFIG_HOME/referee/settings.yaml
mkdir -p "$XDG_CONFIG_HOME/referee"
mkfifo "$tap_scratch/served" "$tap_scratch/stream"
"$referee" --db "$campaign" serve < /dev/null > "$tap_scratch/served" 2>&1 &
server=$!
trap 'kill $server 2> /dev/null; rm -rf "$tap_scratch"' EXIT
exec 3< "$tap_scratch/served"
read -r address <&3
base=${address%%/#k=*}
token=${address#*#k=}
holds "its address is the first line" sh -c "echo '$address' | grep -Eq '^http://127[.]0[.]0[.]1:[0-9]+/#k=[0-9a-f]{32}$'"
jar=$tap_scratch/jar
ask() { # its status; all that was sent is kept
    : > "$tap_scratch/body"
    curl -s -o "$tap_scratch/body" -D "$tap_scratch/head" -w '%{http_code}' "$@"
    cat "$tap_scratch/head" "$tap_scratch/body" >> "$tap_scratch/sent"
}
is() { # name, status, arguments of curl
    name=$1 wanted=$2
    shift 2
    got=$(ask "$@")
    holds "$name" test "$got" = "$wanted"
}

# ---- who is let in ----
is "the page is everybody's" 200 "$base/"
holds "and has nothing of the campaign" sh -c "! grep -q 'Anka\|Ledge' '$tap_scratch/body'"
holds "nothing from elsewhere is loaded" grep -qi "^content-security-policy: default-src 'none'; style-src 'sha256-" "$tap_scratch/head"
is "without a cookie nothing is told" 403 "$base/events"
is "nobody takes a character" 403 -d 1 "$base/take"
is "a wrong token is refused" 403 -d 0123456789abcdef0123456789abcdef "$base/enter"
is "and a part of the right one" 403 -d "${token%??}" "$base/enter"
is "another name of the host is refused" 421 -H 'Host: example.org' "$base/"
is "another method too" 405 -X PUT "$base/"
is "a way is asked by its own method" 405 "$base/enter"
is "there is no other path" 404 "$base/campaign.db"
head -c 5000 /dev/zero | tr '\0' x > "$tap_scratch/long"
is "a long body is refused" 413 --data-binary "@$tap_scratch/long" "$base/enter"
is "the token lets in" 204 -c "$jar" -d "$token" "$base/enter"
holds "by a cookie that no script reads" grep -qi '^set-cookie: referee=[0-9a-f]*; HttpOnly; SameSite=Strict; Path=/' "$tap_scratch/head"
is "who is somebody's character is said by a number" 204 -b "$jar" -d 1 "$base/take"
is "of the party" 400 -b "$jar" -d 3 "$base/take"
is "and not by words" 400 -b "$jar" -d one "$base/take"
is "nobody throws without a cookie" 403 -d '{"face":14}' "$base/throw"
is "dice are sent by their own method" 405 -b "$jar" "$base/throw"
is "dice from phones are refused until a setting allows them" 403 -b "$jar" -d '{"face":14}' "$base/throw"
holds "and it is said why" grep -q '"why":"the referee takes no dice from phones"' "$tap_scratch/body"

# ---- what is told ----
curl -s -N -b "$jar" "$base/events" > "$tap_scratch/stream" 2> /dev/null &
listener=$!
trap 'kill $server $listener 2> /dev/null; rm -rf "$tap_scratch"' EXIT
exec 4< "$tap_scratch/stream"
has() { # the stream says so, now or soon
    while read -r line <&4; do
        echo "$line" >> "$tap_scratch/events"
        case $line in *"$1"*) return 0 ;; esac
    done
    return 1
}
holds "who enters is told at once" has '"name":"Anka"'
lines 'note-on Pelican zqsecret' 'condition Pelican own zqsecret' 'trait Pelican zqsecret' 'counter zqsecret 4' \
    'remark zqsecret' 'marker zqsecret' \
    'macro zqsecret note zqsecret' 'ruling attack Anka by=Zqsecret 19 3' 'undo'
holds "secrets are planted" test "$code" -eq 0
lines 'damage Pelican 9' 'damage Zqsecret 1' 'note-on Anka Zqsecret'
holds "an act of another program is told" has '"hp":"badly hurt"'
lines 'undo' 'undo' 'undo'
lines 'condition Anka prone'
holds "and so is the next one" has '"conditions":["prone"]'
# A change of the settings acts without a new start.
printf 'phones-throw: yes\nplayers-foes: numbers\n' > "$settings"
holds "dice from phones are taken from now on" has 'data: yes'
holds "hit points are told as the settings say now" has ' of 16"'
rm "$settings"
holds "dice from phones are taken no more" has 'data: no'
holds "and hit points are words again" has '"hp":"unhurt"'
holds "no secret is among it" sh -c "! grep -qi zqsecret '$tap_scratch/events'"
holds "each has the number of the players' act" grep -q '^id: [0-9]' "$tap_scratch/events"

# ---- the end of one and the other ----
kill -9 $listener
lines 'next'
holds "the table does not need who listens" test "$code" -eq 0
kill -9 $server
lines 'next'
holds "nor the server" test "$code" -eq 0

# ---- the referee's lines ----
printf 'phones-throw: yes\nplayers-foes: numbers\n' > "$settings"
export XDG_RUNTIME_DIR="$tap_scratch/runtime"
mkdir -m 700 "$XDG_RUNTIME_DIR"
mkfifo "$tap_scratch/again" "$tap_scratch/typed" "$tap_scratch/first" "$tap_scratch/lines"
"$referee" --db "$campaign" serve < "$tap_scratch/lines" > "$tap_scratch/again" 2>&1 &
server=$!
exec 8> "$tap_scratch/lines" 6< "$tap_scratch/again"
read -r address <&6
says_line() { # the server says so, now or soon
    while read -r line <&6; do
        case $line in *"$1"*) return 0 ;; esac
    done
    return 1
}
base=${address%%/#k=*}
is "who enters another time" 204 -c "$jar" -d "${address#*#k=}" "$base/enter"
curl -s -N -b "$jar" "$base/events" > "$tap_scratch/first" 2> /dev/null &
listener=$!
trap 'kill $server $listener 2> /dev/null; rm -rf "$tap_scratch"' EXIT
exec 4< "$tap_scratch/first"
holds "the page is told that dice are taken" has 'data: yes'
holds "the settings of the referee hold there" has ' of 16"'
echo 'order 1' >&8
holds "a device can be shown the order alone" says_line 'device 1 sees: order'
holds "without hit points" has '"name":"Pelican","side":"foes","hp":null,"conditions":[]'
echo 'heroes 1' >&8
holds "or the heroes alone" has '"name":"Bo"'
holds "without foes" sh -c "! echo '$line' | grep -q Pelican"
echo 'everything 1' >&8
holds "or everything again" has '"name":"Pelican"'
is "a device is somebody" 204 -b "$jar" -d 2 "$base/take"
echo 'devices' >&8
holds "the referee sees who looks" says_line '1  127.0.0.1  looks  everything  Bo'
echo 'heroes 7' >&8
holds "a device that is not there is named" says_line 'there is no device 7; `devices` lists them'
echo 'awya 1' >&8
holds "a wrong word is told the nearest" says_line 'did you mean away?'
echo 'away 1' >&8
holds "somebody can be sent away" says_line 'device 1 is sent away'
wait $listener
holds "whose stream ends" test $? -eq 0
is "and who gets nothing more" 403 -b "$jar" "$base/events"

# ---- dice from a phone ----
is "who was sent away enters with the address again" 204 -c "$jar" -d "${address#*#k=}" "$base/enter"
throws() { # name, status, what the answer holds, die
    is "$1" "$2" -b "$jar" -d "$4" "$base/throw"
    holds "$1: it is said" grep -q "$3" "$tap_scratch/body"
}
throws "a phone that is nobody throws nothing" 403 'say first who you are' '{"face":14}'
is "it says who it is" 204 -b "$jar" -d 1 "$base/take"
throws "without a table nobody takes dice" 503 'no table is open' '{"face":14}'
"$referee" --db "$campaign" table --linear < "$tap_scratch/typed" > "$tap_scratch/table" 2>&1 &
table=$!
trap 'kill $server $table 2> /dev/null; rm -rf "$tap_scratch"' EXIT
exec 7> "$tap_scratch/typed"
asks() { # the table takes a die now, or soon
    tries=0
    until [ "$(ask -b "$jar" -d "$1" "$base/throw")" = 200 ] && grep -q '"taken":true' "$tap_scratch/body"; do
        tries=$((tries + 1))
        [ $tries -lt 1000 ] || return 1
    done
}
echo 'ruling attack Anka by=Zqsecret' >&7
holds "a face comes to a question about somebody hidden" asks '{"die":"d20","face":3,"id":"1"}'
echo 'cancel' >&7
throws "and to none after it" 200 'nothing asks for dice' '{"die":"d20","face":3,"id":"1"}'
echo 'ruling attack Pelican by=Anka' >&7
holds "a face comes to the question at the table" asks '{"die":"d20","face":14,"id":"1"}'
holds "without what is asked, which may be about somebody hidden" \
    grep -qx '{"taken":true,"shows":14,"waiting":0}' "$tap_scratch/body"
throws "a face that a die lacks is refused" 400 'has no face 256' '{"die":"d20","face":256}'
throws "and so is what is no line" 400 'expected a line of JSON' 'x'
phones= # of one moment
for face in 1 2 3 4 5 6 7 8; do
    curl -s -b "$jar" -d "{\"die\":\"d8\",\"face\":$face,\"id\":\"p$face\"}" "$base/throw" > "$tap_scratch/phone.$face" &
    phones="$phones $!"
done
# shellcheck disable=SC2086
wait $phones
holds "dice of one moment are each answered by the table" \
    test "$(cat "$tap_scratch"/phone.* | grep -o 'it waits: a d6 is asked for' | wc -l)" -eq 8
holds "the table's socket is the user's alone, in the folder of the session" \
    test "$(find "$XDG_RUNTIME_DIR/referee" -type s -perm 600 | wc -l)" -eq 1
ln -s "$campaign" "$tap_scratch/link.db"
run_referee --db "$tap_scratch/link.db" throw d8:3
holds "it is that of the campaign's real path" grep -qx 'd8 3: not taken: it waits: a d6 is asked for; missing: d6' "$tap_scratch/out"
throws "a die of another type waits" 200 'it waits: a d6 is asked for' '{"die":"d8","face":3,"id":"2"}'
echo 'cancel' >&7
kill -9 $table
wait $table 2> /dev/null
throws "a table that was killed is none" 503 'no table is open\|does not answer' '{"face":14}'
holds "the table said whose die it was" grep -q 'Anka on device 2: d20 14, for attack' "$tap_scratch/table"
is "the page goes on" 200 "$base/"
exec 7>&-
echo quit >&8
wait $server
holds "quit ends it" test $? -eq 0
holds "no secret was in any byte that was sent" \
    sh -c "! cat '$tap_scratch/sent' '$tap_scratch/events' '$tap_scratch'/phone.* | grep -qi zqsecret"
tap_end
