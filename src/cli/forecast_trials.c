#include "cli/forecast_trials.h"

#include "app/forecast_words.h"
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
