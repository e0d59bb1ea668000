/* `referee merge FILE`: the encounters of another campaign. */
#include <stdlib.h>

#include "app/sitting/sitting.h"
#include "app/transfer/merge.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/subcommands.h"

enum { REPORT_SIZE = 4 << 20 };

static void print_json(const struct merge_report *report)
{
    output_report(merge_report_told(report));
}

static void print_lines(const struct merge_report *report)
{
    char *bytes = malloc(REPORT_SIZE);
    CHECK(bytes != NULL);
    struct text out = text_over(bytes, REPORT_SIZE);
    merge_report_tell(report, &out);
    output_lines(out.p);
    free(bytes);
}

int merge_run(const struct options *options)
{
    struct sitting *sitting = NULL;
    struct merge_report *report = NULL;
    struct error err;
    enum status status = subcommand_words(options, 1, &err);
    if (status == STATUS_OK && options->words == 0) {
        status = error_set(&err, STATUS_USAGE, "",
                           "merge needs the file of a campaign: it is referee merge FILE");
    }
    if (status == STATUS_OK) {
        status = options_campaign_for_writing(&sitting, options, &err);
    }
    if (status == STATUS_OK) {
        status = sitting_merge(sitting, options->word[0], options_has(options, OPTION_DRY_RUN),
                               &report, &err);
    }
    int code = EXIT_DONE;
    if (status != STATUS_OK) {
        code = output_error(&err);
    } else {
        (options_has(options, OPTION_JSON) ? print_json : print_lines)(report);
        code = report->added + report->appended + report->macros > 0 ? EXIT_DONE : EXIT_REFUSED;
    }
    merge_report_free(report);
    return sitting != NULL ? options_campaign_close(sitting, code) : code;
}
