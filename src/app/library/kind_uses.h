/* The prepared encounters that use a kind: those of the game at the table in which no fight has
 * begun. Their combatants keep the numbers they joined with, whatever happens to the kind. */
#ifndef REFEREE_APP_LIBRARY_KIND_USES_H
#define REFEREE_APP_LIBRARY_KIND_USES_H

#include <stdbool.h>

#include "app/encounters/encounters.h"
#include "base/text.h"
#include "tracker/library.h"

struct sitting;

/* Only the newest KIND_USES_ENCOUNTERS_MAX prepared ones are searched. */
enum { KIND_USES_MAX = 256, KIND_USES_ENCOUNTERS_MAX = 64 };

struct kind_use {
    char kind[LIBRARY_NAME_MAX + 1];
    char encounter[SITTING_ENCOUNTER_NAME_SIZE];
    int count;    /* the number of combatants made from it */
    bool is_gone; /* there is no longer a kind of this name */
};

/* Plain data, the newest encounter first. */
struct kind_uses {
    struct kind_use use[KIND_USES_MAX];
    int count;
};

enum status sitting_kind_uses(struct sitting *sitting, struct kind_uses *out,
                              struct error *err) MUST_CHECK;
/* Adds those of one kind: "Mill (6), Ford (2)"; false, and adds nothing, when there are
 * none. */
bool kind_uses_tell(const struct kind_uses *uses, const char *kind, struct text *out);

#endif
