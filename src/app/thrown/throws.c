#include "app/thrown/throws.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/sitting.h"

struct throws {
    struct sitting *sitting;
    struct hand hand;
    char field[THROWS_FIELD_SIZE];
    bool is_missing; /* `missing` is still asked for */
    bool is_alike;   /* two dice wait that look alike for it */
    bool is_typed;   /* a number is being typed: what comes waits until it is ended */
    struct die_told newest;
    char newest_is[160]; /* what became of it: ", for attack" */
    struct dice_request missing;
    struct result result; /* of dry runs */
};

struct throws *throws_begin(struct sitting *sitting)
{
    struct throws *throws = calloc(1, sizeof *throws);
    CHECK(throws != NULL);
    throws->sitting = sitting;
    return throws;
}

void throws_end(struct throws *throws)
{
    free(throws);
}

struct str throws_field(const struct throws *throws)
{
    return str_of(throws->field);
}

const struct hand *throws_hand(const struct throws *throws)
{
    return &throws->hand;
}

void throws_see_field(struct throws *throws, struct str field)
{
    hand_see_field(&throws->hand, field);
}

void throws_answer(struct throws *throws, const struct question *question, struct str field,
                   struct text *out)
{
    hand_see_field(&throws->hand, field);
    hand_add_sourced(&throws->hand, field, out);
    hand_answered(&throws->hand, &question->dice);
}

void throws_forget(struct throws *throws)
{
    memset(&throws->hand, 0, sizeof throws->hand);
    throws->is_typed = false;
    throws->field[0] = '\0';
}

/* ---- the field ------------------------------------------------------------------------- */

/* The throw that lacks dice once the field is the answer; false: none does, or it is wrong. */
static bool find_missing(struct throws *throws, const struct throws_open *open)
{
    struct str field = str_of(throws->field);
    if (field.n == 0) {
        throws->missing = open->question->dice;
        return true;
    }
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    text_add(&line, "%s ", open->line);
    question_add_answer(open->question, field, &line);
    if (line.is_cut) {
        return false;
    }
    sitting_preview(throws->sitting, line.p, &throws->result);
    throws->missing = throws->result.question.dice;
    return throws->result.kind == RESULT_ASKS && throws->result.question.kind == QUESTION_DICE;
}

static int words_of(struct str field)
{
    int count = 0;
    while (str_next_word(&field).p != NULL) {
        count++;
    }
    return count;
}

/* Dice that wait go into the field as long as one is asked for. */
static void fill(struct throws *throws, const struct throws_open *open)
{
    struct text field = text_over(throws->field, sizeof throws->field);
    TEXT_BUFFER(trimmed, THROWS_FIELD_SIZE);
    enum hand_found found = HAND_FOUND;
    text_add_str(&trimmed, str_trimmed(open->field));
    hand_add_field(&throws->hand, (struct str){trimmed.p, trimmed.n}, &field);
    throws->is_missing = false;
    while (found == HAND_FOUND && !field.is_cut && !throws->is_typed) {
        int word = words_of(str_of(throws->field));
        throws->is_missing = find_missing(throws, open);
        found =
            throws->is_missing ? hand_place(&throws->hand, &throws->missing, word) : HAND_NONE;
        if (found == HAND_FOUND) {
            const struct hand_place *place = &throws->hand.place[throws->hand.places - 1];
            text_add(&field, "%s%lld", field.n > 0 ? " " : "", (long long)place->counts);
        }
    }
    throws->is_alike = found == HAND_TENS;
}

/* ---- answers --------------------------------------------------------------------------- */

static void put(json_t *object, struct text *answer)
{
    char *words = json_dumps(object, JSON_COMPACT);
    CHECK(words != NULL);
    text_add(answer, "%s", words);
    free(words);
    json_decref(object);
}

static void refuse(const char *why, struct text *answer)
{
    put(json_pack("{s:b, s:s}", "taken", 0, "why", why), answer);
}

static json_t *missing_dice(const struct throws *throws)
{
    json_t *list = json_array();
    TEXT_BUFFER(kind, TRACE_DICE_SIZE);
    if (throws->is_missing) {
        hand_add_kind(&throws->missing, &kind);
        for (int i = 0; i < throws->missing.missing; i++) {
            json_array_append_new(list, json_string(kind.p));
        }
    }
    return list;
}

