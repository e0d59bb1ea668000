/* `referee write kinds|party|encounters|campaign`: what the campaign holds, for other campaigns
 * and programs. */
#include <stdlib.h>

#include "app/sitting/sitting.h"
#include "app/transfer/document.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/subcommands.h"

int write_run(const struct options *options)
{
    struct sitting *sitting;
    struct error err;
    char *document = NULL;
    const char *format = options->format;
    if (format == NULL && options_has(options, OPTION_JSON)) {
        format = "json";
    }
    if (options->words == 0) {
        error_set(&err, STATUS_USAGE, "",
                  "write needs what to write: it is referee write kinds, party, encounters or "
                  "campaign");
        return output_error(&err);
    }
    struct document_wish wish = {.what = options->word[0],
                                 .names = (const char *const *)options->word + 1,
                                 .names_count = options->words - 1,
                                 .format = str_of(format != NULL ? format : ""),
                                 .path = options->output,
                                 .may_replace = options_has(options, OPTION_REPLACE)};
    if (options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = wish.path != NULL
                             ? sitting_write_file(sitting, &wish, &err)
                             : sitting_write_document(&document, sitting, &wish, &err);
    if (status == STATUS_OK && wish.path != NULL) {
        output_line("written to %s", wish.path);
    } else if (status == STATUS_OK) {
        output_document(document);
    }
    free(document);
    int code = status == STATUS_OK         ? EXIT_DONE
               : status == STATUS_CONFLICT ? output_refuse_file(wish.path)
                                           : output_error(&err);
    return options_campaign_close(sitting, code);
}
