/* The evenings of the campaign and their fights, to look at: newest first, with everything
 * known about the picked fight below, if there is room. Drawing is pure. */
#ifndef REFEREE_TUI_LOG_CHRONICLE_LIST_H
#define REFEREE_TUI_LOG_CHRONICLE_LIST_H

#include "app/chronicle/chronicle.h"
#include "tui/canvas/canvas.h"

struct chronicle_list {
    struct chronicle chronicle; /* freed by chronicle_list_end */
    int picked;                 /* index of an entry; counts while there are entries */
    /* What is kept of a forecast of the encounter with this number; "": nothing. */
    int64_t forecast_of;
    char forecast[CHRONICLE_PARTY_SIZE];
};

/* The newest fight is picked. */
enum status chronicle_list_begin(struct chronicle_list *list, struct sitting *sitting,
                                 struct error *err) MUST_CHECK;
/* What was read in idle moments, without what was done since. */
enum status chronicle_list_learn(struct chronicle_list *list, struct sitting *sitting,
                                 struct error *err) MUST_CHECK;
/* What has changed; the same fight stays picked. */
enum status chronicle_list_read(struct chronicle_list *list, struct sitting *sitting,
                                struct error *err) MUST_CHECK;
void chronicle_list_end(struct chronicle_list *list);
/* Reads what was forecast of the picked fight, if that is not known yet. */
void chronicle_list_read_forecast(struct chronicle_list *list, struct sitting *sitting);
/* Moves down by this many fights (negative: up), at most to the ends. */
void chronicle_list_move(struct chronicle_list *list, int steps);
/* NULL: there is none. */
const struct chronicle_entry *chronicle_list_picked(const struct chronicle_list *list);
void chronicle_list_draw(const struct chronicle_list *list, struct canvas canvas);

#endif
