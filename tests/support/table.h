/* A table in memory for tests: one encounter, commands as lines, no file. */
#ifndef REFEREE_TESTS_SUPPORT_TABLE_H
#define REFEREE_TESTS_SUPPORT_TABLE_H

#include "tracker/command.h"
#include "tracker/decide.h"
#include "tracker/procedure.h"

struct table {
    const struct procedure *procedure;
    struct state state;
    struct decision decision; /* of the last line */
    /* The same line decided in silence, on the same state: the test fails unless everything
     * but the texts is the same. It goes on from where it was, as fights that are played many
     * times do. */
    struct decision silent;
    unsigned char silent_memory[DECISION_TEXT_SIZE];
    struct made_commands made;
    int tried_full; /* lines that were tried with too little room for their events */
    const struct command_def *command[COMMANDS_MAX];
    int commands;
    bool asks;
    uint64_t seed; /* of the dice that are rolled here; the same in every new table */
    /* For the chances of rolls, as a campaign keeps them; NULL: rolls have none. Borrowed. */
    struct known_chances *chances;
    unsigned char memory[DECISION_TEXT_SIZE];
    /* From the first line on that only a campaign can do (amend, undo, a roll made again), the
     * table has one, in which everything before was done again; `decision` and `state` follow
     * it. NULL: none yet. */
    struct sitting *sitting;
    char path[512];
    char **past; /* the lines that were done */
    int past_count;
};

/* A new table for the system with this name, with the library of records that ships; freed by
 * table_free. */
struct table *table_new(const char *system);
void table_free(struct table *table);

/* Runs a line; its changes go into the state. */
enum verdict table_try(struct table *table, const char *line);
/* The result of a line under a ruling; the state stays. */
void table_overrule(struct table *table, const char *line);
/* The same, and the test fails with the reason unless it was done. */
void table_do(struct table *table, const char *line);
/* The test fails unless the rules refuse it, citing `rule`, and nothing changes. */
void table_refused(struct table *table, const char *line, const char *rule);
/* The test fails unless the words are wrong, with a message that has `part`. */
void table_wrong(struct table *table, const char *line, const char *part);

/* The whole question of the last line; borrowed until the next call. */
const char *table_question(const struct table *table);

/* The id of a combatant by typed words. */
int table_id(struct table *table, const char *word);
/* A value of a combatant by its field's name; the test fails when it is unset. */
int table_value(struct table *table, const char *word, const char *field);
/* Whether any event of the last line has a line holding `part`. */
bool table_said(const struct table *table, const char *part);

#endif
