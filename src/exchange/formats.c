#include "exchange/formats.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"

/* ---- writing --------------------------------------------------------------------------- */

void writing_free(struct writing *out)
{
    free(out->p);
    *out = (struct writing){.p = NULL};
}

void write_str(struct writing *out, struct str piece)
{
    if (out->size - out->n <= piece.n) {
        int64_t size = 2 * ((int64_t)out->n + piece.n) + 1024;
        CHECK(size <= INT32_MAX);
        out->p = realloc(out->p, (size_t)size);
        CHECK(out->p != NULL);
        out->size = (int)size;
    }
    if (piece.n > 0) {
        memcpy(out->p + out->n, piece.p, (size_t)piece.n);
    }
    out->n += piece.n;
    out->p[out->n] = '\0';
}

void write_text(struct writing *out, const char *piece)
{
    write_str(out, str_of(piece));
}

void write_format(struct writing *out, const char *format, ...)
{
    bool is_cut = true;
    for (int size = 512; is_cut; size *= 4) {
        char *room = malloc((size_t)size);
        CHECK(room != NULL);
        struct text text = text_over(room, size);
        va_list arguments;
        va_start(arguments, format);
        text_add_list(&text, format, arguments);
        va_end(arguments);
        is_cut = text.is_cut;
        if (!is_cut) {
            write_str(out, (struct str){text.p, text.n});
        }
        free(room);
    }
}

void write_average(struct writing *out, double number)
{
    TEXT_BUFFER(text, 40);
    text_add_average(&text, number);
    write_text(out, text.p);
}

void write_escaped(struct writing *out, const char *text, const char *(*escape)(const char *at))
{
    const char *from = text;
    for (const char *at = text; *at != '\0'; at++) {
        const char *instead = escape(at);
        if (instead != NULL) {
            write_str(out, (struct str){from, (int)(at - from)});
            write_text(out, instead);
            from = at + 1;
        }
    }
    write_text(out, from);
}

/* ---- the formats ----------------------------------------------------------------------- */

static const struct export_format formats[] = {
    {"md", "md", "Markdown: a telling by rounds", false, write_as_markdown, false},
    {"html", "html", "one page with charts, for any browser", false, write_as_html, false},
    {"csv", "csv", "a table with a row for each act, for a spreadsheet", true, write_as_csv,
     true},
    {"json", "json", "everything, for programs", true, write_as_json, false},
    {"text", "txt", "plain text", false, write_as_plain, false},
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

const struct export_format *export_format_at(int i)
{
    return i < FORMATS ? &formats[i] : NULL;
}

enum status export_format_find(const struct export_format **out, struct str name,
                               struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (int i = 0; i < FORMATS; i++) {
        nearest_offer(&nearest, formats[i].name);
        if (str_equal_any_case(name, str_of(formats[i].name))) {
            *out = &formats[i];
            return STATUS_OK;
        }
    }
    return error_set(err, STATUS_USAGE, "",
                     "there is no format %s%s (expected md, html, csv, json or text)",
                     utf8_shown(name).text, nearest_question(&nearest).text);
}

const struct export_format *export_format_of_file(const char *path)
{
    const char *ending = strrchr(path, '.');
    for (int i = 0; ending != NULL && i < FORMATS; i++) {
        if (str_equal_any_case(str_of(ending + 1), str_of(formats[i].ending))) {
            return &formats[i];
        }
    }
    return NULL;
}
