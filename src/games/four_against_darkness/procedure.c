/* Four Against Darkness at the table: its commands, its slots, and what it keeps in the state.
 * The rules are in the other files of this folder, and are cited by the headings of the rules
 * analysis and the steps of the flow. */
#include "tracker/conditions.h"
#include "tracker/command.h"
#include "tracker/procedure.h"

#include <string.h>

#include "games/four_against_darkness/abilities.h"
#include "games/four_against_darkness/adventure.h"
#include "games/four_against_darkness/attack.h"
#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/counts.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/danger.h"
#include "games/four_against_darkness/defence.h"
#include "games/four_against_darkness/ending.h"
#include "games/four_against_darkness/flow.h"
#include "games/four_against_darkness/foes_attacks.h"
#include "games/four_against_darkness/found.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/gold.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/kinds.h"
#include "games/four_against_darkness/location.h"
#include "games/four_against_darkness/meeting.h"
#include "games/four_against_darkness/morale.h"
#include "games/four_against_darkness/plays.h"
#include "games/four_against_darkness/preparing.h"
#include "games/four_against_darkness/reactions.h"
#include "games/four_against_darkness/records.h"
#include "games/four_against_darkness/rerolls.h"
#include "games/four_against_darkness/running.h"
#include "games/four_against_darkness/saving.h"
#include "games/four_against_darkness/screen.h"
#include "games/four_against_darkness/settings.h"
#include "games/four_against_darkness/sheet.h"
#include "games/four_against_darkness/spells.h"
#include "games/four_against_darkness/treasure.h"

/* The party in marching order, then the foes; those out of the fight come last. */
static bool comes_before(const struct state *state, int a, int b)
{
    int keys[][2] = {
        {state_is_in(state, a), state_is_in(state, b)},
        {is_character(state, a), is_character(state, b)},
        {-state_value(state, a, POSITION, COMBATANTS_MAX),
         -state_value(state, b, POSITION, COMBATANTS_MAX)},
        {-state_value(state, a, FIELD_ENTRY, a), -state_value(state, b, FIELD_ENTRY, b)},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] > keys[i][1];
        }
    }
    return a < b;
}

/* An attack of a character on a foe, or the defence of a character against it. */
static bool usual_act(const struct state *state, int id, int target, struct inputs *out,
                      struct error *err)
{
    if (is_character(state, id) == is_character(state, target)) {
        error_set(err, STATUS_MISSING, "", "name a character and a foe");
        return false;
    }
    return is_character(state, id) ? attack_act(state, id, target, out, err)
                                   : defence_act(state, target, id, out, err);
}

/* A copy of a group that has shrunk, or of a foe whose level has dropped, has the original
 * numbers. */
static void make_whole(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    if (state_is_set(state, id, COUNT_START)) {
        decision_value(decision, EVENT_COUNT_CHANGED, id, COUNT,
                       state_value(state, id, COUNT_START, 0));
    }
    if (state_value(state, id, LEVEL_DROPPED, 0) != 0) {
        decision_unset(decision, EVENT_VALUE_CHANGED, id, LEVEL_DROPPED);
        decision_value(decision, EVENT_VALUE_CHANGED, id, LEVEL,
                       state_value(state, id, LEVEL, 1) + 1);
    }
}

/* ---- what it keeps in the state -------------------------------------------------------- */

static const struct effect_def effects[] = {
#define EFFECT(name, word, stay, says) EFFECT_ROW(name, word, stay, says)
#include "games/four_against_darkness/effects.def"
#undef EFFECT
};

/* Effects of spells end with the encounter, like most others. */
static const struct condition_def conditions[] = {
    {.name = "wounded",
     .help = "after a lethal save; ends at full Life",
     .hinders_no_act = true},
    {.name = "dazed",
     .help = "loses its action",
     .ends_with_fight = true,
     .hinders_no_act = true}, /* of this round */
    {.name = "asleep",
     .help = "does nothing, until it is attacked",
     .ends_with_fight = true,
     .forms = "sleeping"},
    {.name = "paralysed",
     .help = "does nothing",
     .ends_with_fight = true,
     .forms = "paralyzed"},
    {.name = "bound",
     .help = "does nothing; attacks on it +2",
     .ends_with_fight = true,
     .forms = "tied"},
    {.name = "blessed",
     .help = "attack +1, where blessings give that",
     .ends_with_fight = true,
     .hinders_no_act = true},
    {.name = "protection",
     .help = "defence +1",
     .ends_with_fight = true,
     .hinders_no_act = true},
    {.name = "barkskin",
     .help = "defence +2, -2 against fire",
     .ends_with_fight = true,
     .hinders_no_act = true},
    {.name = "illusionary-armour",
     .help = "defence + tier",
     .ends_with_fight = true,
     .hinders_no_act = true,
     .forms = "illusionary armor"},
    {.name = "mounted",
     .help = "attack +1, not against others who are",
     .ends_with_fight = true,
     .hinders_no_act = true},
};

