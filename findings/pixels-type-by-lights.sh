#!/bin/sh
# @systemic-games/pixels-core-animation 1.3.0 (electronic dice): a die that does not tell its type is taken
# for one by its number of lights, and for three types that guess comes back as another: the d4
# and the fudge die have six lights, as the d6 has, and the d00 has ten, as the d10 has. So a
# d00 that shows 40 is a d10 that shows 4. Seen: d4 -> d6, d6fudge -> d6, d00 -> d10. A relay asks for
# the type, and two dice of ten faces are never told apart by order.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @systemic-games/pixels-core-animation@1.3.0 > log 2>&1 ||
    { cat log >&2; exit 1; }
cat > show.js <<'END'
const { DiceUtils } = require("@systemic-games/pixels-core-animation");
for (const die of ["d4", "d6", "d6fudge", "d6pipped", "d8", "d10", "d00", "d12", "d20"]) {
    const lights = DiceUtils.getLEDCount(die);
    const guess = DiceUtils.estimateDieType(lights);
    console.log(`${die}: ${lights} lights -> ${guess}${guess === die ? "" : " (another die)"}`);
}
END
node show.js | tee seen
cat > expected <<'END'
d4: 6 lights -> d6 (another die)
d6: 6 lights -> d6
d6fudge: 6 lights -> d6 (another die)
d6pipped: 21 lights -> d6pipped
d8: 8 lights -> d8
d10: 10 lights -> d10
d00: 10 lights -> d10 (another die)
d12: 12 lights -> d12
d20: 20 lights -> d20
END
cmp seen expected
