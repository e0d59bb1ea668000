/* Creatures as other programs, notes and books tell them, as plain data that belongs to no
 * game.
 *
 * A reader of a format (stat_lines.h, and its neighbours) calls import_creature for each record
 * and import_value for each of its clauses: here the words become numbers, once for all
 * formats. What a word means beside its number stays as it stands, and what no field takes
 * becomes the note: nothing that a file holds is dropped in silence. A number that had to be
 * guessed has a mark that says how.
 *
 * Nothing here knows a campaign or a game: data/<ga-me>/import.yaml says what becomes of the
 * numbers (app/transfer/import.h). */
#ifndef REFEREE_CONTENT_IMPORT_IMPORT_H
#define REFEREE_CONTENT_IMPORT_IMPORT_H

#include "base/arena.h"
#include "base/text.h"

enum import_field {
#define IMPORT_FIELD(name, word, shape, words) IMPORT_##name,
#include "content/import/fields.def"
#undef IMPORT_FIELD
    IMPORT_FIELDS
};

enum {
    IMPORT_OTHERS_MAX = 6,      /* further morale scores of a creature */
    IMPORT_NAME_MAX = 60,       /* bytes of a name */
    IMPORT_WORDS_MAX = 500,     /* of one clause */
    IMPORT_NOTE_MAX = 8000,     /* of a creature's note */
    IMPORT_CREATURES_MAX = 5000 /* of one file */
};

/* One clause: its words as they stand, cleaned, and the number read from them. */
struct import_value {
    struct str words; /* p == NULL: the record does not tell it; zero-terminated */
    bool has_number;  /* false: the words hold none ("special", "N/A") */
    double number; /* armour class ascending, hit dice as a number of dice, a bonus, a score */
    struct str
        dice; /* notation, of hit points from hit dice, of damage, of a count; n == 0: none */
    const char *mark; /* what was assumed to read it: "taken as descending"; NULL: nothing */
};

/* Marks of an armour class of one number, by its size, and of a number that all of a file have
 * and that is taken as unset. */
#define IMPORT_ASCENDING "taken as ascending"
#define IMPORT_DESCENDING "taken as descending"
#define IMPORT_SAME_IN_ALL "the same in all"
/* Of an empty cell of a printed column, which has the value of the record above it. */
#define IMPORT_ABOVE "empty: the one above"

/* A further score and when it counts: 7, "if defending lair". */
struct import_other {
    int score;
    struct str label;
};

/* A field of a game, exactly as the program itself wrote it into a block; "-": left out. */
struct import_own {
    struct import_own *next;
    struct str field, value; /* zero-terminated */
};

/* In the arena of its import, with everything that it points to. */
struct import_creature {
    struct import_creature *next;
    int line; /* where it begins in the file, from 1; 0: not known */
    struct str name;
    int count;          /* how many stand in this place; 0: not told */
    int hit_points[16]; /* of each of them, where they are told one by one */
    int hit_points_count;
    struct import_value value[IMPORT_FIELDS];
    struct import_other morale_other[IMPORT_OTHERS_MAX];
    int morale_others;
    struct str morale_prose; /* a sentence that says it never checks; n == 0: none */
    struct str note;         /* what no field has taken, in the order in which it was told */
    bool is_member;          /* a character of the players, who joins the party */
    /* What the program itself wrote beside it: the game, the kind of record, and fields that no
     * clause tells. p == NULL: nothing. */
    struct str own_game, own_kind;
    struct import_own *own;
};

/* Some creatures of a prepared encounter. */
struct import_entry {
    struct import_entry *next;
    struct str kind;  /* what they are */
    struct str shown; /* a name of its own; n == 0: none */
    struct str count; /* a number or dice */
    int hit_points;   /* 0: not told */
    bool is_ally;
};

struct import_encounter {
    struct import_encounter *next;
    int line;
    struct str name;
    struct import_entry *first, *last;
    struct str note; /* what an entry tells beside that, a line each */
};

/* What the report of an import says beside its creatures: a line that was repaired, a record
 * that was left out. */
struct import_remark {
    struct import_remark *next;
    int line;
    bool is_left_out; /* else it was taken, mended */
    struct str name;  /* of the record, as far as it is known */
    struct str why;
    struct str text; /* of a block that could not be read; n == 0: none */
};

