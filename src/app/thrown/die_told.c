#include "app/thrown/die_told.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/json_text.h"
#include "base/mix.h"
#include "base/nearest.h"
#include "base/utf8.h"

enum { FACE_LEAST = -1, FACE_MOST = 1000, TOLD_ID_MIXED = 17 };

/* ---- kinds ----------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int low, high;   /* of its faces as it tells them */
    const char *are; /* the same in words */
} kinds[] = {
    [DIE_ANY] = {"die", FACE_LEAST, FACE_MOST, "-1 to 1000"},
    [DIE_D4] = {"d4", 1, 4, "1 to 4"},
    [DIE_D6] = {"d6", 1, 6, "1 to 6"},
    [DIE_D8] = {"d8", 1, 8, "1 to 8"},
    [DIE_D10] = {"d10", 0, 10, "0 to 9"},
    [DIE_D12] = {"d12", 1, 12, "1 to 12"},
    [DIE_D20] = {"d20", 1, 20, "1 to 20"},
    [DIE_D00] = {"d00", 0, 90, "00, 10, 20 and so on to 90"},
    [DIE_D100] = {"d100", 1, 100, "1 to 100"},
    [DIE_FUDGE] = {"dF", -1, 6, "1 to 6, or -1 to 1"},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Other names of them; those that only some makers have are not offered as the nearest. */
static const struct {
    const char *name;
    enum die_kind kind;
} other_names[] = {{"", DIE_ANY},        {"d6pipped", DIE_D6}, {"d6fudge", DIE_FUDGE},
                   {"fudge", DIE_FUDGE}, {"d10x", DIE_D00},    {"d%", DIE_D00}};

const char *die_kind_name(enum die_kind kind)
{
    return kinds[kind].name;
}

static enum status find_kind(struct die_told *out, struct str word, struct error *err)
{
    struct nearest nearest;
    for (size_t i = 0; i < sizeof other_names / sizeof other_names[0]; i++) {
        if (str_equal_any_case(word, str_of(other_names[i].name))) {
            out->kind = other_names[i].kind;
            return STATUS_OK;
        }
    }
    if (str_equal_any_case(word, str_of("unknown"))) {
        return error_set(err, STATUS_USAGE, "",
                         "the die does not know yet what it is: such dice count their faces "
                         "from 0");
    }
    nearest_init(&nearest, word);
    for (int i = DIE_D4; i < KINDS; i++) {
        if (str_equal_any_case(word, str_of(kinds[i].name))) {
            out->kind = (enum die_kind)i;
            return STATUS_OK;
        }
        nearest_offer(&nearest, kinds[i].name);
    }
    return error_set(
        err, STATUS_USAGE, "",
        "there is no die %s: expected d4, d6, d8, d10, d12, d20, d00, d100 or dF%s",
        utf8_shown(word).text, nearest_question(&nearest).text);
}

static enum status check_face(const struct die_told *die, struct error *err)
{
    bool is_there = die->face >= kinds[die->kind].low && die->face <= kinds[die->kind].high &&
                    (die->kind != DIE_D00 || die->face % 10 == 0);
    if (is_there) {
        return STATUS_OK;
    }
    return error_set(err, STATUS_USAGE, "", "a %s has no face %d: it shows %s",
                     kinds[die->kind].name, die->face, kinds[die->kind].are);
}

/* ---- states ---------------------------------------------------------------------------- */

static const struct {
    const char *word, *other;
    enum die_state state;
} states[] = {
    {"unknown", "0", DIE_HELD},  {"rolled", "1", DIE_LIES},   {"handling", "2", DIE_HELD},
    {"rolling", "3", DIE_MOVES}, {"crooked", "4", DIE_DOUBT}, {"onFace", "5", DIE_DOUBT},
    {"stable", "S", DIE_LIES},   {"rolling", "R", DIE_MOVES}, {"fake", "FS", DIE_DOUBT},
    {"tilted", "TS", DIE_DOUBT}, {"moved", "MS", DIE_DOUBT},
};
enum { STATES = sizeof states / sizeof states[0] };

static enum status find_state(struct die_told *out, struct str word, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, word);
    for (int i = 0; i < STATES; i++) {
        if (str_equal_any_case(word, str_of(states[i].word)) ||
            str_equal_any_case(word, str_of(states[i].other))) {
            out->state = states[i].state;
            text_format(out->state_word, sizeof out->state_word, "%s", states[i].word);
            return STATUS_OK;
        }
        nearest_offer(&nearest, states[i].word);
    }
    return error_set(err, STATUS_USAGE, "",
                     "a die is not %s: expected rolled, stable, rolling, handling, crooked, "
                     "tilted, fake, moved or onFace%s",
                     utf8_shown(word).text, nearest_question(&nearest).text);
}

