#include "games/four_against_darkness/readings.h"

#include "games/four_against_darkness/combatant.h"
#include "tracker/naming.h"

/* The parts of a reading, from the lowest bits on. */
enum {
    HEAD_BITS = 4,   /* is, may, may-not; or a roll, and whether it is against one */
    KIND_BITS = 4,   /* enum amount_kind */
    AMOUNT_BITS = 8, /* from AMOUNT_LOW on */
    PLACE_BITS = 7,  /* a place in the label */
    AMOUNT_LOW = -100,
    READ_MARK = 1 << 30 /* distinguishes a reading from the amount in old logs */
};
enum { HEADS = TEXT_ROLL + 2 * ROLLS, AMOUNT_KINDS = AMOUNT_BURST + 1 };

_Static_assert(LABEL_SIZE <= 1 << PLACE_BITS, "a place in a label finds room");
_Static_assert((int)HEADS <= 1 << HEAD_BITS && (int)AMOUNT_KINDS <= 1 << KIND_BITS,
               "every kind finds room");

/* ---- writing --------------------------------------------------------------------------- */

static int pack(int *reading, int shift, int bits, int value)
{
    CHECK(value >= 0 && value < 1 << bits);
    *reading |= value << shift;
    return shift + bits;
}

int reading_of(const char *label)
{
    struct str source, text;
    struct modifier modifier;
    struct error err;
    if (!modifier_split(label, &source, &text) || !modifier_parse(&modifier, text, &err)) {
        return 1;
    }
    int head = modifier.kind == TEXT_ROLL
                   ? TEXT_ROLL + 2 * (int)modifier.roll + (modifier.is_against ? 1 : 0)
                   : (int)modifier.kind;
    int end = (int)(text.p - label) + text.n;
    int conditions = modifier.conditions.n > 0 ? (int)(modifier.conditions.p - label) : end;
    int reading = READ_MARK, shift = 0;
    shift = pack(&reading, shift, HEAD_BITS, head);
    shift = pack(&reading, shift, KIND_BITS, (int)modifier.amount_kind);
    shift = pack(&reading, shift, AMOUNT_BITS, modifier.amount - AMOUNT_LOW);
    shift = pack(&reading, shift, PLACE_BITS, (int)(text.p - label));
    pack(&reading, shift, PLACE_BITS, conditions);
    return reading;
}

/* ---- reading --------------------------------------------------------------------------- */

static int unpack(int reading, int *shift, int bits)
{
    int value = reading >> *shift & ((1 << bits) - 1);
    *shift += bits;
    return value;
}

/* The first word of these texts. */
static const struct str heads[] = {
    [TEXT_IS] = {"is", 2}, [TEXT_MAY] = {"may", 3}, [TEXT_MAY_NOT] = {"may-not", 7}};

static bool look_at_reading(const struct effect *effect, struct modifier *out,
                            struct str *source)
{
    int shift = 0;
    int head = unpack(effect->amount, &shift, HEAD_BITS);
    int kind = unpack(effect->amount, &shift, KIND_BITS);
    int amount = unpack(effect->amount, &shift, AMOUNT_BITS) + AMOUNT_LOW;
    int text = unpack(effect->amount, &shift, PLACE_BITS);
    int conditions = unpack(effect->amount, &shift, PLACE_BITS);
    struct str label = str_of(effect->label);
    int words = text + (head < TEXT_ROLL ? heads[head].n : 0);
    if (head >= HEADS || kind >= AMOUNT_KINDS || text < 3 || words > conditions ||
        conditions > label.n) {
        return false;
    }
    *source = (struct str){label.p, text - 2};
    *out = (struct modifier){.kind = head < TEXT_ROLL ? (enum text_kind)head : TEXT_ROLL,
                             .amount_kind = (enum amount_kind)kind,
                             .amount = amount,
                             .conditions = {label.p + conditions, label.n - conditions}};
    if (out->kind == TEXT_ROLL) {
        out->roll = (enum roll)((head - TEXT_ROLL) / 2);
        out->is_against = (head - TEXT_ROLL) % 2 != 0;
    } else {
        out->words = str_trimmed((struct str){label.p + words, conditions - words});
    }
    return true;
}

bool reading_look(const struct effect *effect, struct modifier *out, struct str *source)
{
    struct str text;
    struct error err;
    if (effect->amount >= READ_MARK && look_at_reading(effect, out, source)) {
        return true;
    }
    return modifier_split(effect->label, source, &text) && modifier_parse(out, text, &err);
}

bool reading_is(const struct modifier *modifier, struct str word)
{
    struct str words = modifier->kind == TEXT_IS ? modifier->words : (struct str){"", 0};
    for (struct str one; (one = str_next_word(&words)).p != NULL;) {
        if (library_names_equal(one, word)) {
            return true;
        }
    }
    return false;
}

/* ---- keeping --------------------------------------------------------------------------- */

bool modifier_put(struct decision *decision, int id, const char *source, const char *text)
{
    TEXT_BUFFER(out, LABEL_SIZE);
    text_add(&out, "%s: %s", source, text);
    if (out.is_cut) {
        decision_wrong(decision, "%s: name and text have at most %d bytes together", source,
                       LABEL_SIZE - 3);
        return false;
    }
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_MODIFIER, id, 0, str_of(out.p),
                    reading_of(out.p));
    return decision_goes_on(decision);
}

void modifiers_forget(struct decision *decision, int id, const char *source)
{
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        struct str from, text;
        bool is_it = effect->kind == FOUR_MODIFIER && effect->subject == id &&
                     modifier_split(effect->label, &from, &text) &&
                     library_names_equal(from, str_of(source));
        if (is_it) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        } else {
            i++;
        }
    }
}
