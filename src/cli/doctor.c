#include "cli/doctor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/file/campaign_path.h"
#include "app/file/loaded.h"
#include "app/library/record_library.h"
#include "app/report/report.h"
#include "app/settings/program_settings.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "cli/output.h"
#include "cli/serve/http.h"
#include "cli/serve/qr.h"
#include "cli/subcommands.h"
#include "cli/version.h"

enum { PATH_SIZE = 4096, SAYS_SIZE = 2 * PATH_SIZE, ROWS_USUAL = 24, COLUMNS_USUAL = 80 };

/* What is found about a thing: all is well, something is worth knowing, or referee cannot work
 * here as it should. */
enum finding { FINDING_WELL, FINDING_NOTE, FINDING_FAULT, FINDINGS };

static const char *const finding_words[FINDINGS] = {"ok", "note", "fault"};

struct doctor {
    json_t *checks;
    int count[FINDINGS];
};

/* One finding, and what to do; "": nothing. */
static void tell(struct doctor *doctor, enum finding finding, const char *about,
                 const char *what_to_do, const char *format, ...) LIKE_PRINTF(5, 6);

static void tell(struct doctor *doctor, enum finding finding, const char *about,
                 const char *what_to_do, const char *format, ...)
{
    char says[SAYS_SIZE], clean[SAYS_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(says, sizeof says, format, arguments);
    va_end(arguments);
    utf8_clean(clean, sizeof clean, str_of(says));
    json_t *row = report_row(doctor->checks);
    report_set_words(row, "about", about);
    report_set_words(row, "state", finding_words[finding]);
    report_set_words(row, "says", clean);
    report_set_words(row, "do", what_to_do);
    doctor->count[finding]++;
}

/* ---- the terminal ---------------------------------------------------------------------- */

static void look_at_screen(struct doctor *doctor, const struct doctor_terminal *terminal)
{
    const char *linear = "use `referee table --linear`, which needs no screen";
    if (!terminal->is_terminal) {
        tell(doctor, FINDING_NOTE, "terminal", linear,
             "input or output is not a terminal, so there is no screen");
    }
    if (terminal->name[0] == '\0' || !terminal->is_known) {
        tell(doctor, FINDING_FAULT, "terminal",
             "set TERM to what your terminal is, such as xterm-256color",
             terminal->name[0] == '\0' ? "TERM is not set%s"
                                       : "TERM is %s, which this system does not know",
             terminal->name);
        return;
    }
    if (!terminal->can_place) {
        tell(doctor, FINDING_FAULT, "terminal", linear, "%s cannot place text", terminal->name);
    } else {
        tell(doctor, FINDING_WELL, "terminal", "", "%s, by %s", terminal->name,
             terminal->library);
    }
    bool is_small = terminal->rows < ROWS_USUAL || terminal->columns < COLUMNS_USUAL;
    if (terminal->rows > 0) {
        tell(doctor, is_small ? FINDING_NOTE : FINDING_WELL, "size",
             is_small ? "make it 80x24 or larger to see everything" : "", "%dx%d",
             terminal->columns, terminal->rows);
    }
}

static void look_at_looks(struct doctor *doctor, const struct doctor_terminal *terminal)
{
    const char *no_colour = getenv("NO_COLOR");
    bool has_none = no_colour != NULL && no_colour[0] != '\0';
    if (has_none || terminal->colours <= 0) {
        tell(doctor, FINDING_NOTE, "colours",
             has_none ? "unset NO_COLOR to have colours" : "TERM=xterm-256color has colours",
             "none; marks and words say the same");
    } else {
        tell(doctor, FINDING_WELL, "colours", "", "%d", terminal->colours);
    }
    if (terminal->is_utf8) {
        tell(doctor, FINDING_WELL, "characters", "", "Unicode");
    } else {
        tell(doctor, FINDING_NOTE, "characters", "set LC_ALL=C.UTF-8 to have all of them",
             "ASCII, as the locale says; other letters are shown as ?");
    }
    if (!terminal->is_locale_installed) {
        tell(doctor, FINDING_NOTE, "locale",
             "install it, or set LC_ALL=C.UTF-8, which is always there",
             "the locale that the environment names is not installed");
    }
}

static void look_at_keys(struct doctor *doctor, const struct doctor_terminal *terminal)
{
    if (terminal->has_function_keys) {
        tell(doctor, FINDING_WELL, "keys", "", "F1 to F4 are known");
    } else {
        tell(doctor, FINDING_NOTE, "keys", "? does what F1 does, a comma F3, C-o F4",
             "F1 to F4 are not known");
    }
    if (terminal->has_keypad) {
        tell(doctor, FINDING_WELL, "keypad", "", "arrows, Home and End are known");
    } else {
        tell(doctor, FINDING_NOTE, "keypad", "j and k do what the arrows do",
             "arrows, Home and End may not be known");
    }
    if (terminal->mistakes[0] != '\0') {
        tell(doctor, FINDING_NOTE, "your keys",
             "mend the file; until then the built-in keys are used", "%s", terminal->mistakes);
    }
}

/* ---- files ----------------------------------------------------------------------------- */

static bool can_write_beside(const char *path)
{
    char folder[PATH_SIZE];
    text_format(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash == NULL) {
        return access(".", W_OK) == 0;
    }
    slash[slash == folder ? 1 : 0] = '\0';
    return access(folder, W_OK) == 0;
}

/* Where the campaign will be made, with the folders on its way that are not there yet. */
static void look_at_new_campaign(struct doctor *doctor, const char *path)
{
    char folder[PATH_SIZE];
    text_format(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    while (slash != NULL && slash != folder && access(folder, F_OK) != 0) {
        *slash = '\0';
        slash = access(folder, F_OK) != 0 ? strrchr(folder, '/') : slash;
    }
    if (slash == folder) {
        folder[1] = '\0';
    }
    struct stat about;
    if (slash != NULL && stat(folder, &about) == 0 && !S_ISDIR(about.st_mode)) {
        tell(doctor, FINDING_FAULT, "campaign", "move it away, or name another file: --db FILE",
             "%s cannot be made: %s is not a folder", path, folder);
    } else if (slash != NULL ? access(folder, W_OK) != 0 : access(".", W_OK) != 0) {
        tell(doctor, FINDING_FAULT, "campaign",
             "make that folder writable, or name another file: --db FILE",
             "%s cannot be made: %s cannot be written", path,
             slash != NULL ? folder : "the folder");
    } else {
        tell(doctor, FINDING_WELL, "campaign", "", "%s is made at the first start", path);
    }
}

/* A file that there is. */
static void look_at_permissions(struct doctor *doctor, const char *path)
{
    struct stat about;
    if (access(path, W_OK) != 0) {
        tell(doctor, FINDING_NOTE, "permissions",
             "chmod u+w lets you play on; until then you can only look", "%s cannot be written",
             path);
    } else if (!can_write_beside(path)) {
        tell(doctor, FINDING_FAULT, "permissions",
             "make its folder writable: the newest acts are kept in a file beside it",
             "the folder of %s cannot be written", path);
    } else if (stat(path, &about) == 0 && (about.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        tell(doctor, FINDING_NOTE, "permissions", "chmod go-w leaves it to you",
             "others can write %s too", path);
    } else {
        tell(doctor, FINDING_WELL, "permissions", "", "only you can write the campaign");
    }
}

static void look_at_campaign(struct doctor *doctor, const struct options *options)
{
    char path[PATH_SIZE];
    struct error err;
    struct sitting *sitting;
    if (sitting_find_path(options->db, path, sizeof path, &err) != STATUS_OK) {
        tell(doctor, FINDING_FAULT, "campaign", "name a file: --db FILE", "%s", err.text);
        return;
    }
    if (access(path, F_OK) != 0) {
        look_at_new_campaign(doctor, path);
        return;
    }
    look_at_permissions(doctor, path);
    if (options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        tell(doctor, FINDING_FAULT, "campaign",
             "referee restore lists earlier copies, --db FILE opens another one",
             "%s cannot be opened: %s", path, err.text);
        return;
    }
    const struct error *damage = sitting_damage(sitting);
    if (damage != NULL) {
        tell(doctor, FINDING_FAULT, "campaign",
             "referee verify says what is damaged, referee restore goes back to a copy",
             "%s is damaged at %s: %s", path, damage->where, damage->text);
    } else {
        tell(doctor, FINDING_WELL, "campaign", "", "%s", path);
    }
    sitting_close(sitting);
}

static void tell_mistakes(struct doctor *doctor, const char *about,
                          const struct diagnostics *diagnostics)
{
    for (int i = 0; i < diagnostics->count; i++) {
        const struct error *mistake = &diagnostics->diagnostic[i];
        tell(doctor, FINDING_NOTE, about, "mend the file; until then it is left out", "%s: %s",
             mistake->where, mistake->text);
    }
}

static void look_at_data(struct doctor *doctor)
{
    struct diagnostics diagnostics;
    struct table_library *tables;
    int before = doctor->count[FINDING_NOTE];
    for (int i = 0; i < systems_count(); i++) {
        struct record_library *library;
        record_library_open(&library, system_at(i), &diagnostics);
        tell_mistakes(doctor, "library", &diagnostics);
        record_library_close(library);
    }
    if (table_library_open(&tables, NULL, &diagnostics) == STATUS_OK) {
        table_library_close(tables);
    }
    tell_mistakes(doctor, "random tables", &diagnostics);
    if (doctor->count[FINDING_NOTE] == before) {
        tell(doctor, FINDING_WELL, "library", "", "kinds and random tables have no mistakes");
    }
}

static void look_at_settings(struct doctor *doctor, struct program_settings *settings)
{
    TEXT_BUFFER(told, SETTINGS_TOLD_SIZE);
    if (settings_file_load(settings, &told)) {
        tell(doctor, FINDING_WELL, "settings", "", "%s",
             settings->path[0] != '\0' ? settings->path : "the built-in ones");
    } else {
        tell(doctor, FINDING_NOTE, "settings", "mend these lines; until then they are left out",
             "%s", told.p);
    }
}

/* ---- what is linked -------------------------------------------------------------------- */

static void look_at_libraries(struct doctor *doctor)
{
    const char *version, *name;
    TEXT_BUFFER(list, 400);
    text_add(&list, "referee %s", VERSION);
    for (int i = 0; (name = linked_at(i, &version)) != NULL; i++) {
        text_add(&list, ", %s %s", name, version);
    }
    tell(doctor, FINDING_WELL, "versions", "", "%s", list.p);
    char served[40];
    if (http_version(served, sizeof served)) {
        tell(doctor, FINDING_WELL, "serving", "", "libmicrohttpd %s", served);
    } else {
        tell(doctor, FINDING_NOTE, "serving",
             "install libmicrohttpd (libmicrohttpd12) for `referee serve`",
             "the page for phones needs libmicrohttpd, which is not here");
    }
    if (qr_version(served, sizeof served)) {
        tell(doctor, FINDING_WELL, "QR code", "", "libqrencode %s", served);
    } else {
        tell(doctor, FINDING_NOTE, "QR code",
             "install libqrencode (libqrencode4), or type the address that is printed",
             "that of the page's address needs libqrencode, which is not here");
    }
}

/* ---- told ------------------------------------------------------------------------------ */

static void print(const struct doctor *doctor)
{
    size_t i;
    const json_t *row;
    json_array_foreach(doctor->checks, i, row)
    {
        const char *state = json_string_value(json_object_get(row, "state"));
        const char *what_to_do = json_string_value(json_object_get(row, "do"));
        output_line("%c %-14s %s", strcmp(state, finding_words[FINDING_WELL]) == 0 ? ' ' : '!',
                    json_string_value(json_object_get(row, "about")),
                    json_string_value(json_object_get(row, "says")));
        if (what_to_do[0] != '\0') {
            output_line("  %-14s -> %s", "", what_to_do);
        }
    }
    int faults = doctor->count[FINDING_FAULT], notes = doctor->count[FINDING_NOTE];
    if (faults == 0 && notes == 0) {
        output_line("all is well");
    } else {
        output_line("%d %s to mend, %d worth knowing", faults, faults == 1 ? "fault" : "faults",
                    notes);
    }
}

int doctor_run(const struct options *options, const struct doctor_terminal *terminal)
{
    struct error err;
    struct doctor doctor = {.count = {0}};
    if (subcommand_words(options, 0, &err) != STATUS_OK) {
        return output_error(&err);
    }
    json_t *report = json_object();
    doctor.checks = report_list(report, "checks");
    look_at_screen(&doctor, terminal);
    look_at_looks(&doctor, terminal);
    look_at_keys(&doctor, terminal);
    look_at_campaign(&doctor, options);
    look_at_settings(&doctor, options->settings);
    look_at_data(&doctor);
    look_at_libraries(&doctor);
    report_set_whole(report, "faults", doctor.count[FINDING_FAULT]);
    report_set_whole(report, "notes", doctor.count[FINDING_NOTE]);
    int code = doctor.count[FINDING_FAULT] > 0 ? EXIT_OPERATING : EXIT_DONE;
    if (options_has(options, OPTION_JSON)) {
        output_report(report);
    } else {
        print(&doctor);
        json_decref(report);
    }
    return code;
}
