#include "cli/options.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "app/settings/program_settings.h"
#include "app/file/file.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "cli/output.h"

enum { COUNT_MAX = 1000000 };

static const struct option_def defs[OPTION_KINDS] = {
#define OPTION(name, spelling_, value_, scope_, reads_, member_, help_)                        \
    [OPTION_##name] = {.spelling = spelling_,                                                  \
                       .value = value_,                                                        \
                       .scope = scope_,                                                        \
                       .help = help_,                                                          \
                       .reads = READS_##reads_,                                                \
                       .member = offsetof(struct options, member_)},
#include "cli/options.def"
#undef OPTION
};

const struct option_def *option_at(enum option_kind kind)
{
    CHECK(kind < OPTION_KINDS);
    return &defs[kind];
}

bool options_has(const struct options *options, enum option_kind kind)
{
    return (options->given >> kind & 1U) != 0;
}

bool option_is_for(enum option_kind kind, const char *subcommand)
{
    struct str scope = str_of(defs[kind].scope);
    if (scope.n == 0) {
        return true;
    }
    for (struct str word = str_next_word(&scope); word.p != NULL;
         word = str_next_word(&scope)) {
        if (subcommand != NULL && str_equal(word, subcommand)) {
            return true;
        }
    }
    return false;
}

/* ---- reading --------------------------------------------------------------------------- */

static bool is_word(const char *argument)
{
    char second = argument[0] == '-' ? char_lower(argument[1]) : '\0';
    return argument[0] != '-' || second == '\0' || second == '(' || second == 'd' ||
           char_is_digit(second);
}

/* The option that an argument names, alone or with its value after '=' (or, after a single
 * dash, right after it); *value is then the beginning of the value. OPTION_KINDS when it is not
 * an option. */
static enum option_kind option_find(const char *argument, const char **value)
{
    if (strcmp(argument, "-h") == 0) { /* as everywhere */
        return OPTION_HELP;
    }
    for (int i = 0; i < OPTION_KINDS; i++) {
        size_t n = strlen(defs[i].spelling);
        if (strncmp(argument, defs[i].spelling, n) != 0) {
            continue;
        }
        bool is_short = n == 2;
        bool has_equals = argument[n] == '=';
        *value = argument[n] == '\0' ? NULL : argument + n + (has_equals ? 1 : 0);
        if (*value == NULL || has_equals || is_short) {
            return (enum option_kind)i;
        }
    }
    return OPTION_KINDS;
}

static enum status unknown_option(const char *argument, struct error *err)
{
    int n = (int)strcspn(argument, "=");
    struct nearest nearest;
    nearest_init(&nearest, (struct str){argument, n});
    for (int i = 0; i < OPTION_KINDS; i++) {
        nearest_offer(&nearest, defs[i].spelling);
    }
    bool has_nearest = nearest.best != NULL && n > 2;
    return error_set(err, STATUS_USAGE, "", "there is no option %s%s",
                     utf8_shown((struct str){argument, n}).text,
                     has_nearest ? nearest_question(&nearest).text
                                 : "; `referee --help` lists them");
}

static enum status number_read(const struct option_def *def, const char *value, int64_t low,
                               int64_t high, int64_t *out, struct error *err)
{
    if (!str_to_int64(str_of(value), low, high, out)) {
        return error_set(err, STATUS_USAGE, "",
                         "%s %s: expected a whole number from %lld to %lld", def->spelling,
                         utf8_shown(str_of(value)).text, (long long)low, (long long)high);
    }
    return STATUS_OK;
}

