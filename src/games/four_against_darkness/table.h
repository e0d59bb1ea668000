/* What the files of Four Against Darkness at the table share; nobody else includes this. Rules
 * are cited by the headings of the rules analysis.
 *
 *   four_against_darkness_procedure   the face: commands, what the screen shows
 *   four_against_darkness_texts       reading the texts of modifiers
 *   four_against_darkness_modifiers   every number that is added to a roll, and why
 *   four_against_darkness_settings    the table rules, where printed editions differ
 *   four_against_darkness_records     classes, items, abilities, foes, and rows made from them
 *   four_against_darkness_gear        what is in hand, what is used up, the sheet
 *
 * What classes, items, abilities and foes do is text of the data files, copied into the state
 * as marks when a row is added (FOUR_MODIFIER): nothing here names any of them. A
 * FOUR_MODIFIER's label is "SOURCE: TEXT". The grammar of a text:
 *
 *     is WORD...                   what holds while the source is in use
 *     may WORD...                  its owner may use items that are one of these
 *     may-not WORD...              ... and none of these
 *     [against] ROLL AMOUNT { when W,W | unless W,W | vs T,T | not-vs T,T }
 *
 * ROLL is attack, defence, save or spell. AMOUNT is +N, -N; of the level +L, +2L, +L/2 or of
 * the tier +T, each with either sign, halves rounded down; +N-each, once for each time the act
 * says the source; xN, a multiplier of the effect; most N, the greatest effect; three-dice;
 * next-die. `when a,b` holds when one of the words does, several `when` when all of them do. A
 * word holds when the act says it, the gear in use `is` it, the row has that condition, trait
 * or class, the situation holds, or it is `setting=value` and the setting has that value. `vs`
 * is a trait, condition, class or kind of the other row. `against` stands with a foe and counts
 * for whoever rolls against it.
 *
 * Some words follow from the rows: unarmed (nothing in hand to strike with; only known of a row
 * that has a class or gear, or gear=none), two-weapons, outnumbered (fewer living foes than
 * living characters), lit (the party carries a light), no-shield, and minor or major of a foe's
 * kind. What counts for everybody, as darkness, is a table of such texts in
 * four_against_darkness_modifiers.c.
 *
 * A text counts when its source is gear in use, or an ability that the act says, or anything
 * else: a class, a trait, the referee's own reason. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TABLE_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TABLE_H

#include "tracker/library.h"
#include "tracker/options.h"
#include "tracker/procedure.h"
#include "tracker/settings.h"
#include "tracker/table_commands.h"

extern const struct procedure four_against_darkness_procedure;

/* Its effects (games/four_against_darkness/effects.def). */
enum {
    FOUR_EFFECTS_BEGIN = EFFECT_GAME - 1,
#define EFFECT(name, word, stay, says) FOUR_##name,
#include "games/four_against_darkness/effects.def"
#undef EFFECT
};

/* ---- combatants ------------------------------------------------------------------------ */

/* Attributes, in the order of the system's table. */
enum {
    FOE = FIELD_SYSTEM, /* enum foe_kind; unset: a character, or not said */
    LEVEL,
    COUNT,
    COUNT_START,
    ATTACKS,
    DAMAGE,
    POSITION, /* in the marching order, 1 the first */
    MORALE,   /* its modifier */
    TREASURE, /* its modifier */
    SURPRISE_IN_6,
    LEVEL_DROPPED
};

enum foe_kind { FOE_VERMIN, FOE_MINION, FOE_WEIRD, FOE_BOSS };

/* How a row carries an item (the amount of FOUR_GEAR). */
enum place { PLACE_PACK, PLACE_HAND, PLACE_OTHER_HAND, PLACE_WORN };

/* A FOUR_USES with this amount is never used up. */
enum { USES_UNLIMITED = -1 };

/* Tier of a level: 1-4 is 1, 5-9 is 2, ... 20 and more is 5 (Words and arithmetic). */
int tier_of_level(int level);
/* Sides of the die of a tier: d6, d8, d10, d12, d20. */
int die_of_tier(int tier);

/* The class that was copied into a combatant; "" when none was. */
const char *class_of(const struct state *state, int id);
/* Whether the combatant has this condition, trait, class or kind; "minor" and "major" are
 * kinds, too.
 */
