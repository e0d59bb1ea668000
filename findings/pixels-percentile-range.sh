#!/bin/sh
# @systemic-games/pixels-core-animation 1.3.0 (electronic dice): the lowest and the highest face of a d10
# and of a d00 are no range. A d10 shows 0 to 9 and the 0 counts ten, so its "highest" face is 0 and its
# "lowest" is 1: a relay that takes a face only between the two takes none of the ten. Seen: lowest 1,
# highest 0 for the d10, lowest 10, highest 0 for the d00, and no face between them, while every
# other die has all of its faces there. A face is checked against the list of faces instead.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @systemic-games/pixels-core-animation@1.3.0 > log 2>&1 ||
    { cat log >&2; exit 1; }
cat > show.js <<'END'
const { DiceUtils } = require("@systemic-games/pixels-core-animation");
for (const die of ["d8", "d10", "d00", "d12"]) {
    const low = DiceUtils.getLowestFace(die);
    const high = DiceUtils.getHighestFace(die);
    const faces = DiceUtils.getDieFaces(die);
    const within = faces.filter((face) => low <= face && face <= high).length;
    console.log(`${die}: lowest ${low}, highest ${high}, ${within} of ${faces.length} faces between`);
}
END
node show.js | tee seen
cat > expected <<'END'
d8: lowest 1, highest 8, 8 of 8 faces between
d10: lowest 1, highest 0, 0 of 10 faces between
d00: lowest 10, highest 0, 0 of 10 faces between
d12: lowest 1, highest 12, 12 of 12 faces between
END
cmp seen expected
