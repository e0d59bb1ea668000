/* Lists every change of one token that a slip could have made in a C source: a comparison, `&&`
 * or `||`, `+` or `-`, a number, true or false.
 *
 *   mutate SEED FILE...
 *
 * One line for each change, with tabs between: key, whether the change was picked, path, line
 * number, name of the function or table, the line before, the line after (both without the
 * blanks around them). A number has two changes, one of which is picked; sorted by their keys,
 * the picked ones are in the order of SEED. A key depends on SEED and on the text of the line
 * alone, so a change somewhere else in the file keeps it.
 *
 * Left alone: comments, strings, lines for the preprocessor, sizes of arrays, also those of
 * TEXT_BUFFER, and of names that end in _SIZE, _MAX, _COUNT, _WIDTH or _COLUMNS, what stands in
 * sizeof or CHECK, {0}, and the test for an empty text. `a < b ? a : b` becomes `a > b ? a :
 * b`, since `<=` would change nothing, nor would the next number in its condition. */
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_MAX = 1 << 20, TOKENS_MAX = 1 << 16, TEXT_MAX = 64 };

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_QUOTED, TOKEN_SIGN };

struct token {
    enum token_kind kind;
    int start;
    int length;
    int line;
    int owner; /* the token that names the function or table, or -1 */
};

struct source {
    const char *path;
    char text[SOURCE_MAX];
    int size;
    struct token tokens[TOKENS_MAX];
    int count;
};

static void stop(const char *why, const char *path)
{
    fprintf(stderr, "mutate: %s: %s\n", path, why);
    exit(2);
}

/* ---- tokens ---------------------------------------------------------------------------- */

