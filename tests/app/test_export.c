/* Exports: five formats of a fight as goldens (tests/exports/), and what may never stand in
 * what the players get. */
#include "app/export/export.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/log/history.h"
#include "app/sitting/state.h"
#include "store/fixture.h"
#include "support/golden.h"
#include "support/play.h"
#include "support/secrets.h"
#include "support/unit.h"

static const char *const formats[] = {"md", "html", "csv", "json", "text"};
enum { FORMATS = 5 };

/* The caller frees it. */
static char *document_of(struct play *play, const char *word, const char *format,
                         bool is_for_players)
{
    struct error err;
    char *document;
    struct export_wish wish = {.words = &word,
                               .words_count = word != NULL ? 1 : 0,
                               .format = str_of(format),
                               .is_for_players = is_for_players};
    if (sitting_export(&document, play->sitting, &wish, &err) != STATUS_OK) {
        fail_msg("%s: %s", format, err.text);
    }
    return document;
}

static bool holds(struct play *play, const char *format, bool is_for_players, const char *text)
{
    char *document = document_of(play, NULL, format, is_for_players);
    bool is_held = str_holds(str_of(document), str_of(text));
    free(document);
    return is_held;
}

static void never_for_players(struct play *play, const char *text)
{
    for (int i = 0; i < FORMATS; i++) {
        if (holds(play, formats[i], true, text)) {
            fail_msg("\"%s\" stands in the players' %s:\n%s", text, formats[i],
                     document_of(play, NULL, formats[i], true));
        }
    }
}

static void always_for_players(struct play *play, const char *text)
{
    for (int i = 0; i < FORMATS; i++) {
        if (!holds(play, formats[i], true, text)) {
            fail_msg("\"%s\" is missing in the players' %s:\n%s", text, formats[i],
                     document_of(play, NULL, formats[i], true));
        }
    }
}

/* The formats with a row for each act; the others tell players a story. */
static void always_in_rows(struct play *play, const char *text)
{
    assert_true(holds(play, "csv", true, text));
    assert_true(holds(play, "json", true, text));
}

static void for_the_referee(struct play *play, const char *text)
{
    for (int i = 0; i < FORMATS; i++) {
        if (!holds(play, formats[i], false, text)) {
            fail_msg("\"%s\" is missing in the referee's %s:\n%s", text, formats[i],
                     document_of(play, NULL, formats[i], false));
        }
    }
}

/* ---- goldens --------------------------------------------------------------------------- */

static void compare(struct play *play, const char *word, const char *name)
{
    for (int i = 0; i < 2 * FORMATS; i++) {
        bool is_for_players = i >= FORMATS;
        const char *format = formats[i % FORMATS];
        char path[200];
        snprintf(path, sizeof path, "tests/exports/%s%s.%s", name,
                 is_for_players ? "_for_players" : "",
                 strcmp(format, "text") == 0 ? "txt" : format);
        char *document = document_of(play, word, format, is_for_players);
        golden_assert_file(path, document);
        free(document);
    }
}

static void test_goldens__hold_a_fight_of_trilemma(void **state)
{
    static const char *const more[] = {
        "injury s1 dead off",   "hide Hookbill",   "counter torch 6", "damage Bran 3",
        "ruling attack s3 2",   "reveal Hookbill", "damage Odo 9",    "undo",
        "note-on Marit the spy"};
    struct play *play = play_new((const char *const[]){NULL});
    *state = play;
    play_script(play, "data/demo/spire.referee");
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        sitting_run(play->sitting, more[i], false, &play->result);
    }
    compare(play, NULL, "trilemma");
}

static void test_goldens__hold_a_fight_of_four_against_darkness(void **state)
{
    struct play *play = play_new((const char *const[]){NULL});
    *state = play;
    play_script(play, "data/demo/dungeon.referee");
    compare(play, "The hall", "four_against_darkness");
}

/* ---- secrets --------------------------------------------------------------------------- */

static const char *const fight[] = {
    "encounter Ledge system=trilemma", "add Anka side=party strength=14 wits=12 ac=20 hp=9",
    "add Bo side=party strength=9 wits=10 ac=20 hp=8",
    "add Pelican strength=12 wits=12 ac=22 hp=16 damage=1d6", NULL};

