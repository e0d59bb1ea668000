#include "app/log/inputs_json.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"

bool json_value_word(const json_t *value, struct text *out)
{
    switch (json_typeof(value)) {
    case JSON_STRING:
        text_add_str(out,
                     (struct str){json_string_value(value), (int)json_string_length(value)});
        return true;
    case JSON_INTEGER:
        text_add(out, "%lld", (long long)json_integer_value(value));
        return true;
    case JSON_REAL: {
        double number = json_real_value(value);
        bool is_whole = floor(number) == number && fabs(number) < 1e15;
        text_add(out, is_whole ? "%.0f" : "%.17g", number);
        return true;
    }
    case JSON_TRUE:
    case JSON_FALSE:
        text_add(out, "%s", json_is_true(value) ? "true" : "false");
        return true;
    case JSON_NULL:
    case JSON_OBJECT:
    case JSON_ARRAY:
        break;
    }
    return false;
}

enum status inputs_give_json(struct inputs *inputs, json_t *object, struct error *err)
{
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        if (json_is_null(value)) {
            continue; /* null is left out, so that `inputs` of an answer can be sent back */
        }
        TEXT_BUFFER(word, DICE_TEXT_MAX + 256);
        text_add(&word, "%s=", name);
        if (strchr(name, '=') != NULL || !json_value_word(value, &word)) {
            return error_set(err, STATUS_USAGE, "",
                             "%s: expected a number, a string, true or false",
                             utf8_shown(str_of(name)).text);
        }
        if (word.is_cut) {
            return error_set(err, STATUS_USAGE, "", "%s: the value is too long",
                             utf8_shown(str_of(name)).text);
        }
        enum status status = inputs_give(inputs, (struct str){word.p, word.n}, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}
