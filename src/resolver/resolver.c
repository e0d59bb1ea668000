/* The interface of the library over the headers of this folder, which the project itself uses.
 * It decides nothing: names become rows of tables, blocks of memory become structs, and
 * back. */
#include "resolver/resolver.h"

#include <string.h>

#include "base/arena.h"
#include "base/json_text.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "resolver/dice/dice_expr_distribution.h"
#include "resolver/odds.h"
#include "resolver/request.h"
#include "resolver/system.h"

struct resolver_request {
    struct inputs inputs;
    bool is_finished;
};

/* Blocks may begin anywhere, and an arena aligns them. */
enum { ALIGNMENT_LOST_MAX = 15 };

struct resolver_result {
    const struct inputs *inputs;  /* borrowed; NULL for a roll, whose total is value[0] */
    const struct dice_expr *expr; /* what was rolled, borrowed from the caller or the block */
    struct outcome outcome;
    struct listing listing;
    struct trace trace;
    bool is_wanting;
    struct dice_request wanted;
};

struct resolver_expression {
    struct dice_expr expr;
};

static const struct source of_roll = {"roll", ""};

struct resolver_odds {
    const struct inputs *inputs; /* borrowed; NULL for a roll, whose total is numbers[0] */
    struct odds odds;
};

_Static_assert(sizeof(struct resolver_expression) + ALIGNMENT_LOST_MAX <=
                   RESOLVER_EXPRESSION_ROOM,
               "an expression fits into its room");
_Static_assert(sizeof(struct resolver_result) + sizeof(struct dice_expr) +
                       2 * ALIGNMENT_LOST_MAX <=
                   RESOLVER_RESULT_ROOM,
               "a result has outgrown the room that was promised");
_Static_assert(ODDS_MEMORY_SIZE + sizeof(struct resolver_odds) + ALIGNMENT_LOST_MAX <=
                   RESOLVER_ODDS_ROOM,
               "odds have outgrown the room that was promised");

_Static_assert(sizeof(struct resolver_request) + ALIGNMENT_LOST_MAX <= RESOLVER_REQUEST_ROOM,
               "a request has outgrown the room that was promised");
_Static_assert((int)DICE_TEXT_MAX < (int)RESOLVER_VALUE_ROOM,
               "a notation has outgrown the room that was promised");

#define DIGITS(number) #number
#define VERSION(major, minor, patch) DIGITS(major) "." DIGITS(minor) "." DIGITS(patch)

const char *resolver_version(void)
{
    return VERSION(RESOLVER_VERSION_MAJOR, RESOLVER_VERSION_MINOR, RESOLVER_VERSION_PATCH);
}

int resolver_version_number(void)
{
    return RESOLVER_VERSION;
}

/* ---- errors and memory ----------------------------------------------------------------- */

static enum resolver_status status_of(enum status status)
{
    switch (status) {
    case STATUS_OK:
        return RESOLVER_OK;
    case STATUS_USAGE:
        return RESOLVER_USAGE;
    case STATUS_FULL:
        return RESOLVER_FULL;
    case STATUS_MISSING:
        return RESOLVER_ABSENT;
    case STATUS_MEMORY: /* no rule asks the system for anything */
    case STATUS_IO:
    case STATUS_DAMAGED:
    case STATUS_FOREIGN:
    case STATUS_CONFLICT:
    case STATUS_ELSEWHERE:
    case STATUS_REFUSED:
    case STATUS_COUNT:
        break;
    }
    CHECK(false);
    return RESOLVER_USAGE;
}

_Static_assert(sizeof(((struct resolver_error *)0)->where) == ERROR_WHERE_SIZE &&
                   sizeof(((struct resolver_error *)0)->text) == ERROR_TEXT_SIZE,
               "an error is handed on whole");

/* Passes an internal error on. */
static enum resolver_status tell(struct resolver_error *out, enum status status,
                                 const struct error *err)
{
    enum resolver_status code = status_of(status);
    if (code != RESOLVER_OK && out != NULL) {
        out->code = code;
        memcpy(out->where, err->where, sizeof out->where);
        memcpy(out->text, err->text, sizeof out->text);
    }
    return code;
}

/* RESOLVER_USAGE with this text. */
static enum resolver_status wrong(struct resolver_error *out, const char *where,
                                  const char *text)
{
    struct error err;
    return tell(out, error_set(&err, STATUS_USAGE, where, "%s", text), &err);
}

/* RESOLVER_FULL: the caller's block is too small. */
static enum resolver_status too_small(struct resolver_memory memory, struct resolver_error *err)
{
    struct error full;
    return tell(err,
                error_set(&full, STATUS_FULL, "", "%lld bytes of memory are too few",
                          (long long)memory.size),
                &full);
}

/* The first `size` bytes of the caller's block, zeroed, and an arena in the rest of it; NULL,
 * with err filled, when it is too small. */
static void *room(struct arena *arena, struct resolver_memory memory, size_t size,
                  struct resolver_error *err)
{
    arena_init(arena, memory.start, memory.size);
    void *taken = arena_take(arena, 1, size);
    if (taken == NULL) {
        (void)too_small(memory, err);
    }
    return taken;
}

