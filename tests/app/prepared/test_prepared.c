/* Prepared encounters as texts: written from the table and read back, their mistakes with their
 * places, kept as they were written, started as often as one likes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/prepared/prepared.h"
#include "app/prepared/prepared_run.h"
#include "app/sitting/sitting.h"
#include "app/encounters/encounters.h"
#include "app/prepared/prepared_commands.h"
#include "app/sitting/state.h"
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/combatant_fields.h"
#include "tracker/counters.h"
#include "tracker/naming.h"
#include "tracker/prepared.h"

static int setup(void **state)
{
    static const char *const lines[] = {
        "encounter Mill system=trilemma", "add Bo side=party wits=10 strength=9 ac=20 hp=9",
        "add Ida side=party wits=12 strength=9 ac=20 hp=7", NULL};
    if (home_begin("XDG_DATA_HOME") != 0) {
        return 1;
    }
    *state = play_new(lines);
    return 0;
}

static int teardown(void **state)
{
    play_free(*state);
    return home_end("XDG_DATA_HOME");
}

static void run(struct play *play, const char *line, enum result_kind kind)
{
    sitting_run(play->sitting, line, false, &play->result);
    if (play->result.kind != kind) {
        print_error("%s: %s%s\n", line, play->result.error.text, play->result.refusal.reason);
    }
    assert_int_equal(play->result.kind, kind);
}

static bool holds(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) {
        print_error("missing: %s\nin:\n%s\n", part, text);
        return false;
    }
    return true;
}

static void says(struct play *play, const char *line, const char *part)
{
    sitting_run(play->sitting, line, false, &play->result);
    assert_true(holds(play->result.text, part));
}

static const char *file_of(const char *text)
{
    home_write("ford.yaml", text);
    return home_path("ford.yaml");
}

/* The text is taken in under the name Ford. */
static void take_in(struct play *play, const char *text)
{
    TEXT_BUFFER(line, 400);
    text_add(&line, "read-encounter \"%s\" Ford replace", file_of(text));
    sitting_run(play->sitting, line.p, false, &play->result);
}

static void prepare(struct play *play, const char *text)
{
    take_in(play, text);
    if (play->result.kind != RESULT_DONE) {
        print_error("%s\n%s\n", play->result.error.text, play->result.text);
    }
    assert_int_equal(play->result.kind, RESULT_DONE);
}

#define HEAD "game: trilemma\n"

/* ---- written and read back ------------------------------------------------------------- */

static int same_person(const struct state *state, const char *name)
{
    return combatant_called(state, str_of(name));
}

static void compare_fields(const struct procedure *procedure, const struct state *a, int id,
                           const struct state *b, int other)
{
    for (int i = 0; i < combatant_fields(procedure, a); i++) {
        struct combatant_field field;
        TEXT_BUFFER(was, 1000);
        TEXT_BUFFER(is, 1000);
        combatant_field_at(procedure, a, i, &field);
        if (field.adds || strcmp(field.name, "group") == 0) {
            continue;
        }
        combatant_field_format(procedure, a, id, i, &was);
        combatant_field_format(procedure, b, other, i, &is);
        if (strcmp(was.p, is.p) != 0) {
            print_error("%s of %s\n", field.name, state_name(a, id));
        }
        assert_string_equal(is.p, was.p);
    }
    struct combatant_words words, again;
    procedure->describe(a, id, &words);
    procedure->describe(b, other, &again);
    assert_string_equal(again.words, words.words);
}

static void compare_groups(const struct state *a, const struct state *b)
{
    for (int id = 1; id <= a->count; id++) {
        for (int other = 1; other < id; other++) {
            if (!state_is_present(a, id) || !state_is_present(a, other)) {
                continue;
            }
            bool was = group_of(a, id) == group_of(a, other);
            bool is = group_of(b, same_person(b, state_name(a, id))) ==
                      group_of(b, same_person(b, state_name(a, other)));
            assert_int_equal(is, was);
        }
    }
}

static int people(const struct state *state)
{
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        count += state_is_present(state, id) ? 1 : 0;
    }
    return count;
}

