-- The part of a campaign that can be dropped at any time: it is made again from the log.
--
-- A campaign remembers the script that made these; when the program has a different one, it is run
-- again. A name that is no longer made keeps its DROP here.

DROP TABLE IF EXISTS snapshot;
DROP TABLE IF EXISTS newest;
DROP TABLE IF EXISTS chronicle;
DROP INDEX IF EXISTS snapshot_passing;
DROP INDEX IF EXISTS log_rewound;
DROP INDEX IF EXISTS change_of_things;
DROP VIEW IF EXISTS requests;
DROP VIEW IF EXISTS throws;
DROP VIEW IF EXISTS conditions;
DROP VIEW IF EXISTS combatants;
DROP VIEW IF EXISTS happened;
DROP VIEW IF EXISTS positions;
DROP VIEW IF EXISTS acts;
DROP VIEW IF EXISTS path;
DROP VIEW IF EXISTS lines;
DROP VIEW IF EXISTS names;
DROP TABLE IF EXISTS derived;

CREATE TABLE derived (
    script TEXT NOT NULL -- this file, as it was when it was run
) STRICT;

-- States of the past, so that none has to be made from the start. One is kept about every 64 acts,
-- and where the table rests; of those, the newest of an encounter and about every 1,024th stay.
CREATE TABLE snapshot (
    act       INTEGER PRIMARY KEY,
    encounter INTEGER NOT NULL,
    stays     INTEGER NOT NULL CHECK (stays IN (0, 1)), -- 1: not dropped when it is old
    state     BLOB NOT NULL,
    checksum  INTEGER NOT NULL                   -- see checksums.md
) STRICT;

CREATE INDEX snapshot_passing ON snapshot (encounter, act) WHERE stays = 0;

-- The last rows of the tables when something without events was last written: a move of the head, an
-- encounter, an opening, a change. This shows when rows are missing at the end.
CREATE TABLE newest (
    id                 INTEGER PRIMARY KEY CHECK (id = 1),
    log                INTEGER NOT NULL,         -- id of the last row then; 0: none
    log_checksum       INTEGER NOT NULL,         -- and its checksum
    encounter          INTEGER NOT NULL,
    encounter_checksum INTEGER NOT NULL,
    opening            INTEGER NOT NULL,
    opening_checksum   INTEGER NOT NULL,
    change             INTEGER NOT NULL,
    change_checksum    INTEGER NOT NULL,
    checksum           INTEGER NOT NULL          -- see checksums.md
) STRICT;

-- What was read from the log for the list of evenings, so that it need not be read again: somebody
-- falls who goes out of the fight, down or dead.
CREATE TABLE chronicle (
    encounter INTEGER PRIMARY KEY,               -- 0: the campaign as a whole
    row       INTEGER NOT NULL,                  -- the last row of the log that was read for it
    facts     TEXT NOT NULL,                     -- JSON
    checksum  INTEGER NOT NULL                   -- see checksums.md
) STRICT;

-- Where the head was before a rewind: redo finds the correction of an act by this.
CREATE INDEX log_rewound ON log (encounter, parent) WHERE kind = 'rewind';

-- Changes of one kind of thing are read without the others: opening a campaign reads the names of its
-- encounters, but not its thousands of kinds until one is needed.
CREATE INDEX change_of_things ON change (thing);

-- The present name of each encounter. The views are short because SQLite reads all of them before
-- anything else, whoever opens the file: a column names its table only where two have it.
CREATE VIEW names AS
SELECT id AS encounter,
       ifnull((SELECT new FROM change
               WHERE thing = 'encounter' AND thing_id = encounter.id AND field = 'name'
               ORDER BY id DESC LIMIT 1), name) AS name
FROM encounter;

-- The present position of each encounter.
CREATE VIEW positions AS
SELECT encounter.id AS encounter, names.name, system,
       encounter.id = (SELECT encounter FROM opening ORDER BY id DESC LIMIT 1) AS is_open,
       head, newest.id AS row, round, depth, acts
FROM encounter
JOIN names ON names.encounter = encounter.id
LEFT JOIN log AS newest
    ON newest.id = (SELECT max(id) FROM log WHERE encounter = names.encounter);

-- Every act and move, with its encounter and a readable time.
CREATE VIEW acts AS
SELECT id, name AS encounter, kind, round,
       strftime('%Y-%m-%d %H:%M:%S', at_ms / 1000, 'unixepoch') AS at, label, command