static void test_secrets__a_hidden_combatant_is_nowhere_until_its_reveal(void **state)
{
    static const char *const hidden[] = {
        "add Zorblax strength=12 wits=9 ac=22 hp=11 damage=1d8 hidden=yes",
        "add Quimble strength=12 wits=9 ac=22 hp=7", /* hidden only before the fight */
        "hide Quimble",
        "initiative 15 9 8 4 3",
        "damage Zorblax 2",
        "condition Zorblax prone",
        "rename Quimble Frobnitz",
        "damage Anka,Zorblax 1",
        "note-on Zorblax the abbot",
        "ruling attack Anka by=Zorblax 17 3",
        "ruling attack Zorblax by=Anka 17 3",
        "heal Zorblax 1"};
    struct play *play = play_new(fight);
    *state = play;
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        play_do(play, hidden[i]);
    }
    static const char *const names[] = {"Zorblax", "Quimble", "Frobnitz", "abbot"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        never_for_players(play, names[i]);
        for_the_referee(play, names[i]);
    }
    always_in_rows(play, "round 1 begins");
    always_for_players(play, "Anka");
    play_do(play, "remove Frobnitz");
    play_do(play, "damage Anka 1");
    never_for_players(play, "Frobnitz");
    play_do(play, "reveal Zorblax");
    play_do(play, "damage Zorblax 1");
    always_for_players(play, "Zorblax");
    never_for_players(play, "Frobnitz");
    never_for_players(play, "abbot");
}

/* The players' story: no arithmetic, no foe's numbers, and a wound that somebody hidden dealt.
 */
static void test_story__tells_wounds_from_the_dark_and_no_numbers_of_foes(void **state)
{
    static const char *const lines[] = {"add Zorblax strength=12 wits=9 ac=22 hp=11 hidden=yes",
                                        "initiative 15 9 8 4",
                                        "damage Pelican 9",
                                        "ruling attack Anka 19 3 by=Zorblax",
                                        "damage Pelican 7",
                                        "ruling attack Anka 19 6 by=Zorblax"};
    static const char *const stories[] = {"md", "html", "text"};
    struct play *play = play_new(fight);
    *state = play;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        play_do(play, lines[i]);
    }
    for (int i = 0; i < 3; i++) {
        assert_true(holds(play, stories[i], true, "Anka is wounded, from the dark (6 of 9"));
        assert_false(holds(play, stories[i], true, "d20"));
        assert_false(holds(play, stories[i], true, "of 16"));
    }
    never_for_players(play, "Zorblax");
    /* The hit points of the end are those that they see, also after a hidden blow. */
    assert_true(holds(play, "json", true, "\"hp\": 0, \"hp_max\": 9"));
    assert_true(holds(play, "json", true, ", 0]]}, {\"name\": \"Pelican\""));
}

/* Who has no hit points left loses none, and the hit is told all the same. */
static void test_story__tells_a_hit_on_somebody_at_0(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    play_do(play, "initiative 15 9 8");
    play_do(play, "damage Anka 9");
    assert_false(holds(play, "text", true, "Pelican hits Anka."));
    play_do(play, "ruling attack Anka 19 3 by=Pelican");
    assert_true(holds(play, "text", true, "Pelican hits Anka."));
    play_do(play, "undo");
    play_do(play, "ruling attack Anka 2 by=Pelican");
    assert_false(holds(play, "text", true, "Pelican hits Anka."));
}

/* Every act of the players' version that names the one who was revealed is from its reveal on,
 * and all that came then stands there; its hit points begin there. */
static void test_secrets__a_revealed_one_stands_there_from_its_reveal_on(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    play_do(play, "initiative 15 9 8");
    play_do(play, "hide Pelican");
    play_do(play, "damage Pelican 5");
    play_do(play, "reveal Pelican");
    play_do(play, "damage Pelican 3");
    char *document = document_of(play, NULL, "json", true);
    json_t *root = json_loads(document, 0, NULL);
    assert_non_null(root);
    size_t i, k;
    json_t *act, *combatant, *point;
    int later = 0, acts = 0;
    json_array_foreach(json_object_get(root, "acts"), i, act)
    {
        char *text = json_dumps(act, 0);
        int64_t id = json_integer_value(json_object_get(act, "id"));
        assert_int_equal(id, ++acts); /* no number is left out where something is hidden */
        later += strstr(text, "Pelican") != NULL && id > 4 ? 1 : 0;
        assert_null(strstr(text, "16 → 11"));
        free(text);
    }
    assert_int_equal(later, 2);
    json_array_foreach(
        json_object_get(json_array_get(json_object_get(root, "encounters"), 0), "combatants"),
        i, combatant)
    {
        json_array_foreach(json_object_get(combatant, "hit_points"), k, point)
        {
            assert_false(json_integer_value(json_array_get(point, 1)) == 11 &&
                         json_integer_value(json_array_get(point, 0)) < acts - 1);
        }
    }
    json_decref(root);
    free(document);
}