/* Copies only the members of a description that the caller's struct has. */
static void describe(void *out, size_t size, const void *all, size_t all_size)
{
    memset(out, 0, size);
    memcpy(out, all, size < all_size ? size : all_size);
}

/* A size in the type that the functions for text take. */
static int clip(size_t size)
{
    return size < INT32_MAX ? (int)size : INT32_MAX;
}

/* ---- what there is --------------------------------------------------------------------- */

static const struct system *system_or_null(int system)
{
    return system >= 0 && system < systems_count() ? system_at(system) : NULL;
}

static const struct action *action_or_null(int system, int action)
{
    const struct system *found = system_or_null(system);
    return found != NULL && action >= 0 && action < found->actions_count
               ? &found->actions[action]
               : NULL;
}

bool resolver_system_at(struct resolver_system *out, size_t size, int system)
{
    const struct system *from = system_or_null(system);
    if (from == NULL) {
        return false;
    }
    struct resolver_system all = {
        .name = from->id,
        .alias = from->alias,
        .title = from->title,
        .hit_points = from->hit_points,
        .note = from->note,
        .actions = from->actions_count,
        .attributes = from->attributes_count,
    };
    describe(out, size, &all, sizeof all);
    return true;
}

bool resolver_action_at(struct resolver_action *out, size_t size, int system, int action)
{
    const struct action *from = action_or_null(system, action);
    if (from == NULL) {
        return false;
    }
    struct resolver_action all = {
        .name = from->name,
        .help = from->help,
        .rule = from->rule,
        .parameters = from->parameters_count,
        .outcomes = from->outcomes_count,
        .list_name = from->list_name,
        .list_columns = from->list_columns,
    };
    describe(out, size, &all, sizeof all);
    return true;
}

static enum resolver_kind kind_of(enum value_kind kind)
{
    switch (kind) {
    case VALUE_NUMBER:
        return RESOLVER_NUMBER;
    case VALUE_DECIMAL:
        return RESOLVER_DECIMAL;
    case VALUE_FLAG:
        return RESOLVER_FLAG;
    case VALUE_DICE:
        return RESOLVER_DICE;
    case VALUE_CHOICE:
        return RESOLVER_CHOICE;
    case VALUE_SPAN:
        return RESOLVER_SPAN;
    }
    CHECK(false);
    return RESOLVER_NUMBER;
}

static void describe_value(struct resolver_parameter *out, size_t size,
                           const struct value_def *from)
{
    struct resolver_parameter all = {
        .name = from->name,
        .kind = kind_of(from->kind),
        .low = from->low,
        .high = from->high,
        .fallback = from->fallback,
        .is_required = from->is_required,
        .choices = from->choices,
        .rule = from->rule,
        .help = from->help,
    };
    describe(out, size, &all, sizeof all);
}

bool resolver_parameter_at(struct resolver_parameter *out, size_t size, int system, int action,
                           int parameter)
{
    const struct action *from = action_or_null(system, action);
    if (from == NULL || parameter < 0 || parameter >= from->parameters_count) {
        return false;
    }
    describe_value(out, size, &from->parameters[parameter]);
    return true;
}

bool resolver_attribute_at(struct resolver_parameter *out, size_t size, int system,
                           int attribute)
{
    const struct system *from = system_or_null(system);
    if (from == NULL || attribute < 0 || attribute >= from->attributes_count) {
        return false;
    }
    describe_value(out, size, &from->attributes[attribute]);
    return true;
}

bool resolver_outcome_at(struct resolver_outcome *out, size_t size, int system, int action,
                         int outcome)
{
    const struct action *of = action_or_null(system, action);
    if (of == NULL || outcome < 0 || outcome >= of->outcomes_count) {
        return false;
    }
    const struct outcome_def *from = &of->outcomes[outcome];
    struct resolver_outcome all = {
        .name = from->name,
        .kind = from->kind == OUTCOME_CHANCE ? RESOLVER_CHANCE : RESOLVER_AMOUNT,
        .needs = from->needs != 0 ? of->parameters[from->needs - 1].name : "",
        .rule = from->rule,
        .help = from->help,
    };
    describe(out, size, &all, sizeof all);
    return true;
}

enum resolver_status resolver_find_system(int *out, const char *name,
                                          struct resolver_error *err)
{
    struct error inner;
    const struct system *found = system_named(str_of(name), &inner);
    if (found == NULL) {
        return tell(err, inner.code, &inner);
    }
    int i = 0;
    while (system_at(i) != found) {
        i++;
    }
    *out = i;
    return RESOLVER_OK;
}

enum resolver_status resolver_find_action(int *out, int system, const char *name,
                                          struct resolver_error *err)
{
    const struct system *of = system_or_null(system);
    if (of == NULL) {
        return wrong(err, "", "there is no game of this number");
    }
    struct error inner;
    const struct action *found = action_named(of, str_of(name), &inner);
    if (found == NULL) {
        return tell(err, inner.code, &inner);
    }
    *out = (int)(found - of->actions);
    return RESOLVER_OK;
}

