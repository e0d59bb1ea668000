#include "tui/fight/table_style.h"

#include <string.h>

#include "app/settings/settings.h"
#include "app/sitting/state.h"
#include "tui/loop/table_private.h"

void table_style_begin(struct program_settings *settings)
{
    struct program_role roles[ROLE_COUNT];
    for (int i = 0; i < ROLE_COUNT; i++) {
        enum role role = (enum role)i;
        roles[i] = (struct program_role){theme_role_name(role), theme_role_help(role)};
    }
    program_settings_init(settings, roles, ROLE_COUNT);
}

static struct look look_of(const struct colour_words *words)
{
    int attributes = (words->is_bold ? ATTRIBUTE_BOLD : 0) |
                     (words->is_dim ? ATTRIBUTE_DIM : 0) |
                     (words->is_reverse ? ATTRIBUTE_REVERSE : 0) |
                     (words->is_underlined ? ATTRIBUTE_UNDERLINE : 0);
    return (struct look){(int16_t)words->foreground, (int16_t)words->background,
                         (uint8_t)attributes};
}

void table_style_of(struct table_style *out, const struct program_settings *settings)
{
    memset(out, 0, sizeof *out);
    int theme = settings->number[PROGRAM_THEME];
    out->theme.ground = theme == PROGRAM_THEME_LIGHT  ? GROUND_LIGHT
                        : theme == PROGRAM_THEME_DARK ? GROUND_DARK
                                                      : GROUND_UNKNOWN;
    for (int i = 0; i < settings->count - PROGRAM_COLOURS; i++) {
        const struct colour_words *words = &settings->colour[i];
        out->theme.is_own[i] = words->is_own;
        out->theme.own[i] = look_of(words);
    }
    int glyphs = settings->number[PROGRAM_GLYPHS];
    out->wishes = (struct term_wishes){.wants_ascii = glyphs == PROGRAM_GLYPHS_ASCII,
                                       .wants_blocks = glyphs == PROGRAM_GLYPHS_BLOCKS,
                                       .wants_unicode = glyphs == PROGRAM_GLYPHS_UNICODE,
                                       .wants_title = settings->number[PROGRAM_TITLE] != 0,
                                       .theme = &out->theme};
}

void table_style_follow(struct table *table)
{
    const struct program_settings *settings = sitting_settings(table->sitting);
    struct table_style style;
    if (settings->changes == table->style_seen) {
        return;
    }
    table->style_seen = settings->changes;
    table_style_of(&style, settings);
    term_restyle(table->terminal, &style.wishes);
}

/* ---- what is due ----------------------------------------------------------------------- */

/* "Nest ledge, morale check due: pelicans": the text of the first check up to its key. */
static void title_of(const struct table_model *model, struct text *out)
{
    text_add(out, "referee");
    if (model->encounter[0] != '\0') {
        text_add(out, ": %s", model->encounter);
    }
    if (model->pending_checks > 0) {
        const char *what = model->pending[0].text;
        int n = (int)strcspn(what, ":`(");
        struct str shown = str_trimmed((struct str){what, n});
        text_add(out, ", %.*s", shown.n, shown.p);
    }
    if (model->pending_checks > 1) {
        text_add(out, " and %d more", model->pending_checks - 1);
    }
}

static bool was_due(const struct due_seen *seen, const char *text)
{
    for (int i = 0; i < seen->count; i++) {
        if (strcmp(seen->text[i], text) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether there is a new pending check in the same encounter; remembers the pending checks. */
static bool becomes_due(struct table *table)
{
    const struct table_model *model = &table->model;
    struct due_seen *seen = &table->due_seen;
    bool is_same = seen->is_known && strcmp(seen->encounter, model->encounter) == 0;
    bool is_new = false;
    int count = model->pending_checks;
    for (int i = 0; i < count && is_same; i++) {
        is_new = is_new || !was_due(seen, model->pending[i].text);
    }
    seen->is_known = true;
    text_format(seen->encounter, sizeof seen->encounter, "%s", model->encounter);
    seen->count = count;
    for (int i = 0; i < count; i++) {
        text_format(seen->text[i], sizeof seen->text[i], "%s", model->pending[i].text);
    }
    return is_new;
}

void table_style_announce(struct table *table)
{
    const struct program_settings *settings = sitting_settings(table->sitting);
    TEXT_BUFFER(title, TERM_TITLE_SIZE);
    if (settings->number[PROGRAM_TITLE] != 0) {
        title_of(&table->model, &title);
    }
    if (strcmp(title.p, table->title) != 0) {
        memcpy(table->title, title.p, (size_t)title.n + 1);
        term_title(table->terminal, title.p);
    }
    if (becomes_due(table) && settings->number[PROGRAM_BELL] != 0) {
        term_bell(table->terminal);
    }
}
