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
    CHOICES_MAX = 48,
    CHOICES_ROOM = CHOICES_MAX + 2, /* with what was done and what the policy chooses */
    CHOICE_LABEL_SIZE = 96
};

struct chart_choice {
    char line[COMMAND_LINE_MAX + 1]; /* "": as the policy chooses */
    char label[CHOICE_LABEL_SIZE];   /* "attack Ogre 2" */
    bool is_taken;                   /* what was done */
    bool is_theirs; /* a reaction of the other side, which the one who acts does not choose */
    int64_t won;
    int64_t undone;          /* fights in which it could not be done */
    struct chart_sum change; /* less what was taken */
};

struct chart_choices {
    const struct chart *chart; /* borrowed */
    int place; /* of the act in the chart; `acts` of the chart: what comes now */
    int by;    /* whose choice it is; 0: nobody's */
    struct chart_choice choice[CHOICES_ROOM];
    int count, taken; /* `taken`: -1 where none was, or it cannot be played again */
    int64_t fights;   /* of each */
    char needs[FIGHT_NEEDS_SIZE];
    /* The batch that is being played, as that of a chart. */
    struct player *player;
    signed char *came;
    int batch;
    int64_t next;
};

/* `place` is from 0 to the chart's acts. */
struct chart_choices *choices_new(const struct chart *chart, int place);
void choices_free(struct chart_choices *choices); /* NULL does nothing */
/* As chart_play. */
bool choices_play(struct chart_choices *choices, struct forecast_crew *crew, int fights);

struct interval choices_chance(const struct chart_choices *choices, int i);
/* To what was taken; of that itself, and where nothing was, zeros. */
struct interval choices_change(const struct chart_choices *choices, int i);
/* Their places, the best one for the party first; returns their number. */
int choices_order(const struct chart_choices *choices, int order[CHOICES_ROOM]);

/* "r2, Anka misses Ogre 2: what else was open to Anka", or of what comes now. */
void choices_title(const struct chart_choices *choices, struct text *out);
/* "62%, +7 ±5", as far as it is known: without ± in ASCII. */
void choices_chance_format(const struct chart_choices *choices, int i, struct text *out);
void choices_change_format(const struct chart_choices *choices, int i, bool is_ascii,
                           struct text *out);
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
