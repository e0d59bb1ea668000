/* The values of an act as JSON, read back: what a request of a bot holds, and what the log
 * keeps.
 */
#ifndef REFEREE_APP_INPUTS_JSON_H
#define REFEREE_APP_INPUTS_JSON_H

#include <jansson.h>

#include "resolver/system.h"

/* A JSON number, truth value or string as it would be typed; false for anything else. */
bool json_value_word(const json_t *value, struct text *out);

/* Gives the inputs every member of the object; null is left out. They are not finished. */
enum status inputs_give_json(struct inputs *inputs, json_t *object,
                             struct error *err) MUST_CHECK;

#endif