/* ---- commands -------------------------------------------------------------------------- */

#define SAID "by", "bonus", "because", "use", "with", "when"

static const char *const location_options[] = {"door",        "dark",        "wandering",
                                               "stalagmites", "stalactites", NULL};

static const char *const divert_options[] = {"of", "to", NULL};

static const char *const offer_options[] = {SAID, "level", NULL};

static const char *const attack_options[] = {SAID,    "level", "subdual", "ranged",
                                             "melee", "awake", NULL};

static const char *const defend_options[] = {"from", "all",  "level", "bonus", "because",
                                             "use",  "with", "when",  NULL};

static const char *const save_options[] = {"level", "damage", "bonus", "because",
                                           "use",   "when",   NULL};

static const char *const cast_options[] = {SAID, "on", "level", "strikes", NULL};

static const char *const use_options[] = {"by",      "on",   "from", "level",   "bonus",
                                          "because", "with", "when", "subdual", "ranged",
                                          "melee",   "ends", NULL};

static const char *const reroll_options[] = {"by", "use", "rolls_after", NULL};

static const char *const morale_options[] = {"modifier", NULL};

static const char *const treasure_options[] = {"gold", NULL};

static const char *const level_options[] = {"level", NULL};

static const char *const wield_options[] = {"other", NULL};

static const char *const stow_options[] = {"gone", NULL};

static const char *const take_options[] = {"gone", NULL};

static const char *const xp_options[] = {"minor", "rolls", NULL};

/* clang-format off */
#define MAYBE_WORD(what) {.name = what, .kind = ARGUMENT_WORD, .is_optional = true}

#define MAYBE_NAME(what) {.name = what, .kind = ARGUMENT_NAME, .is_optional = true}

#define ONE(what) {.name = what, .kind = ARGUMENT_COMBATANT}

#define MAYBE_ONE(what) {.name = what, .kind = ARGUMENT_COMBATANT, .is_optional = true}

#define MAYBE_MANY(what) {.name = what, .kind = ARGUMENT_COMBATANTS, .is_optional = true}

/* clang-format on */