bool row_is(const struct state *state, int id, struct str word);
/* Whether the foe's row says that it hates this character (FOUR_SPECIAL "hates: CLASS, ...").
 */
bool row_hates(const struct state *state, int foe, int id);
/* Whether a word holds for the encounter (FOUR_SITUATION on 0). */
bool situation_holds(const struct state *state, const char *word);

/* ---- modifiers ------------------------------------------------------------------------- */

enum roll { ROLL_ATTACK, ROLL_DEFENCE, ROLL_SAVE, ROLL_SPELL, ROLLS };

/* One number of a bonus and where it comes from: +2 "warrior L2". */
enum { PART_LABEL_SIZE = INPUT_LABEL_SIZE };
struct part {
    int amount;
    char label[PART_LABEL_SIZE];
    const char *rule; /* static text */
};

enum { PARTS_MAX = INPUT_PARTS_MAX, SAID_MAX = 12 };
struct breakdown {
    struct part part[PARTS_MAX];
    int parts;
    int bonus;      /* all parts together */
    int multiplier; /* of kills or damage; 1 */
    int most;       /* kills or damage at most; -1: no such limit */
    bool three_dice;
    int die; /* sides */
};

struct occasion {
    enum roll roll;
    int who;     /* the character who rolls */
    int against; /* the foe; 0: nobody, as with a trap */
    /* What the act says: subdual, ranged, withdrawing, fleeing, last-attack, first-defence (the
     * character's own first of the encounter), climbing, trap, fire ...; the ability that is
     * used, once for each use; the item it is done with, when that is not the one in hand. */
    const char *word[SAID_MAX];
    int words;
};

/* Whether the act, its item or the ability it uses is this word; not what the combatant is. */
bool occasion_is(const struct state *state, const struct occasion *occasion, struct str word);
/* Whether the combatant has a text for such a roll from this source. */
bool modifiers_name(const struct state *state, int id, struct str source, enum roll roll);
/* Everything that is added to this roll, by rule. False with err for a combatant without a
 * level whose modifiers need one, or with more parts than find room. */
bool modifiers_break_down(const struct state *state, const struct occasion *occasion,
                          struct breakdown *out, struct error *err);
/* A further part: the referee's own, said with the act. False when there is no room. */
bool breakdown_add(struct breakdown *breakdown, int amount, const char *label, const char *rule,
                   struct error *err);
/* Gives the die and the bonus with its parts to an action of the system, and what else of the
 * breakdown the action takes (multiplier, most, three dice). */
enum status breakdown_give(const struct breakdown *breakdown, struct inputs *inputs,
                           struct error *err) MUST_CHECK;

/* ---- their texts ----------------------------------------------------------------------- */

enum text_kind { TEXT_IS, TEXT_MAY, TEXT_MAY_NOT, TEXT_ROLL };

enum amount_kind {
    AMOUNT_PLAIN,
    AMOUNT_EACH,
    AMOUNT_LEVEL,
    AMOUNT_HALF_LEVEL,
    AMOUNT_TIER,
    AMOUNT_TIMES,
    AMOUNT_MOST,
    AMOUNT_THREE_DICE,
    AMOUNT_NEXT_DIE
};

enum clause_kind { CLAUSE_WHEN, CLAUSE_UNLESS, CLAUSE_VS, CLAUSE_NOT_VS, CLAUSE_KINDS };
enum { CLAUSES_MAX = 6 };

/* One of the conditions of a text: "unless darkvision, lit". */
struct clause {
    enum clause_kind kind;
    struct str words; /* parted by commas */
};

/* A text that was read; borrowed from it. */
struct modifier {
    enum text_kind kind;
    struct str words; /* of is, may and may-not, parted by blanks */
    bool is_against;
    enum roll roll;
    enum amount_kind amount_kind;
    int amount;
    struct str
        conditions; /* clauses behind one another, for clause_next; empty: it always counts */
};

/* False with err, which names the word, what was expected, and the nearest word. */
bool modifier_parse(struct modifier *out, struct str text, struct error *err);
/* The next clause of a text that is right; false at the end. */
bool clause_next(struct str *conditions, struct clause *out);
/* Whether a text is right. */
bool modifier_check(struct str text, struct error *err);
/* Whether every word that it asks for is one that the program says or the data define: a word
 * that nothing is would never hold. */