static void accept(struct throws *throws, const struct die_told *die, struct text *answer)
{
    const char *label = throws->missing.label;
    for (int i = 0; i < throws->hand.places; i++) {
        const struct hand_place *place = &throws->hand.place[i];
        const struct die_told *placed = &throws->hand.die[place->die].told;
        bool is_it = die->id[0] != '\0' ? strcmp(placed->id, die->id) == 0
                                        : place->die == throws->hand.count - 1;
        label = is_it ? place->label : label;
    }
    text_format(throws->newest_is, sizeof throws->newest_is, ", for %s", label);
    put(json_pack("{s:b, s:s, s:i, s:o, s:i}", "taken", 1, "for", label, "shows", die->face,
                  "missing", missing_dice(throws), "waiting", hand_waiting(&throws->hand)),
        answer);
}

static void say_waits(struct throws *throws, const struct die_told *die, struct text *answer)
{
    TEXT_BUFFER(why, 160);
    TEXT_BUFFER(kind, TRACE_DICE_SIZE);
    bool can_wait = die->kind != DIE_ANY;
    if (throws->is_missing) {
        hand_add_kind(&throws->missing, &kind);
    }
    if (throws->is_typed) {
        text_add(&why,
                 can_wait ? "it waits: a number is being typed" : "a number is being typed");
    } else if (throws->is_alike) {
        text_add(&why, "which die is the tens? the table asks");
    } else if (!can_wait) {
        text_add(&why,
                 throws->is_missing ? "%d is not possible: a %s is asked for"
                                    : "no more dice are asked for",
                 die->face, kind.p);
    } else {
        text_add(&why,
                 throws->is_missing ? "it waits: a %s is asked for"
                                    : "it waits: no more dice are asked for",
                 kind.p);
    }
    if (!throws->is_alike && !can_wait) {
        hand_drop_newest(&throws->hand);
    }
    text_format(throws->newest_is, sizeof throws->newest_is, ": %s", why.p);
    put(json_pack("{s:b, s:s, s:o, s:i}", "taken", 0, "why", why.p, "missing",
                  missing_dice(throws), "waiting", hand_waiting(&throws->hand)),
        answer);
}

void throws_speak(const struct throws *throws, struct text *out)
{
    const struct die_told *die = &throws->newest;
    text_add(out, "%s%s%s %d%s", die->name, die->name[0] != '\0' ? ": " : "",
             die_kind_name(die->kind), die->face, throws->newest_is);
}

/* True when more may be typed behind the last number of the field: "1" may become "12". */
static bool is_typed(const struct throws *throws, struct str field)
{
    return field.n > 0 && field.p[field.n - 1] != ' ' &&
           (throws->is_typed || !str_equal(field, throws->field));
}

bool throws_take(struct throws *throws, const struct throws_open *open, struct str line,
                 struct text *answer)
{
    struct die_told die;
    struct error err;
    if (die_told_read(&die, line, &err) != STATUS_OK) {
        refuse(err.text, answer);
        return false;
    }
    if (!die.has_face) {
        refuse(die.state_word, answer);
        return false;
    }
    throws->newest = die;
    if (open->question == NULL) {
        refuse("nothing asks for dice", answer);
        text_format(throws->newest_is, sizeof throws->newest_is,
                    ", but nothing asks for dice now");
        return true;
    }
    throws->is_typed = is_typed(throws, open->field);
    hand_see_field(&throws->hand, str_trimmed(open->field));
    enum hand_took took = hand_take(&throws->hand, &die);
    if (took == HAND_FULL) {
        refuse("too many dice wait", answer);
        return false;
    }
    fill(throws, open);
    if (took == HAND_OFFERED) {
        text_format(throws->newest_is, sizeof throws->newest_is, ", but it is %s",
                    die.state_word);
        put(json_pack("{s:b, s:s, s:b}", "taken", 0, "why", die.state_word, "offered", 1),
            answer);
    } else if (hand_has_placed(&throws->hand, die.id)) {
        accept(throws, &die, answer);
    } else {
        say_waits(throws, &die, answer);
    }
    return true;
}

bool throws_take_offered(struct throws *throws, const struct throws_open *open)
{
    throws->is_typed = false;
    hand_see_field(&throws->hand, str_trimmed(open->field));
    if (!hand_take_offered(&throws->hand)) {
        return false;
    }
    fill(throws, open);
    return true;
}

bool throws_ask(struct throws *throws, const struct throws_open *open)
{
    bool has_any = hand_waiting(&throws->hand) > 0;
    throws->is_typed = false;
    throws->field[0] = '\0';
    if (has_any) {
        hand_see_field(&throws->hand, str_trimmed(open->field));
        fill(throws, open);
    }
    return has_any && throws->hand.places > 0;
}
