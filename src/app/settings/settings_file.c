#include "app/settings/settings_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/file/campaign_path.h"
#include "app/file/text_file.h"

/* A change makes the file longer, so at most half of PROGRAM_FILE_MAX is read. */
enum { BYTES_SIZE = PROGRAM_FILE_MAX };

/* ---- where it is ----------------------------------------------------------------------- */

static bool find_path(struct text *out)
{
    bool is_known = campaign_path_config(out);
    text_add(out, "/settings.yaml");
    return is_known && !out->is_cut;
}

/* ---- reading --------------------------------------------------------------------------- */

static void tell(const char *path, const struct diagnostics *diagnostics, struct text *told)
{
    text_add(told,
             "%s\n\tThese lines are ignored: their settings are as if the lines were "
             "not there. The rest of the file is used.\n\n",
             path);
    for (int i = 0; i < diagnostics->count; i++) {
        text_add(told, "\t%s: %s\n", diagnostics->diagnostic[i].where,
                 diagnostics->diagnostic[i].text);
    }
    if (diagnostics_full(diagnostics)) {
        text_add(told, "\tThere may be more after these.\n");
    }
}

bool settings_file_load(struct program_settings *settings, struct text *told)
{
    struct text path = text_over(settings->path, sizeof settings->path);
    struct diagnostics diagnostics = {.count = 0};
    settings->is_loaded = true;
    if (!find_path(&path)) {
        settings->path[0] = '\0';
        return true;
    }
    char *bytes = malloc(BYTES_SIZE);
    CHECK(bytes != NULL);
    int n = text_file_bytes(path.p, bytes, BYTES_SIZE);
    if (n >= 0) {
        program_settings_read(settings, "settings.yaml", (struct str){bytes, n}, &diagnostics);
    } else if (errno != ENOENT && errno != ENOTDIR) {
        diagnostics_add(&diagnostics, STATUS_IO, "settings.yaml", "the file cannot be read: %s",
                        strerror(errno));
    }
    free(bytes);
    if (diagnostics.count > 0) {
        tell(path.p, &diagnostics, told);
    }
    return diagnostics.count == 0;
}

/* ---- its text -------------------------------------------------------------------------- */

static void add_comment(const struct program_settings *settings, int setting, struct text *out)
{
    const struct value_def *def = &settings->row[setting];
    const char *const *words = program_setting_choices(settings, setting);
    text_add(out, "# %s", program_setting_help(settings, setting));
    if (words != NULL) {
        text_add(out, " (");
        for (int i = 0; words[i] != NULL; i++) {
            text_add(out, "%s%s", i > 0 ? ", " : "", words[i]);
        }
        text_add(out, ")");
    } else if (setting < PROGRAM_COLOURS) {
        text_add(out, " (%d to %d)", def->low, def->high);
    }
    text_add_char(out, '\n');
}

static void add_line(const struct program_settings *settings, int setting, const char *value,
                     struct text *out)
{
    text_add(out, "%s: %s\n", program_setting_name(settings, setting), value);
}

void settings_file_template(const struct program_settings *settings, struct text *out)
{
    text_add(
        out,
        "# Settings of referee. A line NAME: VALUE sets one; remove the # in front of a line\n"
        "# to change it. When you change a setting at the table, the program changes its\n"
        "# line here and keeps your comments.\n"
        "# The rules of a fight are not here: the command `setting` changes them.\n");
    for (int i = 0; i < settings->count; i++) {
        text_add_char(out, '\n');
        if (i == PROGRAM_COLOURS) {
            text_add(out,
                     "# Colours: theme, or words such as: bold red, 203, white on blue,\n"
                     "# underline. Colours: black red green yellow blue magenta cyan white\n"
                     "# default, or 0 to 255 where the terminal has that many.\n\n");
        }
        add_comment(settings, i, out);
        text_add_char(out, '#');
        add_line(settings, i, program_setting_default(settings, i), out);
    }
}

/* A line of the text with its end. */
static struct str next_line(struct str *rest)
{
    const char *end = memchr(rest->p, '\n', (size_t)rest->n);
    struct str line = {rest->p, end != NULL ? (int)(end - rest->p) + 1 : rest->n};
    *rest = (struct str){rest->p + line.n, rest->n - line.n};
    return line;
}

/* Whether a line sets this name; *value is then the text after the colon, with blanks but
 * without a comment or the line's end. `mark`: the text before the name. */
static bool is_line_of(struct str line, const char *mark, const char *name, struct str *value)
{
    int begin = (int)strlen(mark);
    int n = (int)strlen(name);
    if (line.n < begin + n + 1 || memcmp(line.p, mark, (size_t)begin) != 0 ||
        memcmp(line.p + begin, name, (size_t)n) != 0 || line.p[begin + n] != ':') {
        return false;
    }
    int first = begin + n + 1;
    while (first < line.n && line.p[first] == ' ') {
        first++;
    }
    char quote = first < line.n ? line.p[first] : '\0';
    bool is_quoted = quote == '"' || quote == '\'';
    int end = first + (is_quoted ? 1 : 0);
    while (end < line.n && line.p[end] != '\n') {
        if (is_quoted && line.p[end] == quote) {
            end++;
            break;
        }
        if (!is_quoted && line.p[end] == '#' && char_is_space(line.p[end - 1])) {
            break;
        }
        end++;
    }
    while (!is_quoted && end > first && char_is_space(line.p[end - 1])) {
        end--;
    }
    *value = (struct str){line.p + first, end - first};
    return true;
}

