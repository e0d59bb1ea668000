/* Acts of the log as a telling (exchange/telling.h), for exports.
 *
 * A telling for the players is made without what they may not see (app/log/act_view.h): no
 * hidden combatant, note, odds or pending check is ever put into it, so no format can show one.
 * Its figures are counted from the same acts. */
#ifndef REFEREE_APP_EXPORT_TELLING_H
#define REFEREE_APP_EXPORT_TELLING_H

#include <stdbool.h>

#include "app/log/history.h"
#include "base/status.h"
#include "exchange/telling.h"

struct sitting;

/* What can be left out of a telling. */
enum telling_part {
    PART_ARITHMETIC, /* the lines of rolls; their labels stay */
    PART_ODDS,       /* chances, and what was expected */
    PART_RULES,      /* the rules that lines cite */
    PART_RULINGS,
    PART_NOTES,
    PART_FIGURES,
    TELLING_PARTS
};
/* Reads "odds,rulings" into *parts, a bit for each. STATUS_USAGE names a word that is none. */
enum status telling_parts_read(unsigned *parts, struct str words, struct error *err) MUST_CHECK;

struct telling_wish {
    const struct sitting_acts_wish *acts;
    const char *words; /* as they were typed; "": none */
    bool is_for_players;
    bool has_numbers; /* players read foes' hit points too */
    unsigned without; /* a bit for each enum telling_part */
    bool has_chart;   /* with the chart of each fight, which takes a while; not for players */
};

/* Freed by telling_free, also on failure. A damaged log is told up to the gap and
 * after it, with STATUS_OK: the telling names the gap, and nothing is carried over it. */
enum status sitting_tell(struct telling *out, struct sitting *sitting,
                         const struct telling_wish *wish, struct error *err) MUST_CHECK;
/* Makes a telling of rows a story: its tales are its acts, and without numbers nothing says how
 * many hit points foes have or what they did by number. */
void story_replace_acts(struct telling *telling, bool has_numbers);

#endif
