#include "app/forecast/words.h"

#include <string.h>

#include "app/report/report.h"
#include "tracker/counters.h"
#include "tracker/procedure.h"

/* ---- bands ----------------------------------------------------------------------------- */

static void widen(struct forecast_band *band, const struct fight_tally *tally, int64_t count)
{
    double chance = tally->fights > 0 ? (double)count / (double)tally->fights : 0;
    band->low = chance < band->low ? chance : band->low;
    band->high = chance > band->high ? chance : band->high;
}

struct forecast_band forecast_band_won(const struct forecast *forecast)
{
    struct forecast_band band = {1, 0};
    for (int i = 0; i < forecast->pairs; i++) {
        const struct fight_tally *tally = &forecast->one[i].tally;
        widen(&band, tally, tally->ends[FIGHT_WON]);
    }
    return band;
}

struct forecast_band forecast_band_falls(const struct forecast *forecast, int id)
{
    struct forecast_band band = {1, 0};
    for (int i = 0; i < forecast->pairs; i++) {
        const struct fight_tally *tally = &forecast->one[i].tally;
        widen(&band, tally, tally->falls[id - 1]);
    }
    return band;
}

struct forecast_band forecast_band_later(const struct forecast *forecast, const char *name)
{
    struct forecast_band band = {1, 0};
    for (int i = 0; i < forecast->pairs; i++) {
        const struct fight_tally *tally = &forecast->one[i].tally;
        int64_t falls = 0;
        for (int k = 0; k < tally->laters && k < TALLY_LATER_MAX; k++) {
            bool is_it = strcmp(tally->later[k].name, name) == 0;
            falls += is_it ? tally->later[k].falls : 0;
        }
        widen(&band, tally, falls);
    }
    return band;
}

/* ---- the verdict ----------------------------------------------------------------------- */

/* How many of ten fights; 0 and 10 are "almost none" and "almost all". */
static int of_ten(double chance)
{
    return (int)(chance * 10 + 0.5);
}

/* "about 6 of 10 fights". */
static void add_fights(struct text *out, int of_ten)
{
    if (of_ten == 0 || of_ten == 10) {
        text_add(out, "almost %s", of_ten == 0 ? "no fight" : "every fight");
    } else {
        text_add(out, "about %d of 10 fights", of_ten);
    }
}

/* "6 to 9 of 10 fights". */
static void add_fights_between(struct text *out, int low, int high)
{
    if (low == 0) {
        text_add(out, "almost none to ");
    } else {
        text_add(out, "%d to ", low);
    }
    if (high == 10) {
        text_add(out, "almost all%s fights", low == 0 ? "" : " of 10");
    } else {
        text_add(out, "%d of 10 fights", high);
    }
}

/* Who fights in several ways: "whichever way the foes fight". */
static const char *which_ways(const struct forecast *forecast)
{
    bool is_party = forecast->is_fixed[SIDE_FOES], is_foes = forecast->is_fixed[SIDE_PARTY];
    return is_party ? "the party fights" : is_foes ? "the foes fight" : "both sides fight";
}

static void add_verdict(const struct forecast *forecast, struct text *out)
{
    enum { CLOSE = 10 }; /* points of 100 */
    struct forecast_band band = forecast_band_won(forecast);
    const struct fight_tally *first = &forecast->one[0].tally;
    double chance =
        first->fights > 0 ? (double)first->ends[FIGHT_WON] / (double)first->fights : 0;
    int low = of_ten(band.low), high = of_ten(band.high);
    bool is_close = (band.high - band.low) * 100 <= (double)CLOSE || low == high;
    if (first->fights == 0) {
        text_add(out, "Nothing is known yet: no fight has been played to its end.");
    } else if (!forecast_is_known(forecast)) {
        text_add(out, "Nothing is known yet: some fights were not played to their end.");
    } else if (first->ends[FIGHT_STALEMATE] == first->fights) {
        text_add(out, "The fight does not end.");
    } else if (forecast->pairs == 1 || is_close) {
        text_add(out, "The party wins ");
        add_fights(out, of_ten(chance));
        if (forecast->pairs == 1) {
            text_add(out, ", as both sides fight here.");
        } else {
            text_add(out, ", whichever way %s.", which_ways(forecast));
        }
    } else {
        text_add(out, "The party wins ");
        add_fights_between(out, low, high);
        text_add(out, ": it depends on how %s.", which_ways(forecast));
    }
}

