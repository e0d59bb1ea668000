#include "resolver/dice/dice.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <Random123/philox.h>

#include "base/utf8.h"
#include "resolver/dice/entered_source.h"

/* ---- the generator --------------------------------------------------------------------- */

/* Eight draws share a block of 128 random bits, 16 for each: enough for dice of few sides, as
 * nearly all dice are. A draw that needs more has blocks of its own, numbered by `attempt` from
 * 1 on. So a draw stays a function of its number alone, and the next one costs an eighth of a
 * block. */
enum { SHARERS = 8, SHARED_SIDES_MAX = 4096 };

static philox4x32_ctr_t stream_block(const struct dice_stream *stream, uint32_t number,
                                     uint32_t attempt)
{
    philox4x32_ctr_t counter = {{number, stream->encounter, attempt, 0}};
    philox4x32_key_t key = {{(uint32_t)stream->seed, (uint32_t)(stream->seed >> 32)}};
    return philox4x32(counter, key);
}

static APART void fill_shared(struct dice_stream *stream, uint32_t number)
{
    philox4x32_ctr_t block = stream_block(stream, number, 0);
    stream->shared[0] = block.v[0] | (uint64_t)block.v[1] << 32;
    stream->shared[1] = block.v[2] | (uint64_t)block.v[3] << 32;
    stream->shared_number = number + 1;
}

/* Rejection, never a product alone: if a face has one number more than others, that number is
 * drawn again. */
static APART int own_face(const struct dice_stream *stream, uint32_t draw, uint32_t sides)
{
    uint32_t least = (uint32_t)(-sides) % sides;
    for (uint32_t attempt = 1;; attempt++) {
        philox4x32_ctr_t block = stream_block(stream, draw, attempt);
        for (int i = 0; i < 4; i++) {
            uint64_t product = (uint64_t)block.v[i] * sides;
            if ((uint32_t)product >= least) {
                return (int)(product >> 32) + 1;
            }
        }
    }
}

static int source_face(const struct dice_stream *stream, uint32_t sides)
{
    return stream->source->face(stream->source->context, (int)sides);
}

static inline int stream_face(struct dice_stream *stream, uint32_t sides)
{
    uint32_t draw = stream->draw++;
    if (sides > SHARED_SIDES_MAX) {
        return stream->source != NULL ? source_face(stream, sides)
                                      : own_face(stream, draw, sides);
    }
    if (stream->shared_number != draw / SHARERS + 1) {
        if (stream->source != NULL) { /* it shares no bits, so every draw comes here */
            return source_face(stream, sides);
        }
        fill_shared(stream, draw / SHARERS);
    }
    uint32_t bits = (uint16_t)(stream->shared[draw % SHARERS / 4] >> (draw % 4 * 16));
    uint32_t product = bits * sides;
    uint32_t rest = product & 0xFFFF;
    if (rest < sides && rest < 0x10000 % sides) {
        return own_face(stream, draw, sides);
    }
    return (int)(product >> 16) + 1;
}

int dice_stream_face(struct dice_stream *stream, int sides)
{
    CHECK(sides >= 1);
    return stream_face(stream, (uint32_t)sides);
}

int64_t dice_stream_sum(struct dice_stream *stream, int count, int sides)
{
    CHECK(sides >= 1);
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum += stream_face(stream, (uint32_t)sides);
    }
    return sum;
}

int64_t dice_stream_range(struct dice_stream *stream, int count, int sides, int *least,
                          int *greatest)
{
    CHECK(count >= 1 && sides >= 1);
    int low = sides, high = 1;
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        int face = stream_face(stream, (uint32_t)sides);
        sum += face;
        low = face < low ? face : low;
        high = face > high ? face : high;
    }
    *least = low;
    *greatest = high;
    return sum;
}

/* The root of DICE_REAL_PARTS: two faces make a real. */
enum { REAL_HALF_PARTS = 1000000 };

double dice_stream_uniform(struct dice_stream *stream)
{
    if (stream->source != NULL) {
        int64_t high = stream_face(stream, REAL_HALF_PARTS) - 1;
        int64_t low = stream_face(stream, REAL_HALF_PARTS) - 1;
        return (double)(high * REAL_HALF_PARTS + low) / (double)DICE_REAL_PARTS;
    }
    uint64_t count = (uint64_t)DICE_REAL_PARTS;
    uint64_t limit = UINT64_MAX - (UINT64_MAX % count + 1) % count;
    uint32_t draw = stream->draw++;
    for (uint32_t attempt = 1;; attempt++) {
        philox4x32_ctr_t block = stream_block(stream, draw, attempt);
        uint64_t bits = (uint64_t)block.v[0] << 32 | block.v[1];
        if (bits <= limit) {
            return (double)(bits % count) / (double)DICE_REAL_PARTS;
        }
    }
}

/* ---- dice that have fallen ------------------------------------------------------------- */

void kept_dice_init(struct kept_dice *kept)
{
    memset(kept, 0, sizeof *kept);
    kept_dice_restart(kept);
}

/* ---- what fell ------------------------------------------------------------------------- */

void kept_dice_add_roll(struct kept_dice *kept, int subject, int object)
{
    if (kept->rolls == KEPT_ROLLS_MAX) {
        kept->is_cut = true;
        return;
    }
    kept->roll[kept->rolls++] =
        (struct kept_roll){.subject = subject, .object = object, .first = kept->throws_count};
}