static const char *const long_signs[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                         "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                         "*=",  "/=",  "%=",  "&=", "|=", "^="};

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_name_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static int length_of(const char *text, enum token_kind kind)
{
    int n = 1;
    if (kind == TOKEN_QUOTED) {
        while (text[n] != '\0' && text[n] != text[0]) {
            n += text[n] == '\\' && text[n + 1] != '\0' ? 2 : 1;
        }
        return text[n] != '\0' ? n + 1 : n;
    }
    if (kind != TOKEN_SIGN) {
        while (is_name_part(text[n]) || (kind == TOKEN_NUMBER && text[n] == '.')) {
            n++;
        }
        return n;
    }
    for (size_t i = 0; i < sizeof long_signs / sizeof long_signs[0]; i++) {
        if (begins(text, long_signs[i])) {
            return (int)strlen(long_signs[i]);
        }
    }
    return 1;
}

/* The length of a comment, or of a line for the preprocessor with those it goes on in; else 0.
 */
static int length_of_skipped(const char *text, bool is_line_start)
{
    const char *end = NULL;
    if (begins(text, "/*")) {
        end = strstr(text + 2, "*/");
        return end != NULL ? (int)(end - text) + 2 : (int)strlen(text);
    }
    if (!begins(text, "//") && !(is_line_start && text[0] == '#')) {
        return 0;
    }
    end = strchr(text, '\n');
    while (end != NULL && end[-1] == '\\') {
        end = strchr(end + 1, '\n');
    }
    return end != NULL ? (int)(end - text) : (int)strlen(text);
}

static enum token_kind kind_of(char c)
{
    return isdigit((unsigned char)c) ? TOKEN_NUMBER
           : is_name_part(c)         ? TOKEN_NAME
           : c == '"' || c == '\''   ? TOKEN_QUOTED
                                     : TOKEN_SIGN;
}

static void split(struct source *source)
{
    int line = 1, at = 0;
    bool is_line_start = true;
    source->count = 0;
    while (at < source->size) {
        const char *text = source->text + at;
        int n = length_of_skipped(text, is_line_start);
        if (n == 0 && !isspace((unsigned char)text[0])) {
            enum token_kind kind = kind_of(text[0]);
            n = length_of(text, kind);
            if (source->count == TOKENS_MAX) {
                stop("too many tokens", source->path);
            }
            source->tokens[source->count++] =
                (struct token){.kind = kind, .start = at, .length = n, .line = line};
            is_line_start = false;
        }
        n = n > 0 ? n : 1;
        for (int i = 0; i < n; i++) {
            line += text[i] == '\n';
            is_line_start = is_line_start || text[i] == '\n';
        }
        at += n;
    }
}

static bool is(const struct source *source, int i, const char *text)
{
    return i >= 0 && i < source->count && source->tokens[i].length == (int)strlen(text) &&
           begins(source->text + source->tokens[i].start, text);
}

static bool is_any(const struct source *source, int i, const char *const *texts)
{
    for (; *texts != NULL; texts++) {
        if (is(source, i, *texts)) {
            return true;
        }
    }
    return false;
}

static bool is_kind(const struct source *source, int i, enum token_kind kind)
{
    return i >= 0 && i < source->count && source->tokens[i].kind == kind;
}

/* The function or table that each token belongs to: the declaration outside of all braces. */
static void find_owners(struct source *source)
{
    int depth = 0, first = 0, owner = -1;
    for (int i = 0; i < source->count; i++) {
        if (depth == 0 && owner < 0 && is_kind(source, i, TOKEN_NAME) &&
            (is(source, i + 1, "(") || is(source, i + 1, "[") || is(source, i + 1, "="))) {
            owner = i;
        }
        depth += is(source, i, "{") - is(source, i, "}");
        if (depth == 0 &&
            (is(source, i, ";") || (is(source, i, "}") && !is(source, i + 1, ";")))) {
            for (; first <= i; first++) {
                source->tokens[first].owner = owner;
            }
            owner = -1;
        }
    }
    for (; first < source->count; first++) {
        source->tokens[first].owner = -1;
    }
}

/* ---- what is left alone ---------------------------------------------------------------- */

/* The opening bracket directly around the token, or -1. */
static int opening(const struct source *source, int i)
{
    static const char *const closers[] = {")", "]", "}", NULL};
    static const char *const openers[] = {"(", "[", "{", NULL};
    int depth = 0;
    for (i--; i >= 0; i--) {
        if (is_any(source, i, closers)) {
            depth++;
        } else if (is_any(source, i, openers) && depth-- == 0) {
            return i;
        }
    }
    return -1;
}

/* Whether the token stands in a macro that checks, or in one that declares a buffer. */
static bool is_in_macro(const struct source *source, int i)
{
    static const char *const macros[] = {"CHECK", "_Static_assert", "TEXT_BUFFER", NULL};
    while ((i = opening(source, i)) >= 0 && !is(source, i, "{")) {
        if (is_any(source, i - 1, macros)) {
            return true;
        }
    }
    return false;
}

/* Whether the statement that the token stands in declares something: it begins with two names.
 */
static bool is_in_declaration(const struct source *source, int i)
{
    static const char *const borders[] = {";", "{", "}", NULL};
    static const char *const statements[] = {"return", "case", "else", NULL};
    while (i > 0 && !is_any(source, i - 1, borders)) {
        i--;
    }
    return is_kind(source, i, TOKEN_NAME) && is_kind(source, i + 1, TOKEN_NAME) &&
           !is_any(source, i, statements);
}

/* `int ids[4]`, `char *words[4][8], mark[2]`, `sizeof words[0]`: the bracket holds no index. */
static bool is_size_bracket(const struct source *source, int bracket)
{
    int i = bracket - 1;
    while (is(source, i, "]")) {
        i = opening(source, i) - 1;
    }
    i--;
    while (is(source, i, "->") || is(source, i, ".")) {
        i -= 2;
    }
    if (is(source, i, "sizeof")) {
        return true;
    }
    bool is_pointer = is(source, i, "*");
    while (is(source, i, "*")) {
        i--;
    }
    if (is(source, i, ",")) {
        return is_in_declaration(source, i) && !is(source, opening(source, i), "(");
    }
    return is_kind(source, i, TOKEN_NAME) && !is(source, i, "return") &&
           (!is_pointer || is(source, i, "char") || is(source, i - 1, "struct"));
}

static bool names_size(const struct source *source, int i)
{
    static const char *const ends[] = {"_SIZE", "_MAX", "_COUNT", "_WIDTH", "_COLUMNS"};
    const struct token *token = &source->tokens[i];
    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++) {
        int n = (int)strlen(ends[k]);
        if (token->length >= n &&
            begins(source->text + token->start + token->length - n, ends[k])) {
            return true;
        }
    }
    return false;
}