static const struct command_def commands[] = {
    {.name = "next",
     .help = "the next phase with something to do",
     .rule = "flow 4",
     .takes_dice = true,
     .decide = flow_decide_next},
    {.name = "attack",
     .help = "a character attacks: attack rats,bats by=Oda 6 3",
     .rule = "attack",
     .arguments = {MAYBE_MANY("FOES")},
     .arguments_count = 1,
     .options = attack_options,
     .takes_dice = true,
     .whom = WHOM_FOE,
     .decide = attack_decide},
    {.name = "defend",
     .help = "defend against pending attacks: defend Bo 3, defend all",
     .rule = "defence",
     .arguments = {MAYBE_MANY("WHO")},
     .arguments_count = 1,
     .options = defend_options,
     .takes_dice = true,
     .decide = defence_decide},
    {.name = "wait",
     .help = "do not attack: roll the foes' reactions, a d6 each",
     .rule = "flow 3",
     .arguments = {MAYBE_ONE("FOE")},
     .arguments_count = 1,
     .takes_dice = true,
     .decide = reactions_decide_wait},
    {.name = "accept",
     .help = "accept what the foes ask for: pay, solve, promise",
     .rule = "foe reaction",
     .arguments = {MAYBE_ONE("FOE")},
     .arguments_count = 1,
     .options = offer_options,
     .takes_dice = true,
     .decide = reactions_decide_accept},
    {.name = "decline",
     .help = "decline what the foes ask for: they fight",
     .rule = "foe reaction",
     .arguments = {MAYBE_ONE("FOE")},
     .arguments_count = 1,
     .decide = reactions_decide_decline},
    {.name = "cast",
     .help = "cast a spell: cast fireball rats 5, cast protection on=Oda",
     .rule = "spells",
     .arguments = {MAYBE_WORD("SPELL"), MAYBE_ONE("FOE")},
     .arguments_count = 2,
     .options = cast_options,
     .cause = CAUSE_CASTS,
     .takes_dice = true,
     .decide = spell_decide_cast},
    {.name = "use",
     .help = "use an ability: use healing by=Ro on=Oda 4",
     .rule = "class abilities",
     .arguments = {MAYBE_WORD("ABILITY"), MAYBE_MANY("FOES")},
     .arguments_count = 2,
     .options = use_options,
     .takes_dice = true,
     .decide = spell_decide_use},
    {.name = "reroll",
     .help = "re-roll the last roll, by luck or a blessing",
     .rule = "traits & special abilities",
     .arguments = {MAYBE_ONE("WHO")},
     .arguments_count = 1,
     .options = reroll_options,
     .takes_dice = true,
     .decide = reroll_decide},
    {.name = "save",
     .help = "a saving throw, due or not: save Oda trap level=3 damage=1",
     .rule = "save rolls",
     .arguments = {MAYBE_ONE("WHO"),
                   {.name = "AGAINST",
                    .kind = ARGUMENT_CHOICE,
                    .is_optional = true,
                    .choices = saving_words}},
     .arguments_count = 2,
     .options = save_options,
     .takes_dice = true,
     .decide = saving_decide},
    {.name = "morale",
     .help = "a foe's morale check: d6, 4 or more stays",
     .rule = "morale",
     .arguments = {MAYBE_ONE("WHO")},
     .arguments_count = 1,
     .options = morale_options,
     .takes_dice = true,
     .whom = WHOM_TARGET,
     .decide = morale_decide},
    {.name = "flee",
     .help = "the party flees: each foe attacks once, no shields",
     .rule = "fleeing & withdrawing",
     .takes_dice = true,
     .decide = running_decide_flee},
    {.name = "withdraw",
     .help = "leave by a door: each foe attacks once, defence +1",
     .rule = "fleeing & withdrawing",
     .takes_dice = true,
     .decide = running_decide_withdraw},
    {.name = "wandering",
     .help = "roll for wandering monsters: 1 in 6",
     .rule = "fleeing & withdrawing",
     .takes_dice = true,
     .decide = running_decide_wandering},
    {.name = "divert",
     .help = "give one attack to another: divert Oda Pell of=rats",
     .rule = "who is attacked",
     .arguments = {MAYBE_ONE("FROM"), MAYBE_ONE("TO")},
     .arguments_count = 2,
     .options = divert_options,
     .decide = foes_attacks_decide_divert},
    {.name = "place",
     .help = "where the fight is: place corridor dark",
     .rule = "marching order",
     .arguments = {{.name = "PLACE",
                    .kind = ARGUMENT_CHOICE,
                    .is_optional = true,
                    .choices = location_words}},
     .arguments_count = 1,
     .options = location_options,
     .decide = location_decide},
    {.name = "meet",
     .help = "what the foes do when they are met, such as a gaze",
     .rule = "flow 1",
     .takes_dice = true,
     .decide = meeting_decide_meet},
    {.name = "surprise",
     .help = "roll whether the foes surprise the party: X in 6",
     .rule = "flow 2",
     .arguments = {MAYBE_ONE("FOE")},
     .arguments_count = 1,
     .takes_dice = true,
     .whom = WHOM_TARGET,
     .decide = meeting_decide_surprise},
    {.name = "reactions",
     .help = "a foe's reactions: flee / ignore / bribe 5 each / ...",
     .rule = "foe reaction",
     .arguments = {ONE("FOE"), {.name = "RESULTS", .kind = ARGUMENT_TEXT, .is_optional = true}},
     .arguments_count = 2,
     .decide = reactions_decide_reactions},
    {.name = "treasure",
     .help = "roll pending treasure: treasure 4, treasure gold=35",
     .rule = "boss foes",
     .arguments = {MAYBE_ONE("FOE")},
     .arguments_count = 1,
     .options = treasure_options,
     .takes_dice = true,
     .decide = treasure_decide},
    {.name = "take",
     .help = "who takes what was found: take Corvin, take gone: nobody",
     .rule = "boss foes",
     .arguments = {MAYBE_ONE("WHO")},
     .arguments_count = 1,
     .options = take_options,
     .decide = found_decide_take},
    {.name = "gold",
     .help = "the party's gold: gold, gold 140, gold +20, gold -5",
     .rule = "boss foes",
     .arguments = {MAYBE_WORD("AMOUNT")},
     .arguments_count = 1,
     .decide = gold_decide},
    {.name = "adventure",
     .help = "a new adventure: uses come back, its counts begin again",
     .rule = "class abilities",
     .decide = adventure_decide},
    {.name = "boss",
     .help = "whether a boss is the final one: d6 + major foes met, 6+",
     .rule = "boss foes",
     .arguments = {MAYBE_ONE("FOE")},
     .arguments_count = 1,
     .takes_dice = true,
     .decide = adventure_decide_boss},
    {.name = "advance",
     .help = "an XP roll: a d6 above the level, or a 6",
     .rule = "xp",
     .arguments = {MAYBE_ONE("WHO")},
     .arguments_count = 1,
     .options = level_options,
     .takes_dice = true,
     .decide = treasure_decide_advance},
    {.name = "xp",
     .help = "set the XP counts: xp minor=7 rolls=1",
     .rule = "xp",
     .options = xp_options,
     .decide = treasure_decide_xp},
    {.name = "equip",
     .help = "new gear: equip Hild silver sword,shield",
     .rule = "equipment",
     .arguments =
         {ONE("WHO"),
          {.name = "ITEM", .kind = ARGUMENT_NAME, .is_optional = true, .records = "item"}},
     .arguments_count = 2,
     .decide = gear_decide_equip},
    {.name = "wield",
     .help = "take gear in hand: wield Rolf dagger other",
     .rule = "equipment",
     .arguments = {ONE("WHO"), MAYBE_NAME("ITEM")},
     .arguments_count = 2,
     .options = wield_options,
     .decide = gear_decide_wield},
    {.name = "stow",
     .help = "put gear into the pack (gone: lost, used up)",
     .rule = "equipment",
     .arguments = {ONE("WHO"), MAYBE_NAME("ITEM")},
     .arguments_count = 2,
     .options = stow_options,
     .decide = gear_decide_stow},
    {.name = "modifier",
     .help = "a number of your own: modifier Hild attack +1 high ground",
     .rule = "arithmetic",
     .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANTS},
                   MAYBE_WORD("ROLL"),
                   MAYBE_WORD("AMOUNT"),
                   {.name = "REASON", .kind = ARGUMENT_TEXT, .is_optional = true}},
     .arguments_count = 4,
     .decide = gear_decide_modifier},
    {.name = "uses",
     .help = "what is left of an ability: uses Pell luck 2, luck -1",
     .rule = "class abilities",
     .arguments = {ONE("WHO"), MAYBE_WORD("ABILITY"), MAYBE_WORD("N")},
     .arguments_count = 3,
     .decide = gear_decide_uses},
    {.name = "sheet",
     .help = "a combatant's modifiers, gear and uses, with sources",
     .rule = "arithmetic",
     .arguments = {ONE("WHO")},
     .arguments_count = 1,
     .decide = sheet_decide},
};

