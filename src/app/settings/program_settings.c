#include "app/settings/program_settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/file/campaign_path.h"
#include "app/file/text_file.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "content/record.h"

static const char *const names[] = {"black", "red",     "green", "yellow",
                                    "blue",  "magenta", "cyan",  "white"};
enum { NAMES = sizeof names / sizeof names[0], COLOUR_MAX = 255 };

static const char *const others[] = {"bold", "dim", "reverse", "underline", "default", "on"};

static bool colour_of(struct str word, int *out)
{
    int64_t number;
    for (int i = 0; i < NAMES; i++) {
        if (str_equal_any_case(word, str_of(names[i]))) {
            *out = i;
            return true;
        }
    }
    if (str_equal_any_case(word, str_of("default"))) {
        *out = -1;
        return true;
    }
    if (word.n > 0 && char_is_digit(word.p[0]) && str_to_int64(word, 0, COLOUR_MAX, &number)) {
        *out = (int)number;
        return true;
    }
    return false;
}

/* The flag that an attribute's word sets; NULL when the word is not an attribute. */
static bool *attribute_of(struct colour_words *colour, struct str word)
{
    return str_equal_any_case(word, str_of("bold"))        ? &colour->is_bold
           : str_equal_any_case(word, str_of("dim"))       ? &colour->is_dim
           : str_equal_any_case(word, str_of("reverse"))   ? &colour->is_reverse
           : str_equal_any_case(word, str_of("underline")) ? &colour->is_underlined
                                                           : NULL;
}

static enum status fail(struct str word, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, word);
    for (int i = 0; i < NAMES; i++) {
        nearest_offer(&nearest, names[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        nearest_offer(&nearest, others[i]);
    }
    bool is_word = nearest.best != NULL && str_equal_any_case(word, str_of(nearest.best));
    return error_set(err, STATUS_USAGE, "",
                     "\"%s\" is not possible here: expected theme, or words such as bold red, "
                     "203 (0 to 255) or white on blue%s",
                     utf8_shown(word).text, is_word ? "" : nearest_question(&nearest).text);
}

enum status colour_words_parse(struct colour_words *out, struct str text, struct error *err)
{
    struct colour_words colour = {.is_own = true, .foreground = -1, .background = -1};
    bool has_colour = false;
    bool has_background = false;
    struct str rest = str_trimmed(text);
    if (str_equal_any_case(rest, str_of("theme"))) {
        *out = (struct colour_words){.is_own = false};
        return STATUS_OK;
    }
    if (rest.n == 0) {
        return fail(rest, err);
    }
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        bool *attribute = attribute_of(&colour, word);
        if (attribute != NULL) {
            *attribute = true;
        } else if (!has_colour && colour_of(word, &colour.foreground)) {
            has_colour = true;
        } else if (has_colour && !has_background && str_equal_any_case(word, str_of("on"))) {
            word = str_next_word(&rest);
            has_background = true;
            if (word.p == NULL || !colour_of(word, &colour.background)) {
                return fail(word.p != NULL ? word : str_of("on"), err);
            }
        } else {
            return fail(word, err);
        }
    }
    if (colour.background >= 0 && colour.foreground < 0) {
        return error_set(err, STATUS_USAGE, "",
                         "a text on a background needs a colour of its own, such as white on "
                         "blue");
    }
    *out = colour;
    return STATUS_OK;
}

/* ---- the table ------------------------------------------------------------------------- */

static const char *const glyph_words[] = {"auto", "unicode", "ascii", "blocks", NULL};
static const char *const theme_words[] = {"auto", "dark", "light", NULL};
static const char *const hit_points_words[] = {"numbers", "words", "none", NULL};
static const char *const flag_words[] = {"no", "yes", NULL};

