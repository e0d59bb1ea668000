#include "exchange/formats.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "exchange/csv.h"
#include "exchange/html.h"
#include "exchange/json.h"
#include "exchange/markdown.h"
#include "exchange/plain.h"

static const struct export_format formats[] = {
    {"md", "md", "Markdown: a telling by rounds", write_as_markdown},
    {"html", "html", "one page with charts, for any browser", write_as_html},
    {"csv", "csv", "a table with a row for each act, for a spreadsheet", write_as_csv},
    {"json", "json", "everything, for programs", write_as_json},
    {"text", "txt", "plain text", write_as_plain},
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