static bool same_tokens(const struct source *source, int from, int to, int other, int other_to)
{
    if (to - from != other_to - other || to == from) {
        return false;
    }
    for (; from < to; from++, other++) {
        const struct token *a = &source->tokens[from], *b = &source->tokens[other];
        if (a->length != b->length ||
            memcmp(source->text + a->start, source->text + b->start, (size_t)a->length) != 0) {
            return false;
        }
    }
    return true;
}

/* One past the last token of the operand at i, forwards (step 1) or, one before the first,
 * backwards (step -1). */
static int operand_end(const struct source *source, int i, int step)
{
    static const char *const brackets[][4] = {{"(", "[", "{", NULL}, {")", "]", "}", NULL}};
    static const char *const borders[] = {
        ",", ";", "?", ":", "=", "+=", "-=", "&&", "||", "return", NULL};
    int depth = 0;
    for (; i >= 0 && i < source->count; i += step) {
        if (is_any(source, i, brackets[step < 0])) {
            depth++;
        } else if (is_any(source, i, brackets[step > 0])) {
            if (depth-- == 0) {
                break;
            }
        } else if (depth == 0 && is_any(source, i, borders)) {
            break;
        }
    }
    return i;
}

/* The comparison of `a < b ? a : b`: the larger or the smaller of the two, also where a further
 * limit stands in the place of the last; and that of `a < 0 ? -a : a`. */
static bool picks_extreme(const struct source *source, int i)
{
    static const char *const comparisons[] = {"<", "<=", ">", ">=", NULL};
    int left = operand_end(source, i - 1, -1) + 1;
    int question = operand_end(source, i + 1, 1);
    int colon = operand_end(source, question + 1, 1);
    int last = colon + 1, end = operand_end(source, last, 1);
    while (is(source, end, "?")) {
        last = operand_end(source, end + 1, 1) + 1;
        end = operand_end(source, last, 1);
    }
    if (is(source, last, "(") && is(source, last + 1, "int") && is(source, last + 2, ")")) {
        last += 3;
    }
    if (!is_any(source, i, comparisons) || !is(source, question, "?") ||
        !is(source, colon, ":")) {
        return false;
    }
    int first = question + 1;
    bool takes_size = question == i + 2 && is(source, i + 1, "0") &&
                      same_tokens(source, left, i, first + is(source, first, "-"), colon) &&
                      same_tokens(source, left, i, last + is(source, last, "-"), end);
    return takes_size ||
           (same_tokens(source, left, i, first, colon) &&
            same_tokens(source, i + 1, question, last, end)) ||
           (same_tokens(source, left, i, last, end) &&
            same_tokens(source, i + 1, question, first, colon));
}

static bool is_left_alone(const struct source *source, int i)
{
    int bracket = opening(source, i);
    bool is_index = is(source, bracket, "[");
    if (is_in_macro(source, i) || (is_index && is_size_bracket(source, bracket))) {
        return true;
    }
    if (source->tokens[i].kind != TOKEN_NUMBER) {
        return false;
    }
    bool is_size = is(source, i - 1, "=") && is_kind(source, i - 2, TOKEN_NAME) &&
                   names_size(source, i - 2);
    bool is_nothing = is(source, i - 1, "{") && is(source, i, "0") && is(source, i + 1, "}");
    bool is_limit = picks_extreme(source, i - 1) || picks_extreme(source, i + 1);
    bool is_end_of_text = is_index && is(source, i + 3, "'\\0'");
    return is_size || is_nothing || is_limit || is_end_of_text;
}

/* ---- changes --------------------------------------------------------------------------- */

