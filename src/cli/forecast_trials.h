/* What trials beside a forecast showed, as text and as JSON: who matters most,
 * and the answers to questions. */
#ifndef REFEREE_CLI_FORECAST_TRIALS_H
#define REFEREE_CLI_FORECAST_TRIALS_H

#include <jansson.h>

#include "app/forecast/answer.h"
#include "app/forecast/trial.h"

/* The trials of one forecast. */
struct forecast_trials_told {
    struct forecast_without without;
    struct forecast_answer *answer[FORECAST_WORDS_MAX];
    int answers;
};

/* Prints nothing when nobody could be left out. */
void forecast_print_without(const struct forecast_without *without);
/* A list, the one who matters most first. */
json_t *forecast_without_json(const struct forecast_without *without);

/* Each answer in sentences, with the numbers that were tried. */
void forecast_print_answers(const struct forecast_trials_told *told);
json_t *forecast_answers_json(const struct forecast_trials_told *told);

#endif
