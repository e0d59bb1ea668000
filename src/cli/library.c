/* `referee library`: searching kinds, checking files of them, and adding files to the user's
 * own. */
#include "app/report/report.h"
#include "cli/subcommands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/library/record_library.h"
#include "app/sitting/sitting.h"
#include "app/library/campaign_library.h"
#include "app/library/kinds.h"
#include "cli/options.h"
#include "cli/output.h"

/* ---- searching ------------------------------------------------------------------------- */

/* What is shown of the kinds of one game. */
struct shown {
    const struct system *system;
    struct kind_weighing *weighing; /* NULL: they are not weighed */
    json_t *found;                  /* the report's rows */
};

static void add_weighed_by(json_t *report, const char *name,
                           const struct kind_weighing *weighing,
                           const struct kind_weight *weight, enum weighing_against against)
{
    struct interval chance = kind_weight_chance(weight, against);
    json_t *object = report_object(report, name), *names = report_list(object, "names");
    int count = against == WEIGHED_BY_ONE ? 1 : kind_weighing_party(weighing);
    for (int i = 0; i < count; i++) {
        json_array_append_new(names, json_string(kind_weighing_name(weighing, i)));
    }
    report_set_real(object, "won", true, chance.middle);
    report_set(object, "interval", json_pack("[f, f]", chance.low, chance.high));
}

static json_t *add_record(const struct shown *shown, const struct library_record *record)
{
    json_t *row = report_row(shown->found);
    TEXT_BUFFER(facts, OUTPUT_LINE_MAX);
    report_set_words(row, "system", shown->system->id);
    report_set_words(row, "kind", record->kind->name);
    report_set_words(row, "name", record->name);
    report_set_words(row, "from", library_place_word(record->place));
    json_t *fields = report_object(row, "fields");
    for (int i = 1; i < record->kind->fields_count; i++) {
        const struct library_texts *texts = &record->field[i];
        const char *name = record->kind->fields[i].value.name;
        bool is_list = record->kind->fields[i].shape == RECORD_LIST;
        json_t *list = is_list && texts->count > 0 ? report_list(fields, name) : NULL;
        if (!is_list && texts->count > 0) {
            report_set_words(fields, name, texts->text[0]);
        }
        for (int k = 0; list != NULL && k < texts->count; k++) {
            json_array_append_new(list, report_string(str_of(texts->text[k])));
        }
    }
    if (shown->weighing == NULL || !kind_is_weighed(shown->weighing, record)) {
        kind_numbers(record, &facts);
        report_set_words(row, ".facts", facts.p);
        return row;
    }
    struct kind_weight weight = {.fights = 0};
    (void)kind_weigh(shown->weighing, record->name, &weight, WEIGHING_FIGHTS);
    kind_weighing_tell(shown->weighing, &weight, &facts);
    report_set_words(row, ".facts", facts.p);
    json_t *weighed = report_object(row, "weighed");
    if (weight.why_not[0] != '\0') {
        report_set_words(weighed, "why_not", weight.why_not);
    } else {
        report_set_whole(weighed, "fights", weight.fights);
        add_weighed_by(weighed, "alone", shown->weighing, &weight, WEIGHED_BY_ONE);
        add_weighed_by(weighed, "party", shown->weighing, &weight, WEIGHED_BY_ALL);
    }
    return row;
}

/* Adds the matching kinds of one game, and shows each as it is found, for weighing takes a
 * while. Returns their number. */
static int search_system(const struct shown *shown, const struct library *library,
                         struct str words, bool is_json)
{
    static const struct report_column columns[] = {
        {.name = "name", .columns = LIBRARY_NAME_MAX + 2, .indent = 2},
        {.name = "kind", .columns = 8},
        {.name = "from", .columns = 8},
        {.name = ".facts"}};
    struct kind_search *search = kind_search_make(library, NULL);
    const struct library_record **records =
        calloc((size_t)library->count + 1, sizeof(struct library_record *));
    CHECK(records != NULL);
    int count = kind_search(search, words, records, library->count);
    if (count > 0 && !is_json) {
        output_line("%s", shown->system->title);
    }
    for (int i = 0; i < count; i++) {
        json_t *row = add_record(shown, records[i]);
        if (!is_json) {
            output_report_row(row, columns, 4);
        }
    }
    free(records);
    kind_search_free(search);
    return count;
}

