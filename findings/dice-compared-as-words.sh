#!/bin/sh
# dnd5e-dice-roller 0.0.13: dice are compared as words, so that a 9 is higher than a 10 and a 2 higher than
# a 15. `2d20dl1` drops the lowest of two dice, and drops the 10 that fell beside a 9. With dice of
# at most nine faces, as `4d6dl1`, all is well, so that nobody sees it there. Seen for 2 and 15, 9 and 10.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts dnd5e-dice-roller@0.0.13 > log 2>&1 ||
    { cat log >&2; exit 1; }
cat > show.js <<'END'
const { diceRoller } = require("dnd5e-dice-roller");
for (const [sides, faces] of [[20, [2, 15]], [20, [9, 10]], [8, [2, 7]]]) {
    let thrown = 0;
    Math.random = () => (faces[thrown++ % 2] - 0.5) / sides;
    const { rolls, total } = diceRoller(`2d${sides}dl1`);
    console.log(`2d${sides}dl1 of ${rolls.join(" and ")}: ${total}`);
}
END
node show.js | tee seen
cat > expected <<'END'
2d20dl1 of 2 and 15: 2
2d20dl1 of 9 and 10: 9
2d8dl1 of 2 and 7: 7
END
cmp seen expected