/* ---- requests -------------------------------------------------------------------------- */

enum { PART_MAX = 1000 }; /* of a bonus, which is at most 100 */

enum resolver_status resolver_request_begin(struct resolver_request **out,
                                            struct resolver_memory memory, const char *system,
                                            const char *action, struct resolver_error *err)
{
    struct error inner;
    const struct system *of = system_named(str_of(system), &inner);
    const struct action *found = of != NULL ? action_named(of, str_of(action), &inner) : NULL;
    if (found == NULL) {
        return tell(err, inner.code, &inner);
    }
    struct arena arena;
    struct resolver_request *request = room(&arena, memory, sizeof *request, err);
    if (request == NULL) {
        return RESOLVER_FULL;
    }
    inputs_begin(&request->inputs, of, found);
    *out = request;
    return RESOLVER_OK;
}

enum resolver_status resolver_request_set(struct resolver_request *request, const char *word,
                                          struct resolver_error *err)
{
    if (request->is_finished) {
        return wrong(err, "", "the request is finished");
    }
    struct error inner;
    return tell(err, inputs_give(&request->inputs, str_of(word), &inner), &inner);
}

enum resolver_status resolver_request_set_text(struct resolver_request *request,
                                               const char *name, const char *value,
                                               struct resolver_error *err)
{
    TEXT_BUFFER(word, RESOLVER_VALUE_ROOM);
    text_add(&word, "%s=%s", name, value);
    if (word.is_cut) {
        return wrong(err, "", "name and value are too long");
    }
    if (strchr(name, '=') != NULL) {
        return wrong(err, "", "a name has no '=' in it");
    }
    return resolver_request_set(request, word.p, err);
}

enum resolver_status resolver_request_set_number(struct resolver_request *request,
                                                 const char *name, int64_t value,
                                                 struct resolver_error *err)
{
    TEXT_BUFFER(text, 32);
    text_add(&text, "%lld", (long long)value);
    return resolver_request_set_text(request, name, text.p, err);
}

enum resolver_status resolver_request_name_part(struct resolver_request *request, int amount,
                                                const char *label, const char *rule,
                                                struct resolver_error *err)
{
    char clean[INPUT_LABEL_SIZE];
    if (request->is_finished) {
        return wrong(err, "", "the request is finished");
    }
    if (parameter_find(request->inputs.action, str_of("bonus")) < 0) {
        return wrong(err, "bonus", "this action has no bonus to name parts of");
    }
    if (amount < -PART_MAX || amount > PART_MAX) {
        return wrong(err, "bonus", "a part is a whole number from -1000 to 1000");
    }
    utf8_clean(clean, sizeof clean, str_of(label));
    if (!inputs_name_part(&request->inputs, amount, clean, rule)) {
        struct error inner;
        enum status status = error_set(&inner, STATUS_FULL, "bonus",
                                       "at most %d parts have names", INPUT_PARTS_MAX);
        return tell(err, status, &inner);
    }
    return RESOLVER_OK;
}

enum resolver_status resolver_request_set_decimal(struct resolver_request *request,
                                                  const char *name, double value,
                                                  struct resolver_error *err)
{
    TEXT_BUFFER(text, 48);
    text_add_decimal(&text, value, 6);
    return resolver_request_set_text(request, name, text.p, err);
}

enum resolver_status resolver_request_set_flag(struct resolver_request *request,
                                               const char *name, bool value,
                                               struct resolver_error *err)
{
    return resolver_request_set_text(request, name, value ? "true" : "false", err);
}

enum resolver_status resolver_request_finish(struct resolver_request *request,
                                             struct resolver_error *err)
{
    if (request->is_finished) {
        return RESOLVER_OK;
    }
    /* On a copy: after a failure more can be set, as if nothing had been filled in. */
    struct inputs inputs = request->inputs;
    struct error inner;
    enum status status = inputs_finish(&inputs, &inner);
    if (status == STATUS_OK) {
        request->inputs = inputs;
        request->is_finished = true;
    }
    return tell(err, status, &inner);
}

static enum resolver_status check_finished(const struct resolver_request *request,
                                           struct resolver_error *err)
{
    return request->is_finished ? RESOLVER_OK : wrong(err, "", "the request is not finished");
}

enum resolver_status resolver_request_value(char *out, size_t size,
                                            const struct resolver_request *request,
                                            const char *name, struct resolver_error *err)
{
    const struct inputs *inputs = &request->inputs;
    struct error inner;
    int i = parameter_named(inputs->action, str_of(name), &inner);
    if (i < 0) {
        return tell(err, inner.code, &inner);
    }
    enum resolver_status status = check_finished(request, err);
    if (status != RESOLVER_OK) {
        return status;
    }
    if (!inputs->value[i].is_set) {
        return tell(err, error_set(&inner, STATUS_MISSING, name, "%s is not set", name),
                    &inner);
    }
    struct text text = text_over(out, clip(size));
    input_format(inputs, i, &text);
    if (text.is_cut) {
        error_set(&inner, STATUS_FULL, name, "%s needs more room", name);
        return tell(err, inner.code, &inner);
    }
    return RESOLVER_OK;
}