static void compare(const struct procedure *procedure, const struct state *a,
                    const struct state *b)
{
    TEXT_BUFFER(was, 2000);
    TEXT_BUFFER(is, 2000);
    assert_int_equal(people(b), people(a));
    for (int id = 1; id <= a->count; id++) {
        if (state_is_present(a, id)) {
            int other = same_person(b, state_name(a, id));
            if (other == 0) {
                print_error("%s is gone\n", state_name(a, id));
            }
            assert_int_not_equal(other, 0);
            compare_fields(procedure, a, id, b, other);
        }
    }
    compare_groups(a, b);
    counters_brief(a, &was);
    counters_brief(b, &is);
    assert_string_equal(is.p, was.p);
    const struct prepared_def *def = procedure->prepared;
    for (; def != NULL && def->name != NULL; def++) {
        if (def->of_encounter) {
            def->format(a, 0, &was);
            def->format(b, 0, &is);
            assert_string_equal(is.p, was.p);
        }
    }
}

/* The table as a text, and the result of reading it. */
static void write_and_read(struct sitting *sitting, bool has_party)
{
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    struct prepared_run *made = malloc(sizeof *made);
    assert_true(bytes != NULL && made != NULL);
    const struct state *state = sitting_state(sitting);
    struct text text = text_over(bytes, PREPARED_TEXT_SIZE);
    struct prepared_writing writing = {.name = "x", .state = state, .has_party = has_party};
    prepared_write(sitting, &writing, &text);
    assert_false(text.is_cut);
    struct prepared_options options = {.text = {text.p, text.n},
                                       .file = "x",
                                       .from = has_party ? NULL : state,
                                       .carries = !has_party,
                                       .encounter = 99};
    if (!prepared_run(made, sitting, &options)) {
        print_error("%s: %s\n%s\n", made->diagnostics.diagnostic[0].where,
                    made->diagnostics.diagnostic[0].text, text.p);
        fail();
    }
    if (people(made->at) != people(state)) {
        print_error("%s\n", text.p);
    }
    compare(sitting_procedure(sitting), state, made->at);
    prepared_run_done(made);
    free(made);
    free(bytes);
}

/* The lines by which demos set their tables up; any other one begins the fight. */
static bool prepares(const char *line)
{
    static const char *const words[] = {"encounter", "add",        "place", "onhit",
                                        "condition", "surprise g", "note"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncmp(line, words[i], strlen(words[i])) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_prepared(const struct state *state)
{
    bool has_foes = false;
    for (int id = 1; id <= state->count; id++) {
        has_foes = has_foes || (state_is_present(state, id) &&
                                state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES);
    }
    return has_foes && state->value[ENCOUNTER_ROUND] == 0 && state->value[ENCOUNTER_PHASE] == 0;
}

/* Every moment of a demo before a fight begins; how many there were. */
static int try_demo(const char *path)
{
    static const char *const none[] = {NULL};
    char line[COMMAND_LINE_MAX + 2];
    int tried = 0;
    bool is_carried = false, has_begun = false;
    struct play *play = play_new(none);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        is_carried = is_carried || strstr(line, " carry") != NULL;
        sitting_run(play->sitting, line, false, &play->result);
        assert_true(play->result.kind == RESULT_DONE || play->result.kind == RESULT_TOLD);
        if (line[0] == '#' || line[0] == '\0') {
            continue;
        }
        bool is_new = strncmp(line, "encounter", 9) == 0;
        has_begun = !is_new && (has_begun || !prepares(line));
        if (!has_begun && is_prepared(sitting_state(play->sitting))) {
            write_and_read(play->sitting, false);
            if (!is_carried) {
                write_and_read(play->sitting, true);
            }
            tried++;
        }
    }
    fclose(file);
    play_free(play);
    return tried;
}

static void test_prepared__every_demo_before_its_fights_is_written_and_read_back(void **state)
{
    (void)state;
    static const char *const demos[] = {
        "data/demo/spire.referee", "data/demo/dungeon.referee", "data/demo/saltworks.referee",
        "data/demo/sunken_larder.referee", "data/demo/mill_pond.referee"};
    for (size_t i = 0; i < sizeof demos / sizeof demos[0]; i++) {
        int tried = try_demo(demos[i]);
        if (tried == 0) {
            print_error("%s\n", demos[i]);
        }
        assert_true(tried > 0);
    }
}

static void test_prepared__the_evening_of_the_demos_is_written_and_read_back(void **state)
{
    static const char *const names[] = {"Toll bridge", "Bell tower", "Salt cellar"};
    struct play *play = *state;
    run(play, "demo The salt road", RESULT_DONE);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "start %s", names[i]);
        run(play, line.p, RESULT_DONE);
        assert_true(people(sitting_state(play->sitting)) >= 6);
        write_and_read(play->sitting, false);
        write_and_read(play->sitting, true);
    }
}