static void test_secrets__notes_kinds_counters_checks_and_odds_are_the_referees(void **state)
{
    static const char *const lines[] = {
        "add moor wolf hp=5 note=\"veiled heir\"",
        "rename moor Old-man",
        "encounter-tags Ledge wumpus",
        "encounter-note Ledge gronkle",
        "initiative 15 9 8 4",
        "note brillig was here",
        "counter slithy 4 then=\"note tove\"",
        "tick slithy",
        "set Bo note=\"mimsy borogove\"",
        "note-on Anka outgrabe",
        "damage Pelican 20",
        "condition Pelican own vorpal sworn",
        "condition Anka own \"manxome foe\" rounds=2",
        "condition Bo prone",
        "trait Pelican jabberwock",
        "set Pelican wants=jubjub leads=tulgey morale_for=burble traits=uffish",
        "next",
        "next",
        "ready galumphs",
        "remark frumious",
        "marker bandersnatch",
    };
    static const char *const secrets[] = {
        "moor",     "veiled",     "wumpus",   "gronkle",  "brillig", "slithy",   "tove",
        "mimsy",    "borogove",   "outgrabe", "save due", "chance",  "frumious", "bandersnatch",
        "expected", "percentile", "vorpal",   "manxome",  "galumphs"};
    static const char *const told[] = {"brillig",      "slithy",   "mimsy",
                                       "outgrabe",     "save due", "frumious",
                                       "bandersnatch", "vorpal",   "manxome"};
    struct play *play = play_new(fight);
    *state = play;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        sitting_run(play->sitting, lines[i], false, &play->result);
    }
    play_do(play, "ruling attack Pelican by=Anka 17 3");
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++) {
        if (strcmp(secrets[i], "chance") != 0) { /* the column of CSV has this name */
            never_for_players(play, secrets[i]);
        }
    }
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        for_the_referee(play, told[i]);
    }
    always_for_players(play, "prone");
    assert_true(holds(play, "html", false, "chance: hit"));
    assert_false(holds(play, "html", true, "chance: hit"));
    assert_false(holds(play, "csv", true, "hit 6"));
    always_for_players(play, "Anka");
    always_for_players(play, "Old-man");
}

/* A word of the referee's in every way to write one, with quotation marks and without, typed
 * and run by a counter: `done` lines must be done. */
struct planted {
    const char *line;
    const char *secret; /* what no player may read of it; NULL: nothing */
};

static const struct planted planted[] = {
    {"initiative 15 9 8", NULL},
    {"note \"the baron zqa lies\"", "zqa"},
    {"note \"the baron zqb lies", "zqb"},
    {"note the baron zqc lies", "zqc"},
    {"ruling note \"zqd\"", "zqd"},
    {"note \"he is \"\"zqe\"\" himself\"", "zqe"},
    {"note-on Bo \"zqf", "zqf"},
    {"set Bo note=\"a \"\"zqg\"\" heir\"", "zqg"},
    {"counter zqdoom 1d4 3", "zqdoom"},
    {"tick zqdoom 1d2 1", "zqdoom"},
    {"counter \"zqh bells\" 2d4 3 4", "zqh"},
    {"counter c 1 then=\"note the zqi key\" per=manual", "zqi"},
    {"tick c", NULL},
    {"counter-run c", "zqi"},
    {"counter d 1 then=\"set Pelican wants=zqj\" per=manual", "zqj"},
    {"tick d", NULL},
    {"counter-run d", "zqj"},
    {"counter e 1 then=\"trait Pelican zqk\" per=manual", "zqk"},
    {"tick e", NULL},
    {"counter-run e", "zqk"},
    {"counter f 1 then=\"condition Bo own zql\" per=manual", "zql"},
    {"tick f", NULL},
    {"counter-run f", "zql"},
    {"counter g 1 then=\"policy party spread\" per=manual", "spread"},
    {"tick g", NULL},
    {"counter-run g", "spread"},
    {"policy foes cautious", "cautious"},
    {"alternate Pelican 9 \"with the zqm\"", "other morale"},
    {"alternate Pelican", "zqm"},
    {"condition Anka own \"zqn \"\"oath\"\"\"", "zqn"},
    {"condition Anka off \"zqn \"\"oath\"\"\"", "zqn"},
    {"damage Bo 9", NULL},
    {"injury Bo dead note=\"he was \"\"the zqo heir\"\" once\"", "zqo"},
    {"damage Pelican 17", NULL},
    {"counter h 1 then=\"injury Pelican out note=zqp\" per=manual", "zqp"},
    {"tick h", NULL},
    {"counter-run h", "zqp"},
    {"amend act=6 note \"zqr\"", "zqr"},
    {"remark \"zqq\"", "zqq"},
};