static void format_class(const struct state *state, int id, struct text *out)
{
    text_add(out, "%s", class_of(state, id));
}

/* The number of bodies, or the dice that will decide it. */
static void format_count(const struct state *state, int id, struct text *out)
{
    if (counts_open(state, id) != NULL) {
        text_add(out, "%s", counts_open(state, id));
    } else if (state_is_set(state, id, COUNT)) {
        text_add(out, "%d", state_value(state, id, COUNT, 0));
    }
}

/* The values that records_give reads. */
static const struct given_def gives[] = {
    {.name = "class",
     .records = "class",
     .expects = "the name of a class: warrior",
     .help = "it sets Life, abilities and gear",
     .format = format_class},
    {.name = "gear",
     .records = "item",
     .expects = "items separated by commas: sword,shield",
     .help = "items: with class= in place of the class's own, else added"},
    {.name = "enemy",
     .expects = "a trait, such as goblin",
     .help = "its sworn enemy, for classes that have one"},
    {.name = "foe",
     .records = "foe",
     .expects = "the name of a foe: wax-rats",
     .help = "it sets level, number and attacks"},
    {.name = "count",
     .expects = "0 to 10000, or dice such as 2d6, rolled when they are met",
     .help = "minor foes left in the group",
     .format = format_count},
};

