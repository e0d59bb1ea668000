/* The party of the campaign: its members, and of the picked one where each number came from.
 * Drawing is pure: it shows what was read last (app/party/party_sheet.h). */
#ifndef REFEREE_TUI_LISTS_PARTY_LIST_H
#define REFEREE_TUI_LISTS_PARTY_LIST_H

#include "app/party/party_sheet.h"
#include "tui/canvas/canvas.h"

struct party_list {
    struct party party;
    int picked; /* index of a member */
};

/* From the first member on. */
enum status party_list_begin(struct party_list *list, struct sitting *sitting,
                             struct error *err) MUST_CHECK;
/* The party as it is now; the same member is picked, if there still is one. */
enum status party_list_read(struct party_list *list, struct sitting *sitting,
                            struct error *err) MUST_CHECK;
/* Down by this many (negative: up), as far as there are any. */
void party_list_move(struct party_list *list, int steps);
/* NULL: there is nobody. */
const struct party_member *party_list_picked(const struct party_list *list);

void party_list_draw(const struct party_list *list, struct canvas canvas);

#endif