static void test_prepared__names_groups_wounds_and_counters_come_back(void **state)
{
    struct play *play = *state;
    static const char *const lines[] = {"add 3 gully goblin hp=5 hidden=yes",
                                        "rename g2 \"Old: Snag\"",
                                        "set g3 group=-",
                                        "hp g3 -2",
                                        "add goblin reeve hp=9 note=\"a # note\"",
                                        "leader \"Old: Snag\" of=g1",
                                        "surprise g1 zero",
                                        "command g1 under=\"Goblin reeve\"",
                                        "counter howl 0/3",
                                        "counter torch 4 of=Bo then=\"note dark\""};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        run(play, lines[i], RESULT_DONE);
    }
    write_and_read(play->sitting, true);
    write_and_read(play->sitting, false);
}

/* ---- kept as written ------------------------------------------------------------------- */

static void test_prepared__a_text_is_kept_to_the_byte_and_undone_by_itself(void **state)
{
    struct play *play = *state;
    static char kept[PREPARED_TEXT_SIZE];
    static const char text[] =
        "# Mine: \t do not touch.\n" HEAD "wants:   the toll   # loudly\n\n"
        "foes: [{kind: moor wolf,   count: 2}]\n# end";
    struct sitting_prepared ford;
    struct error err;
    prepare(play, text);
    assert_int_equal(sitting_prepared_find(play->sitting, str_of("ford"), &ford, &err),
                     STATUS_OK);
    assert_int_equal(sitting_prepared_text(play->sitting, ford.id, kept, &err), STATUS_OK);
    assert_string_equal(kept, text);
    prepare(play, HEAD "foes: [{kind: moor wolf}]\n");
    run(play, "prepared-undo", RESULT_DONE);
    assert_int_equal(sitting_prepared_text(play->sitting, ford.id, kept, &err), STATUS_OK);
    assert_string_equal(kept, text);
    run(play, "prepared-redo", RESULT_DONE);
    says(play, "prepared Ford", "foes: [{kind: moor wolf}]");
    run(play, "undo", RESULT_DONE); /* of the table: Ida had joined */
    says(play, "prepared Ford", "foes: [{kind: moor wolf}]");
}

static void test_prepared__a_text_that_another_program_changed_is_not_written_over(void **state)
{
    struct play *play = *state;
    struct sitting_prepared ford;
    struct error err;
    struct diagnostics diagnostics;
    int64_t id;
    static const char first[] = HEAD "foes: [{kind: moor wolf}]\n";
    prepare(play, first);
    assert_int_equal(sitting_prepared_find(play->sitting, str_of("Ford"), &ford, &err),
                     STATUS_OK);
    prepare(play, HEAD "foes: [{kind: moss ogre}]\n");
    struct prepared_saving saving = {.id = ford.id,
                                     .name = "Ford",
                                     .text = HEAD "foes: [{kind: bridge troll}]\n",
                                     .was = first,
                                     .line = "Ford is changed"};
    assert_int_equal(sitting_prepared_save(play->sitting, &saving, &id, &diagnostics, &err),
                     STATUS_CONFLICT);
    says(play, "prepared Ford", "moss ogre");
}

