#!/bin/sh
# @systemic-games/pixels-core-connect 1.3.0 with pixels-core-animation 1.3.0 (electronic dice): the
# declarations promise -1, 0 and +1 as the faces of the fudge die, and the conversion from what the die
# sends gives 1 to 6, as for any die of six faces. Seen: the promise in PixelInfo.d.ts, and the faces
# 1 2 3 4 5 6. Who adds the faces of four of them gets 4 to 24 in place of -4 to 4.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @systemic-games/pixels-core-connect@1.3.0 \
    @systemic-games/pixels-core-animation@1.3.0 > log 2>&1 || { cat log >&2; exit 1; }
declared=node_modules/@systemic-games/pixels-core-connect/dist/types/PixelInfo.d.ts
{
    echo "declared: $(sed -n '/udge/s/.*returns \(.*\)\./\1/p' "$declared" | head -n 1)"
    node -e 'const { DiceUtils } = require("@systemic-games/pixels-core-animation");
        const faces = [0, 1, 2, 3, 4, 5].map((i) => DiceUtils.faceFromIndex(i, "d6fudge"));
        console.log("converted: " + faces.join(" "));'
} | tee seen
cat > expected <<'END'
declared: +1, 0 and -1
converted: 1 2 3 4 5 6
END
cmp seen expected
