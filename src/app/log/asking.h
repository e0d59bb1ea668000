/* A question to the log, in words: `by=Anka about=morale r2 "two words" not=by=Bo`. The words
 * combine with *and*. The same words serve the command line and the screen.
 *
 * Reading and completing them knows no log: only this table (asking.def), what games add to it,
 * days of the local time, and the nearest known word for one that cannot be read. Whether an
 * act fits is said of acts as they are told, without a campaign. */
#ifndef REFEREE_APP_LOG_ASKING_H
#define REFEREE_APP_LOG_ASKING_H

#include <stdbool.h>
#include <stdint.h>

#include "app/log/act.h"
#include "base/status.h"
#include "base/text.h"

enum ask_kind {
#define ASK(name, word, takes, help) ASK_##name,
#include "app/log/asking.def"
#undef ASK
    ASK_TEXT, /* looked for in lines and labels */
    ASK_KINDS
};

/* Which acts that were taken back are told. */
enum undone_acts { UNDONE_LEFT_OUT, UNDONE_ONLY, UNDONE_TOO };

/* Both ends belong to it, unless they are open. */
struct asked_span {
    double low, high;
    bool is_low_open, is_high_open;
};

struct asked_term {
    enum ask_kind kind;
    bool is_not;            /* acts that it does not fit */
    struct str text;        /* NAME, WORD, TEXT; within the question's room */
    struct asked_span span; /* chances 0 to 1, days in milliseconds since 1970 */
    bool is_last;           /* the last evening */
    bool is_entered;        /* dice that were entered, else rolled */
    uint64_t events;        /* TOPIC: a bit for each enum event_kind */
};

enum { ASK_TERMS_MAX = 32, ASK_ROOM = 2048, ASK_WORD_SIZE = 240 };

struct asking {
    int terms;
    struct asked_term term[ASK_TERMS_MAX];
    enum undone_acts undone;
    char room[ASK_ROOM];
    int used;
};

/* Each text is one word, as arguments of a shell are. STATUS_USAGE says which cannot be read,
 * what was expected, with a caret under the place and the nearest known word. */
enum status asking_read(struct asking *out, const struct str *words, int count,
                        struct error *err) MUST_CHECK;
/* The same of a line: words are separated by blanks, "two words" are one. */
enum status asking_read_line(struct asking *out, struct str line, struct error *err) MUST_CHECK;

/* A copy of its own: its texts are in its own room. */
void asking_copy(struct asking *out, const struct asking *asking);
/* One more term, whose text is copied; with asking_read it can be read in one order and put
 * together in another. False when there is no room. */
bool asking_add(struct asking *asking, const struct asked_term *term);
/* One more word: session=last. False when there is no room. */
bool asking_add_last_evening(struct asking *asking);

/* STATUS_USAGE for a word: what was expected, a question such as "; did you mean by?", and the
 * word with a caret under its byte `place`. */
enum status asking_wrong(struct str word, int place, const char *expected, const char *question,
                         struct error *err);

bool asked_span_holds(const struct asked_span *span, double number);

/* The words of about=, those that games add among them, each once; NULL after the last. */
const char *asked_topic_at(int i);

/* What only the caller knows: the i-th name that a word can take, NULL after the last. */
struct asking_names {
    const char *(*name_at)(void *context, enum ask_kind kind, int i);
    void *context;
};

/* Adds what is missing of the last word of the line: "by" for `b` gives "y=", `about=mo` gives
 * "rale". Nothing when the line ends with a blank, or when nothing known begins like it. */
void asking_complete(struct str line, const struct asking_names *names, struct text *rest);

/* True when an act can fit by what its row tells: encounter, round, time, evening. False is
 * final; true says nothing yet. Of `act` only these are read. */
bool asking_can_fit(const struct asking *asking, const struct sitting_act *act);
/* The same by its lines and label: texts and rules. The act has its lines. */
bool asking_can_fit_lines(const struct asking *asking, const struct sitting_act *act);
/* True when fitting needs who acted on whom. */
bool asking_needs_people(const struct asking *asking);
/* True when it needs which evening it was. */
bool asking_needs_evenings(const struct asking *asking);
/* True when it fits: each word of the question. The act has its lines and rolls. */
bool asking_fits(const struct asking *asking, const struct sitting_act *act);

#endif