static const struct value_def rows[PROGRAM_COLOURS] = {
    [PROGRAM_BACKUPS] = {.name = "backups",
                         .kind = VALUE_FLAG,
                         .fallback = "yes",
                         .help = "keep copies of the campaign automatically, beside it"},
    [PROGRAM_BACKUPS_NEWEST] = {.name = "backups-newest",
                                .kind = VALUE_NUMBER,
                                .low = 1,
                                .high = 20,
                                .fallback = "3",
                                .help = "how many of the newest copies are kept"},
    [PROGRAM_BACKUPS_EVENINGS] = {.name = "backups-evenings",
                                  .kind = VALUE_NUMBER,
                                  .low = 0,
                                  .high = 30,
                                  .fallback = "10",
                                  .help = "for how many evenings the last copy is kept"},
    [PROGRAM_GLYPHS] = {.name = "glyphs",
                        .kind = VALUE_CHOICE,
                        .choices = glyph_words,
                        .fallback = "auto",
                        .help = "characters of the screen; blocks: no braille"},
    [PROGRAM_THEME] = {.name = "theme",
                       .kind = VALUE_CHOICE,
                       .choices = theme_words,
                       .fallback = "auto",
                       .help = "colours for the background; auto: asks the terminal"},
    [PROGRAM_BELL] = {.name = "bell",
                      .kind = VALUE_FLAG,
                      .fallback = "no",
                      .help = "ring the terminal's bell when a check becomes due"},
    [PROGRAM_TITLE] = {.name = "title",
                       .kind = VALUE_FLAG,
                       .fallback = "yes",
                       .help = "show the encounter and pending checks as the window's title"},
    [PROGRAM_SHOW_LINES] = {.name = "show-lines",
                            .kind = VALUE_FLAG,
                            .fallback = "no",
                            .help = "show the command line of each key as it runs"},
    [PROGRAM_PLAYERS_PARTY] = {.name = "players-party",
                               .kind = VALUE_CHOICE,
                               .choices = hit_points_words,
                               .fallback = "numbers",
                               .help = "what players see of the party's hit points"},
    [PROGRAM_PLAYERS_FOES] = {.name = "players-foes",
                              .kind = VALUE_CHOICE,
                              .choices = hit_points_words,
                              .fallback = "words",
                              .help = "what players see of the foes' hit points"},
    [PROGRAM_PHONES_THROW] = {.name = "phones-throw",
                              .kind = VALUE_FLAG,
                              .fallback = "no",
                              .help = "take dice from players' phones (serve)"},
    [PROGRAM_THROWS_TAKE] = {.name = "throws-take",
                             .kind = VALUE_FLAG,
                             .fallback = "no",
                             .help = "take dice from outside without Enter"},
};

/* ---- values ---------------------------------------------------------------------------- */

/* Takes the value of a field that was read. */
static enum status take_value(struct program_settings *settings, int setting,
                              const struct field *field, struct error *err)
{
    struct text text = text_over(settings->value[setting], PROGRAM_VALUE_SIZE);
    if (setting >= PROGRAM_COLOURS) {
        struct colour_words *colour = &settings->colour[setting - PROGRAM_COLOURS];
        enum status status = colour_words_parse(colour, field->text, err);
        if (status == STATUS_OK) {
            text_add_str(&text, field->text);
        }
        return status;
    }
    settings->number[setting] = field->value.number;
    const char *const *words = program_setting_choices(settings, setting);
    if (words != NULL) {
        text_add(&text, "%s", words[field->value.number]);
    } else {
        text_add(&text, "%d", field->value.number);
    }
    return STATUS_OK;
}

static void set_default(struct program_settings *settings, int setting)
{
    const struct value_def *def = &settings->row[setting];
    struct inputs inputs;
    struct field field = {.text = str_of(def->fallback)};
    struct error err;
    inputs.dice_count = 0;
    inputs.reading = DICE_TYPED;
    CHECK(setting >= PROGRAM_COLOURS ||
          input_parse(&field.value, &inputs, def, field.text, &err) == STATUS_OK);
    CHECK(take_value(settings, setting, &field, &err) == STATUS_OK);
    settings->is_set[setting] = false;
}

void program_settings_init(struct program_settings *settings, const struct program_role *roles,
                           int roles_count)
{
    CHECK(roles_count <= PROGRAM_ROLES_MAX &&
          PROGRAM_COLOURS + roles_count <= RECORD_FIELDS_MAX);
    memset(settings, 0, sizeof *settings);
    settings->count = PROGRAM_COLOURS + roles_count;
    for (int i = 0; i < PROGRAM_COLOURS; i++) {
        settings->row[i] = rows[i];
    }
    for (int i = 0; i < roles_count; i++) {
        struct text name = text_over(settings->colour_name[i], sizeof settings->colour_name[i]);
        text_add(&name, "colour-");
        for (const char *p = roles[i].name; *p != '\0'; p++) {
            text_add_char(&name, *p == '_' ? '-' : char_lower(*p));
        }
        CHECK(!name.is_cut);
        settings->row[PROGRAM_COLOURS + i] =
            (struct value_def){.name = settings->colour_name[i],
                               .high = COLOUR_WORDS_MAX,
                               .fallback = "theme",
                               .help = roles[i].help};
    }
    for (int i = 0; i < settings->count; i++) {
        set_default(settings, i);
    }
}

int program_setting_find(const struct program_settings *settings, struct str name)
{
    for (int i = 0; i < settings->count; i++) {
        if (str_equal_any_case(name, str_of(settings->row[i].name))) {
            return i;
        }
    }
    return -1;
}

const char *program_setting_name(const struct program_settings *settings, int setting)
{
    CHECK(setting >= 0 && setting < settings->count);
    return settings->row[setting].name;
}

