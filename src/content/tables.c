#include "content/tables.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "content/record.h"
#include "resolver/tables/random_table.h"

/* ---- the grammar ----------------------------------------------------------------------- */

enum { COMBATANTS_BROUGHT_MAX = 200 };

enum { FILE_TABLES };
static const struct field_def file_fields[] = {
    [FILE_TABLES] = {RECORD_RECORDS,
                     {.name = "tables",
                      .high = TABLES_MAX,
                      .is_required = true,
                      .help = "a list of tables"}},
};
static const struct record_def file_def = {"a file of tables", file_fields, 1};

enum { TABLE_NAME, TABLE_TITLE, TABLE_DICE, TABLE_ROWS, TABLE_FIELDS };
static const struct field_def table_fields[TABLE_FIELDS] = {
    [TABLE_NAME] = {RECORD_NAME,
                    {.name = "name",
                     .high = TABLE_NAME_MAX,
                     .is_required = true,
                     .help = "the name that is typed"}},
    [TABLE_TITLE] = {RECORD_TEXT,
                     {.name = "title",
                      .high = TABLE_TITLE_MAX,
                      .help = "the name that people read"}},
    [TABLE_DICE] = {RECORD_TEXT,
                    {.name = "dice",
                     .high = 200,
                     .help = "d66 or dice; without it rows have weights"}},
    [TABLE_ROWS] = {RECORD_RECORDS,
                    {.name = "rows",
                     .high = TABLE_ROWS_MAX,
                     .is_required = true,
                     .help = "the list of rows"}},
};
static const struct record_def table_def = {"a table", table_fields, TABLE_FIELDS};

static const char *const reaction_words[] = {
#define REACTION(name, word, text) word,
#include "resolver/tables/reactions.def"
#undef REACTION
    NULL,
};

enum {
    ROW_ROLL,
    ROW_WEIGHT,
    ROW_TEXT,
    ROW_RESULT,
    ROW_BRINGS,
    ROW_GIVES,
    ROW_THEN,
    ROW_FIELDS
};
static const struct field_def combatant_fields[ROW_FIELDS] = {
    [ROW_ROLL] = {RECORD_TEXT,
                  {.name = "roll",
                   .high = 24,
                   .help = "the totals for this row, such as 4 or 2-3"}},
    [ROW_WEIGHT] = {RECORD_VALUE,
                    {.name = "weight",
                     .kind = VALUE_NUMBER,
                     .low = 1,
                     .high = TABLE_WEIGHTS_MAX,
                     .fallback = "1",
                     .help = "how often, compared with the other rows"}},
    [ROW_TEXT] = {RECORD_TEXT,
                  {.name = "text", .high = TABLE_TEXT_MAX, .help = "what happens"}},
    [ROW_RESULT] = {RECORD_VALUE,
                    {.name = "result",
                     .kind = VALUE_CHOICE,
                     .choices = reaction_words,
                     .help = "a reaction known to the rules"}},
    [ROW_BRINGS] = {RECORD_LIST,
                    {.name = "brings",
                     .high = TABLE_BRINGS_MAX,
                     .help = "the combatants it brings: 1d6 moor-wolf"}},
    [ROW_GIVES] = {RECORD_TEXT,
                   {.name = "gives",
                    .high = TABLE_GIVES_MAX,
                    .help = "what the combatant who takes it gets, by the game's rules"}},
    [ROW_THEN] = {RECORD_LIST,
                  {.name = "then", .high = TABLE_ROLLS_MAX, .help = "tables to roll on next"}},
};
static const struct record_def row_def = {"a row", combatant_fields, ROW_FIELDS};

/* ---- what is remembered for tables_finish ---------------------------------------------- */

struct place {
    int line, column;
};

/* A table that a row names; looked up when all are known. */
struct reference {
    struct str name;
    struct table_roll *roll;
    struct place place;
    struct reference *next;
};

struct table_file {
    const char *name;
    enum status code;
    int layer;
    bool is_faulty; /* no tables are taken from it */
};

struct table_origin {
    struct table_file *file;
    struct place place;
    struct place *row; /* of each row */
    struct reference *first_reference;
};

/* One table while it is read. */
struct table_reading {
    struct table_set *set;
    const struct yaml_source *source;
    struct random_table table;
    struct table_origin origin;
    struct table_row *row;
    struct reference **last_reference; /* where the next one goes */
    int64_t weights;
};

