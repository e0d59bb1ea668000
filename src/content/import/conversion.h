/* What becomes of a creature from elsewhere in a game: a table in data/<ga-me>/import.yaml, so
 * that a house conversion is read, changed and added without code.
 *
 *   imports:
 *     - field: ac            a field of the game's kinds
 *       from: armor          a field of creatures from elsewhere (fields.def): its number, or
 * its dice or: hit-dice         another one, where that tells nothing plus: 10 added to a
 * number low: 1               the least, and the most, that a number can be high: 30 steps: [2
 * -3, 3 -2]  the value behind the last of these numbers that it reaches is: 10 the value where
 * nothing tells it; it is marked when: hit-dice       the row counts only where this number is
 * at least, or below, at_least: 4 below: 4 says: armour class + 10    what is told of it
 */
#ifndef REFEREE_CONTENT_IMPORT_CONVERSION_H
#define REFEREE_CONTENT_IMPORT_CONVERSION_H

#include "content/import/import.h"
#include "content/yaml_reader.h"

/* The mark of a value that is the row's own, as nothing tells it. */
#define CONVERSION_NOT_TOLD "not told"

enum { CONVERSION_ROWS_MAX = 24, CONVERSION_STEPS_MAX = 16, CONVERSION_WORD_SIZE = 64 };

struct conversion_step {
    double from;
    char value[CONVERSION_WORD_SIZE];
};

struct conversion_row {
    char field[CONVERSION_WORD_SIZE];
    enum import_field from, or_from, when; /* IMPORT_FIELDS: none */
    char is[CONVERSION_WORD_SIZE];         /* "": none */
    char says[CONVERSION_WORD_SIZE];
    int plus, low, high, at_least, below;
    struct conversion_step step[CONVERSION_STEPS_MAX];
    int steps;
};

struct conversion {
    struct conversion_row row[CONVERSION_ROWS_MAX];
    int count;
};

/* Reads the file of a game; false when it has mistakes, which are among the diagnostics. */
bool conversion_read(struct conversion *conversion, const struct yaml_source *source,
                     struct arena *scratch);

/* The value of a row for a creature, as it would be typed; false when it has none. *mark is
 * what was assumed, "" where nothing was. */
bool conversion_value(const struct conversion_row *row, const struct import_creature *creature,
                      struct text *out, struct text *mark);

/* The number, or the dice, that the row's own field of a creature must have for this value:
 * adds it as it is printed. False when none gives the value, or the row has no such field. */
bool conversion_back(const struct conversion_row *row, struct str value, struct text *out);

#endif
