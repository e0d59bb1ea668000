/* Deciding a prepared encounter: its lines one after the other, from an empty table on. Nothing
 * is written and no encounter is made here: so the same run finds the mistakes of a text, shows
 * what is missing before a fight, and makes the acts with which the fight begins.
 *
 * Counts and numbers that are dice or formulas of the party are decided here, in acts of the
 * fight's log: entered dice are in `dice`, in order. */
#ifndef REFEREE_APP_PREPARED_PREPARED_RUN_H
#define REFEREE_APP_PREPARED_PREPARED_RUN_H

#include "app/sitting/decision.h"
#include "content/encounter_text.h"
#include "resolver/dice/dice.h"
#include "store/campaign.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/library.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

/* The lines of the table for a prepared encounter: who joins, and then lines about them. Each
 * line knows its place in the text, so that mistakes are reported there.
 *
 * Knows the game only by its tables: the fields of combatants, and its own keys in texts. */

enum { PREPARED_LINES_MAX = 1024 };

/* Whom a line is for. */
enum prepared_for {
    PREPARED_ADDS,  /* it brings the combatants of its entry */
    PREPARED_EACH,  /* once for each of them; "%w" is the combatant */
    PREPARED_ONE,   /* for the `which`th of them, from 1 */
    PREPARED_TABLE, /* for nobody of an entry */
    PREPARED_LATER  /* it starts a counter that brings them later */
};

struct prepared_line {
    const char *text;
    enum prepared_for whom;
    int entry; /* index of the entry; -1: none */
    int which;
    const struct yaml_value *at;  /* the place it is from */
    const struct yaml_value *map; /* the entry with its fields; NULL: none */
    const char *later; /* PREPARED_LATER: the line that brings them, to be checked too */
    const char *kind;  /* PREPARED_ADDS, PREPARED_LATER: the kind they must be; or NULL */
};

struct prepared_lines {
    struct prepared_line *line; /* room for PREPARED_LINES_MAX, borrowed from the arena */
    int count;
    int entries;
};

/* The sources of the lines. All borrowed. */
struct prepared_game {
    const struct procedure *procedure;
    const struct library *library; /* what combatants can be made from */
    const struct state *state;     /* an empty one of the game */
};

/* Makes the lines; false when there are mistakes, which are in source->diagnostics. */
bool prepared_lines_make(struct prepared_lines *out, const struct encounter_text *text,
                         const struct prepared_game *game, const struct yaml_source *source,
                         struct arena *arena);

struct sitting;

/* A text taken apart, for those who want a part or two of it: its name, its game, what is read
 * aloud. */
struct prepared_parts {
    struct encounter_text text; /* as far as it could be read */
    bool is_open;               /* its game and version are known */
    void *memory;
};
/* `file` names it in mistakes, which nobody is told here. The bytes are borrowed. */
void prepared_parts_open(struct prepared_parts *out, struct str bytes, const char *file);
void prepared_parts_close(struct prepared_parts *parts);

struct prepared_options {
    struct str text;          /* as it was written */
    const char *file;         /* its name, for places */
    const struct state *from; /* whose settings come along; NULL: nobody's */
    bool carries;             /* and whose party */
    bool is_check; /* only looked at: where there is no party, four who stand for it join */
    bool asks;     /* for dice that did not fall */
    uint32_t encounter; /* the number of the encounter that is to be made */
    const struct entered *dice;
    int dice_count;
};

/* Plain data, except for what it points to, which prepared_run_done frees. */
struct prepared_run {
    struct sitting *sitting;
    const struct prepared_options *options;
    struct encounter_text text;
    struct prepared_lines lines;
    const struct procedure *procedure; /* NULL: the game is unknown */
    struct diagnostics diagnostics;    /* mistakes in the text */
    bool is_asking;                    /* `question`: repeat the run with more dice */
    struct question question;
    struct state *at;          /* after all lines */
    int guests;                /* this many of the first are stand-ins for a party */
    int members;               /* or are the party of tonight */
    struct corrected_act *act; /* their acts, to be written */
    int acts, acts_room;
    int used;         /* of the dice */
    struct text told; /* lines for display */
    /* Kinds that are gone, by their places in `lines`. */
    bool is_gone[PREPARED_LINES_MAX];
    struct act_blocks blocks;
    struct arena arena;
    struct prepared_scratch *scratch;
};

/* Runs the text on a state of its own. Where no party comes along and the text has none, the
 * members of the campaign's party who are here tonight come: so a start, a check and a forecast
 * are of the same fight. True when everything was decided; otherwise there are mistakes, or a
 * question. */
bool prepared_run(struct prepared_run *run, struct sitting *sitting,
                  const struct prepared_options *options);
void prepared_run_done(struct prepared_run *run);
/* The index among `lines` of the one that added a combatant; -1 when none did. */
int prepared_run_line_of(const struct prepared_run *run, int id);

#endif
