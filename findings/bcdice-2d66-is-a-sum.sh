#!/bin/sh
# bcdice 4.9.0: `D66` reads two dice as tens and ones, for a row of a table; `2D66` is not two such rows
# but their sum, up to 132, and most sums are in no table. Two rows are `x2 D66`. Seen: each
# part of a 2D66 is a D66, and the totals go beyond 66.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bcdice@4.9.0 > log 2>&1 ||
    { cat log >&2; exit 1; }
cat > show.js <<'END'
const { DynamicLoader } = require("bcdice");
new DynamicLoader().dynamicLoad("DiceBot").then((game) => {
    const rolls = Array.from({ length: 300 }, () =>
        /(\d+)\[(\d+),(\d+)\]/.exec(game.eval("2D66").text).slice(1).map(Number));
    const isRow = (n) => /^[1-6][1-6]$/.test(n);
    console.log(`parts are rows: ${rolls.every(([, a, b]) => isRow(a) && isRow(b))}`);
    console.log(`totals are sums: ${rolls.every(([total, a, b]) => total === a + b)}`);
    console.log(`totals are rows: ${rolls.every(([total]) => isRow(total))}`);
});
END
node show.js | tee seen
cat > expected <<'END'
parts are rows: true
totals are sums: true
totals are rows: false
END
cmp seen expected
