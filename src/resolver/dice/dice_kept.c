#include "resolver/dice/dice_kept.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

void kept_dice_init(struct kept_dice *kept)
{
    memset(kept, 0, sizeof *kept);
    kept_dice_restart(kept);
}

/* ---- what fell ------------------------------------------------------------------------- */

void kept_dice_add_roll(struct kept_dice *kept, int subject, int object)
{
    if (kept->rolls == KEPT_ROLLS_MAX) {
        kept->is_cut = true;
        return;
    }
    kept->roll[kept->rolls++] =
        (struct kept_roll){.subject = subject, .object = object, .first = kept->throws_count};
}

void kept_dice_add_throw(struct kept_dice *kept, const char *label, const char *dice,
                         bool is_total)
{
    if (kept->is_cut || kept->rolls == 0 || kept->throws_count == KEPT_THROWS_MAX) {
        kept->is_cut = true;
        return;
    }
    struct kept_throw *throw = &kept->throws[kept->throws_count++];
    *throw = (struct kept_throw){.first = kept->dice, .is_total = is_total};
    snprintf(throw->label, sizeof throw->label, "%s", label);
    snprintf(throw->dice, sizeof throw->dice, "%s", dice);
    kept->roll[kept->rolls - 1].count++;
}

void kept_dice_add(struct kept_dice *kept, struct kept_die die)
{
    if (kept->is_cut || kept->throws_count == 0 || kept->dice == KEPT_DICE_MAX) {
        kept->is_cut = true;
        return;
    }
    kept->die[kept->dice++] = die;
    kept->throws[kept->throws_count - 1].count++;
}

/* ---- deciding -------------------------------------------------------------------------- */

void kept_dice_restart(struct kept_dice *kept)
{
    for (int i = 0; i < kept->rolls; i++) {
        kept->roll[i].is_used = false;
    }
    for (int i = 0; i < kept->throws_count; i++) {
        kept->throws[i].is_used = false;
    }
    for (int i = 0; i < kept->dice; i++) {
        kept->die[i].is_used = false;
    }
    kept->now_roll = -1;
    kept->now_throw = -1;
    if (!kept->knows_rollers) {
        kept->rollers = 0;
    }
}

void kept_dice_learn_rollers(struct kept_dice *kept)
{
    kept->knows_rollers = true;
}

const struct kept_die *kept_dice_unused(const struct kept_dice *kept, int *i,
                                        const struct kept_throw **of)
{
    for (int t = 0; t < kept->throws_count; t++) {
        const struct kept_throw *throw = &kept->throws[t];
        int from = *i > throw->first ? *i : throw->first;
        for (int d = from; d < throw->first + throw->count; d++) {
            if (!kept->die[d].is_used && kept->die[d].as != KEPT_NOT) {
                *i = d + 1;
                *of = throw;
                return &kept->die[d];
            }
        }
    }
    return NULL;
}