static void plant(struct play *play)
{
    for (size_t i = 0; i < sizeof planted / sizeof planted[0]; i++) {
        play_do(play, planted[i].line);
    }
}

/* In the palette and at the prompts of keys. */
static void plant_by_keys(struct play *play)
{
    play_keys(play, ": text:note Space text:zqs Enter");
    play_keys(play, "F3 n text:zqt Enter");
    play_keys(play, "O text:zqu Enter");
}

/* What was planted is in the referee's documents, and in none of the players'. */
static void planted_for_the_referee(struct play *play, bool is_marked)
{
    static const char *const by_keys[] = {"zqs", "zqt", "zqu", "in a forecast"};
    enum { LINES = sizeof planted / sizeof planted[0], KEYS = 4 };
    for (int format = 0; format < FORMATS; format++) {
        char *told = document_of(play, NULL, formats[format], false);
        char *document = document_of(play, NULL, formats[format], true);
        for (int i = 0; i < LINES + KEYS; i++) {
            const char *secret = i < LINES ? planted[i].secret : by_keys[i - LINES];
            /* The amended note has other words now. */
            bool is_told = secret != NULL && (strcmp(secret, "zqa") == 0 ||
                                              str_holds(str_of(told), str_of(secret)));
            if (secret != NULL && (!is_told || str_holds(str_of(document), str_of(secret)))) {
                fail_msg("\"%s\" in %s: referee %d, players\n%s", secret, formats[format],
                         is_told, document);
            }
        }
        if (strcmp(formats[format], "csv") == 0 || strcmp(formats[format], "json") == 0) {
            assert_true(str_holds(str_of(document), str_of("round 1 begins")));
            /* A log without marks has the note in the line of the injury. */
            assert_int_equal(str_holds(str_of(document), str_of("injury: dead")), is_marked);
        }
        free(told);
        free(document);
    }
}

static void test_secrets__are_marked_in_whatever_way_they_are_written(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    plant(play);
    plant_by_keys(play);
    planted_for_the_referee(play, true);
}

/* Marks are young: without them the commands of the acts say whose their words are. */
static void test_secrets__of_a_log_without_marks_are_those_of_its_commands(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    plant(play);
    plant_by_keys(play);
    static struct fixture file;
    snprintf(file.path, sizeof file.path, "%s", play->path);
    sitting_close(play->sitting);
    play->sitting = NULL;
    fixture_tamper(&file, "UPDATE event SET kind = substr(kind, 8) WHERE kind LIKE 'secret%'");
    fixture_tamper(&file, "UPDATE event SET line = replace(line, 'note: he was', 'injury: "
                          "dead, he was') WHERE kind = 'noted'");
    fixture_seal_again(&file);
    struct sitting_options options = {.path = play->path};
    struct error err;
    assert_int_equal(sitting_open(&play->sitting, &options, &err), STATUS_OK);
    planted_for_the_referee(play, false);
}

static void test_secrets__are_kept_in_every_field_of_every_game(void **state)
{
    (void)state;
    unsigned taken = 0;
    for (int i = 0; i < systems_count(); i++) {
        struct play *play = secrets_planted(i, &taken);
        never_for_players(play, SECRET);
        for_the_referee(play, SECRET);
        always_for_players(play, "Anka");
        play_free(play);
    }
    for (int i = 0; secrets_act(i) != NULL; i++) {
        if ((taken >> i & 1U) == 0) {
            fail_msg("no game takes: %s", secrets_act(i));
        }
    }
}

