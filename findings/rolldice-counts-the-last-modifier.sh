#!/bin/sh
# rolldice 1.16 (Debian 1.16-1+b3): of several numbers that are added, the last one counts alone: `1d2+100+200` is
# 201 or 202. The others are dropped without a word, as what the notation does not know; a sum as it stands on a
# sheet, one number for the strength and one for the sword, loses the first. Seen: 200 and the die.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q rolldice=1.16-1+b3 > log 2>&1 || { cat log >&2; exit 1; }
dpkg-deb -x rolldice_*.deb .
for notation in "1d2+100" "1d2+100+200"; do
    echo "$notation: $(for _ in $(seq 30); do
        ./usr/games/rolldice "$notation"
    done | sort -nu | xargs)"
done | tee seen
cat > expected <<'END'
1d2+100: 101 102
1d2+100+200: 201 202
END
cmp seen expected
