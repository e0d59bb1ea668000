-- The ten ready questions of `referee questions`, asked of the file by `sqlite3`, each of the whole
-- campaign. A line `-- KEY: TEXT` begins a query; its columns are those of the answer, the name first.
-- tests/cli/questions.sh compares the answers.
--
-- An attack is a roll with the outcome `hit`, or a defence with the outcome `block`: then the foe
-- attacked the one who rolled.
CREATE TEMP VIEW roll AS
SELECT happened.act, request.value AS request, outcome.value ->> '$.outcome.hit' AS hit,
       outcome.value ->> '$.outcome.block' AS block, outcome.value ->> '$.outcome.damage' AS damage,
       outcome.value ->> '$.outcome.stops' AS stops,
       coalesce(outcome.value ->> '$.outcome.holds', outcome.value ->> '$.outcome.stays') AS held
FROM happened
JOIN json_each(happened.trace) AS request ON request.value ->> '$.step' = 'request'
JOIN json_each(happened.trace) AS outcome ON outcome.value ->> '$.step' = 'outcome'
WHERE happened.trace IS NOT NULL;

CREATE TEMP VIEW attack AS
SELECT act, hit, request ->> '$.by' AS attacker, request ->> '$.to[0]' AS target,
       request ->> '$.chance.probabilities.hit' AS chance, damage
FROM roll WHERE hit IS NOT NULL
UNION ALL
SELECT act, 1 - block, request ->> '$.to[0]', request ->> '$.by',
       1 - (request ->> '$.chance.probabilities.block'), damage
FROM roll WHERE block IS NOT NULL;

-- hit-most: Who was hit most often?
SELECT target, sum(hit), count(*) FROM attack
WHERE target IS NOT NULL GROUP BY target ORDER BY sum(hit) DESC, target;

-- hits: Who hit most often?
SELECT attacker, sum(hit), count(*) FROM attack
WHERE attacker IS NOT NULL GROUP BY attacker ORDER BY sum(hit) DESC, attacker;

-- misses: Who missed most often?
SELECT attacker, sum(1 - hit), count(*) FROM attack
WHERE attacker IS NOT NULL GROUP BY attacker ORDER BY sum(1 - hit) DESC, attacker;

-- expected: Who hit more often than the dice give on average?
SELECT attacker, sum(hit), printf('%.4f', sum(chance)), count(*) FROM attack
WHERE attacker IS NOT NULL AND chance IS NOT NULL
GROUP BY attacker ORDER BY round(sum(hit) - sum(chance), 9) DESC, attacker;

-- damage: Who dealt the most damage?
SELECT attacker, cast(total(damage) AS INTEGER), sum(hit) FROM attack
WHERE attacker IS NOT NULL GROUP BY attacker ORDER BY total(damage) DESC, attacker;

-- blow: What was the hardest blow?
SELECT attacker, damage, act FROM attack
WHERE attacker IS NOT NULL AND damage > 0 ORDER BY damage DESC, attacker, act;

-- unlikely: Which hit was the least likely?
SELECT attacker, printf('%.4f', chance), act FROM attack
WHERE attacker IS NOT NULL AND hit = 1 AND chance IS NOT NULL ORDER BY chance, attacker, act;

-- morale: Do morale checks hold as often as they should?
SELECT request ->> '$.by', sum(held), count(*),
       printf('%.4f', total(coalesce(request ->> '$.chance.probabilities.holds',
                                     request ->> '$.chance.probabilities.stays')))
FROM roll WHERE held IS NOT NULL AND request ->> '$.by' IS NOT NULL
GROUP BY request ->> '$.by' ORDER BY count(*) DESC, request ->> '$.by';

-- stopped: Who stopped most hits?
SELECT request ->> '$.by', sum(coalesce(block, stops)), count(*) FROM roll
WHERE coalesce(block, stops) IS NOT NULL AND request ->> '$.by' IS NOT NULL
GROUP BY request ->> '$.by' ORDER BY sum(coalesce(block, stops)) DESC, request ->> '$.by';

-- rounds: How many acts had each round?
SELECT 'round ' || log.round, count(*) FROM path JOIN log ON log.id = path.act
WHERE log.round > 0 GROUP BY log.round ORDER BY log.round;