/* What is known of how a format writes armour classes. */
enum import_armor { IMPORT_ARMOR_UNKNOWN, IMPORT_ARMOR_DESCENDING, IMPORT_ARMOR_ASCENDING };

struct import {
    struct arena *arena; /* borrowed; holds everything */
    /* How armour classes are meant that are one number, where their format does not say it; set
     * it after import_begin. */
    enum import_armor armor;
    bool takes_blocks; /* those that cannot be read are creatures with their text alone */
    bool has_columns;  /* records are rows of a printed table: see import_finish */
    const char *kind;  /* of the file, by its first record: "foundry"; NULL: not known */
    struct import_creature *first, *last;
    int count;
    struct import_encounter *first_encounter, *last_encounter;
    struct import_remark *first_remark, *last_remark;
    int left_out, mended;
    bool is_full; /* the arena, or IMPORT_CREATURES_MAX: the rest of the file was not read */
    char *note;   /* of the creature that is being read: IMPORT_NOTE_MAX bytes */
    struct text note_text;
};

/* False when the arena is too small to begin. */
bool import_begin(struct import *import, struct arena *arena);

/* Begins a record; its name is cleaned, a name without letters is left for later (import_name).
 * NULL when there is no room for one more. */
struct import_creature *import_creature(struct import *import, struct str name, int line);
void import_name(struct import *import, struct str name);

/* A clause of the newest record: its words are read as those of this field. A field that is
 * there already keeps its first value; the second goes into the note. */
void import_value(struct import *import, enum import_field field, struct str words,
                  enum import_armor armor);
/* Armour as points that lower damage, of games where an unarmoured human has none: two of them
 * are one step of an armour class each way, from 10 on. */
void import_armor_points(struct import *import, int points);
/* The same by its key in the file: a key that means no field goes into the note with its words.
 */
void import_clause(struct import *import, struct str key, struct str words,
                   enum import_armor armor);
/* More words for the note. Line ends stay. What is too long is cut, and told at its end. */
void import_note(struct import *import, struct str words);
/* The same, of a text that may have been cut already. */
void import_note_text(struct import *import, const struct text *words);

/* Begins a prepared encounter; NULL when there is no room. */
struct import_encounter *import_encounter(struct import *import, struct str name, int line);
/* Adds creatures to it; an entry like the one before counts with that, where both are whole
 * numbers. Words beside it go into its note. */
void import_entry(struct import *import, const struct import_entry *entry, struct str words);
/* Only its words, into the note of the encounter. */
void import_entry_note(struct import *import, const struct import_entry *entry,
                       struct str words);

/* What the program itself wrote of the newest record: a field of the game, or "game" and
 * "kind".
 */
void import_own(struct import *import, struct str field, struct str value);

/* The field that a key means, in any case; IMPORT_FIELDS when none. */
enum import_field import_field_of(struct str key);
/* The field whose word `text` begins with (and something else follows), and how long that word
 * is; IMPORT_FIELDS when none. */
enum import_field import_field_at(struct str text, int *bytes);
/* Its name: "hit-dice". */
const char *import_field_name(enum import_field field);
/* Its key in a block of notes: "hit_dice". */
const char *import_field_key(enum import_field field);

void import_remark(struct import *import, int line, bool is_left_out, struct str name,
                   const char *format, ...) LIKE_PRINTF(5, 6);

/* The newest remark is about a block that is no YAML: it gets its text, and the name of its
 * `name:` line, where it has one, else `otherwise`. Where blocks are taken it becomes a
 * creature, with its text as the note. */
void import_remark_block(struct import *import, struct str block, struct str otherwise);

/* Once all records are read: parts families whose hit dice are several into a creature for
 * each, ends the last note, fills what a column that spans records leaves out (a value that is
 * empty is that of the record before), and takes a morale or hit points that all of ten or more
 * records share as unset. Both are marked. */
void import_finish(struct import *import);

/* `hostile` with one sign for each of those that mean the same: ’ ′ ` become ', × becomes x,
 * dashes and the minus sign become -, ½ 1/2, a no-break space a blank; marks of direction go.
 * Ends of lines stay. In the arena; p == NULL when there is no room. */
struct str import_plain(struct arena *arena, struct str hostile);

#endif
