/* Any bytes as a line of JSON: the answer is one JSON object, an error that names the line, or
 * an act, rolls or odds that are the same when requested again with the same seed. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "cli/resolve.h"
#include "cli/lines.h"
#include "cli/output.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > LINE_BYTES_MAX) {
        return 0;
    }
    struct str line = {(const char *)data, (int)size};
    struct dice_stream stream = {.seed = 1};
    struct dice_stream same = {.seed = 1};
    json_t *answer = jsonl_answer(line, 7, &stream);
    json_t *again = jsonl_answer(line, 7, &same);
    const json_t *error = json_object_get(answer, "error");
    CHECK(json_is_object(answer) && json_equal(answer, again));
    if (error != NULL) {
        CHECK(json_integer_value(json_object_get(error, "line")) == 7);
        CHECK(json_string_length(json_object_get(error, "text")) > 0);
        CHECK(json_integer_value(json_object_get(error, "code")) >= EXIT_USAGE);
    } else {
        CHECK(json_is_object(json_object_get(answer, "outcome")) ||
              json_is_array(json_object_get(answer, "rolls")) ||
              json_is_object(json_object_get(answer, "distributions")));
    }
    char *text = output_json_text(answer);
    free(text);
    json_decref(answer);
    json_decref(again);
    return 0;
}
