#include "app/forecast/forecast_answer.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/forecast/forecast_words.h"

enum { LINES_SIZE = 16384 };

enum status forecast_answer_new(struct forecast_answer **out, const struct forecast_from *from,
                                const struct forecast_wish *wish, struct str words,
                                struct error *err)
{
    struct forecast_wish own = *wish;
    struct forecast_answer *answer = calloc(1, sizeof *answer);
    CHECK(answer != NULL);
    *out = NULL;
    own.what_ifs.count = 0;
    own.fights = FORECAST_FIGHTS_USUAL;
    if (forecast_new(&answer->forecast, from, &own, err) != STATUS_OK ||
        forecast_question_read(&answer->question, answer->forecast, words, err) != STATUS_OK) {
        forecast_free(answer->forecast);
        free(answer);
        return err->code;
    }
    answer->coarse_high = answer->question.high;
    answer->many = wish->fights > 0 ? wish->fights : ANSWER_MANY;
    forecast_trials_begin(&answer->trials, answer->forecast, &answer->question.watched);
    *out = answer;
    return STATUS_OK;
}

void forecast_answer_free(struct forecast_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    for (int i = 0; i < answer->points; i++) {
        forecast_trial_end(&answer->point[i]->trial);
        free(answer->point[i]);
    }
    forecast_trials_end(&answer->trials);
    forecast_free(answer->forecast);
    free(answer);
}

/* ---- numbers that are tried ------------------------------------------------------------ */

/* The point of this number, which is made when there is room; NULL: there is none. */
static struct forecast_point *point_of(struct forecast_answer *answer, int number)
{
    int at = 0;
    while (at < answer->points && answer->point[at]->number < number) {
        at++;
    }
    if (at < answer->points && answer->point[at]->number == number) {
        return answer->point[at];
    }
    if (answer->points == ANSWER_POINTS_MAX) {
        return NULL;
    }
    struct forecast_point *point = calloc(1, sizeof *point);
    char *bytes = malloc(LINES_SIZE);
    CHECK(point != NULL && bytes != NULL);
    struct text lines = text_over(bytes, LINES_SIZE);
    forecast_question_lines(&answer->question, number, &lines);
    point->number = number;
    forecast_trial_begin(&point->trial, &answer->trials, lines.p);
    free(bytes);
    memmove(answer->point + at + 1, answer->point + at,
            (size_t)(answer->points - at) * sizeof answer->point[0]);
    answer->point[at] = point;
    answer->points++;
    return point;
}

static bool lacks(const struct forecast_answer *answer, const struct forecast_point *point,
                  int64_t fights)
{
    fights = fights < answer->many ? fights : answer->many;
    return point != NULL && forecast_trial_is_open(&point->trial) && point->trial.next < fights;
}

/* Some numbers from the lowest to the highest, and the present one. */
static struct forecast_point *next_coarse(struct forecast_answer *answer, int64_t fights)
{
    const struct forecast_question *question = &answer->question;
    int range = answer->coarse_high - question->low;
    int steps = range < ANSWER_COARSE - 1 ? range : ANSWER_COARSE - 1;
    for (int i = 0; i <= steps; i++) {
        int number = question->low + (steps > 0 ? range * i / steps : 0);
        struct forecast_point *point = point_of(answer, number);
        if (lacks(answer, point, fights)) {
            return point;
        }
    }
    bool is_tried =
        question->has_now && question->now >= question->low && question->now <= question->high;
    struct forecast_point *now = is_tried ? point_of(answer, question->now) : NULL;
    return lacks(answer, now, fights) ? now : NULL;
}

/* ---- around the goal ------------------------------------------------------------------- */

static double away(const struct forecast_answer *answer, const struct forecast_point *point)
{
    return forecast_trial_chance(&point->trial).middle - answer->question.goal;
}

static double size_of(double number)
{
    return number < 0 ? -number : number;
}

/* The two neighbours between which the chance passes the goal; of several the nearest to the
 * present number. */
static bool find_pair(const struct forecast_answer *answer, struct forecast_point **low,
                      struct forecast_point **high)
{
    struct forecast_point *last = NULL;
    int nearest = 0;
    *low = *high = NULL;
    for (int i = 0; i < answer->points; i++) {
        struct forecast_point *point = answer->point[i];
        if (point->trial.fights == 0) {
            continue;
        }
        bool passes = last != NULL && away(answer, last) * away(answer, point) <= 0;
        int distance =
            passes ? abs(last->number + point->number - 2 * answer->question.now) : 0;
        if (passes && (*low == NULL || distance < nearest)) {
            *low = last;
            *high = point;
            nearest = distance;
        }
        last = point;
    }
    return *low != NULL;
}

