/* A prepared encounter as the text that a person writes: short YAML, with comments.
 *
 *     encounter: Nest ledge
 *     game: ...
 *     place: a ledge in the north wall, two beams wide
 *     wants: the egg, not blood
 *     read: |
 *       Wind, and the smell of old fish.
 *     notes: Hookbill flees when the egg is gone.
 *     foes:
 *       - kind: shrike
 *         count: 1d4+party
 *       - name: Hookbill
 *         wits: 11
 *         arrives: round 3
 *
 * This knows the parts of the text and their shapes. Other keys of an entry (the fields of
 * combatants, and the game's own) belong to code that knows the game: the lines of the table
 * for an encounter (app/prepared/prepared_run). */
#ifndef REFEREE_CONTENT_ENCOUNTER_TEXT_H
#define REFEREE_CONTENT_ENCOUNTER_TEXT_H

#include "content/yaml_reader.h"
#include "resolver/system.h"

enum {
    ENCOUNTER_TEXT_MAX = 64 << 10,  /* bytes of one text */
    ENCOUNTER_PROSE_MAX = 4000,     /* bytes of what is read aloud, and of the notes */
    ENCOUNTER_LINE_MAX = 200,       /* bytes bytes of its name, its place and its foes' wish */
    ENCOUNTER_ENTRIES_MAX = 64,     /* of one list */
    ENCOUNTER_TEXT_VERSION = 1,     /* the newest that this program reads */
    ENCOUNTER_MEMORY_SIZE = 4 << 20 /* enough for any text of ENCOUNTER_TEXT_MAX bytes */
};

enum encounter_part {
    ENCOUNTER_NAME,
    ENCOUNTER_GAME,
    ENCOUNTER_VERSION,
    ENCOUNTER_PLACE,
    ENCOUNTER_WANTS,
    ENCOUNTER_READ,
    ENCOUNTER_NOTES,
    ENCOUNTER_PARTY,
    ENCOUNTER_FOES,
    ENCOUNTER_COUNTERS,
    ENCOUNTER_DO,
    ENCOUNTER_PARTS
};

/* Everything is borrowed from the arena that it was read into. */
struct encounter_text {
    const struct system *system;
    const struct yaml_value *root;
    const struct yaml_value *part[ENCOUNTER_PARTS]; /* NULL: left out */
};

/* Reads the text up to its game and version, and reports unknown ones. False when that failed;
 * the mistakes are in source->diagnostics. */
bool encounter_text_open(struct encounter_text *out, const struct yaml_source *source,
                         struct arena *arena);
/* Checks all parts; `more` are the keys that the game adds, as many as `count`. False when
 * there are mistakes. */
bool encounter_text_check(const struct encounter_text *text, const char *const *more, int count,
                          const struct yaml_source *source);

/* The text of a part that is a scalar; empty when it is left out. */
struct str encounter_text_part(const struct encounter_text *text, enum encounter_part part);
/* The key of a part, as written. */
const char *encounter_part_key(enum encounter_part part);
/* Reports an unknown key at its place, with the nearest valid one. */
void encounter_unknown_key(const struct yaml_source *source, const struct yaml_value *at,
                           const char *const *keys, int count);
/* True when a value has a shape; reports what was expected when it does not. */
bool encounter_expect(const struct yaml_source *source, const struct yaml_value *at,
                      enum yaml_shape shape);
/* Adds a value in the form after a key: in quotes if needed. */
void encounter_add_scalar(struct text *out, struct str value);

#endif
