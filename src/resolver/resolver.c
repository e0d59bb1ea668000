#include "resolver/resolver.h"

#include "base/utf8.h"

#include <string.h>

#include "resolver/resolver_private.h"

/* The interface of the library over the headers of this folder, which the project itself uses.
 * It decides nothing: names become rows of tables, blocks of memory become structs, and
 * back. */

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
    case STATUS_IO: /* no rule reads or writes anything */
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
enum resolver_status library_tell(struct resolver_error *out, enum status status,
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

enum resolver_status library_wrong(struct resolver_error *out, const char *where,
                                   const char *text)
{
    struct error err;
    return library_tell(out, error_set(&err, STATUS_USAGE, where, "%s", text), &err);
}

enum resolver_status library_too_small(struct resolver_memory memory,
                                       struct resolver_error *err)
{
    struct error full;
    return library_tell(err,
                        error_set(&full, STATUS_FULL, "", "%lld bytes of memory are too few",
                                  (long long)memory.size),
                        &full);
}

void *library_room(struct arena *arena, struct resolver_memory memory, size_t size,
                   struct resolver_error *err)
{
    arena_init(arena, memory.start, memory.size);
    void *taken = arena_take(arena, 1, size);
    if (taken == NULL) {
        (void)library_too_small(memory, err);
    }
    return taken;
}

/* Copies only the members of a description that the caller's struct has. */
void library_describe(void *out, size_t size, const void *all, size_t all_size)
{
    memset(out, 0, size);
    memcpy(out, all, size < all_size ? size : all_size);
}

int library_clip(size_t size)
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
    library_describe(out, size, &all, sizeof all);
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
    library_describe(out, size, &all, sizeof all);
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
    library_describe(out, size, &all, sizeof all);
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
    library_describe(out, size, &all, sizeof all);
    return true;
}

enum resolver_status resolver_find_system(int *out, const char *name,
                                          struct resolver_error *err)
{
    struct error inner;
    const struct system *found = system_named(str_of(name), &inner);
    if (found == NULL) {
        return library_tell(err, inner.code, &inner);
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
        return library_wrong(err, "", "there is no game of this number");
    }
    struct error inner;
    const struct action *found = action_named(of, str_of(name), &inner);
    if (found == NULL) {
        return library_tell(err, inner.code, &inner);
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
        return library_tell(err, inner.code, &inner);
    }
    struct arena arena;
    struct resolver_request *request = library_room(&arena, memory, sizeof *request, err);
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
        return library_wrong(err, "", "the request is finished");
    }
    struct error inner;
    return library_tell(err, inputs_give(&request->inputs, str_of(word), &inner), &inner);
}

enum resolver_status resolver_request_set_text(struct resolver_request *request,
                                               const char *name, const char *value,
                                               struct resolver_error *err)
{
    TEXT_BUFFER(word, RESOLVER_VALUE_ROOM);
    text_add(&word, "%s=%s", name, value);
    if (word.is_cut) {
        return library_wrong(err, "", "name and value are too long");
    }
    if (strchr(name, '=') != NULL) {
        return library_wrong(err, "", "a name has no '=' in it");
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
        return library_wrong(err, "", "the request is finished");
    }
    if (parameter_find(request->inputs.action, str_of("bonus")) < 0) {
        return library_wrong(err, "bonus", "this action has no bonus to name parts of");
    }
    if (amount < -PART_MAX || amount > PART_MAX) {
        return library_wrong(err, "bonus", "a part is a whole number from -1000 to 1000");
    }
    utf8_clean(clean, sizeof clean, str_of(label));
    if (!inputs_name_part(&request->inputs, amount, clean, rule)) {
        struct error inner;
        enum status status = error_set(&inner, STATUS_FULL, "bonus",
                                       "at most %d parts have names", INPUT_PARTS_MAX);
        return library_tell(err, status, &inner);
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
    return library_tell(err, status, &inner);
}

enum resolver_status library_check_finished(const struct resolver_request *request,
                                            struct resolver_error *err)
{
    return request->is_finished ? RESOLVER_OK
                                : library_wrong(err, "", "the request is not finished");
}

enum resolver_status resolver_request_value(char *out, size_t size,
                                            const struct resolver_request *request,
                                            const char *name, struct resolver_error *err)
{
    const struct inputs *inputs = &request->inputs;
    struct error inner;
    int i = parameter_named(inputs->action, str_of(name), &inner);
    if (i < 0) {
        return library_tell(err, inner.code, &inner);
    }
    enum resolver_status status = library_check_finished(request, err);
    if (status != RESOLVER_OK) {
        return status;
    }
    if (!inputs->value[i].is_set) {
        return library_tell(err, error_set(&inner, STATUS_MISSING, name, "%s is not set", name),
                            &inner);
    }
    struct text text = text_over(out, library_clip(size));
    input_format(inputs, i, &text);
    if (text.is_cut) {
        error_set(&inner, STATUS_FULL, name, "%s needs more room", name);
        return library_tell(err, inner.code, &inner);
    }
    return RESOLVER_OK;
}