void kept_dice_add_throw(struct kept_dice *kept, const char *label, const char *dice,
                         bool is_total)
{
    if (kept->is_cut || kept->rolls == 0 || kept->throws_count == KEPT_THROWS_MAX) {
        kept->is_cut = true;
        return;
    }
    struct kept_throw *throw = &kept->throws[kept->throws_count++];
    *throw = (struct kept_throw){.first = kept->dice, .is_total = is_total};
    snprintf(throw->label, sizeof throw->label, "%s", label);
    snprintf(throw->dice, sizeof throw->dice, "%s", dice);
    kept->roll[kept->rolls - 1].count++;
}

void kept_dice_add(struct kept_dice *kept, struct kept_die die)
{
    if (kept->is_cut || kept->throws_count == 0 || kept->dice == KEPT_DICE_MAX) {
        kept->is_cut = true;
        return;
    }
    kept->die[kept->dice++] = die;
    kept->throws[kept->throws_count - 1].count++;
}

/* ---- deciding -------------------------------------------------------------------------- */

void kept_dice_restart(struct kept_dice *kept)
{
    for (int i = 0; i < kept->rolls; i++) {
        kept->roll[i].is_used = false;
    }
    for (int i = 0; i < kept->throws_count; i++) {
        kept->throws[i].is_used = false;
    }
    for (int i = 0; i < kept->dice; i++) {
        kept->die[i].is_used = false;
    }
    kept->now_roll = -1;
    kept->now_throw = -1;
    if (!kept->knows_rollers) {
        kept->rollers = 0;
    }
}

void kept_dice_learn_rollers(struct kept_dice *kept)
{
    kept->knows_rollers = true;
}

const struct kept_die *kept_dice_unused(const struct kept_dice *kept, int *i,
                                        const struct kept_throw **of)
{
    for (int t = 0; t < kept->throws_count; t++) {
        const struct kept_throw *throw = &kept->throws[t];
        int from = *i > throw->first ? *i : throw->first;
        for (int d = from; d < throw->first + throw->count; d++) {
            if (!kept->die[d].is_used && kept->die[d].as != KEPT_NOT) {
                *i = d + 1;
                *of = throw;
                return &kept->die[d];
            }
        }
    }
    return NULL;
}

