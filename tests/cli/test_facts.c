/* The facts on the screen are also in `show` as text, as JSON and in plain lines: for every
 * demo, after several of its acts. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/state.h"
#include "base/utf8.h"
#include "cli/spoken.h"
#include "cli/subcommands.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/canvas/canvas.h"
#include "tui/fight/detail_view.h"

enum { PAGE_SIZE = 128 * 1024, PANEL_ROWS = 100, PANEL_COLUMNS = 300, ACTS_APART = 9 };

static const char *const demos[] = {
    "data/demo/dungeon.referee",       "data/demo/spire.referee",
    "data/demo/mill_pond.referee",     "data/demo/saltworks.referee",
    "data/demo/sunken_larder.referee",
};

/* ---- what is printed ------------------------------------------------------------------- */

/* Standard output goes to a file of its own from `begin` to `end`. */
struct capture {
    FILE *file;
    int saved;
};

static void capture_begin(struct capture *capture)
{
    fflush(stdout);
    capture->file = tmpfile();
    capture->saved = dup(STDOUT_FILENO);
    assert_non_null(capture->file);
    assert_true(dup2(fileno(capture->file), STDOUT_FILENO) >= 0);
}

static void capture_end(struct capture *capture, char page[PAGE_SIZE])
{
    fflush(stdout);
    assert_true(dup2(capture->saved, STDOUT_FILENO) >= 0);
    close(capture->saved);
    rewind(capture->file);
    size_t n = fread(page, 1, PAGE_SIZE - 1, capture->file);
    assert_true(n < PAGE_SIZE - 1);
    page[n] = '\0';
    fclose(capture->file);
}

static void show(const struct play *play, bool is_json, char page[PAGE_SIZE])
{
    struct capture capture;
    struct options options = {.db = play->path, .subcommand = "show"};
    options.given = is_json ? 1u << OPTION_JSON : 0;
    capture_begin(&capture);
    int code = show_run(&options);
    capture_end(&capture, page);
    assert_int_equal(code, 0);
}

static void say_combatant(struct play *play, int id, char page[PAGE_SIZE])
{
    struct capture capture;
    capture_begin(&capture);
    spoken_combatant(play->sitting, id);
    capture_end(&capture, page);
}

static void say_pending(struct play *play, char page[PAGE_SIZE])
{
    static struct news news;
    struct capture capture;
    capture_begin(&capture);
    news_say_pending(&news, play->sitting);
    news_say_place(&news, play->sitting);
    capture_end(&capture, page);
}

static void must_hold(const char *where, const char *page, const char *fact)
{
    if (strstr(page, fact) == NULL) {
        fail_msg("%s lacks: %s\n%s", where, fact, page);
    }
}

/* The same of the plain lines, which say signs in words. */
static void must_say(const char *page, const char *fact)
{
    TEXT_BUFFER(text, 2000);
    spoken_add(&text, str_of(fact), true);
    must_hold("linear", page, text.p);
}

/* ---- one combatant --------------------------------------------------------------------- */

/* The panel as wide as a page, so that no fact is broken. */
static struct frame *panel(struct play *play, int id)
{
    struct table_model *model = calloc(1, sizeof *model);
    struct frame *frame = calloc(1, sizeof *frame);
    assert_non_null(model);
    assert_non_null(frame);
    model->state = sitting_state(play->sitting);
    model->procedure = sitting_procedure(play->sitting);
    model->encounter = model->undo_label = model->redo_label = "";
    table_model_refresh(model);
    model->selected = id;
    model->acting = 0; /* no odds below the facts */
    frame_init(frame, PANEL_ROWS, PANEL_COLUMNS, GLYPHS_UNICODE);
    detail_view_draw(model, canvas_of(frame));
    free(model);
    return frame;
}

static bool is_number_of(const json_t *value, int64_t number)
{
    return json_is_integer(value) && json_integer_value(value) == number;
}

/* Every number of the panel's hit points is one of the combatant's in JSON. */
static void compare_hit_points(const json_t *combatant, const char *row)
{
    static const char *const names[] = {"hp", "hp_max", "hp_temporary", "harm"};
    const json_t *bodies = json_object_get(combatant, "bodies");
    const char *open = json_string_value(json_object_get(bodies, "open"));
    if (open != NULL) {
        must_hold("the panel", row, open);
        return;
    }
    for (const char *c = row; *c != '\0'; c++) {
        bool begins = char_is_digit(*c) && (c == row || c[-1] == ' ' || c[-1] == '+');
        if (!begins || strncmp(c, "0 damage", 8) == 0) {
            continue;
        }
        int64_t number = atoi(c);
        bool is_there = is_number_of(json_object_get(bodies, "left"), number) ||
                        is_number_of(json_object_get(bodies, "of"), number);
        for (int i = 0; i < 4; i++) {
            is_there = is_there || is_number_of(json_object_get(combatant, names[i]), number);
        }
        if (!is_there) {
            fail_msg("JSON lacks the %lld of: %s", (long long)number, row);
        }
    }
}

