/* Views, their acts and their stack: every context has a view, and every act that a key is
 * bound to does something there. */
#include <string.h>

#include "support/every_key.h"
#include "support/unit.h"
#include "tui/widgets/list_view.h"
#include "tui/widgets/view.h"

/* ---- contexts and acts ----------------------------------------------------------------- */

/* Whether an act has a function of the view, or is one that lists do by themselves. */
static bool does(const struct view *view, enum screen_act act)
{
    return view->on[act] != NULL || (view->list != NULL && list_does(view->list, act));
}

static void test_view__every_context_has_one_and_each_is_drawn(void **state)
{
    (void)state;
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        const struct view *view = view_of((enum key_context)i);
        assert_non_null(view);
        assert_int_equal(view->context, i);
        assert_true(view->draw != NULL || view->draw_prompt != NULL);
        assert_true(key_context_name(view->context)[0] != '\0');
        assert_true(key_context_title(view->context)[0] != '\0');
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(key_context_name((enum key_context)k),
                                    key_context_name(view->context));
        }
    }
}

static void test_view__the_one_who_opens_one_can_close_it_and_ask_for_help(void **state)
{
    (void)state;
    for (int i = CONTEXT_TABLE + 1; i < CONTEXT_COUNT; i++) {
        const struct view *view = view_of((enum key_context)i);
        assert_true(does(view, ACT_CANCEL));
        assert_true(does(view, ACT_HELP) || view == &view_of_reader);
    }
}

static void test_view__names_of_acts_are_known_and_each_is_one_act(void **state)
{
    (void)state;
    for (int i = ACT_NONE + 1; i < ACT_COUNT; i++) {
        const char *name = screen_act_name((enum screen_act)i);
        assert_true(name[0] == '@' && name[1] != '\0');
        assert_int_equal(screen_act_of(name), i);
    }
    assert_int_equal(screen_act_of("@"), ACT_NONE);
    assert_int_equal(screen_act_of("@nothing"), ACT_NONE);
    assert_int_equal(screen_act_of("down"), ACT_NONE);
    assert_int_equal(screen_act_of(""), ACT_NONE);
}

static void test_view__every_bound_act_has_a_function_in_its_context(void **state)
{
    static struct key_table keys;
    int acts = 0;
    (void)state;
    every_key(&keys);
    for (int i = 0; i < keys.count; i++) {
        const struct key_binding *binding = &keys.binding[i];
        if (binding->command[0] != '@') {
            assert_int_equal(binding->act, ACT_NONE);
            assert_true(binding->context == CONTEXT_TABLE || binding->context == CONTEXT_MORE);
            continue;
        }
        acts++;
        if (binding->act == ACT_NONE ||
            strcmp(screen_act_name(binding->act), binding->command) != 0) {
            fail_msg("%s: no act of the screen", binding->command);
        }
        /* What stands behind the key for more is done at the table. */
        bool is_done =
            does(view_of(binding->context), binding->act) ||
            (binding->context == CONTEXT_MORE && does(view_of(CONTEXT_TABLE), binding->act));
        if (!is_done) {
            fail_msg("%s does nothing in %s", binding->command,
                     key_context_name(binding->context));
        }
    }
    assert_true(acts > 150);
}

static bool is_bound(const struct key_table *keys, int context, int act)
{
    for (int i = 0; i < keys->count; i++) {
        int bound = (int)keys->binding[i].context;
        bool is_there = bound == context || (bound == CONTEXT_MORE && context == CONTEXT_TABLE);
        if (is_there && (int)keys->binding[i].act == act) {
            return true;
        }
    }
    return false;
}

static void test_view__every_function_is_reached_by_a_key(void **state)
{
    static struct key_table keys;
    (void)state;
    every_key(&keys);
    for (int act = ACT_NONE + 1; act < ACT_COUNT; act++) {
        int contexts = 0;
        for (int context = 0; context < CONTEXT_COUNT; context++) {
            bool is_done = does(view_of((enum key_context)context), (enum screen_act)act);
            contexts += is_done ? 1 : 0;
            bool is_move = view_list_steps((enum screen_act)act, 1, 1) != 0;
            bool is_of_list = view_of((enum key_context)context)->on[act] == NULL;
            /* Every list moves in each way, with a key for it or without one. */
            if (is_done && !(is_move && is_of_list) && !is_bound(&keys, context, act)) {
                fail_msg("no key of %s does %s", key_context_name((enum key_context)context),
                         screen_act_name((enum screen_act)act));
            }
        }
        assert_true(contexts > 0);
    }
}

