#include "cli/campaign.h"

enum status campaign_for_writing(struct session **out, const struct options *options,
                                 struct error *err)
{
    struct session_options session = {.path = options->db,
                                      .has_seed = options_has(options, OPTION_SEED),
                                      .seed = options->seed,
                                      .tables = options->tables};
    return session_open(out, &session, err);
}

enum status campaign_for_reading(struct session **out, const struct options *options,
                                 struct error *err)
{
    struct session_options session = {.path = options->db, .is_read_only = true};
    return session_open(out, &session, err);
}
