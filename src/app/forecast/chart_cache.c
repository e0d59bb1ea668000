#include "app/forecast/chart_cache.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "base/mix.h"
#include "store/sums.h"
#include "tracker/library.h"

/* A chart as bytes: whole numbers in words, the first of which tells whose they are. */

enum { CHART_VERSION = 2, NUMBER_SIZE = 24 };

/* ---- whether it is still the same ------------------------------------------------------ */

static uint64_t add_number(uint64_t key, int64_t number)
{
    return mix_bits(key ^ mix_bits((uint64_t)number));
}

static uint64_t add_policy(uint64_t key, const struct policy *policy)
{
    if (policy == NULL) {
        return add_number(key, 0);
    }
    key = mix_text(key, str_of(policy->name));
    for (int i = 0; i < POLICY_FIELDS; i++) {
        key = add_number(key, policy->value[i]);
    }
    for (int i = 0; i < policy->answers; i++) {
        key = mix_text(key, str_of(policy->answer[i].question));
        key = mix_text(key, str_of(policy->answer[i].word));
    }
    return key;
}

static uint64_t add_player(uint64_t key, const struct player *player, int count)
{
    for (int side = SIDE_FOES; side <= SIDE_PARTY; side++) {
        key = add_policy(key, player->side[side]);
    }
    for (int i = 0; i < count; i++) {
        key = add_policy(key, player->of[i]);
    }
    for (size_t i = 0; i < sizeof player->assumed / sizeof player->assumed[0]; i++) {
        key = add_number(key, player->assumed[i]);
    }
    return key;
}

static uint64_t add_library(uint64_t key, const struct library *library)
{
    for (int i = 0; library != NULL && i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        key = mix_text(key, str_of(record->name));
        for (int k = 0; k < record->kind->fields_count; k++) {
            for (int n = 0; n < record->field[k].count; n++) {
                key = mix_text(key, str_of(record->field[k].text[n]));
            }
        }
    }
    return key;
}

static uint64_t add_rules(uint64_t key, const struct system *system)
{
    key = mix_text(key, str_of(system->id));
    return add_number(key, system->rules);
}

/* Of all that the fights depend on, beside the states: the log's own checksum seals these. */
static uint64_t key_of(const struct chart *chart)
{
    const struct fight_rules *rules = &chart->forecast->rules;
    uint64_t key = add_number(MIX_BEGIN, (int64_t)rules->seed);
    key = add_rules(key, chart->forecast->system);
    key = add_library(key, rules->library);
    key = add_number(key, chart->acts);
    for (int i = 0; i < chart->acts; i++) {
        key = add_number(key, chart->act[i].id);
        key = add_number(key, chart->act[i].by);
    }
    key = add_number(key, chart->points);
    for (int i = 0; i < chart->points; i++) {
        const struct chart_point *point = &chart->point[i];
        key = add_player(key, point->player, point->start.state->count);
        key = add_number(key, point->is_exact ? 1 : 0);
    }
    return key;
}

/* ---- its numbers ----------------------------------------------------------------------- */

/* Called for each number of what was counted, in one order. */
typedef bool number_fn(void *context, int64_t *number);

static bool see_sum(struct chart_sum *sum, number_fn *see, void *context)
{
    return see(context, &sum->sum) && see(context, &sum->squares);
}

static bool see_share(struct chart_share *share, number_fn *see, void *context)
{
    int64_t has_acted = share->has_acted ? 1 : 0;
    bool goes_on = see(context, &has_acted) && see_sum(&share->dice, see, context) &&
                   see_sum(&share->choice, see, context);
    share->has_acted = has_acted != 0;
    return goes_on;
}

static bool see_numbers(struct chart *chart, number_fn *see, void *context)
{
    const int count = chart_state_after(chart, chart->acts)->count;
    bool goes_on = see(context, &chart->fights);
    for (int i = 0; i < chart->points && goes_on; i++) {
        goes_on = see(context, &chart->point[i].won);
    }
    for (int i = 0; i < chart->acts && goes_on; i++) {
        struct chart_act *act = &chart->act[i];
        goes_on = see_sum(&act->dice, see, context) && see_sum(&act->choice, see, context) &&
                  see_sum(&act->change, see, context);
    }
    for (int id = 0; id <= count && goes_on; id++) {
        goes_on = see_share(&chart->share[id], see, context);
    }
    return goes_on && see_share(&chart->side[0], see, context) &&
           see_share(&chart->side[1], see, context) && see_sum(&chart->dice, see, context) &&
           see_sum(&chart->choices, see, context) && see_sum(&chart->without, see, context);
}

static bool write_number(void *context, int64_t *number)
{
    struct sum *sum = context;
    char word[NUMBER_SIZE];
    text_format(word, sizeof word, "%lld ", (long long)*number);
    size_t n = strlen(word);
    sum->bytes = realloc(sum->bytes, (size_t)sum->count + n + 1);
    CHECK(sum->bytes != NULL);
    memcpy(sum->bytes + sum->count, word, n + 1);
    sum->count += (int)n;
    return true;
}

static bool read_number(void *context, int64_t *number)
{
    struct str *rest = context;
    struct str word = str_next_word(rest);
    return word.p != NULL && str_to_int64(word, INT64_MIN, INT64_MAX, number);
}

/* Only looks at what is there. */
static bool skip_number(void *context, int64_t *number)
{
    int64_t copy = *number;
    return read_number(context, &copy);
}

/* ---- kept ------------------------------------------------------------------------------ */

static int64_t head_of(const struct chart *chart)
{
    return chart->act[chart->acts - 1].id;
}

bool chart_recall(struct chart *chart, struct sitting *sitting, int64_t most)
{
    struct sum sum;
    int64_t key = 0, fights = 0;
    if (!chart->is_whole || chart->fights > 0 || chart->acts == 0 ||
        !sums_find_kind(sitting->campaign, SUM_CHART, chart->encounter, head_of(chart),
                        CHART_VERSION, &sum)) {
        return false;
    }
    struct str rest = {(const char *)sum.bytes, sum.count}, counted, all;
    bool fits =
        sum.act == head_of(chart) && read_number(&rest, &key) && key == (int64_t)key_of(chart);
    counted = all = rest;
    fits = fits && read_number(&counted, &fights) && fights > 0 && fights <= most;
    if (fits) {
        struct str whole = all;
        fits = see_numbers(chart, skip_number, &whole) && str_trimmed(whole).n == 0 &&
               see_numbers(chart, read_number, &all);
    }
    free(sum.bytes);
    return fits;
}

void chart_cache(const struct chart *chart, struct sitting *sitting)
{
    struct sum sum = {.kind = SUM_CHART,
                      .encounter = chart->encounter,
                      .act = chart->acts > 0 ? head_of(chart) : 0,
                      .version = CHART_VERSION};
    int64_t key = (int64_t)key_of(chart);
    if (!chart->is_whole || chart->fights == 0 || sum.act == 0) {
        return;
    }
    struct chart copy = *chart; /* whose numbers are only read */
    write_number(&sum, &key);
    see_numbers(&copy, write_number, &sum);
    sums_keep(sitting->campaign, &sum);
    free(sum.bytes);
}

void chart_play_to(struct chart *chart, struct sitting *sitting, struct forecast_crew *crew,
                   int64_t fights)
{
    chart_recall(chart, sitting, fights);
    if (chart->fights < fights) {
        chart_play(chart, crew, (int)(fights - chart->fights));
        chart_cache(chart, sitting);
    }
}