/* A foe of each demo is hidden as soon as it is there and never revealed: whatever it does
 * and whatever is done to it, its name is nowhere. */
static void test_secrets__whole_fights_with_one_who_is_never_revealed(void **state)
{
    static const struct {
        const char *script, *add, *hide, *name;
    } demos[] = {
        {"data/demo/spire.referee", "add Hookbill", "hide Hookbill", "Hookbill"},
        {"data/demo/mill_pond.referee", "add Sallow", "hide Sallow", "Sallow"},
        {"data/demo/saltworks.referee", "add Pumpwarden", "hide Pumpwarden", "Pumpwarden"},
        {"data/demo/sunken_larder.referee", "add Hexer", "hide Hexer", "Hexer"},
        {"data/demo/dungeon.referee", "add \"tallow king\"", "hide \"tallow king\"", "Tallow"},
        {"data/demo/dungeon.referee", "add \"tallow king\"", "hide \"tallow king\"", "king"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof demos / sizeof demos[0]; i++) {
        struct play *play = play_new((const char *const[]){NULL});
        char line[COMMAND_LINE_MAX + 2];
        FILE *file = fopen(demos[i].script, "rb");
        assert_non_null(file);
        while (fgets(line, sizeof line, file) != NULL) {
            line[strcspn(line, "\n")] = '\0';
            sitting_run(play->sitting, line, false, &play->result);
            if (strncmp(line, demos[i].add, strlen(demos[i].add)) == 0) {
                play_do(play, demos[i].hide);
            }
        }
        fclose(file);
        never_for_players(play, demos[i].name);
        for_the_referee(play, demos[i].name);
        play_free(play);
    }
}

/* ---- hostile texts --------------------------------------------------------------------- */

static void test_escapes__markup_and_formulas_in_names_stay_words(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    play_do(play, "rename Anka \"<script>alert(1)</script>\"");
    play_do(play, "rename Bo \"=cmd()|A1\"");
    play_do(play, "damage #2 1");
    play_do(play, "rename Pelican \"[x](http://evil) & *b*\"");
    play_do(play, "note <img src=http://evil/a.png onerror='x'> \"quoted\", a\tb");
    assert_false(holds(play, "html", false, "<script"));
    assert_false(holds(play, "html", false, "<img"));
    assert_true(holds(play, "html", false, "&lt;script&gt;alert(1)"));
    assert_true(
        holds(play, "html", false, "&lt;img src=http://evil/a.png onerror=&#39;x&#39;"));
    assert_false(holds(play, "csv", false, ",=cmd"));
    assert_false(holds(play, "csv", false, ",\"=cmd"));
    assert_true(holds(play, "csv", false, "\"'=cmd()|A1"));
    assert_true(holds(play, "csv", false, "\"\"quoted\"\", a b"));
    assert_false(holds(play, "md", false, "](http://"));
    assert_true(holds(play, "md", false, "x\\](http\\://evil) & \\*b\\*"));
    assert_true(holds(play, "md", false, "\\<script\\>"));
    char *json = document_of(play, NULL, "json", false);
    json_t *root = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    json_decref(root);
    free(json);
}

/* Ends of lines in quotes are no ends of rows. */
static int cells_of_row(const char **at)
{
    int cells = 1;
    bool is_quoted = false;
    for (; **at != '\0' && (is_quoted || **at != '\n'); (*at)++) {
        is_quoted = (**at == '"') != is_quoted;
        cells += !is_quoted && **at == ',' ? 1 : 0;
    }
    *at += **at == '\n' ? 1 : 0;
    return cells;
}

static void test_csv__rows_have_one_width(void **state)
{
    struct play *play = play_new((const char *const[]){NULL});
    *state = play;
    play_script(play, "data/demo/dungeon.referee");
    char *document = document_of(play, "round=0..", "csv", false);
    const char *at = document;
    int rows = 0;
    for (; *at != '\0'; rows++) {
        assert_int_equal(cells_of_row(&at), 14);
    }
    assert_true(rows > 40);
    free(document);
}

static void test_html__needs_nothing_from_elsewhere(void **state)
{
    static const char *const outside[] = {"http:",   "https:",  "src=",  "href=",  "url(",
                                          "@import", "<script", "<link", "<iframe"};
    struct play *play = play_new((const char *const[]){NULL});
    *state = play;
    play_script(play, "data/demo/spire.referee");
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
        assert_false(holds(play, "html", false, outside[i]));
    }
    assert_true(holds(play, "html", false, "<svg"));
    assert_true(holds(play, "html", false, "<details"));
}

