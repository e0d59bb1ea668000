/* Records of each kind of file in the variety of their shapes, made up: each comes in under its
 * name with its morale, and every word of it is told, in a field or in the note. */
#include <jansson.h>
#include <stdlib.h>

#include "content/import/json_records.h"
#include "content/import/notes.h"
#include "content/import/stat_lines.h"
#include "support/draws.h"
#include "support/import_text.h"
#include "support/unit.h"

enum { RECORDS = 100, WORDS_MAX = 12, WORD_SIZE = 80, FILE_SIZE = 256 << 10 };

/* What a record says, and what must be told of it. */
struct made {
    char name[40];
    int morale; /* 0: it says none */
    int other;  /* another score with the label "with chief"; 0: none */
    char word[WORDS_MAX][WORD_SIZE];
    int words;
};

static struct made made[RECORDS];

static const char *pick(struct draws *draws, const char *const *words, int count)
{
    return words[draws_between(draws, 0, count - 1)];
}
#define PICK(draws, words) pick(draws, words, (int)(sizeof(words) / sizeof(words)[0]))

/* A pattern with words for its '#', one after the other. */
static void add_filled(struct text *out, const char *pattern, const char *first,
                       const char *second)
{
    for (const char *c = pattern; *c != '\0'; c++) {
        if (*c == '#') {
            text_add(out, "%s", first);
            first = second;
        } else {
            text_add_char(out, *c);
        }
    }
}

static const char *number(int value)
{
    static char words[2][12];
    static int at;
    at = !at;
    text_format(words[at], sizeof words[at], "%d", value);
    return words[at];
}

/* A word that must be told, kept with the record. */
static const char *says(struct made *one, const char *format, ...) LIKE_PRINTF(2, 3);
static const char *says(struct made *one, const char *format, ...)
{
    assert_true(one->words < WORDS_MAX);
    struct text text = text_over(one->word[one->words], WORD_SIZE);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    return one->word[one->words++];
}

static struct made *begin(struct draws *draws, int i)
{
    static const char *const first[] = {"Fen", "Bog", "Mire", "Reed", "Ash", "Salt"};
    static const char *const last[] = {"Imp", "Newt", "Hound", "Crab", "Warden", "Moth"};
    struct made *one = &made[i];
    *one = (struct made){.morale = draws_between(draws, 2, 12)};
    text_format(one->name, sizeof one->name, "%s %s %c%c", PICK(draws, first),
                PICK(draws, last), 'A' + i / 26, 'a' + i % 26);
    one->other = draws_between(draws, 0, 3) == 0 ? draws_between(draws, 2, 12) : 0;
    return one;
}

/* "9", "9 (7 with chief)". */
static const char *morale_of(struct made *one)
{
    static char words[40];
    struct text text = text_over(words, sizeof words);
    text_add(&text, "%d", one->morale);
    if (one->other > 0) {
        text_add(&text, " (%d with chief)", one->other);
    }
    return words;
}

static const char *armor_of(struct draws *draws, struct made *one)
{
    static const char *const shapes[] = {"# [#]", "#[#]", "# (#)"};
    TEXT_BUFFER(words, 40);
    int up = draws_between(draws, 10, 18);
    add_filled(&words, PICK(draws, shapes), number(19 - up), number(up));
    return says(one, "%s", words.p);
}

static const char *dice_of(struct draws *draws, struct made *one)
{
    static const char *const shapes[] = {"#", "#*", "#**", "#+1", "#-1", "#+2*"};
    TEXT_BUFFER(words, 40);
    add_filled(&words, PICK(draws, shapes), number(draws_between(draws, 1, 9)), "");
    return says(one, "%s", words.p);
}

static const char *const attacks[] = {"1 x hook (1d8)", "2 claws (1d4) / 1 bite (1d6)",
                                      "1 weapon (1d6 or by weapon)", "1 x sting +2 (1d3+1)"};
static const char *const moves[] = {"90' (30')", "120'", "60' fly 180' (60')"};
static const char *const saves[] = {"D12 W13 P14 B15 S16 (F3)", "F2",
                                    "D13 W14 P13 B16 S15 (NH)"};
static const char *const treasures[] = {"B", "C in lair", "R each", "None"};

/* ---- the files ----------------------------------------------------------------------------
 */

