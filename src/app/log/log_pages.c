#include "app/log/log_pages.h"

#include <jansson.h>
#include <string.h>

#include "app/log/logged_roll.h"
#include "app/sitting/data.h"
#include "app/sitting/rules.h"
#include "resolver/dice/entered_source.h"
#include "tracker/naming.h"

/* ---- pages ----------------------------------------------------------------------------- */

enum { PAGE_ACTS = 256 }; /* acts without lines do not make a page long to read */

struct page {
    struct log_line *line;
    int count, room;
    bool is_full; /* this act did not fit */
    const struct act_row *row;
};

static bool add_line(void *context, int place, const struct event *event)
{
    struct page *page = context;
    if (page->count == page->room) {
        page->is_full = true;
        return false;
    }
    log_line_put(&page->line[page->count++],
                 &(struct log_place){page->row->id, place, page->row->round}, event);
    return true;
}

/* The newest page, from the lines that the table already has: only the act before the first of
 * them is read. False when they are too few for a page. */
static bool take_kept(struct sitting *sitting, struct log_line out[LOG_PAGE_ROOM], int *count,
                      int64_t *older, enum status *status, struct error *err)
{
    _Static_assert((int)SITTING_LOG_LINES <= (int)LOG_PAGE_ROOM, "they are one page");
    int first = 0;
    /* Some lines of the oldest act may be missing. */
    while (!sitting->lines_reach_start && first < sitting->lines &&
           sitting->line[first].act == sitting->line[0].act) {
        first++;
    }
    *count = sitting->lines - first;
    if (*count == 0 || (*count < LOG_PAGE_LINES && !sitting->lines_reach_start)) {
        return false;
    }
    struct act_row row = {.parent = 0};
    *status = sitting->lines_reach_start
                  ? STATUS_OK
                  : log_row(sitting->campaign, sitting->line[first].act, &row, err);
    *older = row.parent;
    memcpy(out, &sitting->line[first], (size_t)*count * sizeof out[0]);
    return true;
}

/* The acts come newest first and their lines oldest first: each act is read into the beginning
 * of the free part, and moved to its end. */
static enum status read_page(struct sitting *sitting, int64_t newest,
                             struct log_line out[LOG_PAGE_ROOM], int *count, int64_t *older,
                             struct error *err)
{
    static const size_t size = sizeof out[0];
    int first = LOG_PAGE_ROOM;
    int64_t act = newest != 0 ? newest : sitting->position.head;
    for (int acts = 0; act != 0 && acts < PAGE_ACTS; acts++) {
        struct act_row row;
        struct page page = {.line = out, .room = first, .row = &row};
        enum status status = log_row(sitting->campaign, act, &row, err);
        if (status == STATUS_OK) {
            status = log_lines(sitting->campaign, act, add_line, &page, err);
        }
        if (status != STATUS_OK) {
            return status;
        }
        if (page.is_full || LOG_PAGE_ROOM - first >= LOG_PAGE_LINES) {
            break;
        }
        first -= page.count;
        memmove(&out[first], &out[0], (size_t)page.count * size);
        act = row.parent;
    }
    *older = act;
    *count = LOG_PAGE_ROOM - first;
    memmove(&out[0], &out[first], (size_t)*count * size);
    return STATUS_OK;
}

enum status sitting_log_page(struct sitting *sitting, int64_t newest,
                             struct log_line out[LOG_PAGE_ROOM], int *count, int64_t *older,
                             struct error *err)
{
    enum status status;
    if (newest == 0 && take_kept(sitting, out, count, older, &status, err)) {
        return status;
    }
    /* As of one moment: each act is then read once for its row and its lines. */
    status = campaign_begin_reading(sitting->campaign, err);
    if (status == STATUS_OK) {
        status = read_page(sitting, newest, out, count, older, err);
        campaign_end_reading(sitting->campaign);
    }
    return status;
}

/* ---- a line's arithmetic --------------------------------------------------------------- */

static const char *text_of(const json_t *step, const char *name)
{
    const char *text = json_string_value(json_object_get(step, name));
    return text != NULL ? text : "";
}

static void add_number(const json_t *number, struct text *out)
{
    if (json_is_real(number)) {
        text_add_decimal(out, json_real_value(number), 4);
    } else {
        text_add(out, "%lld", (long long)json_integer_value(number));
    }
}

static void add_rule(const json_t *step, struct text *out)
{
    const char *rule = text_of(step, "rule");
    text_add(out, rule[0] != '\0' ? " (%s)\n" : "\n", rule);
}

static bool has_mark(const json_t *marks, const char *word)
{
    for (size_t i = 0; i < json_array_size(marks); i++) {
        const char *is = json_string_value(json_array_get(marks, i));
        if (is != NULL && strcmp(is, word) == 0) {
            return true;
        }
    }
    return false;
}

/* The dice of a line that told their faces themselves; each is of one throw. */
struct told_dice {
    const char *line;
    uint64_t used; /* of its words, by their places */
};

