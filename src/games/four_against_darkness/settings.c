/* Table rules of Four Against Darkness: where printed editions are known to differ. The first
 * word of each is the reading of the rules analysis and the default. */
#include "games/four_against_darkness/settings.h"

#include <string.h>

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

const struct setting_def four_against_darkness_settings[TABLE_RULES] = {
    {.name = "attack_natural_1",
     .words = WORDS("misses", "plain"),
     .rule = "attack",
     .help = "a natural 1 on an attack or a spell"},
    {.name = "lethal_save",
     .words = WORDS("survives", "dead"),
     .rule = "save rolls",
     .help = "0 Life: a save to survive at 1, or dead"},
    {.name = "level_drop",
     .words = WORDS("half", "below-half"),
     .rule = "major foes",
     .help = "when a major foe's level drops: at half Life, or below"},
    {.name = "acrobat_defence",
     .words = WORDS("half", "full"),
     .rule = "defense bonuses",
     .help = "an acrobat's defence: half the level, or all of it"},
    {.name = "parry",
     .words = WORDS("plus-2", "plus-1"),
     .rule = "class abilities",
     .help = "what a parry adds to defence"},
    {.name = "panache",
     .words = WORDS("plus-2", "a-point"),
     .rule = "class abilities",
     .help = "panache adds 2 to defence, or 1 for each point"},
    {.name = "trick",
     .words = WORDS("plus-2", "none"),
     .rule = "class abilities",
     .help = "what a trick adds to defence"},
    {.name = "rage",
     .words = WORDS("plus-2", "dice-only"),
     .rule = "class abilities",
     .help = "rage: +2, three dice, double; or without the +2"},
    {.name = "hidden_strike",
     .words = WORDS("plus-2L", "triple-only"),
     .rule = "class abilities",
     .help = "hidden strike: +2L and triple, or triple alone"},
    {.name = "sworn_enemy",
     .words = WORDS("plus-2", "next-die"),
     .rule = "special class bonuses",
     .help = "against a sworn enemy: +2, or the next higher die"},
    {.name = "boss_extras",
     .words = WORDS("every", "final"),
     .rule = "boss foes",
     .help = "which bosses have the extras: every one, or the final"},
    {.name = "major_morale",
     .words = WORDS("never", "below-half"),
     .rule = "morale",
     .help = "when a major foe checks morale"},
    {.name = "surprise_shield",
     .words = WORDS("always", "wandering"),
     .rule = "combat state",
     .help = "no shield on a surprised first defence: always, or wandering"},
    {.name = "defence_explodes",
     .words = WORDS("yes", "no"),
     .rule = "defence",
     .help = "whether the defence die explodes"},
    {.name = "defence_natural_1",
     .words = WORDS("plain", "fails"),
     .rule = "defence",
     .help = "a natural 1 on a defence: as its total says, or it fails"},
    {.name = "dual_wield_explodes",
     .words = WORDS("yes", "no"),
     .rule = "explosion",
     .help = "whether a ranger's attacks with two weapons explode"},
    {.name = "blessing",
     .words = WORDS("re-roll", "removes-condition"),
     .rule = "traits & special abilities",
     .help = "a blessing re-rolls a failed save, or ends a condition"},
    {.name = "refresh",
     .words = WORDS("rest", "never", "adventure"),
     .rule = "class abilities",
     .help = "when luck, spells and uses come back; all but never: also before an adventure"},
};

bool table_rule(const struct state *state, const char *name, const char *value)
{
    for (int i = 0; i < TABLE_RULES; i++) {
        const struct setting_def *def = &four_against_darkness_settings[i];
        if (strcmp(def->name, name) == 0) {
            return strcmp(def->words[setting_value_of(state, def)], value) == 0;
        }
    }
    CHECK(false);
    return false;
}
