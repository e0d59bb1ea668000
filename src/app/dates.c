#include "app/dates.h"

#include <time.h>

static const int64_t FAR_MS = INT64_C(300) * 24 * 60 * 60 * 1000;

static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

static bool day_of(struct tm *out, int64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    return localtime_r(&seconds, out) != NULL && out->tm_mon >= 0 && out->tm_mon < 12;
}

void date_add_short(struct text *out, int64_t ms, int64_t now_ms)
{
    struct tm day;
    bool is_far = ms < now_ms - FAR_MS || ms > now_ms + FAR_MS;
    if (day_of(&day, ms) && is_far) {
        text_add(out, "%s %d", months[day.tm_mon], day.tm_year + 1900);
    } else if (day_of(&day, ms)) {
        text_add(out, "%d %s", day.tm_mday, months[day.tm_mon]);
    }
}

void date_add(struct text *out, int64_t ms)
{
    struct tm day;
    if (day_of(&day, ms)) {
        text_add(out, "%d %s %d", day.tm_mday, months[day.tm_mon], day.tm_year + 1900);
    }
}
