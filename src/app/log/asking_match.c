#include "app/log/asking_match.h"

#include <string.h>

#include "app/log/log_requests.h"
#include "tracker/naming.h"

/* ---- texts ----------------------------------------------------------------------------- */

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

static bool is_to(const struct asked_term *term, const struct sitting_act *act)
{
    for (int i = 0; i < act->to_count; i++) {
        if (is_name(term, act->to[i])) {
            return true;
        }
    }
    return false;
}

static bool has_text(const struct asked_term *term, const struct sitting_act *act)
{
    bool is_in = str_holds(str_of(act->label), term->text);
    for (int i = 0; i < act->lines_count && !is_in; i++) {
        is_in = str_holds(str_of(act->lines[i].line), term->text);
    }
    return is_in;
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

static bool has_rule(const struct asked_term *term, const struct sitting_act *act)
{
    for (int i = 0; i < act->lines_count; i++) {
        if (cites(str_of(act->lines[i].rules), term->text)) {
            return true;
        }
    }
    return false;
}

/* ---- rolls ----------------------------------------------------------------------------- */

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

static bool is_about(const struct asked_term *term, const struct sitting_act *act)
{
    bool is_named = str_equal_any_case(str_of(act->action), term->text);
    bool is_reaction = act->is_reaction && str_equal_any_case(term->text, str_of("reaction"));
    return is_named || is_reaction || (act->events->kinds & term->events) != 0;
}

/* ---- the whole ------------------------------------------------------------------------- */

/* Whether an act fits one word, its not= left aside. */
static bool fits_word(const struct asked_term *term, const struct sitting_act *act)
{
    switch (term->kind) {
    case ASK_ENCOUNTER:
        return is_name(term, act->encounter);
    case ASK_BY:
        return is_name(term, act->by);
    case ASK_TO:
        return is_to(term, act);
    case ASK_ACTION:
        return has_action(term, act);
    case ASK_ABOUT:
        return is_about(term, act);
    case ASK_ROUND:
        return asked_span_holds(&term->span, act->round);
    case ASK_RULE:
        return has_rule(term, act);
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
        return has_text(term, act);
    case ASK_UNDONE:
    case ASK_QUESTION: /* its words stand in its place */
    case ASK_NOT:
    case ASK_KINDS:
        break;
    }
    return true;
}

static bool is_of_row(enum ask_kind kind)
{
    return kind == ASK_ENCOUNTER || kind == ASK_ROUND || kind == ASK_SINCE ||
           kind == ASK_UNTIL || kind == ASK_SESSION;
}

static bool is_of_lines(enum ask_kind kind)
{
    return kind == ASK_TEXT || kind == ASK_RULE;
}

bool asking_can_fit_lines(const struct asking *asking, const struct sitting_act *act)
{
    for (int i = 0; i < asking->terms; i++) {
        const struct asked_term *term = &asking->term[i];
        if (is_of_lines(term->kind) && fits_word(term, act) == term->is_not) {
            return false;
        }
    }
    return true;
}

bool asking_needs_people(const struct asking *asking)
{
    for (int i = 0; i < asking->terms; i++) {
        enum ask_kind kind = asking->term[i].kind;
        if (kind == ASK_BY || kind == ASK_TO || kind == ASK_ACTION || kind == ASK_ABOUT ||
            kind == ASK_DAMAGE) {
            return true;
        }
    }
    return false;
}

bool asking_needs_evenings(const struct asking *asking)
{
    for (int i = 0; i < asking->terms; i++) {
        if (asking->term[i].kind == ASK_SESSION) {
            return true;
        }
    }
    return false;
}

bool asking_can_fit(const struct asking *asking, const struct sitting_act *act)
{
    for (int i = 0; i < asking->terms; i++) {
        const struct asked_term *term = &asking->term[i];
        if (is_of_row(term->kind) && fits_word(term, act) == term->is_not) {
            return false;
        }
    }
    return true;
}

bool asking_fits(const struct asking *asking, const struct sitting_act *act)
{
    for (int i = 0; i < asking->terms; i++) {
        if (fits_word(&asking->term[i], act) == asking->term[i].is_not) {
            return false;
        }
    }
    return true;
}
