/* Records that rules are built with (src/resolver/records.awk): read again with the real
 * reader, whose grammar finds every mistake, and compared with what the rules say. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "content/record.h"
#include "resolver/dice/dice_expr.h"
#include "support/unit.h"

enum { CLASSES_MAX = 30, FILE_SIZE = 16 * 1024, NAME_MAX_SIZE = 40 };

enum { FILE_CLASSES };
static const struct field_def file_fields[] = {
    [FILE_CLASSES] = {RECORD_RECORDS,
                      {.name = "classes",
                       .high = CLASSES_MAX,
                       .is_required = true,
                       .help = "a list of classes"}},
};
static const struct record_def file_def = {"a file of classes", file_fields, 1};

/* clang-format off */
#define NUMBER(name_, low_, high_, help_)                                                      \
    {                                                                                          \
        RECORD_VALUE,                                                                          \
        {                                                                                      \
            .name = name_, .kind = VALUE_NUMBER, .low = low_, .high = high_,                   \
            .is_required = true, .help = help_                                                 \
        }                                                                                      \
    }
/* clang-format on */

enum { NAME, HP, TO_HIT, RESISTANCE, DAMAGE, DV, PV, FIELDS };
static const struct field_def class_fields[FIELDS] = {
    [NAME] = {RECORD_NAME,
              {.name = "name", .high = 30, .is_required = true, .help = "what it is called"}},
    [HP] = NUMBER("hp", 1, 10000, "hit points"),
    [TO_HIT] = NUMBER("to_hit", -100, 100, "added to attacks"),
    [RESISTANCE] = NUMBER("resistance", 0, 100, "against spells, in percent"),
    [DAMAGE] = {RECORD_VALUE,
                {.name = "damage",
                 .kind = VALUE_DICE,
                 .is_required = true,
                 .help = "dice of its attack"}},
    [DV] = NUMBER("dv", -100, 100, "dodge value"),
    [PV] = NUMBER("pv", -100, 100, "protection value"),
};
static const struct record_def class_def = {"a class", class_fields, FIELDS};

/* The class as the rules list it: hp, to-hit, resistance, least and most damage, dv, pv. */
static void compare(const struct system *system, const struct record *record)
{
    char name[NAME_MAX_SIZE];
    struct inputs inputs;
    struct listing listing = {.rows = 0};
    struct error err;
    snprintf(name, sizeof name, "%s", record->field[NAME].text.p);
    for (char *p = name; *p != '\0'; p++) {
        *p = *p == '-' ? '_' : *p;
    }
    inputs_begin(&inputs, system, action_find(system, str_of("class")));
    if (inputs_give_text(&inputs, "class", str_of(name), &err) != STATUS_OK ||
        inputs_finish(&inputs, &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
    inputs.action->list(&inputs, &listing);
    struct dice_expr damage;
    int64_t least, most;
    assert_int_equal(dice_expr_parse(&damage, record->field[DAMAGE].text, &err), STATUS_OK);
    dice_expr_range(&damage, &least, &most);
    const int wanted[] = {record->field[HP].value.number,
                          record->field[TO_HIT].value.number,
                          record->field[RESISTANCE].value.number,
                          (int)least,
                          (int)most,
                          record->field[DV].value.number,
                          record->field[PV].value.number};
    assert_int_equal(listing.rows, 1);
    assert_memory_equal(listing.value[0], wanted, sizeof wanted);
}

static void test_classes__of_the_file_are_those_of_the_rules(void **state)
{
    (void)state;
    static char bytes[FILE_SIZE];
    static unsigned char memory[1 << 20];
    FILE *file = fopen("data/yuxtapa/classes.yaml", "rb");
    assert_non_null(file);
    int n = (int)fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_in_range(n, 1, sizeof bytes - 1);
    struct diagnostics diagnostics = {.count = 0};
    struct yaml_source source = {.file = "classes.yaml",
                                 .code = STATUS_DAMAGED,
                                 .bytes = {bytes, n},
                                 .diagnostics = &diagnostics};
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    const struct yaml_value *root = yaml_read(&source, &arena);
    struct record whole, record;
    int count = 0;
    const struct system *system = system_find(str_of("yuxtapa"));
    if (root == NULL || !record_read(&whole, &file_def, root, &source)) {
        fail_msg("%s: %s", diagnostics.diagnostic[0].where, diagnostics.diagnostic[0].text);
    }
    for (const struct yaml_value *at = whole.field[FILE_CLASSES].at->first; at != NULL;
         at = at->next) {
        if (!record_read(&record, &class_def, at, &source)) {
            fail_msg("%s: %s", diagnostics.diagnostic[0].where, diagnostics.diagnostic[0].text);
        }
        compare(system, &record);
        count++;
    }
    /* And the rules know no other. */
    const char *const *words = action_find(system, str_of("class"))->parameters[0].choices;
    for (int i = 0; i < count; i++) {
        assert_non_null(words[i]);
    }
    assert_null(words[count]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes__of_the_file_are_those_of_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
