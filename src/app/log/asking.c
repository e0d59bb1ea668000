#include "app/log/asking.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "games/games.h"
#include "resolver/system.h"
#include "tracker/state.h"
#include "tracker/naming.h"
#include "tracker/procedure.h"

static const struct asked_word words_asked[] = {
#define ASK(name, word, takes, help) [ASK_##name] = {word, TAKES_##takes, help},
#include "app/log/asking.def"
#undef ASK
};

static const struct topic_def topics[] = {
#define ABOUT(word, kind) {word, EVENT_##kind},
#include "app/log/asking_about.def"
#undef ABOUT
};

enum { TOPICS = sizeof topics / sizeof topics[0] };
_Static_assert(EVENT_KINDS < 64, "a bit for each kind of event");

const struct asked_word *asked_word_at(int i)
{
    return i < ASK_TEXT ? &words_asked[i] : NULL;
}

/* Those of every game, then those that each game adds; NULL after the last. */
static const struct topic_def *topic_at(int i)
{
    if (i < TOPICS) {
        return &topics[i];
    }
    i -= TOPICS;
    for (int game = 0; game < systems_count(); game++) {
        const struct topic_def *own = games_find(system_at(game))->topics;
        for (; own != NULL && own->word != NULL; own++) {
            if (i-- == 0) {
                return own;
            }
        }
    }
    return NULL;
}

const char *asked_topic_at(int i)
{
    const struct topic_def *topic;
    for (int k = 0; (topic = topic_at(k)) != NULL; k++) {
        bool is_first = true;
        for (int earlier = 0; earlier < k; earlier++) {
            is_first = is_first && strcmp(topic->word, topic_at(earlier)->word) != 0;
        }
        if (is_first && i-- == 0) {
            return topic->word;
        }
    }
    return NULL;
}

bool asked_span_holds(const struct asked_span *span, double number)
{
    bool is_above = span->is_low_open ? number > span->low : number >= span->low;
    bool is_below = span->is_high_open ? number < span->high : number <= span->high;
    return is_above && is_below;
}

/* ---- what cannot be read --------------------------------------------------------------- */

/* One word being read. */
struct reading {
    struct asking *asking;
    struct asked_term *term;
    struct str word;  /* the whole of it */
    struct str value; /* what is after the sign */
    char sign[3];     /* "=", "<", ">=" */
    struct error *err;
};

/* In ASCII columns as far as the word is ASCII. */
enum status asking_wrong(struct str word, int place, const char *expected, const char *question,
                         struct error *err)
{
    enum { SHOWN = 60 };
    int from = place > SHOWN - 20 ? place - (SHOWN - 20) : 0;
    TEXT_BUFFER(shown, 4 * SHOWN);
    TEXT_BUFFER(under, SHOWN + 8);
    for (int i = from; i < word.n && i < from + SHOWN; i++) {
        char c = word.p[i];
        text_add_char(&shown, c >= ' ' && c <= '~' ? c : '?');
        if (i < place) {
            text_add_char(&under, ' ');
        }
    }
    return error_set(err, STATUS_USAGE, "", "%s%s\n%s\n%s^", expected, question, shown.p,
                     under.p);
}

/* The word with a caret under the byte `at`. */
static enum status wrong(const struct reading *reading, const char *at, const char *expected,
                         const char *question)
{
    return asking_wrong(reading->word, (int)(at - reading->word.p), expected, question,
                        reading->err);
}

static struct str keep(struct asking *asking, struct str text)
{
    struct str kept = {asking->room + asking->used, text.n};
    CHECK(asking->used + text.n <= ASK_ROOM);
    if (text.n > 0) {
        memcpy(asking->room + asking->used, text.p, (size_t)text.n);
    }
    asking->used += text.n;
    return kept;
}

/* ---- what they take -------------------------------------------------------------------- */

static enum status take_text(struct reading *reading)
{
    TEXT_BUFFER(room, ASK_WORD_SIZE + 1);
    struct str inner = str_unquoted(reading->value);
    struct str text =
        inner.n < reading->value.n ? str_read_quoted(inner, &room) : reading->value;
    if (text.n == 0) {
        return wrong(reading, reading->value.p, "expected a word", "");
    }
    char composed[ASK_WORD_SIZE]; /* as the log's lines are */
    text = name_in_form(text, NAME_COMPOSED, composed, sizeof composed);
    reading->term->text = keep(reading->asking, text);
    return STATUS_OK;
}

