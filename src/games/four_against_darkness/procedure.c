/* Four Against Darkness at the table: its commands, its slots, and what it keeps in the state.
 * The rules are in the other files of this folder, and are cited by the headings of the rules
 * analysis and the steps of the flow. */
#include <string.h>

#include "tracker/conditions.h"
#include "tracker/command.h"
#include "tracker/prepared.h"
#include "tracker/procedure.h"
#include "games/four_against_darkness/abilities.h"
#include "games/four_against_darkness/attack.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/defence.h"
#include "games/four_against_darkness/encounter.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/morale.h"
#include "games/four_against_darkness/plays.h"
#include "games/four_against_darkness/reactions.h"
#include "games/four_against_darkness/records.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/screen.h"
#include "games/four_against_darkness/texts.h"
#include "games/four_against_darkness/treasure.h"

/* ---- before an encounter --------------------------------------------------------------- */

enum { FOUR_PREPARED = 1 };

static const struct prepared_def four_against_darkness_prepared[FOUR_PREPARED + 1] = {
    {.name = "location",
     .of_encounter = true,
     .line = "place %v",
     .help = "where the fight is: corridor dark, room door ...",
     .format = location_format},
};

/* The slot `missing`. */
static void four_against_darkness_missing(const struct state *state, struct missing_list *list)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) &&
            state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_NOT) {
            missing_add_unset(list, state, id, "level",
                              is_character(state, id) ? "class" : "attack");
        }
    }
    /* Wandering monsters reverse the marching order only in corridors. */
    if (!situation_holds(state, "wandering") || situation_holds(state, "corridor") ||
        situation_holds(state, "narrow")) {
        return;
    }
    struct missing *missing =
        missing_add(list, 0, "wandering foes in a room: they come from behind in corridors");
    if (missing != NULL) {
        missing->rule = "marching order";
        text_format(missing->command, sizeof missing->command, "place corridor wandering");
    }
}

