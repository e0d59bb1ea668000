#include "support/documents.h"

#include <cmark.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { DEPTH_MAX = 64, AROUND = 60 };

static char told[400];

/* With what stands around the place; a byte of its own for each that is not ASCII. */
static const char *fault(const char *what, const char *text, const char *at)
{
    const char *from = at - text > AROUND ? at - AROUND : text;
    struct text out = text_over(told, sizeof told);
    text_add(&out, "%s at byte %ld: ", what, (long)(at - text));
    for (; *from != '\0' && from < at + AROUND; from++) {
        unsigned char byte = (unsigned char)*from;
        if (byte >= ' ' && byte < 0x7F) {
            text_add(&out, "%c", byte);
        } else {
            text_add(&out, "\\x%02x", byte);
        }
    }
    return told;
}

const char *document_raw_fault(const char *text)
{
    struct str rest = str_of(text);
    while (rest.n > 0) {
        struct utf8_step step = utf8_decode(rest);
        char kept[16];
        bool is_line_end = rest.p[0] == '\n';
        /* One that only shapes what stands before it is harmless after that. */
        if (!step.is_valid) {
            return fault("bytes that are no UTF-8", text, rest.p);
        }
        bool shapes = step.code == 0x200C || step.code == 0x200D ||
                      (step.code >= 0xFE00 && step.code <= 0xFE0F);
        if (!is_line_end && !shapes &&
            utf8_clean(kept, sizeof kept, (struct str){rest.p, step.n})) {
            return fault("a character that a terminal acts on", text, rest.p);
        }
        rest = (struct str){rest.p + step.n, rest.n - step.n};
    }
    return NULL;
}

/* ---- HTML ------------------------------------------------------------------------------ */

static bool is_word(const char *at, size_t n, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strlen(*words) == n && strncmp(*words, at, n) == 0) {
            return true;
        }
    }
    return false;
}

/* `n`: of the tag, without its brackets. */
static bool has_own_words(const char *tag, size_t n)
{
    static const char *const elements[] = {
        "html",    "head",   "meta",    "title",  "style",  "body", "p",     "svg",
        "text",    "line",   "g",       "path",   "circle", "div",  "table", "tr",
        "th",      "td",     "h1",      "h2",     "h3",     "br",   "span",  "details",
        "summary", "em",     "section", "strong", "ul",     "li",   "pre",   "b",
        "footer",  "header", "main",    "dl",     "dt",     "dd",   NULL};
    static const char *const attributes[] = {
        "lang",  "charset", "http-equiv", "content", "name", "class",   "role", "viewBox",
        "width", "height",  "x",          "y",       "x1",   "x2",      "y1",   "y2",
        "cx",    "cy",      "r",          "d",       "open", "colspan", NULL};
    size_t k = strcspn(tag, " />");
    if (!is_word(tag, k, elements)) {
        return false;
    }
    while (k < n && tag[k] == ' ') {
        size_t name = strcspn(tag + ++k, "=");
        if (!is_word(tag + k, name, attributes) || tag[k + name + 1] != '"') {
            return false;
        }
        k += name + 2;
        k += strcspn(tag + k, "\"") + 1;
    }
    return k == n || (k + 1 == n && tag[k] == '/');
}

const char *document_html_fault(const char *page)
{
    const char *open[DEPTH_MAX];
    int depth = 0;
    for (const char *at = strchr(page, '<'); at != NULL; at = strchr(at + 1, '<')) {
        const char *end = strchr(at, '>');
        if (end == NULL || memchr(at + 1, '<', (size_t)(end - at - 1)) != NULL) {
            return fault("a tag without an end", page, at);
        }
        size_t n = (size_t)(end - at - 1);
        if (at[1] == '!') {
            if (strncmp(at, "<!DOCTYPE html>", 15) != 0) {
                return fault("a declaration that is not ours", page, at);
            }
        } else if (at[1] == '/') {
            size_t name = n - 1;
            if (depth == 0 || strncmp(open[--depth], at + 2, name) != 0 ||
                strchr("> ", open[depth][name]) == NULL) {
                return fault("an end of something else", page, at);
            }
        } else if (!has_own_words(at + 1, n)) {
            return fault("a tag that is not ours", page, at);
        } else if (end[-1] != '/') {
            if (depth == DEPTH_MAX) {
                return fault("too deep", page, at);
            }
            open[depth++] = at + 1;
        }
    }
    return depth == 0 ? NULL : fault("an element without an end", page, open[depth - 1]);
}

/* ---- rows, JSON, Markdown -------------------------------------------------------------- */

const char *document_csv_fault(const char *rows)
{
    int width = 0;
    for (const char *at = rows; *at != '\0'; at++) {
        const char *row = at;
        int cells = 1;
        bool is_quoted = false, begins = true;
        for (; *at != '\0' && (is_quoted || *at != '\n'); at++) {
            if (begins && *at != '\0' && strchr("=+-@\t\r", *at) != NULL) {
                return fault("a formula", rows, at);
            }
            /* A quoted cell is read as a formula too. */
            begins = (!is_quoted && *at == ',') || (begins && *at == '"');
            is_quoted = (*at == '"') != is_quoted;
            cells += !is_quoted && *at == ',' ? 1 : 0;
        }
        width = width == 0 ? cells : width;
        if (is_quoted || *at != '\n' || cells != width) {
            return fault("a row of another width", rows, row);
        }
    }
    return NULL;
}

const char *document_json_fault(const char *text)
{
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        int n = error.position > 0 ? error.position - 1 : 0;
        return fault(error.text, text, text + n);
    }
    json_decref(root);
    return NULL;
}

const char *document_md_fault(const char *text)
{
    cmark_node *root = cmark_parse_document(text, strlen(text), CMARK_OPT_DEFAULT);
    cmark_iter *steps = cmark_iter_new(root);
    const char *found = NULL;
    while (found == NULL && cmark_iter_next(steps) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(steps);
        cmark_node_type type = cmark_node_get_type(node);
        if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE || type == CMARK_NODE_CODE ||
            type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE) {
            const char *what = cmark_node_get_literal(node);
            snprintf(told, sizeof told, "%s in line %d: %.200s",
                     cmark_node_get_type_string(node), cmark_node_get_start_line(node),
                     what != NULL ? what : "");
            found = told;
        }
    }
    cmark_iter_free(steps);
    cmark_node_free(root);
    return found;
}