bool kept_dice_are_left(const struct kept_dice *kept)
{
    if (kept->now_roll < 0) {
        return false;
    }
    const char *label = kept->throws[kept->roll[kept->now_roll].first].label;
    for (int i = 0; i < kept->rolls; i++) {
        const struct kept_roll *roll = &kept->roll[i];
        if (!roll->is_used && roll->count > 0 &&
            strcmp(kept->throws[roll->first].label, label) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- places ---------------------------------------------------------------------------- */

void kept_dice_begin_roll(struct kept_dice *kept, int subject, int object)
{
    kept->subject = subject;
    kept->object = object;
    kept->now_roll = -1;
    kept->now_throw = -1;
    if (!kept->knows_rollers && kept->rollers < KEPT_ROLLS_MAX) {
        kept->roller[kept->rollers++] =
            (struct kept_roll){.subject = subject, .object = object};
    }
}

/* The throw of a roll with this purpose that has not been used yet; -1: none. */
static int throw_of(const struct kept_dice *kept, const struct kept_roll *roll,
                    const char *label)
{
    for (int i = roll->first; i < roll->first + roll->count; i++) {
        if (!kept->throws[i].is_used &&
            strncmp(kept->throws[i].label, label, KEPT_LABEL_SIZE - 1) == 0) {
            return i;
        }
    }
    return -1;
}

static bool still_rolls(const struct kept_dice *kept, const struct kept_roll *roll)
{
    for (int i = 0; i < kept->rollers; i++) {
        if (kept->roller[i].subject == roll->subject &&
            kept->roller[i].object == roll->object) {
            return true;
        }
    }
    return false;
}

/* How well an earlier roll fits the present one; 0: not at all. */
static int fit_of(const struct kept_dice *kept, const struct kept_roll *roll, const char *label)
{
    if (roll->is_used || throw_of(kept, roll, label) < 0) {
        return 0;
    }
    int same =
        (roll->subject == kept->subject ? 1 : 0) + (roll->object == kept->object ? 1 : 0);
    if (same == 2) {
        return 3;
    }
    return kept->knows_rollers && !still_rolls(kept, roll) ? 1 + same : 0;
}

bool kept_dice_begin_throw(struct kept_dice *kept, const char *notation, const char *label)
{
    kept->now_throw = -1;
    snprintf(kept->notation, sizeof kept->notation, "%s", notation);
    if (kept->now_roll < 0) {
        int best = 0;
        for (int i = 0; i < kept->rolls; i++) {
            int fit = fit_of(kept, &kept->roll[i], label);
            if (fit > best) {
                best = fit;
                kept->now_roll = i;
            }
        }
        if (best > 0) {
            kept->roll[kept->now_roll].is_used = true;
        }
    }
    if (kept->now_roll < 0) {
        return false;
    }
    kept->now_throw = throw_of(kept, &kept->roll[kept->now_roll], label);
    if (kept->now_throw < 0) {
        return false;
    }
    struct kept_throw *throw = &kept->throws[kept->now_throw];
    throw->is_used = true;
    kept->next = throw->first;
    kept->end = throw->first + throw->count;
    return true;
}

/* The number before the d: "3d6kh1!" has three first dice, "d6!" has one. */
static int first_dice(const char *notation)
{
    int count = 0;
    for (; char_is_digit(*notation); notation++) {
        count = count * 10 + (*notation - '0');
    }
    return count > 0 ? count : 1;
}

void kept_dice_begin_chain(struct kept_dice *kept)
{
    if (kept->now_throw >= 0) {
        const struct kept_throw *throw = &kept->throws[kept->now_throw];
        int firsts = first_dice(throw->dice);
        kept->end = throw->first + (firsts < throw->count ? firsts : throw->count);
    }
}

void kept_dice_go_on_chain(struct kept_dice *kept)
{
    if (kept->now_throw >= 0) {
        const struct kept_throw *throw = &kept->throws[kept->now_throw];
        kept->next = throw->first + first_dice(throw->dice);
        kept->end = throw->first + throw->count;
    }
}

/* The sides of the dice of a notation that has only one kind; 0 when it has several kinds, or
 * others. Text in a label is not a die. */
static int sides_of(const char *notation)
{
    int sides = 0;
    bool is_label = false;
    for (const char *p = notation; *p != '\0'; p++) {
        is_label = *p == '[' || (is_label && *p != ']');
        if (is_label || *p != 'd' || !char_is_digit(p[1])) {
            continue;
        }
        if (sides != 0) {
            return 0;
        }
        for (const char *digit = p + 1; char_is_digit(*digit) && sides < 100000000; digit++) {
            sides = sides * 10 + (*digit - '0');
        }
    }
    return sides;
}

struct kept_die *kept_dice_total(struct kept_dice *kept)
{
    if (kept->now_throw < 0) {
        return NULL;
    }
    const struct kept_throw *throw = &kept->throws[kept->now_throw];
    struct kept_die *die = &kept->die[throw->first];
    bool is_same = strcmp(throw->dice, kept->notation) == 0;
    if (!throw->is_total || die->as == KEPT_NOT || (die->as == KEPT_AS_IT_FELL && !is_same)) {
        return NULL;
    }
    die->is_used = true;
    return die;
}

/* The total of a single die, with nothing added, is its face. */
static bool is_die(const struct kept_throw *throw)
{
    size_t digits = strspn(throw->dice + 1, "0123456789");
    bool is_single = throw->dice[0] == 'd' && throw->dice[1 + digits] == '\0' &&
                     strcmp(throw->dice, "d66") != 0;
    return !throw->is_total || is_single;
}

struct kept_die *kept_dice_next(struct kept_dice *kept, int low, int high, bool is_real)
{
    if (kept->now_throw < 0 || kept->next >= kept->end) {
        return NULL;
    }
    const struct kept_throw *throw = &kept->throws[kept->now_throw];
    struct kept_die *die = &kept->die[kept->next++];
    if (die->as == KEPT_NOT || !is_die(throw)) {
        return NULL;
    }
    if (die->as == KEPT_AS_IT_FELL) {
        bool is_same_kind = strcmp(throw->dice, kept->notation) == 0 ||
                            (low == 1 && sides_of(throw->dice) == high);
        bool can_show = die->is_real ? is_real : die->face >= low && die->face <= high;
        if (!can_show || !(die->is_entered || is_same_kind)) {
            return NULL;
        }
    }
    die->is_used = true;
    return die;
}

/* ---- what was given -------------------------------------------------------------------- */

/* A whole number, or a real to 6 places, which is enough to write it back. */
static bool total_parse(struct entered *out, struct str number)
{
    const int64_t most = 1000000000000;
    out->kind = GIVEN_TOTAL;
    if (str_to_int64(number, -most, most, &out->value)) {
        out->decimal = (double)out->value;
        return true;
    }
    if (!str_to_decimal(number, &out->decimal) || fabs(out->decimal) > 1e6) {
        return false;
    }
    out->decimal = floor(out->decimal * 1e6 + 0.5) / 1e6;
    out->value = (int64_t)out->decimal;
    return true;
}

bool entered_parse(struct entered *out, struct str word)
{
    struct entered entered = {0};
    struct entered_source source;
    /* Most words of a line are no dice. */
    bool may_be = word.n > 0 && (char_is_digit(word.p[0]) ||
                                 strchr("*=+.rR", word.p[0]) != NULL || str_minus(word) > 0);
    if (!may_be) {
        return false;
    }
    if (entered_source(&source, word)) {
        bool is_face = entered_parse(&entered, source.face) && entered.kind == GIVEN_FACE;
        if (is_face) {
            *out = entered;
        }
        return is_face;
    }
    if (str_equal(word, "*")) {
        entered.kind = GIVEN_ROLL;
    } else if (str_equal_any_case(word, str_of("roll"))) {
        entered.kind = GIVEN_ROLL_ALL;
    } else if (word.n > 1 && word.p[0] == '=') {
        if (!total_parse(&entered, (struct str){word.p + 1, word.n - 1})) {
            return false;
        }
    } else if (str_to_int64(word, -1, 1000000, &entered.value) && word.p[0] != '+') {
        entered.kind = GIVEN_FACE;
    } else if (str_to_decimal(word, &entered.decimal) && entered.decimal >= 0 &&
               entered.decimal < 1) {
        entered.kind = GIVEN_DECIMAL;
        double parts = floor(entered.decimal * (double)DICE_REAL_PARTS + 0.5);
        parts = parts < (double)DICE_REAL_PARTS ? parts : (double)(DICE_REAL_PARTS - 1);
        entered.decimal = parts / (double)DICE_REAL_PARTS;
    } else {
        return false;
    }
    *out = entered;
    return true;
}

enum status entered_dice_read(struct entered_dice *dice, struct str text, struct error *err)
{
    for (int start = 0; start < text.n;) {
        int end = start;
        while (end < text.n && text.p[end] != ',' && !char_is_space(text.p[end])) {
            end++;
        }
        struct str word = {text.p + start, end - start};
        start = end + 1;
        if (word.n == 0) {
            continue;
        }
        if (dice->count == ENTERED_MAX) {
            return error_set(err, STATUS_USAGE, "", "at most %d dice can be given",
                             ENTERED_MAX);
        }
        if (!entered_parse(&dice->entered[dice->count], word)) {
            return error_set(
                err, STATUS_USAGE, "",
                "given dice: %s is not a die; expected faces such as 14,3, a total "
                "such as =15, * for "
                "a throw to be rolled, or roll for all the rest",
                utf8_shown(word).text);
        }
        dice->count++;
    }
    return STATUS_OK;
}

void dice_init_thrown(struct dice *dice, struct dice_stream stream,
                      const struct entered *entered, int entered_count, bool asks,
                      struct trace *trace)
{
    /* All but the texts of a request and a fault, which are empty while there is none. */
    memset(dice, 0, offsetof(struct dice, request));
    dice->request.dice[0] = '\0';
    dice->path = NULL;
    dice->arena = NULL;
    dice->tables = NULL;
    dice->tables_count = 0;
    dice->fault.code = STATUS_OK;
    dice->fault.where[0] = '\0';
    dice->fault.text[0] = '\0';
    dice->stream = stream;
    dice->entered = entered;
    dice->entered_count = entered_count;
    dice->asks = asks;
    dice->trace = trace;
    if (trace != NULL) {
        trace_clear(trace);
    }
}

void dice_fail(struct dice *dice, enum status code, const char *format, ...)
{
    if (dice->fault.code != STATUS_OK) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    dice->fault.code = code;
    text_format_list(dice->fault.text, sizeof dice->fault.text, format, arguments);
    va_end(arguments);
}

enum status dice_finish(struct dice *dice, struct error *err)
{
    if (dice->fault.code != STATUS_OK) {
        if (err != NULL) {
            *err = dice->fault;
        }
        return dice->fault.code;
    }
    for (int i = dice->entered_used; i < dice->entered_count; i++) {
        enum entered_kind kind = dice->entered[i].kind;
        if (kind == GIVEN_FACE || kind == GIVEN_TOTAL || kind == GIVEN_DECIMAL) {
            int given = dice->entered_count;
            if (dice->rolls_rest) {
                return error_set(err, STATUS_USAGE, "", "no dice can follow roll");
            }
            return error_set(err, STATUS_USAGE, "", "too many dice: %d %s needed, %d %s given",
                             i, i == 1 ? "die is" : "dice are", given,
                             given == 1 ? "was" : "were");
        }
    }
    return STATUS_OK;
}

/* ---- drawing faces --------------------------------------------------------------------- */

static const struct entered *entered_next(const struct dice *dice)
{
    bool is_left = !dice->rolls_rest && dice->entered_used < dice->entered_count;
    return is_left ? &dice->entered[dice->entered_used] : NULL;
}

static APART void want(struct dice *dice, const struct trace_step *step, int64_t low,
                       int64_t high, int missing, struct source why)
{
    if (dice_is_stuck(dice)) {
        return;
    }
    dice->is_wanting = true;
    dice->request =
        (struct dice_request){.missing = missing, .low = low, .high = high, .rule = why.rule};
    text_copy(dice->request.label, sizeof dice->request.label, str_of(why.label));
    if (dice->trace != NULL) {
        dice->request.steps =
            step != NULL ? (int)(step - dice->trace->step) : dice->trace->steps;
    }
    dice->request.takes_total = step != NULL && step->takes_total && step->entered_count == 0 &&
                                (dice->kept == NULL || step->face_count == 0);
    dice->request.total_low = dice->total_low;
    dice->request.total_high = dice->total_high;
    if (step != NULL) {
        snprintf(dice->request.dice, sizeof dice->request.dice, "%s", step->dice);
    } else {
        snprintf(dice->request.dice, sizeof dice->request.dice, "d%lld", (long long)high);
    }
}

/* Where the next face of a throw comes from. */
enum face_source { FACE_NONE, FACE_GENERATED, FACE_GIVEN };

static enum face_source face_source(struct dice *dice, const struct trace_step *step,
                                    struct face_range range, int missing, struct source why)
{
    if (dice_is_stuck(dice)) {
        return FACE_NONE;
    }
    const struct entered *entered = entered_next(dice);
    if (entered != NULL && entered->kind == GIVEN_ROLL_ALL) {
        dice->rolls_rest = true;
        entered = NULL;
    }
    if (entered != NULL && entered->kind == GIVEN_ROLL && !dice->throw_is_generated) {
        dice->throw_is_generated = true; /* in the middle of a throw: the rest of it */
        dice->entered_used++;
    }
    if (entered != NULL && !dice->throw_is_generated) {
        return FACE_GIVEN;
    }
    if (dice->asks && !dice->rolls_rest && !dice->throw_is_generated) {
        want(dice, step, range.low, range.high, missing, why);
        return FACE_NONE;
    }
    return FACE_GENERATED;
}

/* Reports a given word that is not a face of this die. */
static APART void face_is_wrong(struct dice *dice, struct face_range range, struct source why)
{
    const struct entered *entered = entered_next(dice);
    TEXT_BUFFER(word, 40);
    if (entered->kind == GIVEN_DECIMAL) {
        text_add_fraction(&word, entered->decimal);
    } else {
        text_add(&word, "%s%lld", entered->kind == GIVEN_TOTAL ? "the total " : "",
                 (long long)entered->value);
    }
    dice_fail(dice, STATUS_USAGE, "%s is not possible on a die of %d to %d (%s)", word.p,
              range.low, range.high, why.label);
}

/* A ten-sided die is printed 0 to 9 and a percentile 00 to 99: there 0 stands for the highest,
 * unless it is a face of its own. */
static int64_t face_printed(struct dice *dice, struct face_range range, int64_t typed)
{
    bool has_zero = range.low <= 0 || (range.high != 10 && range.high != 100);
    if (typed != 0 || has_zero) {
        return typed;
    }
    dice->zero_means = range.high;
    return range.high;
}

/* A die that has already fallen, or was typed for its place, if this die can show it. */
static const struct kept_die *take_kept(struct dice *dice, struct face_range range,
                                        bool is_real, struct source why)
{
    if (dice->kept == NULL || dice_is_stuck(dice) || dice->throw_is_generated) {
        return NULL;
    }
    struct kept_die *die = kept_dice_next(dice->kept, range.low, range.high, is_real);
    if (die != NULL && die->is_entered && !die->is_real) {
        die->face = face_printed(dice, range, die->face);
    }
    bool is_wrong = die != NULL &&
                    (die->is_real ? !is_real : die->face < range.low || die->face > range.high);
    if (is_wrong && die->is_real) {
        dice_fail(dice, STATUS_USAGE, "a decimal is not possible on a die of %d to %d (%s)",
                  range.low, range.high, why.label);
    } else if (is_wrong) {
        dice_fail(dice, STATUS_USAGE, "%lld is not possible on a die of %d to %d (%s)",
                  (long long)die->face, range.low, range.high, why.label);
    }
    return is_wrong ? NULL : die;
}

int dice_draw_between(struct dice *dice, struct trace_step *step, struct face_range range,
                      int missing, struct source why)
{
    const struct kept_die *kept = take_kept(dice, range, false, why);
    if (kept != NULL) {
        trace_face(dice->trace, step, (int)kept->face, kept->is_entered);
        return (int)kept->face;
    }
    enum face_source source = face_source(dice, step, range, missing, why);
    if (source == FACE_GENERATED) {
        int sides = range.high - range.low + 1;
        int face = dice_stream_face(&dice->stream, sides) - 1 + range.low;
        trace_face(dice->trace, step, face, false);
        return face;
    }
    if (source == FACE_NONE) {
        return range.low;
    }
    const struct entered *entered = entered_next(dice);
    int64_t face = face_printed(dice, range, entered->value);
    if (entered->kind != GIVEN_FACE || face < range.low || face > range.high) {
        face_is_wrong(dice, range, why);
        return range.low;
    }
    dice->entered_used++;
    trace_face(dice->trace, step, (int)face, true);
    return (int)face;
}

double dice_draw_real(struct dice *dice, struct trace_step *step, int missing,
                      struct source why)
{
    struct face_range percentiles = {1, 100};
    const struct kept_die *kept = take_kept(dice, percentiles, true, why);
    if (kept != NULL) {
        double shown = kept->is_real ? kept->real : (double)kept->face;
        trace_real(dice->trace, step, shown, kept->is_entered);
        return shown >= 1 ? (shown - 0.5) / 100 : shown;
    }
    enum face_source source = face_source(dice, step, percentiles, missing, why);
    if (source == FACE_GENERATED) {
        double real = dice_stream_uniform(&dice->stream);
        trace_real(dice->trace, step, real, false);
        return real;
    }
    if (source == FACE_NONE) {
        return 0;
    }
    const struct entered *entered = entered_next(dice);
    if (entered->kind == GIVEN_DECIMAL) {
        dice->entered_used++;
        trace_real(dice->trace, step, entered->decimal, true);
        return entered->decimal;
    }
    int64_t face = face_printed(dice, percentiles, entered->value);
    if (entered->kind != GIVEN_FACE || face < 1 || face > 100) {
        face_is_wrong(dice, percentiles, why);
        return 0;
    }
    dice->entered_used++;
    trace_real(dice->trace, step, (double)face, true);
    return ((double)face - 0.5) / 100;
}

int dice_draw_face(struct dice *dice, struct trace_step *step, int sides, int missing,
                   struct source why)
{
    return dice_draw_between(dice, step, (struct face_range){1, sides}, missing, why);
}

static bool check_total(struct dice *dice, int64_t total)
{
    if (total < dice->total_low || total > dice->total_high) {
        dice_fail(dice, STATUS_USAGE, "a total of %lld is not possible: it is %lld to %lld",
                  (long long)total, (long long)dice->total_low, (long long)dice->total_high);
        return false;
    }
    return true;
}

static bool take_kept_total(struct dice *dice, struct trace_step *step, int64_t *total)
{
    bool may = dice->kept != NULL && !dice_is_stuck(dice) && !dice->throw_is_generated;
    const struct kept_die *kept = may ? kept_dice_total(dice->kept) : NULL;
    if (kept == NULL || !check_total(dice, kept->face)) {
        return false;
    }
    *total = kept->face;
    if (step != NULL) {
        step->is_total_given = kept->is_entered;
        step->entered_count = kept->is_entered ? 1 : 0;
    }
    return true;
}

static APART void fail_of_fraction(struct dice *dice, double total)
{
    TEXT_BUFFER(shown, 40);
    text_add_decimal(&shown, total, 6);
    dice_fail(dice, STATUS_USAGE, "a total of %s is not possible: it is a whole number",
              shown.p);
}

bool dice_take_total(struct dice *dice, struct trace_step *step, int64_t low, int64_t high,
                     int64_t *total)
{
    const struct entered *entered = entered_next(dice);
    dice->total_low = low;
    dice->total_high = high;
    if (step != NULL) {
        step->takes_total = true;
    }
    if (take_kept_total(dice, step, total)) {
        return true;
    }
    bool has_kept =
        dice->kept != NULL && dice->kept->now_throw >= 0 && dice->kept->next < dice->kept->end;
    if (has_kept || dice_is_stuck(dice) || dice->throw_is_generated || entered == NULL ||
        entered->kind != GIVEN_TOTAL) {
        return false;
    }
    if (entered->decimal != (double)entered->value) {
        fail_of_fraction(dice, entered->decimal);
        return false;
    }
    if (!check_total(dice, entered->value)) {
        return false;
    }
    dice->entered_used++;
    *total = entered->value;
    if (step != NULL) {
        step->is_total_given = true;
        step->entered_count = 1;
    }
    return true;
}

bool dice_take_real_total(struct dice *dice, struct trace_step *step, double high,
                          double *total)
{
    const struct entered *entered = entered_next(dice);
    if (dice_is_stuck(dice) || dice->throw_is_generated || entered == NULL ||
        entered->kind != GIVEN_TOTAL) {
        return false;
    }
    /* Messages show the highest value to 4 places, so it may be typed that way. */
    if (entered->decimal < 0 || entered->decimal > high + 0.00005) {
        TEXT_BUFFER(shown, 80);
        text_add_decimal(&shown, entered->decimal, 6);
        text_add(&shown, " is not possible: it is 0 to ");
        text_add_decimal(&shown, high, 4);
        dice_fail(dice, STATUS_USAGE, "a total of %s", shown.p);
        return false;
    }
    dice->entered_used++;
    *total = entered->decimal < high ? entered->decimal : high;
    if (step != NULL) {
        step->is_total_given = true;
        step->entered_count = 1;
        step->is_decimal = true;
        step->value_decimal = entered->decimal;
        step->says_label = true;
    }
    return true;
}

void dice_notation(const struct dice *dice, char *notation, const char *format, ...)
{
    notation[0] = '\0';
    bool is_read = (dice->trace != NULL && !dice->trace->is_bare) || dice->kept != NULL;
    if (is_read) {
        va_list arguments;
        va_start(arguments, format);
        text_format_list(notation, TRACE_DICE_SIZE, format, arguments);
        va_end(arguments);
    }
}

struct trace_step *dice_begin(struct dice *dice, const char *notation, struct source why)
{
    const struct entered *entered = entered_next(dice);
    bool fell_already =
        dice->kept != NULL && kept_dice_begin_throw(dice->kept, notation, why.label);
    dice->throw_is_generated = !fell_already && entered != NULL && entered->kind == GIVEN_ROLL;
    if (dice->throw_is_generated) {
        dice->entered_used++;
    }
    return trace_dice(dice->trace, notation, why);
}

void dice_end(struct dice *dice, struct trace_step *step, int64_t value)
{
    dice->throw_is_generated = false;
    if (step != NULL) {
        step->value = value;
        step->zero_means = dice->zero_means;
    }
    dice->zero_means = 0;
}

/* ---- enumerating ----------------------------------------------------------------------- */

int dice_branch(struct dice *dice, const double *mass, int count, double missing)
{
    struct dice_path *path = dice->path;
    if (path->depth == path->length) {
        if (path->length == DICE_PATH_MAX) {
            dice_fail(dice, STATUS_FULL, "too many dice in one stage to enumerate");
            return 0;
        }
        path->at[path->length].index = 0;
        path->at[path->length].count = count;
        path->length++;
        path->missing += path->mass * missing;
    }
    /* Impossible outcomes are not visited. */
    int index = path->at[path->depth].index;
    while (index < count - 1 && mass[index] <= 0) {
        index++;
    }
    path->at[path->depth++].index = index;
    path->mass *= mass[index];
    path->whole *= mass[index] + (index == count - 1 ? missing : 0);
    return index;
}

bool dice_path_next(struct dice_path *path)
{
    while (path->length > 0) {
        int last = path->length - 1;
        if (++path->at[last].index < path->at[last].count) {
            return true;
        }
        path->length--;
    }
    return false;
}

static const double DICE_WORK_MAX = 4e6;

static bool is_same_key(const struct dice_table_key *a, const struct dice_table_key *b)
{
    return a->kind == b->kind && a->a == b->a && a->b == b->b && a->c == b->c &&
           a->expr == b->expr;
}

const struct distribution *dice_table_find(struct dice *dice, const struct dice_table_key *key,
                                           struct dice_table **slot)
{
    *slot = NULL;
    int i = dice->tables_last;
    if (i < dice->tables_count && is_same_key(&dice->tables[i].key, key)) {
        return &dice->tables[i].distribution;
    }
    for (i = 0; i < dice->tables_count; i++) {
        if (is_same_key(&dice->tables[i].key, key)) {
            dice->tables_last = i;
            return &dice->tables[i].distribution;
        }
    }
    if (dice->tables_count == DICE_TABLES_MAX) {
        dice_fail(dice, STATUS_FULL, "too many different throws to enumerate");
        return NULL;
    }
    *slot = &dice->tables[dice->tables_count++];
    (*slot)->key = *key;
    return NULL;
}

bool dice_can_work(struct dice *dice, double steps)
{
    dice->work += steps;
    if (dice->work > DICE_WORK_MAX) {
        dice_fail(dice, STATUS_FULL, "too large to enumerate in a few milliseconds");
    }
    return dice->work <= DICE_WORK_MAX;
}

/* The verbs of this file that keep tables. */
enum { TABLE_BEST = 1, TABLE_SUM, TABLE_CHAIN };

int64_t dice_branch_over(struct dice *dice, const struct dice_table_key *key,
                         dice_fill_fn *fill)
{
    struct dice_table *slot;
    const struct distribution *table = dice_table_find(dice, key, &slot);
    if (table == NULL) {
        struct error err;
        if (slot == NULL || fill(&slot->distribution, key, dice->arena, &err) != STATUS_OK) {
            dice_fail(dice, STATUS_FULL, "too large to enumerate");
            return 1;
        }
        table = &slot->distribution;
    }
    return table->low + dice_branch(dice, table->mass, table->count, table->missing);
}

/* ---- one die --------------------------------------------------------------------------- */

static enum status fill_best(struct distribution *out, const struct dice_table_key *key,
                             struct arena *arena, struct error *err)
{
    /* The best of n is at most f with chance (f/s)^n; the worst is its mirror image. */
    int sides = key->a;
    int dice_thrown = 1 + (key->b < 0 ? -key->b : key->b);
    enum status status = distribution_zero(out, 1, sides, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    for (int face = 1; face <= sides; face++) {
        /* In whole numbers, which doubles hold exactly up to 2^53, and divided once. */
        double up_to = 1;
        double below = 1;
        double all = 1;
        for (int i = 0; i < dice_thrown; i++) {
            up_to *= face;
            below *= face - 1;
            all *= sides;
        }
        int place = key->b >= 0 ? face : sides + 1 - face;
        out->mass[place - 1] = (up_to - below) / all;
    }
    return STATUS_OK;
}

int dice_best(struct dice *dice, int sides, int edge, struct source why)
{
    CHECK(edge >= -5 && edge <= 5);
    if (dice->path != NULL) {
        struct dice_table_key key = {.kind = TABLE_BEST, .a = sides, .b = edge};
        return (int)dice_branch_over(dice, &key, fill_best);
    }
    int thrown = 1 + (edge < 0 ? -edge : edge);
    char notation[TRACE_DICE_SIZE];
    if (edge == 0) {
        dice_notation(dice, notation, "d%d", sides);
    } else {
        dice_notation(dice, notation, "%dd%dk%s1", thrown, sides, edge > 0 ? "h" : "l");
    }
    struct trace_step *step = dice_begin(dice, notation, why);
    int64_t best;
    if (!dice_take_total(dice, step, 1, sides, &best)) {
        int kept = 0;
        best = dice_draw_face(dice, step, sides, thrown, why);
        for (int i = 1; i < thrown && !dice_is_stuck(dice); i++) {
            int face = dice_draw_face(dice, step, sides, thrown - i, why);
            bool is_better = edge > 0 ? face > best : face < best;
            kept = is_better ? i : kept;
            best = is_better ? face : best;
        }
        trace_mark_kept(dice->trace, step, thrown, kept);
    }
    dice_end(dice, step, best);
    return (int)best;
}

int dice_face(struct dice *dice, int sides, struct source why)
{
    return dice_best(dice, sides, 0, why);
}

/* ---- several dice ---------------------------------------------------------------------- */

static enum status fill_sum(struct distribution *out, const struct dice_table_key *key,
                            struct arena *arena, struct error *err)
{
    struct distribution one;
    enum status status = distribution_zero(&one, 1, key->b, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    for (int i = 0; i < key->b; i++) {
        one.mass[i] = 1.0 / key->b;
    }
    return distribution_times(out, &one, key->a, arena, err);
}

int dice_sum(struct dice *dice, int count, int sides, struct source why)
{
    CHECK(count >= 1 && count <= 100);
    if (dice->path != NULL) {
        struct dice_table_key key = {.kind = TABLE_SUM, .a = count, .b = sides};
        return (int)dice_branch_over(dice, &key, fill_sum);
    }
    char notation[TRACE_DICE_SIZE];
    dice_notation(dice, notation, "%dd%d", count, sides);
    struct trace_step *step = dice_begin(dice, notation, why);
    int64_t sum = 0;
    if (!dice_take_total(dice, step, count, (int64_t)count * sides, &sum)) {
        for (int i = 0; i < count; i++) {
            sum += dice_draw_face(dice, step, sides, count - i, why);
        }
    }
    dice_end(dice, step, sum);
    return (int)sum;
}

/* ---- a chain --------------------------------------------------------------------------- */

/* Chains are followed until less mass than this is left. */
static const double CHAIN_PENDING = 1e-14;
enum { CHAIN_LENGTH_MAX = 400 };

/* The number of throws that can matter. */
static int chain_length(int sides, int from, int best_of)
{
    double goes_on = (double)(sides - from + 1) / sides;
    int length = 2;
    for (double pending = goes_on * best_of;
         pending >= CHAIN_PENDING && length < CHAIN_LENGTH_MAX; pending *= goes_on) {
        length++;
    }
    return length;
}

/* The total says as much of the first face as any rule needs: below `from` the first face is
 * the whole chain, above it the chain exploded (see chain_first). `pending` holds the mass of
 * having exploded to exactly this total at some time, from which every further throw starts, so
 * one pass over the totals in rising order follows all chains. */
static enum status fill_chain(struct distribution *out, const struct dice_table_key *key,
                              struct arena *arena, struct error *err)
{
    int sides = key->a;
    int from = key->b;
    struct distribution first, pending;
    struct dice_table_key best = {.a = sides, .b = key->c - 1};
    int64_t high = (int64_t)chain_length(sides, from, key->c) * sides;
    enum status status = distribution_zero(out, 1, high, arena, err);
    status = status != STATUS_OK ? status : distribution_zero(&pending, 1, high, arena, err);
    status = status != STATUS_OK ? status : fill_best(&first, &best, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    for (int face = 1; face <= sides; face++) {
        (face >= from ? pending.mass : out->mass)[face - 1] = first.mass[face - 1];
    }
    /* Later totals can only come from the mass in the next `sides` totals. */
    double window = 1;
    int at = 0;
    while (at + 2 * sides < out->count && window >= CHAIN_PENDING) {
        for (int end = at + sides; at < end; at++) {
            double each = pending.mass[at] / sides;
            for (int face = 1; face <= sides && each > 0; face++) {
                (face >= from ? pending.mass : out->mass)[at + face] += each;
            }
        }
        window = 0;
        for (int i = at; i < at + sides; i++) {
            window += pending.mass[i];
        }
    }
    out->count = at + sides;
    out->missing = window;
    return STATUS_OK;
}

/* While enumerating, the first face is known only as "its own value" (no explosion) or
 * "exploded", for which `from` stands. A rule may ask nothing else about it. */
static int chain_first(int64_t total, int from)
{
    return total < from ? (int)total : from;
}

/* The total of a chain of k explosions is at least k x from + 1 and at most k x sides + from -
 * 1. Both ends rise with k, so the greatest k that the first allows decides. */
static bool chain_reaches(int64_t total, int sides, int from)
{
    int64_t explosions = (total - 1) / from;
    return total <= explosions * sides + from - 1;
}

struct chain dice_chain(struct dice *dice, int sides, int from, int best_of, struct source why)
{
    CHECK(from >= 2 && from <= sides && best_of >= 1 && best_of <= 6);
    if (dice->path != NULL) {
        struct dice_table_key key = {.kind = TABLE_CHAIN, .a = sides, .b = from, .c = best_of};
        int64_t total = dice_branch_over(dice, &key, fill_chain);
        return (struct chain){chain_first(total, from), total};
    }
    char notation[TRACE_DICE_SIZE];
    if (best_of == 1) {
        dice_notation(dice, notation, from == sides ? "d%d!" : "d%d!>=%d", sides, from);
    } else {
        dice_notation(dice, notation, from == sides ? "%dd%dkh1!" : "%dd%dkh1!>=%d", best_of,
                      sides, from);
    }
    struct trace_step *step = dice_begin(dice, notation, why);
    struct chain chain = {0};
    if (dice_take_total(dice, step, 1, INT32_MAX, &chain.total)) {
        if (!chain_reaches(chain.total, sides, from)) {
            dice_fail(dice, STATUS_USAGE,
                      "a total of %lld cannot be thrown: %d and more are "
                      "rolled on",
                      (long long)chain.total, from);
        }
        chain.first = chain_first(chain.total, from);
    } else {
        if (dice->kept != NULL) {
            kept_dice_begin_chain(dice->kept);
        }
        int kept = 0;
        for (int i = 0; i < best_of; i++) {
            int face = dice_draw_face(dice, step, sides, best_of - i, why);
            kept = face > chain.first ? i : kept;
            chain.first = face > chain.first ? face : chain.first;
        }
        trace_mark_kept(dice->trace, step, best_of, kept);
        if (dice->kept != NULL) {
            kept_dice_go_on_chain(dice->kept);
        }
        chain.total = chain.first;
        int face = chain.first;
        while (face >= from && !dice_is_stuck(dice) && chain.total < INT32_MAX - sides) {
            face = dice_draw_face(dice, step, sides, 1, why);
            chain.total += face;
        }
        trace_mark_exploded(dice->trace, step, from);
    }
    dice_end(dice, step, chain.total);
    return chain;
}
