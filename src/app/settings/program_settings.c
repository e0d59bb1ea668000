#include "app/settings/program_settings.h"

#include <stdlib.h>
#include <string.h>

#include "content/record.h"

/* ---- the table ------------------------------------------------------------------------- */

static const char *const glyph_words[] = {"auto", "unicode", "ascii", "blocks", NULL};
static const char *const theme_words[] = {"auto", "dark", "light", NULL};
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
};

static void add_colour(struct program_settings *settings, int role,
                       const struct program_role *from)
{
    struct text name =
        text_over(settings->colour_name[role], sizeof settings->colour_name[role]);
    text_add(&name, "colour-");
    for (const char *p = from->name; *p != '\0'; p++) {
        text_add_char(&name, *p == '_' ? '-' : char_lower(*p));
    }
    CHECK(!name.is_cut);
    settings->row[PROGRAM_COLOURS + role] =
        (struct value_def){.name = settings->colour_name[role],
                           .high = COLOUR_WORDS_MAX,
                           .fallback = "theme",
                           .help = from->help};
}

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
        add_colour(settings, i, &roles[i]);
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

/* YAML reports something missing at the end of a line at the beginning of the next. */
static void place_within(const struct reading *reading, int number, struct error *err)
{
    char next[ERROR_WHERE_SIZE];
    diagnostics_place(next, reading->source.file, number + 1, 1);
    if (strcmp(err->where, next) == 0) {
        diagnostics_place(err->where, reading->source.file, number, reading->text.n + 1);
    }
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
        place_within(reading, number, &diagnostics->diagnostic[before]);
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