static void complain_at(const struct table_reading *reading, const struct yaml_value *at,
                        const char *text)
{
    yaml_complain(reading->source, at->line, at->column, "%s", text);
}

static void *keep(const struct table_reading *reading, size_t count, size_t size)
{
    void *kept = arena_take(reading->set->arena, count, size);
    if (kept == NULL) {
        yaml_complain(reading->source, reading->origin.place.line, reading->origin.place.column,
                      "there is no room for this table: all tables together are too large");
    }
    return kept;
}

static const char *keep_text(const struct table_reading *reading, struct str text)
{
    char *kept = keep(reading, (size_t)text.n + 1, 1);
    if (kept != NULL) {
        memcpy(kept, text.p, (size_t)text.n);
    }
    return kept;
}

/* ---- combatants ------------------------------------------------------------------------ */

/* What 0 and 00 mean in the rows: books print them for the highest of a d10 and a d100. 0: they
 * are what they are. */
static int64_t zero_of(const struct random_table *table)
{
    int64_t low = 0, high = 0;
    if (table->kind == TABLE_EXPRESSION) {
        dice_expr_range(table->expr, &low, &high);
    }
    return low == 1 && (high == 10 || high == 100) ? high : 0;
}

static bool bound_parse(struct str text, int64_t zero, int64_t *out)
{
    enum { MOST = 1000000000 };
    bool is_right = str_to_int64(str_trimmed(text), -MOST, MOST, out);
    *out = is_right && *out == 0 ? zero : *out;
    return is_right;
}

/* "4", "2-3", "51–60", "-1..1". */
static bool span_parse(struct str text, int64_t zero, int64_t *low, int64_t *high)
{
    if (bound_parse(text, zero, low)) {
        *high = *low;
        return true;
    }
    for (int i = 1; i < text.n; i++) {
        bool is_dots = i + 1 < text.n && text.p[i] == '.' && text.p[i + 1] == '.';
        int dash = str_minus((struct str){text.p + i, text.n - i});
        if (!is_dots && dash == 0) {
            continue;
        }
        int end = i + (is_dots ? 2 : dash);
        return bound_parse((struct str){text.p, i}, zero, low) &&
               bound_parse((struct str){text.p + end, text.n - end}, zero, high) &&
               *low <= *high;
    }
    return false;
}

/* The same, and lists that leave nothing out: "11,12", on a d66 "16,21". */
static bool range_parse(const struct random_table *table, struct str text, int64_t *low,
                        int64_t *high)
{
    int64_t zero = zero_of(table);
    struct str part;
    bool is_first = true;
    while (str_next_part(&text, ',', &part)) {
        int64_t from, to;
        if (!span_parse(part, zero, &from, &to)) {
            return false;
        }
        bool is_next = is_first || from == *high + 1 ||
                       (table->kind == TABLE_D66 && *high % 10 == 6 && from == *high + 5);
        if (!is_next) {
            return false;
        }
        *low = is_first ? from : *low;
        *high = to;
        is_first = false;
    }
    return !is_first;
}

static bool read_share(struct table_reading *reading, const struct record *record,
                       struct table_row *row)
{
    const struct yaml_value *roll = record->field[ROW_ROLL].at;
    const struct yaml_value *weight = record->field[ROW_WEIGHT].at;
    if (reading->table.kind == TABLE_WEIGHTS) {
        if (roll != NULL) {
            complain_at(reading, roll, "roll: expected weight: a table without dice has none");
            return false;
        }
        row->low = reading->weights + 1;
        reading->weights += record->field[ROW_WEIGHT].value.number;
        row->high = reading->weights;
        return true;
    }
    if (weight != NULL) {
        complain_at(reading, weight, "weight: expected roll: a table with dice has no weights");
        return false;
    }
    if (roll == NULL) {
        complain_at(reading, record->at,
                    "roll: missing: the totals for this row, such as 4 or 2-3");
        return false;
    }
    if (!range_parse(&reading->table, record->field[ROW_ROLL].text, &row->low, &row->high)) {
        complain_at(reading, roll,
                    "roll: expected a whole number, or two such as 2-3 or -1..1");
        return false;
    }
    return true;
}