const char *program_setting_help(const struct program_settings *settings, int setting)
{
    CHECK(setting >= 0 && setting < settings->count);
    return settings->row[setting].help;
}

const char *program_setting_default(const struct program_settings *settings, int setting)
{
    CHECK(setting >= 0 && setting < settings->count);
    return settings->row[setting].fallback;
}

const char *const *program_setting_choices(const struct program_settings *settings, int setting)
{
    CHECK(setting >= 0 && setting < settings->count);
    const struct value_def *def = &settings->row[setting];
    return setting >= PROGRAM_COLOURS  ? NULL
           : def->kind == VALUE_FLAG   ? flag_words
           : def->kind == VALUE_CHOICE ? def->choices
                                       : NULL;
}

bool program_setting_step(const struct program_settings *settings, int setting, int steps,
                          struct text *out)
{
    const char *const *words = program_setting_choices(settings, setting);
    if (setting >= PROGRAM_COLOURS) {
        return false;
    }
    int value = settings->number[setting] + steps;
    if (words != NULL) {
        int count = 0;
        while (words[count] != NULL) {
            count++;
        }
        text_add(out, "%s", words[((value % count) + count) % count]);
        return true;
    }
    const struct value_def *def = &settings->row[setting];
    value = value < def->low ? def->low : value > def->high ? def->high : value;
    text_add(out, "%d", value);
    return true;
}

/* ---- reading --------------------------------------------------------------------------- */

/* A line is a small tree. */
enum { LINE_MEMORY_SIZE = 64 * 1024 };

struct reading {
    struct program_settings *settings;
    struct field_def field[PROGRAM_SETTINGS_MAX];
    struct record_def def;
    struct yaml_source source;            /* the whole text with all lines but one empty */
    struct str text;                      /* that line */
    int first_line[PROGRAM_SETTINGS_MAX]; /* the place of each; 0: not there */
    unsigned char memory[LINE_MEMORY_SIZE];
    char bytes[PROGRAM_FILE_MAX];
};

static void take_entry(struct reading *reading, const struct record *record, int setting)
{
    const struct field *field = &record->field[setting];
    const char *name = program_setting_name(reading->settings, setting);
    struct error err;
    if (reading->first_line[setting] != 0) {
        yaml_complain(&reading->source, field->at->key_line, field->at->key_column,
                      "%s: line %d sets it already, and that line is used", name,
                      reading->first_line[setting]);
        return;
    }
    if (take_value(reading->settings, setting, field, &err) != STATUS_OK) {
        set_default(reading->settings, setting);
        yaml_complain(&reading->source, field->at->line, field->at->column, "%s: %s", name,
                      err.text);
        return;
    }
    reading->first_line[setting] = field->at->key_line;
    reading->settings->is_set[setting] = true;
}

/* The line is at its place in the bytes, after the ends of the lines before it, so that its
 * mistakes have the right place. */
static void read_line(struct reading *reading, int number)
{
    struct arena arena;
    struct record record;
    arena_init(&arena, reading->memory, sizeof reading->memory);
    if (char_is_space(reading->text.p[0])) {
        int column = (int)(str_trimmed_start(reading->text).p - reading->text.p) + 1;
        yaml_complain(&reading->source, number, column,
                      "expected NAME: VALUE at the beginning of the line, without blanks "
                      "before it");
        return;
    }
    memcpy(reading->bytes + number - 1, reading->text.p, (size_t)reading->text.n);
    reading->source.bytes = (struct str){reading->bytes, number - 1 + reading->text.n};
    struct diagnostics *diagnostics = reading->source.diagnostics;
    int before = diagnostics->count;
    const struct yaml_value *line = yaml_read(&reading->source, &arena);
    if (line == NULL && diagnostics->count > before) {
        /* YAML reports something missing at the end of a line at the beginning of the next. */
        char next[ERROR_WHERE_SIZE];
        diagnostics_place(next, reading->source.file, number + 1, 1);
        if (strcmp(diagnostics->diagnostic[before].where, next) == 0) {
            diagnostics_place(diagnostics->diagnostic[before].where, reading->source.file,
                              number, reading->text.n + 1);
        }
    }
    if (line != NULL && line->shape != YAML_SHAPE_MAP) {
        yaml_complain(&reading->source, line->line, line->column,
                      "expected NAME: VALUE, such as theme: light");
    } else if (line != NULL && record_read(&record, &reading->def, line, &reading->source)) {
        for (int i = 0; i < reading->settings->count; i++) {
            if (record.field[i].at != NULL) {
                take_entry(reading, &record, i);
            }
        }
    }
    memset(reading->bytes + number - 1, '\n', (size_t)reading->text.n);
}

