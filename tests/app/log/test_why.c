/* Why a value is what it is: in whole demo fights the reported chain of acts is that of the
 * changes seen while they were played, for every value of every combatant; and the acts of a
 * chain alone give the value, at every act. */
#include "app/log/why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "app/log/history.h"
#include "app/log/past.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

enum { ACTS_MAX = 400, PEOPLE_MAX = 40, VALUES_MAX = 100, LINE_SIZE = 1000 };

static const char *const demos[] = {"data/demo/spire.referee", "data/demo/saltworks.referee",
                                    "data/demo/dungeon.referee", "data/demo/mill_pond.referee",
                                    "data/demo/sunken_larder.referee"};

/* ---- what was seen --------------------------------------------------------------------- */

/* The values after an act, each as its text. */
struct moment {
    int64_t act;
    char *value[PEOPLE_MAX][VALUES_MAX];
};

static struct moment moments[ACTS_MAX];
static int moments_count;

static const char *name_of_value(const struct state *state, int i)
{
    const struct system *system = state_system(state);
    return i == 0                 ? "score"
           : i == 1               ? "words"
           : i < 2 + FIELD_OUT    ? state_field_name(state, i - 2)
           : i < 1 + FIELD_SYSTEM ? state_field_name(state, i - 1)
                                  : system->attributes[i - 1 - FIELD_SYSTEM].name;
}

static int values_of(const struct state *state)
{
    return 1 + FIELD_SYSTEM + state_system(state)->attributes_count;
}

/* Sides are shown by their names, and so is the way out, which is left out here. */
static void read_value(const struct procedure *procedure, const struct state *state, int id,
                       int i, struct text *out)
{
    struct combatant_words words = {.score = ""};
    const char *name = name_of_value(state, i);
    int field = state_field_find(state, str_of(name));
    if (i <= 1) {
        procedure->describe(state, id, &words);
        text_add_str(out, str_of(i == 0 ? words.score : words.words));
    } else if (i >= 1 + FIELD_SYSTEM) {
        const struct value_def *attribute =
            &state_system(state)->attributes[i - 1 - FIELD_SYSTEM];
        (void)state_attribute_format(state, id, attribute, out);
        /* The one that follows from others where it is not set. */
        if (out->n == 0 && strcmp(attribute->name, "ac") == 0) {
            TEXT_BUFFER(facts, 2000);
            procedure->facts(state, id, &facts);
            const char *ac = strstr(facts.p, "AC ");
            text_add(out, "%.*s", ac != NULL ? (int)strcspn(ac + 3, "\n") : 0,
                     ac != NULL ? ac + 3 : "");
        }
    } else if (field == FIELD_SIDE) {
        text_add(out, "%s", state_value(state, id, field, 0) == SIDE_PARTY ? "party" : "foes");
    } else if (state_is_set(state, id, field)) {
        text_add(out, "%d", state_value(state, id, field, 0));
    }
}

static void keep_moment(struct sitting *sitting)
{
    const struct state *state = sitting_state(sitting);
    assert_true(moments_count < ACTS_MAX && state->count < PEOPLE_MAX);
    assert_true(values_of(state) <= VALUES_MAX);
    struct moment *moment = &moments[moments_count++];
    memset(moment, 0, sizeof *moment);
    moment->act = sitting_act_now(sitting);
    for (int id = 1; id <= state->count; id++) {
        for (int i = 0; i < values_of(state) && state_is_present(state, id); i++) {
            TEXT_BUFFER(value, 700);
            read_value(sitting_procedure(sitting), state, id, i, &value);
            moment->value[id][i] = strdup(value.p);
        }
    }
}

static void forget_moments(void)
{
    for (int m = 0; m < moments_count; m++) {
        for (int id = 0; id < PEOPLE_MAX; id++) {
            for (int i = 0; i < VALUES_MAX; i++) {
                free(moments[m].value[id][i]);
            }
        }
    }
    moments_count = 0;
}