static void add_line(struct draws *draws, struct made *one, struct text *out)
{
    static const char *const parts[] = {", ", "; ", ", "};
    static const char *const names[] = {"#: ", "**#** ", "**#**\n", "#\n", "**#:** "};
    const char *part = PICK(draws, parts);
    add_filled(out, PICK(draws, names), one->name, "");
    text_add(out, "AC %s%s", armor_of(draws, one), part);
    text_add(out, "HD %s%s", dice_of(draws, one), part);
    text_add(out, "hp %s%s", says(one, "%d", draws_between(draws, 1, 60)), part);
    if (draws_between(draws, 0, 1) == 0) { /* in any order */
        text_add(out, "ML %s%s", morale_of(one), part);
        text_add(out, "Att %s%s", says(one, "%s", PICK(draws, attacks)), part);
    } else {
        text_add(out, "Att %s%s", says(one, "%s", PICK(draws, attacks)), part);
        text_add(out, "Morale %s%s", morale_of(one), part);
    }
    text_add(out, "MV %s%s", says(one, "%s", PICK(draws, moves)), part);
    text_add(out, "SV %s%s", says(one, "%s", PICK(draws, saves)), part);
    text_add(out, "XP %s%s", says(one, "1,%03d", draws_between(draws, 0, 999)), part);
    text_add(out, "TT %s%s", says(one, "%s", PICK(draws, treasures)), part);
    text_add(out, "%s\n\n", says(one, "fears %d bells", draws_between(draws, 2, 99)));
}

static void add_block(struct draws *draws, struct made *one, struct text *out)
{
    static const char *const moral[] = {"moral", "morale", "ml", "Morale"};
    text_add(out, "```statblock\nname: %s\nlayout: Old\nac: \"%s\"\n", one->name,
             armor_of(draws, one));
    text_add(out, "hit_dice: \"%s\"\n%s: \"%s\"\n", dice_of(draws, one), PICK(draws, moral),
             morale_of(one));
    text_add(out, "hp: %s\n", says(one, "%d", draws_between(draws, 1, 60)));
    text_add(out, "attack: \"%s\"\n", says(one, "%s", PICK(draws, attacks)));
    text_add(out, "speed: \"%s\"\n", says(one, "%s", PICK(draws, moves)));
    text_add(out, "loot: \"%s\"\n", says(one, "%s", PICK(draws, treasures)));
    if (draws_between(draws, 0, 3) == 0) { /* what is almost right */
        text_add(out, "alignment: , chaotic\nimage: ![[bog.png]]\n");
    }
    text_add(out, "traits:\n  - name: Sly\n    desc: \"%s\"\n```\n%s\n\n",
             says(one, "It counts %d bells.", draws_between(draws, 2, 99)),
             says(one, "It was seen %d times.", draws_between(draws, 2, 99)));
}

/* Keys of Basic Fantasy, older or newer. */
static void add_basic(struct draws *draws, struct made *one, json_t *list, bool is_newer)
{
    json_t *row = json_object();
    const char *attack = says(one, "%s", PICK(draws, attacks));
    json_object_set_new(row, is_newer ? "Name" : "name", json_string(one->name));
    json_object_set_new(row, is_newer ? "Armor Class" : "armorclass",
                        json_string(says(one, "%d (m)", draws_between(draws, 11, 19))));
    json_object_set_new(row, is_newer ? "Hit Dice" : "hitdice",
                        json_string(dice_of(draws, one)));
    json_object_set_new(row, is_newer ? "Morale" : "morale", json_string(morale_of(one)));
    json_object_set_new(row, is_newer ? "No. of Attacks" : "noattacks", json_string(attack));
    json_object_set_new(row, is_newer ? "Movement" : "movement",
                        json_string(says(one, "%s", PICK(draws, moves))));
    json_object_set_new(row, is_newer ? "XP" : "xp",
                        json_string(says(one, "%d (variable)", draws_between(draws, 5, 900))));
    json_object_set_new(
        row, "description",
        json_pack("[s]", says(one, "It counts %d bells.", draws_between(draws, 2, 99))));
    json_array_append_new(list, row);
}

