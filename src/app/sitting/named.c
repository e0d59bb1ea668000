#include "app/sitting/named.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "store/changes.h"
#include "tracker/command.h"
#include "tracker/naming.h"

/* ---- reading --------------------------------------------------------------------------- */

struct reading {
    struct named_list *list;
    const struct named_kind *kind;
};

static bool see_change(void *context, const struct change *change)
{
    const struct reading *reading = context;
    struct named_list *list = reading->list;
    struct named *one = NULL;
    for (int i = 0; i < list->count && one == NULL; i++) {
        one = list->one[i].id == change->thing_id ? &list->one[i] : NULL;
    }
    if (one == NULL && list->count == NAMED_MAX) {
        return true;
    }
    if (one == NULL) {
        one = &list->one[list->count++];
        *one = (struct named){.id = change->thing_id};
    }
    struct str value = change->is_set ? change->new : str_of("");
    if (str_equal(change->field, NAMED_NAME)) {
        utf8_clean(one->name, sizeof one->name, value);
    } else if (str_equal(change->field, reading->kind->text)) {
        utf8_clean(one->text, sizeof one->text, value);
    }
    if (one->name[0] == '\0' && one->text[0] == '\0') {
        *one = list->one[--list->count]; /* deleted ones take no room */
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct named *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order != 0 ? order : one->id < other->id ? -1 : one->id > other->id ? 1 : 0;
}

enum status named_read_from(struct named_list *out, const struct named_kind *kind,
                            struct campaign *campaign, struct error *err)
{
    struct reading reading = {out, kind};
    out->count = 0;
    enum status status =
        changes_of(campaign, str_of(kind->of->thing), 0, see_change, &reading, err);
    if (status == STATUS_OK && out->count > 1) {
        qsort(out->one, (size_t)out->count, sizeof out->one[0], compare);
    }
    return status;
}

enum status named_read(struct named_list *out, const struct named_kind *kind,
                       struct sitting *sitting, struct error *err)
{
    return named_read_from(out, kind, sitting->campaign, err);
}

struct named_list *named_list_new(const struct named_kind *kind, struct sitting *sitting,
                                  struct result *out)
{
    struct error err;
    struct named_list *list = malloc(sizeof *list);
    CHECK(list != NULL);
    if (named_read(list, kind, sitting, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        free(list);
        return NULL;
    }
    return list;
}

const struct named *named_fit(const struct named_list *list, struct str name)
{
    enum name_form best = NAME_FORMS;
    const struct named *found = NULL;
    for (int i = 0; i < list->count; i++) {
        enum name_form fit = names_fit(str_of(list->one[i].name), name);
        found = fit < best ? &list->one[i] : found;
        best = fit < best ? fit : best;
    }
    return found;
}

const struct named *named_same(const struct named_list *list, struct str name)
{
    const struct named *one = named_fit(list, name);
    return one != NULL && names_same(str_of(one->name), name) ? one : NULL;
}

const struct named *named_find(const struct named_list *list, const struct named_kind *kind,
                               struct str typed, struct result *out)
{
    struct meaning meaning;
    struct error err;
    const struct named *found = named_fit(list, typed);
    meaning_init(&meaning, typed);
    for (int i = 0; i < list->count; i++) {
        meaning_offer(&meaning, i, list->one[i].name);
    }
    if (found == NULL && kind->can_be_begun && meaning_is_clear(&meaning)) {
        found = &list->one[meaning.id];
    }
    if (found == NULL) {
        error_set(&err, STATUS_USAGE, "", "%s%s%s%s", kind->none[0], utf8_shown(typed).text,
                  kind->none[1],
                  list->count == 0 && kind->makes != NULL
                      ? kind->makes
                      : nearest_question(&meaning.nearest).text);
        result_be_wrong(out, &err);
    }
    return found;
}

void named_tell(const struct named_list *list, int width, struct text *out)
{
    for (int i = 0; i < list->count; i++) {
        text_add(out, "%s%-*s %s", out->n > 0 ? "\n" : "", width, list->one[i].name,
                 list->one[i].text);
    }
}

/* ---- changing -------------------------------------------------------------------------- */

/* Gives one its name and text, where they differ from those it has; "": none. */
static void write(struct sitting *sitting, const struct named_kind *kind,
                  const struct named *old, const struct named *new, const char *line,
                  struct result *out)
{
    struct collection_step step = {.of = kind->of, .line = line};
    if (strcmp(old->name, new->name) != 0) {
        collection_set(&step, new->id, NAMED_NAME, new->name);
    }
    if (strcmp(old->text, new->text) != 0) {
        collection_set(&step, new->id, kind->text, new->text);
    }
    if (step.count == 0) {
        result_refuse(out, "%s", kind->is_kept_so);
    } else {
        collection_write(sitting, &step, out);
    }
}

void named_keep(struct sitting *sitting, const struct named_kind *kind, const char *name,
                struct str text, struct result *out)
{
    struct error err;
    struct named new = {.id = 0}, none = {.id = 0};
    TEXT_BUFFER(line, COLLECTION_LABEL_SIZE);
    struct named_list *list =
        sitting_may_change(sitting, out) ? named_list_new(kind, sitting, out) : NULL;
    if (list == NULL) {
        return;
    }
    const struct named *old = named_same(list, str_of(name));
    text_format(new.name, sizeof new.name, "%s", name);
    utf8_clean(new.text, sizeof new.text, text);
    text_add(&line, "%s %s: %s", kind->word, new.name, new.text);
    new.id = old != NULL ? old->id : 0;
    if (old == NULL && list->count == NAMED_MAX) {
        result_refuse(out, "%s", kind->is_full);
    } else if (old == NULL &&
               collection_next_id(sitting, kind->of, &new.id, &err) != STATUS_OK) {
        collection_fail(sitting, kind->of, &err, out);
    } else {
        write(sitting, kind, old != NULL ? old : &none, &new, line.p, out);
    }
    free(list);
}

void named_rename(struct sitting *sitting, const struct named_kind *kind,
                  const struct command *command, struct result *out)
{
    struct named new;
    char name[NAMED_NAME_SIZE];
    TEXT_BUFFER(line, COLLECTION_LABEL_SIZE);
    struct named_list *list = NULL;
    if (!kind->read_name(name, command->argument[1].word, out) ||
        !sitting_may_change(sitting, out) ||
        (list = named_list_new(kind, sitting, out)) == NULL) {
        return;
    }
    const struct named *old = named_find(list, kind, command->argument[0].word, out);
    const struct named *other = named_same(list, str_of(name));
    if (old != NULL && other != NULL && other != old) {
        result_refuse(out, "%s", kind->is_taken);
    } else if (old != NULL) {
        text_add(&line, "%s %s is now %s", kind->word, old->name, name);
        new = *old;
        text_format(new.name, sizeof new.name, "%s", name);
        write(sitting, kind, old, &new, line.p, out);
    }
    free(list);
}

void named_delete(struct sitting *sitting, const struct named_kind *kind,
                  const struct command *command, struct result *out)
{
    TEXT_BUFFER(line, COLLECTION_LABEL_SIZE);
    struct named_list *list =
        sitting_may_change(sitting, out) ? named_list_new(kind, sitting, out) : NULL;
    const struct named *old =
        list != NULL ? named_find(list, kind, str_trimmed(command->argument[0].word), out)
                     : NULL;
    if (old != NULL) {
        struct named none = {.id = old->id};
        text_add(&line, "%s %s deleted", kind->word, old->name);
        write(sitting, kind, old, &none, line.p, out);
    }
    free(list);
}
