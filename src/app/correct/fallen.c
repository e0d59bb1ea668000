#include "app/correct/fallen.h"

#include <jansson.h>
#include <string.h>

#include "store/campaign.h"

/* ---- reading --------------------------------------------------------------------------- */

static struct kept_die die_of(const json_t *number, bool is_entered)
{
    struct kept_die die = {.is_entered = is_entered};
    die.is_real = json_is_real(number);
    if (die.is_real) {
        die.real = json_real_value(number);
    } else {
        die.face = json_integer_value(number);
    }
    return die;
}

/* A step of the roll's record (tracker/roll_record.h), when it is a throw. */
static void add_throw(struct kept_dice *out, const json_t *step)
{
    const char *dice = json_string_value(json_object_get(step, "dice"));
    const char *label = json_string_value(json_object_get(step, "why"));
    const char *source = json_string_value(json_object_get(step, "source"));
    const json_t *faces = json_object_get(step, "faces");
    if (dice == NULL) {
        return;
    }
    bool is_entered = source != NULL && strcmp(source, "given") == 0;
    bool is_total = json_array_size(faces) == 0;
    kept_dice_add_throw(out, label != NULL ? label : "", dice, is_total);
    if (is_total) {
        kept_dice_add(out, die_of(json_object_get(step, "value"), is_entered));
    }
    for (size_t i = 0; i < json_array_size(faces); i++) {
        kept_dice_add(out, die_of(json_array_get(faces, i), is_entered));
    }
}

/* Whether there is a step beside the request and the outcome, which are missing in older
 * logs. */
static bool has_arithmetic(const json_t *steps)
{
    size_t count = json_array_size(steps);
    const char *first = json_string_value(json_object_get(json_array_get(steps, 0), "step"));
    return first != NULL && strcmp(first, "request") == 0 ? count > 2 : count > 0;
}

void fallen_add(struct kept_dice *out, const struct event *event)
{
    json_t *steps =
        event->trace.n > 0 ? json_loadb(event->trace.p, (size_t)event->trace.n, 0, NULL) : NULL;
    if (has_arithmetic(steps)) {
        kept_dice_add_roll(out, event->subject, event->object);
    }
    for (size_t i = 0; i < json_array_size(steps); i++) {
        add_throw(out, json_array_get(steps, i));
    }
    json_decref(steps);
}

static bool see(void *context, const struct event *event)
{
    fallen_add(context, event);
    return true;
}

enum status fallen_read(struct kept_dice *out, struct campaign *campaign, int64_t act,
                        struct error *err)
{
    enum status status = log_events(campaign, act, see, out, err);
    if (status == STATUS_OK && out->is_cut) {
        return error_set(err, STATUS_FULL, "", "act %lld has too many dice to keep them",
                         (long long)act);
    }
    return status;
}

/* ---- other dice ------------------------------------------------------------------------ */

static bool is_same(const struct entered *a, const struct entered *b)
{
    return a->kind == b->kind && a->value == b->value && a->decimal == b->decimal;
}

/* The throw with die number `at`, counted over all throws. */
static struct kept_throw *throw_at(struct kept_dice *kept, int at)
{
    for (int i = 0; i < kept->throws_count; i++) {
        struct kept_throw *throw = &kept->throws[i];
        if (at >= throw->first && at < throw->first + throw->count) {
            return throw;
        }
    }
    return NULL;
}

static void strike(struct kept_dice *kept, int from, int end)
{
    for (int i = from; i < end; i++) {
        kept->die[i].as = KEPT_NOT;
    }
}

/* Writes one word of the line for die number `at`; returns the number of the next die. */
static int replace_one(struct kept_dice *kept, int at, enum entered_kind was,
                       const struct entered *now, bool is_kept)
{
    struct kept_throw *throw = throw_at(kept, at);
    struct kept_die *die = &kept->die[at];
    int end = throw->first + throw->count;
    bool is_whole = was == GIVEN_TOTAL || was == GIVEN_ROLL || now->kind == GIVEN_TOTAL ||
                    now->kind == GIVEN_ROLL;
    int behind = is_whole ? end : at + 1;
    if (is_kept) {
        return behind;
    }
    strike(kept, at, behind);
    if (now->kind != GIVEN_ROLL) {
        *die = (struct kept_die){.face = now->value,
                                 .real = now->decimal,
                                 .is_real = now->kind == GIVEN_DECIMAL,
                                 .is_entered = true,
                                 .as = KEPT_REPLACED};
        if (at == throw->first) {
            throw->is_total = now->kind == GIVEN_TOTAL;
        }
    }
    return behind;
}

int fallen_replace(struct kept_dice *kept, const struct entered *before, int before_count,
                   const struct entered *now, int now_count)
{
    int at = 0;
    int i = 0;
    for (; i < now_count && at < kept->dice; i++) {
        if (now[i].kind == GIVEN_ROLL_ALL) {
            strike(kept, at, kept->dice);
            return i;
        }
        bool has_before = i < before_count;
        bool is_kept = has_before && is_same(&before[i], &now[i]);
        at = replace_one(kept, at, has_before ? before[i].kind : now[i].kind, &now[i], is_kept);
    }
    return i;
}

/* ---- words ----------------------------------------------------------------------------- */

void fallen_add_die(const struct kept_die *die, struct text *out)
{
    if (die->is_real) {
        text_add_fraction(out, die->real);
    } else {
        text_add(out, "%lld", (long long)die->face);
    }
}

static void add_throw_words(const struct kept_dice *kept, const struct kept_throw *throw,
                            struct text *out)
{
    for (int k = 0; k < throw->count; k++) {
        text_add(out, throw->is_total ? " =" : " ");
        fallen_add_die(&kept->die[throw->first + k], out);
    }
}

void fallen_words(const struct kept_dice *kept, struct text *out)
{
    int last = kept->throws_count;
    while (last > 0 && !kept->die[kept->throws[last - 1].first].is_entered) {
        last--;
    }
    for (int i = 0; i < last; i++) {
        const struct kept_throw *throw = &kept->throws[i];
        if (kept->die[throw->first].is_entered) {
            add_throw_words(kept, throw, out);
        } else {
            text_add(out, " *");
        }
    }
}

void fallen_all_words(const struct kept_dice *kept, struct text *out)
{
    for (int i = 0; i < kept->throws_count; i++) {
        add_throw_words(kept, &kept->throws[i], out);
    }
}

void fallen_tell_unused(const struct kept_dice *kept, struct text *out)
{
    const struct kept_die *die;
    const struct kept_throw *throw = NULL;
    int i = 0;
    int count = 0;
    while ((die = kept_dice_unused(kept, &i, &throw)) != NULL) {
        text_add(out, count == 0 ? "the " : ", the ");
        fallen_add_die(die, out);
        text_add(out, " (%s)", throw->label);
        count++;
    }
    if (count > 0) {
        text_add(out, count == 1 ? " is no longer used" : " are no longer used");
    }
}

bool fallen_misplaced(const struct kept_dice *kept, struct text *out)
{
    const struct kept_die *die;
    const struct kept_throw *throw = NULL;
    int i = 0;
    while ((die = kept_dice_unused(kept, &i, &throw)) != NULL) {
        if (die->as == KEPT_REPLACED) {
            fallen_add_die(die, out);
            text_add(out, " is not used: no die is rolled for it (%s)", throw->label);
            return true;
        }
    }
    return false;
}
