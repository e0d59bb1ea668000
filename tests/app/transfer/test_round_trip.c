/* What `write` writes, `import` reads back exactly: records that were made up, every record
 * that ships, and every demo; in YAML and in JSON, and once more without adding anything. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "app/library/kinds.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "app/transfer/document.h"
#include "app/transfer/import.h"
#include "content/library.h"
#include "support/draws.h"
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"

static int setup(void **state)
{
    (void)state;
    return home_begin("XDG_DATA_HOME");
}

static int teardown(void **state)
{
    (void)state;
    return home_end("XDG_DATA_HOME");
}

static struct play *new_play(const char *system)
{
    TEXT_BUFFER(line, 100);
    text_add(&line, "encounter Here system=%s", system);
    const char *const lines[] = {line.p, NULL};
    return play_new(lines);
}

static char *written(struct play *play, const char *what, const char *const *names, int count,
                     const char *format)
{
    struct error err;
    char *document;
    struct document_wish wish = {
        .what = what, .names = names, .names_count = count, .format = str_of(format)};
    if (sitting_write_document(&document, play->sitting, &wish, &err) != STATUS_OK) {
        fail_msg("%s %s", err.where, err.text);
    }
    return document;
}

/* Takes a document; what the plan said is returned for the caller to free. */
static struct import_plan *take(struct play *play, const char *document)
{
    struct error err;
    struct import_plan *plan = import_plan_new();
    assert_int_equal(import_plan_add(play->sitting, plan, str_of(document), "test.yaml", &err),
                     STATUS_OK);
    assert_string_equal(plan->file[0].kind, "referee");
    for (int i = 0; i < plan->count; i++) {
        if (plan->item[i].state == IMPORT_LEFT_OUT) {
            fail_msg("%s: %s\n%s", plan->item[i].name, plan->item[i].why[0], document);
        }
    }
    if (plan->taken > 0) {
        import_plan_write(play->sitting, plan, &play->result);
        if (play->result.kind != RESULT_DONE) {
            fail_msg("%s", play->result.error.text);
        }
    }
    return plan;
}

/* A document into a new campaign of this game, out of it, and into it again. */
static void goes_round(const char *system, const char *what, const char *document,
                       const char *format)
{
    struct play *there = new_play(system);
    struct import_plan *plan = take(there, document);
    import_plan_free(plan);
    char *again = written(there, what, NULL, 0, format);
    assert_string_equal(again, document);
    plan = take(there, again);
    for (int i = 0; i < plan->count; i++) {
        if (plan->item[i].state != IMPORT_MERGED) {
            fail_msg("%s came in again\n%s", plan->item[i].name, document);
        }
    }
    import_plan_free(plan);
    free(again);
    play_free(there);
}

/* ---- every record that ships ------------------------------------------------------------- */

static void test_round_trip__every_record_that_ships_goes_round(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        const char *id = system_at(i)->id;
        struct play *here = new_play(id);
        const struct library *library = sitting_library(here->sitting);
        const char **names = calloc((size_t)library->count + 1, sizeof *names);
        int count = 0;
        assert_non_null(names);
        for (int k = 0; k < library->count; k++) {
            bool is_first = true; /* a name stands for the first record that has it */
            for (int n = 0; n < count; n++) {
                is_first = is_first && strcmp(names[n], library->record[k].name) != 0;
            }
            names[count] = library->record[k].name;
            count += is_first;
        }
        const char *word = i % 2 == 0 ? "yaml" : "json";
        char *document = written(here, "kinds", names, count, word);
        goes_round(id, "kinds", document, word);
        free(document);
        free(names);
        play_free(here);
    }
}

/* ---- the demos --------------------------------------------------------------------------- */

static void test_round_trip__every_demo_goes_round(void **state)
{
    static const char *const scripts[] = {"dungeon",   "evening", "mill_pond",
                                          "saltworks", "spire",   "sunken_larder"};
    static const char *const none[] = {NULL};
    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        struct play *here = play_new(none);
        TEXT_BUFFER(path, 200);
        text_add(&path, "data/demo/%s.referee", scripts[i]);
        play_script(here, path.p);
        const char *system = state_system(sitting_state(here->sitting))->id;
        static const char *const parts[] = {"kinds", "party", "encounters"};
        for (int k = 0; k < 3; k++) {
            const char *word = (i + (size_t)k) % 2 == 0 ? "yaml" : "json";
            char *document = written(here, parts[k], NULL, 0, word);
            goes_round(system, parts[k], document, word);
            free(document);
        }
        play_free(here);
    }
}

