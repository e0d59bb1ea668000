/* `referee backup FILE`, `referee restore [NAME]`, `referee rebuild` and `referee verify`:
 * looking after the campaign's file. */
#include <unistd.h>

#include "app/file/backup.h"
#include "app/report/report.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/subcommands.h"

enum { PATH_SIZE = 4096 };

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
        sitting_close(sitting);
        return output_refuse_file(options->word[0]);
    }
    status =
        sitting_backup(sitting, options->word[0], options_has(options, OPTION_REPLACE), &err);
    if (status == STATUS_OK) {
        if (options_has(options, OPTION_JSON)) {
            json_t *document = json_object();
            report_set_words(document, "campaign", sitting_path(sitting));
            report_set_words(document, "backup", options->word[0]);
            output_json(document);
        } else {
            output_line("a copy of %s is in %s", sitting_path(sitting), options->word[0]);
        }
    }
    int code = status == STATUS_OK ? EXIT_DONE : output_error(&err);
    sitting_close(sitting);
    return code;
}

/* ---- going back to a copy -------------------------------------------------------------- */

static void list_copies(const struct options *options, const char *path)
{
    struct sitting_copy copies[SITTING_COPIES_MAX];
    int count = sitting_copies_of(path, copies, SITTING_COPIES_MAX);
    json_t *report = json_object();
    report_set_words(report, "campaign", path);
    json_t *list = report_list(report, "copies");
    for (int i = 0; i < count; i++) {
        json_t *entry = report_row(list);
        report_set_words(entry, "name", copies[i].name);
        report_set_whole_or_null(entry, "acts", copies[i].acts >= 0, copies[i].acts);
        const char *trust = sitting_trust_word(copies[i].trust);
        report_set_flag(entry, "is_damaged", copies[i].trust == SITTING_DAMAGED);
        report_set_flag(entry, "is_checked", copies[i].trust != SITTING_NOT_CHECKED);
        if (options_has(options, OPTION_JSON)) {
            continue;
        }
        if (copies[i].acts < 0) {
            output_line("%s  cannot be read", copies[i].name);
        } else {
            output_line("%s  %lld act%s%s%s", copies[i].name, (long long)copies[i].acts,
                        copies[i].acts == 1 ? "" : "s", trust[0] != '\0' ? ", " : "", trust);
        }
    }
    if (options_has(options, OPTION_JSON)) {
        output_report(report);
        return;
    }
    json_decref(report);
    if (count == 0) {
        output_line("there are no copies in %s.backups", path);
    }
}

int restore_run(const struct options *options)
{
    char path[PATH_SIZE];
    struct error err;
    TEXT_BUFFER(kept, PATH_SIZE);
    enum status status = subcommand_words(options, 1, &err);
    if (status == STATUS_OK) {
        status = sitting_find_path(options->db, path, sizeof path, &err);
    }
    if (status == STATUS_OK && options->words == 0) {
        list_copies(options, path);
        return EXIT_DONE;
    }
    if (status == STATUS_OK) {
        status = sitting_restore_file(path, options->word[0], &kept, &err);
    }
    if (status != STATUS_OK) {
        return output_error(&err);
    }
    if (options_has(options, OPTION_JSON)) {
        json_t *document = json_object();
        report_set_words(document, "campaign", path);
        report_set_words(document, "restored", options->word[0]);
        report_set_words(document, "kept", kept.p);
        output_json(document);
    } else {
        output_line("%s is as it was in the copy %s; what was there is kept in %s", path,
                    options->word[0], kept.p);
    }
    return EXIT_DONE;
}

/* ---- what is derived ------------------------------------------------------------------- */

int rebuild_run(const struct options *options)
{
    struct sitting *sitting = NULL;
    struct error err;
    int encounters = 0;
    enum status status = subcommand_words(options, 0, &err);
    if (status == STATUS_OK) {
        /* A missing campaign must not be made. */
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
        report_set_words(document, "campaign", sitting_path(sitting));
        report_set_whole(document, "encounters", encounters);
        output_json(document);
    } else if (code == EXIT_DONE) {
        output_line("%s: everything derived from the log was rebuilt, %d encounter%s",
                    sitting_path(sitting), encounters, encounters == 1 ? "" : "s");
    }
    return options_campaign_close(sitting, code);
}

enum { NEXT_SIZE = 1024 };

struct findings {
    int count;
    char next[NEXT_SIZE]; /* the advice for the faults reported so far, printed after them; "":
                             none */
    json_t *faults;       /* NULL: faults are printed as they come */
    json_t *refused;      /* dice that are stored and refused now; NULL: printed too */
    bool is_sound;        /* those are looked for */
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
    findings->count += findings->is_sound ? 0 : 1;
    progress_end();
    if (findings->faults == NULL) {
        if (!str_equal(str_of(findings->next), fault->next)) {
            tell_advice(findings);
        }
        output_line("%s: %s", fault->where, fault->what);
        text_format(findings->next, sizeof findings->next, "%s", fault->next);
        return;
    }
    json_t *entry = json_object();
    report_set_words(entry, "where", fault->where);
    report_set_words(entry, "what", fault->what);
    report_set_words(entry, "next", fault->next);
    json_array_append_new(findings->is_sound ? findings->refused : findings->faults, entry);
}

static int report(struct findings *findings, const char *path)
{
    struct error err;
    tell_advice(findings);
    findings->is_sound = findings->count == 0;
    if (findings->is_sound && findings->faults == NULL) {
        output_line("%s is sound: every act was read and leads to its recorded state", path);
    }
    if (findings->is_sound &&
        sitting_find_stored_dice(path, see, findings, &err) != STATUS_OK) {
        return output_error(&err);
    }
    tell_advice(findings);
    if (findings->faults != NULL) {
        json_t *document = json_object();
        report_set_flag(document, "sound", findings->count == 0);
        json_object_set(document, "faults", findings->faults);
        if (json_array_size(findings->refused) > 0) {
            json_object_set(document, "refused", findings->refused);
        }
        output_json(document);
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
    bool is_json = options_has(options, OPTION_JSON);
    struct findings findings = {.faults = is_json ? json_array() : NULL,
                                .refused = is_json ? json_array() : NULL};
    int code =
        sitting_verify_file(options->db, path, sizeof path, see, &findings, &err) == STATUS_OK
            ? report(&findings, path)
            : output_error(&err);
    json_decref(findings.faults);
    json_decref(findings.refused);
    return code;
}