static void add_actor(struct draws *draws, struct made *one, json_t *list)
{
    int up = draws_between(draws, 10, 18);
    json_t *actor = json_pack(
        "{s:s, s:s, s:{s:{s:s, s:i}, s:{s:i}, s:{s:s, s:{s:s}, s:s}, s:{s:s}}, s:[{s:s, s:s, "
        "s:{s:s, s:s}}]}",
        "name", one->name, "type", "monster", "system", "hp", "hd", dice_of(draws, one), "max",
        draws_between(draws, 1, 40), "aac", "value", up, "details", "morale", morale_of(one),
        "appearing", "w", says(one, "%dd10", draws_between(draws, 2, 9)), "biography",
        says(one, "It counts %d bells.", draws_between(draws, 2, 99)), "odd", "field",
        says(one, "odd %d", draws_between(draws, 2, 99)), "items", "name",
        says(one, "Hook %d", draws_between(draws, 2, 99)), "type", "weapon", "system", "damage",
        "1d6", "description", says(one, "A hook of %d barbs.", draws_between(draws, 2, 99)));
    assert_non_null(actor);
    json_array_append_new(list, actor);
}

static void add_old_school(struct draws *draws, struct made *one, struct text *out)
{
    text_add(out, "# %s\n\n", one->name);
    text_add(out, "Armor Class: %s\n", armor_of(draws, one));
    text_add(out, "Hit Dice: %s\n", dice_of(draws, one));
    text_add(out, "Attacks: %s\n", says(one, "%s", PICK(draws, attacks)));
    text_add(out, "Movement: %s\n", says(one, "%s", PICK(draws, moves)));
    text_add(out, "Morale: %s\n", morale_of(one));
    text_add(out, "Treasure Type: %s\n\n", says(one, "%s", PICK(draws, treasures)));
    text_add(out, "%s\n\n", says(one, "It counts %d bells.", draws_between(draws, 2, 99)));
}

static void add_improved(struct draws *draws, struct made *one, json_t *document)
{
    static const char *const keys[] = {"Creatures.#", "Creatures.Creatures.srd.#",
                                       "ImprovedInitiative.Creatures.#"};
    TEXT_BUFFER(key, 60);
    one->morale = 0; /* it has none */
    json_t *block =
        json_pack("{s:s, s:s, s:{s:i, s:s}, s:{s:i, s:s}, s:[{s:s, s:s}], s:s}", "Id", "x",
                  "Name", one->name, "HP", "Value", draws_between(draws, 1, 90), "Notes",
                  says(one, "(%dd6+1)", draws_between(draws, 1, 9)), "AC", "Value",
                  draws_between(draws, 10, 20), "Notes",
                  says(one, "hide %d", draws_between(draws, 2, 99)), "Actions", "Name",
                  says(one, "Hook %d", draws_between(draws, 2, 99)), "Content",
                  says(one, "It hits %d foes.", draws_between(draws, 2, 9)), "Description",
                  says(one, "It counts %d bells.", draws_between(draws, 2, 99)));
    assert_non_null(block);
    add_filled(&key, PICK(draws, keys), number((int)json_object_size(document)), "");
    if (draws_between(draws, 0, 2) == 0) { /* a text that holds JSON */
        char *text = json_dumps(block, 0);
        json_object_set_new(document, key.p, json_string(text));
        json_decref(block);
        free(text);
    } else {
        json_object_set_new(document, key.p, block);
    }
}

static void add_cairn(struct draws *draws, struct made *one, struct text *out)
{
    one->morale = 0;
    text_add(out, "# %s\n\n", one->name);
    int strength = draws_between(draws, 3, 18), dexterity = draws_between(draws, 3, 18);
    int will = draws_between(draws, 3, 18), points = draws_between(draws, 1, 12);
    (void)says(one, "%d", points);
    if (draws_between(draws, 0, 1) == 0) {
        text_add(out, "%d HP, 1 Armor, %d STR, %d DEX, %d WIL, %s\n", points, strength,
                 dexterity, will, says(one, "hook (d%d)", draws_between(draws, 4, 10)));
    } else {
        text_add(out, "%d HP, STR %d, DEX %d, WIL %d, %s, %s\n", points, strength, dexterity,
                 will, says(one, "bite(d%d)", draws_between(draws, 4, 10)),
                 says(one, "_detachment of %d_", draws_between(draws, 2, 9)));
    }
    text_add(out, "- %s\n\n", says(one, "It counts %d bells.", draws_between(draws, 2, 99)));
}

/* ---- what must be told --------------------------------------------------------------------
 */

static void normalize(struct text *out, const char *words)
{
    for (const char *c = words; *c != '\0'; c++) { /* without emphasis */
        if (*c != '_' && *c != '*') {
            text_add_char(out, *c);
        }
    }
}

