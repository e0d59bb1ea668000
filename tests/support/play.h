/* The table played from a script of keys: a campaign in a temporary file, the real sitting, and
 * a terminal that is a list (tui/term/term_script.h). */
#ifndef REFEREE_TESTS_SUPPORT_PLAY_H
#define REFEREE_TESTS_SUPPORT_PLAY_H

#include "app/settings/keys.h"
#include "app/sitting/sitting.h"
#include "app/sitting/result.h"
#include "tui/term/term_script.h"

struct sitting;

struct play {
    char path[512];
    struct sitting *sitting;
    struct result result; /* of the line that play_do ran last */
    struct terminal terminal;
    struct term_script script;
    int rows, columns;
    enum glyph_set glyphs;
    const struct own_keys *own_keys;   /* of who plays; NULL: none */
    struct program_settings *settings; /* settings of the program, from the next play_reopen on;
                                          NULL: the defaults */
};

/* A new campaign with these lines run (ended by NULL); every line must be done. */
struct play *play_new(const char *const *lines);
void play_free(struct play *play);
/* The end of a test whose state is a play. */
int play_end(void **state);
void play_do(struct play *play, const char *line);
/* Every command of a script, as data/demo holds them; each must be done. */
void play_script(struct play *play, const char *path);
/* Moves the clock of the sitting on; otherwise it stands still. */
void play_wait(int64_t ms);
/* Sets it forward, or back, while no time passes. */
void play_set_clock(int64_t by_ms);
/* Closes the campaign and opens it again. */
void play_reopen(struct play *play, bool is_read_only);

/* Sits down at the table, presses the keys and leaves; the last frame stays. The word
 * screen:NAME among the keys compares the frame at that moment with the golden of that name. */
void play_keys(struct play *play, const char *keys);
/* The same at 40x12, 80x24, 120x40 and 200x60, in Unicode and in ASCII, and then a picture of
 * each: NAME_80x24, NAME_80x24_ascii ... Size and glyphs are restored afterwards. */
void play_screens(struct play *play, const char *keys, const char *name);
/* The same with something to be read first. */
void play_keys_after(struct play *play, const char *told, const char *keys);

/* A combatant by what one would type; the test fails when there is none. */
int play_id(const struct play *play, const char *word);
/* One of its values; -1 when it is unset. */
int play_value(const struct play *play, const char *word, int field);

/* The row of the last frame that holds this text, or -1. */
int play_row_of(const struct play *play, const char *text);
/* Fail with a picture of the screen. */
void play_shows(const struct play *play, const char *text);
void play_hides(const struct play *play, const char *text);

#endif
