/* Figures of a fight, of this evening or of the campaign, read a piece at a time, so that a
 * screen can show what is known so far and take keys in between. */
#ifndef REFEREE_APP_FIGURES_FIGURES_READING_H
#define REFEREE_APP_FIGURES_FIGURES_READING_H

#include "app/chronicle/evenings.h"
#include "app/figures/figures_adding.h"
#include "app/log/history.h"

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

#endif
