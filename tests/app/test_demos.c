/* The demos that ship: each is opened into a campaign of its own, goes on where it was left,
 * and never touches the user's own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/file/campaigns.h"
#include "app/sitting/sitting.h"
#include "app/encounters/plan.h"
#include "app/prepared/prepared.h"
#include "app/sitting/state.h"
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"

static int setup(void **state)
{
    static const char *const lines[] = {"encounter Mill system=trilemma",
                                        "add Bo side=party wits=10 hp=9", NULL};
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

static enum result_kind run(struct play *play, const char *line)
{
    sitting_run(play->sitting, line, false, &play->result);
    return play->result.kind;
}

static void done(struct play *play, const char *line)
{
    enum result_kind kind = run(play, line);
    if (kind != RESULT_DONE && kind != RESULT_TOLD) {
        print_error("%s: %s%s\n", line, play->result.error.text, play->result.refusal.reason);
    }
    assert_true(kind == RESULT_DONE || kind == RESULT_TOLD);
}

static void says(struct play *play, const char *line, const char *part)
{
    done(play, line);
    if (strstr(play->result.text, part) == NULL) {
        print_error("missing: %s\nin: %s\n", part, play->result.text);
    }
    assert_non_null(strstr(play->result.text, part));
}

static void test_demos__each_opens_into_a_campaign_of_its_own(void **state)
{
    struct play *play = *state;
    struct demo demos[DEMOS_MAX];
    char own[4096];
    TEXT_BUFFER(back, 4200);
    int count = demos_list(demos, DEMOS_MAX);
    assert_int_equal(count, 6);
    text_format(own, sizeof own, "%s", sitting_path(play->sitting));
    for (int i = 0; i < count; i++) {
        TEXT_BUFFER(line, 100);
        assert_true(demos[i].name[0] != '\0' && demos[i].about.n > 0);
        text_add(&line, "demo %s", demos[i].name);
        says(play, line.p, "in a campaign of its own");
        assert_string_not_equal(sitting_path(play->sitting), own);
        says(play, line.p, "is open already");
    }
    text_add(&back, "campaign %s", own);
    done(play, back.p);
    says(play, "encounters", "Mill (Trilemma");
    assert_null(strstr(play->result.text, "Broken Lantern"));
    says(play, "prepared", "no encounter is prepared");
}

/* The kinds of a campaign are known in it alone. */
static void test_demos__kinds_belong_to_their_campaign(void **state)
{
    struct play *play = *state;
    TEXT_BUFFER(back, 4200);
    text_add(&back, "campaign %s", sitting_path(play->sitting));
    done(play, "demo The salt road");
    done(play, "start Bell tower");
    done(play, "add bell-wight");
    done(play, back.p);
    assert_int_equal(run(play, "kind bell wight"), RESULT_WRONG);
    done(play, "demo The salt road");
    says(play, "kind bell wight", "bell-wight (creature, campaign)");
}

static void test_demos__one_goes_on_where_it_was_left_or_begins_again(void **state)
{
    struct play *play = *state;
    done(play, "demo The Broken Lantern");
    assert_string_equal(sitting_encounter_name(play->sitting), "The Broken Lantern");
    done(play, "note the lamp is lit");
    done(play, "demo The Mill Pond");
    says(play, "demo spire", "is open where it was left");
    says(play, "log", "the lamp is lit");
    done(play, "demo spire again");
    done(play, "log");
    assert_null(strstr(play->result.text, "the lamp is lit"));
    assert_non_null(strstr(sitting_path(play->sitting), "spire-2.db"));
    /* The last one that was begun is the one to go on with. */
    done(play, "demo mill_pond");
    done(play, "demo spire");
    says(play, "demo lantern", "is open already"); /* a word of its name is enough */
    assert_non_null(strstr(sitting_path(play->sitting), "spire-2.db"));
}

static void test_demos__nothing_half_made_is_left(void **state)
{
    struct play *play = *state;
    home_write("referee", "a file where the folder should be");
    assert_int_equal(run(play, "demo spire"), RESULT_FAILED);
    assert_string_equal(sitting_encounter_name(play->sitting), "Mill");
    assert_int_equal(run(play, "demo the brokn lantern"), RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "did you mean The Broken Lantern"));
}