FROM log JOIN names USING (encounter);

-- The acts that lead to the present position of each encounter: those not undone.
CREATE VIEW path AS
WITH RECURSIVE step (encounter, act) AS (
    SELECT encounter, head FROM positions WHERE head IS NOT NULL
    UNION ALL
    SELECT step.encounter, parent FROM step JOIN log ON id = act WHERE parent < act
)
SELECT * FROM step;

-- The fight in lines for display, undone acts included.
CREATE VIEW lines AS
SELECT event.id, act, name AS encounter, round, line, rules
FROM event
JOIN log ON log.id = act
JOIN names USING (encounter)
WHERE line IS NOT NULL;

-- The events that lead to where each encounter stands: what is not undone.
CREATE VIEW happened AS
SELECT path.encounter AS in_encounter, name AS encounter, round, event.*
FROM path
JOIN names USING (encounter)
JOIN log ON log.id = path.act
JOIN event ON event.id BETWEEN first_event AND first_event + events - 1;

-- Everybody in each encounter as they stand now. The score is what the order follows, where a game
-- has one: the initiative less what was spent of it.
CREATE VIEW combatants AS
WITH value AS (
    SELECT in_encounter, encounter, subject, ifnull(field, 'name') AS field, new, text_new, max(id)
    FROM happened
    WHERE subject IS NOT NULL AND (field IS NOT NULL OR kind = 'combatant_added')
    GROUP BY in_encounter, subject, ifnull(field, 'name')
), spent AS (
    SELECT in_encounter, subject, new, max(id)
    FROM happened WHERE kind = 'initiative_spent'
    GROUP BY in_encounter, subject, object, field, ifnull(text_new, text_old)
)
SELECT encounter, subject AS number,
       max(CASE field WHEN 'name' THEN text_new END) AS name,
       nullif(max(CASE field WHEN 'kind' THEN text_new END), '') AS kind,
       iif(max(CASE field WHEN 'side' THEN new END) = 1, 'party', 'foes') AS side,
       max(CASE field WHEN 'hp' THEN new END) AS hp,
       max(CASE field WHEN 'hp_max' THEN new END) AS hp_max,
       max(CASE field WHEN 'initiative' THEN new END) - ifnull((
           SELECT sum(spent.new) FROM spent
           WHERE spent.in_encounter = value.in_encounter AND spent.subject = value.subject), 0)
           AS score,
       CASE max(CASE field WHEN 'out' THEN new END)
           WHEN 1 THEN 'down' WHEN 2 THEN 'dead' WHEN 3 THEN 'fled' WHEN 4 THEN 'surrendered'
       END AS out
FROM value
GROUP BY in_encounter, subject
HAVING ifnull(max(CASE field WHEN 'present' THEN new END), 1) <> 0;

-- What holds for whom now; rounds: how many more, NULL: until somebody ends it.
CREATE VIEW conditions AS
WITH condition AS (
    SELECT encounter, subject, field, new, ifnull(text_new, text_old) AS label, max(id)
    FROM happened
    WHERE field IN ('condition', 'condition_rounds', 'condition_start', 'condition_end')
    GROUP BY in_encounter, subject, object, field, ifnull(text_new, text_old)
)
SELECT condition.encounter, subject AS number, name, label AS condition,
       iif(field = 'condition_rounds', new, NULL) AS rounds
FROM condition
JOIN combatants ON combatants.encounter = condition.encounter AND combatants.number = subject
WHERE new IS NOT NULL;

-- Every throw of dice that counts: its faces as a list, and where they came from, "given" from the
-- table or "generated" here.
CREATE VIEW throws AS
SELECT act, encounter, round, value ->> 'dice' AS dice, value ->> 'faces' AS faces,
       value ->> 'source' AS source, value ->> 'value' AS value, value ->> 'why' AS why,
       value ->> 'rule' AS rule
FROM happened, json_each(trace)
WHERE trace IS NOT NULL AND value ->> 'dice' IS NOT NULL;

-- What was asked of the rules, with the chance that it had then; NULL: not known.
CREATE VIEW requests AS
SELECT act, encounter, value ->> 'by' AS by, value ->> '$.to[0]' AS target,
       value ->> 'system' AS system, value ->> 'action' AS action,
       value ->> '$.chance.probabilities.hit' AS hit_chance,
       value ->> '$.chance.mean.damage' AS mean_damage
FROM happened, json_each(trace)
WHERE trace IS NOT NULL AND value ->> 'step' = 'request';