/* ---- playing --------------------------------------------------------------------------- */

static int64_t on_way[ACTS_MAX];
static int on_way_count;

static bool add_on_way(void *context, const struct sitting_act *act)
{
    (void)context;
    assert_true(on_way_count < ACTS_MAX);
    on_way[on_way_count++] = act->id;
    return true;
}

static struct play *play_demo(const char *path)
{
    char line[LINE_SIZE];
    struct error err;
    struct play *play = play_new((const char *const[]){NULL});
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    forget_moments();
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#') {
            sitting_run(play->sitting, line, false, &play->result);
            assert_int_equal(play->result.kind, RESULT_DONE);
            keep_moment(play->sitting);
        }
    }
    fclose(file);
    on_way_count = 0;
    assert_int_equal(sitting_acts(play->sitting, &(struct sitting_acts_wish){.limit = 0},
                                  add_on_way, NULL, &err),
                     STATUS_OK);
    return play;
}

/* What was seen after an act; NULL: nobody looked then. An act that was undone and done again
 * keeps its number, and its moment. */
static const struct moment *moment_of(int64_t act)
{
    for (int m = moments_count - 1; m >= 0; m--) {
        if (moments[m].act == act) {
            return &moments[m];
        }
    }
    return NULL;
}

static const char *seen(int64_t act, int id, int i)
{
    const struct moment *moment = moment_of(act);
    return moment == NULL || moment->value[id][i] == NULL ? "" : moment->value[id][i];
}

/* ---- comparing ------------------------------------------------------------------------- */

/* Each link is a change that was seen, and no change is left out. */
static int compare(struct play *play, int id, int i)
{
    const struct state *state = sitting_state(play->sitting);
    const char *name = name_of_value(state, i);
    struct why why;
    struct error err;
    TEXT_BUFFER(who, 16);
    text_add(&who, "#%d", id);
    assert_int_equal(sitting_why(play->sitting, str_of(who.p), str_of(name), &why, &err),
                     STATUS_OK);
    int links = 0;
    const char *before = "";
    for (int a = 0; a < on_way_count; a++) {
        if (moment_of(on_way[a]) == NULL) {
            continue;
        }
        const char *after = seen(on_way[a], id, i);
        if (strcmp(before, after) != 0) {
            if (links >= why.links || why.link[links].act != on_way[a]) {
                fail_msg("%s of %s: act %d made %s of %s", name, why.combatant, (int)on_way[a],
                         after, before);
            }
            assert_string_equal(why.link[links].from.text, before);
            assert_string_equal(why.link[links].to.text, after);
            assert_true(why.link[links].text[0] != '\0' || why.link[links].label[0] != '\0');
            links++;
        }
        before = after;
    }
    assert_int_equal(links, why.links);
    assert_string_equal(why.value.text, before);
    assert_int_equal(why.at, sitting_act_now(play->sitting));
    why_free(&why);
    return links;
}

static void
test_why__the_chain_is_what_was_seen_for_every_value_of_every_combatant(void **state)
{
    for (size_t d = 0; d < sizeof demos / sizeof demos[0]; d++) {
        if (*state != NULL) {
            play_free(*state);
        }
        struct play *play = play_demo(demos[d]);
        *state = play;
        const struct state *now = sitting_state(play->sitting);
        int links = 0;
        for (int id = 1; id <= now->count; id++) {
            for (int i = 0; i < values_of(now) && state_is_present(now, id); i++) {
                links += compare(play, id, i);
            }
        }
        assert_true(links > now->count);
    }
    forget_moments();
}

/* ---- only the chain -------------------------------------------------------------------- */

/* One combatant, made of nothing but the acts of a chain. */
struct replayed {
    struct state state;
    int id;
};