/* ---- records that are made up ------------------------------------------------------------ */

static void add_words(struct draws *draws, struct text *out, int most)
{
    static const char *const some[] = {"fen",          "\"",       ",", ":",   "#",  "'", "- ",
                                       "\\",           "\xC3\xA9", "|", "yes", "12", "{", "]",
                                       "\xE2\x80\x99", "=",        " "};
    text_add(out, "x");
    for (int i = draws_between(draws, 0, 6); i > 0; i--) {
        const char *one =
            some[draws_between(draws, 0, (int)(sizeof some / sizeof some[0]) - 1)];
        text_add(out, "%s", out->n + (int)strlen(one) < most ? one : "");
    }
    text_add(out, "y");
}

/* A value that a field may have; NULL leaves it out. */
static json_t *made_value(struct draws *draws, const struct library_field_def *def)
{
    TEXT_BUFFER(words, 60);
    int low = def->value.low, high = def->value.high;
    json_t *list;
    struct error err;
    if (draws_between(draws, 0, 3) == 0 && !def->value.is_required) {
        return NULL;
    }
    switch (def->shape) {
    case RECORD_TEXT:
        add_words(draws, &words, high < 30 ? high - 1 : 30);
        if (def->check == NULL || def->check(str_of(words.p), &err)) {
            return json_string(words.p);
        }
        return def->check(str_of("2d6+1"), &err) ? json_string("2d6+1") : NULL;
    case RECORD_LIST:
        if (def->check != NULL) {
            return NULL;
        }
        list = json_array();
        for (int i = draws_between(draws, 1, 3); i > 0; i--) {
            words = text_over(words.p, words.size);
            add_words(draws, &words, 30);
            json_array_append_new(list, json_string(words.p));
        }
        return list;
    case RECORD_VALUE:
        if (def->value.kind == VALUE_NUMBER) {
            return json_integer(draws_between(draws, low, high));
        }
        if (def->value.kind == VALUE_DICE) {
            text_add(&words, "%dd%d%+d", draws_between(draws, 1, 9),
                     draws_between(draws, 2, 12), draws_between(draws, 1, 5));
            return json_string(words.p);
        }
        if (def->value.kind == VALUE_CHOICE) {
            return json_string(def->value.choices[draws_between(draws, 0, 1)]);
        }
        return def->value.kind == VALUE_FLAG ? json_boolean(draws_between(draws, 0, 1)) : NULL;
    case RECORD_NAME:
    case RECORD_RECORDS:
    case RECORD_WORDS:
        break;
    }
    return NULL;
}

static json_t *made_up(struct draws *draws, const struct system *system,
                       const struct library_kind *kind, int number)
{
    TEXT_BUFFER(name, 40);
    json_t *record = json_object();
    text_add(&name, "beast-%d", number);
    json_object_set_new(record, "name", json_string(name.p));
    for (int k = 1; k < kind->fields_count; k++) {
        json_t *value = made_value(draws, &kind->fields[k]);
        if (value != NULL) {
            json_object_set_new(record, kind->fields[k].value.name, value);
        }
    }
    return json_pack("{s:s, s:s, s:o, s:s}", "game", system->id, "kind", kind->name, "record",
                     record, "told", number % 2 == 0 ? "" : "one\n  two: \"3\"\n\n# four");
}

