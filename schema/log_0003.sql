-- The enduring part of a campaign, version 3, run on top of log_0002.sql: a change knows where it
-- stands among the acts, and an encounter where it began.
--
-- Rows of the versions before stay as they are, with their checksums: NULL in a new column says that
-- a row is one of those, and its checksum is over the other columns (checksums.md).

PRAGMA user_version = 3;

-- The newest row of the whole log when the change was made; 0: none. So what was done at the table
-- and what was done beside it have one order, whatever the clock said. NULL: before version 3; such a
-- change stands after the acts that are not later than its at_ms, and before every change after it.
ALTER TABLE change ADD COLUMN after INTEGER CHECK (after >= 0);

-- Where the encounter began, for telling whether one of another file is the same: the checksum that
-- its row had in the file where it was made. NULL: it was made here, and that is its own checksum.
-- Copies of a campaign agree in it for what they have in common, whoever brings them up to date and
-- when. Two rows of a campaign can have the same origin, where one encounter went on in two files.
ALTER TABLE encounter ADD COLUMN origin INTEGER;

-- A change without its place is not added after one that has it.
DROP TRIGGER IF EXISTS change_insert;
CREATE TRIGGER change_insert BEFORE INSERT ON change
WHEN NEW.id <> (SELECT ifnull(max(id), 0) + 1 FROM change)
    OR (NEW.after IS NULL AND EXISTS (SELECT 1 FROM change WHERE id = NEW.id - 1 AND after IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'rows are added at the end of the log only'); END;
