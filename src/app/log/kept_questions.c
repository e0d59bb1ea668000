#include "app/log/kept_questions.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "store/changes.h"
#include "tracker/name_form.h"

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
