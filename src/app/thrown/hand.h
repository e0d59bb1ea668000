/* The faces that came from outside for the question that is open: which of them answers which
 * throw, and which wait.
 *
 * By type first, then in the order in which they came. The same die thrown again replaces its
 * face; a die of another type waits until one like it is asked for; a die that does not lie
 * well is only offered. The faces stand in the field of the question as if they had been typed,
 * and what a person changes there counts: the hand lets go of those dice. Pure: it knows no
 * sitting and no field. */
#ifndef REFEREE_APP_THROWN_HAND_H
#define REFEREE_APP_THROWN_HAND_H

#include "app/thrown/die_told.h"
#include "resolver/dice/dice.h"

enum { HAND_MAX = 64 };

struct hand_die {
    struct die_told told;
    bool is_placed;
    bool was_thrown_before; /* `before` was its face until it was thrown again */
    int before;
};

/* A word of the field. */
struct hand_place {
    int word; /* its number in the field, from 0 */
    int die;  /* its place in the hand */
    int with; /* of a d100 of two dice: the ones; -1: it is one die */
    int64_t low, high;
    int64_t counts;
    char label[DICE_REQUEST_LABEL_SIZE]; /* what for: "attack" */
};

struct hand {
    int count, places;
    struct hand_die die[HAND_MAX];
    struct hand_place place[HAND_MAX];
};

enum hand_took {
    HAND_ADDED,
    HAND_REPLACED, /* the face of this die */
    HAND_OFFERED,  /* a person has to take it */
    HAND_FULL
};

/* Zeroed, it is empty. A die with a face comes; what its places count follows. */
enum hand_took hand_take(struct hand *hand, const struct die_told *die);
/* A person takes those that are offered; false: none are. */
bool hand_take_offered(struct hand *hand);

enum hand_found {
    HAND_NONE, /* no die here answers that */
    HAND_FOUND,
    HAND_TENS /* two dice that look alike: a person has to say which are the tens */
};

/* A die that waits for such a throw becomes this word of the field: the last of the places. */
enum hand_found hand_place(struct hand *hand, const struct dice_request *request, int word);
/* True when the newest die of the hand, or the one with this id, stands in the field. */
bool hand_has_placed(const struct hand *hand, const char *id);
/* The newest die is let go: nothing can use it. */
void hand_drop_newest(struct hand *hand);
/* The field is now this: dice whose words were changed are let go. */
void hand_see_field(struct hand *hand, struct str field);
/* Adds the field with the faces as they are now, where a die was thrown again. */
void hand_add_field(const struct hand *hand, struct str field, struct text *out);
/* The words of the field were taken: their dice are let go, and two that nobody could tell
 * apart for this throw (NULL: none); those that wait stay. */
void hand_answered(struct hand *hand, const struct dice_request *request);
/* The field with the sources of its faces, for the line that is run:
 * "14@Ruby:d20 4". Words that were typed stay. */
void hand_add_sourced(const struct hand *hand, struct str field, struct text *out);
/* How many dice wait, those that are only offered not among them. */
int hand_waiting(const struct hand *hand);

/* "attack, d20 14 (Ruby)   damage, d6 _": what stands in the field, what is still asked for
 * (NULL: nothing), what waits, what is offered, and whether two dice are alike for it. Adds
 * nothing for an empty hand. */
void hand_tell(const struct hand *hand, const struct dice_request *missing, struct text *out);
/* The dice of a throw by their name, as one throws them: "d10", "dF", "d6". */
void hand_add_kind(const struct dice_request *request, struct text *out);

#endif
