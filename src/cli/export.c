/* `referee export`: a fight, an evening or a question as a document. */
#include "cli/subcommands.h"

#include <stdlib.h>

#include "app/sitting/sitting.h"
#include "app/export/export.h"
#include "app/sitting/state.h"
#include "cli/options.h"
#include "cli/output.h"

static enum status print_document(struct sitting *sitting, const struct export_wish *wish,
                                  struct error *err)
{
    char *document;
    enum status status = sitting_export(&document, sitting, wish, err);
    if (status == STATUS_OK) {
        output_document(document);
    }
    free(document);
    return status;
}

static int refuse(const char *path)
{
    TEXT_BUFFER(text, OUTPUT_LINE_MAX);
    text_add(&text,
             "referee: %s: there is a file of this name already; --replace writes over it",
             path);
    output_message(text.p);
    return EXIT_REFUSED;
}

int export_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    const char *format = options->format;
    if (format == NULL && options_has(options, OPTION_JSON)) {
        format = "json";
    }
    struct export_wish wish = {.words = (const char *const *)options->word,
                               .words_count = options->words,
                               .path = options->output,
                               .may_replace = options_has(options, OPTION_REPLACE),
                               .is_for_players = options_has(options, OPTION_PLAYERS)};
    wish.format = str_of(format != NULL ? format : "");
    wish.without = str_of(options->without != NULL ? options->without : "");
    if (options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = wish.path != NULL ? sitting_export_file(sitting, &wish, &err)
                                           : print_document(sitting, &wish, &err);
    if (status == STATUS_OK && wish.path != NULL) {
        output_line("written to %s%s", wish.path, wish.is_for_players ? ", for players" : "");
    }
    int code = status == STATUS_OK         ? EXIT_DONE
               : status == STATUS_CONFLICT ? refuse(wish.path)
                                           : output_error(&err);
    return options_campaign_close(sitting, code);
}
