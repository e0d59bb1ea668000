#include "games/games.h"

#include <string.h>

#include "games/generic/procedure.h"

#define PROCEDURE(name) extern const struct procedure name;
#include "games/procedures.def"
#undef PROCEDURE

static const struct procedure *const procedures[] = {
#define PROCEDURE(name) &name,
#include "games/procedures.def"
#undef PROCEDURE
};

const struct procedure *games_find(const struct system *system)
{
    for (size_t i = 0; i < sizeof procedures / sizeof procedures[0]; i++) {
        if (strcmp(procedures[i]->system, system->id) == 0) {
            return procedures[i];
        }
    }
    return &generic_procedure;
}
