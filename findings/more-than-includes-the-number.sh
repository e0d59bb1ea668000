#!/bin/sh
# dice-roller-parser 0.1.8 and @dice-roller/rpg-dice-roller 5.5.1: the same notation, `5d10>7`, counts a 7
# in the first and not in the second. The first follows Roll20, where > is "or more"; in the second
# it is "more than". Neither notation nor answer tells which was meant. Seen: five dice that
# show 7 are 5 successes; in the other no 7 was ever one.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts dice-roller-parser@0.1.8 \
    @dice-roller/rpg-dice-roller@5.5.1 > log 2>&1 || { cat log >&2; exit 1; }
cat > show.js <<'END'
const { DiceRoller } = require("dice-roller-parser");
const { DiceRoll } = require("@dice-roller/rpg-dice-roller");
const alwaysSeven = new DiceRoller(() => 0.65);
console.log(`dice-roller-parser: 7 7 7 7 7 are ${alwaysSeven.roll("5d10>7").value}`);
const dice = Array.from({ length: 500 }, () => new DiceRoll("5d10>7").rolls[0].rolls).flat();
const sevens = dice.filter((die) => die.initialValue === 7);
const counted = sevens.filter((die) => die.modifiers.has("target-success"));
console.log(`rpg-dice-roller: ${sevens.length > 0 ? counted.length : "?"} sevens counted`);
END
node show.js | tee seen
cat > expected <<'END'
dice-roller-parser: 7 7 7 7 7 are 5
rpg-dice-roller: 0 sevens counted
END
cmp seen expected
