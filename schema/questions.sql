-- The ready questions of `referee questions`, asked of the file by `sqlite3`, each of the whole
-- campaign, but `killed`: whose damage killed somebody is for `referee figures` to say. A line `-- KEY: TEXT` begins a query; its columns are those of the answer, the name first.
-- tests/cli/questions.sh compares the answers.
--
-- An attack is a roll with the outcome `hit`, or a defence with the outcome `block`: then the foe
-- attacked the one who rolled.
CREATE TEMP VIEW roll AS
SELECT happened.id AS event, happened.act, request.value AS request, outcome.value ->> '$.outcome.hit' AS hit,
       outcome.value ->> '$.outcome.block' AS block, outcome.value ->> '$.outcome.damage' AS damage,
       outcome.value ->> '$.outcome.stops' AS stops,
       coalesce(outcome.value ->> '$.outcome.holds', outcome.value ->> '$.outcome.stays') AS held
FROM happened
JOIN json_each(happened.trace) AS request ON request.value ->> '$.step' = 'request'
JOIN json_each(happened.trace) AS outcome ON outcome.value ->> '$.step' = 'outcome'
WHERE happened.trace IS NOT NULL;

CREATE TEMP VIEW attack AS
SELECT event, act, hit, request ->> '$.by' AS attacker, request ->> '$.to[0]' AS target,
       request ->> '$.chance.probabilities.hit' AS chance, damage
FROM roll WHERE hit IS NOT NULL
UNION ALL
SELECT event, act, 1 - block, request ->> '$.to[0]', request ->> '$.by',
       1 - (request ->> '$.chance.probabilities.block'), damage
FROM roll WHERE block IS NOT NULL;

-- Damage that stands: that of the rolls, what lines say is somebody's, and less what was taken back. An
-- older program did not write that a late defence takes the last hit back.
CREATE TEMP VIEW dealt AS
SELECT attacker, damage, hit, 1 AS attacks FROM attack
UNION ALL
SELECT request ->> '$.by', damage, 0, 0 FROM roll
WHERE hit IS NULL AND block IS NULL AND request ->> '$.to[0]' IS NOT NULL
UNION ALL
SELECT text_new, new - old, 0, 0 FROM happened WHERE kind = 'damage_dealt'
UNION ALL
SELECT request ->> '$.to[0]',
       (SELECT -damage FROM attack
        WHERE event < roll.event AND attacker = request ->> '$.to[0]' AND target = request ->> '$.by'
        ORDER BY event DESC LIMIT 1), 0, 0
FROM roll
WHERE stops = 1 AND NOT EXISTS
    (SELECT 1 FROM happened WHERE happened.act = roll.act AND kind = 'damage_dealt');

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
SELECT attacker, cast(total(damage) AS INTEGER), sum(hit) FROM dealt
WHERE attacker IS NOT NULL GROUP BY attacker HAVING sum(attacks) > 0 OR total(damage) <> 0
ORDER BY total(damage) DESC, attacker;

-- blow: What was the hardest blow, stopped or not?
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

-- defence: Who stopped more hits than the dice give on average?
SELECT by, sum(stopped), printf('%.4f', sum(chance)), count(*) FROM
    (SELECT request ->> '$.by' AS by, coalesce(block, stops) AS stopped,
            coalesce(request ->> '$.chance.probabilities.block',
                     request ->> '$.chance.probabilities.stops') AS chance
     FROM roll WHERE coalesce(block, stops) IS NOT NULL)
WHERE by IS NOT NULL AND chance IS NOT NULL
GROUP BY by ORDER BY round(sum(stopped) - sum(chance), 9) DESC, by;

-- rounds: How many acts had each round?
SELECT 'round ' || log.round, count(*) FROM path JOIN log ON log.id = path.act
WHERE log.round > 0 GROUP BY log.round ORDER BY log.round;