/* The party in marching order, then the foes; those out of the fight come last. */
static bool comes_before(const struct state *state, int a, int b)
{
    int ranks[][2] = {
        {state_is_in(state, a), state_is_in(state, b)},
        {is_character(state, a), is_character(state, b)},
        {-state_value(state, a, POSITION, COMBATANTS_MAX),
         -state_value(state, b, POSITION, COMBATANTS_MAX)},
        {-state_value(state, a, FIELD_ENTRY, a), -state_value(state, b, FIELD_ENTRY, b)},
    };
    for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
        if (ranks[i][0] != ranks[i][1]) {
            return ranks[i][0] > ranks[i][1];
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

#define SAID "[by=] [bonus=] [because=] [use=] [with=] [when=]"

static const struct command_def commands[] = {
    COMMAND("next", "[dice]", "the next phase with something to do", "flow 4",
            .decide = flow_decide_next),
    COMMAND("attack",
            "[FOES:combatants] " SAID " [level=] [subdual] [ranged] [melee] [awake] [dice]",
            "a character attacks: attack rats,bats by=Oda 6 3", "attack",
            .decide = attack_decide, .whom = WHOM_FOE),
    COMMAND("defend",
            "[WHO:combatants] [from=] [all] [level=] [bonus=] [because=] [use=] "
            "[with=] [when=] [dice]",
            "defend against pending attacks: defend Bo 3, defend all", "defence",
            .decide = defence_decide),
    COMMAND("wait", "[FOE:combatant] [dice]",
            "do not attack: roll the foes' reactions, a d6 each", "flow 3",
            .decide = reactions_decide_wait),
    COMMAND("accept", "[FOE:combatant] " SAID " [level=] [dice]",
            "accept what the foes ask for: pay, solve, promise", "foe reaction",
            .decide = reactions_decide_accept),
    COMMAND("decline", "[FOE:combatant]", "decline what the foes ask for: they fight",
            "foe reaction", .decide = reactions_decide_decline),
    COMMAND("cast", "[SPELL:word] [FOE:combatant] " SAID " [on=] [level=] [strikes] [dice]",
            "cast a spell: cast fireball rats 5, cast protection on=Oda", "spells",
            .decide = spell_decide_cast, .cause = CAUSE_CASTS),
    COMMAND("use",
            "[ABILITY:word] [FOES:combatants] [by=] [on=] [from=] [level=] [bonus=] "
            "[because=] [with=] [when=] [subdual] [ranged] [melee] [ends=] [dice]",
            "use an ability: use healing by=Ro on=Oda 4", "class abilities",
            .decide = spell_decide_use),
    COMMAND("reroll", "[WHO:combatant] [by=] [use=] [rolls_after=] [dice]",
            "re-roll the last roll, by luck or a blessing", "traits & special abilities",
            .decide = reroll_decide),
    COMMAND("save",
            "[WHO:combatant] [AGAINST:choice] [level=] [damage=] [bonus=] [because=] "
            "[use=] [when=] [dice]",
            "a saving throw, due or not: save Oda trap level=3 damage=1", "save rolls",
            .decide = saving_decide, .choices = saving_words),
    COMMAND("morale", "[WHO:combatant] [modifier=] [dice]",
            "a foe's morale check: d6, 4 or more stays", "morale", .decide = morale_decide,
            .whom = WHOM_TARGET),
    COMMAND("flee", "[dice]", "the party flees: each foe attacks once, no shields",
            "fleeing & withdrawing", .decide = running_decide_flee),
    COMMAND("withdraw", "[dice]", "leave by a door: each foe attacks once, defence +1",
            "fleeing & withdrawing", .decide = running_decide_withdraw),
    COMMAND("wandering", "[dice]", "roll for wandering monsters: 1 in 6",
            "fleeing & withdrawing", .decide = running_decide_wandering),
    COMMAND("divert", "[FROM:combatant] [TO:combatant] [of=] [to=]",
            "give one attack to another: divert Oda Pell of=rats", "who is attacked",
            .decide = foes_attacks_decide_divert),
    COMMAND("place",
            "[PLACE:choice] [door=] [dark=] [wandering=] [stalagmites=] "
            "[stalactites=]",
            "where the fight is: place corridor dark", "marching order",
            .decide = location_decide, .choices = location_words),
    COMMAND("meet", "[dice]", "what the foes do when they are met, such as a gaze", "flow 1",
            .decide = meeting_decide_meet),
    COMMAND("surprise", "[FOE:combatant] [dice]",
            "roll whether the foes surprise the party: X in 6", "flow 2",
            .decide = meeting_decide_surprise, .whom = WHOM_TARGET),
    COMMAND("reactions", "FOE:combatant [RESULTS:text]",
            "a foe's reactions: flee / ignore / bribe 5 each / ...", "foe reaction",
            .decide = reactions_decide_reactions),
    COMMAND("treasure", "[FOE:combatant] [gold=] [dice]",
            "roll pending treasure: treasure 4, treasure gold=35", "treasure",
            .decide = treasure_decide),
    COMMAND("take", "[WHO:combatant] [gone]",
            "who takes what was found: take Corvin, take gone: nobody", "treasure",
            .decide = found_decide_take),
    COMMAND("gold", "[AMOUNT:word]", "the party's gold: gold, gold 140, gold +20, gold -5",
            "treasure", .decide = gold_decide),
    COMMAND("adventure", "", "a new adventure: uses come back, its counts begin again",
            "class abilities", .decide = adventure_decide),
    COMMAND("boss", "[FOE:combatant] [dice]",
            "whether a boss is the final one: d6 + major foes met, 6+", "boss foes",
            .decide = adventure_decide_boss),
    COMMAND("advance", "[WHO:combatant] [level=] [dice]",
            "an XP roll: a d6 above the level, or a 6", "xp",
            .decide = treasure_decide_advance),
    COMMAND("xp", "[minor=] [rolls=]", "set the XP counts: xp minor=7 rolls=1", "xp",
            .decide = treasure_decide_xp),
    COMMAND("equip", "WHO:combatant [ITEM:name/record:item]",
            "new gear: equip Hild silver sword,shield", "equipment",
            .decide = gear_decide_equip),
    COMMAND("wield", "WHO:combatant [ITEM:name] [other]",
            "take gear in hand: wield Rolf dagger other", "equipment",
            .decide = gear_decide_wield),
    COMMAND("stow", "WHO:combatant [ITEM:name] [gone]",
            "put gear into the pack (gone: lost, used up)", "equipment",
            .decide = gear_decide_stow),
    COMMAND("modifier", "WHO:combatants [ROLL:word] [AMOUNT:word] [REASON:text]",
            "a number of your own: modifier Hild attack +1 high ground", "arithmetic",
            .decide = gear_decide_modifier),
    COMMAND("uses", "WHO:combatant [ABILITY:word] [N:word]",
            "what is left of an ability: uses Pell luck 2, luck -1", "class abilities",
            .decide = gear_decide_uses),
    COMMAND("sheet", "WHO:combatant", "a combatant's modifiers, gear and uses, with sources",
            "arithmetic", .decide = sheet_decide),
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
    {"treasure", "gold", {OPTION_TAKES_NUMBER, .help = "gold pieces that were rolled"}},
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
    /* `next` takes away what somebody could still do, so its word says what it ends. */
    if (strcmp(line, "next") == 0 && course_attacks_go_on(state)) {
        text_add(out, brevity < KEY_WORD_SHORTEST ? "end attacks" : "end");
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
    {"F3 u", "uses %s", "uses", "how many are left", "note-on"},
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
    .seen = screen_seen,
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
    .choices = plays_choices,
    .plays_again = true,
    .no_round_without_foes = true,
    .assumptions = four_against_darkness_assumptions,
    .keys = keys,
    .key_word = key_word,
    .key_is_for = key_is_for,
    .key_is_idle = reroll_is_idle,
    .is_quiet = attitude_is_quiet,
    .options = options,
};
