#include "app/forecast/slice.h"

#include "app/forecast/shown.h"
#include "app/sitting/sitting.h"

bool forecast_slice_is_over(const struct forecast_slice *slice)
{
    return slice->clock != NULL && sitting_now_ms(slice->clock) >= slice->until_ms;
}

static bool is_time_up(void *context)
{
    return forecast_slice_is_over(context);
}

void forecast_slice_begin(struct forecast_slice *slice, const struct sitting *clock,
                          struct forecast_crew *crew)
{
    int64_t now_ms = clock != NULL ? sitting_now_ms(clock) : 0;
    *slice = (struct forecast_slice){clock, now_ms + FORECAST_SHOWN_SLICE_MS};
    crew->is_over = is_time_up;
    crew->context = slice;
}
