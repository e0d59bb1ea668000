/* The stock procedure: an encounter of any system, run from the system's tables.
 *
 * The rules say nothing of who is next, so the referee does: by hand (`order A B C`, `move A
 * before B`), or by dice or numbers (`initiative d20`, `initiative Ana=14`). Then it is rounds
 * and turns. Each action of the system is a command (games/generic/act.h), and the first of
 * them is `attack` too. At 0 hit points a row is dead. A morale check is there for who wants
 * one (games/generic/morale.h).
 *
 * A system for which that is not enough has a procedure of its own, made of these pieces. */
#ifndef REFEREE_GAMES_GENERIC_PROCEDURE_H
#define REFEREE_GAMES_GENERIC_PROCEDURE_H

#include "tracker/procedure.h"
#include "games/generic/act.h"
#include "games/generic/morale.h"
#include "tracker/turns.h"

extern const struct procedure stock_procedure;

/* Order, turns, rounds and morale: the commands of every order that the referee sets. */
int stock_commands(const struct command_def **out);

bool stock_comes_before(const struct state *state, int a, int b);
/* What the game itself says of a row, before its conditions: "in water, loses 2", and in few
 * columns "water 2". */
struct stock_words {
    char words[100], brief[64];
};
/* `own` NULL: nothing. */
void stock_row(const struct state *state, int id, const struct stock_words *own,
               struct row_words *out);
void stock_phase(const struct state *state, struct text *out);
/* The attributes that are set, as many as fit on a line. */
void stock_facts(const struct state *state, int id, struct text *out);
int stock_actor(const struct state *state);
void stock_hurt(struct decision *decision, int id, int excess);
bool stock_give(struct decision *decision, int id, struct str name, struct str value);
bool stock_no_due_act(const struct state *state, const struct due *due, struct inputs *out,
                      struct error *err);

/* The slots that most games leave as they are. */
#define STOCK_SLOTS                                                                            \
    .score = "init", .more_commands = stock_commands, .comes_before = stock_comes_before,      \
    .phase = stock_phase, .guide = turns_guide, .actor = stock_actor, .hurt = stock_hurt,      \
    .watch = stock_watch, .settings = stock_settings, .settings_count = STOCK_SETTINGS,        \
    .paragraphs = "stock"

/* The options of an act on others, and its argument. */
extern const char *const stock_act_options[];
#define STOCK_TARGETS                                                                          \
    .arguments = {{.name = "TARGET", .kind = ARGUMENT_COMBATANTS, .is_optional = true}},       \
    .arguments_count = 1, .takes_dice = true

#endif