/* Of several that are as near, the nearest to the present number. */
static struct forecast_point *find_nearest(const struct forecast_answer *answer)
{
    struct forecast_point *best = NULL;
    int now = answer->question.now;
    for (int i = 0; i < answer->points; i++) {
        struct forecast_point *point = answer->point[i];
        if (point->trial.fights == 0) {
            continue;
        }
        double by =
            best != NULL ? size_of(away(answer, best)) - size_of(away(answer, point)) : 1;
        bool is_closer =
            best != NULL && by >= 0 && abs(point->number - now) < abs(best->number - now);
        best = by > 0 || is_closer ? point : best;
    }
    return best;
}

/* Twice the highest number, when no other is nearer to the goal; NULL: that is the highest. */
static struct forecast_point *next_beyond(struct forecast_answer *answer)
{
    const struct forecast_point *nearest = find_nearest(answer);
    struct forecast_point *last = answer->points > 0 ? answer->point[answer->points - 1] : NULL;
    if (lacks(answer, last, ANSWER_FEW)) {
        return last;
    }
    if (nearest == NULL || last->trial.fights == 0 || last->number >= answer->question.most ||
        size_of(away(answer, last)) > size_of(away(answer, nearest))) {
        return NULL;
    }
    int most = answer->question.most, twice = last->number < most / 2 ? last->number * 2 : most;
    answer->question.high = twice > last->number ? twice : last->number + 1;
    return point_of(answer, answer->question.high);
}

static struct forecast_point *next_near_goal(struct forecast_answer *answer)
{
    struct forecast_point *low, *high;
    if (!find_pair(answer, &low, &high)) {
        struct forecast_point *beyond = next_beyond(answer);
        struct forecast_point *nearest = beyond != NULL ? beyond : find_nearest(answer);
        return lacks(answer, nearest, answer->many) ? nearest : NULL;
    }
    struct forecast_point *fewer = low->trial.next <= high->trial.next ? low : high;
    if (lacks(answer, fewer, 2 * ANSWER_FEW)) {
        return fewer;
    }
    if (high->number - low->number > 1) {
        struct forecast_point *middle =
            point_of(answer, low->number + (high->number - low->number) / 2);
        if (lacks(answer, middle, 2 * ANSWER_FEW)) {
            return middle;
        }
    }
    return lacks(answer, fewer, answer->many) ? fewer : NULL;
}

/* Without a goal: the present number and one more. */
static struct forecast_point *next_of_curve(struct forecast_answer *answer)
{
    const struct forecast_question *question = &answer->question;
    struct forecast_point *next = next_coarse(answer, ANSWER_SOME);
    for (int i = 0; i < 2 && next == NULL && question->has_now; i++) {
        bool is_tried =
            question->now + i >= question->low && question->now + i <= question->high;
        struct forecast_point *point = is_tried ? point_of(answer, question->now + i) : NULL;
        next = lacks(answer, point, answer->many) ? point : NULL;
    }
    return next;
}

static struct forecast_point *next_point(struct forecast_answer *answer)
{
    struct forecast_point *next = next_coarse(answer, ANSWER_FEW);
    return next != NULL                ? next
           : answer->question.has_goal ? next_near_goal(answer)
                                       : next_of_curve(answer);
}

bool forecast_answer_play(struct forecast_answer *answer, int fights)
{
    enum { TURN = 20 };
    struct forecast_point *next;
    bool is_open = forecast_trial_is_open(&answer->trials.first);
    while (fights > 0 && is_open && (next = next_point(answer)) != NULL) {
        int turn = fights < TURN ? fights : TURN;
        int64_t left = answer->many - next->trial.next;
        turn = turn < left ? turn : (int)left;
        forecast_trial_play(&next->trial, &answer->trials, turn);
        fights -= turn;
        is_open = forecast_trial_is_open(&answer->trials.first);
    }
    answer->is_played = !is_open || next_point(answer) == NULL;
    return !answer->is_played;
}

void forecast_answer_more(struct forecast_answer *answer)
{
    answer->many = answer->many < FORECAST_FIGHTS_MAX / 2 ? answer->many * 2 : answer->many;
    answer->is_played = false;
}

/* ---- what is known --------------------------------------------------------------------- */

static const struct forecast_point *tried(const struct forecast_answer *answer, int number)
{
    for (int i = 0; i < answer->points; i++) {
        const struct forecast_point *point = answer->point[i];
        if (point->number == number && point->trial.fights > 0) {
            return point;
        }
    }
    return NULL;
}

/* Of a number that nobody has yet: the lowest and the highest. */
static void find_ends(const struct forecast_answer *answer, struct forecast_found *out)
{
    for (int i = 0; i < answer->points; i++) {
        const struct forecast_point *point = answer->point[i];
        bool is_tried = point->trial.fights > 0;
        out->next = is_tried && out->best != NULL ? point : out->next;
        out->best = is_tried && out->best == NULL ? point : out->best;
    }
    out->is_reached = true;
}