/* ---- what is chosen -------------------------------------------------------------------- */

static void test_words__an_address_ends_the_fight_there(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    play_do(play, "damage Pelican 3");
    char address[40];
    snprintf(address, sizeof address, "#%lld", (long long)sitting_act_now(play->sitting));
    play_do(play, "damage Pelican 5");
    char *document = document_of(play, address, "text", false);
    assert_non_null(strstr(document, "Pelican (foes): 13 of 16"));
    assert_null(strstr(document, "13 → 8"));
    free(document);
    document = document_of(play, "to=Pelican", "md", false);
    assert_non_null(strstr(document, "# Acts that fit: to=Pelican"));
    assert_null(strstr(document, "Anka joins"));
    free(document);
}

/* How often the text stands in the document. */
static int times(const char *document, const char *text)
{
    int count = 0;
    for (const char *at = strstr(document, text); at != NULL; at = strstr(at + 1, text)) {
        count++;
    }
    return count;
}

static void test_words__an_evening_has_a_chapter_for_each_fight(void **state)
{
    static const char *const lines[] = {
        "initiative 15 9 8",    "encounter Ford system=trilemma",
        "add Wulf wits=9 hp=5", "initiative 4",
        "open Ledge",           "damage Pelican 2"};
    struct play *play = play_new(fight);
    *state = play;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        sitting_run(play->sitting, lines[i], false, &play->result);
        assert_true(play->result.kind == RESULT_DONE || play->result.kind == RESULT_TOLD);
    }
    char *document = document_of(play, "session=last", "md", false);
    assert_int_equal(times(document, "# Evening of 14 Nov 2023"), 1);
    assert_int_equal(times(document, "## Ledge"), 1);
    assert_int_equal(times(document, "## Ford"), 1);
    assert_int_equal(times(document, "Pelican: 16 → 14"), 1);
    assert_int_equal(times(document, "Wulf joins"), 1); /* before its fight, on that evening */
    /* The figures of all its fights, and those of each. */
    assert_int_equal(times(document, "\n| Anka | 0 of 0"), 1);
    assert_int_equal(times(document, "\n| Anka, Ledge | "), 1);
    assert_int_equal(times(document, "\n| Wulf, Ford | "), 1);
    free(document);
    document = document_of(play, "session=last", "json", false);
    assert_int_equal(times(document, "\"sums\": [{\"name\": \"Anka\""), 1);
    free(document);
}

/* Between the fights, in their order; players read what was done without its numbers, and
 * nothing of a note. */
static void test_words__what_the_party_does_stands_between_its_fights(void **state)
{
    static const char *const lines[] = {"initiative 15 9 8",
                                        "join Wulf hp=5",
                                        "party-gain 20 from the mayor",
                                        "party set Wulf note=\"a spy\"",
                                        "party-spend 5 wine",
                                        "encounter Ford system=trilemma",
                                        "add crow wits=9 hp=5",
                                        "initiative 4"};
    struct play *play = play_new(fight);
    *state = play;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        sitting_run(play->sitting, lines[i], false, &play->result);
        if (play->result.kind != RESULT_DONE && play->result.kind != RESULT_TOLD) {
            fail_msg("%s: %s", lines[i], play->result.error.text);
        }
    }
    char *document = document_of(play, "session=last", "md", false);
    assert_int_equal(times(document, "## The party\n\nTrilemma · 14 Nov 2023\n"), 1);
    assert_int_equal(times(document, "### Between the fights"), 1);
    const char *party = strstr(document, "## The party");
    assert_true(strstr(document, "## Ledge") < party && party < strstr(document, "## Ford"));
    assert_non_null(strstr(party, "the party: gold 20 to 15"));
    assert_non_null(strstr(party, "spy"));
    free(document);
    document = document_of(play, "session=last", "json", false);
    assert_non_null(strstr(document, "\"party#2\""));
    free(document);
    document = document_of(play, "session=last", "md", true);
    assert_non_null(strstr(document, "5 gold spent: wine"));
    assert_null(strstr(document, "20 to 15"));
    assert_null(strstr(document, "spy"));
    free(document);
}

