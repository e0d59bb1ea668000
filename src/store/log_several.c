#include "store/campaign.h"

#include <stdlib.h>
#include <string.h>

#include "store/campaign_file.h"

static enum status write_correction(struct campaign *campaign, const struct corrected_act *acts,
                                    int count, struct position *position, struct error *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        struct event *events = malloc((size_t)(acts[i].count + 1) * sizeof *events);
        if (events == NULL) {
            return error_set(err, STATUS_FULL, "", "out of memory");
        }
        if (acts[i].count > 0) {
            memcpy(events, acts[i].events, (size_t)acts[i].count * sizeof *events);
        }
        events[acts[i].count] = (struct event){
            .kind = i == 0 ? EVENT_AMENDED : EVENT_PLAYED_AGAIN,
            .was_set = true,
            .from = i,
            .is_set = true,
            .to = count - 1 - i,
            .line = acts[i].line,
        };
        status =
            log_write_act(campaign, &acts[i].row, events, acts[i].count + 1, position, err);
        free(events);
    }
    return status;
}

enum status log_correct(struct campaign *campaign, const struct act_row *move_row, int64_t from,
                        const struct corrected_act *acts, int count, struct position *position,
                        struct error *err)
{
    CHECK(count > 0 && move_row->kind == ROW_REWIND);
    enum status status = campaign_check_whole(campaign, err);
    if (status == STATUS_OK) {
        status = campaign_learn_names(campaign, move_row->encounter, err);
    }
    if (status == STATUS_OK) {
        status = campaign_begin_writing(campaign, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    struct position moved = *position;
    status = log_write_move(campaign, move_row, from, &moved, err);
    if (status == STATUS_OK) {
        status = write_correction(campaign, acts, count, &moved, err);
    }
    status = campaign_end_writing(campaign, status, err);
    if (status == STATUS_OK) {
        *position = moved;
        campaign_tidy_at_last(campaign);
    }
    return status;
}

enum status log_append_all(struct campaign *campaign, const struct corrected_act *acts,
                           int count, struct position *position, struct error *err)
{
    CHECK(count > 0);
    enum status status = campaign_check_whole(campaign, err);
    if (status == STATUS_OK) {
        status = campaign_learn_names(campaign, acts[0].row.encounter, err);
    }
    if (status == STATUS_OK) {
        status = campaign_begin_writing(campaign, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    struct position moved = *position;
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        status =
            log_write_act(campaign, &acts[i].row, acts[i].events, acts[i].count, &moved, err);
    }
    status = campaign_end_writing(campaign, status, err);
    if (status == STATUS_OK) {
        *position = moved;
        campaign_tidy_at_last(campaign);
    }
    return status;
}
