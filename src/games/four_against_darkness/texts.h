/* The data of Four Against Darkness: the kinds of its records with their fields and formulas,
 * and the texts in which they say modifiers, read, and kept with a combatant.
 *
 * The effects of classes, items, abilities and foes are texts in the data files, copied into
 * the state (FOUR_MODIFIER) when a combatant is added: no code names any of them. A
 * FOUR_MODIFIER's label is "SOURCE: TEXT". The grammar of a text:
 *
 *     is WORD...                   what holds while the source is in use
 *     may WORD...                  its owner may use items that are one of these
 *     may-not WORD...              ... and none of these
 *     [against] ROLL AMOUNT { when W,W | unless W,W | vs T,T | not-vs T,T }
 *
 * ROLL is attack, defence, save or spell. AMOUNT is +N, -N; of the level +L, +2L, +L/2 or of
 * the tier +T, each with either sign, halves rounded down; +N-each, once for each time the act
 * names the source; xN, a multiplier of the effect; most N, the greatest effect; three-dice;
 * next-die; explodes-earlier, by one face; no-explosion; burst, the effect of a fireball. `when
 * a,b` holds when one of the words does, several `when` when all of them do. A
 * word holds when the act names it, the gear in use `is` it, the combatant has that condition,
 * trait or class, the situation holds, or it is `setting=value` and the setting has that value.
 * `vs` is a trait, condition, class or kind of the other combatant. `against` is for a foe's
 * text and counts for anybody who rolls against it.
 *
 * Some words follow from the combatants: unarmed (no weapon in hand; only known of a combatant
 * with a class or gear, or gear=none), two-weapons, outnumbered (fewer living foes than living
 * characters), lit (the party carries a light), no-shield, and minor or major of a foe's kind.
 * Effects on everybody, such as darkness, are a table of such texts in
 * games/four_against_darkness/modifiers.c.
 *
 * A text counts when its source is gear in use, an ability that the act names, or anything
 * else: a class, a trait, the referee's own reason.
 *
 * The state keeps a text together with its reading, so that it is parsed once: a
 * FOUR_MODIFIER's label is "SOURCE: TEXT", its amount a number that packs the roll, the kind of
 * amount, the amount, and the places in the label where the text and its conditions begin. So a
 * roll looks at numbers, and at words only when they decide. The numbers of the enums are in
 * logs: new ones go after the others. A text of an old log has the amount 1, and one of a newer
 * program may have an unknown reading: these are parsed from the label each time. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TEXTS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TEXTS_H

#include "tracker/decision.h"
#include "tracker/library.h"

enum roll { ROLL_ATTACK, ROLL_DEFENCE, ROLL_SAVE, ROLL_SPELL, ROLLS };

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
    AMOUNT_NEXT_DIE,
    AMOUNT_EARLIER,
    AMOUNT_NO_EXPLOSION,
    AMOUNT_BURST
};

enum clause_kind { CLAUSE_WHEN, CLAUSE_UNLESS, CLAUSE_VS, CLAUSE_NOT_VS, CLAUSE_KINDS };

/* One of the conditions of a text: "unless darkvision, lit". */
struct clause {
    enum clause_kind kind;
    struct str words; /* separated by commas */
};

/* A parsed text; it borrows from the original. */
struct modifier {
    enum text_kind kind;
    struct str words; /* of is, may and may-not, separated by blanks */
    bool is_against;
    enum roll roll;
    enum amount_kind amount_kind;
    int amount;
    struct str conditions; /* its clauses, for clause_next; empty: it always counts */
};

/* False with err, which names the word, what was expected, and the nearest word. */
bool modifier_parse(struct modifier *out, struct str text, struct error *err);
/* The next clause of a valid text; false at the end. */
bool clause_next(struct str *conditions, struct clause *out);
/* True when a text is valid. */
bool modifier_check(struct str text, struct error *err);
/* The two parts of a FOUR_MODIFIER's label, "SOURCE: TEXT"; false when it has another form. */
bool modifier_split(const char *label, struct str *source, struct str *text);

/* Keeps the text of a modifier, or forgets all texts of a source. */
bool modifier_put(struct decision *decision, int id, const char *source, const char *text);
void modifiers_forget(struct decision *decision, int id, const char *source);
/* The amount for a FOUR_MODIFIER with this label; 1 when the text is wrong. */
int reading_of(const char *label);
/* The parsed text of a FOUR_MODIFIER and its source, both borrowed from its label. False when
 * it cannot be read. */
bool reading_look(const struct effect *effect, struct modifier *out, struct str *source);
/* True when a text says that its source is this word. */
bool reading_is(const struct modifier *modifier, struct str word);

enum { RECORD_KINDS = 6 };

extern const struct library_kind four_against_darkness_kinds[RECORD_KINDS];
/* "vermin" and the others, in the order of enum foe_kind; ended by NULL. */
extern const char *const foe_words[];
/* A record of the library; NULL when there is none, and the decision has ended. */
const struct library_record *record_find(struct decision *decision, const char *kind,
                                         struct str name);
/* Its name as in state effects, with blanks for '-'. */
void record_label(const char *name, struct text *out);
/* The uses of a record that has a field for them, at this level. */
int record_uses(const struct library_record *record, int level);
/* The value of a checked formula for a combatant of this level, in a party whose highest level
 * is `highest`. */
int formula_value(const char *text, int level, int highest);
bool formula_is_right(const char *text);
/* The difference that one level makes to it. */
int formula_gain(const char *text, int from, int to);

#endif