/* ---- a line ---------------------------------------------------------------------------- */

/* The value under one of two names; NULL: neither, or null where that may be. */
static const json_t *value_of(const json_t *object, const char *name, const char *other)
{
    const json_t *value = json_object_get(object, name);
    return value != NULL ? value : json_object_get(object, other);
}

/* A value as a word: a text, or a whole number; false: it is something else. */
static bool word_of(const json_t *value, char *out, int size)
{
    if (json_is_string(value)) {
        struct str text = {json_string_value(value), (int)json_string_length(value)};
        utf8_clean(out, size, text);
        return true;
    }
    if (json_is_integer(value)) {
        text_format(out, size, "%lld", (long long)json_integer_value(value));
        return true;
    }
    out[0] = '\0';
    return value == NULL || json_is_null(value);
}

void die_told_set_id(struct die_told *die, const char *id)
{
    struct str whole = str_of(id);
    text_format(die->id, sizeof die->id, "%s", id);
    if (whole.n >= TOLD_ID_SIZE) {
        int n = str_beginning(whole, TOLD_ID_SIZE - 1 - TOLD_ID_MIXED).n;
        text_format(die->id, sizeof die->id, "%.*s~%016llx", n, id,
                    (unsigned long long)mix_text(MIX_BEGIN, whole));
    }
}

static enum status not_a(const char *what, const char *wanted, struct error *err)
{
    return error_set(err, STATUS_USAGE, "", "the %s is not %s", what, wanted);
}

/* A whole number, also one that is written with a point or in quotes. */
static enum status read_face(struct die_told *out, const json_t *value, struct error *err)
{
    static const char wanted[] = "a whole number, such as 14";
    int64_t face = 0;
    bool is_number = false;
    if (json_is_integer(value)) {
        face = json_integer_value(value);
        is_number = true;
    } else if (json_is_real(value)) {
        double real = json_real_value(value);
        is_number = fabs(real) <= FACE_MOST && real == floor(real);
        face = is_number ? (int64_t)real : 0;
    } else if (json_is_string(value)) {
        struct str text = {json_string_value(value), (int)json_string_length(value)};
        is_number = str_to_int64(text, INT32_MIN, INT32_MAX, &face);
    }
    if (!is_number) {
        return not_a("face", wanted, err);
    }
    if (face < FACE_LEAST || face > FACE_MOST) {
        return error_set(err, STATUS_USAGE, "", "no die has a face %lld", (long long)face);
    }
    out->face = (int)face;
    out->has_face = true;
    return check_face(out, err);
}

static enum status read_object(struct die_told *out, const json_t *object, struct error *err)
{
    char die[TOLD_NAME_SIZE], state[TOLD_NAME_SIZE], id[TOLD_LINE_SIZE];
    const json_t *face = value_of(object, "face", "faceValue");
    const json_t *kind = value_of(object, "die", "dieType");
    bool charges = json_is_true(value_of(object, "charging", "isCharging"));
    if (!word_of(kind, die, sizeof die)) {
        return not_a("die", "a word, such as d20", err);
    }
    if (!word_of(value_of(object, "state", "rollState"), state, sizeof state)) {
        return not_a("state", "a word, such as rolled", err);
    }
    if (!word_of(value_of(object, "id", "pixelId"), id, sizeof id) ||
        !word_of(value_of(object, "name", "pixelName"), out->name, sizeof out->name)) {
        return not_a("id or name", "a word", err);
    }
    die_told_set_id(out, id);
    if (json_is_integer(kind)) { /* 20 is a d20 */
        text_format(die, sizeof die, "d%lld", (long long)json_integer_value(kind));
    }
    enum status status = find_kind(out, str_of(die), err);
    if (status == STATUS_OK && state[0] != '\0') {
        status = find_state(out, str_of(state), err);
    }
    if (status == STATUS_OK && charges) {
        out->state = DIE_HELD;
        text_format(out->state_word, sizeof out->state_word, "charging");
    }
    bool lies = out->state == DIE_LIES || out->state == DIE_DOUBT;
    if (status == STATUS_OK && lies && face == NULL) {
        return error_set(err, STATUS_USAGE, "",
                         "a line needs a face: {\"die\": \"d20\", \"face\": 14}");
    }
    return status == STATUS_OK && lies ? read_face(out, face, err) : status;
}