static bool json_tells(const json_t *combatant, const char *row)
{
    const char *words = json_string_value(json_object_get(combatant, "words"));
    const char *note = json_string_value(json_object_get(combatant, "note"));
    bool is_told = strstr(words, row) != NULL;
    is_told = is_told ||
              (note != NULL && strncmp(row, "note: ", 6) == 0 && strcmp(row + 6, note) == 0);
    size_t i;
    const json_t *fact;
    json_array_foreach(json_object_get(combatant, "facts"), i, fact)
    {
        is_told = is_told || strcmp(json_string_value(fact), row) == 0;
    }
    return is_told;
}

static void compare_combatant(struct play *play, const json_t *combatant, const char *text)
{
    static char said[PAGE_SIZE], whole[PAGE_SIZE];
    int id = (int)json_integer_value(json_object_get(combatant, "id"));
    struct frame *frame = panel(play, id);
    struct text rows = text_over(whole, sizeof whole);
    say_combatant(play, id, said);
    for (int row = 0; row < frame->rows; row++) {
        TEXT_BUFFER(line, PANEL_COLUMNS * GRAPHEME_SIZE);
        frame_dump_row(&line, frame, row);
        text_add(&rows, "%s\n", line.p);
        if (row == 0) { /* name and side, apart */
            must_hold("the panel", line.p, state_name(sitting_state(play->sitting), id));
        } else if (row == 1) {
            compare_hit_points(combatant, line.p);
            must_say(said, line.p);
        } else if (line.n > 0) {
            must_hold("text", text, line.p);
            must_say(said, strncmp(line.p, "note: ", 6) == 0 ? line.p + 6 : line.p);
            if (!json_tells(combatant, line.p)) {
                fail_msg("JSON lacks: %s", line.p);
            }
        }
    }
    size_t i;
    const json_t *fact;
    json_array_foreach(json_object_get(combatant, "facts"), i, fact)
    {
        must_hold("the panel", whole, json_string_value(fact));
    }
    const json_t *acts = json_object_get(combatant, "acts");
    if (json_is_string(acts)) {
        must_hold("text", text, json_string_value(acts));
        must_hold("linear", said, json_string_value(acts));
    }
    free(frame);
}

/* ---- the table ------------------------------------------------------------------------- */

static void compare_together(const json_t *combatant, const char *text, const char *said)
{
    const json_t *together = json_object_get(combatant, "together");
    const char *what = json_string_value(json_object_get(together, "what"));
    if (what != NULL) {
        must_hold("text", text, what);
        must_hold("linear", said, what);
    }
}

static void compare_pending(struct play *play, json_t *document, const char *text,
                            const char *said)
{
    size_t i;
    json_t *check, *chance;
    const char *name;
    json_array_foreach(json_object_get(document, "due"), i, check)
    {
        const char *title = json_string_value(json_object_get(check, "title"));
        must_hold("text", text, json_string_value(json_object_get(check, "text")));
        must_hold("text", text, json_string_value(json_object_get(check, "command")));
        must_hold("text", text, json_string_value(json_object_get(check, "rule")));
        must_say(said, json_string_value(json_object_get(check, "text")));
        must_say(said, json_string_value(json_object_get(check, "command")));
        must_say(said, json_string_value(json_object_get(check, "rule")));
        json_object_foreach(json_object_get(check, "chances"), name, chance)
        {
            TEXT_BUFFER(words, 80);
            text_add_percent(&words, json_real_value(chance));
            text_add(&words, " %s", name);
            must_hold("text", text, words.p);
            must_hold("linear", said, words.p);
            if (i == 0) {
                play_shows(play, words.p);
            }
        }
        if (i == 0 && title != NULL) {
            play_shows(play, title);
        }
    }
}

static void compare_label(const json_t *document, const char *key, const char *text,
                          const char *said)
{
    const char *label = json_string_value(json_object_get(document, key));
    if (label != NULL) {
        must_hold("text", text, label);
        must_say(said, label);
    }
}

static void compare(struct play *play)
{
    static char text[PAGE_SIZE], json[PAGE_SIZE], said[PAGE_SIZE];
    show(play, false, text);
    show(play, true, json);
    say_pending(play, said);
    play_keys(play, "");
    json_t *document = json_loads(json, 0, NULL);
    assert_non_null(document);
    size_t i;
    const json_t *combatant;
    json_array_foreach(json_object_get(document, "combatants"), i, combatant)
    {
        compare_combatant(play, combatant, text);
    }
    json_array_foreach(json_object_get(document, "combatants"), i, combatant)
    {
        if (json_array_size(json_object_get(document, "due")) > 0) {
            compare_together(combatant, text, said);
        }
    }
    compare_pending(play, document, text, said);
    static const char *const keys[] = {"phase", "next", "undo", "redo"};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        compare_label(document, keys[k], text, said);
    }
    json_decref(document);
}

/* ---- tests ----------------------------------------------------------------------------- */

