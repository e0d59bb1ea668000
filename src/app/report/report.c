#include "app/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* ---- making one ------------------------------------------------------------------------ */

json_t *report_string(struct str text)
{
    int size = text.n * 3 + 1; /* a byte becomes at most three */
    char *clean = malloc((size_t)size);
    CHECK(clean != NULL);
    int used = 0;
    for (int start = 0; start <= text.n;) {
        const char *end =
            start < text.n ? memchr(text.p + start, '\n', (size_t)(text.n - start)) : NULL;
        int n = end != NULL ? (int)(end - (text.p + start)) : text.n - start;
        utf8_clean(clean + used, size - used, (struct str){text.p + start, n});
        used += (int)strlen(clean + used);
        if (end != NULL) {
            clean[used++] = '\n';
        }
        start += n + 1;
    }
    json_t *string = json_stringn(clean, (size_t)used);
    free(clean);
    CHECK(string != NULL);
    return string;
}

json_t *report_string_or_null(const char *words)
{
    return words[0] == '\0' ? json_null() : report_string(str_of(words));
}

/* Names are of people, too: those of combatants, say. */
void report_set(json_t *report, const char *name, json_t *value)
{
    const char *at = name;
    while (*at > ' ' && *at < 0x7f) {
        at++;
    }
    json_t *clean = *at != '\0' ? report_string(str_of(name)) : NULL;
    CHECK(json_object_set_new(report, clean != NULL ? json_string_value(clean) : name, value) ==
          0);
    json_decref(clean);
}

void report_set_words(json_t *report, const char *name, const char *words)
{
    report_set(report, name, report_string(str_of(words)));
}

void report_set_words_or_null(json_t *report, const char *name, const char *words)
{
    report_set(report, name, report_string_or_null(words));
}

void report_set_flag(json_t *report, const char *name, bool flag)
{
    report_set(report, name, json_boolean(flag));
}

void report_set_whole(json_t *report, const char *name, int64_t number)
{
    report_set(report, name, json_integer(number));
}

void report_set_whole_or_null(json_t *report, const char *name, bool is_known, int64_t number)
{
    report_set(report, name, is_known ? json_integer(number) : json_null());
}

void report_set_real(json_t *report, const char *name, bool is_known, double number)
{
    report_set(report, name, is_known ? json_real(number) : json_null());
}

void report_set_interval(json_t *report, const char *name, const char *middle, bool is_known,
                         struct interval interval)
{
    json_t *object = report_object(report, name);
    report_set_real(object, middle, is_known, interval.middle);
    report_set_real(object, "low", is_known, interval.low);
    report_set_real(object, "high", is_known, interval.high);
}

void report_set_chance(json_t *report, const char *name, int64_t count, int64_t of)
{
    report_set_interval(report, name, "chance", of > 0, interval_of_chance(count, of));
}

json_t *report_object(json_t *report, const char *name)
{
    json_t *object = json_object();
    report_set(report, name, object);
    return object;
}

json_t *report_list(json_t *report, const char *name)
{
    json_t *list = json_array();
    report_set(report, name, list);
    return list;
}

json_t *report_row(json_t *list)
{
    json_t *row = json_object();
    CHECK(json_array_append_new(list, row) == 0);
    return row;
}

void report_be_json(json_t *report)
{
    const char *name;
    json_t *value;
    void *next;
    size_t i;
    json_object_foreach_safe(report, next, name, value)
    {
        if (name[0] == '.') {
            json_object_del(report, name);
        } else {
            report_be_json(value);
        }
    }
    json_array_foreach(report, i, value)
    {
        report_be_json(value);
    }
}

/* ---- values for people ----------------------------------------------------------------- */

json_t *report_value(const json_t *report, const char *name)
{
    json_t *value = NULL;
    while (*name != '\0') {
        TEXT_BUFFER(part, 80);
        size_t n = strcspn(name, "/");
        text_add_str(&part, (struct str){name, (int)n});
        value = json_object_get(report, part.p);
        report = value;
        name += n + (name[n] == '/' ? 1 : 0);
    }
    return value;
}

void report_format_chance(struct text *out, const struct interval *chance)
{
    bool is_none = chance->middle <= 0, is_all = chance->middle >= 1;
    if (is_none || is_all) {
        double edge = is_none ? chance->high : chance->low;
        text_add(out, "%s ", is_none ? "under" : "over");
        /* To the safe side: 0.19% is "under 0.2%", 16.2% "under 17%". */
        double scale = (is_none ? edge : 1 - edge) < 0.1 ? 1000 : 100, parts = edge * scale;
        int rounded = (int)parts;
        rounded += is_none && (double)rounded < parts ? 1 : 0;
        text_add_decimal(out, rounded * 100 / scale, 1);
        text_add(out, "%%");
        return;
    }
    text_add_percent(out, chance->middle);
}

/* What was counted is never certain: none of them is "<1%". */
static void add_end(struct text *out, double chance)
{
    const double edge = 1e-6;
    text_add_percent(out, chance < edge ? edge : chance > 1 - edge ? 1 - edge : chance);
}

/* Between two ends it reaches to the last whole number: "97->99%" reads badly. */
void report_format_range(struct text *out, double low, double high)
{
    TEXT_BUFFER(from, 16);
    TEXT_BUFFER(to, 16);
    add_end(&from, low);
    add_end(&to, high);
    int n = from.n > 0 && from.p[from.n - 1] == '%' ? from.n - 1 : from.n;
    if (strcmp(from.p, to.p) == 0) {
        text_add(out, "%s", to.p);
    } else {
        text_add(out, "%.*s-%s", from.p[0] == '<' ? 1 : n, from.p[0] == '<' ? "0" : from.p,
                 to.p[0] == '>' ? "100%" : to.p);
    }
}

