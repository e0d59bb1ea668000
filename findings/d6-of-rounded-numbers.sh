#!/bin/sh
# @3d-dice/dice-roller-parser 0.2.6 and dice.js 2.0.0: a d6 that is no d6. Both round a random number where they
# should cut it off, so that the lowest and the highest face come half as often as the others; in the
# first a d6 also shows a 7. dice-roller-parser 0.1.8, of which the first is a fork, has six faces. Seen,
# for twelve numbers in even steps from 1/24 to 23/24 in place of random ones: 1 and 7 once, the others
# twice; 1 and 6 once, two of the others three times; each face twice.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @3d-dice/dice-roller-parser@0.2.6 dice-roller-parser@0.1.8 \
    dice.js@2.0.0 > log 2>&1 || { cat log >&2; exit 1; }
cat > show.js <<'END'
const fork = require("@3d-dice/dice-roller-parser").DiceRoller;
const first = require("dice-roller-parser").DiceRoller;
const dice = require("dice.js");
const steps = Array.from({ length: 12 }, (_, i) => (2 * i + 1) / 24);
const faces = (roll) => {
    const times = {};
    for (const step of steps) {
        Math.random = () => step;
        const face = roll();
        times[face] = (times[face] || 0) + 1;
    }
    return Object.entries(times).map(([face, n]) => `${face} ${n} times`).join(", ");
};
console.log(`@3d-dice/dice-roller-parser: ${faces(() => new fork().roll("1d6").value)}`);
console.log(`dice.js: ${faces(() => +dice.roll("1d6", {}))}`);
console.log(`dice-roller-parser: ${faces(() => new first().roll("1d6").value)}`);
END
node show.js | tee seen
cat > expected <<'END'
@3d-dice/dice-roller-parser: 1 1 times, 2 2 times, 3 2 times, 4 2 times, 5 2 times, 6 2 times, 7 1 times
dice.js: 1 1 times, 2 3 times, 3 2 times, 4 2 times, 5 3 times, 6 1 times
dice-roller-parser: 1 2 times, 2 2 times, 3 2 times, 4 2 times, 5 2 times, 6 2 times
END
cmp seen expected
