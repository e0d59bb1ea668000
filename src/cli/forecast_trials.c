#include "cli/forecast_trials.h"

#include "app/forecast/words.h"
#include "cli/output.h"

enum { NAME_COLUMNS = 22, CHANCE_COLUMNS = 10, RANGE_COLUMNS = 8 };

static void add_chance(struct text *line, const struct interval *chance)
{
    TEXT_BUFFER(cell, 32);
    TEXT_BUFFER(range, 32);
    forecast_add_chance(&cell, chance);
    output_column(line, cell.p, CHANCE_COLUMNS);
    forecast_add_range(&range, chance->low, chance->high);
    output_column(line, range.p, RANGE_COLUMNS);
}

/* "-14.0 ±2.1" points of 100. */
static void add_difference(struct text *line, const struct interval *difference)
{
    text_add(line, "%+.1f %s%.1f", difference->middle * 100, output_is_utf8() ? "±" : "+-",
             (difference->high - difference->low) * 50);
}

void forecast_print_without(const struct forecast_without *without)
{
    const struct forecast_absent *order[WITHOUT_MAX];
    int count = forecast_without_order(without, order);
    if (count == 0) {
        return;
    }
    TEXT_BUFFER(title, 120);
    output_line("%s", "");
    output_column(&title, "decides most", NAME_COLUMNS);
    output_column(&title, "wins", CHANCE_COLUMNS);
    output_column(&title, "95%", RANGE_COLUMNS);
    text_add(&title, "by points");
    output_row(&title);
    for (int i = 0; i < count && i < WITHOUT_BEST; i++) {
        struct interval chance = forecast_trial_chance(&order[i]->trial);
        struct interval difference = forecast_trial_difference(&order[i]->trial);
        TEXT_BUFFER(name, NAME_SIZE + 16);
        TEXT_BUFFER(line, NAME_SIZE + 120);
        text_add(&name, "  without %s", state_name(without->trials.first.start, order[i]->id));
        output_column(&line, name.p, NAME_COLUMNS);
        add_chance(&line, &chance);
        add_difference(&line, &difference);
        output_row(&line);
    }
}

static json_t *interval_json(const struct interval *interval, const char *middle)
{
    json_t *object = json_object();
    json_object_set_new(object, middle, json_real(interval->middle));
    json_object_set_new(object, "low", json_real(interval->low));
    json_object_set_new(object, "high", json_real(interval->high));
    return object;
}

json_t *forecast_without_json(const struct forecast_without *without)
{
    const struct forecast_absent *order[WITHOUT_MAX];
    int count = forecast_without_order(without, order);
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        struct interval chance = forecast_trial_chance(&order[i]->trial);
        struct interval won = forecast_trial_difference(&order[i]->trial);
        const char *name = state_name(without->trials.first.start, order[i]->id);
        json_t *object = json_object(), *difference = json_object();
        json_object_set_new(object, "name", output_json_string(str_of(name)));
        json_object_set_new(object, "fights", json_integer(order[i]->trial.fights));
        json_object_set_new(object, "won", interval_json(&chance, "chance"));
        json_object_set_new(difference, "won", interval_json(&won, "mean"));
        json_object_set_new(object, "difference", difference);
        json_array_append_new(list, object);
    }
    return list;
}

/* ---- answers --------------------------------------------------------------------------- */

void forecast_print_answers(const struct forecast_trials_told *told)
{
    for (int i = 0; i < told->answers; i++) {
        char said[ANSWER_TEXT_SIZE];
        struct text text = text_over(said, sizeof said);
        struct str rest = str_of(said), line;
        forecast_answer_tell(told->answer[i], &text);
        rest.n = text.n;
        output_line("%s", "");
        output_line("%s?", told->answer[i]->question.words);
        for (bool is_first = true; str_next_part(&rest, '\n', &line); is_first = false) {
            output_line("%s%.*s", is_first ? "" : "  ", line.n, line.p);
        }
    }
}

static json_t *point_json(const struct forecast_point *point)
{
    struct interval chance = forecast_trial_chance(&point->trial);
    struct interval difference = forecast_trial_difference(&point->trial);
    json_t *object = interval_json(&chance, "chance");
    json_object_set_new(object, "number", json_integer(point->number));
    json_object_set_new(object, "fights", json_integer(point->trial.fights));
    json_object_set_new(object, "difference", interval_json(&difference, "mean"));
    return object;
}

/* What could not be tried has a reason in place of a chance. */
static json_t *refused_json(const struct forecast_point *point)
{
    json_t *object = json_object();
    json_object_set_new(object, "number", json_integer(point->number));
    json_object_set_new(object, "refused", output_json_string(str_of(point->trial.error.text)));
    return object;
}

static json_t *answer_json(const struct forecast_answer *answer)
{
    const struct forecast_question *question = &answer->question;
    struct forecast_found found;
    json_t *object = json_object(), *curve = json_array(), *refused = json_array();
    bool is_known = forecast_answer_found(answer, &found);
    TEXT_BUFFER(measure, 80);
    forecast_question_measure(question, &measure);
    for (int i = 0; i < answer->points; i++) {
        const struct forecast_point *point = answer->point[i];
        if (point->trial.fights > 0) {
            json_array_append_new(curve, point_json(point));
        } else if (!forecast_trial_is_open(&point->trial)) {
            json_array_append_new(refused, refused_json(point));
        }
    }
    json_object_set_new(object, "question", output_json_string(str_of(question->words)));
    json_object_set_new(object, "what", output_json_string(str_of(question->what)));
    json_object_set_new(object, "measure", json_string(measure.p));
    json_object_set_new(object, "goal",
                        question->has_goal ? json_real(question->goal) : json_null());
    json_object_set_new(object, "now",
                        question->has_now ? json_integer(question->now) : json_null());
    json_object_set_new(object, "reached", json_boolean(is_known && found.is_reached));
    json_object_set_new(object, "number",
                        is_known ? json_integer(found.best->number) : json_null());
    json_object_set_new(object, "curve", curve);
    json_object_set_new(object, "refused", refused);
    return object;
}

json_t *forecast_answers_json(const struct forecast_trials_told *told)
{
    json_t *list = json_array();
    for (int i = 0; i < told->answers; i++) {
        json_array_append_new(list, answer_json(told->answer[i]));
    }
    return list;
}
