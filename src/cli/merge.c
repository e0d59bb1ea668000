/* `referee merge FILE`: the encounters of another campaign. */
#include <stdlib.h>

#include "app/report/report.h"
#include "app/sitting/sitting.h"
#include "app/transfer/merge.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/subcommands.h"

enum { REPORT_SIZE = 4 << 20 };

static void print_json(const struct merge_report *report)
{
    json_t *document = json_object();
    json_t *encounters = report_list(document, "encounters");
    json_t *differences = report_list(document, "differences");
    for (int i = 0; i < report->encounters; i++) {
        const struct merge_encounter *one = &report->encounter[i];
        json_t *row = report_row(encounters);
        report_set_words(row, "name", one->name);
        report_set_words_or_null(row, "as", one->as);
        report_set_words(row, "state", merge_state_word(one->state));
        report_set_words_or_null(row, "why", one->why);
        report_set_whole(row, "remarks", one->remarks);
        report_set_whole_or_null(row, "undone_at", one->undone_at != 0, one->undone_at);
        json_t *acts = report_list(row, "acts");
        for (int k = 0; k < one->acts; k++) {
            json_t *act = report_row(acts);
            report_set_whole(act, "old", one->act[k].was);
            report_set_whole(act, "new", one->act[k].now);
        }
    }
    for (int i = 0; i < report->differences; i++) {
        json_t *row = report_row(differences);
        report_set_words(row, "what", report->difference[i].what);
        report_set_words(row, "name", report->difference[i].name);
    }
    json_t *macros = report_list(document, "macros");
    for (int i = 0; i < report->macros; i++) {
        json_array_append_new(macros, report_string(str_of(report->macro[i].name)));
    }
    report_set_whole(document, "added", report->added);
    report_set_whole(document, "appended", report->appended);
    report_set_whole(document, "there", report->there);
    report_set_whole(document, "left_out", report->left_out);
    output_report(document);
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
