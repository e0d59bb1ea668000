/* Commands in everyday words, for someone who does not know the others yet: help, the log, the
 * state of the fight, the encounters, and whether everything is saved. None of them changes
 * anything. The screen opens its own lists for some of them (tui/loop/screen_lines). */
#ifndef REFEREE_APP_SITTING_ASKED_H
#define REFEREE_APP_SITTING_ASKED_H

#include "app/sitting/result.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;

/* Topics beside the commands: how one runs, prepares and reviews fights, dice notation, the
 * shapes of files ..., as text for display. `referee help`, `help` at the table and the help of
 * the linear mode share it. */

struct topic {
    const char *name, *other; /* its names; `other` may be "" */
    const char *help;         /* at most 60 columns */
    /* Lines of at most 80 columns: one of these, the others NULL. */
    const char *text;
    const char *file;                /* that ships */
    void (*write)(struct text *out); /* adds those that are made from a list */
};

/* `help`, `help attack`, `help wound`: all commands, one command, those about a word. */
void sitting_run_help(struct sitting *sitting, const struct command *command,
                      struct result *out);
/* `log`, `log r2 marit`: the newest lines, or those with the words. */
void sitting_run_log(struct sitting *sitting, const struct command *command,
                     struct result *out);
/* `status`: the round, the turn, pending checks, and what undo takes back. */
void sitting_run_status(struct sitting *sitting, const struct command *command,
                        struct result *out);
/* The same without undo, and with a line for each combatant in order. */
void sitting_tell_table(struct sitting *sitting, struct text *out);
/* `save`: says that everything is saved, and how copies are made. */
void sitting_run_save(struct sitting *sitting, const struct command *command,
                      struct result *out);
/* Its text, until the next call. */
const char *topic_text(const struct topic *topic);

/* What one does about something, by everyday words ("reinforcements", "second screen"): adds,
 * separated by ends of lines, "Title (topic): words" for each entry of the topics about
 * running, preparing and reviewing that holds all the words; every entry without any. Returns
 * how many; TOPICS_WISHES_SIZE bytes have room for all. */
enum { TOPICS_WISHES_SIZE = 16 * 1024 };

int topics_by_wish(struct text *out, struct str words);
/* NULL after the last one. */
const struct topic *topic_at(int index);
/* Finds one by either name, in any case; NULL when there is none. */
const struct topic *topic_find(struct str name);

/* One key, one thing: what the letters and signs mean in every view, as one table for the help
 * and for the test of the keys. It knows no keys of users, who may give a key another meaning.
 */

enum key_place {
    KEY_EVERYWHERE, /* at the table and in every view */
    KEY_IN_LISTS
};

struct key_meaning {
    enum key_place place;
    const char *key, *means;
    const char *does; /* commands and acts, see key_meanings.def */
};

/* NULL after the last one. */
const struct key_meaning *key_meaning_at(int index);
/* Adds a line for each meaning that holds there: the key, the gap, its meaning. */
void key_meanings_write(struct text *out, enum key_place place, const char *gap);
/* All of it, as a topic of the help. */
void key_meanings_tell(struct text *out);

#endif