bool modifier_check_words(const struct library *library, struct str text, struct error *err);
/* The two parts of a FOUR_MODIFIER's label, "SOURCE: TEXT"; false when it is not made so. */
bool modifier_split(const char *label, struct str *source, struct str *text);

/* ---- gear ------------------------------------------------------------------------------ */

/* The FOUR_GEAR of a row by the item's name, or at a place; NULL when there is none. */
const struct effect *gear_find(const struct state *state, int id, struct str item);
const struct effect *gear_at(const struct state *state, int id, enum place place);
/* The FOUR_USES of an ability of a row; NULL when it has none. */
const struct effect *uses_find(const struct state *state, int id, struct str ability);
/* "spells it knows (house data): fireball, sleep" of a character who casts any. */
void spells_say(const struct decision *decision, int id, struct text *out);
/* Takes that many uses off. Refused when there are fewer; wrong without such an ability. */
bool uses_spend(struct decision *decision, int id, struct str ability, int times);
/* Whether this item of the combatant `is` the word. A weapon is melee or ranged. */
bool gear_is(const struct state *state, int id, const char *item, const char *word);
bool gear_is_weapon(const struct state *state, int id, const char *item);
/* It shoots, or can be thrown. */
bool gear_is_for_shots(const struct state *state, int id, const char *item);

/* A new item by the name of its record, behind the names of its properties ("silver sword"),
 * and several parted by commas, or "none". It is put where it goes, if there is room. */
void gear_add(struct decision *decision, int id, struct str name);
void gear_add_list(struct decision *decision, int id, struct str names);
/* The light that this character, or else the first of the party, carries goes out: into the
 * pack. */
void gear_put_out(struct decision *decision, int id);
/* Refuses what is in use already and the class may not use. */
void gear_check_class(struct decision *decision, int id);

decide_fn four_against_darkness_decide_equip, four_against_darkness_decide_wield,
    four_against_darkness_decide_stow, four_against_darkness_decide_modifier,
    four_against_darkness_decide_uses, four_against_darkness_decide_sheet;

/* ---- records --------------------------------------------------------------------------- */

enum { RECORD_KINDS = 6 };
extern const struct library_kind four_against_darkness_kinds[RECORD_KINDS];

/* A record of the library; NULL when there is none, and the decision has ended. */
const struct library_record *record_find(struct decision *decision, const char *kind,
                                         struct str name);
/* Its name as it stands in state effects, with blanks for '-'. */
void record_label(const char *name, struct text *out);
/* Keeps the text of a modifier, and forgets all those of a source. */
bool modifier_put(struct decision *decision, int id, const char *source, const char *text);
void modifiers_forget(struct decision *decision, int id, const char *source);
/* The uses of a record that has a field for them, at this level. */
int record_uses(const struct library_record *record, int level);
/* The uses of an ability at a level, and what it does. */
void ability_put(struct decision *decision, int id, const struct library_record *ability,
                 int level);
/* The text behind "HEAD: " among the row's FOUR_SPECIAL: on_start, on_turn, on_hit, note,
 * hates, immune, morale (never), enemy; NULL when there is none. */
const char *special_find(const struct state *state, int id, const char *head);
/* What a right formula comes to for a combatant of this level, in a party whose highest level
 * is `highest`. */
int formula_value(const char *text, int level, int highest);
bool formula_is_right(const char *text);
/* The highest level in the party, 1 without any (HCL). */
int highest_level(const struct state *state);
/* A character reaches a level: Life and uses grow with it, as its class has it. */
void character_level(struct decision *decision, int id, int level);
/* The slots `give` and `joins` of the procedure: class=, enemy=, gear=, foe=, level=. */
bool records_give(struct decision *decision, int id, struct str name, struct str value);
bool records_come_as_one(struct decision *decision, const struct command *command,
                         struct str name);
void records_join(struct decision *decision, int id);

/* ---- table rules ----------------------------------------------------------------------- */

enum { TABLE_RULES = 15 };
extern const struct setting_def four_against_darkness_settings[TABLE_RULES];
/* Whether a setting has this value now: table_rule(state, "level_drop", "half"). */
bool table_rule(const struct state *state, const char *name, const char *value);

#endif
