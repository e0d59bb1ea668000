#include "app/sitting/idle.h"

#include "app/chronicle/chronicle_log.h"
#include "app/encounters/encounters.h"
#include "app/prepared/prepared.h"
#include "app/figures/figures_reading.h"
#include "app/sitting/sitting.h"
#include "app/file/backup.h"
#include "app/sitting/data.h"
#include "app/library/campaign_library.h"
#include "app/library/kinds.h"
#include "app/log/past.h"
#include "store/search.h"

/* How long it must be quiet before the table counts as resting and the file is checked, and how
 * much is checked in a step: about a millisecond. */
enum { REST_QUIET_MS = 2000, LOOK_OVER_ROWS = 100 };

/* ---- the steps ------------------------------------------------------------------------- */

/* One step of one kind of work, when the table has been quiet for this time. True when it did
 * something, so that more may be left; false when it has nothing to do yet. */
typedef bool idle_step_fn(struct sitting *sitting, int64_t quiet_ms);

static bool tidy(struct sitting *sitting, int64_t quiet_ms)
{
    (void)quiet_ms;
    if (!sitting->wants_tidying) {
        return false;
    }
    sitting_tidy(sitting);
    return true;
}

/* A campaign may have thousands of kinds. */
static bool read_kinds(struct sitting *sitting, int64_t quiet_ms)
{
    (void)quiet_ms;
    return sitting_read_some_kinds(sitting) || sitting_ready_search(sitting);
}

static bool make_room(struct sitting *sitting, int64_t quiet_ms)
{
    (void)quiet_ms;
    return sitting_make_room_to_look(sitting);
}

/* The facts that lists of encounters wait for. */
static bool read_facts(struct sitting *sitting, int64_t quiet_ms)
{
    (void)quiet_ms;
    return encounter_facts_step(sitting);
}

static bool read_prepared(struct sitting *sitting, int64_t quiet_ms)
{
    (void)quiet_ms;
    return prepared_facts_step(sitting);
}

/* The chronicle, once somebody has asked for it. */
static bool read_chronicle(struct sitting *sitting, int64_t quiet_ms)
{
    (void)quiet_ms;
    return chronicle_log_step(sitting);
}

/* The index of texts of a long log, once somebody has searched for a word; a short log is
 * searched through as quickly. */
static bool fill_search(struct sitting *sitting, int64_t quiet_ms)
{
    enum { ROWS = 96, LONG = 4096 };
    (void)quiet_ms;
    if (!sitting->wants_search) {
        return false;
    }
    sitting->wants_search =
        campaign_newest_row(sitting->campaign) >= LONG && search_fill(sitting->campaign, ROWS);
    return true;
}

/* Sums of figures, once somebody has asked for any. */
static bool fill_sums(struct sitting *sitting, int64_t quiet_ms)
{
    return quiet_ms >= REST_QUIET_MS && figures_filling_step(sitting);
}

/* Makes the next opening quick, however this sitting ends. */
static bool rest(struct sitting *sitting, int64_t quiet_ms)
{
    if (!sitting->wants_rest_snapshot || quiet_ms < REST_QUIET_MS) {
        return false;
    }
    sitting_rest(sitting);
    return true;
}

static void tell(struct sitting *sitting, const char *where, const char *what)
{
    struct text text = text_over(sitting->idle_news, sizeof sitting->idle_news);
    text_add(&text, "the campaign is damaged: %s: %s; referee verify lists everything", where,
             what);
    sitting->has_idle_news = true;
}

/* The first fault is reported at once, and is the one to mend first. */
static void keep_fault(void *context, const struct fault *fault)
{
    struct sitting *sitting = context;
    if (sitting->faults++ == 0) {
        tell(sitting, fault->where, fault->what);
    }
}

/* Checks the whole file once in a sitting: opening it only checked its schema and its end. */
static bool look_over(struct sitting *sitting, int64_t quiet_ms)
{
    struct error err = {.code = STATUS_OK};
    if (sitting->is_looked_over || quiet_ms < REST_QUIET_MS) {
        return false;
    }
    enum status status = STATUS_OK;
    bool is_done = false;
    if (sitting->verification == NULL) {
        status = verification_begin(&sitting->verification, sitting->campaign, keep_fault,
                                    sitting, &err);
    }
    if (status == STATUS_OK) {
        status = verification_step(sitting->verification, LOOK_OVER_ROWS, &is_done, &err);
    }
    if (status != STATUS_OK && sitting->faults == 0) {
        tell(sitting, "the file", err.text);
    }
    if (status != STATUS_OK || is_done) {
        verification_end(sitting->verification);
        sitting->verification = NULL;
        sitting->is_looked_over = true;
    }
    return true;
}

/* Looking into the past of long fights is quick, also after an update that cannot read the
 * snapshots of the program before it. Once in a sitting: acts keep their own. */
static bool fill_snapshots(struct sitting *sitting, int64_t quiet_ms)
{
    enum { ACTS = 64 };
    if (sitting->has_snapshots || sitting->faults > 0 || quiet_ms < REST_QUIET_MS) {
        return false;
    }
    if (sitting->snapshots == NULL) {
        sitting->snapshots = snapshot_filling_new(sitting->campaign);
    }
    if (snapshot_filling_step(sitting->snapshots, ACTS)) {
        return true;
    }
    snapshot_filling_free(sitting->snapshots);
    sitting->snapshots = NULL;
    sitting->has_snapshots = true;
    return false;
}

/* Copies of the campaign, and its -wal folded into it. */
static bool keep_house(struct sitting *sitting, int64_t quiet_ms)
{
    (void)quiet_ms; /* it counts from the last act, not from the last key */
    struct error err;
    if (sitting_housekeep(sitting, &err) != STATUS_OK) {
        struct text text = text_over(sitting->idle_news, sizeof sitting->idle_news);
        text_add_str(&text, str_of(err.text));
        sitting->has_idle_news = true;
    }
    return sitting_is_copying(sitting);
}

/* The first step with something to do does it, and the others wait for the next call. */
static idle_step_fn *const steps[] = {
    read_kinds,                             /* tidying needs them */
    tidy,                                   /* what the table may soon ask for */
    make_room,                              /* a look into the past */
    rest,                                   /* the next opening */
    read_facts,                             /* lists of encounters */
    read_prepared,                          /* and of prepared ones */
    read_chronicle, fill_search, fill_sums, /* the next figures */
    look_over,      /* before a copy is kept: one of a damaged file is of no use */
    fill_snapshots, /* the past */
    keep_house,     /* copies */
};

/* ---- doing them ------------------------------------------------------------------------ */

/* If the clock was set back, the wait begins again. */
static int64_t quiet_time(struct sitting *sitting, int64_t now_ms)
{
    if (!sitting->is_quiet || now_ms < sitting->quiet_since_ms) {
        sitting->is_quiet = true;
        sitting->quiet_since_ms = now_ms;
    }
    return now_ms - sitting->quiet_since_ms;
}

bool sitting_idle(struct sitting *sitting, int64_t now_ms)
{
    int64_t quiet_ms = quiet_time(sitting, now_ms);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (steps[i](sitting, quiet_ms)) {
            return true;
        }
    }
    return false;
}

int64_t sitting_now_ms(const struct sitting *sitting)
{
    return sitting->now_ms();
}

const char *sitting_idle_news(struct sitting *sitting)
{
    bool has_news = sitting->has_idle_news;
    sitting->has_idle_news = false;
    return has_news ? sitting->idle_news : NULL;
}
