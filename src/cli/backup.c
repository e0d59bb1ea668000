/* `referee backup FILE` and `referee rebuild`: the campaign's file cared for. */
#include "cli/subcommands.h"

#include <unistd.h>

#include "app/sitting.h"
#include "app/sitting_backup.h"
#include "app/sitting_state.h"
#include "cli/options.h"
#include "cli/output.h"

static void report_backup(const struct options *options, const struct sitting *sitting)
{
    if (options_has(options, OPTION_JSON)) {
        json_t *document = json_object();
        json_object_set_new(document, "campaign",
                            output_json_string(str_of(sitting_path(sitting))));
        json_object_set_new(document, "backup", output_json_string(str_of(options->word[0])));
        output_json(document);
    } else {
        output_line("a copy of %s is in %s", sitting_path(sitting), options->word[0]);
    }
}

int backup_run(const struct options *options)
{
    struct sitting *sitting = NULL;
    struct error err;
    enum status status = subcommand_words(options, 1, &err);
    if (status == STATUS_OK && options->words == 0) {
        status = error_set(&err, STATUS_USAGE, "",
                           "backup needs the file to copy to: it is "
                           "referee backup FILE");
    }
    if (status == STATUS_OK) {
        status = options_campaign_for_reading(&sitting, options, &err);
    }
    if (status != STATUS_OK) {
        return output_error(&err);
    }
    if (!options_has(options, OPTION_REPLACE) && access(options->word[0], F_OK) == 0) {
        TEXT_BUFFER(text, OUTPUT_LINE_MAX);
        text_add(&text,
                 "referee: %s: there is a file of this name already; --replace writes over it",
                 options->word[0]);
        output_message(text.p);
        sitting_close(sitting);
        return EXIT_REFUSED;
    }
    status =
        sitting_backup(sitting, options->word[0], options_has(options, OPTION_REPLACE), &err);
    if (status == STATUS_OK) {
        report_backup(options, sitting);
    }
    int code = status == STATUS_OK ? EXIT_DONE : output_error(&err);
    sitting_close(sitting);
    return code;
}

int rebuild_run(const struct options *options)
{
    struct sitting *sitting = NULL;
    struct error err;
    int encounters = 0;
    enum status status = subcommand_words(options, 0, &err);
    if (status == STATUS_OK) {
        /* None is to be made where there is none. */
        status = options_campaign_for_reading(&sitting, options, &err);
        sitting_close(status == STATUS_OK ? sitting : NULL);
    }
    if (status == STATUS_OK) {
        status = options_campaign_for_writing(&sitting, options, &err);
    }
    if (status != STATUS_OK) {
        return output_error(&err);
    }
    status = sitting_rebuild(sitting, &encounters, &err);
    int code = status == STATUS_OK ? EXIT_DONE : output_error(&err);
    if (code == EXIT_DONE && options_has(options, OPTION_JSON)) {
        json_t *document = json_object();
        json_object_set_new(document, "campaign",
                            output_json_string(str_of(sitting_path(sitting))));
        json_object_set_new(document, "encounters", json_integer(encounters));
        output_json(document);
    } else if (code == EXIT_DONE) {
        output_line("%s: all that is derived from the log was made anew, %d encounter%s",
                    sitting_path(sitting), encounters, encounters == 1 ? "" : "s");
    }
    return options_campaign_close(sitting, code);
}
