/* The rolls of the log (tracker/decision.h), read back from their JSON: their requests,
 * chances and outcomes, as data, as JSON and in words, and whether they follow from their dice.
 *
 * A campaign is a file that anybody may have written: every member is checked before it counts,
 * invalid ones are ignored, and texts are still hostile. Logs of older programs have no
 * requests; damaged ones may have half of one. */
#ifndef REFEREE_APP_LOG_LOGGED_ROLL_H
#define REFEREE_APP_LOG_LOGGED_ROLL_H

#include <jansson.h>
#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"
#include "resolver/system.h"
#include "store/campaign.h"

/* A JSON number, truth value or string as it would be typed; false for anything else. */
bool json_value_word(const json_t *value, struct text *out);

/* Gives every member of the object to the inputs; null is left out. Does not finish them. */
enum status inputs_give_json(struct inputs *inputs, json_t *object,
                             struct error *err) MUST_CHECK;

struct logged_roll {
    json_t *steps;   /* the whole array; NULL: not an array */
    json_t *request; /* borrowed from it, like the others; NULL: not known */
    json_t *chance;  /* NULL: not known */
    json_t *outcome; /* NULL: not known */
    bool is_whole;   /* whether all its throws are there */
};

/* Reads event->trace; free it with logged_roll_free. */
void logged_roll_read(struct logged_roll *out, struct str trace);
/* The same for who counts many: without inputs, terms and texts (app/log/trace_json.h). */
void logged_roll_read_counted(struct logged_roll *out, struct str trace);
void logged_roll_free(struct logged_roll *roll);

/* Adds the request of a roll and its outcome, each to its array; nothing where it has no
 * request. A request is {"step": "request", "by": NAME or null, "to": [NAME], ...} with its
 * "chance", if known; an unknown outcome is {}. Names are those of that moment; texts are
 * harmless. */
void log_request_add(json_t *requests, json_t *outcomes, const struct logged_roll *roll);

/* What a roll means: whether it was an attack and what it came to, beside the chances that it
 * had. */
struct roll_meaning {
    bool is_attack, is_hit;
    bool is_defence; /* the target of the attack rolled; it was hit by what was not blocked */
    bool knows_hitting; /* false: hit_chance says nothing */
    double hit_chance;
    bool is_damage; /* it tells the damage, which may be 0 */
    int64_t damage;
    const json_t *damage_mean;    /* NULL, or not a number: not known */
    const json_t *damage_chances; /* {"0": 0.5, "3": 0.5}; NULL: not known */
    bool is_morale, has_held;
    const json_t *hold_chance; /* NULL, or not a number: not known */
    bool is_stop, has_stopped; /* it could take a hit back, and did */
    const json_t *stop_chance; /* NULL, or not a number: not known */
};

/* Of a request and its outcome, from which it borrows. All false where either is NULL. */
void roll_meaning_read(struct roll_meaning *out, const json_t *request, const json_t *outcome);

/* The name of the outcome of this request that means this; NULL when none does. */
const char *log_request_outcome(const json_t *request, enum outcome_meaning meaning);
/* What came about in a roll, in a word or two ("hit", "missed", "not blocked"), and the chance
 * that it had; NULL: it is nothing of this kind, or its chance is not known. */
const char *log_request_result(const json_t *request, const json_t *outcome, double *chance);

/* The chance a roll had, in words: "hit 65%, direct hit 10%; on average 2.28 damage"; "not
 * known" when the log does not have it. */
void log_chance_words(const struct logged_roll *roll, struct text *out);

/* Calls `found` for each roll whose outcome or chance differs from its request's. An act of a
 * game is compared only when the version of its rules is this program's own; a table may have
 * changed since, and is not compared. */
enum status verify_rolls(struct campaign *campaign, found_fn *found, void *context,
                         struct error *err) MUST_CHECK;

#endif
