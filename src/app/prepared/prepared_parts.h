/* A prepared encounter's text taken apart, for those who want a part or two of it: its name,
 * its game, what is read aloud. Deciding its lines is app/prepared/prepared_run. */
#ifndef REFEREE_APP_PREPARED_PREPARED_PARTS_H
#define REFEREE_APP_PREPARED_PREPARED_PARTS_H

#include "content/encounter_text.h"

struct prepared_parts {
    struct encounter_text text; /* as far as it could be read */
    bool is_open;               /* its game and version are known */
    void *memory;
};

/* `file` names it in mistakes, which nobody is told here. The bytes are borrowed. */
void prepared_parts_open(struct prepared_parts *out, struct str bytes, const char *file);
void prepared_parts_close(struct prepared_parts *parts);

#endif
