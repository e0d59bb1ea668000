/* `referee questions`: ten ready questions to the log, and those that were kept. */
#include "app/report/report.h"
#include "cli/subcommands.h"

#include <stdlib.h>

#include "app/log/kept_questions.h"
#include "app/log/questions.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "cli/options.h"
#include "cli/output.h"

/* Those of the campaign; without a campaign there are none. */
static enum status read_kept(struct kept_questions *out, const struct options *options,
                             int *code, struct error *err)
{
    struct sitting *sitting;
    out->count = 0;
    enum status status = options_campaign_for_reading(&sitting, options, err);
    if (status == STATUS_MISSING) {
        return STATUS_OK;
    }
    if (status == STATUS_OK) {
        status = kept_questions_read(out, sitting, err);
        *code = options_campaign_close(sitting, *code);
    }
    return status;
}

static json_t *kept_as_json(const struct kept_questions *kept)
{
    json_t *list = json_array();
    for (int i = 0; i < kept->count; i++) {
        json_t *one = json_object();
        report_set_words(one, "name", kept->question[i].name);
        report_set_words(one, "words", kept->question[i].words);
        json_array_append_new(list, one);
    }
    return list;
}

static void print_list(const struct kept_questions *kept, bool is_json)
{
    json_t *list = json_array();
    for (int i = 0; ready_question_at(i) != NULL; i++) {
        const struct ready_question *question = ready_question_at(i);
        if (is_json) {
            json_array_append_new(list, json_pack("{s:s, s:s}", "question", question->key,
                                                  "text", question->text));
        } else {
            output_line("%-10s %s", question->key, question->text);
        }
    }
    if (is_json) {
        json_t *document = json_object();
        json_object_set(document, "questions", list);
        report_set(document, "kept", kept_as_json(kept));
        output_json(document);
    }
    json_decref(list);
    for (int i = 0; i < kept->count && !is_json; i++) {
        output_line("question=%-10s %s", kept->question[i].name, kept->question[i].words);
    }
}

static int list_all(const struct options *options)
{
    struct error err;
    int code = EXIT_DONE;
    struct kept_questions *kept = malloc(sizeof *kept);
    CHECK(kept != NULL);
    if (read_kept(kept, options, &code, &err) == STATUS_OK) {
        print_list(kept, options_has(options, OPTION_JSON));
    } else {
        code = output_error(&err);
    }
    free(kept);
    return code;
}

static void print_json(const struct answer *answer, const struct ready_question *question)
{
    json_t *document = json_object(), *rows = json_array();
    for (int i = 0; i < answer->rows; i++) {
        json_t *row = json_object();
        report_set_words(row, "name", answer->row[i].name);
        for (int k = 0; k < QUESTION_COLUMNS && question->column[k] != NULL; k++) {
            double number = answer->row[i].number[k];
            report_set(row, question->column[k],
                       question->decimals[k] > 0 ? json_real(number)
                                                 : json_integer((json_int_t)number));
        }
        json_array_append_new(rows, row);
    }
    report_set_words(document, "question", question->key);
    report_set_words(document, "text", question->text);
    report_set(document, "rows", rows);
    output_json(document);
}

static void print_text(const struct answer *answer, const struct ready_question *question)
{
    enum { ROW_SIZE = 160 };
    int size = ROW_SIZE * (answer->rows + 4);
    char *room = malloc((size_t)size);
    CHECK(room != NULL);
    struct text text = text_over(room, size);
    answer_format(answer, question, &text);
    output_lines(text.p);
    free(room);
}

static enum status answer(struct sitting *sitting, const struct options *options,
                          struct error *err)
{
    const struct ready_question *question;
    struct asking asking;
    struct sitting_acts_wish wish;
    struct answer told = {.row = NULL};
    enum status status = ready_question_find(&question, str_of(options->word[0]), err);
    if (status == STATUS_OK) {
        status =
            sitting_read_wish(&wish, &asking, sitting, (const char *const *)options->word + 1,
                              options->words - 1, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    status = ready_question_answer(&told, sitting, question, &wish, err);
    bool is_damaged = status == STATUS_DAMAGED && sitting_damage(sitting) != NULL;
    if ((status == STATUS_OK || is_damaged) && options_has(options, OPTION_JSON)) {
        print_json(&told, question);
    } else if (status == STATUS_OK || is_damaged) {
        print_text(&told, question);
    }
    answer_free(&told);
    return is_damaged ? STATUS_OK : status; /* closing tells of the damage */
}

int questions_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    if (options->words == 0) {
        return list_all(options);
    }
    if (options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = answer(sitting, options, &err);
    return options_campaign_close(sitting,
                                  status == STATUS_OK ? EXIT_DONE : output_error(&err));
}
