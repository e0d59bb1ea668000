/* Other choices: what could have been done in place of an act of a chart, or could be done now,
 * each with the chance that the party wins after it, its dice open. The dice that fell with
 * another choice are a correction of the log (`amend`), not this.
 *
 * What there is to choose is a list of the game (`choices` in tracker/procedure.h); what the
 * rules refuse at that moment is left out. So the choices are known at once, and the chances
 * come in while fights are played. All fights have the luck of the chart's by their numbers,
 * and two choices differ by nothing else. Nothing is written. */
#ifndef REFEREE_APP_FORECAST_CHOICES_H
#define REFEREE_APP_FORECAST_CHOICES_H

#include <jansson.h>

#include "app/forecast/chart.h"

enum {
    CHOICES_MAX = 96,
    CHOICES_ROOM = CHOICES_MAX + 2, /* with what was done and what the policy chooses */
    CHOICE_LABEL_SIZE = 96,
    CHOICES_NONE_SIZE = 160
};

struct chart_choice {
    char line[COMMAND_LINE_MAX + 1]; /* "": as the policy chooses */
    char label[CHOICE_LABEL_SIZE];   /* "attack Ogre 2" */
    bool is_taken;                   /* what was done */
    bool is_theirs; /* a reaction of the other side, which the one who acts does not choose */
    int won;
    int undone;             /* fights in which it could not be done */
    int more[CHOICES_ROOM]; /* fights that it won and this other choice, done too, did not */
};

struct chart_choices {
    const struct chart *chart; /* borrowed */
    int place; /* of the act in the chart; `acts` of the chart: what comes now */
    int by;    /* whose choice it is; 0: nobody's */
    struct chart_choice choice[CHOICES_ROOM];
    int count, taken;             /* `taken`: -1 where none was, or it cannot be played again */
    int left_out;                 /* further ones, for which there is no room */
    char none[CHOICES_NONE_SIZE]; /* why there is nothing to choose; "": there is */
    int64_t fights;               /* of each */
    struct player *player;
    struct forecast_batch batch; /* that is being played */
};

/* `place` is from 0 to the chart's acts. */
struct chart_choices *choices_new(const struct chart *chart, int place);
void choices_free(struct chart_choices *choices); /* NULL does nothing */
/* As chart_play. */
bool choices_play(struct chart_choices *choices, struct forecast_crew *crew, int fights);

struct interval choices_chance(const struct chart_choices *choices, int i);
/* Less another one's, of the fights in which both could be done. */
struct interval choices_less(const struct chart_choices *choices, int i, int other);
/* True when their chances cannot be told apart by these fights: the interval of the difference
 * holds 0. */
bool choices_are_equal(const struct chart_choices *choices, int i, int other);
/* The best for the side of the one who chooses; -1: nothing is known. */
int choices_best(const struct chart_choices *choices);
/* The report (app/report/report.h), owned by the caller. */
json_t *choices_report(const struct chart_choices *choices);
/* In sentences, each line ended. */
void choices_tell(const struct chart_choices *choices, struct text *out);

/* In place of an act by its address, or as an encounter stands, by its name or the open one for
 * "". The chart is what it borrows; end both, also after a failure. */
enum status sitting_choices_new(struct sitting_chart *chart, struct chart_choices **out,
                                struct sitting *sitting, struct str words,
                                struct error *err) MUST_CHECK;
/* The command `choices`: in sentences. */
void sitting_run_choices(struct sitting *sitting, const struct command *command,
                         struct result *out);

#endif