static enum status option_take(struct options *out, enum option_kind kind, const char *value,
                               struct error *err)
{
    const struct option_def *def = &defs[kind];
    void *place = (char *)out + def->member;
    int64_t number = 0;
    enum status status = STATUS_OK;
    switch (def->reads) {
    case READS_NOTHING:
        break;
    case READS_TEXT:
        *(const char **)place = value;
        break;
    case READS_WORDS: {
        struct forecast_words *words = place;
        if (words->count == FORECAST_WORDS_MAX) {
            return error_set(err, STATUS_USAGE, "", "%s: expected at most %d of them",
                             def->spelling, FORECAST_WORDS_MAX);
        }
        words->word[words->count++] = value;
        break;
    }
    case READS_SEED:
        status = number_read(def, value, 0, INT64_MAX, &number, err);
        *(uint64_t *)place = (uint64_t)number;
        break;
    case READS_COUNT:
    case READS_THREADS:
        status = number_read(def, value, 1,
                             def->reads == READS_COUNT ? COUNT_MAX : FORECAST_THREADS_MAX,
                             &number, err);
        *(int *)place = (int)number;
        break;
    case READS_PORT:
        status = number_read(def, value, 0, 65535, &number, err);
        *(int *)place = (int)number;
        break;
    case READS_POINTS: {
        double *points = place;
        if (!str_to_decimal(str_of(value), points) || *points < 0.01 || *points > 50) {
            return error_set(err, STATUS_USAGE, "", "%s %s: expected 0.01 to 50 points of 100",
                             def->spelling, utf8_shown(str_of(value)).text);
        }
        break;
    }
    case READS_DIALECT:
        return dice_dialect_find(place, str_of(value), err);
    }
    return status;
}

/* Reads one option with its value, which may be the next argument; *i moves past both. */
static enum status option_read(struct options *out, int argc, char **argv, int *i,
                               struct error *err)
{
    const char *value = NULL;
    enum option_kind kind = option_find(argv[*i], &value);
    if (kind == OPTION_KINDS) {
        return unknown_option(argv[*i], err);
    }
    const struct option_def *def = &defs[kind];
    if (options_has(out, kind) && def->reads != READS_WORDS) {
        return error_set(err, STATUS_USAGE, "", "%s was given twice", def->spelling);
    }
    if (def->value[0] == '\0' && value != NULL) {
        return error_set(err, STATUS_USAGE, "", "%s takes no value", def->spelling);
    }
    if (def->value[0] != '\0' && value == NULL) {
        /* A value may begin with a dash (a face of -1), but an option is not a value. */
        bool is_there = *i + 1 < argc && strncmp(argv[*i + 1], "--", 2) != 0;
        if (!is_there) {
            return error_set(err, STATUS_USAGE, "", "%s needs a value: %s %s", def->spelling,
                             def->spelling, def->value);
        }
        value = argv[++*i];
    }
    out->given |= (uint64_t)1 << kind;
    ++*i;
    return option_take(out, kind, value, err);
}

enum status options_read(struct options *out, int argc, char **argv, struct error *err)
{
    *out = (struct options){.count = 1};
    int kept = 1;
    bool is_over = false;
    for (int i = 1; i < argc;) {
        if (is_over || is_word(argv[i])) {
            argv[kept++] = argv[i++];
        } else if (strcmp(argv[i], "--") == 0) {
            is_over = true;
            i++;
        } else {
            enum status status = option_read(out, argc, argv, &i, err);
            if (status != STATUS_OK) {
                return status;
            }
        }
    }
    out->subcommand = kept > 1 ? argv[1] : NULL;
    out->word = argv + (kept > 1 ? 2 : 1);
    out->words = kept > 1 ? kept - 2 : 0;
    return STATUS_OK;
}

enum status options_check_scope(const struct options *options, struct error *err)
{
    for (int i = 0; i < OPTION_KINDS; i++) {
        enum option_kind kind = (enum option_kind)i;
        if (!options_has(options, kind) || option_is_for(kind, options->subcommand)) {
            continue;
        }
        if (options->subcommand == NULL) {
            return error_set(err, STATUS_USAGE, "", "%s belongs after %s", defs[i].spelling,
                             defs[i].scope);
        }
        return error_set(err, STATUS_USAGE, "",
                         "%s takes no %s; `referee %s --help` lists what it "
                         "takes",
                         options->subcommand, defs[i].spelling, options->subcommand);
    }
    return STATUS_OK;
}

/* ---- what they name -------------------------------------------------------------------- */

/* True when a number alone stands before the sign, and dice after it: rolls of some program, no
 * comment. The parser says so. */
static bool is_several_rolls(struct str text, int at)
{
    struct str before = str_trimmed((struct str){text.p, at});
    struct str behind = str_trimmed((struct str){text.p + at + 1, text.n - at - 1});
    struct dice_expr expr;
    int64_t times;
    return str_to_int64(before, 0, INT64_MAX, &times) &&
           dice_expr_parse_as(NULL, &expr, behind, DICE_LOGGED, NULL) == STATUS_OK &&
           dice_expr_dice(&expr) > 0;
}

