#include "app/forecast/slice.h"

#include <stddef.h>

bool forecast_slice_is_over(const struct forecast_slice *slice)
{
    return slice->now_ms != NULL && slice->now_ms(slice->context) >= slice->until_ms;
}

static bool is_time_up(void *context)
{
    return forecast_slice_is_over(context);
}

void forecast_slice_begin(struct forecast_slice *slice, forecast_clock *now_ms, void *context,
                          struct forecast_crew *crew)
{
    int64_t begin_ms = now_ms != NULL ? now_ms(context) : 0;
    *slice = (struct forecast_slice){now_ms, context, begin_ms + FORECAST_SLICE_MS};
    crew->is_over = is_time_up;
    crew->context = slice;
}
