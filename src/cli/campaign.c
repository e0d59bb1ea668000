#include "cli/campaign.h"

#include "app/sitting.h"

enum status campaign_for_writing(struct sitting **out, const struct options *options,
                                 struct error *err)
{
    struct sitting_options sitting = {.path = options->db,
                                      .has_seed = options_has(options, OPTION_SEED),
                                      .seed = options->seed,
                                      .tables = options->tables};
    return sitting_open(out, &sitting, err);
}

enum status campaign_for_reading(struct sitting **out, const struct options *options,
                                 struct error *err)
{
    struct sitting_options sitting = {.path = options->db, .is_read_only = true};
    return sitting_open(out, &sitting, err);
}
