/* What an export tells: acts of one or several encounters, who was there, their hit points, and
 * figures, as plain data that is finished before a format writes it.
 *
 * The one who makes a telling leaves out what its reader may not see. So the formats of this
 * layer have nothing to hide: what is not in here cannot be written. Texts are harmless lines
 * (base/utf8.h), not escaped for any format. */
#ifndef REFEREE_EXCHANGE_TELLING_H
#define REFEREE_EXCHANGE_TELLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct telling_line {
    const char *text;
    const char *rules; /* "5.14 5.19"; "": none */
};

struct telling_act {
    int64_t number;      /* 0: a tale, which has none */
    const char *address; /* "Nest ledge"#27 */
    int round;           /* 0: before the fight */
    int64_t at_ms;
    const char *time; /* "2026-11-20 20:14" */
    int evening;      /* 0: none */
    bool is_undone;
    const char *label;
    const char *command, *action; /* "": not told */
    const char *by;               /* "": nobody */
    const char **to;
    int to_count;
    struct telling_line *line;
    int lines;
    const char *chance;              /* in words; "": none, or not told */
    const char *requests, *outcomes; /* JSON arrays; NULL: not told */
    const char *remark;              /* what was written about it; "": nothing, or not told */
    const char *gap; /* what is missing before it: the log is damaged there; "": nothing */
};

/* Hit points, or how many are left of those that one combatant stands for. */
struct telling_point {
    int act; /* after this act of the chapter; -1: before the first */
    int now;
    bool is_known;  /* false: they are not set, or the combatant is not there */
    bool is_broken; /* not drawn on from the point before: the log is damaged in between */
};

struct telling_combatant {
    const char *name, *side;
    bool has_points;
    int now, most;     /* at the end; most 0: not known */
    const char *state; /* "dead", "prone, blind"; "": nothing special */
    struct telling_point *point;
    int points, room;
};

/* The party's chance to win after an act (the first: before the fight). */
struct telling_chance {
    int round;
    int thousandths;
    bool is_turn;     /* one of the acts after which it was another fight */
    const char *told; /* "r3, Bran misses: 71% to 44%: dice -25, choice -2" */
};

/* What dice and choices of one combatant, the referee or a side came to, in points of 100. */
struct telling_share {
    const char *name, *dice, *choices;
};

/* The chart of a fight. */
struct telling_chart {
    const char **sentence; /* how it went, where it turned, what is assumed */
    int sentences;
    struct telling_chance *chance;
    int chances; /* 0: nothing is known */
    struct telling_share *share;
    int shares;
    const char **drawing; /* the chances drawn in rows of signs, and the rounds below */
    int drawings;
    const char *document; /* JSON, as `forecast --chart --json` prints it */
};

struct telling_chapter {
    const char *encounter, *system, *game, *date;
    const char *course; /* "won, round 7"; "": not told */
    const char *before; /* the heading of its acts of no round: "Before the fight" */
    struct telling_act *act;
    int acts, acts_room;
    struct telling_act *tale; /* for players: what matters of the acts, in sentences */
    int tales, tales_room;
    struct telling_combatant *combatant; /* in the order of the table */
    int combatants;
    const char *gap;                   /* what is missing after the last act; "": nothing */
    const struct telling_chart *chart; /* NULL: none */
};

/* Figures of one or of a whole side, for display. A negative number is not known. */
struct telling_figure {
    const char *name; /* NULL: the whole side */
    const char *side;
    const char *shown; /* "party", "Anka", of one of several fights "Anka, Nest ledge" */
    int attacks, hits;
    double hits_expected, hits_percentile;
    int64_t damage_dealt, damage_rolled, hp_taken;
    double damage_expected, damage_percentile;
    int64_t damage_taken, healed;
    int downs, brought_to_0, killed;
};

struct telling_morale {
    const char *group;
    int checks, held;
    double held_expected;
};

/* All zero: empty. */
struct telling {
    const char *title;
    const char *words; /* what was asked for; "": nothing */
    bool is_for_players;
    bool has_odds;
    struct telling_chapter *chapter;
    int chapters, chapters_room;
    struct telling_figure *figure; /* the sides, the sums, then those of each fight */
    int figures, figures_room;
    struct telling_morale *morale;
    int morales, morales_room;
    const char *document; /* all figures as JSON, as `figures --json` prints them; NULL: none */
    const char *damage;   /* where the log is damaged, and how; "": it is not */
    int64_t acts;
    struct telling_piece *memory; /* of the texts and arrays */
};

void telling_free(struct telling *telling);

/* Memory that lasts as long as the telling, all zero. */
void *telling_room(struct telling *telling, size_t bytes);
/* A harmless copy of a text (base/utf8.h). */
const char *telling_text(struct telling *telling, struct str text);

/* One more of each, all zero. Valid until the next one is added. */
struct telling_chapter *telling_add_chapter(struct telling *telling);
struct telling_act *telling_add_act(struct telling_chapter *chapter);
/* One that stands after the acts there are: `number` is the place of the last of them, and its
 * sentences are the label. */
struct telling_act *telling_add_tale(struct telling_chapter *chapter, int round);
void telling_add_point(struct telling_combatant *combatant, struct telling_point point);
struct telling_figure *telling_add_figure(struct telling *telling);
struct telling_morale *telling_add_morale(struct telling *telling);

#endif
