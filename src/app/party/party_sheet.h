/* The party as it is shown: each member with its facts, and what lasts of it with where each
 * number came from; the steps that led there. Plain data, read from the roster
 * (app/party/roster.h) and the changes behind it. */
#ifndef REFEREE_APP_PARTY_PARTY_SHEET_H
#define REFEREE_APP_PARTY_PARTY_SHEET_H

#include "tracker/command.h"
#include "app/sitting/collection.h"
#include "app/party/roster.h"
#include "tracker/turns.h"

struct sitting;

enum { PARTY_LINES_MAX = 64, PARTY_STEPS_MAX = 64 };

/* "Life", "6", and the step that it is so since: "home from Nest#27". */
struct party_line {
    char name[48], value[72], source[72];
};

struct party_member {
    int64_t number;
    int depth; /* below its master: 0 for a character */
    bool is_away, is_out;
    char name[NAME_SIZE];
    char hp[40];     /* "Life 6 of 8"; "" when it is not set */
    char words[200]; /* "henchman, wounded, not here tonight" */
    char facts[COMBATANT_FACTS_SIZE];
    struct party_line line[PARTY_LINES_MAX];
    int lines;
};

struct party {
    const struct system *system;
    struct party_member member[ROSTER_MAX]; /* servants below their masters */
    int count;
    struct collection_ways ways; /* what party-undo and party-redo would do */
    char adventure[600];         /* what it met and found, and what is due, a line each; "" */
    char at_table[1000];         /* what the open encounter changed since; "": nothing */
    /* Those of the open encounter's party who are no members: their names, and the line that
     * enlists them; "": nobody. */
    char others[300];
    char enlist[COMMAND_LINE_MAX + 1];
};

/* All of it, about 1 MB. */
enum status party_read(struct party *out, struct sitting *sitting,
                       struct error *err) MUST_CHECK;
/* The member of this number; NULL: there is none. */
const struct party_member *party_member_of(const struct party *party, int64_t number);

/* True when the member of this number still has this name. */
bool party_member_is(struct sitting *sitting, int64_t number, const char *name);

/* Adds the list, a line for each. */
void party_tell(const struct party *party, struct text *out);
/* Adds the sheet of one member, as text or as Markdown. */
void party_tell_sheet(const struct party_member *member, bool is_markdown, struct text *out);
/* Adds the steps of the party's history, the newest first: when, what, and what it changed. */
enum status party_tell_history(struct sitting *sitting, struct text *out,
                               struct error *err) MUST_CHECK;

#endif