static void test_words__what_was_undone_is_left_out_unless_asked_for(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    play_do(play, "damage Pelican 3");
    sitting_run(play->sitting, "undo", false, &play->result);
    char *document = document_of(play, NULL, "md", false);
    assert_null(strstr(document, "16 → 13"));
    free(document);
    document = document_of(play, "undone=any", "md", false);
    assert_non_null(strstr(document, "(undone)"));
    assert_non_null(strstr(document, "16 → 13"));
    free(document);
    document = document_of(play, "undone=any", "md", true);
    assert_null(strstr(document, "16 → 13"));
    free(document);
}

static void test_parts__can_be_left_out(void **state)
{
    struct play *play = play_new((const char *const[]){NULL});
    struct error err;
    char *document;
    *state = play;
    play_script(play, "data/demo/spire.referee");
    struct export_wish wish = {.format = str_of("text"),
                               .without = str_of("arithmetic,odds,rules,notes,figures")};
    assert_int_equal(sitting_export(&document, play->sitting, &wish, &err), STATUS_OK);
    assert_null(strstr(document, "strength"));
    assert_null(strstr(document, "chance"));
    assert_null(strstr(document, "[5.1"));
    assert_null(strstr(document, "wind from the east"));
    assert_null(strstr(document, "Figures"));
    assert_non_null(strstr(document, "Ysolde hits Shrike 1"));
    assert_non_null(strstr(document, "11 → 5"));
    free(document);
    wish.without = str_of("ods");
    assert_int_equal(sitting_export(&document, play->sitting, &wish, &err), STATUS_USAGE);
    assert_non_null(strstr(err.text, "did you mean odds?"));
}

/* ---- time ------------------------------------------------------------------------------ */

/* Of all evenings. */
static double seconds_of(const json_t *root, const char *name)
{
    size_t i;
    double seconds = 0;
    const json_t *one, *rows = json_object_get(json_object_get(root, "figures"), "combatants");
    json_array_foreach(rows, i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "name")), name) == 0) {
            seconds += json_number_value(json_object_get(one, "turn_seconds"));
        }
    }
    return seconds;
}

/* By the clock from the act that begins a turn to the one that ends it; an undone act takes no
 * time of its own, and the night between two evenings is nobody's turn. */
static void test_time__of_turns_is_that_of_the_clock(void **state)
{
    enum { SECOND_MS = 1000, HOUR_MS = 60 * 60 * 1000 };
    struct play *play = play_new(fight);
    *state = play;
    play_do(play, "initiative 15 9 8"); /* Anka 27, Pelican 20, Bo 19 */
    play_wait(30 * SECOND_MS);
    play_do(play, "damage Pelican 1");
    play_wait(20 * SECOND_MS);
    play_do(play, "next");
    play_wait(60 * SECOND_MS);
    play_do(play, "damage Bo 1");
    play_do(play, "undo");
    play_wait(40 * SECOND_MS);
    play_do(play, "next");
    play_wait((int64_t)9 * HOUR_MS);
    play_do(play, "damage Anka 1");
    play_wait(5 * SECOND_MS);
    play_do(play, "damage Anka 1");
    char *document = document_of(play, NULL, "json", false);
    json_t *root = json_loads(document, 0, NULL);
    assert_non_null(root);
    assert_float_equal(seconds_of(root, "Anka"), 50, 1e-9);
    assert_float_equal(seconds_of(root, "Pelican"), 100, 1e-9);
    assert_float_equal(seconds_of(root, "Bo"), 5, 1e-9);
    json_decref(root);
    free(document);
}

/* ---- damage ---------------------------------------------------------------------------- */

