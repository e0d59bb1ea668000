/* Words of a question completed as they are typed. */
#include "app/log/asking_complete.h"
#include "support/unit.h"

static const char *name_at(void *context, enum ask_kind kind, int i)
{
    static const char *const names[] = {"Bran", "Odo Quill", "Marit", NULL};
    (void)context;
    return kind == ASK_BY || kind == ASK_TO ? names[i] : NULL;
}

static void test_complete__what_is_typed_gets_its_rest(void **state)
{
    static const struct {
        const char *line, *rest;
    } cases[] = {
        {"b", "y="},
        {"by", "="},
        {"EN", "counter="},
        {"r2 acti", "on="},
        {"about=mo", "rale"},
        {"about=morale", ""},
        {"by=ma", "rit"},
        {"by=odo", ""},
        {"by=\"odo", " Quill\""},
        {"not=b", "y="},
        {"not=by=br", "an"},
        {"dice=e", "ntered"},
        {"undone=", ""},
        {"session=l", "ast"},
        {"damage>=6", ""},
        {"by=Bran ", ""},
        {"", ""},
        {"\"two wo", ""},
        {"zzz", ""},
        {"bye=o", ""},
    };
    struct asking_names names = {name_at, NULL};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        TEXT_BUFFER(rest, 80);
        asking_complete(str_of(cases[i].line), &names, &rest);
        if (!str_equal(str_of(cases[i].rest), rest.p)) {
            fail_msg("%s: \"%s\", not \"%s\"", cases[i].line, rest.p, cases[i].rest);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complete__what_is_typed_gets_its_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
