#!/bin/sh
# @dice-roller/rpg-dice-roller 5.5.1: a die that keeps the highest and the lowest keeps nothing.
#
# The documentation of its modifiers allows one of each kind on a die, so `4d6kh3kl1` is valid. One
# expects the lowest of the three highest, or the three highest and the lowest. Each of the two
# drops what the other one keeps: every die is marked as dropped, and the total is 0, whatever falls.
# `kh3` alone, and `dh1dl1`, do what they say.
#
# Seen:
#   4d6kh3kl1: totals 0
#   4d6dh1dl1: between 2 and 12
. "$(dirname "$0")/common"
install @dice-roller/rpg-dice-roller@5.5.1
node -e '
const { DiceRoll } = require("@dice-roller/rpg-dice-roller");
const totals = (notation) =>
    [...new Set(Array.from({ length: 500 }, () => new DiceRoll(notation).total))];
const both = totals("4d6kh3kl1");
const dropped = totals("4d6dh1dl1");
const isBetween = Math.min(...dropped) >= 2 && Math.max(...dropped) <= 12;
console.log("4d6kh3kl1: totals " + both.join(" "));
console.log("4d6dh1dl1: " + (isBetween ? "between 2 and 12" : "beyond 2 to 12"));
process.exit(both.join() === "0" && isBetween ? 0 : 1);
'