static const struct listed_option options[] = {
    {"take", "gone", {OPTION_TAKES_FLAG, .help = "nobody takes it: it is left or sold"}},
    {"wield", "other", {OPTION_TAKES_FLAG, .help = "into the other hand"}},
    {"stow", "gone", {OPTION_TAKES_FLAG, .help = "it is lost, sold or used up"}},
    {"", "because", {OPTION_TAKES_TEXT, .help = "why there is a bonus"}},
    {"",
     "use",
     {OPTION_TAKES_TEXT, .records = "ability", .help = "an ability that is used up with it"}},
    {"",
     "with",
     {OPTION_TAKES_TEXT, .records = "item",
      .help = "the item it is done with, if not in hand"}},
    {"",
     "when",
     {OPTION_TAKES_TEXT, .help = "words that apply to this roll, separated by commas"}},
    {"", "subdual", {OPTION_TAKES_FLAG, .help = "to subdue instead of killing"}},
    {"", "ranged", {OPTION_TAKES_FLAG, .help = "from afar, as a thrown weapon"}},
    {"", "melee", {OPTION_TAKES_FLAG, .help = "hand to hand"}},
    {"attack",
     "awake",
     {OPTION_TAKES_FLAG, .help = "at those of a group who are awake; the others sleep on"}},
    {"", "all", {OPTION_TAKES_FLAG, .help = "every pending attack"}},
    {"", "on", {OPTION_TAKES_COMBATANT, .help = "the combatant it is for"}},
    {"", "strikes", {OPTION_TAKES_FLAG, .help = "it attacks a foe"}},
    {"use", "ends", {OPTION_TAKES_TEXT, .help = "the condition that ends"}},
    {"place",
     "door",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"yes", "no", NULL},
      .help = "whether there is a door to withdraw by"}},
    {"place",
     "dark",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"yes", "no", NULL},
      .help = "whether nothing but the party gives light"}},
    {"place",
     "wandering",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"yes", "no", NULL},
      .help = "whether the foes surprised the party while wandering"}},
    {"place",
     "stalagmites",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"yes", "no", NULL},
      .help = "whether they keep dice from exploding (a house note)"}},
    {"place",
     "stalactites",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"yes", "no", NULL},
      .help = "whether exploding two-handed blows bring one down"}},
    {"", "gold", {OPTION_TAKES_NUMBER, .help = "gold pieces that were rolled"}},
    {"reroll", "rolls_after", {OPTION_TAKES_NUMBER, .help = "how many rolls after it stand"}},
    {"xp", "minor", {OPTION_TAKES_NUMBER, .help = "encounters with minor foes that count"}},
    {"xp", "rolls", {OPTION_TAKES_NUMBER, .help = "rolls that are owed"}},
    {"", "from", {OPTION_TAKES_COMBATANT, .help = "the attacking foe"}},
    {"divert", "of", {OPTION_TAKES_COMBATANT, .help = "the attacking foe"}},
    {"divert", "to", {OPTION_TAKES_COMBATANT, .help = "who takes the attack"}},
    {"", "bonus", {OPTION_TAKES_NUMBER, .help = "added to the roll"}},
    {"", "modifier", {OPTION_TAKES_NUMBER, .help = "added, with its sign"}},
    {0},
};

static void key_word(const struct state *state, const char *line, int brevity, struct text *out)
{
    int left = strcmp(line, "defend all") == 0 ? foes_attacks_left(state) : 0;
    if (left > 1) {
        text_add(out, "defend all %d", left);
    }
    reroll_word(state, line, brevity, out);
}

/* Spells are cast, and abilities used, by those who have any left. */
static bool key_is_for(const struct state *state, const char *line, int id)
{
    return strncmp(line, "cast ", 5) == 0  ? uses_left_for_spell(state, id)
           : strncmp(line, "use ", 4) == 0 ? uses_left_of_its_own(state, id)
                                           : true;
}

