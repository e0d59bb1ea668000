/* Figures read from the log: of the acts that a wish asks for, at once or a piece at a time, so
 * that a screen can show what is known so far and take keys in between; sums of them kept up
 * with the log in idle moments; and told in sentences. */
#ifndef REFEREE_APP_FIGURES_FIGURES_READING_H
#define REFEREE_APP_FIGURES_FIGURES_READING_H

#include <stdbool.h>

#include "app/chronicle/chronicle.h"
#include "app/figures/figures.h"
#include "app/log/history.h"
#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;

/* Of the acts that the wish asks for. Freed by figures_free, also on failure. What
 * is damaged is as for sitting_acts. */
enum status figures_read(struct figures *out, struct sitting *sitting,
                         const struct sitting_acts_wish *wish, struct error *err) MUST_CHECK;
/* The same of what the players may see (app/log/act_view.h). */
enum status figures_read_for_players(struct figures *out, struct sitting *sitting,
                                     const struct sitting_acts_wish *wish,
                                     struct error *err) MUST_CHECK;

/* Adds the acts of one encounter that the wish asks for to what was counted before, a piece at
 * a time; between the pieces the figures are those of the acts so far, not put together. An
 * encounter must be added by one wish. What the wish borrows must live as long as for
 * acts_reading_new; its evenings must be given.
 *
 * All acts of an encounter are not told from its start again: the sum over them is kept beside
 * the campaign (store/sums.h), and only those after it are told. */
struct figures_adding;
struct figures_adding *figures_adding_new(struct figures *figures, struct sitting *sitting,
                                          const struct sitting_acts_wish *wish);
/* As acts_reading_step (app/log/history.h). */
enum status figures_adding_step(struct figures_adding *adding, int acts, bool *is_whole,
                                struct error *err) MUST_CHECK;
void figures_adding_free(struct figures_adding *adding); /* NULL does nothing */

/* What was kept (figures.has_cached) is the figures of the log as it was then: if a row behind
 * it is damaged since, nothing of it may be told. This checks the rows that the sitting has not
 * checked for that yet, as many at most; *is_whole becomes true after the last. False: the log
 * is damaged. Nothing that is kept is used any more then: figures are to be read again. */
bool figures_check_cached(struct sitting *sitting, int rows, bool *is_whole);
/* The same at once; where all of it is of one encounter (figures.cached_of; 0: it is not), only
 * the acts that lead to where that stands are read. */
bool figures_check_cached_of(struct sitting *sitting, int64_t encounter);

/* Acts of a piece that a key can wait for. */
enum { FIGURES_PIECE = 48 };
/* Rows of the log that are checked in about the same time. */
enum { FIGURES_CHECKED = 256 };

enum asked_scope { SCOPE_FIGHT, SCOPE_EVENING, SCOPE_CAMPAIGN, SCOPES };

/* "this fight", "this evening", "the campaign". */
const char *asked_scope_name(enum asked_scope scope);

/* All zero before the first. */
struct figures_reading {
    struct figures figures;
    struct asking asking;
    enum asked_scope scope;
    char encounter[FIGURES_NAME_SIZE]; /* SCOPE_FIGHT: its name; "": the open one */
    struct evenings evenings;          /* of the whole campaign; read first */
    int64_t evenings_after;            /* the last row that was read for them */
    bool knows_evenings;
    struct figures_adding *adding; /* the encounter that is being read; NULL: between two */
    int next;                      /* the place of the next encounter in the list */
    bool is_whole;                 /* all of it was read */
    bool is_checked;               /* and nothing of it that was kept crosses a damage */
    bool has_begun;
};

/* Begins again; what was read before is given back. `asking` is copied: the words that narrow
 * it. Nothing is read yet. */
void figures_reading_begin(struct figures_reading *reading, enum asked_scope scope,
                           const char *encounter, const struct asking *asking);
/* Reads on: this many acts of one encounter at most. After a failure, and after damage, the
 * others can still be read. The figures are put together after the last one. */
enum status figures_reading_step(struct figures_reading *reading, struct sitting *sitting,
                                 int acts, struct error *err) MUST_CHECK;
/* After the last one: checks the log behind what was kept, about as many rows as one of these
 * steps takes; true when it is to be called again. Where the log is damaged the reading begins
 * again, without what was kept. */
bool figures_reading_check(struct figures_reading *reading, struct sitting *sitting);
void figures_reading_done(struct figures_reading *reading);

/* Once somebody has asked for figures of this campaign, keeps the sums of them (store/sums.h)
 * up with the log in idle moments: does a piece of it, as long as a key may wait; false when
 * nothing is left to do. */
bool figures_filling_step(struct sitting *sitting);
/* Frees what that holds. */
void figures_filling_forget(struct sitting *sitting);

/* The command `figures`: of the open encounter, of one by its name, or of what the words ask
 * for. */
void sitting_run_figures(struct sitting *sitting, const struct command *command,
                         struct result *out);

#endif