static enum status take_topic(struct reading *reading)
{
    struct nearest nearest;
    nearest_init(&nearest, reading->value);
    bool is_known = false;
    const struct topic_def *topic;
    for (int i = 0; (topic = topic_at(i)) != NULL; i++) {
        nearest_offer(&nearest, topic->word);
        if (str_equal_any_case(reading->value, str_of(topic->word))) {
            is_known = true;
            reading->term->events |= topic->kind < EVENT_KINDS ? UINT64_C(1) << topic->kind : 0;
        }
    }
    if (!is_known) {
        return wrong(reading, reading->value.p,
                     "expected a topic such as morale, condition, hp or turn",
                     nearest_question(&nearest).text);
    }
    return take_text(reading);
}

/* One of some words; its place among them. */
static enum status take_choice(struct reading *reading, const char *const *choices, int *out,
                               const char *expected)
{
    struct nearest nearest;
    nearest_init(&nearest, reading->value);
    for (int i = 0; choices[i] != NULL; i++) {
        nearest_offer(&nearest, choices[i]);
        if (str_equal_any_case(reading->value, str_of(choices[i]))) {
            *out = i;
            return STATUS_OK;
        }
    }
    return wrong(reading, reading->value.p, expected, nearest_question(&nearest).text);
}

/* A number of 0 to a million, for chances with places and a percent sign, which stays away from
 * none. */
static bool read_number(struct str piece, bool is_chance, double *out)
{
    int64_t whole;
    if (!is_chance) {
        bool is_whole = str_to_int64(piece, 0, 1000000, &whole);
        *out = is_whole ? (double)whole : 0;
        return is_whole;
    }
    if (piece.n > 0 && piece.p[piece.n - 1] == '%') {
        piece.n--;
    }
    double percent;
    if (!str_to_decimal(piece, &percent) || percent < 0 || percent > 100) {
        return false;
    }
    *out = percent / 100;
    return true;
}

/* "6", "6..", "..9", "6..9", or a number after < <= > >=. */
static enum status take_span(struct reading *reading, bool is_chance)
{
    struct asked_span *span = &reading->term->span;
    const char *expected = is_chance ? "expected a percentage, such as 10% or ..10%"
                                     : "expected a whole number, or a span such as 2..4";
    struct str value = reading->value;
    *span = (struct asked_span){.low = -INFINITY, .high = INFINITY};
    int dots = 0;
    while (dots + 1 < value.n && (value.p[dots] != '.' || value.p[dots + 1] != '.')) {
        dots++;
    }
    bool is_span = dots + 1 < value.n;
    struct str low = {value.p, is_span ? dots : value.n};
    struct str high = {value.p + (is_span ? dots + 2 : 0), is_span ? value.n - dots - 2 : 0};
    if (is_span && (reading->sign[0] != '=' || value.n == 2)) {
        return wrong(reading, value.p + dots, expected, "");
    }
    if ((!is_span || low.n > 0) && !read_number(low, is_chance, &span->low)) {
        return wrong(reading, low.p, expected, "");
    }
    if (is_span && high.n > 0 && !read_number(high, is_chance, &span->high)) {
        return wrong(reading, high.p, expected, "");
    }
    bool has_equal = reading->sign[1] == '=' || reading->sign[0] == '=';
    if (!is_span && reading->sign[0] == '<') {
        *span = (struct asked_span){-INFINITY, span->low, .is_high_open = !has_equal};
    } else if (!is_span && reading->sign[0] == '>') {
        span->is_low_open = !has_equal;
    } else if (!is_span) {
        span->high = span->low;
    } else if (span->low > span->high) {
        return wrong(reading, value.p + dots, "expected the lower number first", "");
    }
    return STATUS_OK;
}

/* The moment a day begins here, in milliseconds since 1970; -1: there is no such day. */
static int64_t start_of_day(int year, int month, int day)
{
    struct tm when = {
        .tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day, .tm_isdst = -1};
    time_t moment = mktime(&when);
    bool is_same =
        when.tm_year == year - 1900 && when.tm_mon == month - 1 && when.tm_mday == day;
    return moment == (time_t)-1 || !is_same ? -1 : (int64_t)moment * 1000;
}

static enum status take_day(struct reading *reading)
{
    struct str value = reading->value;
    int64_t year, month, day;
    bool has_form = value.n == 10 && value.p[4] == '-' && value.p[7] == '-' &&
                    char_is_digit(value.p[0]) && char_is_digit(value.p[5]) &&
                    char_is_digit(value.p[8]) &&
                    str_to_int64((struct str){value.p, 4}, 1970, 9998, &year) &&
                    str_to_int64((struct str){value.p + 5, 2}, 1, 12, &month) &&
                    str_to_int64((struct str){value.p + 8, 2}, 1, 31, &day);
    int64_t start = has_form ? start_of_day((int)year, (int)month, (int)day) : -1;
    if (start < 0) {
        return wrong(reading, value.p, "expected a day, such as 2026-11-20", "");
    }
    bool is_since = reading->term->kind == ASK_SINCE;
    /* The day after is not always 24 hours later. */
    struct tm after = {.tm_year = (int)year - 1900,
                       .tm_mon = (int)month - 1,
                       .tm_mday = (int)day + 1,
                       .tm_isdst = -1};
    double end = (double)mktime(&after) * 1000;
    reading->term->span =
        is_since ? (struct asked_span){.low = (double)start, .high = INFINITY}
                 : (struct asked_span){.low = -INFINITY, .high = end, .is_high_open = true};
    return STATUS_OK;
}