/* ---- dice ------------------------------------------------------------------------------ */

/* A face from the caller, checked: after an impossible face, or more faces than any act needs,
 * faces go round in a circle, which ends every loop of throws. */
enum { FACES_MAX = 4000000 };

struct watched {
    struct dice_source source;
    const struct resolver_dice *dice;
    int64_t faces;
    bool is_wrong, is_endless;
    int wrong_face, wrong_sides;
};

static int watched_face(void *context, int sides)
{
    struct watched *watched = context;
    watched->faces++;
    if (watched->faces > FACES_MAX) {
        watched->is_endless = true;
    }
    if (watched->is_wrong || watched->is_endless) {
        return (int)(watched->faces % sides) + 1;
    }
    int face = watched->dice->face(watched->dice->context, sides);
    if (face < 1 || face > sides) {
        watched->is_wrong = true;
        watched->wrong_face = face;
        watched->wrong_sides = sides;
        return 1;
    }
    return face;
}

static enum status watched_finish(const struct watched *watched, struct error *err)
{
    if (watched->is_wrong) {
        return error_set(err, STATUS_USAGE, "",
                         "the source of dice gave %d on a die of 1 to %d", watched->wrong_face,
                         watched->wrong_sides);
    }
    if (watched->is_endless) {
        return error_set(err, STATUS_USAGE, "",
                         "the source of dice was asked for more than %d faces", FACES_MAX);
    }
    return STATUS_OK;
}

/* The bits that the generator's next dice share with the last ones are kept in `reserved`, if
 * it has room, with their stream: seed, place, bits. They are not used when the caller has
 * changed the stream. Each is copied by itself, since a processor waits when values written one
 * by one are read together. */
enum { KEPT_WORDS = 4 };
static const bool keeps_bits =
    sizeof((struct resolver_dice *)0)->reserved >= KEPT_WORDS * sizeof(uint64_t);

static uint64_t kept_word(const struct resolver_dice *dice, int i)
{
    uint64_t word;
    memcpy(&word, (const unsigned char *)dice->reserved + (size_t)i * sizeof word, sizeof word);
    return word;
}

static void keep_word(struct resolver_dice *dice, int i, uint64_t word)
{
    memcpy((unsigned char *)dice->reserved + (size_t)i * sizeof word, &word, sizeof word);
}

static struct dice_stream stream_of(const struct resolver_dice *dice)
{
    struct dice_stream stream = {
        .seed = dice->seed, .encounter = dice->stream, .draw = dice->draw};
    if (keeps_bits && kept_word(dice, 0) == dice->seed &&
        (uint32_t)kept_word(dice, 1) == dice->stream) {
        stream.shared_number = (uint32_t)(kept_word(dice, 1) >> 32);
        stream.shared[0] = kept_word(dice, 2);
        stream.shared[1] = kept_word(dice, 3);
    }
    return stream;
}

static void keep_stream(struct resolver_dice *dice, const struct dice_stream *stream)
{
    dice->draw = stream->draw;
    if (keeps_bits) {
        keep_word(dice, 0, stream->seed);
        keep_word(dice, 1, stream->encounter | (uint64_t)stream->shared_number << 32);
        keep_word(dice, 2, stream->shared[0]);
        keep_word(dice, 3, stream->shared[1]);
    }
}

/* One act with the caller's dice, from reading what is given to moving the dice on. */
struct throwing {
    struct entered_dice given;
    struct watched watched;
    struct dice dice;
};

