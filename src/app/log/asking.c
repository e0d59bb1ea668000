#include "app/log/asking.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "app/log/logged_roll.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "games/games.h"
#include "resolver/system.h"
#include "tracker/state.h"
#include "tracker/naming.h"
#include "tracker/procedure.h"

/* What a word takes after its sign. */
enum asked_takes {
    TAKES_NAME,     /* part of a name, or a glob */
    TAKES_WORD,     /* a whole word */
    TAKES_TOPIC,    /* one of `topics`, or of a game (tracker/procedure.h) */
    TAKES_NUMBER,   /* a span of whole numbers */
    TAKES_DICE,     /* entered, rolled */
    TAKES_UNDONE,   /* yes, any, no */
    TAKES_CHANCE,   /* a span of percentages */
    TAKES_DAY,      /* 2026-11-20 */
    TAKES_EVENING,  /* last, or a span of numbers */
    TAKES_QUESTION, /* the name of a question that was kept */
    TAKES_ASKED     /* another word */
};

struct asked_word {
    const char *word;
    enum asked_takes takes;
    const char *help;
};

static const struct asked_word words_asked[] = {
#define ASK(name, word, takes, help) [ASK_##name] = {word, TAKES_##takes, help},
#include "app/log/asking.def"
#undef ASK
};

/* What about= takes in every game: the word, and a kind of event that an act about it has. A
 * word can have several; an act whose command has the word's name is about it too. The words
 * that a game adds are in its procedure. */
static const struct topic_def topics[] = {
    {"morale", EVENT_MORALE_CALLED},
    {"morale", EVENT_MORALE_SETTLED},
    {"reaction", EVENT_KINDS},
    {"condition", EVENT_CONDITION_CHANGED},
    {"hp", EVENT_HP_CHANGED},
    {"hp", EVENT_DAMAGE_COUNTED},
    {"hp", EVENT_COUNT_CHANGED},
    {"turn", EVENT_TURN_STARTED},
    {"round", EVENT_ROUND_STARTED},
    {"ruling", EVENT_RULED},
    {"note", EVENT_NOTED},
    {"roll", EVENT_ROLLED},
    {"initiative", EVENT_INITIATIVE_TAKEN},
    {"initiative", EVENT_INITIATIVE_SPENT},
    {"out", EVENT_WENT_OUT},
    {"out", EVENT_CAME_BACK},
    {"joining", EVENT_COMBATANT_ADDED},
    {"effect", EVENT_EFFECT_CHANGED},
    {"counter", EVENT_COUNTER_NAMED},
    {"counter", EVENT_COUNTER_CHANGED},
    {"counter", EVENT_COUNTER_ENDED},
    {"setting", EVENT_SETTING_CHANGED},
    {"correction", EVENT_AMENDED},
};

enum { TOPICS = sizeof topics / sizeof topics[0] };
_Static_assert(EVENT_KINDS < 64, "a bit for each kind of event");

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
    struct tm when = {.tm_isdst = -1};
    if (has_form) {
        when.tm_year = (int)year - 1900;
        when.tm_mon = (int)month - 1;
        when.tm_mday = (int)day;
    }
    struct tm after = when;
    time_t start = has_form ? mktime(&when) : (time_t)-1;
    bool is_same = when.tm_year == after.tm_year && when.tm_mon == after.tm_mon &&
                   when.tm_mday == after.tm_mday; /* else there is no such day */
    if (start == (time_t)-1 || start < 0 || !is_same) {
        return wrong(reading, value.p, "expected a day, such as 2026-11-20", "");
    }
    bool is_since = reading->term->kind == ASK_SINCE;
    after.tm_mday++; /* the day after is not always 24 hours later */
    double end = (double)mktime(&after) * 1000;
    reading->term->span =
        is_since ? (struct asked_span){.low = (double)start * 1000, .high = INFINITY}
                 : (struct asked_span){.low = -INFINITY, .high = end, .is_high_open = true};
    return STATUS_OK;
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