static enum status take_dice(struct reading *reading)
{
    static const char *const kinds[] = {"entered", "rolled", NULL};
    int kind = 0;
    enum status status =
        take_choice(reading, kinds, &kind, "expected dice=entered or dice=rolled");
    reading->term->is_entered = kind == 0;
    return status;
}

static enum status take_undone(struct reading *reading)
{
    static const char *const kinds[] = {
        [UNDONE_LEFT_OUT] = "no", [UNDONE_ONLY] = "yes", [UNDONE_TOO] = "any", NULL};
    int kind = 0;
    enum status status =
        take_choice(reading, kinds, &kind, "expected undone=yes, undone=any or undone=no");
    if (status == STATUS_OK && reading->term->is_not && kind == UNDONE_TOO) {
        return wrong(reading, reading->value.p,
                     "expected undone=yes or undone=no after not=", "");
    }
    bool is_turned = reading->term->is_not;
    reading->asking->undone = !is_turned            ? (enum undone_acts)kind
                              : kind == UNDONE_ONLY ? UNDONE_LEFT_OUT
                                                    : UNDONE_ONLY;
    return status;
}

static enum status take_evening(struct reading *reading)
{
    reading->term->is_last = str_equal_any_case(reading->value, str_of("last"));
    return reading->term->is_last ? STATUS_OK : take_span(reading, false);
}

/* Its words are put in its place by app/log/kept_questions.h; they go together, so "not" would
 * need an "or". */
static enum status take_question(struct reading *reading)
{
    return reading->term->is_not
               ? wrong(reading, reading->word.p, "not= goes with one word, not a question", "")
               : take_text(reading);
}

static enum status take_value(struct reading *reading)
{
    switch (words_asked[reading->term->kind].takes) {
    case TAKES_NAME:
    case TAKES_WORD:
        return take_text(reading);
    case TAKES_TOPIC:
        return take_topic(reading);
    case TAKES_NUMBER:
        return take_span(reading, false);
    case TAKES_DICE:
        return take_dice(reading);
    case TAKES_UNDONE:
        return take_undone(reading);
    case TAKES_CHANCE:
        return take_span(reading, true);
    case TAKES_DAY:
        return take_day(reading);
    case TAKES_EVENING:
        return take_evening(reading);
    case TAKES_QUESTION:
        return take_question(reading);
    case TAKES_ASKED:
        break;
    }
    CHECK(false);
    return STATUS_USAGE;
}

/* ---- one word -------------------------------------------------------------------------- */

static bool compares(enum asked_takes takes)
{
    return takes == TAKES_NUMBER || takes == TAKES_CHANCE || takes == TAKES_EVENING;
}

/* The bytes of the word before its sign; -1 when it has none. A sign after a quotation mark
 * belongs to the text. */
static int sign_place(struct str word)
{
    for (int i = 0; i < word.n && word.p[i] != '"'; i++) {
        if (word.p[i] == '=' || word.p[i] == '<' || word.p[i] == '>') {
            return i;
        }
    }
    return -1;
}

static enum status find_kind(struct reading *reading, struct str name)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (int i = 0; i < ASK_TEXT; i++) {
        nearest_offer(&nearest, words_asked[i].word);
        if (str_equal_any_case(name, str_of(words_asked[i].word))) {
            reading->term->kind = (enum ask_kind)i;
            return STATUS_OK;
        }
    }
    TEXT_BUFFER(expected, 160);
    text_add(&expected, "there is no word %s=", utf8_shown(str_beginning(name, 40)).text);
    return wrong(reading, name.p, expected.p,
                 nearest.best != NULL
                     ? nearest_question(&nearest).text
                     : "; text with such a sign is searched for in \"quotes\"");
}

/* "r2" */
static bool read_round(struct reading *reading)
{
    int64_t round;
    struct str word = reading->value;
    bool is_round = word.n > 1 && char_lower(word.p[0]) == 'r' && char_is_digit(word.p[1]) &&
                    str_to_int64((struct str){word.p + 1, word.n - 1}, 0, 1000000, &round);
    if (is_round) {
        reading->term->kind = ASK_ROUND;
        reading->term->span = (struct asked_span){.low = (double)round, .high = (double)round};
    }
    return is_round;
}