static bool replay_event(void *context, const struct event *event)
{
    struct replayed *replayed = context;
    enum event_shape shape = event_shape(event->kind);
    if (event->subject != replayed->id) {
        return true;
    }
    if (shape == SHAPE_NEW) {
        replayed->state.count = replayed->id - 1;
    }
    if (shape == SHAPE_NEW || shape == SHAPE_VALUE || shape == SHAPE_TEXT) {
        assert_true(state_can_apply(&replayed->state, event));
        state_apply(&replayed->state, event);
    }
    return true;
}

/* Asks why a value is what it is at a moment of the past, and plays the acts of the answer,
 * none else: they give the value. What follows from several combatants, as the score, is what
 * the last act of the chain left. */
static void compare_replayed(struct sitting *then, struct replayed *replayed, int id, int i)
{
    const struct state *live = sitting_state(then);
    const char *name = name_of_value(live, i);
    struct why why;
    struct error err;
    TEXT_BUFFER(who, 16);
    TEXT_BUFFER(wanted, 700);
    TEXT_BUFFER(found, 700);
    text_add(&who, "#%d", id);
    assert_int_equal(sitting_why(then, str_of(who.p), str_of(name), &why, &err), STATUS_OK);
    state_empty(&replayed->state, state_system(live));
    replayed->state.count = replayed->id = id;
    for (int k = 0; k < why.links; k++) {
        assert_int_equal(
            log_events(then->campaign, why.link[k].act, replay_event, replayed, &err),
            STATUS_OK);
        assert_string_equal(why.link[k].from.text, k > 0 ? why.link[k - 1].to.text : "");
    }
    read_value(sitting_procedure(then), live, id, i, &wanted);
    if (i <= 1) {
        text_add(&found, "%s", why.links > 0 ? why.link[why.links - 1].to.text : "");
    } else {
        read_value(sitting_procedure(then), &replayed->state, id, i, &found);
    }
    if (strcmp(wanted.p, found.p) != 0) {
        fail_msg("%s of %s after #%d: the chain of %d acts gives \"%s\", not \"%s\"", name,
                 why.combatant, (int)why.at, why.links, found.p, wanted.p);
    }
    why_free(&why);
}

/* At each act another share of the values is asked for; WHY_EVERY=1, or `make whys`, asks for
 * all of them at every act, which takes minutes. */
enum { WHY_EVERY = 41 };

static int every(void)
{
    const char *wanted = getenv("WHY_EVERY");
    return wanted != NULL && atoi(wanted) > 0 ? atoi(wanted) : WHY_EVERY;
}

/* How many values were compared. */
static int compare_at(struct sitting *then, struct replayed *replayed, int share)
{
    const struct state *live = sitting_state(then);
    int compared = 0;
    for (int id = 1; id <= live->count; id++) {
        for (int i = 0; i < values_of(live) && state_is_present(live, id); i++) {
            if ((id * values_of(live) + i + share) % every() == 0) {
                compare_replayed(then, replayed, id, i);
                compared++;
            }
        }
    }
    return compared;
}

static void test_why__replaying_only_the_chain_gives_every_value_at_every_act(void **state)
{
    struct replayed *replayed = calloc(1, sizeof *replayed);
    assert_non_null(replayed);
    for (size_t d = 0; d < sizeof demos / sizeof demos[0]; d++) {
        if (*state != NULL) {
            play_free(*state);
        }
        struct play *play = play_new((const char *const[]){NULL});
        *state = play;
        play_script(play, demos[d]);
        struct past *past;
        struct error err;
        bool has_moved = true;
        int compared = 0;
        assert_int_equal(past_open(&past, play->sitting, &err), STATUS_OK);
        for (int acts = 0; has_moved; acts++) {
            compared += compare_at(past_then(past), replayed, acts);
            assert_int_equal(past_move(&has_moved, past, PAST_OLDER, &err), STATUS_OK);
        }
        past_close(past);
        assert_true(compared > 10);
    }
    free(replayed);
}

/* ---- what is asked --------------------------------------------------------------------- */

