#!/bin/sh
# How a chat bot uses the resolver: one `referee resolve --jsonl` serves a whole evening, and each
# line of the chat that begins with ! is a request. Run with the program as its argument;
# tests/library/library.sh compares what it prints with chat.expected.
set -eu
referee=${1:-referee}

pipes=$(mktemp -d)
trap 'rm -rf "$pipes"' EXIT
mkfifo "$pipes/requests" "$pipes/answers"
"$referee" resolve --jsonl --seed 11 < "$pipes/requests" > "$pipes/answers" &
exec 3> "$pipes/requests" 4< "$pipes/answers"

# The text $1 as a JSON string, without control characters.
quoted() {
    printf '"%s"' "$(printf '%s' "$1" | tr -d '\000-\037' | sed 's/\\/\\\\/g; s/"/\\"/g')"
}

# The words name=value as an object; the program reads numbers from strings too.
inputs() {
    gap=
    printf '{'
    for word in "$@"; do
        printf '%s"%s": "%s"' "$gap" "${word%%=*}" "${word#*=}"
        gap=', '
    done
    printf '}'
}

# Sends a request; its id is who asked, and comes back with the answer.
ask() {
    printf '{"id": "%s", %s}\n' "$who" "$1" >&3
    read -r answer <&4
}

# The member $1 of the answer that is found first, and the text $1, as JSON writes it.
member() {
    printf '%s\n' "$answer" | sed -n "s/\"$1\": /\n&/; s/.*\n\"$1\": \([^,}]*\).*/\1/p"
}
text_of() {
    printf '%s\n' "$answer" |
        sed -n "s/\"$1\": \"/\n&/; s/.*\n\"$1\": \"\(\([^\"\\\\]\|\\\\.\)*\)\".*/\1/p"
}

# What the bot says: the error with its line ends if there is one, else $1.
say() {
    case $answer in
    *'"error": '*) printf '@%s: %b\n' "$(text_of id)" "$(text_of text)" ;;
    *) printf '@%s: %s\n' "$(text_of id)" "$1" ;;
    esac
}

# $1 who says $2 in the chat.
hear() {
    who=$1
    echo "<$who> $2"
    # The words are parted on purpose.
    # shellcheck disable=SC2086
    set -- $2
    case $1 in
    !roll)
        shift
        ask "\"notation\": $(quoted "$*")"
        say "$(printf '%s\n' "$answer" | grep -o '"text": "[^"]*"' | sed 's/"text": "\(.*\)"/\1/' |
            paste -s -d ';' | sed 's/;/; /g')"
        ;;
    !odds)
        shift
        ask "\"notation\": $(quoted "$*"), \"odds\": true"
        say "average $(printf '%s\n' "$answer" | sed -n 's/.*"mean": {"total": \([^}]*\)}.*/\1/p')"
        ;;
    !chance)
        game=$2 action=$3
        shift 3
        ask "\"system\": \"$game\", \"action\": \"$action\", \"inputs\": $(inputs "$@"), \"odds\": true"
        say "hits with a chance of $(member hit)"
        ;;
    !do)
        game=$2 action=$3
        shift 3
        ask "\"system\": \"$game\", \"action\": \"$action\", \"inputs\": $(inputs "$@")"
        say "$(text_of text)"
        ;;
    esac
}

hear anna "!roll 2d6+3"
hear anna "!roll 3x 4d6kh3"
hear ben "!odds 4d6kh3"
hear ben "!roll 2dd6"
hear ben "!roll 6d6>=5"
hear cleo "!chance trilemma attack strength=14 ac=22"
hear cleo "!do trilemma attack strength=14 ac=22"
hear cleo "!do trilemma atack strength=14 ac=22"
hear cleo "!do trilemma attack strength=900 ac=22"
hear dan "!roll"
hear dan "!odds d20\\"
hear dan "!roll d20"
exec 3>&-
wait
echo "the program ended with $?"
