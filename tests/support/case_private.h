/* What the files of case_run share; no other file includes this.
 *
 *   case_run        a case line by line
 *   case_table      commands at the table, and what is expected of it
 *   case_resolver   acts and odds without a table, and what is expected of them */
#ifndef REFEREE_TESTS_SUPPORT_CASE_PRIVATE_H
#define REFEREE_TESTS_SUPPORT_CASE_PRIVATE_H

#include "support/acts.h"
#include "support/cases.h"
#include "support/table.h"

/* What the last act was: what can be expected depends on it. */
enum last { LAST_NOTHING, LAST_TABLE, LAST_RESOLVED, LAST_ODDS, LAST_ERROR };

struct run {
    const struct rule_case *item;
    int at; /* the line */
    struct text *why;
    bool has_failed;
    struct table *table;
    enum last last;
    struct acted acted;    /* LAST_RESOLVED */
    struct acts_odds odds; /* LAST_ODDS */
    struct error error;    /* LAST_ERROR: why there was neither */
};

struct expectation {
    const char *words; /* "no log" */
    void (*check)(struct run *run, const char *rest);
};

/* Ended by words NULL; a longer entry comes before one that it begins with. */
extern const struct expectation case_table_expectations[];
extern const struct expectation case_resolver_expectations[];

/* Carry out a line: a command, the rest after `resolve`, and the rest after `odds`. */
void case_do(struct run *run, const char *line);
void case_resolve(struct run *run, const char *text);
void case_odds(struct run *run, const char *text);

/* The act of those at the table that `odds of TEXT` names; false, and run->error says why, when
 * there is none. */
bool case_read_table_act(struct run *run, const char *text, struct inputs *out);

/* Fails the case; the first message stays. */
void case_fail(struct run *run, const char *format, ...) LIKE_PRINTF(2, 3);
/* The next word, which may be quoted; "" when there is none. */
const char *case_next_word(const char **rest, char *out, int size);
/* "acc: attack has no parameter acc", as run->error says it. */
const char *case_error(const struct run *run);
/* Fails the case unless this is the number of the text, "0.55" or "33/81". */
void case_check_number(struct run *run, double actual, const char *text);
/* Whether the line after this one expects these words. */
bool case_next_expects(const struct run *run, const char *words, const char **rest);
/* Fails the case unless the last act was of this kind. */
bool case_is_last(struct run *run, enum last last, const char *what);

#endif
