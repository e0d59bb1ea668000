/* What the files behind campaign_verify share; no other file includes this. verify.c has the
 * order and the reports, verify_schema.c checks the structure of the file, verify_chains.c the
 * rows of the log, one after the other. */
#ifndef REFEREE_STORE_VERIFY_PRIVATE_H
#define REFEREE_STORE_VERIFY_PRIVATE_H

#include "store/campaign_file.h"
#include "store/seals.h"

/* What to do about a fault. */
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
    int faults; /* reported so far */
    bool is_begun;
    bool has_no_log;           /* its tables are not the program's: they are not read */
    bool is_derived_elsewhere; /* the derived tables were made by another version */
    struct thread *thread;     /* it moves when it grows */
    int threads, threads_room;
    int open;                       /* index of the encounter on the table; -1: none yet */
    int64_t openings, rows, events; /* seen so far, which is also the last id */
    struct state *state;            /* after act `state_act` of `state_encounter` */
    struct state *other;            /* scratch */
    int64_t state_act, state_encounter;
    bool trusts_snapshots;
    bool has_seen_rows;       /* verify_rows came to its end */
    struct seals_place seals; /* how far the checksums were checked after that */
};

/* Reports a fault, unless too many were reported. `next` says what to do about it. */
void verification_report(struct verification *run, const char *where, const char *next,
                         const char *format, ...) LIKE_PRINTF(4, 5);

/* Compares tables, indexes, triggers and views with the program's own. */
enum status verify_schema(struct verification *run, struct error *err) MUST_CHECK;
/* Reports what SQLite itself finds. */
enum status verify_pages(struct verification *run, struct error *err) MUST_CHECK;
/* Checks and folds at most `most` rows of the log after those already seen, each against the
 * rows before it. *is_done: there were no more, and the end was checked. */
enum status verify_rows(struct verification *run, int most, bool *is_done,
                        struct error *err) MUST_CHECK;

#endif
