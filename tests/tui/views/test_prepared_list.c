/* The prepared encounters drawn from data alone: what is known of the selected one, and a text
 * that another program changed meanwhile, beside the user's own. */
#include <stdlib.h>
#include <string.h>

#include "support/golden.h"
#include "support/unit.h"
#include "tui/lists/prepared.h"

static void check_screens(const char *name, struct prepared_list *list)
{
    static struct frame frame;
    static const struct {
        int rows, columns;
        enum glyph_set glyphs;
        const char *name;
    } kinds[] = {{24, 80, GLYPHS_UNICODE, "80x24"},
                 {40, 120, GLYPHS_UNICODE, "120x40"},
                 {12, 40, GLYPHS_ASCII, "40x12_ascii"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char file[64];
        text_format(file, sizeof file, "%s_%s", name, kinds[i].name);
        frame_init(&frame, kinds[i].rows, kinds[i].columns, kinds[i].glyphs);
        struct view_place place = {.canvas = canvas_of(&frame)};
        view_of_prepared.draw(&place, list);
        golden_assert_frame(file, &frame);
    }
}

static struct prepared_list *made_list(void)
{
    struct prepared_list *list = calloc(1, sizeof *list);
    assert_non_null(list);
    list->list.count = 2;
    list->item[0] = (struct sitting_prepared){.id = 1, .name = "Toll bridge"};
    list->item[1] = (struct sitting_prepared){.id = 2, .name = "山の門を守る者たち"};
    list->facts = (struct prepared_facts){
        .is_known = true,
        .combatants = 3,
        .missing = 2,
        .what = "Big Osric has no wits; Big Osric has no armour class",
        .who = "Big Osric, 2 × bridge hound",
        .counters = "howl 0/2",
        .place = "a plank bridge over the Sill, two abreast",
        .wants = "a silver penny for each head, and no questions",
        .read =
            "Rain on planks. Somebody has hung a bell across the bridge, and behind it "
            "stands a man who weighs more than his cart. \"A penny a head,\" he calls. Under "
            "the bridge, something laughs.",
        .notes = "He lets them pass for six pennies, or for news of the war. When the keeper "
                 "falls the hounds run home, and the goblins haggle."};
    return list;
}

static void test_prepared_list__the_selected_one_is_shown_below(void **state)
{
    (void)state;
    struct prepared_list *list = made_list();
    check_screens("prepared_details", list);
    free(list);
}

static void
test_prepared_list__a_text_that_was_changed_meanwhile_stands_beside_ones_own(void **state)
{
    (void)state;
    struct prepared_list *list = made_list();
    list->below = PREPARED_SAYS_CONFLICT;
    list->draft_of = 1;
    text_format(list->base, sizeof list->base, "%s",
                "game: trilemma\nplace: a ford\nfoes:\n  - kind: bridge-hound\n    count: 3\n");
    text_format(list->draft, sizeof list->draft, "%s",
                "game: trilemma\nplace: a plank bridge, two abreast, and very high above the "
                "river\nfoes:\n  - kind: bridge-hound\n    count: 2\n  - name: Osric\n");
    check_screens("prepared_conflict", list);
    free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prepared_list__the_selected_one_is_shown_below),
        cmocka_unit_test(
            test_prepared_list__a_text_that_was_changed_meanwhile_stands_beside_ones_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
