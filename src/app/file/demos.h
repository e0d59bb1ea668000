/* The demos that ship: scripts of data/demo, each with its name and what it is on its first
 * line
 * ("# The Mill Pond: a fight round a mill pond"). */
#ifndef REFEREE_APP_FILE_DEMOS_H
#define REFEREE_APP_FILE_DEMOS_H

#include "base/status.h"
#include "base/text.h"
#include "resolver/system.h"

enum { DEMO_NAME_SIZE = 48, DEMO_FILE_SIZE = 32, DEMOS_MAX = 16 };

struct demo {
    char name[DEMO_NAME_SIZE]; /* "The Mill Pond" */
    char file[DEMO_FILE_SIZE]; /* "mill_pond": the name of its script, without folder */
    struct str about;          /* "a fight round a mill pond"; lasts forever */
    struct str lines;          /* the script; lasts forever */
};

/* In the order of the start screen; returns how many, at most `most`. */
int demos_list(struct demo *out, int most);
/* The game that it names in `about`; NULL: it names none. */
const struct system *demo_game(const struct demo *demo);
/* Finds one by its name or its file, or a unique beginning of one; STATUS_USAGE, with the
 * nearest, when there is none. */
enum status demo_find(struct demo *out, struct str name, struct error *err) MUST_CHECK;

#endif
