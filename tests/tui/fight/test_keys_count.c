/* The number of keys for common acts: each is played, its result is checked, and the counts are
 * compared with the table in tests/README.md, which `make accept` writes again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

enum { LINES_MAX = 8, KEYS_MOST = 3, README_SIZE = 64 * 1024 };

static const char readme_path[] = "tests/README.md";
static const char table_head[] = "| act | keys | typed | pressed |\n|---|---|---|---|\n";

/* One act. `lines` are run, and the keys of `before` pressed, before counting begins. The
 * expected result: `label` is the beginning of the act that undo would take back, `shows` is on
 * the screen. */
struct common_act {
    const char *name;
    const char *keys;
    const char *label, *shows;
    const char *before;
    const char *lines[LINES_MAX];
};

static const char *const muster[] = {"encounter \"Nest ledge\"",
                                     "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                     "add Ulf side=party strength=10 wits=8 ac=21 hp=7",
                                     "add 4 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                     "add Scout strength=9 wits=3 hp=5 ac=19",
                                     NULL};

#define START "initiative 15 12 5 2"

static const struct common_act acts[] = {
    {.name = "roll initiative for everybody here", .keys = "i Enter", .label = "initiative"},
    {.name = "end the turn", .keys = "n", .label = "Ulf's turn", .lines = {START}},
    {.name = "start the next round",
     .keys = "n p",
     .shows = "round 2 begins, demanded by the party",
     .lines = {START, "next", "next", "next", "next", "next", "next", "next"}},
    {.name = "target the next foe",
     .keys = "Tab",
     .shows = "attack: Anka → Pelican 1",
     .lines = {START}},
    {.name = "target the selected combatant",
     .keys = "Space",
     .shows = "attack: Anka → Pelican 2",
     .before = "Down Down Down",
     .lines = {START}},
    {.name = "attack, dice rolled here",
     .keys = "a Enter",
     .label = "Anka ",
     .before = "Tab",
     .lines = {START}},
    {.name = "attack, dice as they fell",
     .keys = "a \"text:14 4\" Enter",
     .label = "Anka hits Pelican 1",
     .before = "Tab",
     .lines = {START}},
    {.name = "attack, each die when it falls",
     .keys = "a text:14 Enter 4 Enter",
     .label = "Anka hits Pelican 1",
     .before = "Tab",
     .lines = {START}},
    {.name = "attack an opponent in melee, without a target",
     .keys = "a Enter Enter",
     .label = "Anka ",
     .before = "",
     .lines = {START, "engage Anka p3"}},
    {.name = "attack a foe by its letter, without a target",
     .keys = "a e Enter",
     .label = "Anka ",
     .lines = {START}},
    {.name = "attack a foe by its number, without a target",
     .keys = "a text:#5 Enter text:3 Enter",
     .label = "Anka misses Pelican 3",
     .lines = {START}},
    {.name = "do what was refused anyway",
     .keys = "! \"text:14 4\" Enter",
     .label = "Anka hits Pelican 1",
     .before = "Tab a",
     .lines = {START, "attack p2 3"}},
    {.name = "damage of 7",
     .keys = "d 7 Enter",
     .label = "Pelican 1 takes 7 damage",
     .before = "Tab",
     .lines = {START}},
    {.name = "damage of 7, the count before the key",
     .keys = "7 d",
     .label = "Pelican 1 takes 7 damage",
     .before = "Tab",
     .lines = {START}},
    {.name = "the same to the next foe",
     .keys = "Tab .",
     .label = "Pelican 2 takes 7 damage",
     .before = "Tab 7 d",
     .lines = {START}},
    {.name = "damage of 12 to four that are chosen, one half, one none",
     .keys = "d text:12DEE Enter",
     .label = "Pelican 1 and 3 more take up to 12",
     .before = "Down Down 4 *",
     .lines = {START}},
    {.name = "choose four in a row",
     .keys = "4 *",
     .shows = "4 chosen",
     .before = "Down Down",
     .lines = {START}},
    {.name = "damage of 2 to all pelicans",
     .keys = "d / \"text:pel* 2\" Enter",
     .label = "Pelican 1 and 3 more take 2",
     .lines = {START}},
    {.name = "damage of 2d6, rolled here",
     .keys = "d text:2d6 Enter Enter",
     .label = "Pelican 1 takes ",
     .before = "Tab",
     .lines = {START}},
    {.name = "heal 3",
     .keys = "h 3 Enter",
     .label = "Ulf: healed 3",
     .before = "Tab Down",
     .lines = {START, "damage Ulf 5"}},
    {.name = "heal 3, the count before the key",
     .keys = "3 h",
     .label = "Ulf: healed 3",
     .before = "Tab Down",
     .lines = {START, "damage Ulf 5"}},
    {.name = "damage of 7, without a target",
     .keys = "7 d c",
     .label = "Pelican 1 takes 7 damage",
     .lines = {START}},
    {.name = "set hit points to 12",
     .keys = "e text:=12 Enter",
     .shows = "12/16",
     .before = "Down Down",
     .lines = {START}},
    {.name = "give 5 temporary hit points",
     .keys = "e text:t5 Enter",
     .label = "Pelican 1",
     .before = "Down Down",
     .lines = {START}},
    {.name = "a reaction of the target",
     .keys = "r s",
     .label = "Pelican 1: shield, -2",
     .before = "Tab",
     .lines = {START}},
    {.name = "a reaction at a price of 4",
     .keys = "4 r",
     .label = "Pelican 1: a reaction, -4",
     .before = "Tab",
     .lines = {START}},
    {.name = "superior initiative",
     .keys = "s",
     .label = "Anka acts again at ",
     .before = "Tab a Enter",
     .lines = {START}},
    {.name = "shoot, dice rolled here",
     .keys = "t Enter",
     .label = "Anka ",
     .before = "Tab",
     .lines = {START}},
    {.name = "active defence, dice rolled here",
     .keys = "g Enter",
     .label = "Anka defends",
     .lines = {START}},
    {.name = "a usual condition",
     .keys = "c p",
     .label = "Pelican 1: prone",
     .before = "Down Down",
     .lines = {START}},
    {.name = "a condition for three rounds",
     .keys = "3 c p",
     .label = "Pelican 1: prone",
     .shows = "prone 3",
     .before = "Down Down Space",
     .lines = {START}},
    {.name = "the same condition for another one too",
     .keys = "c , \"text:p2 prone\" Enter",
     .label = "Pelican 1 and Pelican 2: prone",
     .before = "Down Down",
     .lines = {START}},
    {.name = "settle a pending injury save",
     .keys = "m w",
     .label = "Pelican 1: injury",
     .lines = {START, "damage p1 20"}},
    {.name = "settle four injury saves alike",
     .keys = "& * o",
     .label = "Pelican 1 and 3 more: injury out",
     .lines = {START, "damage pel* 20"}},
    {.name = "settle an injury save in words of one's own",
     .keys = "m / \"text:torn ear\" Enter",
     .label = "Pelican 1: injury torn ear",
     .lines = {START, "damage p1 20"}},
    {.name = "settle another check than the first",
     .keys = "& 2 w",
     .label = "Pelican 2: injury wounded",
     .lines = {START, "damage p1,p2 20"}},
    {.name = "use a bought act",
     .keys = "m Enter Enter",
     .label = "Pelican 1 ",
     .lines = {START, "engage Anka p1", "react p1 opportunity"}},
    {.name = "settle a pending morale check",
     .keys = "m \"text:2 3\" Enter",
     .label = "pelicans hold",
     .lines = {START, "out p1 dead", "out p2 dead"}},
    {.name = "check morale, pending or not",
     .keys = "M \"text:2 3\" Enter",
     .label = "pelicans hold",
     .before = "Tab",
     .lines = {START}},
    {.name = "a combatant flees",
     .keys = "x f",
     .label = "Pelican 1: fled",
     .before = "Down Down",
     .lines = {START}},
    {.name = "it comes back",
     .keys = "b",
     .label = "Scout back",
     .before = "End",
     .lines = {START, "out Scout fled"}},
    {.name = "add two rats",
     .keys = "+ \"text:2 rat hp=3\" Enter",
     .label = "2 × rat",
     .lines = {START}},
    {.name = "add six goblins of the library, their dice rolled here",
     .keys = "+ \"text:6 gully goblin\" Enter Enter",
     .label = "6 × gully goblin join",
     .lines = {START}},
    {.name = "add six goblins by a beginning that only one kind has",
     .keys = "+ \"text:6 gul\" Enter Enter",
     .label = "6 × gully goblin join",
     .lines = {START}},
    {.name = "save the selected combatant as a kind",
     .keys = ", K",
     .shows = "is saved from",
     .lines = {START}},
    {.name = "rename the selected combatant",
     .keys = "F2 text:Greybeak Enter",
     .label = "Pelican 1 renamed Greybeak",
     .before = "Down Down",
     .lines = {START}},
    {.name = "delete one that was added by mistake",
     .keys = "Delete",
     .label = "Crow removed",
     .before = "End",
     .lines = {START, "add crow hp=2"}},
    {.name = "amend a die of the last act",
     .keys = "A Backspace text:6 Enter",
     .label = "amended: Anka hits Pelican 1",
     .lines = {START, "attack p1 14 4"}},
    {.name = "start a counter",
     .keys = "# \"text:torch 6\" Enter",
     .label = "counter torch",
     .lines = {START}},
    {.name = "one step of a counter by hand",
     .keys = "-",
     .label = "tick ritual",
     .lines = {START, "counter ritual 0/4"}},
    {.name = "run the line of a counter that has ended",
     .keys = "m",
     .label = "2 × rat join",
     .lines = {START, "counter help 1 then=\"add 2 rat hp=3\"", "tick help"}},
    {.name = "undo", .keys = "u", .label = "initiative", .lines = {START, "damage p1 1"}},
    {.name = "redo",
     .keys = "C-r",
     .label = "Pelican 1 takes 1",
     .before = "u",
     .lines = {START, "damage p1 1"}},
    {.name = "go back to a branch that was left",
     .keys = "U Down g",
     .label = "Pelican 1 takes 1",
     .before = "u d 2 Enter",
     .lines = {START, "damage p1 1"}},
    {.name = "look at the table before the last act",
     .keys = "<",
     .shows = "LOOKING BACK",
     .lines = {START, "damage p1 1"}},
    {.name = "the same while something is asked",
     .keys = "F4",
     .shows = "LOOKING BACK",
     .before = "d",
     .lines = {START, "damage p1 1"}},
    {.name = "look at the table five acts ago",
     .keys = "5 <",
     .shows = "act 1 of 6",
     .lines = {START, "damage p1 1"}},
    {.name = "see whose turn it is",
     .keys = "'",
     .shows = "AC 24",
     .before = "End",
     .lines = {START}},
    {.name = "five lines down", .keys = "5 Down", .shows = "│ Pelican 4", .lines = {START}},
    {.name = "show the combatants of a group",
     .keys = "Right",
     .shows = "  Rat 37 ",
     .before = "End",
     .lines = {START, "add 40 rat hp=3"}},
    {.name = "select the last combatant", .keys = "End", .shows = "AC 19", .lines = {START}},
    {.name = "read older lines of the log",
     .keys = "PageUp",
     .shows = "newer lines below",
     .lines = {START, "next", "next", "next"}},
    {.name = "a note by the list of commands",
     .keys = ": \"text:note wind\" Enter",
     .label = "note",
     .lines = {START}},
    {.name = "the party goes on to the foes of an encounter that was prepared",
     .keys = "T Up I",
     .label = "the party comes along",
     .lines = {"encounter Cellar system=trilemma", "add chief hp=14", "open \"Nest ledge\"",
               START}},
    {.name = "archive an encounter",
     .keys = "T Up a",
     .shows = "Cellar is archived",
     .lines = {"encounter Cellar system=trilemma", "open \"Nest ledge\"", START}},
    {.name = "take that back, in the list",
     .keys = "u",
     .shows = "undone: Cellar is archived",
     .before = "T Up a",
     .lines = {"encounter Cellar system=trilemma", "open \"Nest ledge\"", START}},
    {.name = "rename an encounter",
     .keys = "T r text:Den Enter",
     .shows = "Den",
     .lines = {START}},
    {.name = "what every key does", .keys = "?", .shows = "At the table", .lines = {START}},
};

