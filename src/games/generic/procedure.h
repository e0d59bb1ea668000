/* The generic procedure: an encounter of any system, run from the system's tables.
 *
 * The rules do not say who is next, so the referee does: by hand (`order A B C`, `move A before
 * B`), or by dice or numbers (`initiative d20`, `initiative Ana=14`). After that there are
 * rounds and turns. Each action of the system is a command (games/generic/act.h), and the first
 * of them is `attack` too. At 0 hit points a combatant is dead. There is an optional morale
 * check (games/generic/morale.h).
 *
 * A system that needs more has a procedure of its own, made of these pieces. */
#ifndef REFEREE_GAMES_GENERIC_PROCEDURE_H
#define REFEREE_GAMES_GENERIC_PROCEDURE_H

#include "games/generic/act.h"
#include "games/generic/morale.h"
#include "tracker/command.h"
#include "tracker/conditions.h"
#include "tracker/decision.h"
#include "tracker/library.h"
#include "tracker/procedure.h"
#include "tracker/turns.h"

/* Creatures: combatants that are made from the library, in any game.
 *
 * A creature is a record whose fields are those of a combatant: hit points, traits, a note, and
 * the attributes of the system, by its own table. `add pond heron` makes a combatant from the
 * record of that name, `creature=pond-heron` one with another name; values in the line come
 * first, and no dice are thrown for them. A game whose creatures have more puts its fields
 * after the common ones: each is given as `set` would give it. */

bool generic_is_hit_points(struct str text, struct error *err);

/* The fields that creatures of every game have before the attributes. */
/* clang-format off */
#define GENERIC_CREATURE_FIELDS                                                                \
    {.value = {.name = "name", .high = LIBRARY_NAME_MAX, .is_required = true,                  \
               .help = "the name that is typed"},                                             \
     .shape = RECORD_NAME},                                                                    \
    {.value = {.name = "source", .high = LIBRARY_TEXT_MAX,                                     \
               .help = "where its numbers come from"},                                         \
     .shape = RECORD_TEXT},                                                                    \
    {.value = {.name = "hp", .high = LIBRARY_TEXT_MAX,                                         \
               .help = "hit points: 0 to 10000, or dice such as 2d8"},                         \
     .shape = RECORD_TEXT, .check = generic_is_hit_points},                                    \
    {.value = {.name = "traits", .high = 8, .help = "what it has, or lacks: words"},           \
     .shape = RECORD_LIST},                                                                    \
    {.value = {.name = "tags", .high = 8, .help = "words that find it"},                       \
     .shape = RECORD_LIST},                                                                    \
    {.value = {.name = "note", .high = LIBRARY_TEXT_MAX, .help = "a description in one line"}, \
     .shape = RECORD_TEXT}
/* clang-format on */

extern const char *const generic_all_attributes[];

/* The kind itself, for a table of fields that begins with those. */
#define GENERIC_CREATURE(table)                                                                \
    .name = "creature", .list = "creatures", .what = "a creature", .fields = table,            \
    .fields_count = (int)(sizeof(table) / sizeof(table)[0]),                                   \
    .attributes = generic_all_attributes

/* The slots of a game whose creatures have no other fields, and which has no other records. */
enum { GENERIC_KINDS = 1, GENERIC_GIVES = 1 };
extern const struct library_kind generic_kinds[GENERIC_KINDS];
extern const struct given_def generic_gives[GENERIC_GIVES];
#define GENERIC_CREATURE_SLOTS                                                                 \
    .kinds = generic_kinds, .kinds_count = GENERIC_KINDS, .gives = generic_gives,              \
    .gives_count = GENERIC_GIVES, .fills = "creature", .joins = generic_joins

/* The value `creature=`, for a game with more values of its own. */
#define GENERIC_GIVES_CREATURE                                                                 \
    {                                                                                          \
        .name = "creature", .records = "creature", .expects = "the name of a creature",        \
        .help = "it sets the numbers that are not given"                                       \
    }

/* `creature=NAME`: values that the combatant lacks come from that record; "-": forgets the
 * record and keeps the numbers. */
