/* Questions to the log in words: what each word takes, what is refused, how a word is completed
 * as it is typed, and which acts fit. */
#include "app/log/asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/log/history.h"
#include "app/sitting/state.h"
#include "support/unit.h"

/* ---- reading --------------------------------------------------------------------------- */

static struct asking asking;

static enum status read_words(const char *line, struct error *err)
{
    return asking_read_line(&asking, str_of(line), err);
}

static void test_asking__each_word_reads_its_values(void **state)
{
    static const struct {
        const char *line;
        enum ask_kind kind;
        bool is_not;
        const char *text;
    } row[] = {
        {"encounter=nest", ASK_ENCOUNTER, false, "nest"},
        {"by=\"Odo Quill\"", ASK_BY, false, "Odo Quill"},
        {"TO=gob*", ASK_TO, false, "gob*"},
        {"action=attack", ASK_ACTION, false, "attack"},
        {"about=Morale", ASK_ABOUT, false, "Morale"},
        {"rule=5.14", ASK_RULE, false, "5.14"},
        {"rule=\"class bonuses\"", ASK_RULE, false, "class bonuses"},
        {"not=by=Bo", ASK_BY, true, "Bo"},
        {"not=not=by=Bo", ASK_BY, false, "Bo"},
        {"not=arrow", ASK_TEXT, true, "arrow"},
        {"arrow", ASK_TEXT, false, "arrow"},
        {"\"two words\"", ASK_TEXT, false, "two words"},
        {"\"r2\"", ASK_TEXT, false, "r2"},
        {"\"a=b\"", ASK_TEXT, false, "a=b"},
        {"r2d2", ASK_TEXT, false, "r2d2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct error err;
        if (read_words(row[i].line, &err) != STATUS_OK) {
            fail_msg("%s: %s", row[i].line, err.text);
        }
        assert_int_equal(asking.terms, 1);
        assert_int_equal(asking.term[0].kind, row[i].kind);
        assert_int_equal(asking.term[0].is_not, row[i].is_not);
        if (!str_equal(asking.term[0].text, row[i].text)) {
            fail_msg("%s is read as %.*s", row[i].line, asking.term[0].text.n,
                     asking.term[0].text.p);
        }
    }
}

static void test_asking__spans_hold_what_they_say(void **state)
{
    static const struct {
        const char *line;
        double inside, outside;
    } row[] = {
        {"r2", 2, 3},
        {"round=2", 2, 1},
        {"round=2..4", 4, 5},
        {"round=2..4", 2, 1},
        {"round=..4", 0, 5},
        {"round=3..", 1000, 2},
        {"round<3", 2, 3},
        {"round<=3", 3, 4},
        {"damage>=6", 6, 5},
        {"damage>6", 7, 6},
        {"damage=6..", 60, 5},
        {"damage=0", 0, 1},
        {"chance<10%", 0.0999, 0.1},
        {"chance<=10%", 0.1, 0.1001},
        {"chance<10", 0.05, 0.1},
        {"chance=..10%", 0.1, 0.11},
        {"chance=2.5%..50%", 0.025, 0.02},
        {"chance>99%", 1, 0.99},
        {"session=2", 2, 3},
        {"session=2..", 9, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct error err;
        assert_int_equal(read_words(row[i].line, &err), STATUS_OK);
        const struct asked_span *span = &asking.term[0].span;
        if (!asked_span_holds(span, row[i].inside) || asked_span_holds(span, row[i].outside)) {
            fail_msg("%s: %g to %g", row[i].line, span->low, span->high);
        }
    }
}

/* The two share no moment and leave none between them, in any time zone. */
static void test_asking__a_day_ends_where_the_next_one_begins(void **state)
{
    struct error err;
    (void)state;
    assert_int_equal(read_words("until=2026-03-29 since=2026-03-30", &err), STATUS_OK);
    assert_true(asking.term[0].span.high == asking.term[1].span.low);
    assert_false(asked_span_holds(&asking.term[0].span, asking.term[1].span.low));
    assert_true(asked_span_holds(&asking.term[1].span, asking.term[1].span.low));
}

static void test_asking__undone_says_which_acts_are_told(void **state)
{
    static const struct {
        const char *line;
        enum undone_acts undone;
    } row[] = {
        {"", UNDONE_LEFT_OUT},
        {"undone=no", UNDONE_LEFT_OUT},
        {"undone=yes", UNDONE_ONLY},
        {"undone=any", UNDONE_TOO},
        {"not=undone=yes", UNDONE_LEFT_OUT},
        {"not=undone=no", UNDONE_ONLY},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct error err;
        assert_int_equal(read_words(row[i].line, &err), STATUS_OK);
        assert_int_equal(asking.undone, row[i].undone);
        assert_int_equal(asking.terms, 0);
    }
}

static void test_asking__what_cannot_be_read_is_shown_with_a_caret(void **state)
{
    static const char *const row[][2] = {
        {"rond=2", "there is no word rond=; did you mean round?\nrond=2\n^"},
        {"hp=2", "there is no word hp=; text with such a sign is searched for in \"quotes\"\n"
                 "hp=2\n^"},
        {"not=bye=Bo", "there is no word bye=; did you mean by?\nnot=bye=Bo\n    ^"},
        {"about=moral", "expected a topic such as morale, condition, hp or turn; did you mean "
                        "morale?\nabout=moral\n      ^"},
        {"round=x", "expected a whole number, or a span such as 2..4\nround=x\n      ^"},
        {"round=2..x", "expected a whole number, or a span such as 2..4\nround=2..x\n"
                       "         ^"},
        {"round=4..2", "expected the lower number first\nround=4..2\n       ^"},
        {"round=..", "expected a whole number, or a span such as 2..4\nround=..\n      ^"},
        {"round<2..4", "expected a whole number, or a span such as 2..4\nround<2..4\n"
                       "       ^"},
        {"damage=1.5", "expected a whole number, or a span such as 2..4\ndamage=1.5\n"
                       "       ^"},
        {"chance<110%", "expected a percentage, such as 10% or ..10%\nchance<110%\n"
                        "       ^"},
        {"by<Bo", "expected by=\nby<Bo\n  ^"},
        {"by=", "expected a word\nby=\n   ^"},
        {"not=", "expected a word after not=\nnot=\n    ^"},
        {"dice=thrown", "expected dice=entered or dice=rolled\ndice=thrown\n     ^"},
        {"undone=maybe", "expected undone=yes, undone=any or undone=no\nundone=maybe\n"
                         "       ^"},
        {"since=2026-02-30", "expected a day, such as 2026-11-20\nsince=2026-02-30\n      ^"},
        {"since=20.11.2026", "expected a day, such as 2026-11-20\nsince=20.11.2026\n      ^"},
        {"session=lasst", "expected a whole number, or a span such as 2..4\nsession=lasst\n"
                          "        ^"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct error err;
        if (read_words(row[i][0], &err) != STATUS_USAGE) {
            fail_msg("%s is read", row[i][0]);
        }
        assert_string_equal(err.text, row[i][1]);
    }
}

static void test_asking__too_many_words_are_refused(void **state)
{
    char line[4 * ASK_TERMS_MAX + 40] = "";
    struct error err;
    (void)state;
    for (int i = 0; i <= ASK_TERMS_MAX; i++) {
        strcat(line, "ox ");
    }
    assert_int_equal(read_words(line, &err), STATUS_USAGE);
    assert_non_null(strstr(err.text, "too much to ask at once"));
    line[3 * ASK_TERMS_MAX] = '\0';
    assert_int_equal(read_words(line, &err), STATUS_OK);
}

/* ---- which acts fit -------------------------------------------------------------------- */

enum { ACTS_MAX = 400 };

struct fitting {
    int count;
    int64_t id[ACTS_MAX];
};

static bool add_fitting(void *context, const struct sitting_act *act)
{
    struct fitting *out = context;
    assert_true(out->count < ACTS_MAX);
    out->id[out->count++] = act->id;
    return true;
}

static char path[512];
static struct sitting *sitting;

static int64_t fixed_clock(void)
{
    return 1700000000000;
}

static void run_script(const char *name)
{
    static struct result result;
    char line[COMMAND_LINE_MAX + 2];
    FILE *script = fopen(name, "r");
    assert_non_null(script);
    while (fgets(line, sizeof line, script) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#') {
            sitting_run(sitting, line, false, &result);
            assert_int_equal(result.kind, RESULT_DONE);
        }
    }
    fclose(script);
}

static int begin(void **state)
{
    const char *folder = getenv("TMPDIR");
    struct error err;
    (void)state;
    snprintf(path, sizeof path, "%s/asking-%ld.db", folder != NULL ? folder : "/tmp",
             (long)getpid());
    struct sitting_options options = {
        .path = path, .has_seed = true, .seed = 7, .now_ms = fixed_clock};
    assert_int_equal(sitting_open(&sitting, &options, &err), STATUS_OK);
    run_script("tests/scripts/trilemma_evening.referee");
    return 0;
}

static int end(void **state)
{
    (void)state;
    sitting_close(sitting);
    remove(path);
    return 0;
}

static void find(const char *const *words, int count, int limit, struct fitting *out)
{
    struct error err;
    struct sitting_acts_wish wish;
    out->count = 0;
    if (sitting_read_wish(&wish, &asking, sitting, words, count, &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
    wish.limit = limit;
    if (sitting_acts(sitting, &wish, add_fitting, out, &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
}

static const char *const questions[] = {
    "encounter=toll",
    "by=ysol",
    "to=b*",
    "action=attack",
    "action=initiative",
    "about=morale",
    "about=hp",
    "about=turn",
    "about=out",
    "about=reaction",
    "about=ruling",
    "about=note",
    "round=1..2",
    "r3",
    "rule=5.18",
    "dice=entered",
    "dice=rolled",
    "chance<40%",
    "chance>=40%",
    "damage>=6",
    "damage=..5",
    "since=2000-01-01",
    "until=2000-01-01",
    "session=last",
    "session=1",
    "injury",
    "\"goes down\"",
    "WOLF",
};

/* A word and its not= part the acts: each is in exactly one of the two, in their order. */
static void test_asking__a_word_and_its_not_part_the_acts(void **state)
{
    (void)state;
    static struct fitting all, with, without;
    int found = 0;
    find((const char *const[]){"round=0.."}, 1, 0, &all);
    assert_true(all.count > 150);
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        char not_word[80];
        snprintf(not_word, sizeof not_word, "not=%s", questions[i]);
        find((const char *const[]){questions[i]}, 1, 0, &with);
        find((const char *const[]){not_word}, 1, 0, &without);
        int a = 0, b = 0;
        for (int k = 0; k < all.count; k++) {
            bool is_with = a < with.count && with.id[a] == all.id[k];
            bool is_without = b < without.count && without.id[b] == all.id[k];
            if (is_with == is_without) {
                fail_msg("%s: act %lld is in %s", questions[i], (long long)all.id[k],
                         is_with ? "both" : "neither");
            }
            a += is_with ? 1 : 0;
            b += is_without ? 1 : 0;
        }
        assert_int_equal(a, with.count);
        assert_int_equal(b, without.count);
        found += with.count > 0 && without.count > 0 ? 1 : 0;
    }
    assert_true(found > 18); /* most of these words do choose */
}

/* Two words choose what each of them does, and a limit the newest of these. */
static void test_asking__words_combine_with_and(void **state)
{
    (void)state;
    static struct fitting one, other, both, newest;
    enum { COUNT = sizeof questions / sizeof questions[0] };
    for (int i = 0; i < COUNT; i++) {
        const char *const words[] = {questions[i], questions[(i * 7 + 3) % COUNT]};
        find(words, 1, 0, &one);
        find(words + 1, 1, 0, &other);
        find(words, 2, 0, &both);
        find(words, 2, 3, &newest);
        int found = 0;
        for (int k = 0; k < one.count; k++) {
            for (int m = 0; m < other.count; m++) {
                if (one.id[k] == other.id[m]) {
                    assert_true(found < both.count && both.id[found] == one.id[k]);
                    found++;
                }
            }
        }
        assert_int_equal(both.count, found);
        assert_int_equal(newest.count, found < 3 ? found : 3);
        for (int k = 0; k < newest.count; k++) {
            assert_int_equal(newest.id[k], both.id[found - newest.count + k]);
        }
    }
}

/* Without words the open encounter, with words the campaign, a name alone that encounter. */
static void test_asking__the_scope_follows_from_the_words(void **state)
{
    (void)state;
    static struct fitting open, named, all, part;
    find(NULL, 0, 0, &open);
    find((const char *const[]){"watchtower"}, 1, 0, &named);
    find((const char *const[]){"round=0.."}, 1, 0, &all);
    find((const char *const[]){"encounter=watcht"}, 1, 0, &part);
    assert_true(open.count > 0 && open.count < all.count);
    assert_memory_equal(&open, &named, sizeof open.id[0] * (size_t)open.count);
    assert_int_equal(open.count, named.count);
    assert_int_equal(open.count, part.count);
    for (int i = 1; i < all.count; i++) {
        assert_true(all.id[i - 1] < all.id[i]);
    }
}

/* ---- completing ------------------------------------------------------------------------ */

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
        cmocka_unit_test(test_asking__each_word_reads_its_values),
        cmocka_unit_test(test_asking__spans_hold_what_they_say),
        cmocka_unit_test(test_asking__a_day_ends_where_the_next_one_begins),
        cmocka_unit_test(test_asking__undone_says_which_acts_are_told),
        cmocka_unit_test(test_asking__what_cannot_be_read_is_shown_with_a_caret),
        cmocka_unit_test(test_asking__too_many_words_are_refused),
        cmocka_unit_test(test_complete__what_is_typed_gets_its_rest),
        cmocka_unit_test_setup_teardown(test_asking__a_word_and_its_not_part_the_acts, begin,
                                        end),
        cmocka_unit_test_setup_teardown(test_asking__words_combine_with_and, begin, end),
        cmocka_unit_test_setup_teardown(test_asking__the_scope_follows_from_the_words, begin,
                                        end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
