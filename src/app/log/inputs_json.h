/* Reading the values of an act from JSON: from the request of a bot, and from the log. */
#ifndef REFEREE_APP_LOG_INPUTS_JSON_H
#define REFEREE_APP_LOG_INPUTS_JSON_H

#include <jansson.h>

#include "resolver/system.h"

/* A JSON number, truth value or string as it would be typed; false for anything else. */
bool json_value_word(const json_t *value, struct text *out);

/* Gives every member of the object to the inputs; null is left out. Does not finish them. */
enum status inputs_give_json(struct inputs *inputs, json_t *object,
                             struct error *err) MUST_CHECK;

#endif
