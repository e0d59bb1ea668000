#!/bin/sh
# dicelab 0.7 (Debian 0.7-6): `.` writes two numbers one behind the other, as in `d6.d6` for a table of 11 to 66.
# Of a negative number the digits are not written behind it but added: `-10.9`, the example of its own
# manual page, is -91 and not -109, and `(0-d6).d6` goes from -59 to -4. Seen: -91; 109 without the minus.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q dicelab=0.7-6 > log 2>&1 || { cat log >&2; exit 1; }
dpkg-deb -x dicelab_*.deb .
for scheme in "10.9" "-10.9"; do
    echo "$scheme is $(echo "$scheme" | ./usr/bin/dicelab --calc | awk '{ print $1 }')"
done | tee seen
cat > expected <<'END'
10.9 is 109
-10.9 is -91
END
cmp seen expected