/* The first with this face that is not used yet. */
static bool use_told(struct told_dice *dice, int64_t face, struct entered_source *out)
{
    struct str rest = str_of(dice->line), word;
    for (int i = 0; i < 64 && (word = str_next_word(&rest)).p != NULL; i++) {
        int64_t value;
        if ((dice->used >> i & 1) == 0 && entered_source(out, word) &&
            str_to_int64(out->face, INT32_MIN, INT32_MAX, &value) && value == face) {
            dice->used |= UINT64_C(1) << i;
            return true;
        }
    }
    return false;
}

/* "typed", or "from Ruby" where a die told it. */
static void add_whose(struct told_dice *dice, const json_t *faces, struct text *out)
{
    TEXT_BUFFER(names, 400);
    struct entered_source source;
    bool is_typed = json_array_size(faces) == 0;
    for (size_t i = 0; i < json_array_size(faces); i++) {
        TEXT_BUFFER(name, 80);
        if (!use_told(dice, json_integer_value(json_array_get(faces, i)), &source)) {
            is_typed = true;
            continue;
        }
        entered_source_tell_name(&source, &name);
        if (strstr(names.p, name.p) == NULL) {
            text_add(&names, "%s%s", names.n > 0 ? ", " : "from ", name.p);
        }
    }
    text_add(out, "%s%s%s", names.p, names.n > 0 && is_typed ? ", " : "",
             is_typed ? "typed" : "");
}

/* "2d20kh1 [14 (9)] = 14: attack, typed (5.14)": entered dice are in brackets, as in the line.
 */
static void add_throw(const json_t *step, struct told_dice *dice, struct text *out)
{
    const json_t *faces = json_object_get(step, "faces");
    const json_t *value = json_object_get(step, "value");
    const char *why = text_of(step, "why");
    bool is_given = strcmp(text_of(step, "source"), "given") == 0;
    size_t count = json_array_size(faces);
    text_add(out, "throw\t%s %s", text_of(step, "dice"), is_given ? "[" : "");
    for (size_t i = 0; i < count; i++) {
        /* Marked like in the line: "(2)" was dropped, "1r" re-rolled, "6!" exploded. */
        const json_t *marks = json_array_get(json_object_get(step, "marks"), i);
        bool is_dropped = has_mark(marks, "dropped");
        text_add(out, "%s%s", i > 0 ? " " : "", is_dropped ? "(" : "");
        add_number(json_array_get(faces, i), out);
        text_add(out, "%s%s%s", has_mark(marks, "re-rolled") ? "r" : "",
                 has_mark(marks, "exploded") ? "!" : "", is_dropped ? ")" : "");
    }
    if (count == 0) {
        text_add(out, "%s", is_given ? "=" : "");
        add_number(value, out);
    }
    text_add(out, "%s", is_given ? "]" : "");
    if (count > 1 || (count == 1 && !json_equal(json_array_get(faces, 0), value))) {
        text_add(out, " = ");
        add_number(value, out);
    }
    text_add(out, ": %s%s", why, why[0] != '\0' ? ", " : "");
    if (is_given) {
        add_whose(dice, faces, out);
    } else {
        text_add(out, "rolled here");
    }
    add_rule(step, out);
}

/* "plus\t14 strength (5.14)", "against\tAC 22 (5.15)", "result\thit (5.14)". */
static void add_step(const json_t *step, struct text *out)
{
    static const char *const words[][2] = {/* others have their name in the log */
                                           {"factor", "times"},
                                           {"divisor", "divided by"},
                                           {"made_of", "made of"}};
    const json_t *value = json_object_get(step, "value");
    const char *name = text_of(step, "step"), *word = name;
    const char *why = text_of(step, "why");
    bool is_against = strcmp(name, "against") == 0 || strcmp(name, "number") == 0;
    bool is_less = strcmp(name, "term") == 0 && json_integer_value(value) < 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        word = strcmp(name, words[i][0]) == 0 ? words[i][1] : word;
    }
    if (strcmp(name, "term") == 0) {
        word = is_less ? "less" : "plus";
    }
    text_add(out, "%s\t%s%s", word, is_against ? why : "", is_against ? " " : "");
    if (is_less) {
        text_add(out, "%lld", -(long long)json_integer_value(value));
    } else if (value != NULL) {
        add_number(value, out);
    }
    text_add(out, "%s%s", value != NULL && why[0] != '\0' && !is_against ? " " : "",
             is_against ? "" : why);
    add_rule(step, out);
}

/* The contents of the roll's record: its chance, then its steps; the line has the outcome.
 * Campaigns of earlier versions have only steps or throws, and no chance. An unreadable record
 * is skipped, since the line says everything too. */
static void add_arithmetic(struct str record, struct told_dice *dice, struct text *out)
{
    struct logged_roll roll;
    logged_roll_read(&roll, record);
    size_t i;
    json_t *step;
    bool has_steps = json_is_object(json_array_get(roll.steps, 0));
    if (has_steps) {
        text_add(out, "chance\t");
        log_chance_words(&roll, out);
        text_add(out, "\n");
    }
    json_array_foreach(roll.steps, i, step)
    {
        if (json_object_get(step, "dice") != NULL) {
            add_throw(step, dice, out);
        } else if (json_is_object(step) && strcmp(text_of(step, "step"), "request") != 0 &&
                   strcmp(text_of(step, "step"), "outcome") != 0) {
            add_step(step, out);
        }
    }
    logged_roll_free(&roll);
}