static const struct key_def keys[] = {
    {"R", "wait", "wait", "the party does not attack: the foes react first", "@settle"},
    {"a", "attack %w by=%a", "attack", "attack the target", "@settle"},
    {"f", "defend %s from=%o", "defend", "the selected combatant defends against an attack",
     "@settle"},
    {"L", "defend all", "defend all",
     "defend against every pending attack, the dice on one line", "next"},
    {"Y", "accept", "accept", "accept what the foes ask for", "@settle"},
    {"K", "decline", "decline", "decline what the foes ask for: they fight", "@settle"},
    {"G", "cast by=%a", "cast", "cast a spell: which one, then on whom", "damage"},
    {"J", "reroll", "roll again", "roll the last roll again, with luck or a blessing",
     "damage"},
    {"V", "use by=%a", "use", "use an ability: which one, then on whom", "damage"},
    {"Z", "surprise %w", "surprise", "the target or the chosen just came into view", "out"},
    {"S", "save %w", "save", "the selected combatant makes a saving throw", "add"},
    {"X", "withdraw", "withdraw", "leave through the door: each foe attacks once", "add"},
    {"F", "flee", "flee", "the party flees: each foe attacks once, no shields", "add"},
    {"o", "divert", "divert", "who is spared an attack, and who takes it", "add"},
    {"P", "place", "location", "where the fight is: room, corridor, door, dark", "add"},
    {"F3 W", "encounter carry numbered Wandering monsters", "new: wandering",
     "a new encounter, with the party", "note-on"},
    {"F3 B", "boss", "final boss?", "whether a boss is the final one", "note-on"},
    {"F3 H", "sheet %w", "sheet", "modifiers, gear and uses", "note-on"},
    {"F3 p", "wield %w", "wield", "what is in hand", "note-on"},
    {"F3 I", "equip %w", "equip", "new gear", "note-on"},
    {"M", "morale %w", "", "a morale check of the target, pending or not", "history"},
    {0},
};

const struct procedure four_against_darkness_procedure = {
    .system = "four-against-darkness",
    .score = "level",
    .commands = commands,
    .commands_count = (int)(sizeof commands / sizeof commands[0]),
    .settings = four_against_darkness_settings,
    .settings_count = TABLE_RULES,
    .kinds = four_against_darkness_kinds,
    .kinds_count = RECORD_KINDS,
    .give = records_give,
    .gives = gives,
    .gives_count = (int)(sizeof gives / sizeof gives[0]),
    .fills = "foe",
    .comes_as_one = records_come_as_one,
    .counted = "count",
    .counted_start = "count_start",
    .joins = records_join,
    .rests = records_rest,
    .levels_up = "advance",
    .gives_item = "equip",
    .new_adventure = "adventure",
    .pays = gold_pay,
    .adventure = adventure_tell,
    .effects = effects,
    .effects_count = (int)(sizeof effects / sizeof effects[0]),
    .conditions = conditions,
    .conditions_count = (int)(sizeof conditions / sizeof conditions[0]),
    .comes_before = comes_before,
    .describe = screen_row,
    .bodies = screen_bodies,
    .pips = 12,
    .needed = screen_needed,
    .phase = screen_phase,
    .guide = screen_guide,
    .facts = screen_facts,
    .actor = course_actor,
    .can_act = course_can_act,
    .usual_act = usual_act,
    .change_bodies = harm_change_bodies,
    .hurt = harm_hurt,
    .triggers = &flow_trigger,
    .triggers_count = 1,
    .make_whole = make_whole,
    .pending = screen_pending,
    .pending_act = screen_pending_act,
    .together = danger_together,
    .owed = treasure_owed,
    .ended = ending_ended,
    .prepared = four_against_darkness_prepared,
    .missing = four_against_darkness_missing,
    .earned = treasure_earned,
    .plays = plays_line,
    .plays_again = true,
    .assumptions = four_against_darkness_assumptions,
    .keys = keys,
    .key_word = key_word,
    .key_is_for = key_is_for,
    .key_is_idle = reroll_is_idle,
    .is_quiet = attitude_is_quiet,
    .options = options,
};
