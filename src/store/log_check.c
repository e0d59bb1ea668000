#include "store/log_check.h"

#include <inttypes.h>
#include <stdio.h>

#include "store/campaign.h"
#include "store/campaign_file.h"

static enum status check_row(struct campaign *campaign, int64_t id, struct error *err)
{
    struct log_record record;
    char where[ERROR_WHERE_SIZE];
    struct error own = {.code = STATUS_OK};
    enum status status = log_read(&record, campaign, id, &own);
    if (status == STATUS_MISSING) { /* rows are numbered without gaps */
        snprintf(where, sizeof where, "row %" PRId64, id);
        return campaign_note_damage(campaign, where, "it is missing", err);
    }
    if (status == STATUS_OK && record.row.kind == ROW_ACT) {
        status = log_check_events(campaign, &record, &own);
    }
    return status == STATUS_OK ? STATUS_OK : error_set(err, status, own.where, "%s", own.text);
}

enum status log_check(struct campaign *campaign, int64_t *after, int rows, bool *is_whole,
                      struct error *err)
{
    int64_t newest = campaign_newest_row(campaign);
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < rows && *after < newest; i++) {
        status = check_row(campaign, *after + 1, err);
        *after += status == STATUS_OK ? 1 : 0;
    }
    *is_whole = status != STATUS_OK || *after >= newest;
    return status;
}