bool kept_dice_are_left(const struct kept_dice *kept)
{
    if (kept->now_roll < 0) {
        return false;
    }
    const char *label = kept->throws[kept->roll[kept->now_roll].first].label;
    for (int i = 0; i < kept->rolls; i++) {
        const struct kept_roll *roll = &kept->roll[i];
        if (!roll->is_used && roll->count > 0 &&
            strcmp(kept->throws[roll->first].label, label) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- places ---------------------------------------------------------------------------- */

void kept_dice_begin_roll(struct kept_dice *kept, int subject, int object)
{
    kept->subject = subject;
    kept->object = object;
    kept->now_roll = -1;
    kept->now_throw = -1;
    if (!kept->knows_rollers && kept->rollers < KEPT_ROLLS_MAX) {
        kept->roller[kept->rollers++] =
            (struct kept_roll){.subject = subject, .object = object};
    }
}

/* The throw of a roll with this purpose that has not been used yet; -1: none. */
static int throw_of(const struct kept_dice *kept, const struct kept_roll *roll,
                    const char *label)
{
    for (int i = roll->first; i < roll->first + roll->count; i++) {
        if (!kept->throws[i].is_used &&
            strncmp(kept->throws[i].label, label, KEPT_LABEL_SIZE - 1) == 0) {
            return i;
        }
    }
    return -1;
}

static bool still_rolls(const struct kept_dice *kept, const struct kept_roll *roll)
{
    for (int i = 0; i < kept->rollers; i++) {
        if (kept->roller[i].subject == roll->subject &&
            kept->roller[i].object == roll->object) {
            return true;
        }
    }
    return false;
}

/* How well an earlier roll fits the present one; 0: not at all. */
static int fit_of(const struct kept_dice *kept, const struct kept_roll *roll, const char *label)
{
    if (roll->is_used || throw_of(kept, roll, label) < 0) {
        return 0;
    }
    int same =
        (roll->subject == kept->subject ? 1 : 0) + (roll->object == kept->object ? 1 : 0);
    if (same == 2) {
        return 3;
    }
    return kept->knows_rollers && !still_rolls(kept, roll) ? 1 + same : 0;
}

static void choose_roll(struct kept_dice *kept, const char *label)
{
    int best = 0;
    for (int i = 0; i < kept->rolls; i++) {
        int fit = fit_of(kept, &kept->roll[i], label);
        if (fit > best) {
            best = fit;
            kept->now_roll = i;
        }
    }
    if (best > 0) {
        kept->roll[kept->now_roll].is_used = true;
    }
}

bool kept_dice_begin_throw(struct kept_dice *kept, const char *notation, const char *label)
{
    kept->now_throw = -1;
    snprintf(kept->notation, sizeof kept->notation, "%s", notation);
    if (kept->now_roll < 0) {
        choose_roll(kept, label);
    }
    if (kept->now_roll < 0) {
        return false;
    }
    kept->now_throw = throw_of(kept, &kept->roll[kept->now_roll], label);
    if (kept->now_throw < 0) {
        return false;
    }
    struct kept_throw *throw = &kept->throws[kept->now_throw];
    throw->is_used = true;
    kept->next = throw->first;
    kept->end = throw->first + throw->count;
    return true;
}

/* The number before the d: "3d6kh1!" has three first dice, "d6!" has one. */
static int first_dice(const char *notation)
{
    int count = 0;
    for (; char_is_digit(*notation); notation++) {
        count = count * 10 + (*notation - '0');
    }
    return count > 0 ? count : 1;
}

void kept_dice_begin_chain(struct kept_dice *kept)
{
    if (kept->now_throw >= 0) {
        const struct kept_throw *throw = &kept->throws[kept->now_throw];
        int firsts = first_dice(throw->dice);
        kept->end = throw->first + (firsts < throw->count ? firsts : throw->count);
    }
}

void kept_dice_go_on_chain(struct kept_dice *kept)
{
    if (kept->now_throw >= 0) {
        const struct kept_throw *throw = &kept->throws[kept->now_throw];
        kept->next = throw->first + first_dice(throw->dice);
        kept->end = throw->first + throw->count;
    }
}

/* The sides of the dice of a notation that has only one kind; 0 when it has several kinds, or
 * others. Text in a label is not a die. */
static int sides_of(const char *notation)
{
    int sides = 0;
    bool is_label = false;
    for (const char *p = notation; *p != '\0'; p++) {
        is_label = *p == '[' || (is_label && *p != ']');
        if (is_label || *p != 'd' || !char_is_digit(p[1])) {
            continue;
        }
        if (sides != 0) {
            return 0;
        }
        for (const char *digit = p + 1; char_is_digit(*digit) && sides < 100000000; digit++) {
            sides = sides * 10 + (*digit - '0');
        }
    }
    return sides;
}

struct kept_die *kept_dice_total(struct kept_dice *kept)
{
    if (kept->now_throw < 0) {
        return NULL;
    }
    const struct kept_throw *throw = &kept->throws[kept->now_throw];
    struct kept_die *die = &kept->die[throw->first];
    bool is_same = strcmp(throw->dice, kept->notation) == 0;
    if (!throw->is_total || die->as == KEPT_NOT || (die->as == KEPT_AS_IT_FELL && !is_same)) {
        return NULL;
    }
    die->is_used = true;
    return die;
}

/* The total of a single die, with nothing added, is its face. */
static bool is_die(const struct kept_throw *throw)
{
    size_t digits = strspn(throw->dice + 1, "0123456789");
    bool is_single = throw->dice[0] == 'd' && throw->dice[1 + digits] == '\0' &&
                     strcmp(throw->dice, "d66") != 0;
    return !throw->is_total || is_single;
}

struct kept_die *kept_dice_next(struct kept_dice *kept, int low, int high, bool is_real)
{
    if (kept->now_throw < 0 || kept->next >= kept->end) {
        return NULL;
    }
    const struct kept_throw *throw = &kept->throws[kept->now_throw];
    struct kept_die *die = &kept->die[kept->next++];
    if (die->as == KEPT_NOT || !is_die(throw)) {
        return NULL;
    }
    if (die->as == KEPT_AS_IT_FELL) {
        bool is_same_kind = strcmp(throw->dice, kept->notation) == 0 ||
                            (low == 1 && sides_of(throw->dice) == high);
        bool can_show = die->is_real ? is_real : die->face >= low && die->face <= high;
        if (!can_show || !(die->is_entered || is_same_kind)) {
            return NULL;
        }
    }
    die->is_used = true;
    return die;
}
