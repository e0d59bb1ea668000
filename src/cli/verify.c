/* `referee verify`: reading and checking the whole campaign. */
#include "cli/subcommands.h"

#include "app/sitting/sitting.h"
#include "cli/options.h"
#include "cli/output.h"

enum { PATH_SIZE = 4096, NEXT_SIZE = 1024 };

struct findings {
    int count;
    char next[NEXT_SIZE]; /* the advice for the faults reported so far, printed after them; "":
                             none */
    json_t *faults;       /* NULL: faults are printed as they come */
};

/* Consecutive faults often have the same advice: it is printed once, after them. */
static void tell_advice(struct findings *findings)
{
    if (findings->next[0] != '\0') {
        output_line("  what to do: %s", findings->next);
    }
    findings->next[0] = '\0';
}

static void see(void *context, const struct fault *fault)
{
    struct findings *findings = context;
    findings->count++;
    if (findings->faults == NULL) {
        if (!str_equal(str_of(findings->next), fault->next)) {
            tell_advice(findings);
        }
        output_line("%s: %s", fault->where, fault->what);
        text_format(findings->next, sizeof findings->next, "%s", fault->next);
        return;
    }
    json_t *entry = json_object();
    json_object_set_new(entry, "where", output_json_string(str_of(fault->where)));
    json_object_set_new(entry, "what", output_json_string(str_of(fault->what)));
    json_object_set_new(entry, "next", output_json_string(str_of(fault->next)));
    json_array_append_new(findings->faults, entry);
}

static int report(struct findings *findings, const char *path)
{
    tell_advice(findings);
    if (findings->faults != NULL) {
        json_t *document = json_object();
        json_object_set_new(document, "sound", json_boolean(findings->count == 0));
        json_object_set(document, "faults", findings->faults);
        output_json(document);
    } else if (findings->count == 0) {
        output_line("%s is sound: every act was read and leads to its recorded state", path);
    }
    return findings->count == 0 ? EXIT_DONE : EXIT_OPERATING;
}

int verify_run(const struct options *options)
{
    char path[PATH_SIZE];
    struct error err;
    if (subcommand_words(options, 0, &err) != STATUS_OK) {
        return output_error(&err);
    }
    struct findings findings = {.faults =
                                    options_has(options, OPTION_JSON) ? json_array() : NULL};
    int code =
        sitting_verify_file(options->db, path, sizeof path, see, &findings, &err) == STATUS_OK
            ? report(&findings, path)
            : output_error(&err);
    json_decref(findings.faults);
    return code;
}