enum { ACTS = sizeof acts / sizeof acts[0] };

/* ---- counting -------------------------------------------------------------------------- */

struct count {
    int keys, typed;
};

/* Characters of text: words are typed, and so is a single digit; the rest are keys. */
static struct count count_keys(const char *keys)
{
    struct count count = {0};
    struct str rest = str_of(keys);
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        bool is_text = word.n > 5 && memcmp(word.p, "text:", 5) == 0;
        bool is_digit = word.n == 1 && char_is_digit(word.p[0]);
        int presses = is_text ? word.n - 5 : 1;
        count.keys += presses;
        count.typed += is_text || is_digit ? presses : 0;
    }
    return count;
}

/* In the form of the table, without the script's own words. */
static void add_pressed(struct text *out, const char *keys)
{
    struct str rest = str_of(keys);
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        bool is_text = word.n > 5 && memcmp(word.p, "text:", 5) == 0;
        struct str shown = is_text ? (struct str){word.p + 5, word.n - 5} : word;
        text_add(out, "%s`%.*s`", out->n > 0 && out->p[out->n - 1] == '`' ? " " : "", shown.n,
                 shown.p);
    }
}

/* ---- playing --------------------------------------------------------------------------- */

/* Checks the result, or reports what is wrong. */
static bool play_act(const struct common_act *act)
{
    struct play *play = play_new(muster);
    char keys[400];
    for (int i = 0; i < LINES_MAX && act->lines[i] != NULL; i++) {
        play_do(play, act->lines[i]);
    }
    /* A text that would be there anyway proves nothing. */
    const char *anyway = sitting_undo_label(play->sitting);
    if (act->before == NULL && act->label != NULL) {
        assert_true(strncmp(anyway, act->label, strlen(act->label)) != 0);
    }
    snprintf(keys, sizeof keys, "%s %s", act->before != NULL ? act->before : "", act->keys);
    play_keys(play, keys);
    const char *label = sitting_undo_label(play->sitting);
    bool is_done = act->label == NULL || strncmp(label, act->label, strlen(act->label)) == 0;
    bool is_right = is_done && (act->shows == NULL || play_row_of(play, act->shows) >= 0);
    if (!is_right) {
        print_error("%s (%s): undo would take back: %s\n", act->name, act->keys, label);
    }
    play_free(play);
    return is_right;
}

