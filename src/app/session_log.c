#include "app/session_log.h"

#include <string.h>

#include "app/session_private.h"
#include "app/session_rules.h"

/* ---- pages ------------------------------------------------------------------------------------ */

enum { PAGE_ACTS = 256 }; /* acts without lines do not make a page long to read */

struct page {
    struct log_line *line;
    int count, room;
    bool is_full; /* this act did not fit */
    const struct act_row *row;
    int event; /* the next one's place in its act */
};

static bool add_line(void *context, const struct event *event)
{
    struct page *page = context;
    int number = page->event++;
    if (event->line.n == 0) {
        return true;
    }
    if (page->count == page->room) {
        page->is_full = true;
        return false;
    }
    log_line_put(&page->line[page->count++],
                 &(struct log_place){page->row->id, number, page->row->round}, event);
    return true;
}

/* The acts come newest first and their lines oldest first: each act is read into the beginning of
 * what is free, and moved to its end. */
enum status session_log_page(struct session *session, int64_t newest,
                             struct log_line out[LOG_PAGE_ROOM], int *count, int64_t *older,
                             struct error *err)
{
    static const size_t size = sizeof out[0];
    int first = LOG_PAGE_ROOM;
    int64_t act = newest != 0 ? newest : session->position.head;
    for (int acts = 0; act != 0 && acts < PAGE_ACTS; acts++) {
        struct act_row row;
        struct page page = {.line = out, .room = first, .row = &row};
        enum status status = log_row(session->campaign, act, &row, err);
        if (status == STATUS_OK) {
            status = log_events(session->campaign, act, add_line, &page, err);
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

/* ---- a line's arithmetic ---------------------------------------------------------------------- */

/* What is recorded of one throw, by its names in the record; borrowed from it. */
struct throw {
    struct str dice, source, why, rule;
};

/* The text behind `name` up to the next quote; empty when it is not there. */
static struct str quoted(struct str record, const char *name)
{
    struct str key = str_of(name);
    for (int i = 0; i + key.n <= record.n; i++) {
        if (memcmp(record.p + i, key.p, (size_t)key.n) == 0) {
            struct str value = {record.p + i + key.n, 0};
            while (i + key.n + value.n < record.n && value.p[value.n] != '"') {
                value.n++;
            }
            return value;
        }
    }
    return (struct str){"", 0};
}

/* The next throw of the record, which trace_format_json wrote: one object each, none within
 * another. False at the end. */
static bool next_throw(struct str *record, struct throw *out)
{
    const char *begin = record->n > 0 ? memchr(record->p, '{', (size_t)record->n) : NULL;
    if (begin == NULL) {
        return false;
    }
    struct str rest = {begin, record->n - (int)(begin - record->p)};
    const char *end = memchr(rest.p, '}', (size_t)rest.n);
    int n = end != NULL ? (int)(end - rest.p) + 1 : rest.n;
    struct str object = {rest.p, n};
    *record = (struct str){rest.p + n, rest.n - n};
    *out = (struct throw){.dice = quoted(object, "\"dice\":\""),
                          .source = quoted(object, "\"source\":\""),
                          .why = quoted(object, "\"why\":\""),
                          .rule = quoted(object, "\"rule\":\"")};
    return true;
}

/* How the parts of an explanation are joined (trace_format), and what the part behind is. */
static const struct joint {
    const char *sign, *word;
} joints[] = {
    {" + ", "plus"},    {" - ", "less"}, {" x ", "times"}, {" = ", "comes to"},
    {" vs ", "against"}, {": ", "result"}, {"; ", "then"},   {", ", "then"},
};

static const struct joint *joint_at(struct str text)
{
    for (size_t i = 0; i < sizeof joints / sizeof joints[0]; i++) {
        struct str sign = str_of(joints[i].sign);
        if (sign.n < text.n && memcmp(text.p, sign.p, (size_t)sign.n) == 0) {
            return &joints[i];
        }
    }
    return NULL;
}

/* Up to the next joint, which is left at the beginning of *rest. Typed dice stand in brackets and
 * are one part. */
static struct str next_part(struct str *rest)
{
    int n = 0;
    while (n < rest->n && joint_at((struct str){rest->p + n, rest->n - n}) == NULL) {
        const char *end =
            rest->p[n] == '[' ? memchr(rest->p + n, ']', (size_t)(rest->n - n)) : NULL;
        n = end != NULL ? (int)(end - rest->p) + 1 : n + 1;
    }
    struct str part = {rest->p, n};
    *rest = (struct str){rest->p + n, rest->n - n};
    return part;
}

static bool begins_with(struct str text, struct str beginning)
{
    return beginning.n > 0 && beginning.n < text.n && text.p[beginning.n] == ' ' &&
           memcmp(text.p, beginning.p, (size_t)beginning.n) == 0;
}

static void add_throw(const struct throw *throw, struct str part, struct text *out)
{
    bool is_given = str_equal(throw->source, "given");
    text_add(out, "throw\t%.*s: %.*s%s%s", part.n, part.p, throw->why.n, throw->why.p,
             throw->why.n > 0 ? ", " : "", is_given ? "typed" : "rolled here");
    if (throw->rule.n > 0) {
        text_add(out, " (%.*s)", throw->rule.n, throw->rule.p);
    }
    text_add(out, "\n");
}

/* Where the arithmetic of the line begins: at the first throw. */
static struct str arithmetic_of(struct str line, const struct throw *first)
{
    for (int i = 0; i < line.n; i++) {
        struct str rest = {line.p + i, line.n - i};
        bool is_word = i == 0 || line.p[i - 1] == ' ';
        if (is_word && begins_with(rest, first->dice)) {
            return rest;
        }
    }
    return (struct str){line.p + line.n, 0};
}

static void add_arithmetic(const struct event *event, struct text *out)
{
    struct str record = event->trace;
    struct throw throw;
    bool has_throw = next_throw(&record, &throw);
    struct str rest = has_throw ? arithmetic_of(event->line, &throw) : (struct str){"", 0};
    const char *word = "then";
    while (rest.n > 0) {
        struct str part = next_part(&rest);
        if (has_throw && begins_with(part, throw.dice)) {
            add_throw(&throw, part, out);
            has_throw = next_throw(&record, &throw);
        } else if (part.n > 0) {
            text_add(out, "%s\t%.*s\n", word, part.n, part.p);
        }
        const struct joint *joint = rest.n > 0 ? joint_at(rest) : NULL;
        int skip = joint != NULL ? str_of(joint->sign).n : rest.n;
        word = joint != NULL ? joint->word : "then";
        rest = (struct str){rest.p + skip, rest.n - skip};
    }
}

/* ---- the whole of a line ---------------------------------------------------------------------- */

struct explaining {
    struct session *session;
    int event; /* how many are before the one that is wanted */
    bool is_found;
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

static void add_change(const struct explaining *explaining, const struct event *event)
{
    if (event_shape(event->kind) == SHAPE_VALUE) {
        text_add(explaining->out, "changed\t%s",
                 state_field_name(&explaining->session->state, event->field));
        add_value(" from ", event->was_set, event->from, explaining->out);
        add_value(" to ", event->is_set, event->to, explaining->out);
        text_add(explaining->out, "\n");
    }
}

static bool explain_event(void *context, const struct event *event)
{
    struct explaining *explaining = context;
    if (explaining->event-- > 0) {
        return true;
    }
    add_change(explaining, event);
    add_arithmetic(event, explaining->out);
    const struct paragraphs *paragraphs = session_paragraphs(explaining->session);
    struct str rest = event->rules;
    const struct paragraph *paragraph;
    while ((paragraph = paragraph_next(paragraphs, &rest)) != NULL) {
        text_add(explaining->out, "%s\t%s: %s\n", paragraph->id, paragraph->title,
                 paragraph->text);
    }
    explaining->is_found = true;
    return false;
}

enum status session_explain(struct session *session, const struct log_line *line,
                            struct text *out, struct error *err)
{
    struct act_row row;
    struct explaining explaining = {.session = session, .event = line->event, .out = out};
    enum status status = log_row(session->campaign, line->act, &row, err);
    if (status == STATUS_OK) {
        text_add(out, "act %lld\t%s\n", (long long)row.id, row.command);
        status = log_events(session->campaign, line->act, explain_event, &explaining, err);
    }
    return status;
}