/* "gems" or "2x gems". */
static bool read_roll(struct table_reading *reading, const struct yaml_value *at,
                      struct table_roll *roll)
{
    struct str name = at->text;
    int64_t times = 1;
    int i = 0;
    while (i < name.n && char_is_digit(name.p[i])) {
        i++;
    }
    if (i > 0 && i < name.n && char_lower(name.p[i]) == 'x') {
        if (!str_to_int64((struct str){name.p, i}, 1, TABLE_TIMES_MAX, &times)) {
            yaml_complain(reading->source, at->line, at->column,
                          "then: expected 1x to %dx before the name of a table",
                          TABLE_TIMES_MAX);
            return false;
        }
        for (i++; i < name.n && char_is_space(name.p[i]); i++) {
        }
        name = (struct str){name.p + i, name.n - i};
    }
    roll->times = (int)times;
    struct reference *reference = keep(reading, 1, sizeof *reference);
    const char *kept = keep_text(reading, name);
    if (reference == NULL || kept == NULL) {
        return false;
    }
    *reference = (struct reference){
        .name = {kept, name.n}, .roll = roll, .place = {at->line, at->column}};
    *reading->last_reference = reference;
    reading->last_reference = &reference->next;
    return true;
}

static bool read_then(struct table_reading *reading, const struct yaml_value *then,
                      struct table_row *row)
{
    bool is_list = then->shape == YAML_SHAPE_LIST;
    int count = is_list ? then->count : 1;
    struct table_roll *roll = keep(reading, (size_t)count, sizeof *roll);
    if (roll == NULL) {
        return false;
    }
    row->roll = roll;
    row->rolls = count;
    bool is_right = true;
    const struct yaml_value *at = is_list ? then->first : then;
    for (int i = 0; i < count; i++) {
        is_right = read_roll(reading, at, &roll[i]) && is_right;
        at = at->next;
    }
    return is_right;
}

/* "moor-wolf", "6 moor-wolf" or "1d6 moor-wolf", as `add` takes it. */
static bool is_bringing(struct str text)
{
    struct str rest = text;
    struct str word = str_next_word(&rest);
    struct dice_expr expr;
    bool has_count = word.n > 0 && char_is_digit(word.p[0]);
    if (has_count) {
        int64_t count;
        bool is_count = str_to_int64(word, 1, COMBATANTS_BROUGHT_MAX, &count) ||
                        dice_expr_parse(&expr, word, NULL) == STATUS_OK;
        word = is_count ? str_next_word(&rest) : (struct str){"", 0};
    }
    bool is_name = word.n > 0 && char_is_letter(word.p[0]) && rest.n == 0;
    for (int i = 0; i < word.n; i++) {
        is_name = is_name &&
                  (char_is_letter(word.p[i]) || char_is_digit(word.p[i]) || word.p[i] == '-');
    }
    return is_name && text.n <= TABLE_BRINGS_SIZE_MAX;
}

/* The text of the row, then the kinds that it brings: "the wolves are hungry (1d6
 * moor-wolf)". */
static const char *text_with_bringings(const struct table_reading *reading,
                                       const struct table_row *row)
{
    TEXT_BUFFER(text, TABLE_TEXT_MAX + TABLE_BRINGS_MAX * (TABLE_BRINGS_SIZE_MAX + 2) + 8);
    const char *gap = row->text[0] != '\0' ? " (" : "";
    text_add(&text, "%s", row->text);
    for (int i = 0; i < row->brings_count; i++) {
        text_add(&text, "%s%s", i == 0 ? gap : ", ", row->brings[i]);
    }
    text_add(&text, row->text[0] != '\0' ? ")" : "");
    return keep_text(reading, (struct str){text.p, text.n});
}

static bool read_brings(struct table_reading *reading, const struct yaml_value *brings,
                        struct table_row *row)
{
    bool is_list = brings->shape == YAML_SHAPE_LIST;
    int count = is_list ? brings->count : 1;
    const char **kept = keep(reading, (size_t)count, sizeof *kept);
    const struct yaml_value *at = is_list ? brings->first : brings;
    bool is_right = kept != NULL;
    for (int i = 0; i < count && kept != NULL; i++, at = at->next) {
        kept[i] = keep_text(reading, at->text);
        is_right = is_right && kept[i] != NULL;
        struct str rest = at->text;
        struct str dice = str_next_word(&rest);
        struct dice_expr expr;
        struct error err;
        bool is_older = dice.n > 0 && char_is_digit(dice.p[0]) &&
                        dice_expr_parse(&expr, dice, &err) != STATUS_OK &&
                        dice_expr_parse_as(NULL, &expr, dice, DICE_LOGGED, NULL) == STATUS_OK;
        if (is_older) {
            yaml_complain(reading->source, at->line, at->column, "brings: %s", err.text);
            is_right = false;
        } else if (!is_bringing(at->text)) {
            complain_at(reading, at,
                        "brings: expected a number or dice, and the name of a kind in one "
                        "word: 1d6 moor-wolf");
            is_right = false;
        }
    }
    row->brings = kept;
    row->brings_count = is_right ? count : 0;
    row->text = is_right ? text_with_bringings(reading, row) : row->text;
    return is_right && row->text != NULL;
}

