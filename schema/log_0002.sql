-- The enduring part of a campaign, version 2, run on top of log.sql: every row has a checksum, and
-- changes outside the fights have a log of their own.
--
-- checksums.md describes the checksums. SQL cannot compute them: the program adds them to existing rows
-- in the same transaction, so that a file is either of version 1 and complete, or of version 2 and
-- sealed. A row without a checksum may be given one; after that it is never changed.

PRAGMA user_version = 2;

ALTER TABLE campaign ADD COLUMN checksum INTEGER;
ALTER TABLE encounter ADD COLUMN checksum INTEGER;
ALTER TABLE opening ADD COLUMN checksum INTEGER;
ALTER TABLE log ADD COLUMN events_checksum INTEGER; -- over the events of the row, in their order
ALTER TABLE log ADD COLUMN checksum INTEGER;

-- There are few openings, and all of them are read.
DROP INDEX IF EXISTS opening_of_encounter;

-- Changes outside the fights: names of encounters and whether they are archived, their order,
-- kinds, the party, the plan, remarks, kept questions and forecasts. The newest row of a thing and
-- field has its present value. Changes made together are one step, and are undone together, by
-- another step whose trace names the one it undoes.
CREATE TABLE change (
    id       INTEGER PRIMARY KEY,
    step     INTEGER NOT NULL CHECK (step > 0),
    at_ms    INTEGER NOT NULL,                    -- milliseconds since 1970, UTC
    thing    TEXT NOT NULL CHECK (thing <> ''),   -- what kind of thing: "encounter"
    thing_id INTEGER NOT NULL,                    -- which of them; 0: there is only one
    field    TEXT NOT NULL CHECK (field <> ''),   -- what of it: "name"
    old      TEXT,                                -- its value before; NULL: it had none
    new      TEXT,                                -- its value since; NULL: it has none
    line     TEXT,                                -- for people
    trace    TEXT,                                -- JSON: {"undoes":5}
    checksum INTEGER NOT NULL
) STRICT;

CREATE TRIGGER change_update BEFORE UPDATE ON change
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER change_delete BEFORE DELETE ON change
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER change_insert BEFORE INSERT ON change
WHEN NEW.id <> (SELECT ifnull(max(id), 0) + 1 FROM change)
BEGIN SELECT RAISE(ABORT, 'rows are added at the end of the log only'); END;

DROP TRIGGER IF EXISTS campaign_update;
CREATE TRIGGER campaign_update BEFORE UPDATE ON campaign WHEN OLD.checksum IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
DROP TRIGGER IF EXISTS encounter_update;
CREATE TRIGGER encounter_update BEFORE UPDATE ON encounter WHEN OLD.checksum IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
DROP TRIGGER IF EXISTS opening_update;
CREATE TRIGGER opening_update BEFORE UPDATE ON opening WHEN OLD.checksum IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
DROP TRIGGER IF EXISTS log_update;
CREATE TRIGGER log_update BEFORE UPDATE ON log WHEN OLD.checksum IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;

DROP TRIGGER IF EXISTS encounter_insert;
CREATE TRIGGER encounter_insert BEFORE INSERT ON encounter
WHEN NEW.id <> (SELECT ifnull(max(id), 0) + 1 FROM encounter) OR NEW.checksum IS NULL
    OR EXISTS (SELECT 1 FROM encounter WHERE name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'rows are added at the end of the log only'); END;
DROP TRIGGER IF EXISTS opening_insert;
CREATE TRIGGER opening_insert BEFORE INSERT ON opening
WHEN NEW.id <> (SELECT ifnull(max(id), 0) + 1 FROM opening) OR NEW.checksum IS NULL
BEGIN SELECT RAISE(ABORT, 'rows are added at the end of the log only'); END;
DROP TRIGGER IF EXISTS log_insert;
CREATE TRIGGER log_insert BEFORE INSERT ON log
WHEN NEW.id <> (SELECT ifnull(max(id), 0) + 1 FROM log)
    OR NEW.checksum IS NULL OR NEW.events_checksum IS NULL
BEGIN SELECT RAISE(ABORT, 'rows are added at the end of the log only'); END;
