#include "app/sitting_idle.h"

#include "app/sitting.h"
#include "app/sitting_data.h"

/* ---- the steps ------------------------------------------------------------------------- */

/* One step of one kind of work, when the table has been quiet for so long. True when it did
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

/* The first that has something to do does it, and the others wait for the next call. */
static idle_step_fn *const steps[] = {
    tidy,
};

/* ---- doing them ------------------------------------------------------------------------ */

/* A clock that was put back begins the wait anew. */
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
