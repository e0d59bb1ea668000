// A fight of four against eight as simulators on the web play it: a d20 against an armour class, one
// damage die, the weakest is attacked, nobody flees. Prints the seconds of one fight.
'use strict';

function die(sides) {
    return 1 + Math.floor(Math.random() * sides);
}

function side(count, hp, bonus, armour, damage) {
    const fighters = [];
    for (let i = 0; i < count; i++) {
        fighters.push({ name: `fighter ${i}`, hp, bonus, armour, damage });
    }
    return fighters;
}

function attack(fighter, foes) {
    const left = foes.filter((foe) => foe.hp > 0).sort((a, b) => a.hp - b.hp);
    if (left.length > 0 && die(20) + fighter.bonus >= left[0].armour) {
        left[0].hp -= die(fighter.damage);
    }
}

function fight() {
    const party = side(4, 30, 6, 16, 8);
    const foes = side(8, 10, 3, 13, 6);
    const order = party.concat(foes).map((fighter) => ({ fighter, at: die(20) }));
    order.sort((a, b) => b.at - a.at);
    for (let round = 0; round < 50; round++) {
        for (const { fighter } of order) {
            if (fighter.hp > 0) {
                attack(fighter, party.includes(fighter) ? foes : party);
            }
        }
        if (!party.some((one) => one.hp > 0) || !foes.some((one) => one.hp > 0)) {
            return;
        }
    }
}

function seconds(times) {
    const start = process.cpuUsage();
    for (let i = 0; i < times; i++) {
        fight();
    }
    const used = process.cpuUsage(start);
    return (used.user + used.system) / 1e6 / times;
}

seconds(2000); // until it is compiled
console.log(seconds(5000));
