/* Why a value is what it is: the acts that made it, with their dice, from the log.
 *
 * A value is anything known about a combatant by a name: a number ("hp", "initiative", an
 * attribute of the game), a text, or a derived value ("score", "words" such as "prone, fled",
 * "due" for what waits for it, "group-due" for what waits for its morale group, "left" of one
 * that stands for several). The way from the start to the present state is walked, at once or
 * a stretch at a time from the newest acts back, and each act that changes the value is a link
 * of the chain. Not for values of the encounter, such as its round. */
#ifndef REFEREE_APP_LOG_WHY_H
#define REFEREE_APP_LOG_WHY_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"
#include "tracker/command.h"
#include "tracker/state.h"

struct sitting;

enum { WHY_TEXT_SIZE = 320, WHY_NAME_SIZE = 64 };

struct why_value {
    bool is_set;
    bool is_number; /* `text` is a whole number, which is `number` */
    int64_t number;
    char text[WHY_TEXT_SIZE]; /* "" when it is not set */
};

/* The value was `from`, and is `to` since this act. */
struct why_link {
    int64_t act;
    int round;
    struct why_value from, to;
    char label[96];
    char text[1200]; /* the act's lines about the combatant, separated by "; " */
    char chance[48]; /* of what came about in a roll by or against it: "hit 65%"; "": not known
                      */
    char rules[160]; /* rules, separated by blanks: "5.14 5.19" */
};

struct why {
    char combatant[NAME_SIZE + 8]; /* its name at that moment, or its group's */
    char field[WHY_NAME_SIZE];
    struct why_value value;
    int id;                /* of the combatant, or of the first of its group */
    int64_t at;            /* the act after which it had this value; 0: the start */
    int64_t upto;          /* up to this act the way was not walked yet; 0: it was */
    struct why_link *link; /* oldest first; each `to` is the next one's `from` */
    int links;
};

/* `who`: a combatant as a command names one, or a morale group by its name. `field`: empty for
 * the hit points, or the value in their place. STATUS_USAGE, with the nearest word, when there
 * is no such combatant or value. On failure *out is empty. */
enum status sitting_why(struct sitting *sitting, struct str who, struct str field,
                        struct why *out, struct error *err) MUST_CHECK;
/* The same, of the newest `acts` alone (at least 1). */
enum status sitting_why_newest(struct sitting *sitting, struct str who, struct str field,
                               int acts, struct why *out, struct error *err) MUST_CHECK;
/* Walks `acts` older ones, if there are any left, and puts their links before the others. On
 * failure *why stays as it is. */
enum status sitting_why_older(struct sitting *sitting, struct why *why, int acts,
                              struct error *err) MUST_CHECK;
void why_free(struct why *why);

/* The value that sitting_why takes when none is named (0), and then each other value that it
 * knows and that this combatant has, or that tells something by being empty; "" after the
 * last. The names are those of sitting_why. */
const char *sitting_why_value(struct sitting *sitting, int id, int i);

/* "Anka: hp is 2". */
void why_format(const struct why *why, struct text *out);
/* "9 → 2"; a value that is not set is a dash. */
void why_link_format(const struct why_link *link, struct text *out);

/* The command `why`. */
void sitting_run_why(struct sitting *sitting, const struct command *command,
                     struct result *out);

#endif