static enum status throwing_begin(struct throwing *throwing, const struct resolver_dice *dice,
                                  struct trace *trace, struct error *err)
{
    throwing->given.count = 0;
    if (dice->given != NULL) {
        enum status status = entered_dice_read(&throwing->given, str_of(dice->given), err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    throwing->watched =
        (struct watched){.source = {watched_face, &throwing->watched}, .dice = dice};
    struct dice_stream stream = stream_of(dice);
    if (dice->face != NULL) {
        stream.source = &throwing->watched.source;
        stream.shared_number = 0;
    }
    dice_init_thrown(&throwing->dice, stream, throwing->given.entered, throwing->given.count,
                     dice->asks, trace);
    return STATUS_OK;
}

/* `result` is NULL when only the total is wanted. */
static enum resolver_status throwing_end(struct throwing *throwing,
                                         struct resolver_result *result,
                                         struct resolver_dice *dice, struct resolver_error *err)
{
    struct error inner;
    if (throwing->dice.is_wanting && throwing->dice.fault.code == STATUS_OK) {
        const struct dice_request *wanted = &throwing->dice.request;
        if (result != NULL) {
            result->is_wanting = true;
            result->wanted = *wanted;
        }
        if (err != NULL) {
            error_set(&inner, STATUS_USAGE, "", "%d more of %s needed (%s)", wanted->missing,
                      wanted->dice, wanted->label);
            (void)tell(err, inner.code, &inner);
            err->code = RESOLVER_WANTED;
        }
        return RESOLVER_WANTED;
    }
    enum status status = watched_finish(&throwing->watched, &inner);
    if (status == STATUS_OK) {
        status = dice_finish(&throwing->dice, &inner);
    }
    if (status == STATUS_OK) {
        dice->given = NULL;
        keep_stream(dice, &throwing->dice.stream);
    }
    return tell(err, status, &inner);
}

/* ---- resolving ------------------------------------------------------------------------- */

enum resolver_status resolver_resolve(struct resolver_result **out,
                                      struct resolver_memory memory,
                                      const struct resolver_request *request,
                                      struct resolver_dice *dice, struct resolver_error *err)
{
    enum resolver_status code = check_finished(request, err);
    if (code != RESOLVER_OK) {
        return code;
    }
    struct arena arena;
    struct resolver_result *result = room(&arena, memory, sizeof *result, err);
    if (result == NULL) {
        return RESOLVER_FULL;
    }
    struct error inner;
    struct throwing throwing;
    enum status status = throwing_begin(&throwing, dice, &result->trace, &inner);
    if (status != STATUS_OK) {
        return tell(err, status, &inner);
    }
    result->inputs = &request->inputs;
    resolve_act(&request->inputs, &throwing.dice, &result->outcome);
    if (request->inputs.action->list != NULL) {
        request->inputs.action->list(&request->inputs, &result->listing);
    }
    code = throwing_end(&throwing, result, dice, err);
    if (code == RESOLVER_OK || code == RESOLVER_WANTED) {
        *out = result;
    }
    return code;
}

static enum resolver_status roll_expression(struct resolver_result *result,
                                            const struct dice_expr *expr,
                                            struct resolver_dice *dice,
                                            struct resolver_error *err)
{
    struct error inner;
    struct throwing throwing;
    enum status status = throwing_begin(&throwing, dice, &result->trace, &inner);
    if (status != STATUS_OK) {
        return tell(err, status, &inner);
    }
    result->expr = expr;
    result->outcome.value[0] = dice_total(&throwing.dice, expr, 1, of_roll);
    result->outcome.is_present[0] = true;
    return throwing_end(&throwing, result, dice, err);
}

enum resolver_status resolver_roll(struct resolver_result **out, struct resolver_memory memory,
                                   const char *notation, struct resolver_dice *dice,
                                   struct resolver_error *err)
{
    struct arena arena;
    struct resolver_result *result = room(&arena, memory, sizeof *result, err);
    if (result == NULL) {
        return RESOLVER_FULL;
    }
    struct dice_expr *expr = arena_take(&arena, 1, sizeof *expr);
    if (expr == NULL) {
        return too_small(memory, err);
    }
    struct error inner;
    enum status status = dice_expr_parse(expr, str_of(notation), &inner);
    if (status != STATUS_OK) {
        return tell(err, status, &inner);
    }
    enum resolver_status code = roll_expression(result, expr, dice, err);
    if (code == RESOLVER_OK || code == RESOLVER_WANTED) {
        *out = result;
    }
    return code;
}

enum resolver_status resolver_expression_roll(struct resolver_result **out,
                                              struct resolver_memory memory,
                                              const struct resolver_expression *expression,
                                              struct resolver_dice *dice,
                                              struct resolver_error *err)
{
    struct arena arena;
    struct resolver_result *result = room(&arena, memory, sizeof *result, err);
    if (result == NULL) {
        return RESOLVER_FULL;
    }
    enum resolver_status code = roll_expression(result, &expression->expr, dice, err);
    if (code == RESOLVER_OK || code == RESOLVER_WANTED) {
        *out = result;
    }
    return code;
}

enum resolver_status resolver_expression_total(int64_t *out,
                                               const struct resolver_expression *expression,
                                               struct resolver_dice *dice,
                                               struct resolver_error *err)
{
    const struct dice_expr *expr = &expression->expr;
    if (expr->is_simple && dice->given == NULL && !dice->asks && dice->face == NULL) {
        struct dice_stream stream = stream_of(dice);
        *out = dice_expr_throw(expr, &stream);
        keep_stream(dice, &stream);
        return RESOLVER_OK;
    }
    struct error inner;
    struct throwing throwing;
    enum status status = throwing_begin(&throwing, dice, NULL, &inner);
    if (status != STATUS_OK) {
        return tell(err, status, &inner);
    }
    int64_t total = dice_total(&throwing.dice, expr, 1, of_roll);
    enum resolver_status code = throwing_end(&throwing, NULL, dice, err);
    if (code == RESOLVER_OK) {
        *out = total;
    }
    return code;
}

/* ---- outcomes by name ------------------------------------------------------------------ */

static const struct outcome_def total_of_roll = {
    .name = "total", .kind = OUTCOME_NUMBER, .rule = "", .help = "the total"};

static const struct outcome_def *outcomes_of(const struct inputs *inputs, int *count)
{
    *count = inputs != NULL ? inputs->action->outcomes_count : 1;
    return inputs != NULL ? inputs->action->outcomes : &total_of_roll;
}

/* The index of an outcome; -1, with err filled, when there is none of this name. */
static int outcome_named(const struct inputs *inputs, const char *name,
                         struct resolver_error *err)
{
    int count;
    const struct outcome_def *outcomes = outcomes_of(inputs, &count);
    struct nearest nearest;
    nearest_init(&nearest, str_of(name));
    TEXT_BUFFER(known, ERROR_TEXT_SIZE / 2);
    for (int i = 0; i < count; i++) {
        if (str_equal_any_case(str_of(name), str_of(outcomes[i].name))) {
            return i;
        }
        nearest_offer(&nearest, outcomes[i].name);
        text_add(&known, "%s%s", i == 0 ? "" : ", ", outcomes[i].name);
    }
    struct error inner;
    error_set(&inner, STATUS_USAGE, "", "%s has no outcome %s%s%s it has %s",
              inputs != NULL ? inputs->action->name : "a roll", utf8_shown(str_of(name)).text,
              nearest_question(&nearest).text, nearest.best != NULL ? "" : ";",
              count > 0 ? known.p : "none");
    (void)tell(err, inner.code, &inner);
    return -1;
}

static enum resolver_status absent(const char *name, struct resolver_error *err)
{
    struct error inner;
    return tell(err, error_set(&inner, STATUS_MISSING, "", "this act has no %s", name), &inner);
}

enum resolver_status resolver_result_value(int64_t *out, const struct resolver_result *result,
                                           const char *outcome, struct resolver_error *err)
{
    if (result->is_wanting) {
        return wrong(err, "", "dice are missing, so the act has no outcome yet");
    }
    int i = outcome_named(result->inputs, outcome, err);
    if (i < 0) {
        return RESOLVER_USAGE;
    }
    bool is_listed = result->inputs == NULL || outcome_is_listed(result->inputs, i);
    if (!is_listed || !result->outcome.is_present[i]) {
        return absent(outcomes_of(result->inputs, &(int){0})[i].name, err);
    }
    *out = result->outcome.value[i];
    return RESOLVER_OK;
}

int resolver_result_rows(const struct resolver_result *result)
{
    return result->listing.rows;
}

int resolver_result_cell(const struct resolver_result *result, int row, int column)
{
    bool is_inside =
        row >= 0 && row < result->listing.rows && column >= 0 && column < LISTING_COLUMNS_MAX;
    return is_inside ? result->listing.value[row][column] : 0;
}

bool resolver_result_wanted(struct resolver_wanted *out, size_t size,
                            const struct resolver_result *result)
{
    if (!result->is_wanting) {
        return false;
    }
    struct resolver_wanted all = {
        .dice = result->wanted.dice,
        .missing = result->wanted.missing,
        .low = result->wanted.low,
        .high = result->wanted.high,
        .label = result->wanted.label,
        .rule = result->wanted.rule,
    };
    describe(out, size, &all, sizeof all);
    return true;
}

/* ---- explanations ---------------------------------------------------------------------- */

static enum resolver_status text_status(const struct text *text)
{
    return text->is_cut ? RESOLVER_FULL : RESOLVER_OK;
}

static void add_line(const struct resolver_result *result, struct text *out)
{
    trace_format(&result->trace, out);
    if (result->inputs == NULL && result->trace.steps == 0) { /* a notation without dice */
        text_add_whole(out, result->outcome.value[0]);
    }
}

enum resolver_status resolver_result_text(char *out, size_t size,
                                          const struct resolver_result *result)
{
    struct text text = text_over(out, clip(size));
    add_line(result, &text);
    return text_status(&text);
}

static enum resolver_status write_trace(char *out, size_t size, const struct trace *trace,
                                        void format(const struct trace *, struct text *))
{
    struct text text = text_over(out, clip(size));
    format(trace, &text);
    return text_status(&text);
}

enum resolver_status resolver_result_json(char *out, size_t size,
                                          const struct resolver_result *result)
{
    return write_trace(out, size, &result->trace, trace_format_json);
}

enum resolver_status resolver_result_rules(char *out, size_t size,
                                           const struct resolver_result *result)
{
    return write_trace(out, size, &result->trace, trace_format_rules);
}

enum resolver_status resolver_result_given(char *out, size_t size,
                                           const struct resolver_result *result)
{
    return write_trace(out, size, &result->trace, trace_format_given);
}

/* The members of a document for the request and its outcome. */
static void add_answer(const struct resolver_result *result, struct text *out)
{
    struct roll_request request = {.inputs = result->inputs, .expr = result->expr};
    struct roll_outcome outcome = {.total = result->outcome.value[0]};
    roll_request_format(&request, out);
    if (result->is_wanting) {
        return;
    }
    text_add_char(out, ',');
    if (result->inputs == NULL) {
        roll_outcome_format(&request, &outcome, out);
        return;
    }
    outcome.act = &result->outcome;
    text_add(out, "\"outcome\":{");
    if (result->inputs->action->list != NULL) {
        /* The rows of an action that lists, each an object of its columns. */
        const struct action *action = result->inputs->action;
        text_add(out, "\"%s\":[", action->list_name);
        for (int i = 0; i < result->listing.rows; i++) {
            text_add_str(out, str_of(i == 0 ? "{" : ",{"));
            for (int k = 0; action->list_columns[k] != NULL; k++) {
                text_add(out, "%s\"%s\":%d", k == 0 ? "" : ",", action->list_columns[k],
                         result->listing.value[i][k]);
            }
            text_add_char(out, '}');
        }
        text_add_char(out, ']');
    } else {
        roll_outcome_format(&request, &outcome, out);
    }
    text_add_char(out, '}');
}

/* Every face of a trace with its signs, and every other step. */
enum { RESULT_LINE_MAX = 40 * 1024 };

enum resolver_status resolver_result_document(char *out, size_t size,
                                              const struct resolver_result *result)
{
    TEXT_BUFFER(line, RESULT_LINE_MAX);
    add_line(result, &line);
    struct text text = text_over(out, clip(size));
    text_add_char(&text, '{');
    add_answer(result, &text);
    text_add(&text, ",\"trace\":");
    trace_format_json(&result->trace, &text);
    text_add(&text, ",\"text\":");
    json_text_string(&text, line.p);
    text_add_char(&text, '}');
    return line.is_cut ? RESOLVER_FULL : text_status(&text);
}

static const enum resolver_step_kind step_kinds[] = {
    [TRACE_DICE] = RESOLVER_STEP_DICE,       [TRACE_TERM] = RESOLVER_STEP_TERM,
    [TRACE_FACTOR] = RESOLVER_STEP_FACTOR,   [TRACE_TOTAL] = RESOLVER_STEP_TOTAL,
    [TRACE_AGAINST] = RESOLVER_STEP_AGAINST, [TRACE_RESULT] = RESOLVER_STEP_RESULT,
    [TRACE_NUMBER] = RESOLVER_STEP_NUMBER,   [TRACE_FROM] = RESOLVER_STEP_FROM,
    [TRACE_DIVISOR] = RESOLVER_STEP_DIVISOR,
};

bool resolver_result_step(struct resolver_step *out, size_t size,
                          const struct resolver_result *result, int step)
{
    const struct trace *trace = &result->trace;
    if (step < 0 || step >= trace->steps) {
        return false;
    }
    const struct trace_step *from = &trace->step[step];
    struct resolver_step all = {
        .kind = step_kinds[from->kind],
        .label = from->label[0] != '\0' ? from->label : from->why.label,
        .rule = from->why.rule,
        .value = from->is_decimal ? from->value_decimal : (double)from->value,
        .dice = from->dice,
        .faces = from->face_count,
        .face = from->is_real ? NULL : &trace->face[from->face_first],
        .real = from->is_real ? &trace->real[from->face_first] : NULL,
        .is_given = from->is_total_given ||
                    (from->entered_count > 0 && from->entered_count >= from->face_count),
        .mark = from->is_real ? NULL : &trace->mark[from->face_first],
    };
    describe(out, size, &all, sizeof all);
    return true;
}

/* ---- odds ------------------------------------------------------------------------------ */

enum resolver_status resolver_odds_of(struct resolver_odds **out, struct resolver_memory memory,
                                      const struct resolver_request *request,
                                      struct resolver_error *err)
{
    enum resolver_status code = check_finished(request, err);
    if (code != RESOLVER_OK) {
        return code;
    }
    struct arena arena;
    struct resolver_odds *odds = room(&arena, memory, sizeof *odds, err);
    if (odds == NULL) {
        return RESOLVER_FULL;
    }
    struct error inner;
    odds->inputs = &request->inputs;
    code = tell(err, odds_of(&odds->odds, odds->inputs, &arena, &inner), &inner);
    if (code == RESOLVER_OK) {
        *out = odds;
    }
    return code;
}

static enum resolver_status odds_of_expression(struct resolver_odds **out,
                                               struct resolver_memory memory,
                                               const struct dice_expr *expr,
                                               struct resolver_error *err)
{
    struct arena arena;
    struct resolver_odds *odds = room(&arena, memory, sizeof *odds, err);
    if (odds == NULL) {
        return RESOLVER_FULL;
    }
    struct error inner;
    struct distribution distribution;
    enum status status = dice_expr_distribution(&distribution, expr, &arena, &inner);
    if (status == STATUS_OK) {
        status = odds_numbers_of(&odds->odds.numbers[0], &distribution, &arena, &inner);
    }
    if (status != STATUS_OK) {
        return tell(err, status, &inner);
    }
    odds->odds.is_listed[0] = true;
    odds->odds.unresolved = distribution.missing;
    *out = odds;
    return RESOLVER_OK;
}

enum resolver_status resolver_odds_of_roll(struct resolver_odds **out,
                                           struct resolver_memory memory, const char *notation,
                                           struct resolver_error *err)
{
    struct error inner;
    struct dice_expr expr;
    enum status status = dice_expr_parse(&expr, str_of(notation), &inner);
    return status == STATUS_OK ? odds_of_expression(out, memory, &expr, err)
                               : tell(err, status, &inner);
}

enum resolver_status resolver_expression_odds(struct resolver_odds **out,
                                              struct resolver_memory memory,
                                              const struct resolver_expression *expression,
                                              struct resolver_error *err)
{
    return odds_of_expression(out, memory, &expression->expr, err);
}

/* The index of an outcome of this kind among the odds. */
static enum resolver_status counted_outcome(int *out, const struct resolver_odds *odds,
                                            const char *name, enum outcome_kind kind,
                                            struct resolver_error *err)
{
    int i = outcome_named(odds->inputs, name, err);
    if (i < 0) {
        return RESOLVER_USAGE;
    }
    const struct outcome_def *def = &outcomes_of(odds->inputs, &(int){0})[i];
    if (def->kind != kind) {
        return wrong(err, def->name,
                     kind == OUTCOME_CHANCE ? "an amount has a distribution, and no one chance"
                                            : "a chance has no distribution");
    }
    if (!odds->odds.is_listed[i]) {
        return absent(def->name, err);
    }
    *out = i;
    return RESOLVER_OK;
}

enum resolver_status resolver_odds_chance(double *out, const struct resolver_odds *odds,
                                          const char *outcome, struct resolver_error *err)
{
    int i = 0;
    enum resolver_status status = counted_outcome(&i, odds, outcome, OUTCOME_CHANCE, err);
    if (status == RESOLVER_OK) {
        *out = odds->odds.chance[i];
    }
    return status;
}

enum resolver_status resolver_odds_numbers(struct resolver_numbers *out, size_t size,
                                           const struct resolver_odds *odds,
                                           const char *outcome, struct resolver_error *err)
{
    int i = 0;
    enum resolver_status status = counted_outcome(&i, odds, outcome, OUTCOME_NUMBER, err);
    if (status == RESOLVER_OK) {
        const struct odds_numbers *from = &odds->odds.numbers[i];
        struct resolver_numbers all = {
            .count = from->count,
            .value = from->value,
            .chance = from->mass,
            .mean = from->mean,
            .deviation = from->deviation,
        };
        describe(out, size, &all, sizeof all);
    }
    return status;
}

double resolver_odds_unresolved(const struct resolver_odds *odds)
{
    return odds->odds.unresolved;
}

/* ---- notation -------------------------------------------------------------------------- */

static enum resolver_status write_expression(char *out, size_t size,
                                             const struct dice_expr *expr,
                                             struct resolver_error *err)
{
    struct error inner;
    enum status status = STATUS_OK;
    struct text text = text_over(out, clip(size));
    dice_expr_format(expr, &text);
    if (text.is_cut) {
        status = error_set(&inner, STATUS_FULL, "", "the notation needs more room");
    }
    return tell(err, status, &inner);
}

enum resolver_status resolver_notation(char *out, size_t size, const char *notation,
                                       struct resolver_error *err)
{
    struct error inner;
    struct dice_expr expr;
    enum status status = dice_expr_parse(&expr, str_of(notation), &inner);
    return status == STATUS_OK ? write_expression(out, size, &expr, err)
                               : tell(err, status, &inner);
}

enum resolver_status resolver_notation_range(int64_t *low, int64_t *high, const char *notation,
                                             struct resolver_error *err)
{
    struct error inner;
    struct dice_expr expr;
    enum status status = dice_expr_parse(&expr, str_of(notation), &inner);
    if (status == STATUS_OK) {
        dice_expr_range(&expr, low, high);
    }
    return tell(err, status, &inner);
}

static enum resolver_status parse_expression(struct resolver_expression **out,
                                             struct resolver_memory memory,
                                             const char *notation, enum dice_reading reading,
                                             struct resolver_error *err)
{
    struct arena arena;
    struct resolver_expression *expression = room(&arena, memory, sizeof *expression, err);
    if (expression == NULL) {
        return RESOLVER_FULL;
    }
    struct error inner;
    struct str text = str_of(notation);
    enum status status =
        reading == DICE_TYPED
            ? dice_expr_parse(&expression->expr, text, &inner)
            : dice_expr_parse_as(NULL, &expression->expr, text, reading, &inner);
    if (status == STATUS_OK) {
        *out = expression;
    }
    return tell(err, status, &inner);
}

enum resolver_status resolver_expression_parse(struct resolver_expression **out,
                                               struct resolver_memory memory,
                                               const char *notation, struct resolver_error *err)
{
    return parse_expression(out, memory, notation, DICE_TYPED, err);
}

enum resolver_status resolver_expression_parse_dialect(struct resolver_expression **out,
                                                       struct resolver_memory memory,
                                                       const char *dialect,
                                                       const char *notation,
                                                       struct resolver_error *err)
{
    enum dice_reading reading;
    struct error inner;
    enum status status = dice_dialect_find(&reading, str_of(dialect), &inner);
    return status == STATUS_OK ? parse_expression(out, memory, notation, reading, err)
                               : tell(err, status, &inner);
}

enum resolver_status resolver_expression_write(char *out, size_t size,
                                               const struct resolver_expression *expression,
                                               struct resolver_error *err)
{
    return write_expression(out, size, &expression->expr, err);
}

void resolver_expression_range(int64_t *low, int64_t *high,
                               const struct resolver_expression *expression)
{
    dice_expr_range(&expression->expr, low, high);
}
