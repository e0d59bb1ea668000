#!/bin/sh
# @dice-roller/rpg-dice-roller 5.5.1: dice that keep the highest and the lowest keep none. `4d6kh3kl1`
# is valid, and each of its two suffixes drops what the other one keeps: the total is 0, whatever falls.
# `4d6dh1dl1`, with two suffixes of the same kind, does what it says. Seen: only 0; from 2 to 12.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @dice-roller/rpg-dice-roller@5.5.1 > log 2>&1 ||
    { cat log >&2; exit 1; }
cat > show.js <<'END'
const { DiceRoll } = require("@dice-roller/rpg-dice-roller");
const totals = (notation) =>
    Array.from({ length: 500 }, () => new DiceRoll(notation).total);
console.log(`4d6kh3kl1: ${[...new Set(totals("4d6kh3kl1"))]}`);
const within = totals("4d6dh1dl1").every((total) => total >= 2 && total <= 12);
console.log(`4d6dh1dl1: ${within ? "from 2 to 12" : "beyond"}`);
END
node show.js | tee seen
cat > expected <<'END'
4d6kh3kl1: 0
4d6dh1dl1: from 2 to 12
END
cmp seen expected