static bool read_row(struct table_reading *reading, const struct yaml_value *at, int index)
{
    struct record record;
    bool is_right = record_read(&record, &row_def, at, reading->source);
    if (!is_right) {
        return false;
    }
    struct table_row *row = &reading->row[index];
    reading->origin.row[index] = (struct place){at->line, at->column};
    if (record.field[ROW_RESULT].at != NULL) {
        row->reaction = (enum reaction)(record.field[ROW_RESULT].value.number + 1);
    }
    row->text = reaction_text(row->reaction);
    if (record.field[ROW_TEXT].at != NULL) {
        row->text = keep_text(reading, record.field[ROW_TEXT].text);
    } else if (record.field[ROW_RESULT].at == NULL && record.field[ROW_THEN].at == NULL &&
               record.field[ROW_BRINGS].at == NULL) {
        complain_at(reading, at,
                    "text: missing: a row has a text, a result, something that it brings, or "
                    "tables to roll on next (then)");
        return false;
    }
    is_right = row->text != NULL && read_share(reading, &record, row);
    if (is_right && record.field[ROW_GIVES].at != NULL) {
        row->gives = keep_text(reading, record.field[ROW_GIVES].text);
        is_right = row->gives != NULL;
    }
    if (is_right && record.field[ROW_BRINGS].at != NULL) {
        is_right = read_brings(reading, record.field[ROW_BRINGS].at, row);
    }
    if (record.field[ROW_THEN].at != NULL) {
        is_right = read_then(reading, record.field[ROW_THEN].at, row) && is_right;
    }
    return is_right;
}

/* ---- tables ---------------------------------------------------------------------------- */

/* Many tables use the same dice: one expression serves them all. */
static const struct dice_expr *shared_expr(const struct table_reading *reading,
                                           const struct dice_expr *expr)
{
    for (int i = 0; i < reading->set->count; i++) {
        const struct random_table *table = &reading->set->table[i];
        if (table->kind == TABLE_EXPRESSION && dice_expr_equal(table->expr, expr)) {
            return table->expr;
        }
    }
    struct dice_expr *kept = keep(reading, 1, sizeof *kept);
    if (kept != NULL) {
        *kept = *expr;
    }
    return kept;
}

static bool read_dice(struct table_reading *reading, const struct field *dice)
{
    reading->table.kind = TABLE_WEIGHTS;
    if (dice->at == NULL) {
        return true;
    }
    struct dice_expr expr;
    struct error err;
    if (random_table_read_dice(&reading->table.kind, &expr, dice->text, &err) != STATUS_OK) {
        yaml_complain(reading->source, dice->at->line, dice->at->column, "dice: %s", err.text);
        return false;
    }
    if (reading->table.kind == TABLE_EXPRESSION) {
        reading->table.expr = shared_expr(reading, &expr);
    }
    return reading->table.kind != TABLE_EXPRESSION || reading->table.expr != NULL;
}

static bool read_rows(struct table_reading *reading, const struct yaml_value *rows)
{
    reading->row = keep(reading, (size_t)rows->count, sizeof *reading->row);
    reading->origin.row = keep(reading, (size_t)rows->count, sizeof *reading->origin.row);
    if (reading->row == NULL || reading->origin.row == NULL) {
        return false;
    }
    bool is_right = true;
    int i = 0;
    for (const struct yaml_value *row = rows->first; row != NULL; row = row->next) {
        if (diagnostics_full(reading->source->diagnostics)) {
            return false;
        }
        is_right = read_row(reading, row, i++) && is_right;
    }
    if (is_right && reading->table.kind == TABLE_WEIGHTS &&
        reading->weights > TABLE_WEIGHTS_MAX) {
        yaml_complain(reading->source, rows->line, rows->column,
                      "rows: expected weights of at most %d together, not %lld",
                      TABLE_WEIGHTS_MAX, (long long)reading->weights);
        return false;
    }
    reading->table.row = reading->row;
    reading->table.rows = rows->count;
    reading->table.sides = (int)reading->weights;
    return is_right;
}