/* A game whose kinds cannot be weighed shows them without. */
static int show_system(const struct system *system, const struct library *library,
                       struct str words, const struct options *options, json_t *found)
{
    struct shown shown = {.system = system, .found = found};
    struct error err;
    if (options_has(options, OPTION_WEIGH) &&
        kind_weighing_new(&shown.weighing, system, library, NULL, &err) != STATUS_OK) {
        (void)output_error(&err);
    }
    int count = search_system(&shown, library, words, options_has(options, OPTION_JSON));
    kind_weighing_free(shown.weighing);
    return count;
}

/* Mistakes in files are reported, and the rest is searched. */
static void tell_mistakes(const struct diagnostics *diagnostics)
{
    for (int i = 0; i < diagnostics->count; i++) {
        (void)output_error(&diagnostics->diagnostic[i]);
    }
}

/* Searches all games, or the named one, with the campaign's kinds if there is one. */
static int search(const struct options *options, const struct system *only,
                  struct sitting *sitting)
{
    json_t *report = json_object(), *found = report_list(report, "kinds");
    TEXT_BUFFER(words, 1024);
    int count = 0, mistakes = 0;
    for (int i = 0; i < options->words; i++) {
        text_add(&words, "%s%s", i > 0 ? " " : "", options->word[i]);
    }
    for (int i = 0; i < systems_count(); i++) {
        struct record_library *library = NULL;
        struct diagnostics diagnostics = {.count = 0};
        const struct system *system = system_at(i);
        if (only != NULL && system != only) {
            continue;
        }
        const struct library *records = NULL;
        if (sitting != NULL) {
            records = sitting_library_of(sitting, system, &diagnostics);
        } else {
            record_library_open(&library, system, &diagnostics);
            records = record_library(library);
        }
        tell_mistakes(&diagnostics);
        mistakes += diagnostics.count;
        count += show_system(system, records, (struct str){words.p, words.n}, options, found);
        record_library_close(library);
    }
    if (options_has(options, OPTION_JSON)) {
        output_report(json_incref(report));
    } else if (count == 0) {
        output_line("no kind has %s", words.p);
    }
    json_decref(report);
    return mistakes > 0 ? EXIT_OPERATING : EXIT_DONE;
}

static int run_search(const struct options *options, const struct system *only)
{
    struct sitting *sitting = NULL;
    struct error err;
    enum status status = options_campaign_for_reading(&sitting, options, &err);
    if (status != STATUS_OK && (status != STATUS_MISSING || options->db != NULL)) {
        return output_error(&err);
    }
    int code = search(options, only, sitting);
    sitting_close(sitting);
    return code;
}

/* ---- checking -------------------------------------------------------------------------- */

/* A file that was looked over. */
struct looked_over {
    const char *path;
    const struct system *system; /* NULL: it has random tables, which are of no game */
    int count;                   /* of its kinds, or tables */
    struct diagnostics diagnostics;
};

static json_t *report_of_file(const struct looked_over *file)
{
    bool is_right = file->diagnostics.count == 0;
    json_t *report = json_object();
    report_set_words(report, "file", file->path);
    if (file->system != NULL) {
        report_set_words(report, "system", file->system->id);
    }
    report_set_whole(report, file->system != NULL ? "kinds" : "tables",
                     is_right ? file->count : 0);
    json_t *mistakes = report_list(report, "mistakes");
    for (int i = 0; i < file->diagnostics.count; i++) {
        json_t *mistake = report_row(mistakes);
        report_set_words(mistake, "where", file->diagnostics.diagnostic[i].where);
        report_set_words(mistake, "text", file->diagnostics.diagnostic[i].text);
    }
    return report;
}

/* "1 kind for" its game, "3 random tables". */
static void add_count(const struct looked_over *file, struct text *out)
{
    const char *plural = file->count == 1 ? "" : "s";
    if (file->system != NULL) {
        text_add(out, "%d kind%s for %s", file->count, plural, file->system->title);
    } else {
        text_add(out, "%d random table%s", file->count, plural);
    }
}

static void print_file(const struct looked_over *file)
{
    TEXT_BUFFER(count, 200);
    tell_mistakes(&file->diagnostics);
    if (diagnostics_full(&file->diagnostics)) {
        output_message("referee: there may be more");
    }
    if (file->diagnostics.count == 0) {
        add_count(file, &count);
        output_line("%s: %s, no mistake", file->path, count.p);
    }
}

