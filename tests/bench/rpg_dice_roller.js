// Rolls a second of @dice-roller/rpg-dice-roller, for tests/bench/bench_rolls.c: of processor time.
//
//   node rpg_dice_roller.js FOLDER NOTATION
//
// FOLDER holds its node_modules. Prints two numbers: parsed each time, and parsed once.
const { createRequire } = require('module');
const path = require('path');

const SECONDS = 0.3;
const [folder, notation] = process.argv.slice(2);
const { DiceRoll } = createRequire(path.resolve(folder, 'x.js'))('@dice-roller/rpg-dice-roller');

let kept = 0;

function rate(work) {
  for (let i = 0; i < 3000; i++) { // until it is compiled
    kept += work();
  }
  const seconds = () => {
    const used = process.cpuUsage();
    return (used.user + used.system) / 1e6;
  };
  const start = seconds();
  let done = 0;
  let passed = 0;
  while (passed < SECONDS) {
    for (let i = 0; i < 100; i++) {
      kept += work();
    }
    done += 100;
    passed = seconds() - start;
  }
  return done / passed;
}

const roll = new DiceRoll(notation);
const each = rate(() => new DiceRoll(notation).total);
const once = rate(() => {
  roll.roll();
  return roll.total;
});
console.log(each, once, kept > 0 ? '' : 'nothing was rolled');
