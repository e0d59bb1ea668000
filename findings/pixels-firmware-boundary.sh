#!/bin/sh
# @systemic-games/pixels-core-animation 1.3.0 (electronic dice): faceFromIndex turns the index that a die sends
# into a face, in another order for dice with older firmware, up to a constant that is named after
# 17 November 2023. The boundary is 1 January 2024, 23:00 UTC: the firmware of six weeks after the day in
# its name is still taken for old, and a caller who leaves out the time of the firmware gets the new order
# for every die. Seen: the same six indices of a d6 as 1 5 4 3 2 6 on 1 December 2023, as 1 2 3 4 5 6 a second
# after the boundary and without a time; so index 1 is a 5 or a 2.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @systemic-games/pixels-core-animation@1.3.0 > log 2>&1 ||
    { cat log >&2; exit 1; }
node -e 'const { DiceUtils } = require("@systemic-games/pixels-core-animation");
    const boundary = Date.UTC(2024, 0, 1, 23);
    const told = [["1 December 2023", Date.UTC(2023, 11, 1)], ["at the boundary", boundary],
        ["a second later", boundary + 1000], ["without a time", undefined]];
    for (const [name, time] of told) {
        console.log(name + ": " + [0, 1, 2, 3, 4, 5].map((i) => DiceUtils.faceFromIndex(i, "d6", time)).join(" "));
    }' | tee seen
cat > expected <<'END'
1 December 2023: 1 5 4 3 2 6
at the boundary: 1 5 4 3 2 6
a second later: 1 2 3 4 5 6
without a time: 1 2 3 4 5 6
END
cmp seen expected