static enum status read_word(struct reading *reading)
{
    struct str rest = reading->value;
    int place = sign_place(rest);
    if (place < 0) {
        reading->term->kind = ASK_TEXT;
        return read_round(reading) ? STATUS_OK : take_text(reading);
    }
    enum status status = find_kind(reading, (struct str){rest.p, place});
    if (status != STATUS_OK) {
        return status;
    }
    enum asked_takes takes = words_asked[reading->term->kind].takes;
    bool is_long = place + 1 < rest.n && rest.p[place] != '=' && rest.p[place + 1] == '=';
    if (rest.p[place] != '=' && !compares(takes)) {
        TEXT_BUFFER(expected, 80);
        text_add(&expected, "expected %s=", words_asked[reading->term->kind].word);
        return wrong(reading, rest.p + place, expected.p, "");
    }
    int after = place + (is_long ? 2 : 1);
    text_format(reading->sign, sizeof reading->sign, "%.*s", after - place, rest.p + place);
    reading->value = (struct str){rest.p + after, rest.n - after};
    return STATUS_OK;
}

/* A word, and after not= another one; not=not= is as if neither were there. */
static enum status read_term(struct reading *reading)
{
    for (;;) {
        enum status status = read_word(reading);
        enum ask_kind kind = reading->term->kind;
        if (status != STATUS_OK || kind == ASK_TEXT || reading->sign[0] == '\0') {
            return status;
        }
        if (kind != ASK_NOT) {
            return take_value(reading);
        }
        reading->term->is_not = !reading->term->is_not;
        reading->sign[0] = '\0';
        if (reading->value.n == 0) {
            return wrong(reading, reading->value.p, "expected a word after not=", "");
        }
    }
}

enum status asking_read(struct asking *out, const struct str *words, int count,
                        struct error *err)
{
    out->terms = out->used = 0;
    out->undone = UNDONE_LEFT_OUT;
    for (int i = 0; i < count; i++) {
        struct asked_term term = {.kind = ASK_TEXT};
        struct reading reading = {out, &term, words[i], words[i], "", err};
        if (words[i].n >= ASK_WORD_SIZE || out->used + words[i].n > ASK_ROOM ||
            out->terms == ASK_TERMS_MAX) {
            return error_set(err, STATUS_USAGE, "",
                             "that is too much to ask at once: at most %d words of %d bytes",
                             ASK_TERMS_MAX, ASK_WORD_SIZE - 1);
        }
        enum status status = read_term(&reading);
        if (status != STATUS_OK) {
            return status;
        }
        if (term.kind != ASK_UNDONE) {
            out->term[out->terms++] = term;
        }
    }
    return STATUS_OK;
}

/* A quotation stays with its marks, which say that it is text: so "r2" in quotes is no round.
 */
static struct str next_word(struct str *line)
{
    while (line->n > 0 && char_is_space(line->p[0])) {
        line->p++;
        line->n--;
    }
    bool is_quoted = false;
    int n = 0;
    while (n < line->n && (is_quoted || !char_is_space(line->p[n]))) {
        is_quoted = is_quoted != (line->p[n] == '"');
        n++;
    }
    struct str word = {line->p, n};
    if (n > 0) { /* a line without words may be no text at all */
        line->p += n;
        line->n -= n;
    }
    return word;
}

enum status asking_read_line(struct asking *out, struct str line, struct error *err)
{
    struct str words[ASK_TERMS_MAX + 1];
    int count = 0;
    for (struct str word; count <= ASK_TERMS_MAX && (word = next_word(&line)).n > 0;) {
        words[count++] = word;
    }
    return asking_read(out, words, count, err);
}

bool asking_add_last_evening(struct asking *asking)
{
    bool has_room = asking->terms < ASK_TERMS_MAX;
    if (has_room) {
        asking->term[asking->terms++] =
            (struct asked_term){.kind = ASK_SESSION, .is_last = true};
    }
    return has_room;
}

bool asking_add(struct asking *asking, const struct asked_term *term)
{
    bool has_room = asking->terms < ASK_TERMS_MAX && asking->used + term->text.n <= ASK_ROOM;
    if (has_room) {
        struct asked_term *added = &asking->term[asking->terms++];
        *added = *term;
        added->text = term->text.n > 0 ? keep(asking, term->text) : term->text;
    }
    return has_room;
}

void asking_copy(struct asking *out, const struct asking *asking)
{
    *out = *asking;
    for (int i = 0; i < out->terms; i++) {
        struct str *text = &out->term[i].text;
        text->p = text->n > 0 ? out->room + (text->p - asking->room) : NULL;
    }
}