static enum status take_value(struct reading *reading)
{
    static const char *const dice[] = {"entered", "rolled", NULL};
    struct asked_term *term = reading->term;
    int kind = 0;
    enum status status;
    switch (words_asked[term->kind].takes) {
    case TAKES_NAME:
    case TAKES_WORD:
        return take_text(reading);
    case TAKES_TOPIC:
        return take_topic(reading);
    case TAKES_NUMBER:
        return take_span(reading, false);
    case TAKES_DICE:
        status = take_choice(reading, dice, &kind, "expected dice=entered or dice=rolled");
        term->is_entered = kind == 0;
        return status;
    case TAKES_UNDONE:
        return take_undone(reading);
    case TAKES_CHANCE:
        return take_span(reading, true);
    case TAKES_DAY:
        return take_day(reading);
    case TAKES_EVENING:
        term->is_last = str_equal_any_case(reading->value, str_of("last"));
        return term->is_last ? STATUS_OK : take_span(reading, false);
    case TAKES_QUESTION:
        /* Its words are put in its place by app/log/kept_questions.h; they go together, so
         * "not" would need an "or". */
        return term->is_not ? wrong(reading, reading->word.p,
                                    "not= goes with one word, not a question", "")
                            : take_text(reading);
    case TAKES_ASKED:
        break;
    }
    CHECK(false);
    return STATUS_USAGE;
}