void program_settings_read(struct program_settings *settings, const char *file,
                           struct str bytes, struct diagnostics *diagnostics)
{
    if (bytes.n > PROGRAM_FILE_MAX / 2) {
        diagnostics_add(diagnostics, STATUS_USAGE, file,
                        "the file is longer than %d bytes, so none of it is used",
                        PROGRAM_FILE_MAX / 2);
        return;
    }
    struct reading *reading = malloc(sizeof *reading);
    CHECK(reading != NULL);
    reading->settings = settings;
    for (int i = 0; i < settings->count; i++) {
        reading->field[i] = (struct field_def){i < PROGRAM_COLOURS ? RECORD_VALUE : RECORD_TEXT,
                                               settings->row[i]};
    }
    reading->def = (struct record_def){"the list of settings", reading->field, settings->count};
    /* One for each line, so that lines after the last mistake with room in the list count
     * too. */
    struct diagnostics own = {.count = 0};
    reading->source =
        (struct yaml_source){.file = file, .code = STATUS_USAGE, .diagnostics = &own};
    memset(reading->first_line, 0, sizeof reading->first_line);
    memset(reading->bytes, '\n', sizeof reading->bytes);
    for (int number = 1; bytes.n > 0; number++) {
        const char *end = memchr(bytes.p, '\n', (size_t)bytes.n);
        int n = end != NULL ? (int)(end - bytes.p) : bytes.n;
        reading->text = (struct str){bytes.p, n};
        struct str trimmed = str_trimmed(reading->text);
        if (trimmed.n > 0 && trimmed.p[0] != '#') {
            read_line(reading, number);
            for (int i = 0; i < own.count; i++) {
                diagnostics_add(diagnostics, own.diagnostic[i].code, own.diagnostic[i].where,
                                "%s", own.diagnostic[i].text);
            }
            own.count = 0;
        }
        n += end != NULL ? 1 : 0;
        bytes = (struct str){bytes.p + n, bytes.n - n};
    }
    free(reading);
}

/* ---- changing -------------------------------------------------------------------------- */

/* A name that the reader takes as one: anything else could be a comment, or another line. */
static bool is_plain(struct str name)
{
    for (int i = 0; i < name.n; i++) {
        if (!char_is_letter(name.p[i]) && !char_is_digit(name.p[i]) && name.p[i] != '-') {
            return false;
        }
    }
    return name.n > 0;
}

enum status program_setting_set(struct program_settings *settings, struct str name,
                                struct str value, struct error *err)
{
    TEXT_BUFFER(line, 512);
    int setting = program_setting_find(settings, name);
    text_add(&line, "%.*s: %.*s", name.n, name.p, value.n, value.p);
    struct diagnostics diagnostics = {.count = 0};
    if (line.is_cut) {
        return error_set(err, STATUS_USAGE, "", "the name or the value is too long");
    }
    if (setting < 0 && !is_plain(name)) {
        return error_set(err, STATUS_USAGE, "", "there is no setting %s; `settings` lists them",
                         utf8_shown(name).text);
    }
    /* By the name in the table: NAME may be typed in any case. */
    if (setting >= 0) {
        text_init(&line, line.p, line.size);
        text_add(&line, "%s: %.*s", program_setting_name(settings, setting), value.n, value.p);
    }
    program_settings_read(settings, "", (struct str){line.p, line.n}, &diagnostics);
    if (diagnostics.count > 0) {
        return error_set(err, STATUS_USAGE, "", "%s", diagnostics.diagnostic[0].text);
    }
    settings->changes++;
    return STATUS_OK;
}

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

static struct settings_file_look look_at(const char *path)
{
    struct stat is;
    return stat(path, &is) != 0
               ? (struct settings_file_look){0}
               : (struct settings_file_look){(int64_t)is.st_ino, is.st_size, is.st_mtim.tv_sec,
                                             is.st_mtim.tv_nsec};
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
    settings->look = look_at(path.p);
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

bool settings_file_follow(struct program_settings *settings)
{
    TEXT_BUFFER(told, SETTINGS_TOLD_SIZE);
    struct settings_file_look now = look_at(settings->path);
    if (memcmp(&now, &settings->look, sizeof now) == 0) {
        return false;
    }
    for (int i = 0; i < settings->count; i++) {
        set_default(settings, i);
    }
    (void)settings_file_load(settings, &told);
    settings->changes++;
    return true;
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

/* The text of a new file: every setting with its help, commented out. */
static void settings_file_template(const struct program_settings *settings, struct text *out)
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

/* True when a line sets this name; *value is then the text after the colon, with blanks but
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

/* True when the text, read again, has this value, all others unchanged, and no new mistake. */
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

/* The text with the line of one setting changed or added; false when that cannot be done
 * without touching anything else. */
static bool settings_file_edit(const struct program_settings *settings, int setting,
                               struct str bytes, struct text *out)
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
