#include "cli/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/library/record_library.h"
#include "app/report/report.h"
#include "app/sitting/fresh_seed.h"
#include "cli/act.h"
#include "cli/output.h"
#include "cli/subcommands.h"
#include "resolver/tables/random_table.h"

/* ---- dice notation --------------------------------------------------------------------- */

static void roll_notation(void *what, struct dice *dice)
{
    struct notation_rolling *rolling = what;
    rolling->total = dice_total(dice, &rolling->expr, 1, (struct source){"roll", ""});
}

static void print_notation(const void *what, const struct trace *trace)
{
    const struct notation_rolling *rolling = what;
    /* on the stack the compiler would guard and probe them at each roll */
    static char kept[OUTPUT_LINE_MAX];
    static struct text line;
    line = text_over(kept, sizeof kept);
    trace_format(trace, &line);
    if (trace->steps == 0) { /* an expression without dice */
        text_add(&line, "%lld", (long long)rolling->total);
    }
    output_plain(&line);
}

static json_t *notation_json(const void *what)
{
    const struct notation_rolling *rolling = what;
    TEXT_BUFFER(text, DICE_TEXT_MAX + 16);
    if (rolling->times > 1) {
        text_add(&text, "%dx ", rolling->times);
    }
    dice_expr_format(&rolling->expr, &text);
    json_t *head = json_pack("{s:s}", "notation", text.p);
    if (rolling->typed[0] != '\0') {
        report_set_words(head, "typed", rolling->typed);
    }
    return head;
}

static void add_total(const void *what, json_t *answer)
{
    const struct notation_rolling *rolling = what;
    report_set_whole(answer, "total", rolling->total);
}

struct rolls rolls_of_notation(struct notation_rolling *rolling)
{
    return (struct rolls){rolling, roll_notation, print_notation, notation_json, add_total};
}

/* ---- rolling --------------------------------------------------------------------------- */

/* What one roll needs, kept from roll to roll: its place on the stack is guarded once. */
struct one_roll {
    struct dice dice;
    struct trace trace;
};

/* Makes one roll with its dice; the stream moves on. */
static enum status roll_once(struct one_roll *out, const struct rolls *rolls,
                             struct dice_stream *stream, const struct entered_dice *given,
                             struct error *err)
{
    dice_init_thrown(&out->dice, *stream, given->entered, given->count, false, &out->trace);
    rolls->roll(rolls->what, &out->dice);
    *stream = out->dice.stream; /* all rolls share one stream */
    return dice_finish(&out->dice, err);
}

static json_t *roll_json(const struct rolls *rolls, const struct trace *trace)
{
    json_t *roll = json_object();
    rolls->add_json(rolls->what, roll);
    report_set(roll, "trace", act_trace_json(trace));
    report_set(roll, "text", act_trace_text_json(trace));
    return roll;
}

enum status rolls_answer(json_t **out, const struct rolls *rolls, int times,
                         struct dice_stream *stream, const struct entered_dice *given,
                         struct error *err)
{
    uint64_t seed = stream->seed;
    json_t *array = json_array();
    struct one_roll roll;
    for (int i = 0; i < times; i++) {
        enum status status = roll_once(&roll, rolls, stream, given, err);
        if (status != STATUS_OK) {
            json_decref(array);
            return status;
        }
        json_array_append_new(array, roll_json(rolls, &roll.trace));
    }
    *out = rolls->head_json(rolls->what);
    report_set_whole(*out, "seed", (int64_t)seed);
    report_set(*out, "rolls", array);
    return STATUS_OK;
}

static void print_json(const struct rolls *rolls, const struct trace *trace)
{
    json_t *roll = roll_json(rolls, trace);
    char *text = output_json_text(roll);
    printf("%s", text);
    free(text);
    json_decref(roll);
}

static enum status roll_all(const struct rolls *rolls, int count, const struct options *options,
                            struct dice_stream stream, const struct entered_dice *given,
                            struct error *err)
{
    bool is_json = options_has(options, OPTION_JSON);
    struct one_roll roll;
    for (int i = 0; i < count && !output_has_failed(); i++) {
        enum status status = roll_once(&roll, rolls, &stream, given, err);
        if (status != STATUS_OK) {
            return status;
        }
        if (!is_json) {
            rolls->print(rolls->what, &roll.trace);
            continue;
        }
        if (i == 0) {
            json_t *head = rolls->head_json(rolls->what);
            char *text = output_json_text(head);
            printf("%.*s, \"seed\": %llu, \"rolls\": [", (int)strlen(text) - 1, text,
                   (unsigned long long)stream.seed);
            free(text);
            json_decref(head);
        } else {
            printf(", ");
        }
        print_json(rolls, &roll.trace);
    }
    if (is_json) {
        printf("]}\n");
    }
    return STATUS_OK;
}

enum status rolls_run(const struct rolls *rolls, int times, const struct options *options,
                      struct error *err)
{
    enum { ROLLS_MAX = 1000000 };
    struct entered_dice given; /* of the only roll that has some */
    struct dice_stream stream = {.seed = options->seed};
    int64_t count = (int64_t)times * options->count;
    if (count > ROLLS_MAX) {
        return error_set(err, STATUS_USAGE, "", "at most 1,000,000 rolls, not %lld",
                         (long long)count);
    }
    enum status status = act_dice_of_one_roll(&given, (int)count, options, err);
    if (status == STATUS_OK && !options_has(options, OPTION_SEED)) {
        status = fresh_seed(&stream.seed, err);
    }
    return status == STATUS_OK ? roll_all(rolls, (int)count, options, stream, &given, err)
                               : status;
}

int roll_run(const struct options *options)
{
    struct error err;
    if (tables_are_meant(options)) {
        return options_no_dialect(options, &err) == STATUS_OK ? tables_roll(options)
                                                              : output_error(&err);
    }
    struct notation_rolling rolling;
    const struct rolls rolls = rolls_of_notation(&rolling);
    struct text typed = text_over(rolling.typed, sizeof rolling.typed);
    enum status status =
        options_dice_expr(&rolling.times, &rolling.expr, &typed, options, &err);
    if (status == STATUS_OK) {
        status = rolls_run(&rolls, rolling.times, options, &err);
    }
    return status == STATUS_OK ? EXIT_DONE : output_error(&err);
}

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
        char words[WORDS_SIZE];
        char percent[OUTPUT_PERCENT_SIZE];
        const struct table_row *row = &table_of(asking)->row[i];
        TEXT_BUFFER(line, OUTPUT_LINE_MAX);
        text_add(&line, "  %-10s  %8s  %s", combatant_words(words, table_of(asking), i),
                 output_percent(percent, odds->row[i]), row->text);
        for (int k = 0; k < row->rolls; k++) {
            text_add(&line, "%s%s", k == 0 ? " → " : ", ",
                     roll_words(words, asking->tables, &row->roll[k]));
        }
        output_row(&line);
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