static void test_demos__the_evening_is_ready_to_play(void **state)
{
    struct play *play = *state;
    done(play, "demo salt-road");
    says(play, "party", "Odo Quill");
    says(play, "prepared", "Toll bridge (Trilemma)\nBell tower (Trilemma)\nSalt cellar");
    says(play, "missing Toll bridge", "nothing is missing");
    says(play, "missing Bell tower", "nothing is missing");
    says(play, "missing Salt cellar", "nothing is missing");
    says(play, "plan",
         "1. Toll bridge (Trilemma, ready): they may pay; begin here\n"
         "2. Bell tower (Trilemma, ready): only if they climb\n"
         "3. Salt cellar (Trilemma, ready): before midnight\n0 of 3 played");
    done(play, "start Toll bridge");
    assert_string_equal(sitting_encounter_name(play->sitting), "Toll bridge");
    says(play, "plan", "1. Toll bridge (Trilemma, on the table): they may pay");
    done(play, "initiative");
    done(play, "out Big,Bridge* fled");
    /* More foes are due to come: nothing is won yet, and the next one may begin. */
    done(play, "start Bell tower");
    says(play, "plan", "1. Toll bridge (Trilemma, round 1): they may pay");
    says(play, "plan", "0 of 3 played");
    /* The first one is played to its end, and the plan says so. */
    done(play, "open Toll bridge");
    for (int i = 0; i < 40 && strstr(play->result.text, "arrive is due") == NULL; i++) {
        done(play, "next");
        done(play, "status");
    }
    done(play, "counter-run gully");
    done(play, "out Gully* fled");
    done(play, "open Bell tower");
    says(play, "plan", "1. Toll bridge (Trilemma, won, round 3): they may pay");
    says(play, "plan", "1 of 3 played");
}

static const char *bytes_of(const char *name)
{
    static char bytes[20000];
    FILE *file = fopen(home_path(name), "r");
    assert_non_null(file);
    size_t n = fread(bytes, 1, sizeof bytes - 1, file);
    bytes[n] = '\0';
    fclose(file);
    return bytes;
}

static void test_demos__the_evening_is_printed_on_a_page(void **state)
{
    struct play *play = *state;
    TEXT_BUFFER(line, 400);
    done(play, "demo The salt road");
    text_add(&line, "plan-print \"%s\"", home_path("evening.md"));
    says(play, line.p, "the evening is written to");
    const char *page = bytes_of("evening.md");
    assert_non_null(strstr(page, "# The evening\n\n0 of 3 played\n"));
    assert_non_null(strstr(page, "## 2. Bell tower\n"));
    assert_non_null(strstr(page, "- 2 x **moor-wolf**; arrives counter howl"));
    assert_non_null(strstr(page, "**Counters:** howl 0/2"));
    assert_non_null(strstr(page, "> Under the bridge, something laughs."));
    assert_non_null(strstr(page, "# The party, Trilemma"));
    /* A file is replaced only when that is said. */
    assert_int_equal(run(play, line.p), RESULT_REFUSED);
    text_add(&line, " replace");
    says(play, line.p, "is written to");
    text_init(&line, line.p, line.size);
    text_add(&line, "prepared-print Toll \"%s\"", home_path("bridge.txt"));
    says(play, line.p, "Toll bridge is written to");
    page = bytes_of("bridge.txt");
    assert_non_null(strstr(page, "Toll bridge\n===========\n\nGame: Trilemma\n"));
    assert_non_null(
        strstr(page, "  Big Osric (toll-keeper); HP 14\n      HP 2d8, strength 13"));
    assert_non_null(strstr(page, "\nRead aloud\n    Rain on planks. Somebody has hung"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_demos__##name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_opens_into_a_campaign_of_its_own),
        TEST(kinds_belong_to_their_campaign),
        TEST(one_goes_on_where_it_was_left_or_begins_again),
        TEST(nothing_half_made_is_left),
        TEST(the_evening_is_ready_to_play),
        TEST(the_evening_is_printed_on_a_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
