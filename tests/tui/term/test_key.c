#include "tui/term/term.h"

#include <string.h>

#include "support/unit.h"

static void test_key__every_name_is_read_back_as_the_same_key(void **state)
{
    (void)state;
    static const int held[] = {0, KEY_WITH_CONTROL, KEY_WITH_ALT, KEY_WITH_SHIFT,
                               KEY_WITH_CONTROL | KEY_WITH_ALT | KEY_WITH_SHIFT};
    for (int key = NAMED_KEY_BEFORE_FIRST + 1; key < NAMED_KEY_END_OF_LIST; key++) {
        for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
            char name[KEY_NAME_SIZE];
            int read = 0;
            key_to_name(name, key | held[i]);
            assert_true(key_from_name(&read, str_of(name)));
            assert_int_equal(read, key | held[i]);
        }
    }
    for (int character = 0; character < 128; character++) {
        char name[KEY_NAME_SIZE];
        int read = 0;
        bool is_control = character < ' ' || character == 127;
        int key = is_control ? key_from_control(character) : character;
        key_to_name(name, key);
        assert_true(key_from_name(&read, str_of(name)));
        assert_int_equal(read, key);
    }
}

static void test_key__names_are_as_they_are_written(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int key;
    } rows[] = {
        {"a", 'a'},
        {"A", 'A'},
        {"-", '-'},
        {"Space", ' '},
        {"ü", 0xFC},
        {"Enter", NAMED_KEY_ENTER},
        {"C-r", KEY_WITH_CONTROL | 'r'},
        {"C-Space", KEY_WITH_CONTROL | ' '},
        {"C-_", KEY_WITH_CONTROL | '_'},
        {"M-x", KEY_WITH_ALT | 'x'},
        {"M-ü", KEY_WITH_ALT | 0xFC},
        {"C-M-a", KEY_WITH_CONTROL | KEY_WITH_ALT | 'a'},
        {"S-Tab", KEY_WITH_SHIFT | NAMED_KEY_TAB},
        {"C-Left", KEY_WITH_CONTROL | NAMED_KEY_LEFT},
        {"F12", NAMED_KEY_F12},
        {"C--", 0},   /* no terminal sends it */
        {"C-A", 0},   /* it is C-a */
        {"C-i", 0},   /* it is Tab */
        {"C-m", 0},   /* it is Enter */
        {"C-h", 0},   /* it is Backspace */
        {"S-a", 0},   /* it is A */
        {"M-C-a", 0}, /* it is C-M-a */
        {"C-", 0},
        {"", 0},
        {" ", 0},
        {"ab", 0},
        {"enter", 0},
        {"F13", 0},
        {"\xFF", 0},
        {"\t", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int key = -1;
        assert_int_equal(key_from_name(&key, str_of(rows[i].name)), rows[i].key != 0);
        assert_int_equal(key, rows[i].key != 0 ? rows[i].key : -1);
        if (rows[i].key != 0) {
            char name[KEY_NAME_SIZE];
            key_to_name(name, rows[i].key);
            assert_string_equal(name, rows[i].name);
        }
    }
}

static void test_key__names_are_unique_and_longer_than_a_character(void **state)
{
    (void)state;
    for (int a = NAMED_KEY_BEFORE_FIRST + 1; a < NAMED_KEY_END_OF_LIST; a++) {
        char name[KEY_NAME_SIZE];
        key_to_name(name, a);
        assert_true(strlen(name) >= 2);
        assert_false(key_is_character(a));
        for (int b = a + 1; b < NAMED_KEY_END_OF_LIST; b++) {
            char other[KEY_NAME_SIZE];
            key_to_name(other, b);
            assert_string_not_equal(name, other);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key__every_name_is_read_back_as_the_same_key),
        cmocka_unit_test(test_key__names_are_as_they_are_written),
        cmocka_unit_test(test_key__names_are_unique_and_longer_than_a_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
