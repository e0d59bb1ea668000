/* One key, one thing: a key that opens a view does the same wherever it does something, and in
 * lists each letter means the same in all. */
#include <stdio.h>
#include <string.h>

#include "app/settings/keys.h"
#include "app/sitting/asked.h"
#include "games/games.h"
#include "resolver/system.h"
#include "support/unit.h"

static struct key_table table;

static bool is_list(enum key_context context)
{
    static const enum key_context lists[] = {
        CONTEXT_OPEN, CONTEXT_HISTORY,   CONTEXT_LOG,   CONTEXT_CHRONICLE, CONTEXT_ENCOUNTERS,
        CONTEXT_PLAN, CONTEXT_CAMPAIGNS, CONTEXT_KINDS, CONTEXT_PREPARED,  CONTEXT_PARTY};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (context == lists[i]) {
            return true;
        }
    }
    return false;
}

static const struct key_meaning *meaning_of(const char *key, enum key_place place)
{
    const struct key_meaning *meaning;
    for (int i = 0; (meaning = key_meaning_at(i)) != NULL; i++) {
        if (meaning->place == place && strcmp(meaning->key, key) == 0) {
            return meaning;
        }
    }
    return NULL;
}

/* Whether this is what the key means: `does` has "history", "@log" or "party:@cancel". */
static bool does(const struct key_meaning *meaning, const struct key_binding *binding)
{
    struct str rest = str_of(meaning->does);
    struct str command = str_of(binding->command);
    struct str name = str_next_word(&command);
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        TEXT_BUFFER(here, 80);
        text_add(&here, "%s:%.*s", key_context_name(binding->context), name.n, name.p);
        if (str_equal(word, here.p) ||
            (word.n == name.n && strncmp(word.p, name.p, (size_t)name.n) == 0)) {
            return true;
        }
    }
    return false;
}

static bool is_checked(const struct key_binding *binding)
{
    return strlen(binding->key) == 1 && binding->context != CONTEXT_MORE &&
           !key_context_types(binding->context);
}

static void check(const struct key_binding *binding)
{
    const struct key_meaning *meaning = meaning_of(binding->key, KEY_EVERYWHERE);
    if (meaning == NULL && is_list(binding->context)) {
        meaning = meaning_of(binding->key, KEY_IN_LISTS);
        if (meaning == NULL) {
            fail_msg("%s of %s is in no table of meanings", binding->key,
                     key_context_name(binding->context));
        }
    }
    if (meaning != NULL && !does(meaning, binding)) {
        fail_msg("%s means \"%s\", but in %s it is %s", binding->key, meaning->means,
                 key_context_name(binding->context), binding->command);
    }
}

static void test_key_meanings__no_key_means_two_things(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        key_table_make(&table, games_find(system_at(i)), NULL);
        for (int k = 0; k < table.count; k++) {
            if (is_checked(&table.binding[k])) {
                check(&table.binding[k]);
            }
        }
    }
}

/* A key of the table that opens a view has its meaning everywhere. */
static void test_key_meanings__what_opens_a_view_is_in_the_table(void **state)
{
    (void)state;
    key_table_make(&table, NULL, NULL);
    for (int k = 0; k < table.count; k++) {
        const struct key_binding *binding = &table.binding[k];
        bool opens = binding->is_of_frame || binding->act == ACT_PALETTE ||
                     binding->act == ACT_HELP || binding->act == ACT_LOOK_OLDER ||
                     binding->act == ACT_OPEN_LIST || binding->act == ACT_MORE ||
                     strncmp(binding->command, "why", 3) == 0;
        if (binding->context == CONTEXT_TABLE && strlen(binding->key) == 1 && opens &&
            meaning_of(binding->key, KEY_EVERYWHERE) == NULL) {
            fail_msg("%s opens %s: what it means in other views is not said", binding->key,
                     binding->command);
        }
    }
}

/* Each key once, for something that some context does. */
static void test_key_meanings__each_is_there_once_and_used(void **state)
{
    const struct key_meaning *meaning;
    (void)state;
    key_table_make(&table, NULL, NULL);
    for (int i = 0; (meaning = key_meaning_at(i)) != NULL; i++) {
        bool is_used = false;
        assert_true(strlen(meaning->means) > 0 && strlen(meaning->means) <= 50);
        for (int k = 0; k < i; k++) {
            if (strcmp(key_meaning_at(k)->key, meaning->key) == 0) {
                fail_msg("%s has two meanings", meaning->key);
            }
        }
        for (int k = 0; k < table.count && !is_used; k++) {
            const struct key_binding *binding = &table.binding[k];
            is_used = is_checked(binding) && strcmp(binding->key, meaning->key) == 0 &&
                      (meaning->place == KEY_EVERYWHERE || is_list(binding->context));
        }
        if (!is_used) {
            fail_msg("%s: no view has this key", meaning->key);
        }
    }
}

static void test_key_meanings__stand_in_the_help(void **state)
{
    (void)state;
    const struct topic *topic = topic_find(str_of("keys"));
    assert_non_null(topic);
    const char *text = topic_text(topic);
    assert_non_null(strstr(text, "\np  the party\n"));
    assert_non_null(strstr(text, "\nP  the plan\n"));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key_meanings__no_key_means_two_things),
        cmocka_unit_test(test_key_meanings__what_opens_a_view_is_in_the_table),
        cmocka_unit_test(test_key_meanings__each_is_there_once_and_used),
        cmocka_unit_test(test_key_meanings__stand_in_the_help),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