static void play_demo(const char *path)
{
    struct play *play = play_new((const char *const[]){NULL});
    char line[COMMAND_LINE_MAX + 2];
    int acts = 0;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    play->rows = 60;
    play->columns = 200;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#') {
            continue;
        }
        play_do(play, line);
        if (++acts % ACTS_APART == 0) {
            compare(play);
        }
    }
    fclose(file);
    compare(play);
    play_do(play, "undo");
    compare(play);
    play_free(play);
}

static void test_facts__are_the_same_on_the_screen_in_text_in_json_and_in_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof demos / sizeof demos[0]; i++) {
        play_demo(demos[i]);
    }
}

/* A note, a condition with its rounds, temporary hit points, somebody hidden. */
static void test_facts__are_everything_that_can_be_said_of_one(void **state)
{
    (void)state;
    struct play *play = play_new((const char *const[]){
        "encounter Ledge system=trilemma",
        "add Anka side=party strength=14 wits=12 armour=4 hp=9",
        "add Bo side=party strength=9 wits=12", "add 2 rat strength=8 wits=3 ac=22 hp=6",
        "trait Anka shield", "damage Anka 2", "hp Anka t5", "damage Bo 3",
        "note-on Anka stands at the door", "policy Anka cautious", "policy rat spread",
        "hide \"rat 2\"", "condition Bo blind rounds=2", "initiative 15 9 5", NULL});
    play->rows = 60;
    play->columns = 200;
    compare(play);
    play_free(play);
}

static void shows_policy(struct play *play, const char *who, const char *name)
{
    static char said[PAGE_SIZE];
    TEXT_BUFFER(fact, 80);
    text_add(&fact, "forecast policy: %s", name != NULL ? name : "");
    say_combatant(play, play_id(play, who), said);
    if ((strstr(said, fact.p) != NULL) != (name != NULL)) {
        fail_msg("%s, policy %s: %s", who, name != NULL ? name : "none", said);
    }
}

/* Of its own, else of its kind, else of its side. */
static void test_facts__have_the_policy_that_is_kept_for_one(void **state)
{
    (void)state;
    struct play *play = play_new((const char *const[]){
        "encounter Ledge system=trilemma", "add Anka side=party strength=14 wits=12 hp=9",
        "add Bo side=party strength=9 wits=12 hp=8", "add 2 rat strength=8 wits=3 ac=22 hp=6",
        NULL});
    shows_policy(play, "Anka", NULL);
    play_do(play, "policy Anka cautious");
    shows_policy(play, "Anka", "cautious");
    shows_policy(play, "Bo", NULL);
    play_do(play, "policy foes engaged");
    shows_policy(play, "rat1", "engaged");
    play_do(play, "policy rat spread");
    play_do(play, "policy rat2 focus");
    shows_policy(play, "rat1", "spread");
    shows_policy(play, "rat2", "focus");
    compare(play);
    play_do(play, "policy rat usual");
    shows_policy(play, "rat1", "engaged");
    shows_policy(play, "rat2", "focus");
    play_do(play, "undo");
    shows_policy(play, "rat1", "spread");
    play_free(play);
}

/* Acts without missing values, each of another game. */
static void test_facts__rules_of_an_act_are_cited_in_text_and_in_json(void **state)
{
    (void)state;
    enum { WORDS = 5 };
    static char acts[][WORDS][24] = {
        {"trilemma", "attack", "strength=14", "ac=20", "defend"},
        {"four-against-darkness", "attack", "level=4", "foe=minor", "count=3"},
        {"caves-of-qud", "melee", "dv=6", "av=3", "pv=6"},
        {"pixel-dungeon", "attack", "accuracy=10", "dodge=5", "damage=2-8"},
        {"yuxtapa", "attack", "attacker=fighter", "defender=miner", "kind=melee"},
    };
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        static char text[PAGE_SIZE], json[PAGE_SIZE];
        struct capture capture;
        char *words[WORDS];
        for (int k = 0; k < WORDS; k++) {
            words[k] = acts[i][k];
        }
        struct options options = {.subcommand = "resolve", .word = words, .words = WORDS};
        options.seed = 7;
        options.given = 1u << OPTION_SEED;
        capture_begin(&capture);
        int code = resolve_run(&options);
        capture_end(&capture, text);
        assert_int_equal(code, 0);
        options.given |= 1u << OPTION_JSON;
        capture_begin(&capture);
        code = resolve_run(&options);
        capture_end(&capture, json);
        assert_int_equal(code, 0);
        json_t *document = json_loads(json, 0, NULL);
        const char *rules = json_string_value(json_object_get(document, "rules"));
        assert_non_null(rules);
        TEXT_BUFFER(line, 400);
        text_add(&line, "  %-14s %s\n", "rules", rules);
        assert_true(rules[0] != '\0');
        must_hold("text", text, line.p);
        must_hold("text", text, json_string_value(json_object_get(document, "text")));
        json_decref(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_facts__are_the_same_on_the_screen_in_text_in_json_and_in_lines),
        cmocka_unit_test(test_facts__are_everything_that_can_be_said_of_one),
        cmocka_unit_test(test_facts__have_the_policy_that_is_kept_for_one),
        cmocka_unit_test(test_facts__rules_of_an_act_are_cited_in_text_and_in_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
