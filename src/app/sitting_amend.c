#include "app/sitting_amend.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting_carry.h"
#include "app/sitting_data.h"
#include "app/sitting_decision.h"
#include "app/sitting_state.h"

/* ---- words ----------------------------------------------------------------------------- */

enum { WORDS_MAX = 128 };

struct words {
    struct str word[WORDS_MAX]; /* as they stand in the line, quotes and all */
    int count;
};

/* False when there are too many. */
static bool words_of(struct str line, struct words *out)
{
    out->count = 0;
    for (;;) {
        struct str rest = line;
        while (rest.n > 0 && char_is_space(rest.p[0])) {
            rest = (struct str){rest.p + 1, rest.n - 1};
        }
        if (str_next_list(&line).p == NULL) {
            return true;
        }
        if (out->count == WORDS_MAX) {
            return false;
        }
        int n = (int)(line.p - rest.p);
        while (n > 0 && char_is_space(rest.p[n - 1])) {
            n--;
        }
        out->word[out->count++] = (struct str){rest.p, n};
    }
}

/* The name before '=', or the whole word; empty when it does not begin with a letter. */
static struct str option_name(struct str word)
{
    const char *equals = memchr(word.p, '=', (size_t)word.n);
    bool begins = word.n > 0 && char_is_letter(word.p[0]);
    return (struct str){word.p, !begins ? 0 : equals == NULL ? word.n : (int)(equals - word.p)};
}

static bool same(struct str a, struct str b)
{
    return a.n > 0 && str_equal_any_case(a, b);
}

static bool is_number(struct str word)
{
    return word.n > 0 &&
           (char_is_digit(word.p[0]) ||
            (word.n > 1 && strchr("-+=", word.p[0]) != NULL && char_is_digit(word.p[1])));
}

static const struct command_def *def_of(const struct sitting *sitting, struct str name)
{
    for (int i = 0; i < sitting->commands; i++) {
        if (str_equal_any_case(name, str_of(sitting->command[i]->name))) {
            return sitting->command[i];
        }
    }
    return NULL;
}

static bool has_option(const struct command_def *def, struct str word)
{
    bool has_value = memchr(word.p, '=', (size_t)word.n) != NULL;
    if (def == NULL || command_option_name(def, 0) == NULL || option_name(word).n == 0) {
        return false;
    }
    const char *known;
    for (int i = 0; (known = command_option_name(def, i)) != NULL; i++) {
        if (same(option_name(word), str_of(known))) {
            return true;
        }
    }
    return has_value;
}

/* ---- putting changes in ---------------------------------------------------------------- */

static void append(struct words *words, struct str word)
{
    if (words->count < WORDS_MAX) {
        words->word[words->count++] = word;
    }
}

static void remove_at(struct words *words, int at)
{
    words->count--;
    memmove(&words->word[at], &words->word[at + 1],
            (size_t)(words->count - at) * sizeof words->word[0]);
}

static void change_option(struct words *words, int first, struct str change)
{
    bool is_end = change.p[change.n - 1] == '=';
    for (int i = first; i < words->count; i++) {
        if (same(option_name(words->word[i]), option_name(change))) {
            words->word[i] = change;
            if (is_end) {
                remove_at(words, i);
            }
            return;
        }
    }
    if (!is_end) {
        append(words, change);
    }
}

/* `first` is the place of the first word behind the command. */
static void change_word(struct words *words, const struct command_def *def, int first,
                        struct str change)
{
    bool is_new_number = is_number(change);
    for (int i = first; i < words->count; i++) {
        if (!has_option(def, words->word[i]) && is_number(words->word[i]) == is_new_number) {
            words->word[i] = change;
            return;
        }
    }
    append(words, change);
}

bool amend_line(const struct sitting *sitting, struct str line, struct str changes,
                struct text *out)
{
    static const char also[] = "also=";
    struct words words, change;
    if (!words_of(line, &words) || !words_of(changes, &change)) {
        return false;
    }
    bool is_whole = change.count > 0 && (def_of(sitting, change.word[0]) != NULL ||
                                         str_equal_any_case(change.word[0], str_of("ruling")));
    if (is_whole) {
        text_add_str(out, changes);
        return !out->is_cut;
    }
    int name = words.count > 0 && str_equal_any_case(words.word[0], str_of("ruling")) ? 1 : 0;
    const struct command_def *def =
        words.count > name ? def_of(sitting, words.word[name]) : NULL;
    for (int i = 0; i < change.count; i++) {
        struct str word = change.word[i];
        struct str head = {word.p, (int)sizeof also - 1};
        if (word.n >= head.n && str_equal_any_case(head, str_of(also))) {
            append(&words, (struct str){word.p + head.n, word.n - head.n});
        } else if (has_option(def, word)) {
            change_option(&words, name + 1, word);
        } else {
            change_word(&words, def, name + 1, word);
        }
    }
    for (int i = 0; i < words.count; i++) {
        text_add(out, "%s", i == 0 ? "" : " ");
        text_add_str(out, words.word[i]);
    }
    return !out->is_cut;
}

