#include "content/import/conversion.h"

#include <limits.h>
#include <stdlib.h>

#include "content/record.h"

static const struct field_def file_fields[] = {
    {RECORD_RECORDS,
     {.name = "imports",
      .high = CONVERSION_ROWS_MAX,
      .is_required = true,
      .help = "a list of fields"}},
};
static const struct record_def file_def = {"a file of what imports become", file_fields, 1};

#define WORD(name_, help_)                                                                     \
    {                                                                                          \
        RECORD_TEXT,                                                                           \
        {                                                                                      \
            .name = name_, .high = CONVERSION_WORD_SIZE - 1, .help = help_                     \
        }                                                                                      \
    }
#define WHOLE(name_, help_)                                                                    \
    {                                                                                          \
        RECORD_VALUE,                                                                          \
        {                                                                                      \
            .name = name_, .kind = VALUE_NUMBER, .low = -1000, .high = 10000, .help = help_    \
        }                                                                                      \
    }
enum { FIELD, FROM, OR, WHEN, IS, SAYS, STEPS, PLUS, LOW, HIGH, AT_LEAST, BELOW, FIELDS };
static const struct field_def fields[FIELDS] = {
    [FIELD] = {RECORD_TEXT,
               {.name = "field",
                .high = CONVERSION_WORD_SIZE - 1,
                .is_required = true,
                .help = "a field of the game's kinds"}},
    [FROM] = WORD("from", "a field of creatures from elsewhere"),
    [OR] = WORD("or", "another one, where that tells nothing"),
    [WHEN] = WORD("when", "the number that decides whether the row counts"),
    [IS] = WORD("is", "the value where nothing tells it"),
    [SAYS] = WORD("says", "what is told of it"),
    [STEPS] = {RECORD_LIST,
               {.name = "steps",
                .high = CONVERSION_STEPS_MAX,
                .help = "numbers, each with the value from it on"}},
    [PLUS] = WHOLE("plus", "added to a number"),
    [LOW] = WHOLE("low", "the least that a number can be"),
    [HIGH] = WHOLE("high", "the most"),
    [AT_LEAST] = WHOLE("at_least", "of `when`"),
    [BELOW] = WHOLE("below", "of `when`"),
};
static const struct record_def row_def = {"a field", fields, FIELDS};

/* The field of creatures from elsewhere that a text names; false, with a mistake, when it is
 * none. */
static bool take_field(const struct field *field, enum import_field *out,
                       const struct yaml_source *source)
{
    *out = IMPORT_FIELDS;
    if (field->at == NULL) {
        return true;
    }
    for (int i = 0; i < IMPORT_FIELDS; i++) {
        if (str_equal(field->text, import_field_name((enum import_field)i))) {
            *out = (enum import_field)i;
            return true;
        }
    }
    yaml_complain(source, field->at->line, field->at->column,
                  "expected a field of creatures from elsewhere: armor, hit-dice, hp, damage, "
                  "morale ...");
    return false;
}

static bool take_steps(struct conversion_row *row, const struct yaml_value *list,
                       const struct yaml_source *source)
{
    for (const struct yaml_value *one = list != NULL ? list->first : NULL; one != NULL;
         one = one->next) {
        struct str rest = one->text;
        struct str number = str_next_word(&rest), value = str_trimmed(rest);
        struct conversion_step *step = &row->step[row->steps];
        if (!str_to_decimal(number, &step->from) || value.n == 0 ||
            value.n >= CONVERSION_WORD_SIZE) {
            yaml_complain(source, one->line, one->column,
                          "steps: expected a number and a value: 2 -3");
            return false;
        }
        text_format(step->value, sizeof step->value, "%.*s", value.n, value.p);
        row->steps++;
    }
    return true;
}

static int number_or(const struct field *field, int otherwise)
{
    return field->at != NULL ? field->value.number : otherwise;
}

static bool read_row(struct conversion_row *row, const struct yaml_value *at,
                     const struct yaml_source *source)
{
    struct record record;
    *row = (struct conversion_row){0};
    if (!record_read(&record, &row_def, at, source) ||
        !take_field(&record.field[FROM], &row->from, source) ||
        !take_field(&record.field[OR], &row->or_from, source) ||
        !take_field(&record.field[WHEN], &row->when, source) ||
        !take_steps(row, record.field[STEPS].at, source)) {
        return false;
    }
    text_format(row->field, sizeof row->field, "%s", record.field[FIELD].text.p);
    text_format(row->is, sizeof row->is, "%s", record.field[IS].text.p);
    text_format(row->says, sizeof row->says, "%s", record.field[SAYS].text.p);
    row->plus = number_or(&record.field[PLUS], 0);
    row->low = number_or(&record.field[LOW], INT_MIN);
    row->high = number_or(&record.field[HIGH], INT_MAX);
    row->at_least = number_or(&record.field[AT_LEAST], INT_MIN);
    row->below = number_or(&record.field[BELOW], INT_MAX);
    return true;
}

