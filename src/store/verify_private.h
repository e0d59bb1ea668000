/* What the files after campaign_verify share; nobody else includes this. verify.c keeps the
 * order and reports, verify_schema.c looks at what the file is made of, verify_chains.c at the
 * rows of the log, one after the other. */
#ifndef REFEREE_STORE_VERIFY_PRIVATE_H
#define REFEREE_STORE_VERIFY_PRIVATE_H

#include "store/campaign_file.h"
#include "store/seals.h"

/* What somebody can do about a fault. */
#define NEXT_RESTORE                                                                           \
    "go back to an earlier copy with referee restore; it keeps this file too, since what "     \
    "comes before can still be read"
#define NEXT_REBUILD "referee rebuild makes it again; no act is lost"

/* The newest row of one encounter so far. */
struct thread {
    int64_t encounter;
    struct log_record newest; /* all zero before the first */
};

struct verification {
    struct campaign *campaign;
    found_fn *found;
    void *context;
    int faults; /* told so far */
    bool is_begun;
    bool has_no_log;           /* its tables are not the program's: they are not read */
    bool is_derived_elsewhere; /* what is derived was made by another version */
    struct thread *thread;     /* it moves when it grows */
    int threads, threads_room;
    int open;                       /* index of the encounter on the table; -1: none yet */
    int64_t openings, rows, events; /* seen so far, which are their ids too */
    struct state *state;            /* after act `state_act` of `state_encounter` */
    struct state *other;            /* scratch */
    int64_t state_act, state_encounter;
    bool trusts_snapshots;
    bool has_seen_rows;       /* verify_rows came to its end */
    struct seals_place seals; /* how far the checksums were checked after that */
};

/* Tells a fault, unless too many were told. `next` is what to do about it. */
void verification_report(struct verification *run, const char *where, const char *next,
                         const char *format, ...) LIKE_PRINTF(4, 5);

/* Tables, indexes, triggers and views against the program's own. */
enum status verify_schema(struct verification *run, struct error *err) MUST_CHECK;
/* What SQLite finds. */
enum status verify_pages(struct verification *run, struct error *err) MUST_CHECK;
/* At most `most` rows of the log after those that were seen, each checked against what must
 * follow from the rows before it, and folded. *is_done: there were no more, and what has to
 * stand at the end was checked. */
enum status verify_rows(struct verification *run, int most, bool *is_done,
                        struct error *err) MUST_CHECK;

#endif