/* ---- the command ----------------------------------------------------------------------- */

/* The answer to a question is put behind `amend ...`, where it must not replace anything. */
static void adapt_question(struct question *question)
{
    char prefix[sizeof question->prefix];
    memcpy(prefix, question->prefix, sizeof prefix);
    struct text text = text_over(question->prefix, sizeof question->prefix);
    text_add(&text, "also=%s", prefix);
}

/* The new act could not be written: the old one stands again. When that cannot be written
 * either, it is one `redo` away, and the result says already what is wrong. */
static void go_back(struct sitting *sitting, const struct act_row *last)
{
    struct error err;
    struct act_row redo = {.kind = ROW_REDO,
                           .encounter = sitting->encounter.id,
                           .round = sitting->state.value[ENCOUNTER_ROUND],
                           .at_ms = sitting->now_ms()};
    struct text text = text_over(redo.label, sizeof redo.label);
    text_add(&text, "redone: %s", last->label);
    if (log_move(sitting->campaign, &redo, last->id, &sitting->position, &err) == STATUS_OK &&
        sitting_follow_head(sitting, last->parent, &err) != STATUS_OK) {
        struct result ignored;
        sitting_fail(sitting, &err, &ignored);
    }
}

/* One undo and one act: the decision was made on the state before the last act. */
static void put_in_place(struct sitting *sitting, const struct act_row *last, const char *line,
                         struct result *out)
{
    struct error err;
    struct act_row undo = {.kind = ROW_UNDO,
                           .encounter = sitting->encounter.id,
                           .round = sitting->state.value[ENCOUNTER_ROUND],
                           .at_ms = sitting->now_ms()};
    struct text text;
    text_init(&text, undo.label, sizeof undo.label);
    text_add(&text, "undone: %s", last->label);
    char label[sizeof sitting->decision.label];
    text_init(&text, label, sizeof label);
    text_add(&text, "amended: %s", sitting->decision.label);
    memcpy(sitting->decision.label, label, sizeof label);
    int64_t from = sitting->position.head;
    if (log_move(sitting->campaign, &undo, last->parent, &sitting->position, &err) !=
            STATUS_OK ||
        sitting_follow_head(sitting, from, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    sitting_commit(sitting, line, out);
    if (out->kind == RESULT_FAILED && sitting->position.head == last->parent) {
        go_back(sitting, last);
    }
}

/* Decides the amended line on the state before the last act; true when it could be put in
 * place. Without changes `out` has the line of the last act. */
static bool decide_amended(struct sitting *sitting, const struct command *command, bool asks,
                           struct act_row *last, struct text *line, struct result *out)
{
    struct error err;
    struct state *before = calloc(1, sizeof *before);
    bool is_decided = false;
    CHECK(before != NULL);
    state_init(before, state_system(&sitting->state));
    enum status status = log_row(sitting->campaign, sitting->position.head, last, &err);
    if (status == STATUS_OK) {
        status =
            log_state(sitting->campaign, sitting->encounter.id, last->parent, before, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (sitting_is_carry(last)) {
        out->kind = RESULT_REFUSED;
        text_format(
            out->refusal.reason, sizeof out->refusal.reason,
            "what came from another encounter has no line to change; undo takes it back");
        out->refusal.rule = "";
    } else if (!command->argument[0].is_given) {
        text_format(out->text, sizeof out->text, "%s", last->command);
    } else if (!amend_line(sitting, str_of(last->command), command->argument[0].word, line)) {
        out->kind = RESULT_WRONG;
        error_set(&out->error, STATUS_USAGE, "", "the amended line is too long");
    } else {
        sitting_decide(sitting, before, line->p, asks);
        is_decided = sitting_settle(sitting, out);
        if (out->kind == RESULT_ASKS) {
            adapt_question(&out->question);
        }
    }
    free(before);
    return is_decided;
}

void sitting_run_amend(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    struct act_row last;
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (sitting->encounter.id == 0 || sitting->position.head == 0) {
        out->kind = RESULT_REFUSED;
        text_format(out->refusal.reason, sizeof out->refusal.reason,
                    "there is nothing to amend: this is the start");
        out->refusal.rule = "";
    } else if (decide_amended(sitting, command, sitting->asks, &last, &text, out)) {
        put_in_place(sitting, &last, text.p, out);
    }
}

void sitting_preview_amend(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    struct act_row last;
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (command->argument[0].is_given && sitting->encounter.id != 0 &&
        sitting->position.head != 0 &&
        decide_amended(sitting, command, true, &last, &text, out)) {
        sitting_tell_preview(sitting, out);
    }
}
