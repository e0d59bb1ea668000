/* Creatures: combatants that are made from the library, in any game.
 *
 * A creature is a record whose fields are those of a combatant: hit points, traits, a note, and
 * the attributes of the system, by its own table. `add pond heron` makes a combatant from the
 * record of that name, `creature=pond-heron` one with another name; values in the line come
 * first, and no dice are thrown for them. A game whose creatures have more puts its fields
 * after the common ones: each is given as `set` would give it. */
#ifndef REFEREE_GAMES_GENERIC_CREATURES_H
#define REFEREE_GAMES_GENERIC_CREATURES_H

#include "tracker/decision.h"
#include "tracker/library.h"
#include "tracker/procedure.h"

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

#endif
