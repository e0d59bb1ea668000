/* State effects: small things that hold for a while. Who is prone and for how long, who waits,
 * what was paid, who fights whom.
 *
 * The state treats them all alike (tracker/state.h). The engine acts on a few of its own
 * (effects.def). Every other kind is a game's: it declares them in a table of its procedure,
 * and only the game's code makes, reads and ends them. A kind is a number of this program, the
 * engine's kinds first; the log knows its name, which stays forever. */
#ifndef REFEREE_TRACKER_EFFECT_H
#define REFEREE_TRACKER_EFFECT_H

#include "base/text.h"

struct procedure;

enum effect_kind {
#define EFFECT(name, word, stay, help) EFFECT_##name,
#include "tracker/effects.def"
#undef EFFECT
    EFFECT_GAME /* the game's first kind; others follow by their place in its table */
};

/* Of the engine and one game together. */
enum { EFFECT_KINDS_MAX = 64 };

/* What happens to an effect when its combatant is copied (`duplicate`) or carried into another
 * encounter (tracker/carry.h). */
enum effect_stay {
    EFFECT_IS_PASSING,     /* part of this fight: neither copied nor carried */
    EFFECT_IS_COPIED = 1,  /* part of what the combatant is here: a copy has it too */
    EFFECT_IS_CARRIED = 2, /* lasts beyond the fight */
    EFFECT_IS_OWN = EFFECT_IS_COPIED | EFFECT_IS_CARRIED,
    EFFECT_HAS_WORDS = 4, /* its label tells it all: its amount is a code, not a count */
    EFFECT_IS_WORDS = EFFECT_IS_OWN | EFFECT_HAS_WORDS
};

struct effect_def {
    const char *name; /* in the log, forever */
    enum effect_stay stay;
    const char *says; /* the meaning of subject, object, amount and label, in a sentence */
};

/* A row of a struct effect_def table, from a list of EFFECT(constant, name, stay, says). */
#define EFFECT_ROW(name, word, stay, says) {word, EFFECT_IS_##stay, says},

/* The number of kinds under this procedure: they are 0 up to this, exclusive. */
int effect_kinds(const struct procedure *procedure);
/* `kind` must be one of them. */
const char *effect_name(const struct procedure *procedure, int kind);
enum effect_stay effect_stay(const struct procedure *procedure, int kind);
/* -1 when no kind has this name. */
int effect_from_name(const struct procedure *procedure, struct str name);

#endif