/* True when a table of this name may be added: no other one of its layer has the name, and
 * there is room. */
static bool may_join(const struct table_reading *reading, const struct field *name)
{
    const struct table_set *set = reading->set;
    for (int i = 0; i < set->count; i++) {
        const struct table_origin *other = &set->origin[i];
        if (other->file->layer == set->layer && str_equal(name->text, set->table[i].name)) {
            char where[ERROR_WHERE_SIZE];
            yaml_complain(reading->source, name->at->line, name->at->column,
                          "name: there is a table %s already, %s", set->table[i].name,
                          diagnostics_place(where, other->file->name, other->place.line,
                                            other->place.column));
            return false;
        }
    }
    if (set->count == TABLES_MAX) {
        yaml_complain(reading->source, name->at->line, name->at->column,
                      "expected at most %d tables in all files", TABLES_MAX);
        return false;
    }
    return true;
}

static void read_table(struct table_reading *reading, const struct yaml_value *at)
{
    struct record record;
    reading->origin.place = (struct place){at->line, at->column};
    reading->last_reference = &reading->origin.first_reference;
    if (!record_read(&record, &table_def, at, reading->source) ||
        !read_dice(reading, &record.field[TABLE_DICE]) ||
        !read_rows(reading, record.field[TABLE_ROWS].at)) {
        return;
    }
    const struct field *name = &record.field[TABLE_NAME];
    const struct field *title = &record.field[TABLE_TITLE];
    reading->table.name = keep_text(reading, name->text);
    reading->table.title =
        title->at != NULL ? keep_text(reading, title->text) : reading->table.name;
    if (reading->table.name != NULL && reading->table.title != NULL &&
        may_join(reading, name)) {
        int index = reading->set->count++;
        reading->set->table[index] = reading->table;
        reading->set->origin[index] = reading->origin;
    }
}

/* ---- files ----------------------------------------------------------------------------- */

bool tables_begin(struct table_set *set, struct arena *arena, struct arena *scratch)
{
    *set = (struct table_set){.arena = arena, .scratch = scratch};
    set->table = arena_take(arena, TABLES_MAX, sizeof *set->table);
    set->origin = arena_take(arena, TABLES_MAX, sizeof *set->origin);
    set->top = arena_take(arena, TABLES_MAX, sizeof *set->top);
    set->top_origin = arena_take(arena, TABLES_MAX, sizeof *set->top_origin);
    return set->table != NULL && set->origin != NULL && set->top != NULL &&
           set->top_origin != NULL;
}

void tables_next_layer(struct table_set *set)
{
    set->layer++;
}

static void read_list(struct table_set *set, const struct yaml_source *source,
                      struct table_file *origin)
{
    int before = source->diagnostics->count;
    const struct yaml_value *file = yaml_read(source, set->scratch);
    struct record record;
    if (file == NULL && source->diagnostics->count == before) {
        yaml_complain(source, 1, 1, "tables: missing: a list of tables");
    }
    if (file == NULL || !record_read(&record, &file_def, file, source)) {
        return;
    }
    const struct yaml_value *at = record.field[FILE_TABLES].at->first;
    for (; at != NULL && !diagnostics_full(source->diagnostics); at = at->next) {
        struct table_reading reading = {.set = set, .source = source};
        reading.origin = (struct table_origin){.file = origin};
        read_table(&reading, at);
    }
}

bool tables_read(struct table_set *set, const struct yaml_source *source)
{
    size_t scratch_mark = set->scratch->used, mark = set->arena->used;
    int before = source->diagnostics->count, count = set->count;
    struct table_reading reading = {.set = set, .source = source};
    struct table_file *file = keep(&reading, 1, sizeof *file);
    const char *name = file != NULL ? keep_text(&reading, str_of(source->file)) : NULL;
    if (name != NULL) {
        *file = (struct table_file){.name = name, .code = source->code, .layer = set->layer};
        read_list(set, source, file);
    }
    bool is_right = name != NULL && source->diagnostics->count == before;
    if (!is_right) {
        set->count = count; /* no tables are taken from it */
        set->arena->used = mark;
    }
    set->scratch->used = scratch_mark;
    return is_right;
}

/* ---- the whole ------------------------------------------------------------------------- */

