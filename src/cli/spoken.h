/* The table for the ear: sentences in place of columns and marks, for linear mode.
 *
 * A screen reader reads each line once, from its beginning: so nothing is in columns, no sign
 * is left that would be read by its name, and a user who asks for less hears less. Knows
 * nothing of questions and commands. */
#ifndef REFEREE_CLI_SPOKEN_H
#define REFEREE_CLI_SPOKEN_H

#include "tracker/procedure.h"
#include "tracker/state.h"

struct line_odds;
struct sitting;

/* Adds a line of the lower layers as people say it: "Odo → Hookbill: d20 [14] ... miss
 * [5.14]" is "Odo to Hookbill: d20 14 ... miss", and columns are separated by commas. The rules
 * after it are left out unless `has_rules`. */
void spoken_add(struct text *out, struct str line, bool has_rules);

/* Says lines, each as a sentence; empty ones are left out. */
void spoken_lines(const char *lines, bool has_rules);

/* The situation: encounter, game, phase, the number of combatants, whose turn it is. */
void spoken_place(const struct sitting *sitting);
/* Every combatant, a sentence each, in order. */
void spoken_combatants(const struct sitting *sitting);
/* One combatant with everything that is known about it. */
void spoken_combatant(struct sitting *sitting, int id);
/* The odds of acts, a sentence each: "attack: Anka to Wolf, hit 65%, direct hit 0%, average
 * damage 2.3", and after it what it needs. */
void spoken_odds(struct sitting *sitting, const struct line_odds *odds);

/* What linear mode says by itself after an act: only what has changed since it was last said,
 * and each pending check once, until it comes again. */
enum { PHASE_SIZE = 80 };

/* What was said last. */
struct news {
    char encounter[NAME_SIZE];
    char phase[PHASE_SIZE];
    int turn;
    struct pending pending[PENDING_MAX];
    int pending_checks;
    char guide[GUIDE_SIZE];
};

/* Says the situation of the table, and all pending checks. */
void news_begin(struct news *news, struct sitting *sitting);
/* Says what is new and not already in `text`, which was just said. */
void news_say(struct news *news, struct sitting *sitting, const char *text);
/* Repeats the situation of the table, and the number of pending checks. */
void news_say_place(const struct news *news, const struct sitting *sitting);
/* Repeats all pending checks and what comes next. */
void news_say_pending(struct news *news, struct sitting *sitting);

#endif
