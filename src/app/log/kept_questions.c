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

/* ---- reading --------------------------------------------------------------------------- */

/* The one with this id, which may be new; NULL: there is no room. */
static struct kept_question *question_at(struct kept_questions *kept, int64_t id)
{
    for (int i = 0; i < kept->count; i++) {
        if (kept->question[i].id == id) {
            return &kept->question[i];
        }
    }
    if (kept->count == KEPT_QUESTIONS_MAX) {
        return NULL;
    }
    struct kept_question *question = &kept->question[kept->count++];
    *question = (struct kept_question){.id = id};
    return question;
}

static bool see_change(void *context, const struct change *change)
{
    struct kept_questions *kept = context;
    struct kept_question *question = question_at(kept, change->thing_id);
    struct str value = change->is_set ? change->new : str_of("");
    if (question == NULL) {
        return true;
    }
    if (str_equal(change->field, KEPT_QUESTION_NAME)) {
        utf8_clean(question->name, sizeof question->name, value);
    } else if (str_equal(change->field, KEPT_QUESTION_WORDS)) {
        utf8_clean(question->words, sizeof question->words, value);
    }
    if (question->name[0] == '\0' && question->words[0] == '\0') {
        *question = kept->question[--kept->count]; /* deleted ones take no room */
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct kept_question *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order != 0 ? order : one->id < other->id ? -1 : one->id > other->id ? 1 : 0;
}

enum status kept_questions_read(struct kept_questions *out, struct sitting *sitting,
                                struct error *err)
{
    out->count = 0;
    enum status status = changes_of(sitting->campaign, str_of(question_collection.thing), 0,
                                    see_change, out, err);
    if (status == STATUS_OK && out->count > 1) {
        qsort(out->question, (size_t)out->count, sizeof out->question[0], compare);
    }
    return status;
}

const struct kept_question *kept_questions_find(const struct kept_questions *kept,
                                                struct str name)
{
    enum name_form best = NAME_FORMS;
    const struct kept_question *found = NULL;
    for (int i = 0; i < kept->count; i++) {
        enum name_form fit = names_fit(str_of(kept->question[i].name), name);
        found = fit < best ? &kept->question[i] : found;
        best = fit < best ? fit : best;
    }
    return found;
}

void kept_questions_tell(const struct kept_questions *kept, struct text *out)
{
    for (int i = 0; i < kept->count; i++) {
        text_add(out, "\n%-10s %s", kept->question[i].name, kept->question[i].words);
    }
}

/* ---- in the place of their names ------------------------------------------------------- */

static enum status refuse_name(const struct kept_questions *kept, struct str name,
                               struct error *err)
{
    struct nearest nearest;
    TEXT_BUFFER(word, ASK_WORD_SIZE + 16);
    nearest_init(&nearest, name);
    for (int i = 0; i < kept->count; i++) {
        nearest_offer(&nearest, kept->question[i].name);
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
static enum status add_words(struct asking *asking, const struct kept_question *question,
                             struct error *err)
{
    struct asking inner;
    enum status status = asking_read_line(&inner, str_of(question->words), err);
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

enum status kept_questions_put(struct asking *asking, const struct kept_questions *kept,
                               struct error *err)
{
    struct asking whole = {.terms = 0, .undone = asking->undone};
    enum status status = STATUS_OK;
    for (int i = 0; i < asking->terms && status == STATUS_OK; i++) {
        const struct asked_term *term = &asking->term[i];
        const struct kept_question *question =
            term->kind == ASK_QUESTION ? kept_questions_find(kept, term->text) : NULL;
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
    struct kept_questions *kept = malloc(sizeof *kept);
    CHECK(kept != NULL);
    enum status status = kept_questions_read(kept, sitting, err);
    if (status == STATUS_OK) {
        status = kept_questions_put(asking, kept, err);
    }
    free(kept);
    return status;
}

/* ---- the commands ---------------------------------------------------------------------- */

/* The name as it is kept: clean, in one piece, and short enough. */
static bool read_name(char name[KEPT_NAME_SIZE], struct str word, struct result *out)
{
    struct error err;
    struct str trimmed = str_trimmed(word);
    utf8_clean(name, KEPT_NAME_SIZE, trimmed);
    if (name[0] != '\0' && trimmed.n < KEPT_NAME_SIZE) {
        return true;
    }
    if (trimmed.n >= KEPT_NAME_SIZE) {
        (void)!error_too_long(&err, "the question's name", KEPT_NAME_SIZE - 1);
    } else {
        error_set(&err, STATUS_USAGE, "", "expected a name for the question");
    }
    result_be_wrong(out, &err);
    return false;
}

/* Whether these words can be kept. */
static bool are_words(struct str words, struct result *out)
{
    struct asking asking;
    struct error err;
    enum status status = asking_read_line(&asking, words, &err);
    for (int i = 0; i < asking.terms && status == STATUS_OK; i++) {
        if (asking.term[i].kind == ASK_QUESTION) {
            status = error_set(&err, STATUS_USAGE, "",
                               "a kept question cannot name another one: write its words");
        }
    }
    if (status == STATUS_OK && words.n >= KEPT_WORDS_SIZE) {
        status = error_too_long(&err, "the question", KEPT_WORDS_SIZE - 1);
    }
    if (status != STATUS_OK) {
        result_be_wrong(out, &err);
    }
    return status == STATUS_OK;
}

/* What is kept, the caller's to free; NULL: it cannot be read or changed, *out says why. */
static struct kept_questions *read_kept(struct sitting *sitting, struct result *out)
{
    struct error err;
    if (!sitting_may_change(sitting, out)) {
        return NULL;
    }
    struct kept_questions *kept = malloc(sizeof *kept);
    CHECK(kept != NULL);
    if (kept_questions_read(kept, sitting, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        free(kept);
        return NULL;
    }
    return kept;
}

/* The one of this name; NULL, with the nearest in *out, when there is none. */
static const struct kept_question *find(const struct kept_questions *kept, struct str name,
                                        struct result *out)
{
    const struct kept_question *question = kept_questions_find(kept, name);
    if (question == NULL) {
        struct error err;
        struct nearest nearest;
        nearest_init(&nearest, name);
        for (int i = 0; i < kept->count; i++) {
            nearest_offer(&nearest, kept->question[i].name);
        }
        error_set(&err, STATUS_USAGE, "", "no question is kept as \"%s\"%s",
                  utf8_shown(name).text, nearest_question(&nearest).text);
        result_be_wrong(out, &err);
    }
    return question;
}

/* The one that has this name already; one that only looks like it without marks does not. */
static const struct kept_question *find_same(const struct kept_questions *kept,
                                             const char *name)
{
    const struct kept_question *question = kept_questions_find(kept, str_of(name));
    bool is_same = question != NULL && names_same(str_of(question->name), str_of(name));
    return is_same ? question : NULL;
}

/* Gives one its name and words, where they differ from those it has; "": none. */
static void write(struct sitting *sitting, const struct kept_question *old,
                  const struct kept_question *new, const char *line, struct result *out)
{
    struct collection_step step = {.of = &question_collection, .line = line};
    if (strcmp(old->name, new->name) != 0) {
        collection_set(&step, new->id, KEPT_QUESTION_NAME, new->name);
    }
    if (strcmp(old->words, new->words) != 0) {
        collection_set(&step, new->id, KEPT_QUESTION_WORDS, new->words);
    }
    if (step.count == 0) {
        result_refuse(out, "it is kept like that already");
    } else {
        collection_write(sitting, &step, out);
    }
}

/* A number for a new one; false when there is none left. */
static bool number_new(struct sitting *sitting, const struct kept_questions *kept, int64_t *id,
                       struct result *out)
{
    struct error err;
    enum status status = collection_next_id(sitting, &question_collection, id, &err);
    if (status == STATUS_OK && (kept->count == KEPT_QUESTIONS_MAX || *id == 0)) {
        status = error_set(&err, STATUS_USAGE, "",
                           "%d questions are kept, which is all there is room for: "
                           "question-delete makes room",
                           kept->count);
    }
    if (status != STATUS_OK) {
        collection_fail(sitting, &question_collection, &err, out);
    }
    return status == STATUS_OK;
}

void sitting_run_keep_question(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    struct kept_question new = {.id = 0}, none = {.id = 0};
    struct str words = str_trimmed(command->argument[1].word);
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (!read_name(new.name, command->argument[0].word, out) || !are_words(words, out)) {
        return;
    }
    utf8_clean(new.words, sizeof new.words, words);
    struct kept_questions *kept = read_kept(sitting, out);
    if (kept == NULL) {
        return;
    }
    const struct kept_question *old = find_same(kept, new.name);
    text_add(&line, "question %s: %s", new.name, new.words);
    new.id = old != NULL ? old->id : 0;
    if (old != NULL || number_new(sitting, kept, &new.id, out)) {
        write(sitting, old != NULL ? old : &none, &new, line.p, out);
    }
    free(kept);
}

void sitting_run_rename_question(struct sitting *sitting, const struct command *command,
                                 struct result *out)
{
    struct kept_question new;
    char name[KEPT_NAME_SIZE];
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (!read_name(name, command->argument[1].word, out)) {
        return;
    }
    struct kept_questions *kept = read_kept(sitting, out);
    if (kept == NULL) {
        return;
    }
    const struct kept_question *old = find(kept, command->argument[0].word, out);
    const struct kept_question *other = find_same(kept, name);
    if (old != NULL && other != NULL && other != old) {
        result_refuse(out,
                      "another question has that name: delete it first, or take another name");
    } else if (old != NULL) {
        text_add(&line, "question %s is now %s", old->name, name);
        new = *old;
        text_format(new.name, sizeof new.name, "%s", name);
        write(sitting, old, &new, line.p, out);
    }
    free(kept);
}

void sitting_run_delete_question(struct sitting *sitting, const struct command *command,
                                 struct result *out)
{
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    struct kept_questions *kept = read_kept(sitting, out);
    if (kept == NULL) {
        return;
    }
    const struct kept_question *old = find(kept, str_trimmed(command->argument[0].word), out);
    if (old != NULL) {
        struct kept_question none = {.id = old->id};
        text_add(&line, "question %s deleted", old->name);
        write(sitting, old, &none, line.p, out);
    }
    free(kept);
}
