#include "app/forecast/forecast_evening_told.h"

#include "app/forecast/forecast_words.h"
#include "forecast/interval.h"

void forecast_evening_rests(const struct forecast_evening *evening, int tally, struct text *out)
{
    TEXT_BUFFER(names, 400);
    for (int i = 0; i < evening->steps; i++) {
        if (evening->tally[tally].rests[i]) {
            text_add_item(&names, evening->step[i].name);
        }
    }
    text_add(out, "%s%s", names.n > 0 ? "a rest after " : "as it is", names.p);
}

static void add_chance(struct text *out, int64_t count, int64_t of)
{
    struct interval chance = interval_of_chance(count, of);
    forecast_add_chance(out, &chance);
}

/* Whether every evening begins with it. */
static bool is_first(const struct forecast_evening *evening, int i)
{
    for (int before = 0; before < i; before++) {
        if (evening->step[before].left_out[0] == '\0') {
            return false;
        }
    }
    return true;
}

static void tell_step(const struct forecast_evening *evening, int i, struct text *out)
{
    const struct evening_step *step = &evening->step[i];
    const struct evening_tally *tally = &evening->tally[0];
    text_add(out, "%s: ", step->name);
    if (step->left_out[0] != '\0') {
        text_add(out, "left out, %s\n", step->left_out);
        return;
    }
    if (is_first(evening, i)) {
        text_add(out, "reached every evening");
    } else {
        text_add(out, "reached in ");
        add_chance(out, tally->reached[i], evening->evenings);
    }
    if (tally->reached[i] > 0) {
        text_add(out, ", then passed in ");
        add_chance(out, tally->past[i], tally->reached[i]);
        text_add(out, "; fallen so far ");
        text_add_average(out, (double)tally->falls[i] / (double)tally->reached[i]);
    }
    if (tally->past[i] > 0) {
        text_add(out, "; left after it ");
        text_add_average(out, (double)tally->hp_left[i] / (double)tally->past[i]);
        text_add(out, " HP");
    }
    text_add(out, "\n");
}

/* Where the party is stopped most often. */
static void tell_break(const struct forecast_evening *evening, struct text *out)
{
    const struct evening_tally *tally = &evening->tally[0];
    int worst = 0;
    for (int i = 1; i < evening->steps; i++) {
        if (tally->reached[i] - tally->past[i] > tally->reached[worst] - tally->past[worst]) {
            worst = i;
        }
    }
    int64_t stopped = tally->reached[worst] - tally->past[worst];
    if (stopped > 0) {
        text_add(out, "It breaks most often at %s: in ", evening->step[worst].name);
        add_chance(out, stopped, evening->evenings);
        text_add(out, " of the evenings.\n");
    }
}

static void tell_rests(const struct forecast_evening *evening, struct text *out)
{
    for (int i = 1; i < evening->tallies; i++) {
        const struct evening_tally *tally = &evening->tally[i];
        struct interval gain = interval_of_average(
            tally->more - tally->fewer, tally->more + tally->fewer, evening->evenings);
        text_add(out, "with ");
        forecast_evening_rests(evening, i, out);
        text_add(out, ": comes through in ");
        add_chance(out, tally->through, evening->evenings);
        text_add(out, ", %s by ", gain.middle < 0 ? "less" : "more");
        text_add_decimal(out, (gain.middle < 0 ? -gain.middle : gain.middle) * 100, 0);
        text_add(out, " points, give or take ");
        text_add_decimal(out, (gain.high - gain.low) * 50, 0);
        text_add(out, "\n");
    }
}

void forecast_evening_tell(const struct forecast_evening *evening, struct text *out)
{
    if (evening->fought == 0) {
        text_add(out, "%s\n",
                 evening->steps == 0 ? "The plan is empty: plan-add fills it."
                                     : "Nothing of the plan can be forecast:");
    } else if (evening->evenings == 0) {
        text_add(out, "The first evenings are being played.\n");
        return;
    } else {
        const struct forecast_one *one = NULL;
        for (int i = 0; i < evening->steps && one == NULL; i++) {
            const struct evening_step *step = &evening->step[i];
            one = step->left_out[0] == '\0' ? &step->forecast->one[0] : NULL;
        }
        struct interval through =
            interval_of_chance(evening->tally[0].through, evening->evenings);
        text_add(out, "The party comes through the whole plan in ");
        forecast_add_chance(out, &through);
        text_add(out, " (");
        forecast_add_range(out, through.low, through.high);
        text_add(out, ") of %lld evenings, by %s against %s.\n", (long long)evening->evenings,
                 one->side[SIDE_PARTY]->name, one->side[SIDE_FOES]->name);
        tell_break(evening, out);
    }
    if (evening->needs_evening >= 0 && evening->fought > 0) {
        text_add(out, "The evening stops at %s.\n", evening->needs);
    }
    for (int i = 0; i < evening->steps; i++) {
        tell_step(evening, i, out);
    }
    if (evening->fought > 1 && evening->tallies == 1) {
        text_add(out, "Rest brings nothing back by a rule of this game.\n");
    } else if (evening->fought > 0) {
        tell_rests(evening, out);
    }
}