static const char *const fight[] = {"encounter ledge system=trilemma",
                                    "add Anka hp=9 side=party strength=14",
                                    "add 2 Pelican hp=8 strength=12 morale=8",
                                    "damage Anka 7",
                                    "heal Anka 2",
                                    "damage p1 8",
                                    "condition Anka prone",
                                    NULL};

static void asks(struct play *play, const char *line, const char *wanted)
{
    sitting_run(play->sitting, line, false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    if (strstr(play->result.text, wanted) == NULL) {
        fail_msg("%s: %s", line, play->result.text);
    }
}

static void test_why__the_command_tells_the_acts(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    asks(play, "why Anka", "Anka: hp is 4\n#1 r0  - → 9: Anka joins");
    asks(play, "why Anka", "9 → 2");
    asks(play, "why Anka", "2 → 4");
    asks(play, "why Anka strength", "- → 14: Anka joins");
    asks(play, "why Anka words", "- → prone: Anka: prone");
    asks(play, "why Anka note", "note is not set");
}

/* It was said not to be set, as only its part is. */
static void test_why__a_value_of_parts_is_told_with_them(void **state)
{
    static const char *const parts[] = {"encounter ledge system=trilemma",
                                        "add Anka side=party strength=14 armour=3 hp=9",
                                        "condition Anka blind", NULL};
    struct play *play = play_new(parts);
    *state = play;
    asks(play, "why Anka ac", "Anka: ac is 18 = 23");
    asks(play, "why Anka ac", "#1 r0  - → 23 (armour 3): Anka joins");
    asks(play, "why Anka ac", "#2 r0  23 (armour 3) → 18 = 23");
}

static void test_why__what_was_taken_back_made_nothing(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    play_do(play, "damage Anka 1");
    play_do(play, "undo");
    asks(play, "why Anka", "hp is 4\n");
    assert_null(strstr(play->result.text, "4 → 3"));
}

static void test_why__a_morale_group_is_asked_for_its_check(void **state)
{
    struct play *play = play_new((const char *const[]){NULL});
    *state = play;
    struct why why;
    struct error err;
    play_script(play, "data/demo/spire.referee");
    assert_int_equal(sitting_why(play->sitting, str_of("shrikes"), str_of(""), &why, &err),
                     STATUS_OK);
    assert_string_equal(why.combatant, "shrikes");
    assert_string_equal(why.field, "group-due");
    assert_int_equal(why.links, 1);
    assert_non_null(strstr(why.link[0].text, "morale check due: shrikes"));
    assert_string_equal(why.link[0].rules, "5.13");
    assert_string_equal(why.link[0].to.text, why.value.text);
    why_free(&why);
}

static void test_why__an_unknown_value_is_reported_with_the_nearest(void **state)
{
    static const struct {
        const char *line, *wanted;
    } cases[] = {
        {"why Anka strenght", "did you mean strength?"},
        {"why Anka hpp", "did you mean hp?"},
        {"why Ankka", "Anka"},
    };
    struct play *play = play_new(fight);
    *state = play;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sitting_run(play->sitting, cases[i].line, false, &play->result);
        assert_int_equal(play->result.kind, RESULT_WRONG);
        if (strstr(play->result.error.text, cases[i].wanted) == NULL) {
            fail_msg("%s: %s", cases[i].line, play->result.error.text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(
            test_why__the_chain_is_what_was_seen_for_every_value_of_every_combatant, play_end),
        cmocka_unit_test_teardown(
            test_why__replaying_only_the_chain_gives_every_value_at_every_act, play_end),
        cmocka_unit_test_teardown(test_why__the_command_tells_the_acts, play_end),
        cmocka_unit_test_teardown(test_why__a_value_of_parts_is_told_with_them, play_end),
        cmocka_unit_test_teardown(test_why__what_was_taken_back_made_nothing, play_end),
        cmocka_unit_test_teardown(test_why__a_morale_group_is_asked_for_its_check, play_end),
        cmocka_unit_test_teardown(test_why__an_unknown_value_is_reported_with_the_nearest,
                                  play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