bool conversion_read(struct conversion *conversion, const struct yaml_source *source,
                     struct arena *scratch)
{
    struct record file;
    const struct yaml_value *top = yaml_read(source, scratch);
    conversion->count = 0;
    if (top == NULL || !record_read(&file, &file_def, top, source)) {
        return false;
    }
    bool is_right = true;
    for (const struct yaml_value *one = file.field[0].at->first; one != NULL; one = one->next) {
        is_right = read_row(&conversion->row[conversion->count], one, source) && is_right;
        conversion->count++;
    }
    return is_right;
}

static const char *step_of(const struct conversion_row *row, double number)
{
    const char *value = NULL;
    for (int i = 0; i < row->steps; i++) {
        value = number >= row->step[i].from ? row->step[i].value : value;
    }
    return value;
}

bool conversion_value(const struct conversion_row *row, const struct import_creature *creature,
                      struct text *out, struct text *mark)
{
    if (row->when != IMPORT_FIELDS) {
        const struct import_value *when = &creature->value[row->when];
        double number = when->has_number ? when->number : 0;
        if (number < row->at_least || number >= row->below) {
            return false;
        }
    }
    const enum import_field from[] = {row->from, row->or_from};
    for (int i = 0; i < 2; i++) {
        const struct import_value *value =
            from[i] != IMPORT_FIELDS ? &creature->value[from[i]] : NULL;
        if (value == NULL || (!value->has_number && value->dice.n == 0)) {
            continue;
        }
        const char *step =
            row->steps > 0 && value->has_number ? step_of(row, value->number) : NULL;
        bool takes_dice =
            value->dice.n > 0 && row->steps == 0 && row->plus == 0 && row->low == INT_MIN;
        double would_be = value->number + row->plus;
        double number = would_be < row->low    ? row->low
                        : would_be > row->high ? row->high
                                               : would_be;
        if (row->steps > 0 && step == NULL) {
            continue;
        }
        if (step != NULL) {
            text_add(out, "%s", step);
        } else if (takes_dice) {
            text_add_str(out, value->dice);
        } else {
            text_add(out, "%d", (int)number);
        }
        text_add(mark, "%s", value->mark != NULL ? value->mark : "");
        if (step == NULL && !takes_dice && number != would_be) {
            text_add(mark, "%sit would be %g, the %s is %g", mark->n > 0 ? ", " : "", would_be,
                     number < would_be ? "most" : "least", number);
        }
        return true;
    }
    text_add(out, "%s", row->is);
    text_add(mark, "%s", row->is[0] != '\0' ? CONVERSION_NOT_TOLD : "");
    return row->is[0] != '\0';
}

/* "7", "1d6", "2d4+1": what is read as the same from a printed number. */
static bool is_simple_dice(struct str value)
{
    int d = 0;
    bool is_simple = value.n > 0 && char_is_digit(value.p[0]);
    for (int i = 0; i < value.n && is_simple; i++) {
        char c = value.p[i];
        d += c == 'd';
        bool is_sign = (c == '+' || c == '-') && d == 1;
        is_simple = char_is_digit(c) || (c == 'd' && d == 1) || is_sign;
        d += is_sign; /* once, and no die behind it */
    }
    return is_simple;
}

bool conversion_back(const struct conversion_row *row, struct str value, struct text *out)
{
    int64_t number;
    if (row->from == IMPORT_FIELDS) {
        return false;
    }
    for (int i = 0; i < row->steps; i++) {
        if (str_equal(value, row->step[i].value)) {
            text_add(out, "%g", row->step[i].from);
            return true;
        }
    }
    if (row->steps > 0) {
        return false;
    }
    if (str_to_int64(value, row->low, row->high, &number)) {
        text_add(out, "%d", (int)number - row->plus);
        return true;
    }
    bool takes_dice = row->plus == 0 && row->low == INT_MIN && is_simple_dice(value);
    text_add_str(out, takes_dice ? value : str_of(""));
    return takes_dice;
}