static double number_of(const json_t *value, const char *name)
{
    return json_number_value(json_object_get(value, name));
}

static struct interval interval_of(const json_t *value)
{
    bool is_chance = json_object_get(value, "chance") != NULL;
    bool is_unknown = is_chance && json_is_null(json_object_get(value, "high"));
    return (struct interval){.middle = number_of(value, is_chance ? "chance" : "mean"),
                             .low = number_of(value, "low"),
                             .high = is_unknown ? 1 : number_of(value, "high")};
}

/* "+4.7 ±1.2"; what is shown as zero has no sign, and nothing at all is "0". */
static void add_change(struct text *out, bool is_less, const struct text *number,
                       const struct text *within, bool is_ascii)
{
    static const char zero[] = "0.";
    bool is_zero = strspn(number->p, zero) == (size_t)number->n;
    text_add(out, "%s%s", is_zero ? "" : is_less ? "-" : "+", number->p);
    if (!is_zero || strspn(within->p, zero) < (size_t)within->n) {
        text_add(out, " %s%s", is_ascii ? "+-" : "±", within->p);
    }
}

static void format_value(const json_t *value, const struct report_column *column, bool is_ascii,
                         struct text *out)
{
    struct interval interval = interval_of(value);
    double half = (interval.high - interval.low) / 2, size = interval.middle;
    bool is_points =
        column->kind == REPORT_CHANGE_POINTS || column->kind == REPORT_SHORT_POINTS;
    double scale = is_points ? 100 : 1;
    TEXT_BUFFER(number, 40);
    TEXT_BUFFER(within, 40);
    size = size < 0 ? -size : size;
    switch (column->kind) {
    case REPORT_PLAIN:
        if (json_is_string(value)) {
            text_add_str(
                out, (struct str){json_string_value(value), (int)json_string_length(value)});
        } else if (json_is_integer(value)) {
            text_add(out, "%lld", (long long)json_integer_value(value));
        } else if (json_is_object(value)) {
            report_format_chance(out, &interval);
        }
        return;
    case REPORT_CHANCE:
        report_format_chance(out, &interval);
        return;
    case REPORT_RANGE:
        report_format_range(out, interval.low, interval.high);
        return;
    case REPORT_PERCENT:
        text_add_percent(out,
                         json_is_object(value) ? interval.middle : json_number_value(value));
        return;
    case REPORT_AVERAGE:
        text_add_average(out,
                         json_is_object(value) ? interval.middle : json_number_value(value));
        return;
    case REPORT_TENTHS:
        text_add(out, "%.1f", json_number_value(value));
        return;
    case REPORT_MORE:
        text_add(out, "%s", interval.middle < 0 ? "less" : "more");
        return;
    case REPORT_POINTS:
        text_add_decimal(out, size * 100, 0);
        return;
    case REPORT_WITHIN:
        text_add_decimal(out, half * 100, 0);
        return;
    case REPORT_CHANGE:
    case REPORT_CHANGE_POINTS:
        text_add(&number, "%.*f", column->decimals, size * scale);
        text_add(&within, "%.*f", column->decimals, half * scale);
        add_change(out, interval.middle < 0, &number, &within, is_ascii);
        return;
    case REPORT_SHORT:
    case REPORT_SHORT_POINTS:
        text_add_decimal(&number, size * scale, is_points ? 0 : 1);
        text_add_decimal(&within, half * scale, is_points ? 0 : 1);
        add_change(out, interval.middle < 0, &number, &within, is_ascii);
        return;
    case REPORT_KINDS:
        break;
    }
    CHECK(false);
}

void report_format_cell(const json_t *row, const struct report_column *column, bool is_ascii,
                        struct text *out)
{
    const json_t *value = column->name[0] != '\0' ? report_value(row, column->name) : row;
    if (value != NULL && !json_is_null(value)) {
        format_value(value, column, is_ascii, out);
    } else if (column->missing != NULL) {
        text_add(out, "%s", column->missing);
    }
}

/* ---- sentences ------------------------------------------------------------------------- */

static enum report_kind kind_named(struct str name)
{
    static const char *const names[REPORT_KINDS] = {
        [REPORT_PLAIN] = "",
        [REPORT_CHANCE] = "chance",
        [REPORT_RANGE] = "range",
        [REPORT_PERCENT] = "percent",
        [REPORT_AVERAGE] = "average",
        [REPORT_TENTHS] = "tenths",
        [REPORT_MORE] = "more",
        [REPORT_POINTS] = "points",
        [REPORT_WITHIN] = "within",
        [REPORT_CHANGE] = "change",
        [REPORT_CHANGE_POINTS] = "change-points",
        [REPORT_SHORT] = "short",
        [REPORT_SHORT_POINTS] = "short-points",
    };
    int kind = 0;
    while (kind < REPORT_KINDS && !str_equal(name, names[kind])) {
        kind++;
    }
    CHECK(kind < REPORT_KINDS);
    return (enum report_kind)kind;
}

void report_tell(const json_t *report, const char *pattern, struct text *out)
{
    while (*pattern != '\0') {
        size_t n = strcspn(pattern, "{");
        text_add_str(out, (struct str){pattern, (int)n});
        pattern += n;
        if (*pattern == '{') {
            TEXT_BUFFER(name, 80);
            size_t whole = strcspn(++pattern, "}"), before = strcspn(pattern, ":}");
            CHECK(pattern[whole] == '}');
            text_add_str(&name, (struct str){pattern, (int)before});
            struct str kind = {pattern + before + 1,
                               before < whole ? (int)(whole - before) - 1 : 0};
            struct report_column cell = {.name = name.p, .kind = kind_named(kind)};
            report_format_cell(report, &cell, false, out);
            pattern += whole + 1;
        }
    }
}