/* Of the one of the party with the widest band; nothing where none is wide. */
static void add_depends(const struct forecast *forecast, struct text *out)
{
    const double wide = 0.5;
    const struct state *state = forecast->variant[0].start;
    struct forecast_band widest = {0, 0};
    int whose = 0;
    for (int id = 1; id <= state->count; id++) {
        bool is_party = state_is_in(state, id) &&
                        state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
        struct forecast_band band = forecast_band_falls(forecast, id);
        if (is_party && band.high - band.low >= wide &&
            band.high - band.low > widest.high - widest.low) {
            widest = band;
            whose = id;
        }
    }
    if (whose != 0) {
        text_add(out, "Whether %s falls depends on how %s: in ", state_name(state, whose),
                 which_ways(forecast));
        report_format_range(out, widest.low, widest.high);
        text_add(out, " of the fights.");
    }
}

/* ---- parts of the whole ---------------------------------------------------------------- */

int forecast_last_rounds(const struct forecast *forecast, int most, struct forecast_round *out)
{
    const struct fight_tally *tally = &forecast->one[0].tally;
    int64_t rest = tally->fights;
    int count = 0;
    for (int i = 0; i < TALLY_ROUNDS && rest > 0 && count < most; i++) {
        if (tally->rounds[i] > 0 || count > 0) {
            bool is_rest = count == most - 1 && rest > tally->rounds[i];
            out[count] =
                (struct forecast_round){.round = forecast->variant[0].about.first_round + i,
                                        .is_rest = is_rest,
                                        .fights = is_rest ? rest : tally->rounds[i]};
            rest -= out[count++].fights;
        }
    }
    return count;
}

/* ---- what was assumed, and what does not end ------------------------------------------- */

enum forecast_endless forecast_endless(const struct forecast_one *one)
{
    const struct fight_tally *tally = &one->tally;
    int64_t stalemates = tally->ends[FIGHT_STALEMATE];
    if (stalemates == 0 || stalemates * 2 < tally->fights) {
        return FORECAST_ENDS;
    }
    if (tally->stalemates_unhurt == stalemates) {
        return FORECAST_UNHURT;
    }
    if (tally->stalemates_unset * 2 >= stalemates) {
        return FORECAST_UNSET;
    }
    return tally->stalemates_at_zero * 2 >= stalemates ? FORECAST_WOUNDS : FORECAST_LONG;
}

const char *forecast_endless_name(enum forecast_endless endless)
{
    static const char *const names[] = {[FORECAST_ENDS] = "",
                                        [FORECAST_UNHURT] = "unhurt",
                                        [FORECAST_UNSET] = "unset",
                                        [FORECAST_WOUNDS] = "wounds",
                                        [FORECAST_LONG] = "long"};
    return names[endless];
}

const char *const *forecast_endless_assume(const struct forecast *forecast,
                                           enum forecast_endless endless)
{
    static const char *const nothing[] = {NULL};
    const char *const *words = forecast->from.procedure->ends_wounds;
    return endless == FORECAST_WOUNDS && words != NULL ? words : nothing;
}

static void add_assume(const char *const *words, struct text *out)
{
    for (int i = 0; words[i] != NULL; i++) {
        text_add(out, "%s%s", i == 0 ? " Assume something else: --assume " : " or ", words[i]);
    }
    text_add(out, "%s", words[0] != NULL ? "." : "");
}

void forecast_why_endless(const struct forecast *forecast, const struct forecast_one *one,
                          struct text *out)
{
    enum forecast_endless endless = forecast_endless(one);
    switch (endless) {
    case FORECAST_ENDS:
        return;
    case FORECAST_UNHURT:
        text_add(out, "Nobody can hurt anybody: check hit points, damage and armour.");
        return;
    case FORECAST_UNSET:
        text_add(out, "Wounds without an end: somebody who is hurt has no hit points set. Give "
                      "them: set NAME hp=9.");
        return;
    case FORECAST_WOUNDS:
        text_add(out, "Wounds without an end: somebody at 0 hit points fights on.");
        add_assume(forecast_endless_assume(forecast, endless), out);
        return;
    case FORECAST_LONG:
        text_add(out,
                 "Most fights still go on after %d rounds: check hit points against damage, or "
                 "try a policy that flees.",
                 FIGHT_ROUNDS_MAX);
        return;
    }
}

static int add_follows(const struct forecast_follows *follows, int count, int added,
                       struct text *out)
{
    static const char *const before[] = {
        [FORECAST_SIDE] = "the ", [FORECAST_KIND] = "every ", [FORECAST_ONE] = ""};
    for (int i = 0; i < count; i++) {
        text_add(out, "%s%s%s %s",
                 added++ > 0  ? "; "
                 : out->n > 0 ? " Policies: "
                              : "Policies: ",
                 before[follows[i].who], follows[i].name, follows[i].policy->name);
    }
    return added;
}

void forecast_who_follows(const struct forecast *forecast, struct text *out)
{
    const struct forecast_variant *first = &forecast->variant[0];
    int added = add_follows(first->kept, first->kept_count, 0, out);
    added = add_follows(forecast->follows, forecast->follows_count, added, out);
    text_add(out, "%s", added > 0 ? "." : "");
}

