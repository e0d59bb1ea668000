#include "tui/players/players_screen.h"

#include <stdlib.h>

#include "app/file/file.h"
#include "app/players/players.h"
#include "app/settings/settings.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "tui/players/players_sheet.h"

/* How often it looks for what another program wrote: a change shows within a tenth of a second.
 */
enum { PLAYERS_LOOK_MS = 50 };

struct screen_of_players {
    struct sitting *sitting;
    struct players *players;
    struct error trouble; /* why it is not of now; OK: it is */
    struct frame frame;
};

/* True when there is something to draw. */
static bool follow(struct screen_of_players *screen)
{
    struct error err = {.code = STATUS_OK};
    bool has_changed = false, shows = false;
    enum status status = sitting_follow(&has_changed, screen->sitting, &err);
    bool was_in_trouble = screen->trouble.code != STATUS_OK;
    bool are_other = sitting_follow_settings(screen->sitting);
    if (status == STATUS_OK && (has_changed || are_other || was_in_trouble)) {
        status = players_look(screen->players, &shows, &err);
    }
    screen->trouble = err;
    screen->trouble.code = status;
    return shows || was_in_trouble != (status != STATUS_OK);
}

static void draw(struct screen_of_players *screen, struct terminal *terminal)
{
    int rows;
    int columns;
    term_size(terminal, &rows, &columns);
    TEXT_BUFFER(notice, SITTING_PATH_MAX + 80);
    frame_init(&screen->frame, rows, columns, terminal->glyphs);
    if (screen->trouble.code != STATUS_OK) {
        text_add(&notice, "the campaign cannot be read now");
    } else if (players_view(screen->players)->count == 0) { /* is it the right one? */
        text_add(&notice,
                 "q leaves; nobody is here yet: --db FILE shows another campaign than %s",
                 sitting_path(screen->sitting));
    }
    players_sheet_draw(players_view(screen->players), notice.p, &screen->frame);
    term_present(terminal, &screen->frame);
}

static bool is_leaving(const struct term_input *input)
{
    bool is_key = input->kind == INPUT_KEY &&
                  (input->key == NAMED_KEY_ESC || input->key == (KEY_WITH_CONTROL | 'c'));
    return is_key || (input->kind == INPUT_CHARACTER && input->key == 'q') ||
           input->kind == INPUT_TERMINATE || input->kind == INPUT_END;
}

int players_screen_run(struct sitting *sitting, struct terminal *terminal)
{
    struct screen_of_players *screen = calloc(1, sizeof *screen);
    struct term_input input = {.kind = INPUT_NONE};
    CHECK(screen != NULL);
    screen->sitting = sitting;
    screen->players = players_begin(sitting);
    bool shows = false;
    screen->trouble.code = players_look(screen->players, &shows, &screen->trouble);
    draw(screen, terminal);
    while (!is_leaving(&input)) {
        term_read(&input, terminal, PLAYERS_LOOK_MS);
        if (input.kind == INPUT_NONE ? follow(screen) : input.kind == INPUT_RESIZE) {
            draw(screen, terminal);
        }
    }
    players_end(screen->players);
    free(screen);
    return 0;
}