bool forecast_answer_found(const struct forecast_answer *answer, struct forecast_found *out)
{
    struct forecast_point *low, *high;
    *out = (struct forecast_found){.best = NULL};
    if (!answer->question.has_goal && !answer->question.has_now) {
        find_ends(answer, out);
    } else if (!answer->question.has_goal) {
        out->best = tried(answer, answer->question.now);
        out->next = tried(answer, answer->question.now + 1);
        out->is_reached = true;
    } else if (find_pair(answer, &low, &high)) {
        bool is_low = size_of(away(answer, low)) <= size_of(away(answer, high));
        out->best = is_low ? low : high;
        out->next = is_low ? high : low;
        out->is_reached = true;
    } else if ((out->best = find_nearest(answer)) != NULL) {
        struct interval chance = forecast_trial_chance(&out->best->trial);
        out->is_reached =
            chance.low <= answer->question.goal && answer->question.goal <= chance.high;
    }
    return out->best != NULL;
}

/* ---- in sentences ---------------------------------------------------------------------- */

/* "71% (69-73%)" */
static void add_chance(const struct forecast_point *point, struct text *out)
{
    struct interval chance = forecast_trial_chance(&point->trial);
    forecast_add_chance(out, &chance);
    text_add(out, " (");
    forecast_add_range(out, chance.low, chance.high);
    text_add(out, ")");
}

static void add_number(const struct forecast_answer *answer, const struct forecast_point *point,
                       struct text *out)
{
    forecast_question_number(&answer->question, point->number, out);
    text_add(out, ": ");
}

static void add_not_reached(const struct forecast_answer *answer, struct text *out)
{
    if (!answer->is_played) {
        text_add(out, "So far the nearest is ");
        return;
    }
    int low = 0, high = INT_MIN;
    for (int i = answer->points - 1; i >= 0; i--) {
        const struct forecast_point *point = answer->point[i];
        bool is_tried = point->trial.fights > 0;
        high = is_tried && point->number > high ? point->number : high;
        low = is_tried ? point->number : low;
    }
    text_add(out, "No number from %d to %d gives ", low, high);
    text_add_percent(out, answer->question.goal);
    text_add(out, ". The nearest is ");
}

/* The first number that could not be tried, and why. */
static void add_refused(const struct forecast_answer *answer, struct text *out)
{
    for (int i = 0; i < answer->points; i++) {
        const struct forecast_point *point = answer->point[i];
        if (!forecast_trial_is_open(&point->trial)) {
            text_add(out, " Not tried: ");
            forecast_question_number(&answer->question, point->number, out);
            text_add(out, " (%s).", point->trial.error.text);
            return;
        }
    }
}

void forecast_answer_sum_up(const struct forecast_answer *answer, struct text *out)
{
    struct forecast_found found;
    if (!forecast_trial_is_open(&answer->trials.first)) {
        text_add(out, "Nothing is known: %s", answer->trials.first.error.text);
        return;
    }
    if (!forecast_answer_found(answer, &found)) {
        text_add(out, "Nothing is known.");
        add_refused(answer, out);
        return;
    }
    if (!found.is_reached) {
        add_not_reached(answer, out);
    }
    add_number(answer, found.best, out);
    forecast_question_measure(&answer->question, out);
    text_add(out, " in ");
    add_chance(found.best, out);
    if (found.next != NULL) {
        text_add(out, "; ");
        add_number(answer, found.next, out);
        add_chance(found.next, out);
    }
    if (found.next != NULL && !answer->question.has_goal && answer->question.has_now) {
        struct interval more = forecast_trial_difference(&found.next->trial);
        text_add(out, ", %s by ", more.middle < 0 ? "less" : "more");
        text_add_decimal(out, size_of(more.middle) * 100, 0);
        text_add(out, " points, to within ");
        text_add_decimal(out, (more.high - more.low) * 50, 0);
    }
    text_add(out, ".");
    add_refused(answer, out);
}

void forecast_answer_tell(const struct forecast_answer *answer, struct text *out)
{
    const struct forecast_one *one = &answer->forecast->one[0];
    forecast_answer_sum_up(answer, out);
    for (int i = 0; i < answer->points; i++) {
        const struct forecast_point *point = answer->point[i];
        if (point->trial.fights > 0) {
            text_add(out, "\n");
            add_number(answer, point, out);
            add_chance(point, out);
            text_add(out, ", of %lld fights", (long long)point->trial.fights);
        }
    }
    text_add(out, "\nby %s against %s", one->side[SIDE_PARTY]->name,
             one->side[SIDE_FOES]->name);
}