/* Adds those who come by themselves, or those whom the referee brings, after these words. */
static void add_arrivals(const struct state *start, bool are_coming, const char *words,
                         struct text *out)
{
    int count = 0;
    for (int place = 0; place < start->counters; place++) {
        if (counter_adds_foes(start, place) && counter_is_coming(start, place) == are_coming) {
            text_add(out, "%s%s (", count++ == 0 ? words : "; ", start->counter[place].name);
            counter_add_left(start, place, out);
            text_add(out, ")");
        }
    }
    text_add(out, "%s", count > 0 ? "." : "");
}

static void add_later(const struct forecast *forecast, struct text *out)
{
    const struct state *start = forecast->variant[0].start;
    int before = out->n;
    add_arrivals(start, true,
                 forecast->from.procedure->no_round_without_foes
                     ? "Who arrives later is fought too, and comes at once when no other foe "
                       "is left: "
                     : "Who arrives later is fought too; when no other foe is left, rounds go "
                       "by until they come: ",
                 out);
    int coming = out->n;
    add_arrivals(start, false,
                 coming > before
                     ? " Not fought, for the referee brings them: "
                     : "Who arrives later is not fought, for the referee brings them: ",
                 out);
}

void forecast_assumptions(const struct forecast *forecast, struct text *out)
{
    const struct assumption_def *def = forecast->from.procedure->assumptions;
    for (int i = 0; def != NULL && def[i].name != NULL; i++) {
        text_add(out, "%s%s: %s", i > 0 ? "; " : "", def[i].help,
                 forecast_assumed(forecast, i));
    }
}

/* Kinds and combatants with a policy of their own, kept with the encounter or asked for. */
static void add_ways(const struct forecast *forecast, struct text *out)
{
    const struct forecast_variant *variant = &forecast->variant[0];
    for (int list = 0; list < 2; list++) {
        const struct forecast_follows *follows = list == 0 ? variant->kept : forecast->follows;
        int count = list == 0 ? variant->kept_count : forecast->follows_count;
        for (int i = 0; i < count; i++) {
            if (follows[i].who != FORECAST_SIDE) {
                text_add(out, "%s%s fights by %s", out->n > 0 ? "; " : "", follows[i].name,
                         follows[i].policy->name);
            }
        }
    }
}

static void add_assumed(const struct forecast *forecast, struct text *out)
{
    TEXT_BUFFER(assumed, 1600);
    forecast_assumptions(forecast, &assumed);
    add_ways(forecast, &assumed);
    if (assumed.n > 0) {
        text_add(out, "Assumed: %s.", assumed.p);
    }
}

static void add_endless(const struct forecast *forecast, struct text *out)
{
    forecast_why_endless(forecast, &forecast->one[0], out);
}

void forecast_say(const struct forecast *forecast, enum forecast_sentence first,
                  enum forecast_sentence last, const char *between, struct text *out)
{
    static void (*const add[])(const struct forecast *,
                               struct text *) = {[SAYS_VERDICT] = add_verdict,
                                                 [SAYS_DEPENDS] = add_depends,
                                                 [SAYS_ENDLESS] = add_endless,
                                                 [SAYS_LATER] = add_later,
                                                 [SAYS_ASSUMED] = add_assumed};
    for (int i = (int)first; i <= (int)last; i++) {
        TEXT_BUFFER(sentence, 1700);
        add[i](forecast, &sentence);
        text_add(out, "%s%s", out->n > 0 && sentence.n > 0 ? between : "", sentence.p);
    }
}

const char *forecast_stops(const struct forecast *forecast)
{
    const char *needs = "";
    for (int i = 0; i < forecast->ones && needs[0] == '\0'; i++) {
        needs = forecast_needs(&forecast->one[i]);
    }
    return needs[0] != '\0' ? needs : NULL;
}

/* Of kinds and combatants. */
static void add_named(json_t *object, const struct forecast_follows *follows, int count)
{
    for (int i = 0; i < count; i++) {
        if (follows[i].who != FORECAST_SIDE) {
            report_set_words(object, follows[i].name, follows[i].policy->name);
        }
    }
}

void forecast_add_policy(json_t *row, const struct forecast *forecast,
                         const struct forecast_one *one)
{
    const struct forecast_variant *variant = &forecast->variant[one->variant];
    json_t *policy = report_object(row, "policy");
    report_set_words(policy, "party", one->side[SIDE_PARTY]->name);
    report_set_words(policy, "foes", one->side[SIDE_FOES]->name);
    add_named(policy, variant->kept, variant->kept_count);
    add_named(policy, forecast->follows, forecast->follows_count);
}
