/* Opening the campaign that the options name, for the subcommands that work on one. */
#ifndef REFEREE_CLI_CAMPAIGN_H
#define REFEREE_CLI_CAMPAIGN_H

#include "cli/options.h"

struct sitting;

/* For writing; made when there is none. */
enum status campaign_for_writing(struct sitting **out, const struct options *options,
                                 struct error *err) MUST_CHECK;
/* Only to look; STATUS_MISSING when there is none, and none is made. */
enum status campaign_for_reading(struct sitting **out, const struct options *options,
                                 struct error *err) MUST_CHECK;

#endif
