#include "cli/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/library/record_library.h"
#include "app/report/report.h"
#include "cli/act.h"
#include "cli/output.h"
#include "cli/rolls.h"
#include "cli/subcommands.h"
#include "resolver/tables/random_table.h"

/* Room for every text of a table and its chance. */
enum { MEMORY_SIZE = 64 << 20 };

/* The number of texts shown; the likeliest ones. */
enum { SHOWN_TEXTS = 40 };

struct asking {
    const struct options *options;
    struct table_library *library;
    const struct random_tables *tables;
    int index; /* of the named table */
};

bool tables_are_meant(const struct options *options)
{
    return options->words > 0 && options->word[0][0] == '@';
}

static void print_diagnostics(const struct diagnostics *diagnostics)
{
    for (int i = 0; i < diagnostics->count; i++) {
        (void)output_error(&diagnostics->diagnostic[i]);
    }
    if (diagnostics_full(diagnostics)) {
        output_message("referee: there may be more");
    }
}

/* EXIT_DONE when the tables were read. Mistakes in files other than the named one are reported,
 * and the rest is used. */
static int asking_begin(struct asking *asking, const struct options *options)
{
    struct error err;
    struct diagnostics diagnostics;
    *asking = (struct asking){.options = options};
    if (subcommand_words(options, 1, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = table_library_open(&asking->library, options->tables, &diagnostics);
    print_diagnostics(&diagnostics);
    if (status != STATUS_OK) {
        return output_exit_code(status);
    }
    asking->tables = table_library_tables(asking->library);
    return EXIT_DONE;
}

static enum status find_table(struct asking *asking, struct error *err)
{
    struct str name = str_of(asking->options->word[0] + 1);
    if (name.n == 0) {
        return error_set(err, STATUS_USAGE, "",
                         "the name of a table is missing after @; "
                         "`referee roll @` lists them");
    }
    asking->index = random_table_find(asking->tables, name, err);
    if (asking->index >= 0) {
        return STATUS_OK;
    }
    bool is_near = strchr(err->text, '?') != NULL;
    return error_set(err, STATUS_USAGE, "", "%s%s", err->text,
                     is_near ? "" : "; `referee roll @` lists them");
}

static const struct random_table *table_of(const struct asking *asking)
{
    return &asking->tables->table[asking->index];
}

/* ---- words ----------------------------------------------------------------------------- */

enum { WORDS_SIZE = 1000 };

static const char *dice_words(char out[WORDS_SIZE], const struct random_table *table)
{
    struct text text = text_over(out, WORDS_SIZE);
    random_table_format_dice(table, &text);
    return out;
}

static const char *combatant_words(char out[WORDS_SIZE], const struct random_table *table,
                                   int row)
{
    struct text text = text_over(out, WORDS_SIZE);
    random_table_format_row(table, row, &text);
    return out;
}

/* "coins", "2x curio". */
static const char *roll_words(char out[WORDS_SIZE], const struct random_tables *tables,
                              const struct table_roll *roll)
{
    struct text text = text_over(out, WORDS_SIZE);
    if (roll->times > 1) {
        text_add(&text, "%dx ", roll->times);
    }
    text_add(&text, "%s", tables->table[roll->table].name);
    return out;
}

static json_t *table_json(const struct random_table *table)
{
    char dice[WORDS_SIZE];
    json_t *object = json_object();
    report_set_words(object, "table", table->name);
    report_set_words(object, "title", table->title);
    report_set_words(object, "dice", dice_words(dice, table));
    return object;
}

/* ---- the list -------------------------------------------------------------------------- */

static void print_list(const struct asking *asking)
{
    if (options_has(asking->options, OPTION_JSON)) {
        json_t *report = json_object(), *tables = report_list(report, "tables");
        for (int i = 0; i < asking->tables->count; i++) {
            json_array_append_new(tables, table_json(&asking->tables->table[i]));
        }
        output_report(report);
        return;
    }
    for (int i = 0; i < asking->tables->count; i++) {
        char dice[WORDS_SIZE];
        const struct random_table *table = &asking->tables->table[i];
        output_line("@%-24s  %-8s  %s", table->name, dice_words(dice, table), table->title);
    }
}

/* ---- rolling --------------------------------------------------------------------------- */

struct table_rolling {
    const struct asking *asking;
    struct table_act act;
};

static void roll(void *what, struct dice *dice)
{
    struct table_rolling *rolling = what;
    random_table_roll(&rolling->act, rolling->asking->tables, rolling->asking->index, dice);
}

static void print(const void *what, const struct trace *trace)
{
    (void)what;
    TEXT_BUFFER(line, OUTPUT_LINE_MAX);
    trace_format(trace, &line);
    output_line("%s", line.p);
}

static json_t *head_json(const void *what)
{
    const struct table_rolling *rolling = what;
    return table_json(table_of(rolling->asking));
}

static void add_json(const void *what, json_t *answer)
{
    const struct table_rolling *rolling = what;
    TEXT_BUFFER(text, TABLE_WHOLE_TEXT_SIZE);
    random_table_text(&rolling->act, rolling->asking->tables, &text);
    json_t *outcome = report_object(answer, "outcome");
    report_set(outcome, "text", report_string((struct str){text.p, text.n}));
    json_t *rows = report_list(outcome, "rows");
    for (int i = 0; i < rolling->act.hits; i++) {
        const struct table_hit *hit = &rolling->act.hit[i];
        const struct random_table *table = &rolling->asking->tables->table[hit->table];
        const struct table_row *row = &table->row[hit->row];
        json_t *told = report_row(rows);
        report_set_words(told, "table", table->name);
        report_set_whole(told, "total", hit->total);
        report_set_words(told, "text", row->text);
        report_set_words_or_null(told, "result", reaction_word(row->reaction));
    }
}

static enum status roll_table(struct asking *asking, struct error *err)
{
    struct table_rolling rolling = {.asking = asking};
    const struct rolls rolls = {&rolling, roll, print, head_json, add_json};
    enum status status = find_table(asking, err);
    return status == STATUS_OK ? rolls_run(&rolls, 1, asking->options, err) : status;
}

int tables_roll(const struct options *options)
{
    struct asking asking;
    struct error err;
    int code = asking_begin(&asking, options);
    if (code != EXIT_DONE) {
        return code;
    }
    if (strcmp(options->word[0], "@") == 0) {
        print_list(&asking);
    } else if (roll_table(&asking, &err) != STATUS_OK) {
        code = output_error(&err);
    }
    table_library_close(asking.library);
    return code;
}

/* ---- odds ------------------------------------------------------------------------------ */

static json_t *report_of_odds(const struct asking *asking, const struct table_odds *odds)
{
    const struct random_table *table = table_of(asking);
    char words[WORDS_SIZE];
    json_t *report = table_json(table), *list = report_list(report, "rows");
    for (int i = 0; i < odds->rows; i++) {
        const struct table_row *row = &table->row[i];
        json_t *told = report_row(list);
        report_set_words(told, "roll", combatant_words(words, table, i));
        report_set_words(told, "text", row->text);
        report_set_words_or_null(told, "result", reaction_word(row->reaction));
        json_t *then = report_list(told, "then");
        for (int k = 0; k < row->rolls; k++) {
            json_array_append_new(
                then, json_string(roll_words(words, asking->tables, &row->roll[k])));
        }
        report_set_real(told, "probability", true, odds->row[i]);
    }
    report_set(report, "texts", json_null());
    list = odds->has_texts ? report_list(report, "texts") : NULL;
    for (int i = 0; list != NULL && i < odds->texts; i++) {
        json_t *told = report_row(list);
        report_set_words(told, "text", odds->text[i].text);
        report_set_real(told, "probability", true, odds->text[i].chance);
    }
    report_set_real(report, "unresolved", true, 0);
    return report;
}

static void print_row(const struct asking *asking, int i, double chance)
{
    char words[WORDS_SIZE];
    char percent[OUTPUT_PERCENT_SIZE];
    const struct table_row *row = &table_of(asking)->row[i];
    TEXT_BUFFER(line, OUTPUT_LINE_MAX);
    text_add(&line, "  %-10s  %8s  %s", combatant_words(words, table_of(asking), i),
             output_percent(percent, chance), row->text);
    for (int k = 0; k < row->rolls; k++) {
        text_add(&line, "%s%s", k == 0 ? " → " : ", ",
                 roll_words(words, asking->tables, &row->roll[k]));
    }
    output_row(&line);
}

/* The likeliest first, then in the order of the rows. */
static int compare_texts(const void *a, const void *b)
{
    const struct table_text_chance *const *left = a;
    const struct table_text_chance *const *right = b;
    if ((*left)->chance != (*right)->chance) {
        return (*left)->chance > (*right)->chance ? -1 : 1;
    }
    return *left < *right ? -1 : 1;
}

static void print_texts(const struct table_odds *odds)
{
    const struct table_text_chance **order = malloc((size_t)odds->texts * sizeof *order);
    CHECK(order != NULL);
    for (int i = 0; i < odds->texts; i++) {
        order[i] = &odds->text[i];
    }
    qsort(order, (size_t)odds->texts, sizeof *order, compare_texts);
    char percent[OUTPUT_PERCENT_SIZE];
    double rest = 0;
    for (int i = 0; i < odds->texts; i++) {
        if (i < SHOWN_TEXTS) {
            output_line("  %8s  %s", output_percent(percent, order[i]->chance), order[i]->text);
        } else {
            rest += order[i]->chance;
        }
    }
    if (odds->texts > SHOWN_TEXTS) {
        output_line("  %8s  %d more; --json lists them all", output_percent(percent, rest),
                    odds->texts - SHOWN_TEXTS);
    }
    free(order);
}

static void print_odds(const struct asking *asking, const struct table_odds *odds)
{
    char dice[WORDS_SIZE];
    const struct random_table *table = table_of(asking);
    output_line("%s: %s, %s", table->name, table->title, dice_words(dice, table));
    bool rolls_on = false;
    for (int i = 0; i < odds->rows; i++) {
        print_row(asking, i, odds->row[i]);
        rolls_on = rolls_on || table->row[i].rolls > 0;
    }
    if (!rolls_on) {
        return;
    }
    output_line("%s", "");
    if (!odds->has_texts) {
        output_line("there are too many texts to list with the tables rolled on next");
        return;
    }
    output_line("with the tables rolled on next");
    print_texts(odds);
}

int tables_odds(const struct options *options)
{
    struct asking asking;
    struct table_odds odds;
    struct error err;
    int code = asking_begin(&asking, options);
    if (code != EXIT_DONE) {
        return code;
    }
    void *memory = malloc(MEMORY_SIZE);
    CHECK(memory != NULL);
    struct arena arena;
    arena_init(&arena, memory, MEMORY_SIZE);
    enum status status = find_table(&asking, &err);
    if (status == STATUS_OK) {
        status = random_table_odds(&odds, asking.tables, asking.index, &arena, &err);
    }
    if (status != STATUS_OK) {
        code = output_error(&err);
    } else if (options_has(options, OPTION_JSON)) {
        output_report(report_of_odds(&asking, &odds));
    } else {
        print_odds(&asking, &odds);
    }
    free(memory);
    table_library_close(asking.library);
    return code;
}