enum status die_told_read(struct die_told *out, struct str line, struct error *err)
{
    json_error_t fault;
    memset(out, 0, sizeof *out);
    if (line.n >= TOLD_LINE_SIZE) {
        return error_set(err, STATUS_USAGE, "", "the line is too long: at most %d bytes",
                         TOLD_LINE_SIZE - 1);
    }
    json_t *object =
        json_loadb(line.p, (size_t)line.n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &fault);
    if (!json_is_object(object)) {
        json_decref(object);
        return error_set(err, STATUS_USAGE, "",
                         "expected a line of JSON such as {\"die\": \"d20\", \"face\": 14}");
    }
    enum status status = read_object(out, object, err);
    json_decref(object);
    return status;
}

enum status die_told_read_word(struct die_told *out, struct str word, struct error *err)
{
    const char *colon = memchr(word.p, ':', (size_t)word.n);
    int64_t face = 0;
    struct str kind = {word.p, colon != NULL ? (int)(colon - word.p) : 0};
    struct str number = {word.p + (colon != NULL ? kind.n + 1 : 0),
                         word.n - (colon != NULL ? kind.n + 1 : 0)};
    memset(out, 0, sizeof *out);
    enum status status = find_kind(out, kind, err);
    if (status == STATUS_OK && !str_to_int64(number, FACE_LEAST, FACE_MOST, &face)) {
        return error_set(err, STATUS_USAGE, "",
                         "\"%s\" is not a face: expected a number such as 14, or d20:14",
                         utf8_shown(word).text);
    }
    out->face = (int)face;
    out->has_face = true;
    return status == STATUS_OK ? check_face(out, err) : status;
}

void die_told_add(const struct die_told *die, struct text *out)
{
    text_add(out, "{");
    if (die->kind != DIE_ANY) {
        text_add(out, "\"die\":\"%s\",", kinds[die->kind].name);
    }
    if (die->has_face) {
        text_add(out, "\"face\":%d,", die->face);
    }
    if (die->state_word[0] != '\0') {
        text_add(out, "\"state\":\"%s\",",
                 strcmp(die->state_word, "charging") == 0 ? "handling" : die->state_word);
    }
    text_add(out, "\"id\":");
    json_text_string(out, die->id);
    text_add(out, ",\"name\":");
    json_text_string(out, die->name);
    text_add(out, "}");
}

/* ---- repeats --------------------------------------------------------------------------- */

/* Its place, or the one of a die that has been silent the longest. */
static struct die_heard *place_of(struct dice_heard *heard, const char *id)
{
    struct die_heard *place = &heard->die[0];
    for (int i = 0; i < DICE_HEARD_MAX; i++) {
        struct die_heard *die = &heard->die[i];
        if (strcmp(die->id, id) == 0) {
            return die;
        }
        bool is_freer =
            place->id[0] != '\0' && (die->id[0] == '\0' || die->at_ms < place->at_ms);
        place = is_freer ? die : place;
    }
    memset(place, 0, sizeof *place);
    text_format(place->id, sizeof place->id, "%s", id);
    return place;
}

bool dice_heard_is_new(struct dice_heard *heard, const struct die_told *die, int64_t now_ms)
{
    enum { REPEATED_MS = 1000 };
    if (die->id[0] == '\0') {
        return true;
    }
    struct die_heard *place = place_of(heard, die->id);
    if (die->state == DIE_MOVES) {
        place->has_moved = place->ever_moves = true;
        place->at_ms = now_ms;
    }
    if (!die->has_face) {
        return true;
    }
    bool is_settled = die->state == DIE_LIES && place->lay_in_doubt;
    bool is_soon = now_ms - place->at_ms < REPEATED_MS && now_ms >= place->at_ms;
    bool is_again = place->has_lain && place->face == die->face && !place->has_moved &&
                    !is_settled && (place->ever_moves || is_soon);
    if (!is_again) {
        place->has_lain = true;
        place->lay_in_doubt = die->state == DIE_DOUBT;
        place->face = die->face;
        place->has_moved = false;
    }
    place->at_ms = now_ms;
    return !is_again;
}