static void test_round_trip__made_up_records_go_round(void **state)
{
    enum { RECORDS = 25 };
    struct draws draws;
    int added = 0;
    (void)state;
    draws_init(&draws);
    for (int i = 0; i < systems_count(); i++) {
        struct error err;
        struct play *here = new_play(system_at(i)->id);
        const struct library_kind *kind = sitting_usual_kind(here->sitting);
        json_t *kinds = json_array();
        for (int number = 0; number < RECORDS; number++) {
            json_array_append_new(kinds, made_up(&draws, system_at(i), kind, number));
        }
        json_t *root = json_pack("{s:i, s:o}", "referee", DOCUMENT_VERSION, "kinds", kinds);
        char *document = json_dumps(root, 0);
        struct import_plan *plan = import_plan_new();
        assert_int_equal(
            import_plan_add(here->sitting, plan, str_of(document), "test.json", &err),
            STATUS_OK);
        assert_int_equal(plan->taken + plan->left_out, RECORDS); /* not all fit a game */
        added += plan->taken;
        if (plan->taken > 0) {
            import_plan_write(here->sitting, plan, &here->result);
        }
        import_plan_free(plan);
        free(document);
        json_decref(root);
        const char *word = i % 2 == 0 ? "json" : "yaml";
        document = written(here, "kinds", NULL, 0, word);
        goes_round(system_at(i)->id, "kinds", document, word);
        free(document);
        play_free(here);
    }
    assert_true(added >= RECORDS);
}

/* ---- a whole campaign, and notes ----------------------------------------------------------
 */

static const char *const whole[] = {
    "encounter Fen system=trilemma",
    "add-kind bog-imp hp=1d8 ac=24 strength=12 wits=10 damage=1d6 morale=7 note=sly",
    "add-kind heap hp=30 ac=20 strength=10 damage=2d4+1 tags=fen, \"slow, wet\"",
    "join Bran hp=9 strength=13",
    "join Ida serves=Bran hp=4",
    "prepare \"Nest ledge\" blank",
    "setting superior_repeat yes",
    "plan-prepared \"Nest ledge\" a note: with a colon",
    "question-keep crits by=Bran damage>=6",
    "policy party cautious",
    "macro charge damage %1 2; heal %1 1",
    NULL};

static void test_round_trip__a_campaign_goes_round(void **state)
{
    (void)state;
    for (int format = 0; format < 2; format++) {
        const char *word = format == 0 ? "yaml" : "json";
        struct play *here = play_new(whole);
        char *document = written(here, "campaign", NULL, 0, word);
        assert_non_null(strstr(document, "superior_repeat"));
        assert_non_null(strstr(document, "cautious"));
        assert_non_null(strstr(document, "damage %1 2; heal %1 1"));
        goes_round("trilemma", "campaign", document, word);
        struct play *there = new_play("trilemma");
        import_plan_free(take(there, document));
        play_do(there, "kinds-undo"); /* one step: all of it is taken back */
        char *empty = written(there, "kinds", NULL, 0, "yaml");
        assert_string_equal(empty, "referee: 1\nkinds: []\n");
        free(empty);
        empty = written(there, "party", NULL, 0, "yaml");
        assert_string_equal(empty, "referee: 1\nparty: []\n");
        free(empty);
        empty = written(there, "encounters", NULL, 0, "yaml");
        assert_string_equal(empty, "referee: 1\nencounters: []\n");
        free(empty);
        play_free(there);
        free(document);
        play_free(here);
    }
}

/* Members come in beside others: numbers that name each other follow, and what differs stays as
 * it is. */
static void test_round_trip__members_find_their_place(void **state)
{
    static const char *const own[] = {"encounter Here system=trilemma", "join Odo hp=5",
                                      "join Bran hp=2", NULL};
    (void)state;
    struct play *here = play_new(whole), *there = play_new(own);
    struct error err;
    char *document = written(here, "party", NULL, 0, "yaml");
    struct import_plan *plan = import_plan_new();
    assert_int_equal(import_plan_add(there->sitting, plan, str_of(document), "test.yaml", &err),
                     STATUS_OK);
    assert_int_equal(plan->left_out, 1); /* Bran, who is here with other numbers */
    assert_int_equal(plan->taken, 1);
    import_plan_write(there->sitting, plan, &there->result);
    import_plan_free(plan);
    free(document);
    document = written(there, "party", NULL, 0, "json");
    json_t *root = json_loads(document, 0, NULL);
    json_t *ida = json_array_get(json_object_get(root, "party"), 2);
    assert_int_equal(json_integer_value(json_object_get(ida, "number")), 3);
    bool follows = false;
    size_t i;
    json_t *fact;
    json_array_foreach(json_object_get(ida, "facts"), i, fact)
    {
        follows =
            follows || strcmp(json_string_value(fact), "effect follows 2 1 henchman") == 0;
    }
    assert_true(follows);
    json_decref(root);
    free(document);
    play_free(there);
    play_free(here);
}

