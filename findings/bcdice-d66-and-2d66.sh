#!/bin/sh
# bcdice 4.9.0: `D66` is two dice read as tens and ones, and `2D66` is two dice of 66 sides.
#
# With one D66 the answer is 11 to 66 and has no digit but 1 to 6. A number before it does not roll
# it so many times: it makes another die, and the answer is a sum of numbers such as 34 and 65, of
# which many cannot be a D66 at all. Nothing in the answer says that the meaning has changed.
#
# Seen:
#   D66: only digits from 1 to 6
#   2D66: faces that no D66 has
. "$(dirname "$0")/common"
install bcdice@4.9.0
node -e '
const { DynamicLoader } = require("bcdice");
(async () => {
    const game = await new DynamicLoader().dynamicLoad("DiceBot");
    let areDigits = true;
    let hasOther = false;
    for (let i = 0; i < 300; i++) {
        areDigits = areDigits && /[^0-9][1-6][1-6]$/.test(game.eval("D66").text);
        const faces = /\[(\d+),(\d+)\]/.exec(game.eval("2D66").text).slice(1);
        hasOther = hasOther || faces.some((face) => !/^[1-6][1-6]$/.test(face));
    }
    console.log("D66: " + (areDigits ? "only digits from 1 to 6" : "other digits"));
    console.log("2D66: " + (hasOther ? "faces that no D66 has" : "only faces of a D66"));
    process.exit(areDigits && hasOther ? 0 : 1);
})();
'
