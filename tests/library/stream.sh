#!/bin/sh
# How a shell script uses the resolver: `referee resolve --jsonl` stays open for a whole fight and
# answers line by line. Run with the program as its argument; tests/library/library.sh compares what
# it prints with stream.expected.
set -eu
referee=${1:-referee}

pipes=$(mktemp -d)
trap 'rm -rf "$pipes"' EXIT
mkfifo "$pipes/requests" "$pipes/answers"
"$referee" resolve --jsonl --seed 3 < "$pipes/requests" > "$pipes/answers" &
exec 3> "$pipes/requests" 4< "$pipes/answers"

# Sends a request and reads its answer; one that is wrong is answered with an error.
ask() {
    printf '%s\n' "$1" >&3
    read -r answer <&4
}

# The member $1 of the answer, which is a number, a truth value or a text without quotes in it.
member() {
    printf '%s\n' "$answer" | sed -n "s/.*\"$1\": \"\{0,1\}\([^\",}]*\).*/\1/p"
}

# $1 attacker, $2 its accuracy, $3 its damage, $4 the target's dodge: says what happens, sets damage.
attack() {
    inputs="{\"accuracy\": $2, \"damage\": \"$3\", \"dodge\": $4, \"armor\": 2}"
    ask "{\"system\": \"pixel\", \"action\": \"attack\", \"id\": \"$1\", \"inputs\": $inputs}"
    echo "$(member id): $(printf '%s\n' "$answer" | sed 's/.*"text": "\([^"]*\)".*/\1/')"
    damage=$(member damage)
    if [ -z "$damage" ]; then
        exit 1
    fi
}

hero=20 gnoll=14
while [ "$hero" -gt 0 ] && [ "$gnoll" -gt 0 ]; do
    attack hero 11 2-8 9
    gnoll=$((gnoll - damage))
    [ "$gnoll" -le 0 ] && break
    attack gnoll 10 1-6 8
    hero=$((hero - damage))
done
echo "hero $hero, gnoll $gnoll"

# A request that is wrong is answered too, and the next one is served as if nothing had been.
ask '{"system": "pixel-dungeon", "action": "atack"}'
echo "wrong: $(member text)"
ask '{"system": "trilemma", "action": "morale", "inputs": {"score": 8}, "given": [3, 4]}'
echo "morale holds: $(member holds)"
exec 3>&-
wait
