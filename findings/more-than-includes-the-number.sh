#!/bin/sh
# dice-roller-parser 0.1.8 and @dice-roller/rpg-dice-roller 5.5.1: the same notation, `5d10>7`, counts
# a 7 in one and not in the other.
#
# Both read what people paste from a virtual table. The first follows Roll20, where > means "or more";
# in the second > is strict. Each does as its documentation says, and nothing in the notation or in the
# answer tells which of the two was meant: five dice that all show 7 are five successes or none.
#
# Seen:
#   dice-roller-parser: five sevens are 5
#   rpg-dice-roller: a 7 is never counted
. "$(dirname "$0")/common"
install dice-roller-parser@0.1.8 @dice-roller/rpg-dice-roller@5.5.1
node -e '
const { DiceRoller } = require("dice-roller-parser");
const { DiceRoll } = require("@dice-roller/rpg-dice-roller");
const sevens = new DiceRoller(() => 0.65).roll("5d10>7").value;
let seen = 0;
let counted = 0;
for (let i = 0; i < 500; i++) {
    for (const die of new DiceRoll("5d10>7").rolls[0].rolls) {
        seen += die.initialValue === 7 ? 1 : 0;
        counted += die.initialValue === 7 && die.modifiers.has("target-success") ? 1 : 0;
    }
}
console.log("dice-roller-parser: five sevens are " + sevens);
console.log("rpg-dice-roller: a 7 is " + (counted === 0 ? "never counted" : "counted"));
process.exit(sevens === 5 && seen > 0 && counted === 0 ? 0 : 1);
'
