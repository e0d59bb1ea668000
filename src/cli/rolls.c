#include "cli/rolls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/fresh_seed.h"
#include "cli/act.h"
#include "cli/output.h"

static void print_head(const struct rolls *rolls, uint64_t seed)
{
    json_t *head = rolls->head_json(rolls->what);
    char *text = output_json_text(head);
    printf("%.*s, \"seed\": %llu, \"rolls\": [", (int)strlen(text) - 1, text,
           (unsigned long long)seed);
    free(text);
    json_decref(head);
}

static void print_json(const struct rolls *rolls, const struct trace *trace)
{
    json_t *roll = json_object();
    rolls->add_json(rolls->what, roll);
    json_object_set_new(roll, "trace", act_trace_json(trace));
    json_object_set_new(roll, "text", act_trace_text_json(trace));
    char *text = output_json_text(roll);
    printf("%s", text);
    free(text);
    json_decref(roll);
}

static enum status roll_all(const struct rolls *rolls, int count, const struct options *options,
                            struct dice_stream stream, const struct entered_dice *given,
                            struct error *err)
{
    bool is_json = options_has(options, OPTION_JSON);
    for (int i = 0; i < count; i++) {
        struct trace trace;
        struct dice dice;
        dice_init_thrown(&dice, stream, given->entered, given->count, false, &trace);
        rolls->roll(rolls->what, &dice);
        stream = dice.stream; /* all the rolls go on in one */
        enum status status = dice_finish(&dice, err);
        if (status != STATUS_OK) {
            return status;
        }
        if (!is_json) {
            rolls->print(rolls->what, &trace);
            continue;
        }
        if (i == 0) {
            print_head(rolls, stream.seed);
        } else {
            printf(", ");
        }
        print_json(rolls, &trace);
    }
    if (is_json) {
        printf("]}\n");
    }
    return STATUS_OK;
}

enum status rolls_run(const struct rolls *rolls, int times, const struct options *options,
                      struct error *err)
{
    enum { ROLLS_MAX = 1000000 };
    struct entered_dice given; /* of the one roll that has some */
    struct dice_stream stream = {.seed = options->seed};
    int64_t count = (int64_t)times * options->count;
    if (count > ROLLS_MAX) {
        return error_set(err, STATUS_USAGE, "", "at most 1,000,000 rolls, not %lld",
                         (long long)count);
    }
    enum status status = act_dice_of_one_roll(&given, (int)count, options, err);
    if (status == STATUS_OK && !options_has(options, OPTION_SEED)) {
        status = fresh_seed(&stream.seed, err);
    }
    return status == STATUS_OK ? roll_all(rolls, (int)count, options, stream, &given, err)
                               : status;
}
