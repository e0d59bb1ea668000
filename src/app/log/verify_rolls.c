#include "app/log/verify_rolls.h"

#include <math.h>
#include <stdlib.h>

#include "app/log/logged_roll.h"
#include "resolver/request.h"

/* Chances are kept in 15 digits. */
static const double chance_off_most = 1e-12;

enum { CHANCE_TEXT_SIZE = 64 << 10 };

struct comparison {
    found_fn *found;
    void *context;
    int faults;
    struct known_chances chances;
    struct entered_dice dice;
    char text[CHANCE_TEXT_SIZE];
};

/* The request of a roll, read back. */
struct asked_roll {
    struct inputs inputs;
    struct dice_expr expr;
    struct roll_request request; /* one of these; with neither it cannot be compared */
};

static void report(struct comparison *run, int64_t event, const char *what)
{
    if (run->faults++ >= VERIFY_FAULTS_MAX) {
        return;
    }
    TEXT_BUFFER(where, 32);
    text_add(&where, "event %lld", (long long)event);
    run->found(run->context,
               &(struct fault){.where = where.p,
                               .what = what,
                               .next = "go back to an earlier copy with referee restore"});
}

/* False, with a report, when the request is one of this program's and cannot be read. */
static bool read_request(struct comparison *run, int64_t event, const struct logged_roll *roll,
                         struct asked_roll *out)
{
    struct error err;
    int64_t rules;
    enum status status = STATUS_OK;
    out->request = (struct roll_request){.inputs = NULL};
    if (json_object_get(roll->request, "system") != NULL) {
        status = logged_roll_inputs(roll, &out->inputs, &rules, &err);
        if (status == STATUS_MISSING || rules != out->inputs.system->rules) {
            return true;
        }
        out->request.inputs = &out->inputs;
    } else if (logged_roll_notation(roll) != NULL) {
        if (logged_roll_is_newer(roll)) {
            return true;
        }
        status = logged_roll_expr(roll, &out->expr) ? STATUS_OK : STATUS_USAGE;
        out->request.expr = &out->expr;
    }
    if (status != STATUS_OK) {
        report(run, event, "this program does not know its request");
    }
    return status == STATUS_OK;
}

/* ---- the outcome ----------------------------------------------------------------------- */

static json_t *object_of(const struct text *text)
{
    return text->is_cut ? NULL : json_loadb(text->p, (size_t)text->n, 0, NULL);
}

/* Checks that the recorded dice give the recorded outcome. */
static void check_outcome(struct comparison *run, int64_t event, const struct logged_roll *roll,
                          const struct asked_roll *asked)
{
    if (roll->outcome == NULL || !roll->is_whole || !logged_roll_dice(roll, &run->dice)) {
        return;
    }
    struct dice dice;
    struct error err;
    struct outcome act;
    struct roll_outcome outcome = {.act = NULL};
    dice_init_thrown(&dice, (struct dice_stream){0}, run->dice.entered, run->dice.count, true,
                     NULL);
    if (asked->request.inputs != NULL) {
        resolve_act(&asked->inputs, &dice, &act);
        outcome.act = &act;
    } else {
        outcome.total = dice_total(&dice, &asked->expr, 1, (struct source){"", ""});
    }
    if (dice.is_wanting || dice_finish(&dice, &err) != STATUS_OK) {
        report(run, event, "its dice do not fit its request");
        return;
    }
    struct text text = text_over(run->text, sizeof run->text);
    text_add_char(&text, '{');
    roll_outcome_format(&asked->request, &outcome, &text);
    text_add_char(&text, '}');
    json_t *object = object_of(&text);
    if (!json_equal(object, roll->outcome)) {
        report(run, event, "its outcome does not follow from its dice");
    }
    json_decref(object);
}

/* ---- the chance ------------------------------------------------------------------------ */

/* Equal except for the last digits of numbers. */
static bool is_same(const json_t *a, json_t *b)
{
    if (json_is_number(a) && json_is_number(b)) {
        double was = json_number_value(a), is = json_number_value(b);
        return fabs(was - is) <= chance_off_most * fmax(1, fabs(is));
    }
    if (!json_is_object(a) || !json_is_object(b)) {
        return json_equal(a, b);
    }
    const char *name;
    json_t *value;
    json_object_foreach(b, name, value)
    {
        if (!is_same(json_object_get(a, name), value)) {
            return false;
        }
    }
    return json_object_size(a) == json_object_size(b);
}

static void check_chance(struct comparison *run, int64_t event, const struct logged_roll *roll,
                         const struct asked_roll *asked)
{
    if (roll->chance == NULL) {
        return;
    }
    TEXT_BUFFER(request, DICE_TEXT_MAX * 2);
    roll_request_format(&asked->request, &request);
    struct text text = text_over(run->text, sizeof run->text);
    text_add_char(&text, '{');
    chances_add(&run->chances, &asked->request, (struct str){request.p, request.n}, &text);
    text_add_char(&text, '}');
    json_t *chance = object_of(&text);
    /* Odds that this machine cannot enumerate cannot be compared. */
    if (json_object_size(chance) > 0 && !is_same(roll->chance, chance)) {
        report(run, event, "its chance does not fit its request");
    }
    json_decref(chance);
}

/* ---- all of them ----------------------------------------------------------------------- */

static void check_roll(void *context, int64_t event, struct str trace)
{
    struct comparison *run = context;
    struct logged_roll roll;
    struct asked_roll asked;
    logged_roll_read(&roll, trace);
    if (roll.request != NULL && read_request(run, event, &roll, &asked) &&
        (asked.request.inputs != NULL || asked.request.expr != NULL)) {
        check_outcome(run, event, &roll, &asked);
        check_chance(run, event, &roll, &asked);
    }
    logged_roll_free(&roll);
}

enum status verify_rolls(struct campaign *campaign, found_fn *found, void *context,
                         struct error *err)
{
    struct comparison *run = calloc(1, sizeof *run);
    CHECK(run != NULL);
    run->found = found;
    run->context = context;
    enum status status = log_traces(campaign, check_roll, run, err);
    free(run);
    return status;
}