static void test_keys__common_acts_do_what_they_should(void **state)
{
    (void)state;
    int right = 0;
    assert_true(ACTS >= 30);
    for (int i = 0; i < ACTS; i++) {
        assert_true(acts[i].label != NULL || acts[i].shows != NULL);
        right += play_act(&acts[i]);
    }
    assert_int_equal(right, ACTS);
}

static void test_keys__no_common_act_takes_more_than_three_besides_what_is_typed(void **state)
{
    (void)state;
    for (int i = 0; i < ACTS; i++) {
        struct count count = count_keys(acts[i].keys);
        if (count.keys - count.typed > KEYS_MOST) {
            fail_msg("%s takes %d keys", acts[i].name, count.keys - count.typed);
        }
    }
}

/* ---- the table in the README ----------------------------------------------------------- */

static void write_table(struct text *out)
{
    text_add(out, "%s", table_head);
    for (int i = 0; i < ACTS; i++) {
        struct count count = count_keys(acts[i].keys);
        text_add(out, "| %s | %d | %d | ", acts[i].name, count.keys, count.typed);
        add_pressed(out, acts[i].keys);
        text_add(out, " |\n");
    }
    assert_false(out->is_cut);
}

static void test_keys__the_table_in_the_readme_is_what_was_counted(void **state)
{
    (void)state;
    static char readme[README_SIZE];
    static char table[README_SIZE];
    struct text text = text_over(table, sizeof table);
    write_table(&text);
    FILE *file = fopen(readme_path, "rb");
    assert_non_null(file);
    size_t n = fread(readme, 1, sizeof readme - 1, file);
    fclose(file);
    readme[n] = '\0';
    const char *accept = getenv("ACCEPT");
    if (accept == NULL || strcmp(accept, "1") != 0) {
        if (strstr(readme, table) == NULL) {
            fail_msg("%s does not hold the table; `make accept` writes it:\n%s", readme_path,
                     table);
        }
        return;
    }
    /* The table ends at the first line that does not belong to it; a missing table is added. */
    char *begin = strstr(readme, table_head);
    const char *end = begin != NULL ? begin : readme + n;
    while (*end == '|') {
        end = strchr(end, '\n') + 1;
    }
    file = fopen(readme_path, "wb");
    assert_non_null(file);
    fwrite(readme, 1, (size_t)((begin != NULL ? begin : readme + n) - readme), file);
    fputs(table, file);
    fputs(end, file);
    assert_int_equal(fclose(file), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys__common_acts_do_what_they_should),
        cmocka_unit_test(test_keys__no_common_act_takes_more_than_three_besides_what_is_typed),
        cmocka_unit_test(test_keys__the_table_in_the_readme_is_what_was_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