static void look_over_tables(struct looked_over *file)
{
    struct table_library *library;
    if (table_library_open(&library, file->path, &file->diagnostics) == STATUS_OK) {
        file->count = table_library_named(library);
        file->diagnostics.count = 0; /* mistakes in other files are not asked for */
        table_library_close(library);
    }
}

static const struct system *game_of(const char *path, const struct system *only,
                                    struct error *err)
{
    const struct system *system = only;
    if (system == NULL && library_file_system(&system, path, err) != STATUS_OK) {
        return NULL;
    }
    return system;
}

static int needs_files(const char *word, struct error *err)
{
    error_set(err, STATUS_USAGE, "", "the file is missing: referee library %s FILE", word);
    return output_error(err);
}

static int run_check(const struct options *options, const struct system *only)
{
    struct error err;
    int code = EXIT_DONE;
    if (options->words < 2) {
        return needs_files("check", &err);
    }
    json_t *files = json_array();
    for (int i = 1; i < options->words; i++) {
        struct looked_over file = {.path = options->word[i]};
        struct library_check check = {.path = file.path,
                                      .others = (const char *const *)options->word + 1,
                                      .others_count = options->words - 1};
        bool is_of_tables = only == NULL && library_file_is_of_tables(file.path);
        file.system = is_of_tables ? NULL : game_of(file.path, only, &err);
        if (is_of_tables) {
            look_over_tables(&file);
        } else if (file.system == NULL) {
            code = output_error(&err);
            continue;
        } else {
            file.count = record_library_check(file.system, &check, &file.diagnostics);
        }
        if (options_has(options, OPTION_JSON)) {
            json_array_append_new(files, report_of_file(&file));
        } else {
            print_file(&file);
        }
        code = file.diagnostics.count > 0
                   ? output_exit_code(file.diagnostics.diagnostic[0].code)
                   : code;
    }
    if (options_has(options, OPTION_JSON)) {
        output_json(json_pack("{s:o}", "files", files));
    } else {
        json_decref(files);
    }
    return code;
}

/* ---- adding ---------------------------------------------------------------------------- */

static int copy(const struct options *options, const struct looked_over *file,
                const char *place)
{
    struct error err;
    TEXT_BUFFER(count, 200);
    enum status status =
        library_file_copy(file->path, place, options_has(options, OPTION_REPLACE), &err);
    if (status == STATUS_CONFLICT) {
        TEXT_BUFFER(text, OUTPUT_LINE_MAX);
        text_add(&text, "referee: %s", err.text);
        output_message(text.p);
        return EXIT_REFUSED;
    }
    if (status != STATUS_OK) {
        return output_error(&err);
    }
    if (options_has(options, OPTION_JSON)) {
        struct looked_over copied = *file;
        copied.path = place;
        json_t *object = report_of_file(&copied);
        json_object_del(object, "mistakes");
        output_json(object);
    } else {
        add_count(file, &count);
        output_line("%s added: %s", count.p, place);
    }
    return EXIT_DONE;
}

static int run_add(const struct options *options, const struct system *only)
{
    struct error err;
    if (options->words != 2) {
        return needs_files("add", &err);
    }
    struct looked_over file = {.path = options->word[1]};
    bool is_of_tables = only == NULL && library_file_is_of_tables(file.path);
    file.system = is_of_tables ? NULL : game_of(file.path, only, &err);
    TEXT_BUFFER(place, LIBRARY_PATH_SIZE);
    if ((!is_of_tables && file.system == NULL) ||
        library_file_place(file.system, file.path, &place, &err) != STATUS_OK) {
        return output_error(&err);
    }
    if (is_of_tables) {
        look_over_tables(&file);
    } else {
        struct library_check check = {.path = file.path, .instead = place.p};
        file.count = record_library_check(file.system, &check, &file.diagnostics);
    }
    if (file.diagnostics.count > 0) {
        print_file(&file);
        output_message("referee: nothing was copied");
        return output_exit_code(file.diagnostics.diagnostic[0].code);
    }
    return copy(options, &file, place.p);
}

int library_run(const struct options *options)
{
    struct error err;
    const struct system *only = NULL;
    if (options->system != NULL) {
        only = system_named(str_of(options->system), &err);
        if (only == NULL) {
            return output_error(&err);
        }
    }
    const char *first = options->words > 0 ? options->word[0] : "";
    if (strcmp(first, "check") == 0) {
        return run_check(options, only);
    }
    if (strcmp(first, "add") == 0) {
        return run_add(options, only);
    }
    return run_search(options, only);
}
