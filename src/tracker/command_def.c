#include "tracker/command_def.h"

const char *command_option_name(const struct command_def *def, int i)
{
    int own = 0;
    while (def->options != NULL && def->options[own] != NULL) {
        if (own++ == i) {
            return def->options[i];
        }
    }
    int parameters = def->action != NULL ? def->action->parameters_count : 0;
    return i - own < parameters ? def->action->parameters[i - own].name : NULL;
}
