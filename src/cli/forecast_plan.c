#include "cli/forecast_plan.h"

#include <stdio.h>
#include <stdlib.h>

#include "app/forecast/evening.h"
#include "cli/output.h"

static json_t *real_or_null(bool is_known, double number)
{
    return is_known ? json_real(number) : json_null();
}

static json_t *interval_json(const char *name, struct interval interval, int64_t of)
{
    json_t *object = json_object();
    json_object_set_new(object, name, real_or_null(of > 0, interval.middle));
    json_object_set_new(object, "low", real_or_null(of > 0, interval.low));
    json_object_set_new(object, "high", real_or_null(of > 0, interval.high));
    return object;
}

static json_t *chance_json(int64_t count, int64_t of)
{
    return interval_json("chance", interval_of_chance(count, of), of);
}

static json_t *average_json(int64_t sum, int64_t of)
{
    return real_or_null(of > 0, of > 0 ? (double)sum / (double)of : 0);
}

static json_t *step_json(const struct forecast_evening *evening,
                         const struct evening_tally *tally, int i)
{
    const struct evening_step *step = &evening->step[i];
    json_t *object = json_object();
    json_object_set_new(object, "encounter", output_json_string(str_of(step->name)));
    json_object_set_new(object, "left_out", output_json_string_or_null(step->left_out));
    json_object_set_new(object, "rest_after", json_boolean(tally->rests[i]));
    json_object_set_new(object, "reached", chance_json(tally->reached[i], evening->evenings));
    json_object_set_new(object, "past", chance_json(tally->past[i], tally->reached[i]));
    json_object_set_new(object, "falls", average_json(tally->falls[i], tally->reached[i]));
    json_object_set_new(object, "hp_left", average_json(tally->hp_left[i], tally->past[i]));
    return object;
}

static json_t *tally_json(const struct forecast_evening *evening, int place)
{
    const struct evening_tally *tally = &evening->tally[place];
    json_t *object = json_object(), *steps = json_array();
    TEXT_BUFFER(what_if, 480);
    if (place > 0) {
        forecast_evening_rests(evening, place, &what_if);
    }
    for (int i = 0; i < evening->steps; i++) {
        json_array_append_new(steps, step_json(evening, tally, i));
    }
    json_object_set_new(object, "what_if", output_json_string(str_of(what_if.p)));
    json_object_set_new(object, "through", chance_json(tally->through, evening->evenings));
    json_object_set_new(object, "encounters", steps);
    json_t *difference = json_object();
    json_object_set_new(
        difference, "through",
        interval_json("mean",
                      interval_of_average(tally->more - tally->fewer,
                                          tally->more + tally->fewer, evening->evenings),
                      evening->evenings));
    json_object_set_new(object, "difference", difference);
    return object;
}

static void print_json(const struct forecast_evening *evening, uint64_t seed)
{
    json_t *document = json_object(), *list = json_array();
    bool is_known = evening->fought > 0;
    for (int i = 0; i < evening->tallies; i++) {
        json_array_append_new(list, tally_json(evening, i));
    }
    json_object_set_new(document, "evenings", json_integer(is_known ? evening->evenings : 0));
    json_object_set_new(document, "seed", json_integer((json_int_t)seed));
    json_object_set_new(document, "needs",
                        output_json_string_or_null(is_known ? evening->needs : ""));
    json_object_set_new(document, "plan", list);
    output_json(document);
}

int forecast_plan_run(struct sitting *sitting, const struct forecast_wish *wish, bool is_json)
{
    struct error err;
    struct sitting_evening *evening = calloc(1, sizeof *evening);
    char *told = calloc(1, 16 << 10);
    CHECK(evening != NULL && told != NULL);
    struct text text = text_over(told, 16 << 10);
    int code = EXIT_DONE;
    if (sitting_evening_begin(evening, sitting, wish, &err) != STATUS_OK) {
        code = output_error(&err);
    } else {
        forecast_evening_play(&evening->evening, wish->fights, wish->threads);
        bool needs = evening->evening.needs_evening >= 0;
        code = needs || evening->evening.fought == 0 ? EXIT_REFUSED : EXIT_DONE;
        forecast_evening_tell(&evening->evening, &text);
        if (is_json) {
            print_json(&evening->evening, wish->seed);
        } else {
            fputs(told, stdout);
        }
    }
    sitting_evening_end(evening);
    free(evening);
    free(told);
    return code;
}