/* Whether a creature tells all that its record says. */
static bool is_whole(const struct import *import, const struct import_creature *one,
                     const struct made *wanted)
{
    static char told_bytes[64 << 10], bare_bytes[64 << 10];
    struct text told = text_over(told_bytes, sizeof told_bytes);
    struct text bare = text_over(bare_bytes, sizeof bare_bytes);
    struct import_creature alone = *one;
    alone.next = NULL;
    struct import single = *import;
    single.first = &alone;
    single.first_encounter = NULL;
    single.first_remark = NULL;
    import_text_add(&told, &single);
    normalize(&bare, told_bytes);
    const struct import_value *morale = &one->value[IMPORT_MORALE];
    bool is_right =
        wanted->morale == 0 || (morale->has_number && (int)morale->number == wanted->morale);
    is_right =
        is_right && (wanted->morale == 0 || wanted->other == 0 ||
                     (one->morale_others == 1 && one->morale_other[0].score == wanted->other));
    for (int i = 0; i < wanted->words; i++) {
        TEXT_BUFFER(word, WORD_SIZE);
        normalize(&word, wanted->word[i]);
        if (strstr(bare_bytes, word.p) == NULL) {
            print_error("\"%s\" is missing\n", word.p);
            is_right = false;
        }
    }
    if (!is_right) {
        print_error("morale %d (%d) in\n%s\n", wanted->morale, wanted->other, told_bytes);
    }
    return is_right;
}

/* All records, of which at most two of a hundred may fail, and no score. */
static void assert_whole(const char *what, struct import *import)
{
    int whole = 0, scores = 0;
    import_finish(import);
    for (int i = 0; i < RECORDS; i++) {
        const struct import_creature *found = NULL;
        for (const struct import_creature *one = import->first; one != NULL; one = one->next) {
            found = str_equal(one->name, made[i].name) ? one : found;
        }
        whole += found != NULL && is_whole(import, found, &made[i]);
        scores += found != NULL && (made[i].morale == 0 ||
                                    (int)found->value[IMPORT_MORALE].number == made[i].morale);
        if (found == NULL) {
            print_error("%s is missing\n", made[i].name);
        }
    }
    if (whole < RECORDS * 98 / 100 || scores < RECORDS) {
        fail_msg("%s: %d of %d are whole, %d have their morale", what, whole, RECORDS, scores);
    }
}

static unsigned char memory[32 << 20];

static void begin_import(struct import *import)
{
    static struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    assert_true(import_begin(import, &arena));
}

static void test_variety__texts_and_notes_come_in_whole(void **state)
{
    static const struct {
        const char *what;
        void (*add)(struct draws *draws, struct made *one, struct text *out);
        bool is_note;
    } texts[] = {{"stat lines", add_line, false},
                 {"blocks of notes", add_block, true},
                 {"old-school texts", add_old_school, false},
                 {"lines of Cairn", add_cairn, false}};
    static char bytes[FILE_SIZE];
    struct draws draws;
    (void)state;
    draws_init(&draws);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct import import;
        struct text text = text_over(bytes, sizeof bytes);
        begin_import(&import);
        for (int k = 0; k < RECORDS; k++) {
            texts[i].add(&draws, begin(&draws, k), &text);
        }
        assert_false(text.is_cut);
        if (texts[i].is_note) {
            notes_read(&import, (struct str){text.p, text.n}, str_of("note"));
        } else {
            stat_lines_read(&import, (struct str){text.p, text.n});
        }
        assert_whole(texts[i].what, &import);
    }
}

static void test_variety__json_comes_in_whole(void **state)
{
    static const char *const what[] = {"Basic Fantasy, older", "Basic Fantasy, newer", "actors",
                                       "Improved Initiative"};
    struct draws draws;
    (void)state;
    draws_init(&draws);
    for (int i = 0; i < 4; i++) {
        struct import import;
        json_t *document = i == 3 ? json_object() : json_array();
        begin_import(&import);
        for (int k = 0; k < RECORDS; k++) {
            struct made *one = begin(&draws, k);
            if (i < 2) {
                add_basic(&draws, one, document, i == 1);
            } else if (i == 2) {
                add_actor(&draws, one, document);
            } else {
                add_improved(&draws, one, document);
            }
        }
        char *text = json_dumps(document, 0);
        json_records_read(&import, str_of(text));
        assert_whole(what[i], &import);
        json_decref(document);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variety__texts_and_notes_come_in_whole),
        cmocka_unit_test(test_variety__json_comes_in_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