/* The text up to a comment, which does not begin within a label. */
static struct str without_comment(struct str text)
{
    bool is_label = false;
    for (int i = 0; i < text.n; i++) {
        is_label = text.p[i] == '[' || (is_label && text.p[i] != ']');
        if (text.p[i] == '#' && !is_label && !is_several_rolls(text, i)) {
            return (struct str){text.p, i};
        }
    }
    return text;
}

enum status options_no_dialect(const struct options *options, struct error *err)
{
    return options_has(options, OPTION_DIALECT)
               ? error_set(err, STATUS_USAGE, "", "--dialect is for dice notation only")
               : STATUS_OK;
}

enum status options_dice_expr(int *times, struct dice_expr *out, struct text *typed,
                              const struct options *options, struct error *err)
{
    if (options->words == 0) {
        return error_set(err, STATUS_USAGE, "", "%s needs a dice expression, such as 2d6+3",
                         options->subcommand);
    }
    size_t size = 1;
    for (int i = 0; i < options->words; i++) {
        size += strlen(options->word[i]) + 1;
    }
    char *joined = malloc(size);
    CHECK(joined != NULL);
    size_t n = 0;
    for (int i = 0; i < options->words; i++) {
        size_t length = strlen(options->word[i]);
        if (i > 0) {
            joined[n++] = ' ';
        }
        memcpy(joined + n, options->word[i], length);
        n += length;
    }
    struct str text = without_comment((struct str){joined, (int)n});
    enum status status = dice_expr_parse_as(times, out, text, options->reading, err);
    if (options_has(options, OPTION_DIALECT)) {
        text_add_str(typed, str_trimmed(text));
    }
    free(joined);
    return status;
}

/* Mistakes in the file are reported and do not stop the program. */
static void load_settings(struct program_settings *settings)
{
    TEXT_BUFFER(told, SETTINGS_TOLD_SIZE);
    if (settings == NULL || settings->is_loaded || settings_file_load(settings, &told)) {
        return;
    }
    for (struct str rest = {told.p, told.n}; rest.n > 0;) {
        const char *end = memchr(rest.p, '\n', (size_t)rest.n);
        int n = end != NULL ? (int)(end - rest.p) : rest.n;
        struct str line = str_trimmed((struct str){rest.p, n});
        TEXT_BUFFER(text, ERROR_WHERE_SIZE + ERROR_TEXT_SIZE + 40);
        text_add(&text, "referee: %.*s", line.n, line.p);
        if (line.n > 0) {
            output_message(text.p);
        }
        n += end != NULL ? 1 : 0;
        rest = (struct str){rest.p + n, rest.n - n};
    }
}

enum status options_campaign_for_writing(struct sitting **out, const struct options *options,
                                         struct error *err)
{
    struct sitting_options sitting = {.path = options->db,
                                      .has_seed = options_has(options, OPTION_SEED),
                                      .seed = options->seed,
                                      .tables = options->tables,
                                      .settings = options->settings};
    load_settings(options->settings);
    return sitting_open(out, &sitting, err);
}

int options_campaign_close(struct sitting *sitting, int code)
{
    static char told[3 * 4096];
    struct text text = text_over(told, sizeof told);
    text_add(&text, "referee: ");
    if (sitting_rescue(sitting, &text)) {
        output_message(text.p);
        code = EXIT_OPERATING;
    }
    const char *notice = sitting_notice(sitting);
    if (notice[0] != '\0') {
        text = text_over(told, sizeof told);
        text_add(&text, "referee: %s", notice);
        output_message(told);
    }
    bool is_whole = sitting_damage(sitting) == NULL;
    sitting_close(sitting);
    return is_whole || code != EXIT_DONE ? code : EXIT_OPERATING;
}

enum status options_campaign_for_reading(struct sitting **out, const struct options *options,
                                         struct error *err)
{
    struct sitting_options sitting = {
        .path = options->db, .is_read_only = true, .settings = options->settings};
    return sitting_open(out, &sitting, err);
}
