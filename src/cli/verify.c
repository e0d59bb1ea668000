/* `referee verify`: the whole campaign read and checked. */
#include "cli/subcommands.h"

#include "cli/options.h"
#include "app/sitting.h"
#include "app/sitting_state.h"
#include "cli/output.h"

struct findings {
    int count;
    json_t *texts; /* NULL: they are printed as they come */
};

static void see(void *context, const char *text)
{
    struct findings *findings = context;
    findings->count++;
    if (findings->texts != NULL) {
        json_array_append_new(findings->texts, output_json_string(str_of(text)));
    } else {
        output_line("%s", text);
    }
}

static int report(const struct findings *findings, struct sitting *sitting)
{
    if (findings->texts != NULL) {
        json_t *document = json_object();
        json_object_set_new(document, "sound", json_boolean(findings->count == 0));
        json_object_set(document, "found", findings->texts);
        output_json(document);
    } else if (findings->count == 0) {
        output_line("%s is sound: every act was read and leads to its recorded state",
                    sitting_path(sitting));
    }
    return findings->count == 0 ? EXIT_DONE : EXIT_OPERATING;
}

int verify_run(const struct options *options)
{
    struct sitting *sitting = NULL;
    struct error err;
    if (subcommand_words(options, 0, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    struct findings findings = {.texts =
                                    options_has(options, OPTION_JSON) ? json_array() : NULL};
    int code = sitting_verify(sitting, see, &findings, &err) == STATUS_OK
                   ? report(&findings, sitting)
                   : output_error(&err);
    json_decref(findings.texts);
    sitting_close(sitting);
    return code;
}
