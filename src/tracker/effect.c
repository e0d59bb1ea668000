#include "tracker/effect.h"

#include "tracker/procedure.h"

static const struct effect_def own[] = {
#define EFFECT(name, word, stay, help) EFFECT_ROW(name, word, stay, help)
#include "tracker/effects.def"
#undef EFFECT
};

int effect_kinds(const struct procedure *procedure)
{
    int kinds = EFFECT_GAME + procedure->effects_count;
    CHECK(kinds <= EFFECT_KINDS_MAX);
    return kinds;
}

static const struct effect_def *def_of(const struct procedure *procedure, int kind)
{
    CHECK(kind >= 0 && kind < effect_kinds(procedure));
    return kind < EFFECT_GAME ? &own[kind] : &procedure->effects[kind - EFFECT_GAME];
}

const char *effect_name(const struct procedure *procedure, int kind)
{
    return def_of(procedure, kind)->name;
}

enum effect_stay effect_stay(const struct procedure *procedure, int kind)
{
    return def_of(procedure, kind)->stay;
}

int effect_from_name(const struct procedure *procedure, struct str name)
{
    for (int kind = 0; kind < effect_kinds(procedure); kind++) {
        if (str_equal(name, effect_name(procedure, kind))) {
            return kind;
        }
    }
    return -1;
}