/* The replacements of the token, one or two; returns their number. */
static int changes_of(const struct source *source, int i, char out[2][TEXT_MAX])
{
    static const char *const pairs[][3] = {
        {"<", "<=", ">"},        {"<=", "<", ">="},      {">", ">=", "<"},   {">=", ">", "<="},
        {"==", "!=", NULL},      {"!=", "==", NULL},     {"&&", "||", NULL}, {"||", "&&", NULL},
        {"+", "-", NULL},        {"-", "+", NULL},       {"+=", "-=", NULL}, {"-=", "+=", NULL},
        {"true", "false", NULL}, {"false", "true", NULL}};
    const struct token *token = &source->tokens[i];
    const char *text = source->text + token->start;
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
        if (is(source, i, pairs[k][0])) {
            bool is_extreme = pairs[k][2] != NULL && picks_extreme(source, i);
            snprintf(out[0], TEXT_MAX, "%s", pairs[k][is_extreme ? 2 : 1]);
            return 1;
        }
    }
    if (token->kind != TOKEN_NUMBER || token->length >= TEXT_MAX / 2 ||
        (text[0] == '0' && isalnum((unsigned char)text[1]))) {
        return 0;
    }
    char *rest;
    long value = strtol(text, &rest, 10);
    int rest_length = (int)(text + token->length - rest);
    snprintf(out[0], TEXT_MAX, "%ld%.*s", value + 1, rest_length, rest);
    snprintf(out[1], TEXT_MAX, "%ld%.*s", value - 1, rest_length, rest);
    return value > 0 ? 2 : 1;
}

static uint64_t mixed(uint64_t key, const char *text, int length)
{
    for (int i = 0; i < length; i++) {
        key = (key ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    }
    key = (key ^ (key >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    key = (key ^ (key >> 27)) * UINT64_C(0x94d049bb133111eb);
    return key ^ (key >> 31);
}

/* The line of a token without the blanks around it. */
static const char *line_of(const struct source *source, int i, int *length)
{
    int from = source->tokens[i].start;
    while (from > 0 && source->text[from - 1] != '\n') {
        from--;
    }
    from += (int)strspn(source->text + from, " \t");
    *length = (int)strcspn(source->text + from, "\r\n");
    return source->text + from;
}

/* The number of earlier tokens at the same place of an equal line of its function. */
static int twins_before(const struct source *source, int i)
{
    int length, other_length, count = 0;
    const struct token *token = &source->tokens[i];
    const char *line = line_of(source, i, &length);
    for (int k = 0; k < i; k++) {
        if (source->tokens[k].owner == token->owner &&
            source->tokens[k].length == token->length) {
            const char *other = line_of(source, k, &other_length);
            count += other_length == length && source->tokens[k].line != token->line &&
                     source->text + source->tokens[k].start - other ==
                         source->text + token->start - line &&
                     memcmp(other, line, (size_t)length) == 0;
        }
    }
    return count;
}

static void print_changes(const struct source *source, int i, const char *seed)
{
    char changes[2][TEXT_MAX], place[TEXT_MAX];
    const struct token *token = &source->tokens[i];
    int count = is_left_alone(source, i) ? 0 : changes_of(source, i, changes);
    if (count == 0) {
        return;
    }
    int length, name_length = 0;
    const char *name = "", *before = line_of(source, i, &length);
    if (token->owner >= 0) {
        name = source->text + source->tokens[token->owner].start;
        name_length = source->tokens[token->owner].length;
    }
    int column = (int)(source->text + token->start - before);
    int behind = column + token->length;
    snprintf(place, sizeof place, "%d %d", column, twins_before(source, i));
    uint64_t key = mixed(UINT64_C(0xcbf29ce484222325), seed, (int)strlen(seed));
    key = mixed(key, name, name_length);
    key = mixed(key, before, length);
    key = mixed(key, place, (int)strlen(place));
    for (int k = 0; k < count; k++) {
        printf("%016" PRIx64 "\t%s\t%s\t%d\t%.*s\t%.*s\t%.*s%s%.*s\n", key,
               k == (int)(key % count) ? "picked" : "other", source->path, token->line,
               name_length, name, length, before, column, before, changes[k], length - behind,
               before + behind);
    }
}

int main(int argc, char **argv)
{
    static struct source source;
    if (argc < 3) {
        fprintf(stderr, "usage: mutate SEED FILE...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        source.path = argv[i];
        FILE *file = fopen(source.path, "rb");
        if (file == NULL) {
            stop("cannot be read", source.path);
        }
        source.size = (int)fread(source.text, 1, SOURCE_MAX - 1, file);
        fclose(file);
        source.text[source.size] = '\0';
        split(&source);
        find_owners(&source);
        for (int k = 0; k < source.count; k++) {
            print_changes(&source, k, argv[1]);
        }
    }
    return 0;
}