void creature_give(struct decision *decision, int id, struct str name);
/* The slot `joins`: a foe with a creature's name is that creature. */
void generic_joins(struct decision *decision, int id);
/* Adds the line about the creature that a combatant was made from; nothing when there is
 * none. */
void creature_fact(const struct state *state, int id, struct text *out);

extern const struct procedure generic_procedure;

/* Order, turns, rounds and morale: the commands of every order that the referee sets. */
int generic_commands(const struct command_def **out);
/* Their keys and options, including those of the acts. */
extern const struct key_def generic_keys[];
/* What can be done in place of an act (the slot `choices`). */
void generic_choices(const struct state *state, const struct library *library, int id,
                     struct text *rows);
/* Every action of the system as a command. */
void generic_make_commands(const struct system *system, struct made_commands *made);
extern const struct listed_option generic_options[];

bool generic_comes_before(const struct state *state, int a, int b);
/* The game's own words about a combatant, before its conditions: "in water, loses 2", and in
 * few columns "water 2". */
struct generic_words {
    char words[100], brief[64];
};
/* `own` NULL: no such words. */
void generic_describe(const struct state *state, int id, const struct generic_words *own,
                      struct combatant_words *out);
void generic_phase(const struct state *state, struct text *out);
/* What comes next: the end of a turn in which somebody has acted, or of the fight. */
void generic_guide(const struct state *state, struct text *out);
/* The attributes that are set, as many as fit on a line. */
void generic_facts(const struct state *state, int id, struct text *out);
/* The same without attributes that the game shows in lines of its own. */
typedef bool generic_is_told_fn(const struct state *state, int id, const char *attribute);
void generic_facts_but(const struct state *state, int id, generic_is_told_fn *is_told,
                       struct text *out);
int generic_actor(const struct state *state);
/* The first action of the system. */
bool generic_usual_act(const struct state *state, int actor, int target, struct inputs *out,
                       struct error *err);
void generic_hurt(struct decision *decision, int id, int excess);
bool generic_give(struct decision *decision, int id, struct str name, struct str value);
bool generic_no_pending_act(const struct state *state, const struct pending *pending,
                            struct inputs *out, struct error *err);

/* The slots that most games leave unchanged. */
#define GENERIC_SLOTS                                                                          \
    GENERIC_SLOTS_BUT_SETTINGS, .settings = generic_settings, .settings_count = GENERIC_SETTINGS
#define GENERIC_SLOTS_BUT_SETTINGS                                                             \
    .score = "init", .more_commands = generic_commands, .comes_before = generic_comes_before,  \
    .phase = generic_phase, .guide = generic_guide, .actor = generic_actor,                    \
    .hurt = generic_hurt, .triggers = &generic_trigger, .triggers_count = 1,                   \
    .rule_texts = "generic", .more_keys = generic_keys, .more_options = generic_options

/* Words for combatants of any game that change no number. */
/* clang-format off */
#define GENERIC_CONDITIONS \
    {.name = "blind", .help = "a word that changes no number", .is_word = true}, \
    {.name = "prone", .help = "a word that changes no number", .is_word = true}, \
    {.name = "stunned", .help = "a word that changes no number", .is_word = true}
/* clang-format on */
enum { GENERIC_CONDITIONS_COUNT = 3, GENERIC_EFFECTS_COUNT = 1 };
extern const struct condition_def generic_conditions[GENERIC_CONDITIONS_COUNT];
extern const struct effect_def generic_effects[GENERIC_EFFECTS_COUNT];
/* The slots of a game without effects, or without conditions of its own. */
#define GENERIC_EFFECT_SLOTS .effects = generic_effects, .effects_count = GENERIC_EFFECTS_COUNT
#define GENERIC_CONDITION_SLOTS                                                                \
    .conditions = generic_conditions, .conditions_count = GENERIC_CONDITIONS_COUNT

/* What an act on others takes, as the signature of its command. */
#define GENERIC_ACT "[TARGET:combatants] [by=] [times=] [dice]"

#endif