static void test_view__moves_in_lists(void **state)
{
    (void)state;
    assert_int_equal(view_list_steps(ACT_DOWN, 10, 99), 1);
    assert_int_equal(view_list_steps(ACT_UP, 10, 99), -1);
    assert_int_equal(view_list_steps(ACT_PAGE_DOWN, 10, 99), 10);
    assert_int_equal(view_list_steps(ACT_PAGE_UP, 10, 99), -10);
    assert_int_equal(view_list_steps(ACT_FIRST, 10, 99), -99);
    assert_int_equal(view_list_steps(ACT_LAST, 10, 99), 99);
    assert_int_equal(view_list_steps(ACT_HELP, 10, 99), 0);
    assert_int_equal(view_list_steps(ACT_NONE, 10, 99), 0);
}

/* ---- the stack ------------------------------------------------------------------------- */

static void test_stack__the_last_one_opened_is_on_top_of_the_table(void **state)
{
    struct view_stack stack = {.count = 0};
    int form, question, reader;
    (void)state;
    assert_ptr_equal(view_top(&stack).view, &view_of_table);
    view_push(&stack, &view_of_form, &form);
    view_push(&stack, &view_of_question, &question);
    view_push(&stack, &view_of_reader, &reader);
    assert_ptr_equal(view_top(&stack).view, &view_of_reader);
    assert_ptr_equal(view_top(&stack).self, &reader);
    assert_ptr_equal(view_find(&stack, &view_of_form), &form);
    assert_null(view_find(&stack, &view_of_log));
    assert_true(view_has_room(&stack, VIEW_SHEET));
    /* What was below is there again. */
    assert_true(view_take_off(&stack, &view_of_reader));
    assert_false(view_take_off(&stack, &view_of_reader));
    assert_ptr_equal(view_top(&stack).view, &view_of_question);
    assert_false(view_has_room(&stack, VIEW_SHEET));
    /* From the middle, too. */
    assert_true(view_take_off(&stack, &view_of_form));
    assert_int_equal(stack.count, 1);
    assert_ptr_equal(view_top(&stack).self, &question);
    assert_true(view_take_off(&stack, &view_of_question));
    assert_ptr_equal(view_top(&stack).view, &view_of_table);
}

static void test_stack__each_is_there_once_so_all_of_them_fit(void **state)
{
    struct view_stack stack = {.count = 0};
    int first, second;
    (void)state;
    for (int i = CONTEXT_TABLE + 1; i < CONTEXT_COUNT; i++) {
        view_push(&stack, view_of((enum key_context)i), &first);
        view_push(&stack, view_of((enum key_context)i), &first);
    }
    assert_int_equal(stack.count, CONTEXT_COUNT - 1);
    /* One that is opened again comes to the top. */
    view_push(&stack, &view_of_question, &second);
    assert_int_equal(stack.count, CONTEXT_COUNT - 1);
    assert_ptr_equal(view_top(&stack).self, &second);
    assert_ptr_equal(view_find(&stack, &view_of_question), &second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_view__every_context_has_one_and_each_is_drawn),
        cmocka_unit_test(test_view__the_one_who_opens_one_can_close_it_and_ask_for_help),
        cmocka_unit_test(test_view__names_of_acts_are_known_and_each_is_one_act),
        cmocka_unit_test(test_view__every_bound_act_has_a_function_in_its_context),
        cmocka_unit_test(test_view__every_function_is_reached_by_a_key),
        cmocka_unit_test(test_view__moves_in_lists),
        cmocka_unit_test(test_stack__the_last_one_opened_is_on_top_of_the_table),
        cmocka_unit_test(test_stack__each_is_there_once_so_all_of_them_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
