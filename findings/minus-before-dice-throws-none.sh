#!/bin/sh
# dice-roller-parser 0.1.8 and dice.js 2.0.0: a minus before dice is a part of their number, so that `-2d6` are
# -2 dice: none is thrown, the total is 0, and neither says a word. After a number the same minus takes
# away what falls. Damage that is noted as `-2d6` does nothing. Seen, where each die shows its highest face
# but one: 0 for `-2d6`, 10 less for `0-2d6`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts dice-roller-parser@0.1.8 dice.js@2.0.0 > log 2>&1 ||
    { cat log >&2; exit 1; }
cat > show.js <<'END'
const { DiceRoller } = require("dice-roller-parser");
const dice = require("dice.js");
Math.random = () => 0.75;
for (const notation of ["-2d6", "0-2d6"]) {
    const total = new DiceRoller().roll(notation).value;
    console.log(`${notation}: dice-roller-parser ${total}, dice.js ${+dice.roll(notation, {})}`);
}
END
node show.js | tee seen
cat > expected <<'END'
-2d6: dice-roller-parser 0, dice.js 0
0-2d6: dice-roller-parser -10, dice.js -10
END
cmp seen expected
