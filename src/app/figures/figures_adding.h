/* Reading figures from the log: of the acts that a wish asks for, at once or a piece at a
 * time. */
#ifndef REFEREE_APP_FIGURES_FIGURES_ADDING_H
#define REFEREE_APP_FIGURES_FIGURES_ADDING_H

#include "app/figures/figures.h"
#include "app/log/history.h"
#include "base/status.h"

struct sitting;

/* Of the acts that the wish asks for. To be given back by figures_free, also on failure. What
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

/* What was kept (figures.has_kept) is the figures of the log as it was then: if a row behind it
 * is damaged since, nothing of it may be told. This checks the rows that the sitting has not
 * checked for that yet, as many at most; *is_whole becomes true after the last. False: the log
 * is damaged. Nothing that is kept is used any more then: figures are to be read again. */
bool figures_check_kept(struct sitting *sitting, int rows, bool *is_whole);

#endif
