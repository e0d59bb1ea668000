/* Any lines as what dice tell: what is read is written and read again, a die counts only what
 * its throw can show, and the field with its sources is dice. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "app/thrown/hand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct dice_request requests[] = {
    {.dice = "d20", .missing = 1, .low = 1, .high = 20, .label = "attack"},
    {.dice = "2d6", .missing = 2, .low = 1, .high = 6, .label = "damage"},
    {.dice = "d10", .missing = 1, .low = 1, .high = 10, .label = "shot"},
    {.dice = "d100", .missing = 1, .low = 1, .high = 100, .label = "search"},
    {.dice = "d66", .missing = 2, .low = 1, .high = 6, .label = "trap"},
    {.dice = "dF", .missing = 1, .low = -1, .high = 1, .label = "luck"},
    {.dice = "d3", .missing = 1, .low = 1, .high = 3, .label = "way"},
};
enum { REQUESTS = sizeof requests / sizeof requests[0], FIELD_SIZE = 1024 };

static void check_again(const struct die_told *die)
{
    struct die_told again;
    struct error err;
    TEXT_BUFFER(line, TOLD_LINE_SIZE);
    die_told_add(die, &line);
    CHECK(!line.is_cut);
    CHECK(die_told_read(&again, (struct str){line.p, line.n}, &err) == STATUS_OK);
    CHECK(again.kind == die->kind && again.face == die->face && again.state == die->state &&
          strcmp(again.name, die->name) == 0 && strcmp(again.id, die->id) == 0);
}

static void fill(struct hand *hand, struct text *field, int *words)
{
    for (int i = 0; i < REQUESTS; i++) {
        while (hand_place(hand, &requests[i], *words) == HAND_FOUND) {
            int64_t counts = hand->place[hand->places - 1].counts;
            CHECK(counts >= requests[i].low && counts <= requests[i].high);
            text_add(field, "%s%lld", *words > 0 ? " " : "", (long long)counts);
            *words += 1;
        }
    }
}

static void check_sourced(const struct hand *hand, const struct text *field)
{
    static char bytes[HAND_MAX * 200];
    struct text sourced = text_over(bytes, sizeof bytes);
    hand_add_sourced(hand, (struct str){field->p, field->n}, &sourced);
    struct str rest = {sourced.p, sourced.n};
    for (struct str word; !sourced.is_cut && (word = str_next_word(&rest)).p != NULL;) {
        struct entered entered;
        CHECK(entered_parse(&entered, word) && entered.kind == GIVEN_FACE);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct dice_heard heard;
    static struct hand hand;
    struct str rest = {(const char *)data, (int)size};
    int words = 0;
    int64_t at_ms = 0;
    TEXT_BUFFER(field, FIELD_SIZE);
    memset(&heard, 0, sizeof heard);
    memset(&hand, 0, sizeof hand);
    for (struct str line; str_next_line(&rest, &line);) {
        struct die_told die;
        struct error err;
        if (die_told_read(&die, line, &err) != STATUS_OK) {
            continue;
        }
        check_again(&die);
        if (dice_heard_is_new(&heard, &die, at_ms++) && die.has_face) {
            hand_take(&hand, &die);
            fill(&hand, &field, &words);
        }
    }
    hand_take_offered(&hand);
    fill(&hand, &field, &words);
    check_sourced(&hand, &field);
    TEXT_BUFFER(told, FIELD_SIZE);
    hand_tell(&hand, &requests[3], &told);
    hand_see_field(&hand, str_of("7"));
    hand_answered(&hand, &requests[3]);
    CHECK(hand.places == 0 && hand.count >= 0);
    return 0;
}