/* Blocks of notes lose nothing of a kind: what books have no word for stands beside it. */
static void test_round_trip__blocks_of_notes_go_round(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        const char *id = system_at(i)->id;
        struct play *here = new_play(id), *there = new_play(id);
        struct error err;
        const struct library *library = sitting_library(here->sitting);
        const char *names[8];
        int count = 0;
        for (int k = 0; k < library->count && count < 8; k++) {
            if (library->record[k].kind == sitting_usual_kind(here->sitting)) {
                names[count++] = library->record[k].name;
            }
        }
        if (count > 0) {
            char *wanted = written(here, "kinds", names, count, "yaml");
            char *note = written(here, "kinds", names, count, "statblock");
            struct import_plan *plan = import_plan_new();
            assert_int_equal(
                import_plan_add(there->sitting, plan, str_of(note), "note.md", &err),
                STATUS_OK);
            assert_string_equal(plan->file[0].kind, "statblocks");
            assert_int_equal(plan->left_out, 0);
            import_plan_write(there->sitting, plan, &there->result);
            import_plan_free(plan);
            char *again = written(there, "kinds", NULL, 0, "yaml");
            assert_string_equal(again, wanted);
            free(again);
            free(note);
            free(wanted);
        }
        play_free(there);
        play_free(here);
    }
}

static void test_round_trip__a_hostile_document_is_told(void **state)
{
    static const char *const documents[] = {
        "referee: 9\n",
        "referee: 1\nkinds: 4\n",
        "referee: 1\nkinds: [4, {game: x}, {game: trilemma, kind: creature, record: {nme: "
        "a}}]\n",
        "referee: 1\nkinds:\n- {game: trilemma, kind: creature, record: {name: a, hp: "
        "[[1]]}}\n",
        "referee: 1\nparty:\n- {game: trilemma, number: 1, name: A, facts: [value hp x]}\n",
        "referee: 1\nparty:\n- {game: trilemma, number: 1, name: A, facts: [draw 7]}\n",
        "referee: 1\nparty:\n- {game: trilemma, number: 99999999999, facts: [name A]}\n",
        "referee: 1\nencounters:\n- {name: A, text: \"\\e[31m\"}\n",
        "referee: 1\nrules:\n- {game: trilemma, setting: \"x\\\" y\", value: z}\n",
        "referee: 1\npolicies:\n- {game: trilemma, of: party, policy: two words}\n",
        "referee: 1\nquestions:\n- {name: a, words: \"by=\"}\n",
        "referee: 1\nplan:\n- {encounter: Nowhere}\n",
        "referee: 1\nkinds: [\n",
        "referee: 1\nreferee: 1\n",
        "{\"referee\": 1, \"kinds\": {\"a\": 1}, \"other\": []}",
    };
    (void)state;
    struct play *here = new_play("trilemma");
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        struct error err;
        struct import_plan *plan = import_plan_new();
        assert_int_equal(
            import_plan_add(here->sitting, plan, str_of(documents[i]), "test.yaml", &err),
            STATUS_OK);
        if (plan->left_out == 0 || plan->taken > 0) {
            fail_msg("%s: %d left out, %d taken", documents[i], plan->left_out, plan->taken);
        }
        for (int k = 0; k < plan->count; k++) {
            assert_true(plan->item[k].whys > 0);
            for (const char *c = plan->item[k].why[0]; *c != '\0'; c++) {
                if ((unsigned char)*c < ' ') {
                    fail_msg("%s: %s", documents[i], plan->item[k].why[0]);
                }
            }
        }
        import_plan_free(plan);
    }
    play_free(here);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip__every_record_that_ships_goes_round,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_round_trip__every_demo_goes_round, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_round_trip__made_up_records_go_round, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_round_trip__a_campaign_goes_round, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_round_trip__members_find_their_place, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_round_trip__blocks_of_notes_go_round, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_round_trip__a_hostile_document_is_told, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
