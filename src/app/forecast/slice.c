#include "app/forecast/slice.h"

#include "app/forecast/shown.h"
#include "app/sitting/sitting.h"

static bool is_time_up(void *context)
{
    const struct forecast_slice *slice = context;
    return sitting_now_ms(slice->sitting) >= slice->until_ms;
}

void forecast_slice_begin(struct forecast_slice *slice, struct sitting *sitting,
                          struct forecast_crew *crew)
{
    *slice =
        (struct forecast_slice){sitting, sitting_now_ms(sitting) + FORECAST_SHOWN_SLICE_MS};
    crew->is_over = is_time_up;
    crew->context = slice;
}