/* Marks the file of the i-th table of the whole as faulty. */
static void complain_of(const struct table_set *set, struct diagnostics *diagnostics, int i,
                        struct place place, const char *text)
{
    char where[ERROR_WHERE_SIZE];
    struct table_file *file = set->top_origin[i]->file;
    diagnostics_add(diagnostics, file->code,
                    diagnostics_place(where, file->name, place.line, place.column), "%s", text);
    file->is_faulty = true;
}

/* True when every table that the i-th one names exists. */
static bool look_up(const struct table_set *set, const struct random_tables *tables,
                    struct diagnostics *diagnostics, int i)
{
    bool is_right = true;
    for (struct reference *reference = set->top_origin[i]->first_reference; reference != NULL;
         reference = reference->next) {
        struct error err;
        reference->roll->table = random_table_find(tables, reference->name, &err);
        if (reference->roll->table < 0) {
            TEXT_BUFFER(message, ERROR_TEXT_SIZE);
            text_add(&message, "then: %s", err.text);
            complain_of(set, diagnostics, i, reference->place, message.p);
            is_right = false;
        }
    }
    return is_right;
}

static void diagnostic_text(const struct table_set *set,
                            const struct table_diagnostic *diagnostic, struct text *out)
{
    const struct random_table *table = &set->top[diagnostic->table];
    TEXT_BUFFER(notation, TRACE_DICE_SIZE);
    random_table_format_dice(table, &notation);
    long long low = diagnostic->low;
    switch (diagnostic->kind) {
    case TABLE_GAP:
        text_add(out, "rows: expected a row for %lld", low);
        if (diagnostic->low != diagnostic->high) {
            text_add(out, " to %lld", (long long)diagnostic->high);
        }
        text_add(out, ", which %s can show", notation.p);
        break;
    case TABLE_OVERLAP:
        text_add(out, "roll: %lld has a row already, in line %d", low,
                 set->top_origin[diagnostic->table]->row[diagnostic->other].line);
        break;
    case TABLE_IMPOSSIBLE:
        text_add(out, "roll: %s cannot show %lld", notation.p, low);
        break;
    case TABLE_CYCLE:
        text_add(out, "then: %s leads back to itself", set->top[diagnostic->other].name);
        break;
    case TABLE_TOO_DEEP:
        text_add(out, "then: expected at most %d tables below each other", TABLE_DEPTH_MAX);
        break;
    case TABLE_TOO_MANY_THROWS:
        text_add(out, "then: expected at most %d throws for one roll, all together",
                 TABLE_THROWS_MAX);
        break;
    case TABLE_TOO_LARGE:
        text_add(out, "dice: too large to enumerate");
        break;
    }
}

/* True when the tables are valid as a whole; marks files that are at fault. */
static bool is_sound(const struct table_set *set, const struct random_tables *tables,
                     struct diagnostics *diagnostics)
{
    bool is_right = true;
    for (int i = 0; i < tables->count; i++) {
        is_right = look_up(set, tables, diagnostics, i) && is_right;
    }
    if (!is_right) {
        return false; /* a name that leads nowhere cannot be followed */
    }
    struct table_diagnostic found[DIAGNOSTICS_MAX];
    int count = random_tables_check(tables, found, DIAGNOSTICS_MAX, set->scratch);
    for (int i = 0; i < count; i++) {
        const struct table_origin *origin = set->top_origin[found[i].table];
        TEXT_BUFFER(text, ERROR_TEXT_SIZE);
        diagnostic_text(set, &found[i], &text);
        complain_of(set, diagnostics, found[i].table,
                    found[i].row >= 0 ? origin->row[found[i].row] : origin->place, text.p);
    }
    return count == 0;
}

void tables_finish(struct table_set *set, struct diagnostics *diagnostics,
                   struct random_tables *out)
{
    do {
        /* The tables of the valid files, the last of each name in the place of the first. */
        *out = (struct random_tables){set->top, 0};
        for (int i = 0; i < set->count; i++) {
            if (set->origin[i].file->is_faulty) {
                continue;
            }
            int at = 0;
            while (at < out->count && strcmp(set->top[at].name, set->table[i].name) != 0) {
                at++;
            }
            out->count += at == out->count ? 1 : 0;
            set->top[at] = set->table[i];
            set->top_origin[at] = &set->origin[i];
        }
    } while (!is_sound(set, out, diagnostics));
}