/* The first line that sets the name after the mark: *before is the text before its value,
 * *after the text after it. False when there is none. */
static bool find_line(struct str bytes, const char *mark, const char *name, struct str *before,
                      struct str *after)
{
    struct str rest = bytes;
    while (rest.n > 0) {
        struct str value;
        struct str line = next_line(&rest);
        if (is_line_of(line, mark, name, &value)) {
            *before = (struct str){bytes.p, (int)(line.p - bytes.p)};
            *after =
                (struct str){value.p + value.n, bytes.n - (int)(value.p + value.n - bytes.p)};
            return true;
        }
    }
    return false;
}

/* Whether the text, read again, has this value, all others unchanged, and no new mistake. */
static bool is_as_wanted(const struct program_settings *settings, int setting,
                         struct str before, struct str after)
{
    struct diagnostics then = {.count = 0};
    struct diagnostics now = {.count = 0};
    struct program_settings *both = calloc(2, sizeof *both);
    CHECK(both != NULL);
    for (int i = 0; i < 2; i++) {
        struct program_role roles[PROGRAM_ROLES_MAX];
        for (int k = PROGRAM_COLOURS; k < settings->count; k++) {
            /* After "colour-", which is put before it again. */
            const char *name = settings->colour_name[k - PROGRAM_COLOURS];
            roles[k - PROGRAM_COLOURS] = (struct program_role){strchr(name, '-') + 1, ""};
        }
        program_settings_init(&both[i], roles, settings->count - PROGRAM_COLOURS);
    }
    program_settings_read(&both[0], "", before, &then);
    program_settings_read(&both[1], "", after, &now);
    bool is_wanted = now.count <= then.count && !diagnostics_full(&now);
    for (int i = 0; i < settings->count && is_wanted; i++) {
        const char *wanted = i == setting ? settings->value[i] : both[0].value[i];
        is_wanted = strcmp(both[1].value[i], wanted) == 0;
    }
    free(both);
    return is_wanted;
}

bool settings_file_edit(const struct program_settings *settings, int setting, struct str bytes,
                        struct text *out)
{
    const char *name = program_setting_name(settings, setting);
    struct str before;
    struct str after;
    if (find_line(bytes, "", name, &before, &after) ||
        find_line(bytes, "#", name, &before, &after)) {
        text_add_str(out, before);
        text_add(out, "%s: %s", name, settings->value[setting]);
        text_add_str(out, after);
    } else {
        text_add_str(out, bytes);
        text_add(out, "%s%s", bytes.n > 0 && bytes.p[bytes.n - 1] != '\n' ? "\n" : "",
                 bytes.n > 0 ? "\n" : "");
        add_comment(settings, setting, out);
        add_line(settings, setting, settings->value[setting], out);
    }
    return !out->is_cut && is_as_wanted(settings, setting, bytes, (struct str){out->p, out->n});
}

/* ---- writing --------------------------------------------------------------------------- */

static enum status change_file(struct program_settings *settings, int setting, char *bytes,
                               struct text *after, struct error *err)
{
    static const char only_now[] = "it holds for this run only";
    char folder[PROGRAM_PATH_SIZE];
    text_format(folder, sizeof folder, "%s", settings->path);
    int n = text_file_bytes(settings->path, bytes, BYTES_SIZE);
    if (n < 0 && (errno == ENOENT || errno == ENOTDIR)) {
        struct text text = text_over(bytes, BYTES_SIZE);
        settings_file_template(settings, &text);
        n = text.n;
        struct error why;
        if (campaign_path_make_folders(folder, &why) != STATUS_OK) {
            return error_set(err, why.code, why.where, "%s; %s", why.text, only_now);
        }
    }
    if (n < 0) {
        return error_set(err, STATUS_IO, settings->path, "the file cannot be read: %s; %s",
                         strerror(errno), only_now);
    }
    if (!settings_file_edit(settings, setting, (struct str){bytes, n}, after)) {
        return error_set(err, STATUS_DAMAGED, settings->path,
                         "the line of %s cannot be changed safely, so the file stays as it is; "
                         "%s. Write it there yourself: %s: %s",
                         program_setting_name(settings, setting), only_now,
                         program_setting_name(settings, setting), settings->value[setting]);
    }
    if (!text_file_put(settings->path, (struct str){after->p, after->n},
                       (struct file_wish){.may_replace = true, .is_private = true})) {
        return error_set(err, STATUS_IO, settings->path, "the file cannot be written: %s; %s",
                         strerror(errno), only_now);
    }
    return STATUS_OK;
}

enum status settings_file_change(struct program_settings *settings, struct str name,
                                 struct str value, struct error *err)
{
    enum status status = program_setting_set(settings, name, value, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (settings->path[0] == '\0') {
        return error_set(err, STATUS_MISSING, "",
                         "there is no folder for a file of settings (HOME is not set), so it "
                         "holds for this run only");
    }
    char *bytes = malloc((size_t)3 * BYTES_SIZE);
    CHECK(bytes != NULL);
    struct text after = text_over(bytes + BYTES_SIZE, 2 * BYTES_SIZE);
    status = change_file(settings, program_setting_find(settings, name), bytes, &after, err);
    free(bytes);
    return status;
}