static void test_prepared__names_are_found_and_taken_once(void **state)
{
    struct play *play = *state;
    prepare(play, HEAD "foes: [{kind: moor wolf}]\n");
    run(play, "prepare ford", RESULT_WRONG);
    assert_true(holds(play->result.error.text, "Ford is prepared already"));
    run(play, "copy-prepared Ford Weir", RESULT_DONE);
    run(play, "rename-prepared Weir Ford", RESULT_WRONG);
    run(play, "rename-prepared We Lock", RESULT_DONE);
    run(play, "start Frod", RESULT_WRONG);
    assert_true(holds(play->result.error.text, "did you mean Ford?"));
    run(play, "archive-prepared Ford", RESULT_DONE);
    run(play, "prepared Ford", RESULT_WRONG);
    run(play, "prepared-undo", RESULT_DONE);
    says(play, "prepared", "Ford (Trilemma)\nLock (Trilemma)");
}

static void test_prepared__a_file_is_written_once_and_replaced_when_asked(void **state)
{
    struct play *play = *state;
    TEXT_BUFFER(line, 400);
    prepare(play, HEAD "foes: [{kind: moor wolf}]\n");
    text_add(&line, "write-encounter Ford \"%s\"", file_of("mine"));
    run(play, line.p, RESULT_REFUSED);
    text_add(&line, " replace");
    sitting_run(play->sitting, line.p, false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    run(play, "write-encounter Ford /no/such/folder/ford.yaml", RESULT_FAILED);
    run(play, "read-encounter /no/such/file.yaml", RESULT_FAILED);
    run(play, "read-encounter /dev/zero", RESULT_FAILED);
}

/* ---- starting -------------------------------------------------------------------------- */

static void test_prepared__a_start_leaves_it_and_each_fight_has_a_name_of_its_own(void **state)
{
    struct play *play = *state;
    prepare(play, HEAD "foes: [{kind: gully goblin, count: 2, hp: [5, 3]}]\n");
    run(play, "start Ford carry", RESULT_DONE);
    assert_string_equal(sitting_encounter_name(play->sitting), "Ford");
    assert_int_equal(sitting_state(play->sitting)->count, 4);
    run(play, "start Ford carry", RESULT_DONE);
    assert_string_equal(sitting_encounter_name(play->sitting), "Ford 2");
    says(play, "prepared", "Ford (Trilemma)");
    /* Undone to its start, and played again. */
    while (sitting_undo_label(play->sitting)[0] != '\0') {
        run(play, "undo", RESULT_DONE);
    }
    assert_int_equal(people(sitting_state(play->sitting)), 0);
    while (sitting_redo_label(play->sitting)[0] != '\0') {
        run(play, "redo", RESULT_DONE);
    }
    assert_int_equal(people(sitting_state(play->sitting)), 4);
    run(play, "initiative", RESULT_DONE);
    run(play, "open Ford", RESULT_DONE);
    assert_int_equal(sitting_state(play->sitting)->value[ENCOUNTER_ROUND], 0);
}

static void test_prepared__formulas_follow_the_party_and_are_in_the_log(void **state)
{
    struct play *play = *state;
    prepare(play, HEAD "foes:\n"
                       "  - kind: gully goblin\n"
                       "    count: party+1d4\n"
                       "    hp: 2*party\n");
    run(play, "start Ford", RESULT_WRONG);
    assert_true(holds(play->result.error.text, "needs the party"));
    assert_string_equal(sitting_encounter_name(play->sitting), "Mill");
    run(play, "start Ford carry 3", RESULT_DONE);
    const struct state *now = sitting_state(play->sitting);
    assert_int_equal(now->count, 2 + 5);
    assert_int_equal(state_value(now, 3, FIELD_HP, 0), 4);
    says(play, "log", "2+1d4 [3] = 5");
}

static void test_prepared__formulas_take_every_suffix_of_dice(void **state)
{
    struct play *play = *state;
    prepare(play, HEAD "foes: [{kind: gully goblin, count: party+1d4!, hp: 3}]\n");
    run(play, "start Ford carry 3", RESULT_DONE);
    assert_int_equal(sitting_state(play->sitting)->count, 2 + 5);
    says(play, "log", "2+1d4! [3] = 5");
}

static void test_prepared__who_is_here_tonight_comes_by_themselves(void **state)
{
    struct play *play = *state;
    run(play, "enlist Bo,Ida", RESULT_DONE);
    run(play, "damage Bo 4", RESULT_DONE);
    prepare(play, HEAD "foes: [{kind: gully goblin, count: party+1, hp: 3}]\n");
    run(play, "start Ford", RESULT_DONE);
    const struct state *now = sitting_state(play->sitting);
    assert_int_equal(now->count, 2 + 3);
    assert_int_equal(state_value(now, same_person(now, "Bo"), FIELD_HP, 0), 5);
    run(play, "away Ida", RESULT_DONE);
    run(play, "start Ford", RESULT_DONE);
    assert_int_equal(sitting_state(play->sitting)->count, 1 + 2);
    /* A text with people of its own brings those alone. */
    prepare(play, HEAD "party: [{name: Quill, hp: 3}]\n");
    run(play, "start Ford", RESULT_DONE);
    assert_int_equal(sitting_state(play->sitting)->count, 1);
}

/* Its party and its kinds, whatever game is on the table, and there and back. */
static void test_prepared__a_fight_of_another_game_has_its_own_party_and_kinds(void **state)
{
    struct play *play = *state;
    run(play, "enlist Bo", RESULT_DONE);
    run(play, "encounter Hall system=four-against-darkness", RESULT_DONE);
    run(play, "join Hild class=warrior", RESULT_DONE);
    prepare(play, "game: four-against-darkness\nfoes: [{kind: wax-rats, count: 3}]\n");
    run(play, "open Mill", RESULT_DONE);
    says(play, "start Ford", "3 × wax rats join");
    assert_true(same_person(sitting_state(play->sitting), "Hild") != 0);
    assert_int_equal(same_person(sitting_state(play->sitting), "Bo"), 0);
    prepare(play, HEAD "foes: [{kind: gully-goblin, count: 2}]\n");
    says(play, "start Ford", "2 × gully goblin join");
    const struct state *now = sitting_state(play->sitting);
    assert_true(same_person(now, "Bo") != 0);
    assert_int_equal(same_person(now, "Hild"), 0);
    assert_true(state_is_set(now, same_person(now, "gully goblin 2"), FIELD_HP));
}

static void test_prepared__none_of_them_stops_nothing(void **state)
{
    struct play *play = *state;
    prepare(play, HEAD "foes:\n"
                       "  - {kind: gully goblin, count: 1d4-4, hp: 3}\n"
                       "  - {kind: moor wolf, hp: 4}\n");
    run(play, "start Ford 4", RESULT_DONE);
    assert_int_equal(sitting_state(play->sitting)->count, 1);
    run(play, "start Ford 1", RESULT_DONE);
    says(play, "log", "joins");
}

static void test_prepared__dice_that_fell_are_taken_in_the_order_of_the_lines(void **state)
{
    struct play *play = *state;
    prepare(play, HEAD "foes:\n"
                       "  - {kind: gully goblin, count: 2}\n"
                       "  - {name: Rat, hp: 1d4}\n");
    run(play, "start Ford 6 1 3", RESULT_DONE);
    const struct state *now = sitting_state(play->sitting);
    assert_int_equal(state_value(now, 1, FIELD_HP, 0), 6);
    assert_int_equal(state_value(now, 2, FIELD_HP, 0), 1);
    assert_int_equal(state_value(now, 3, FIELD_HP, 0), 3);
    run(play, "start Ford 6 1 3 3", RESULT_WRONG);
    assert_string_equal(sitting_encounter_name(play->sitting), "Ford");
    sitting_run(play->sitting, "start Ford 6", true, &play->result);
    assert_int_equal(play->result.kind, RESULT_ASKS);
    assert_true(holds(play->result.question.prompt, "Gully goblin 2"));
}

static void test_prepared__who_arrives_later_comes_by_a_counter(void **state)
{
    struct play *play = *state;
    prepare(play, HEAD "foes:\n"
                       "  - {kind: gully goblin, hp: 5}\n"
                       "  - {kind: moor wolf, count: 1d4, hp: 4, arrives: round 2}\n"
                       "  - {name: Hookbill, wits: 3, arrives: key}\n"
                       "  - {kind: moss ogre, hp: 9, arrives: counter howl}\n"
                       "counters:\n"
                       "  - {name: howl, count: 0/1}\n");
    run(play, "start Ford carry", RESULT_DONE);
    assert_int_equal(sitting_state(play->sitting)->count, 3);
    run(play, "initiative 10 10 10", RESULT_DONE);
    run(play, "tick Hookbill", RESULT_DONE);
    run(play, "counter-run \"Hookbill arrives\"", RESULT_DONE);
    assert_int_not_equal(same_person(sitting_state(play->sitting), "Hookbill"), 0);
    run(play, "tick howl", RESULT_DONE);
    run(play, "counter-run howl", RESULT_DONE);
    assert_int_not_equal(same_person(sitting_state(play->sitting), "Moss ogre"), 0);
    for (int i = 0; i < 12 && sitting_state(play->sitting)->value[ENCOUNTER_ROUND] < 2; i++) {
        sitting_run(play->sitting, "ruling next", false, &play->result);
    }
    run(play, "counter-run \"moor wolves arrive\" 1", RESULT_DONE);
    assert_int_not_equal(same_person(sitting_state(play->sitting), "Moor wolf"), 0);
}

/* ---- mistakes -------------------------------------------------------------------------- */

static void test_prepared__each_mistake_is_reported_with_its_place(void **state)
{
    struct play *play = *state;
    static const struct {
        const char *text, *where, *what;
    } cases[] = {
        {"foes: []\n", ":1:1", "expected the game of the encounter"},
        {"game: trilema\n", ":1:7", "did you mean trilemma?"},
        {"game: trilemma\nversion: 2\n", ":2:10", "from a newer program"},
        {HEAD "foe: []\n", ":2:1", "did you mean foes?"},
        {HEAD "foes: [{kind: moor wolf, wit: 3}]\n", ":2:26", "did you mean wits?"},
        {HEAD "foes: [{kind: moor wolf, wits: 500}]\n", ":2:32", "-100 to 100"},
        {HEAD "foes: [{count: 3}]\n", ":2:8", "expected who it is"},
        {HEAD "foes: [{kind: moor wolf, surprise: asleep}]\n", ":2:36", "asleep"},
        {HEAD "foes: [{name: A, arrives: soon}]\n", ":2:27", "round 3"},
        {HEAD "foes: [{name: A, arrives: counter x}]\n", ":2:27", "no counter x"},
        {HEAD "foes: [{name: A, hp: [1, 2]}]\n", ":2:26", "only 1 of them is here"},
        {HEAD "foes: [{name: A, leader_of: B}]\n", ":2:29", "B"},
        {HEAD "counters: [{name: x}]\n", ":2:12", "the count of a counter"},
        {HEAD "do: [undo]\n", ":2:6", "undo"},
        {HEAD "do: [quit]\n", ":2:6", "quit"},
        {HEAD "foes: 3\n", ":2:7", "a list"},
        {HEAD "foes: &x [{name: A}]\n", ":2:7", "anchors"},
        {"[]\n", ":1:1", "parts of an encounter"},
        {"", ":1:1", "parts of an encounter"},
        {"\xff\xfe\xff", ":1:1", "UTF-8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        take_in(play, cases[i].text);
        if (play->result.kind != RESULT_WRONG) {
            print_error("taken in: %s\n", cases[i].text);
        }
        assert_int_equal(play->result.kind, RESULT_WRONG);
        assert_true(holds(play->result.error.where, cases[i].where));
        assert_true(holds(play->result.error.text, cases[i].what));
    }
    says(play, "prepared", "no encounter is prepared"); /* nothing was half taken */
}

/* No file of tables has a mistake, so none is to blame. */
static void test_prepared__a_random_table_that_is_not_there_blames_no_file(void **state)
{
    struct play *play = *state;
    take_in(play, HEAD "do: [consult nosuchtable]\n");
    assert_int_equal(play->result.kind, RESULT_WRONG);
    assert_true(holds(play->result.error.text, "nosuchtable"));
    assert_false(holds(play->result.error.text, "a file has a mistake"));
}

static void test_prepared__at_most_ten_mistakes_are_reported(void **state)
{
    struct play *play = *state;
    TEXT_BUFFER(text, 4000);
    text_add(&text, HEAD "foes:\n");
    for (int i = 0; i < 30; i++) {
        text_add(&text, "  - {name: Rat, wits: x%d}\n", i);
    }
    take_in(play, text.p);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    int lines = 1;
    for (const char *c = play->result.text; *c != '\0'; c++) {
        lines += *c == '\n' ? 1 : 0;
    }
    assert_int_equal(1 + lines, DIAGNOSTICS_MAX);
    assert_true(holds(play->result.text, ":12:"));
}

static void test_prepared__huge_and_deep_texts_are_bounded(void **state)
{
    struct play *play = *state;
    enum { SIZE = 200000 };
    char *bytes = malloc(SIZE);
    assert_non_null(bytes);
    memset(bytes, '#', SIZE - 1);
    bytes[SIZE - 1] = '\0';
    take_in(play, bytes);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    memset(bytes, '[', 60000);
    bytes[60000] = '\0';
    take_in(play, bytes);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    struct text text = text_over(bytes, 60000);
    text_add(&text, HEAD "foes:\n");
    for (int i = 0; i < 65; i++) {
        text_add(&text, "- name: a%d\n", i);
    }
    take_in(play, bytes);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    assert_true(holds(play->result.error.text, "at most 64"));
    free(bytes);
}

/* ---- before the start ------------------------------------------------------------------ */

static void test_prepared__values_missing_in_trilemma_are_reported(void **state)
{
    struct play *play = *state;
    prepare(play,
            HEAD "foes:\n"
                 "  - name: Rat\n"
                 "    strength: 3\n"
                 "  - kind: snark\n"
                 "    wits: 3\n"
                 "  - {name: Odo Quill, wits: 1, strength: 1, ac: 20, hp: 3, morale: 7,"
                 " leads: wolf}\n"
                 "  - {name: odo-quill, wits: 1, strength: 1, ac: 20, hp: 3, morale: 7}\n");
    says(play, "missing Ford", "there is no kind snark; line 5, column 11");
    assert_true(holds(play->result.text, "Rat has no wits  [5.1]; line 3, column 5"));
    assert_true(holds(play->result.text, "Rat has no ac"));
    assert_true(holds(play->result.text, "Rat has no morale"));
    assert_true(holds(play->result.text, "Odo Quill leads the kind wolf"));
    assert_true(holds(play->result.text, "have one name"));
    assert_null(strstr(play->result.text, "party member"));
    says(play, "missing", "there are no foes yet; add");
    run(play, "add Rat", RESULT_DONE);
    says(play, "missing", "Rat has no wits  [5.1]; set #3 wits=");
}

static void test_prepared__a_mistyped_kind_is_one_mistake(void **state)
{
    struct play *play = *state;
    prepare(play, HEAD "foes: [{kind: gully gobln, count: 3}]\n");
    says(play, "missing Ford", "there is no kind gully gobln; did you mean gully-goblin?");
    assert_null(strstr(play->result.text, "\n"));
}

/* The fight as it would begin: with the members who are here tonight. */
static void test_prepared__what_members_lack_is_reported(void **state)
{
    struct play *play = *state;
    run(play, "enlist Bo", RESULT_DONE);
    run(play, "join Tam serves=Bo hp=4", RESULT_DONE);
    prepare(play, HEAD "foes: [{kind: gully goblin, count: party+1, hp: 3}]\n");
    says(play, "missing Ford", "Tam has no ac  [5.15]");
    assert_null(strstr(play->result.text, "Bo has"));
    assert_null(strstr(play->result.text, "party member"));
    struct sitting_prepared prepared;
    struct prepared_facts facts;
    struct error err;
    int budget = 1;
    assert_int_equal(sitting_prepared_find(play->sitting, str_of("Ford"), &prepared, &err),
                     STATUS_OK);
    assert_int_equal(prepared_facts_find(&facts, play->sitting, &prepared, &budget, &err),
                     STATUS_OK);
    assert_int_equal(facts.combatants, 3);
    assert_string_equal(facts.who, "3 × gully goblin");
    run(play, "away Tam", RESULT_DONE);
    budget = 1;
    assert_int_equal(prepared_facts_find(&facts, play->sitting, &prepared, &budget, &err),
                     STATUS_OK);
    assert_int_equal(facts.combatants, 2);
}

static void test_prepared__wandering_foes_in_a_room_are_reported(void **state)
{
    struct play *play = *state;
    prepare(play, "game: four-against-darkness\n"
                  "location: room wandering\n"
                  "foes: [{kind: wax rats}]\n");
    says(play, "missing Ford", "wandering foes in a room");
    assert_null(strstr(play->result.text, "\n"));
    prepare(play, "game: four-against-darkness\n"
                  "location: corridor wandering\n"
                  "foes: [{kind: wax rats}]\n");
    says(play, "missing Ford", "ready: nothing is missing");
}

static void test_prepared__what_is_read_aloud_is_there_during_the_fight(void **state)
{
    struct play *play = *state;
    run(play, "notes", RESULT_REFUSED);
    prepare(play, HEAD "place: a bridge\n"
                       "wants: the toll\n"
                       "read: |\n"
                       "  Fog on the water.\n"
                       "\n"
                       "  A bell rings.\n"
                       "notes: the troll sleeps by day\n"
                       "foes: [{kind: bridge troll}]\n");
    run(play, "start Ford", RESULT_DONE);
    says(play, "notes",
         "Read aloud\nFog on the water.\n\nA bell rings.\n\n"
         "Place\na bridge\n\nWhat the foes want\nthe toll\n\nNotes\nthe troll sleeps by day");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_prepared__every_demo_before_its_fights_is_written_and_read_back, setup,
            teardown),
        cmocka_unit_test_setup_teardown(
            test_prepared__the_evening_of_the_demos_is_written_and_read_back, setup, teardown),
        cmocka_unit_test_setup_teardown(
            test_prepared__names_groups_wounds_and_counters_come_back, setup, teardown),
        cmocka_unit_test_setup_teardown(
            test_prepared__a_text_is_kept_to_the_byte_and_undone_by_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(
            test_prepared__a_text_that_another_program_changed_is_not_written_over, setup,
            teardown),
        cmocka_unit_test_setup_teardown(test_prepared__names_are_found_and_taken_once, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            test_prepared__a_file_is_written_once_and_replaced_when_asked, setup, teardown),
        cmocka_unit_test_setup_teardown(
            test_prepared__a_start_leaves_it_and_each_fight_has_a_name_of_its_own, setup,
            teardown),
        cmocka_unit_test_setup_teardown(
            test_prepared__formulas_follow_the_party_and_are_in_the_log, setup, teardown),
        cmocka_unit_test_setup_teardown(test_prepared__none_of_them_stops_nothing, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_prepared__formulas_take_every_suffix_of_dice,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_prepared__who_is_here_tonight_comes_by_themselves,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            test_prepared__a_fight_of_another_game_has_its_own_party_and_kinds, setup,
            teardown),
        cmocka_unit_test_setup_teardown(
            test_prepared__dice_that_fell_are_taken_in_the_order_of_the_lines, setup, teardown),
        cmocka_unit_test_setup_teardown(test_prepared__who_arrives_later_comes_by_a_counter,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_prepared__each_mistake_is_reported_with_its_place,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            test_prepared__a_random_table_that_is_not_there_blames_no_file, setup, teardown),
        cmocka_unit_test_setup_teardown(test_prepared__at_most_ten_mistakes_are_reported, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_prepared__huge_and_deep_texts_are_bounded, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_prepared__values_missing_in_trilemma_are_reported,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_prepared__a_mistyped_kind_is_one_mistake, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_prepared__what_members_lack_is_reported, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_prepared__wandering_foes_in_a_room_are_reported,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            test_prepared__what_is_read_aloud_is_there_during_the_fight, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
