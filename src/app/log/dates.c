#include "app/log/dates.h"

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

void date_add_day(struct text *out, int64_t ms)
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    struct tm day;
    if (day_of(&day, ms) && day.tm_wday >= 0 && day.tm_wday < 7) {
        text_add(out, "%s ", days[day.tm_wday]);
        date_add(out, ms);
    }
}

void length_add(struct text *out, int64_t ms)
{
    int64_t minutes = ms < 0 ? 0 : (ms / 1000 + 30) / 60;
    if (minutes == 0) {
        text_add(out, "<1 min");
    } else if (minutes < 60) {
        text_add(out, "%lld min", (long long)minutes);
    } else {
        text_add(out, "%lld h %02lld min", (long long)(minutes / 60),
                 (long long)(minutes % 60));
    }
}
