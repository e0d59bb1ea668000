#include "app/keys.h"

static const struct key_binding bindings[] = {
#define KEY(context_, key_, command_, note_, help_)                                               \
    {.context = CONTEXT_##context_, .key = key_, .command = command_, .note = note_, .help = help_},
#include "app/keys.def"
#undef KEY
};

int key_bindings(const struct key_binding **out)
{
    *out = bindings;
    return (int)(sizeof bindings / sizeof bindings[0]);
}