/* ---- the whole of a line --------------------------------------------------------------- */

struct explaining {
    struct sitting *sitting;
    struct told_dice dice;
    struct text *out;
};

static void add_value(const char *word, bool is_set, int value, struct text *out)
{
    if (is_set) {
        text_add(out, "%s%d", word, value);
    } else {
        text_add(out, "%sunset", word);
    }
}

static bool explain_event(void *context, const struct event *event)
{
    struct explaining *explaining = context;
    if (event_shape(event->kind) == SHAPE_VALUE) {
        text_add(explaining->out, "changed\t%s",
                 state_field_name(&explaining->sitting->state, event->field));
        add_value(" from ", event->was_set, event->from, explaining->out);
        add_value(" to ", event->is_set, event->to, explaining->out);
        text_add(explaining->out, "\n");
    }
    add_arithmetic(event->trace, &explaining->dice, explaining->out);
    const struct rule_texts *rule_texts = sitting_rule_texts(explaining->sitting);
    struct str rest = event->rules;
    const struct rule_text *rule_text;
    while ((rule_text = rule_text_next(rule_texts, &rest)) != NULL) {
        text_add(explaining->out, "%s\t%s: %s\n", rule_text->id, rule_text->title,
                 rule_text->text);
    }
    return false;
}

/* The line that was run, and where dice of it came from that told their faces themselves. */
static void add_command(const struct act_row *row, struct text *out)
{
    text_add(out, "act %lld\t%s\n", (long long)row->id, row->command);
    entered_sources_tell(str_of(row->command), "dice\t", "\n", out);
}

enum status sitting_explain(struct sitting *sitting, const struct log_line *line,
                            struct text *out, struct error *err)
{
    struct act_row row;
    struct explaining explaining = {.sitting = sitting, .out = out};
    enum status status = log_row(sitting->campaign, line->act, &row, err);
    if (status == STATUS_OK) {
        add_command(&row, out);
        explaining.dice.line = row.command;
        status = log_event(sitting->campaign, line->act, line->event, explain_event,
                           &explaining, err);
    }
    return status;
}

/* The lines of an act, each with its arithmetic. */
static bool explain_line(void *context, const struct event *event)
{
    struct explaining *explaining = context;
    struct text *out = explaining->out;
    if (event->line.n > 0) {
        text_add_str(out, event->line);
        text_add(out, "\n");
        add_arithmetic(event->trace, &explaining->dice, out);
    }
    return !out->is_cut;
}

enum status sitting_explain_act(struct sitting *sitting, int64_t act, struct text *out,
                                struct error *err)
{
    struct act_row row;
    enum status status = log_row(sitting->campaign, act, &row, err);
    if (status == STATUS_MISSING ||
        (status == STATUS_OK &&
         (row.kind != ROW_ACT || row.encounter != sitting->encounter.id))) {
        return error_set(err, STATUS_USAGE, "", "there is no act %lld in this encounter",
                         (long long)act);
    }
    if (status == STATUS_OK) {
        struct explaining explaining = {sitting, {.line = row.command}, out};
        add_command(&row, out);
        status = log_events(sitting->campaign, act, explain_line, &explaining, err);
    }
    return status;
}

/* ---- looking for words ----------------------------------------------------------------- */

static bool is_round(struct str word, int64_t *round)
{
    struct str digits = {word.p + 1, word.n - 1};
    return char_lower(word.p[0]) == 'r' && str_to_int64(digits, 0, INT32_MAX, round);
}

/* "shrike 1" is a name, not every line of a shrike with a 1 somewhere; nor is it "Shrike 12".
 */
static bool has_name(const struct log_line *line, struct str name, struct str number)
{
    TEXT_BUFFER(whole, CAMPAIGN_LINE_SIZE);
    struct str text = str_of(line->line);
    text_add(&whole, "%.*s %.*s", name.n, name.p, number.n, number.p);
    bool holds = false;
    for (int i = 0; i + whole.n <= text.n && !holds; i++) {
        holds = str_equal_any_case((struct str){text.p + i, whole.n},
                                   (struct str){whole.p, whole.n}) &&
                !char_is_digit(text.p[i + whole.n]);
    }
    return holds;
}

bool sitting_log_holds(const struct log_line *line, struct str words)
{
    int64_t round, number;
    bool holds = true;
    struct str before = {"", 0};
    for (struct str word; holds && (word = str_next_word(&words)).p != NULL; before = word) {
        bool is_of_name = before.n > 0 && !is_round(before, &round) && word.n > 0 &&
                          char_is_digit(word.p[0]) && str_to_int64(word, 0, INT64_MAX, &number);
        holds = word.n == 0 ||
                (is_of_name               ? has_name(line, before, word)
                 : is_round(word, &round) ? line->round == round
                                          : text_holds_words(str_of(line->line), word) ||
                                                str_holds_words(str_of(line->rules), word));
    }
    return holds;
}