/* ---- one word -------------------------------------------------------------------------- */

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
    bool compares = takes == TAKES_NUMBER || takes == TAKES_CHANCE || takes == TAKES_EVENING;
    if (rest.p[place] != '=' && !compares) {
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

/* ---- completing ------------------------------------------------------------------------ */

static bool begins(const char *name, struct str typed)
{
    struct str all = str_of(name);
    return typed.n < all.n && str_equal_any_case((struct str){all.p, typed.n}, typed);
}

static const char *topic_name_at(void *context, enum ask_kind kind, int i)
{
    (void)context;
    (void)kind;
    return asked_topic_at(i);
}

static const char *choice_at(void *context, enum ask_kind kind, int i)
{
    static const char *const dice[] = {"entered", "rolled", NULL};
    static const char *const undone[] = {"yes", "any", "no", NULL};
    static const char *const evening[] = {"last", NULL};
    (void)context;
    const char *const *choices = kind == ASK_DICE     ? dice
                                 : kind == ASK_UNDONE ? undone
                                                      : evening;
    return choices[i];
}

/* The first name that begins like what is typed; one with blanks needs quotes, which have to be
 * typed. */
static void complete_value(enum ask_kind kind, struct str typed,
                           const struct asking_names *names, struct text *rest)
{
    const char *name;
    bool has_quote = typed.n > 0 && typed.p[0] == '"';
    typed = has_quote ? (struct str){typed.p + 1, typed.n - 1} : typed;
    for (int i = 0; typed.n > 0 && (name = names->name_at(names->context, kind, i)) != NULL;
         i++) {
        bool is_word = strchr(name, ' ') == NULL;
        if (begins(name, typed) && (is_word || has_quote)) {
            text_add(rest, "%s%s", name + typed.n, has_quote ? "\"" : "");
            return;
        }
    }
}

void asking_complete(struct str line, const struct asking_names *names, struct text *rest)
{
    /* What is after the last blank that is in no quotes. */
    int begin = 0;
    bool is_quoted = false;
    for (int i = 0; i < line.n; i++) {
        is_quoted = is_quoted != (line.p[i] == '"');
        begin = !is_quoted && char_is_space(line.p[i]) ? i + 1 : begin;
    }
    struct str word = (struct str){line.p + begin, line.n - begin};
    int sign = 0;
    while (sign < word.n && word.p[sign] != '=') {
        sign++;
    }
    for (int i = 0; word.n > 0 && i < ASK_TEXT; i++) {
        const struct asked_word *known = &words_asked[i];
        bool is_it = str_equal_any_case((struct str){word.p, sign}, str_of(known->word));
        if (sign == word.n && (is_it || begins(known->word, word))) {
            text_add(rest, "%s=", known->word + word.n);
            return;
        }
        if (!is_it || sign == word.n) {
            continue;
        }
        struct str typed = {word.p + sign + 1, word.n - sign - 1};
        struct asking_names own = {choice_at, NULL};
        switch (known->takes) {
        case TAKES_ASKED:
            asking_complete(typed, names, rest);
            return;
        case TAKES_TOPIC:
            own.name_at = topic_name_at;
            complete_value((enum ask_kind)i, typed, &own, rest);
            return;
        case TAKES_DICE:
        case TAKES_UNDONE:
        case TAKES_EVENING:
            complete_value((enum ask_kind)i, typed, &own, rest);
            return;
        case TAKES_NAME:
        case TAKES_WORD:
        case TAKES_QUESTION:
            complete_value((enum ask_kind)i, typed, names, rest);
            return;
        case TAKES_NUMBER:
        case TAKES_CHANCE:
        case TAKES_DAY:
            return;
        }
    }
}

/* ---- whether an act fits ---------------------------------------------------------------- */

/* In the forms of tracker/naming.h, since older logs keep names as they were typed. */
static bool is_name(const struct asked_term *term, const char *name)
{
    bool is_it = false;
    for (enum name_form form = NAME_TYPED; form < NAME_FORMS && !is_it; form++) {
        char buf[ASK_WORD_SIZE];
        struct str text = name_in_form(str_of(name), form, buf, sizeof buf);
        is_it = str_is_glob(term->text) ? str_matches_glob(text, term->text)
                                        : text.n > 0 && str_holds(text, term->text);
    }
    return is_it;
}

/* The rules of a line stand as "5.14 5.19" or as "attack, class bonuses": a part between
 * commas, or a word of a part. */
static bool cites(struct str rules, struct str rule)
{
    struct str part;
    while (str_next_part(&rules, ',', &part)) {
        if (str_equal_any_case(part, rule)) {
            return true;
        }
        bool is_number =
            part.n > 0 && (char_is_digit(part.p[0]) || char_is_digit(part.p[part.n - 1]));
        for (struct str word; is_number && (word = str_next_word(&part)).p != NULL;) {
            if (str_equal_any_case(word, rule)) {
                return true;
            }
        }
    }
    return false;
}

static bool has_action(const struct asked_term *term, const struct sitting_act *act)
{
    bool is_it = str_equal_any_case(str_of(act->action), term->text);
    size_t i;
    const json_t *request;
    json_array_foreach(act->events->requests, i, request)
    {
        const char *action = json_string_value(json_object_get(request, "action"));
        is_it = is_it || (action != NULL && str_equal_any_case(str_of(action), term->text));
    }
    return is_it;
}

static bool has_chance(const struct asked_term *term, const struct sitting_act *act)
{
    size_t i;
    const json_t *request;
    json_array_foreach(act->events->requests, i, request)
    {
        double chance;
        const json_t *outcome = json_array_get(act->events->outcomes, i);
        if (log_request_result(request, outcome, &chance) != NULL &&
            asked_span_holds(&term->span, chance)) {
            return true;
        }
    }
    return false;
}

/* A single outcome, or what the command `damage` took from one combatant. */
static bool has_damage(const struct asked_term *term, const struct sitting_act *act)
{
    size_t i;
    const json_t *request;
    json_array_foreach(act->events->requests, i, request)
    {
        const char *name = log_request_outcome(request, MEANS_DAMAGE);
        const json_t *outcome = json_array_get(act->events->outcomes, i);
        const json_t *damage = name != NULL ? json_object_get(outcome, name) : NULL;
        if (json_is_number(damage) &&
            asked_span_holds(&term->span, json_number_value(damage))) {
            return true;
        }
    }
    int lost = strcmp(act->action, "damage") == 0 ? act->events->most_lost : 0;
    return lost > 0 && asked_span_holds(&term->span, lost);
}

/* True when an act fits one word, its not= left aside. */
static bool fits_word(const struct asked_term *term, const struct sitting_act *act)
{
    bool is_it = false;
    switch (term->kind) {
    case ASK_ENCOUNTER:
        return is_name(term, act->encounter);
    case ASK_BY:
        return is_name(term, act->by);
    case ASK_TO:
        for (int i = 0; i < act->to_count && !is_it; i++) {
            is_it = is_name(term, act->to[i]);
        }
        return is_it;
    case ASK_ACTION:
        return has_action(term, act);
    case ASK_ABOUT:
        return str_equal_any_case(str_of(act->action), term->text) ||
               (act->is_reaction && str_equal_any_case(term->text, str_of("reaction"))) ||
               (act->events->kinds & term->events) != 0;
    case ASK_ROUND:
        return act->step == NULL && asked_span_holds(&term->span, act->round);
    case ASK_RULE:
        for (int i = 0; i < act->lines_count && !is_it; i++) {
            is_it = cites(str_of(act->lines[i].rules), term->text);
        }
        return is_it;
    case ASK_DICE:
        return term->is_entered ? act->events->has_entered : act->events->has_rolled;
    case ASK_CHANCE:
        return has_chance(term, act);
    case ASK_DAMAGE:
        return has_damage(term, act);
    case ASK_SINCE:
    case ASK_UNTIL:
        return asked_span_holds(&term->span, (double)act->at_ms);
    case ASK_SESSION:
        return act->evening > 0 &&
               (term->is_last ? act->evening == act->evenings
                              : asked_span_holds(&term->span, act->evening));
    case ASK_TEXT:
        is_it = str_holds(str_of(act->label), term->text);
        for (int i = 0; i < act->lines_count && !is_it; i++) {
            is_it = str_holds(str_of(act->lines[i].line), term->text);
        }
        return is_it;
    case ASK_UNDONE:
    case ASK_QUESTION: /* its words stand in its place */
    case ASK_NOT:
    case ASK_KINDS:
        break;
    }
    return true;
}

/* True when it fits those words of the question whose kinds have a bit in `kinds`. */
static bool fits_words(const struct asking *asking, const struct sitting_act *act,
                       unsigned kinds)
{
    for (int i = 0; i < asking->terms; i++) {
        const struct asked_term *term = &asking->term[i];
        if ((kinds & 1U << term->kind) != 0 && fits_word(term, act) == term->is_not) {
            return false;
        }
    }
    return true;
}

bool asking_can_fit(const struct asking *asking, const struct sitting_act *act)
{
    return fits_words(asking, act,
                      1U << ASK_ENCOUNTER | 1U << ASK_ROUND | 1U << ASK_SINCE |
                          1U << ASK_UNTIL | 1U << ASK_SESSION);
}

bool asking_can_fit_lines(const struct asking *asking, const struct sitting_act *act)
{
    return fits_words(asking, act, 1U << ASK_TEXT | 1U << ASK_RULE);
}

bool asking_fits(const struct asking *asking, const struct sitting_act *act)
{
    return fits_words(asking, act, ~0U);
}

static bool asks_any(const struct asking *asking, unsigned kinds)
{
    bool asks = false;
    for (int i = 0; i < asking->terms && !asks; i++) {
        asks = (kinds & 1U << asking->term[i].kind) != 0;
    }
    return asks;
}

bool asking_needs_people(const struct asking *asking)
{
    return asks_any(asking, 1U << ASK_BY | 1U << ASK_TO | 1U << ASK_ACTION | 1U << ASK_ABOUT |
                                1U << ASK_DAMAGE);
}

bool asking_needs_evenings(const struct asking *asking)
{
    return asks_any(asking, 1U << ASK_SESSION);
}
