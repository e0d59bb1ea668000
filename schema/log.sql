-- The enduring part of a campaign, version 1: what happened, as it happened.
--
-- Rows are only ever added; the triggers at the end refuse everything else. Everything that only makes
-- reading fast or pleasant is in views.sql and can be dropped and made again from this.
-- A later version is a script of its own (log_0002.sql, ...) that is run on top of this one.

PRAGMA application_id = 1380336965; -- "RFEE"
PRAGMA user_version = 1;

CREATE TABLE campaign (
    id   INTEGER PRIMARY KEY CHECK (id = 1), -- there is only one
    seed INTEGER NOT NULL                    -- of all dice; 64 bits, read as unsigned
) STRICT;

CREATE TABLE encounter (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (name <> ''),
    system     TEXT NOT NULL CHECK (system <> ''), -- rule system, as "trilemma"
    created_ms INTEGER NOT NULL                    -- milliseconds since 1970, UTC
) STRICT;

-- Which encounter was on the table, and since when; the newest row is the present one. The log
-- belongs to one encounter from one opening to the next, so that its newest row is found without
-- a table of positions.
CREATE TABLE opening (
    id        INTEGER PRIMARY KEY,
    encounter INTEGER NOT NULL REFERENCES encounter (id),
    at_ms     INTEGER NOT NULL,               -- milliseconds since 1970, UTC
    after     INTEGER NOT NULL,               -- newest row of the whole log then; 0: none
    previous  INTEGER REFERENCES log (id)     -- newest row of this encounter then; NULL: none
) STRICT;

CREATE INDEX opening_of_encounter ON opening (encounter);

-- One row for each command: an act with its events, or a move of the head to another act. The acts
-- of an encounter are a tree; nothing in it is lost when the head moves.
CREATE TABLE log (
    id          INTEGER PRIMARY KEY,
    kind        TEXT NOT NULL CHECK (kind IN ('act', 'undo', 'redo', 'rewind')),
    encounter   INTEGER NOT NULL REFERENCES encounter (id),
    previous    INTEGER REFERENCES log (id),        -- the encounter's row before this; NULL: none
    parent      INTEGER REFERENCES log (id),        -- where the head was before; NULL: the start
    head        INTEGER REFERENCES log (id),        -- where it is now: an act; NULL: the start
    depth       INTEGER NOT NULL CHECK (depth >= 0), -- acts from the start to the head
    acts        INTEGER NOT NULL CHECK (acts >= 0),  -- acts of the encounter so far, all branches
    first_event INTEGER NOT NULL CHECK (first_event > 0), -- id of its first event, and
    events      INTEGER NOT NULL CHECK (events >= 0),     -- how many there are: ids in a row
    round       INTEGER NOT NULL,
    at_ms       INTEGER NOT NULL,                   -- milliseconds since 1970, UTC
    label       TEXT NOT NULL,                      -- what undo calls it: "Anka hits Pelican 1"
    command     TEXT NOT NULL,                      -- the line that was typed
    CHECK (CASE kind WHEN 'act' THEN head = id ELSE events = 0 END)
) STRICT;

-- An act is nearly always the row after its parent. Only when it is not does finding the acts that
-- followed another one need an index, so an ordinary act does not write one.
CREATE INDEX log_branch ON log (encounter, parent) WHERE kind = 'act' AND parent IS NOT id - 1;

-- What happened in an act. An event has the old and the new value, and the line for display.
CREATE TABLE event (
    id       INTEGER PRIMARY KEY,
    act      INTEGER NOT NULL REFERENCES log (id),
    n        INTEGER NOT NULL CHECK (n > 0),     -- place within the act, from 1
    kind     TEXT NOT NULL CHECK (kind <> ''),   -- in the past tense: "hp_changed"
    subject  INTEGER CHECK (subject > 0),        -- number of the combatant; NULL: the encounter
    object   INTEGER CHECK (object > 0),         -- number of the other one, as a target
    field    TEXT,                               -- name of what changed: "hp", "wits", "round"
    old      INTEGER,                            -- its value before; NULL: it was unset
    new      INTEGER,                            -- its value since; NULL: it is unset
    text_old TEXT,                               -- the same for a text
    text_new TEXT,
    line     TEXT,                               -- for people
    rules    TEXT,                               -- paragraphs: "5.14 5.19"
    trace    TEXT                                -- throws, terms, totals, results: JSON
) STRICT;

CREATE TRIGGER campaign_update BEFORE UPDATE ON campaign
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER campaign_delete BEFORE DELETE ON campaign
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER encounter_update BEFORE UPDATE ON encounter
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER encounter_delete BEFORE DELETE ON encounter
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER opening_update BEFORE UPDATE ON opening
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER opening_delete BEFORE DELETE ON opening
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER log_update BEFORE UPDATE ON log
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER log_delete BEFORE DELETE ON log
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER event_update BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER event_delete BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;

-- A replacing insert deletes without running the triggers above; these allow rows to be added only at
-- the end.
CREATE TRIGGER campaign_insert BEFORE INSERT ON campaign WHEN EXISTS (SELECT 1 FROM campaign)
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER encounter_insert BEFORE INSERT ON encounter
WHEN NEW.id <> (SELECT ifnull(max(id), 0) + 1 FROM encounter)
    OR EXISTS (SELECT 1 FROM encounter WHERE name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'rows are added at the end of the log only'); END;
CREATE TRIGGER opening_insert BEFORE INSERT ON opening
WHEN NEW.id <> (SELECT ifnull(max(id), 0) + 1 FROM opening)
BEGIN SELECT RAISE(ABORT, 'rows are added at the end of the log only'); END;
CREATE TRIGGER log_insert BEFORE INSERT ON log
WHEN NEW.id <> (SELECT ifnull(max(id), 0) + 1 FROM log)
BEGIN SELECT RAISE(ABORT, 'rows are added at the end of the log only'); END;
CREATE TRIGGER event_insert BEFORE INSERT ON event
WHEN NEW.id <> (SELECT ifnull(max(id), 0) + 1 FROM event)
BEGIN SELECT RAISE(ABORT, 'rows are added at the end of the log only'); END;
