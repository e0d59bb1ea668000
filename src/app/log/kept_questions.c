#include "app/log/kept_questions.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "store/changes.h"
#include "tracker/naming.h"

const struct collection question_collection = {
    .thing = "question",
    .commands = "questions",
    .nothing_done = "nothing was changed in the kept questions",
    .nothing_undone = "nothing was taken back in the kept questions"};

static bool read_name(char name[NAMED_NAME_SIZE], struct str word, struct result *out);
static enum status check(const char *name, struct str words, struct error *err);

const struct named_kind question_kind = {
    .of = &question_collection,
    .word = "question",
    .text = KEPT_QUESTION_WORDS,
    .read_name = read_name,
    .check = check,
    .none = {"no question is kept as \"", "\""},
    .is_kept_so = "it is kept like that already",
    .is_taken = "another question has that name: delete it first, or take another name",
    .is_full = "there is no room for more questions: question-delete makes some"};

/* ---- in the place of their names ------------------------------------------------------- */

static enum status refuse_name(const struct named_list *kept, struct str name,
                               struct error *err)
{
    struct nearest nearest;
    TEXT_BUFFER(word, ASK_WORD_SIZE + 16);
    nearest_init(&nearest, name);
    for (int i = 0; i < kept->count; i++) {
        nearest_offer(&nearest, kept->one[i].name);
    }
    text_add(&word, "question=");
    int place = word.n;
    text_add_str(&word, name);
    const char *expected =
        kept->count > 0 ? "no question was kept under this name" : "no question was kept yet";
    return asking_wrong((struct str){word.p, word.n}, place, expected,
                        nearest_question(&nearest).text, err);
}

/* Adds the words of one; *asking has room for its own words only. */
static enum status add_words(struct asking *asking, const struct named *question,
                             struct error *err)
{
    struct asking inner;
    enum status status = asking_read_line(&inner, str_of(question->text), err);
    if (status != STATUS_OK) {
        return status;
    }
    for (int i = 0; i < inner.terms; i++) {
        if (inner.term[i].kind == ASK_QUESTION || !asking_add(asking, &inner.term[i])) {
            return error_set(err, STATUS_USAGE, "", "that is too much to ask at once");
        }
    }
    asking->undone = inner.undone != UNDONE_LEFT_OUT ? inner.undone : asking->undone;
    return STATUS_OK;
}

enum status kept_questions_put(struct asking *asking, const struct named_list *kept,
                               struct error *err)
{
    struct asking whole = {.terms = 0, .undone = asking->undone};
    enum status status = STATUS_OK;
    for (int i = 0; i < asking->terms && status == STATUS_OK; i++) {
        const struct asked_term *term = &asking->term[i];
        const struct named *question =
            term->kind == ASK_QUESTION ? named_fit(kept, term->text) : NULL;
        if (question != NULL) {
            status = add_words(&whole, question, err);
        } else if (term->kind == ASK_QUESTION) {
            status = refuse_name(kept, term->text, err);
        } else if (!asking_add(&whole, term)) {
            status = error_set(err, STATUS_USAGE, "", "that is too much to ask at once");
        }
    }
    if (status == STATUS_OK) {
        asking_copy(asking, &whole);
    }
    return status;
}

static bool names_question(const struct asking *asking)
{
    for (int i = 0; i < asking->terms; i++) {
        if (asking->term[i].kind == ASK_QUESTION) {
            return true;
        }
    }
    return false;
}

enum status sitting_put_questions(struct sitting *sitting, struct asking *asking,
                                  struct error *err)
{
    if (!names_question(asking)) {
        return STATUS_OK;
    }
    struct named_list *kept = malloc(sizeof *kept);
    CHECK(kept != NULL);
    enum status status = named_read(kept, &question_kind, sitting, err);
    if (status == STATUS_OK) {
        status = kept_questions_put(asking, kept, err);
    }
    free(kept);
    return status;
}

/* ---- the commands ---------------------------------------------------------------------- */

/* The name as it is kept: clean, in one piece, and short enough. */
static bool read_name(char name[NAMED_NAME_SIZE], struct str word, struct result *out)
{
    struct error err;
    struct str trimmed = str_trimmed(word);
    utf8_clean(name, NAMED_NAME_SIZE, trimmed);
    if (name[0] != '\0' && trimmed.n < NAMED_NAME_SIZE) {
        return true;
    }
    if (trimmed.n >= NAMED_NAME_SIZE) {
        (void)!error_too_long(&err, "the question's name", NAMED_NAME_SIZE - 1);
    } else {
        error_set(&err, STATUS_USAGE, "", "expected a name for the question");
    }
    result_be_wrong(out, &err);
    return false;
}

static enum status check(const char *name, struct str words, struct error *err)
{
    struct asking asking;
    if (name[0] == '\0' || strlen(name) >= NAMED_NAME_SIZE) {
        return error_set(err, STATUS_USAGE, "", "expected a name of a question");
    }
    enum status status = asking_read_line(&asking, words, err);
    for (int i = 0; status == STATUS_OK && i < asking.terms; i++) {
        if (asking.term[i].kind == ASK_QUESTION) {
            status = error_set(err, STATUS_USAGE, "",
                               "a kept question cannot name another one: write its words");
        }
    }
    if (status == STATUS_OK && words.n >= KEPT_WORDS_SIZE) {
        status = error_too_long(err, "the question", KEPT_WORDS_SIZE - 1);
    }
    return status;
}

void sitting_run_keep_question(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    char name[NAMED_NAME_SIZE];
    struct error err;
    struct str words = str_trimmed(command->argument[1].word);
    if (!read_name(name, command->argument[0].word, out)) {
        return;
    }
    if (check(name, words, &err) == STATUS_OK) {
        named_keep(sitting, &question_kind, name, words, out);
    } else {
        result_be_wrong(out, &err);
    }
}
