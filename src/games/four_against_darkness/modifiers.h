/* Every number that is added to a roll, and its source. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MODIFIERS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MODIFIERS_H

#include "resolver/system.h"
#include "games/four_against_darkness/texts.h"

/* One number of a bonus and where it comes from: +2 "warrior L2". */
enum { PART_LABEL_SIZE = INPUT_LABEL_SIZE };
struct part {
    int amount;
    char label[PART_LABEL_SIZE];
    const char *rule; /* static text */
};

enum { PARTS_MAX = INPUT_PARTS_MAX, SAID_MAX = 12 };
struct breakdown {
    struct part part[PARTS_MAX];
    int parts;
    int bonus;      /* all parts together */
    int multiplier; /* of kills or damage; 1 */
    int most;       /* kills or damage at most; -1: no such limit */
    bool three_dice;
    int die; /* sides */
    bool never_explodes;
    int earlier; /* it explodes this many faces earlier */
    bool is_burst;
    char explosion[PART_LABEL_SIZE]; /* what changes the explosions; "": nothing does */
    struct error wrong; /* it has no level, or more parts than fit; STATUS_OK: nothing */
};

struct occasion {
    enum roll roll;
    int who;     /* the character who rolls */
    int against; /* the foe; 0: nobody, as with a trap */
    /* Words of the act: subdual, ranged, withdrawing, fleeing, last-attack, first-defence (the
     * character's first of the encounter), climbing, trap, fire ...; the ability that is used,
     * once for each use; the item that is used, when it is not the one in hand. */
    const char *word[SAID_MAX];
    int words;
};

/* True when the act, its item or the ability it uses is this word; the combatant does not
 * count. */
bool occasion_is(const struct state *state, const struct occasion *occasion, struct str word);
/* True when the combatant has a text for such a roll from this source. */
bool modifiers_name(const struct state *state, int id, struct str source, enum roll roll);
/* The first text for this roll from this source, if none from it counts on this occasion;
 * otherwise NULL. */
const char *modifiers_idle(const struct state *state, const struct occasion *occasion,
                           struct str source);
/* Everything that is added to this roll, by rule. False when something is wrong with it. */
bool modifiers_break_down(const struct state *state, const struct occasion *occasion,
                          struct breakdown *out);
/* What the roll's bonus would gain if this word, such as a condition, were said too. */
int modifiers_added_by(const struct state *state, const struct occasion *occasion,
                       const char *word);
/* Adds a part: the referee's own, given with the act. */
void breakdown_add(struct breakdown *breakdown, int amount, const char *label,
                   const char *rule);
/* Gives an action of the system the die, the bonus with its parts, and whatever else of the
 * breakdown it takes (multiplier, most, three dice). What is wrong with it becomes the inputs'
 * error. */
void breakdown_give(const struct breakdown *breakdown, struct inputs *inputs);

#endif