static void test_damage__the_gap_is_named_and_nothing_crosses_it(void **state)
{
    struct play *play = play_new((const char *const[]){
        "encounter ledge system=trilemma", "add Anka hp=9 wits=9 side=party",
        "add Pelican hp=16 wits=9", "initiative 9 8", "damage Anka 7", "note the lamp is out",
        "damage Anka 1", "damage Pelican 2", NULL});
    *state = play;
    static struct fixture file;
    snprintf(file.path, sizeof file.path, "%s", play->path);
    sitting_close(play->sitting);
    play->sitting = NULL;
    fixture_tamper(&file, "UPDATE event SET new = 3 WHERE new = 2 AND old = 9");
    struct sitting_options options = {.path = play->path};
    struct error err;
    assert_int_equal(sitting_open(&play->sitting, &options, &err), STATUS_OK);
    for_the_referee(play, "the log is damaged");
    for (int i = 0; i < FORMATS; i++) {
        always_in_rows(play, "Anka joins");
        never_for_players(play, "9 → 3");
        never_for_players(play, "lamp");
        assert_false(holds(play, formats[i], false, "9 → 3"));
    }
}

/* ---- the command ----------------------------------------------------------------------- */

static void test_command__writes_a_file_and_replaces_it_only_when_told(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    char path[600], line[800];
    snprintf(path, sizeof path, "%s.html", play->path);
    snprintf(line, sizeof line, "export \"%s\" players", path);
    sitting_run(play->sitting, line, false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    sitting_run(play->sitting, line, false, &play->result);
    assert_int_equal(play->result.kind, RESULT_REFUSED);
    strncat(line, " replace", sizeof line - strlen(line) - 1);
    sitting_run(play->sitting, line, false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    sitting_run(play->sitting, "export /no/such/folder/a.md", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_FAILED);
    sitting_run(play->sitting, "export a.md format=htm", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    sitting_run(play->sitting, "export a.md rond=2", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    sitting_run(play->sitting, "export", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    sitting_run(play->sitting, "export players", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    snprintf(line, sizeof line, "export players replace \"%s\" round=0..", path);
    sitting_run(play->sitting, line, false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    assert_non_null(strstr(play->result.text, "for players"));
    remove(path);
}

int main(void)
{
    setenv("TZ", "UTC", 1);
    tzset();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_goldens__hold_a_fight_of_trilemma, play_end),
        cmocka_unit_test_teardown(test_goldens__hold_a_fight_of_four_against_darkness,
                                  play_end),
        cmocka_unit_test_teardown(test_secrets__a_hidden_combatant_is_nowhere_until_its_reveal,
                                  play_end),
        cmocka_unit_test_teardown(test_story__tells_a_hit_on_somebody_at_0, play_end),
        cmocka_unit_test_teardown(test_story__tells_wounds_from_the_dark_and_no_numbers_of_foes,
                                  play_end),
        cmocka_unit_test_teardown(test_secrets__a_revealed_one_stands_there_from_its_reveal_on,
                                  play_end),
        cmocka_unit_test_teardown(
            test_secrets__notes_kinds_counters_checks_and_odds_are_the_referees, play_end),
        cmocka_unit_test_teardown(test_secrets__are_marked_in_whatever_way_they_are_written,
                                  play_end),
        cmocka_unit_test_teardown(
            test_secrets__of_a_log_without_marks_are_those_of_its_commands, play_end),
        cmocka_unit_test(test_secrets__are_kept_in_every_field_of_every_game),
        cmocka_unit_test(test_secrets__whole_fights_with_one_who_is_never_revealed),
        cmocka_unit_test_teardown(test_escapes__markup_and_formulas_in_names_stay_words,
                                  play_end),
        cmocka_unit_test_teardown(test_csv__rows_have_one_width, play_end),
        cmocka_unit_test_teardown(test_html__needs_nothing_from_elsewhere, play_end),
        cmocka_unit_test_teardown(test_words__an_address_ends_the_fight_there, play_end),
        cmocka_unit_test_teardown(test_words__an_evening_has_a_chapter_for_each_fight,
                                  play_end),
        cmocka_unit_test_teardown(test_words__what_the_party_does_stands_between_its_fights,
                                  play_end),
        cmocka_unit_test_teardown(test_words__what_was_undone_is_left_out_unless_asked_for,
                                  play_end),
        cmocka_unit_test_teardown(test_parts__can_be_left_out, play_end),
        cmocka_unit_test_teardown(test_time__of_turns_is_that_of_the_clock, play_end),
        cmocka_unit_test_teardown(test_damage__the_gap_is_named_and_nothing_crosses_it,
                                  play_end),
        cmocka_unit_test_teardown(test_command__writes_a_file_and_replaces_it_only_when_told,
                                  play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
