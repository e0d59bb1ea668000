#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/transfer/import.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "cli/lines.h"
#include "cli/output.h"
#include "cli/subcommands.h"

enum { STDIN_BYTES_MAX = 32 << 20, REPORT_SIZE = 4 << 20 };

static enum status add_stdin(struct sitting *sitting, struct import_plan *plan,
                             struct error *err)
{
    char *bytes = malloc(STDIN_BYTES_MAX);
    CHECK(bytes != NULL);
    int n = (int)fread(bytes, 1, STDIN_BYTES_MAX, stdin);
    enum status status =
        import_plan_add(sitting, plan, (struct str){bytes, n}, "standard input", err);
    free(bytes);
    return status;
}

static void print_json(const struct import_plan *plan)
{
    output_report(import_plan_report(plan));
}

static void print_lines(const struct import_plan *plan)
{
    char *bytes = malloc(REPORT_SIZE);
    CHECK(bytes != NULL);
    struct text out = text_over(bytes, REPORT_SIZE);
    import_plan_tell(plan, &out);
    output_lines(out.p);
    free(bytes);
}

/* The kinds are those of the open encounter's game. */
static enum status check_game(struct sitting *sitting, const struct options *options,
                              struct error *err)
{
    const struct system *system = state_system(sitting_state(sitting));
    const struct system *wanted =
        options->system != NULL ? system_named(str_of(options->system), err) : system;
    if (wanted == NULL) {
        return err->code;
    }
    return wanted == system ? STATUS_OK
                            : error_set(err, STATUS_USAGE, "--system",
                                        "the open encounter is of %s: open one of %s first, "
                                        "and kinds of that game can come in",
                                        system->title, wanted->title);
}

/* What the files hold, with these answers. Standard input is read once: nothing is asked then.
 */
static enum status plan_files(struct import_plan *plan, struct sitting *sitting,
                              const struct options *options, struct error *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < options->values.count && status == STATUS_OK; i++) {
        status = import_plan_answer(sitting, plan, str_of(options->values.word[i]), err);
    }
    for (int i = 0; i < options->words && status == STATUS_OK; i++) {
        status = strcmp(options->word[i], "-") == 0
                     ? add_stdin(sitting, plan, err)
                     : import_plan_add_path(sitting, plan, options->word[i], err);
    }
    return status == STATUS_OK
               ? import_plan_end(sitting, plan, options_has(options, OPTION_KEEP), err)
               : status;
}

/* ---- at a terminal ----------------------------------------------------------------------- */

static bool can_ask(const struct options *options)
{
    for (int i = 0; i < options->words; i++) {
        if (strcmp(options->word[i], "-") == 0) {
            return false;
        }
    }
    return !options_has(options, OPTION_JSON) && !options_has(options, OPTION_DRY_RUN) &&
           isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
}

static struct str answer_to(struct lines *lines, const char *question)
{
    output_prompt(question);
    return lines_next(lines) == LINE_READ ? str_trimmed(lines->line) : (struct str){0};
}

/* Asks about each lack of a plan; the answers go into another one. True: there is one that
 * changes something. */
static bool ask_lacks(struct sitting *sitting, const struct import_plan *plan,
                      struct import_plan *answered, struct lines *lines)
{
    bool has_any = false;
    for (int i = 0; i < plan->lacks; i++) {
        TEXT_BUFFER(question, 400);
        import_lack_question(&plan->lack[i], &question);
        text_add(&question, ": ");
        bool is_settled = false;
        while (!is_settled) {
            struct error err;
            TEXT_BUFFER(words, 300);
            struct str typed = answer_to(lines, question.p);
            text_add(&words, "%s=%.*s", plan->lack[i].field, typed.n,
                     typed.n > 0 ? typed.p : "");
            is_settled = typed.n == 0 ||
                         import_plan_answer(sitting, answered, (struct str){words.p, words.n},
                                            &err) == STATUS_OK;
            has_any = has_any || (is_settled && typed.n > 0 && !str_equal(typed, "-"));
            if (!is_settled) {
                output_line("Wrong: %s; Enter leaves it so.", err.text);
            }
        }
    }
    return has_any;
}

/* Asks, and plans again where something was answered. */
static enum status ask_at_terminal(struct import_plan **plan, struct sitting *sitting,
                                   const struct options *options, struct error *err)
{
    struct import_plan *answered = import_plan_new();
    struct lines *lines = malloc(sizeof *lines);
    CHECK(lines != NULL);
    lines_init(lines, stdin);
    enum status status = STATUS_OK;
    if (ask_lacks(sitting, *plan, answered, lines)) {
        struct options with = *options;
        if (str_is_choice(answer_to(lines, "keep these values for later imports? yes or no: "),
                          "yes")) {
            with.given |= (uint64_t)1 << OPTION_KEEP;
        }
        status = plan_files(answered, sitting, &with, err);
        import_plan_free(*plan);
        *plan = answered;
    } else {
        import_plan_free(answered);
    }
    free(lines);
    return status;
}

int import_run(const struct options *options)
{
    struct sitting *sitting = NULL;
    struct error err;
    bool is_dry = options_has(options, OPTION_DRY_RUN);
    if (options->words == 0) {
        error_set(&err, STATUS_USAGE, "",
                  "import needs files or folders: it is referee import FILE ...");
        return output_error(&err);
    }
    enum status status = options_campaign_for_writing(&sitting, options, &err);
    status = status == STATUS_OK ? check_game(sitting, options, &err) : status;
    struct import_plan *plan = import_plan_new();
    status = status == STATUS_OK ? plan_files(plan, sitting, options, &err) : status;
    if (status == STATUS_OK && plan->taken > 0 && plan->lacks > 0 && can_ask(options)) {
        status = ask_at_terminal(&plan, sitting, options, &err);
    }
    int code = EXIT_DONE;
    if (status == STATUS_OK && plan->taken > 0 && !is_dry) {
        struct result *result = malloc(sizeof *result);
        CHECK(result != NULL);
        import_plan_write(sitting, plan, result);
        if (result->kind != RESULT_DONE) {
            status = result->kind == RESULT_REFUSED
                         ? error_set(&err, STATUS_CONFLICT, "", "%s", result->refusal.reason)
                         : result->error.code;
            err = result->kind == RESULT_REFUSED ? err : result->error;
        }
        free(result);
    }
    if (status != STATUS_OK) {
        code = output_error(&err);
    } else {
        (options_has(options, OPTION_JSON) ? print_json : print_lines)(plan);
        code = plan->taken > 0 ? EXIT_DONE : EXIT_REFUSED;
    }
    import_plan_free(plan);
    sitting_close(sitting);
    return code;
}
