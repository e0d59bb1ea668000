/* Four Against Darkness at the table: one roll, from its words to its numbers, and the roll
 * that is made again by luck or a blessing. */
#include "games/four_against_darkness/rolls.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/options.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/texts.h"

/* ==== The values that each kind of roll takes from the combatants (Attack Resolution,
 * Defense Resolution, Save Rolls). */

/* Begins the roll against a foe with its level. */
static void begin_against(const struct state *state, const char *action, int foe,
                          struct inputs *inputs)
{
    inputs_begin(inputs, state_system(state), state_action(state, action));
    if (state_is_set(state, foe, LEVEL)) {
        inputs_give_number(inputs, "level", state_value(state, foe, LEVEL, 1));
    } else {
        error_set(inputs_wrong(inputs), STATUS_MISSING, "level", "%s has no level yet",
                  state_name(state, foe));
    }
}

void rolls_attack(const struct state *state, int foe, int count, struct inputs *inputs)
{
    bool minor = is_minor(state, foe);
    begin_against(state, "attack", foe, inputs);
    inputs_give_text(inputs, "foe", str_of(minor ? "minor" : "major"));
    if (minor && count > 0) {
        inputs_give_number(inputs, "count", count);
    }
    if (!minor && state_is_set(state, foe, FIELD_HP)) {
        inputs_give_number(inputs, "life", state_value(state, foe, FIELD_HP, 0));
    }
    if (table_rule(state, "attack_natural_1", "plain")) {
        inputs_give_text(inputs, "natural_1_misses", str_of("no"));
    }
}

void rolls_spell(const struct state *state, int foe, struct inputs *inputs)
{
    begin_against(state, "spell", foe, inputs);
    if (table_rule(state, "attack_natural_1", "plain")) {
        inputs_give_text(inputs, "natural_1_misses", str_of("no"));
    }
}

void rolls_defence(const struct state *state, int foe, struct inputs *inputs)
{
    begin_against(state, "defend", foe, inputs);
    inputs_give_number(inputs, "damage", state_value(state, foe, DAMAGE, 1));
    if (table_rule(state, "defence_natural_1", "fails")) {
        inputs_give_text(inputs, "natural_1_fails", str_of("yes"));
    }
}

void rolls_save(const struct state *state, int level, struct inputs *inputs)
{
    inputs_begin(inputs, state_system(state), state_action(state, "save"));
    inputs_give_number(inputs, "level", level);
}

int rolls_bodies_of(const struct state *state, const struct blow *blow, int foe)
{
    return blow->is_at_awake ? bodies_awake(state, foe) : bodies_of(state, foe);
}

int rolls_bodies(const struct state *state, const struct blow *blow)
{
    int bodies = 0;
    for (int i = 0; i < blow->count; i++) {
        bodies += rolls_bodies_of(state, blow, blow->targets[i]);
    }
    return bodies <= 10000 ? bodies : 10000;
}

bool rolls_d6(struct decision *decision, int subject, const char *who, struct source why,
              int *face)
{
    struct dice_expr expr;
    int64_t total;
    CHECK(dice_expr_parse(&expr, str_of("d6"), NULL) == STATUS_OK);
    if (!decision_throw(decision, &expr, subject, who, why, &total)) {
        return false;
    }
    *face = (int)total;
    return true;
}

/* ==== The words of an act about its roll: the options of its command and the words of the
 * moment; and their numbers for the roll. */

static const struct number_range bonus_range = {-50, 50};

void said_begin(struct said *said, enum roll roll, int who, int against)
{
    memset(said, 0, sizeof *said);
    said->occasion.roll = roll;
    said->occasion.who = who;
    said->occasion.against = against;
}

void said_word(struct said *said, struct str word)
{
    int at = said->occasion.words;
    if (word.n > 0 && at < SAID_MAX) {
        text_format(said->text[at], sizeof said->text[at], "%.*s", word.n, word.p);
        said->occasion.word[said->occasion.words++] = said->text[at];
    }
}

void said_options(struct said *said, const struct command *command)
{
    static const char *const flags[] = {"subdual", "ranged", "melee"};
    static const char *const lists[] = {"use", "with", "when"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct str list = option_text(command, lists[i], "");
        for (struct str word; str_next_part(&list, ',', &word);) {
            said_word(said, word);
        }
    }
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (command_option(command, flags[i]) != NULL) {
            said_word(said, str_of(flags[i]));
        }
    }
}

bool said_says(const struct occasion *occasion, const char *word)
{
    for (int i = 0; i < occasion->words; i++) {
        if (strcmp(occasion->word[i], word) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- the moment ------------------------------------------------------------------------ */

/* It is a shot when the act or its item says so; a weapon that does both is used according to
 * the phase. */
static bool is_shot(const struct state *state, const struct occasion *occasion)
{
    if (said_says(occasion, "ranged") || said_says(occasion, "melee")) {
        return said_says(occasion, "ranged");
    }
    int id = occasion->who;
    const struct effect *item = gear_at(state, id, PLACE_HAND), *named = NULL;
    for (int i = 0; i < occasion->words && named == NULL; i++) {
        named = gear_find(state, id, str_of(occasion->word[i]));
    }
    item = named != NULL ? named : item;
    if (item == NULL || !gear_is_for_shots(state, id, item->label)) {
        return false;
    }
    return !gear_is(state, id, item->label, "melee") || !location_can_melee(state, id) ||
           (course_order(state) != ORDER_OPEN && !course_party_may(state, PHASE_PARTY_MELEE));
}

void said_attack_moment(struct said *said, const struct state *state)
{
    const struct occasion *occasion = &said->occasion;
    if (is_shot(state, occasion) && !said_says(occasion, "ranged")) {
        said_word(said, str_of("ranged"));
    }
    if (last_attack_has(state, occasion->who, occasion->against)) {
        said_word(said, str_of("last-attack"));
    }
}

void said_defence_moment(struct said *said, const struct state *state)
{
    if (!state_has_effect(state, FOUR_DEFENDED, said->occasion.who, 0)) {
        said_word(said, str_of("first-defence"));
    }
    const char *running = course_running(state);
    said_word(said, str_of(running != NULL ? running : ""));
}

/* "light", "fire"; "not-magic" is everything that is not magic. */
bool said_is_immune(const struct state *state, const struct occasion *occasion,
                    char out[LABEL_SIZE])
{
    const char *list = special_find(state, occasion->against, "immune");
    struct str rest = str_of(list != NULL ? list : "");
    for (struct str word; str_next_part(&rest, ',', &word);) {
        bool is_other = word.n > 4 && strncmp(word.p, "not-", 4) == 0;
        struct str what = is_other ? (struct str){word.p + 4, word.n - 4} : word;
        if (what.n > 0 && occasion_is(state, occasion, what) != is_other) {
            text_format(out, LABEL_SIZE, "%.*s", word.n, word.p);
            return true;
        }
    }
    return false;
}

void said_tell_immune(struct decision *decision, const struct said *said)
{
    struct asked *asked = &decision->asked;
    const struct occasion *occasion = &said->occasion;
    char word[LABEL_SIZE];
    if (asked->kind != ASKED_ACT || asked->object != occasion->against ||
        !said_is_immune(&decision->state, occasion, word)) {
        return;
    }
    text_format(asked->vain, sizeof asked->vain, "immune to %s", word);
    if (asked->is_open) {
        decision_prompt(decision, decision->question.dice.label, ", but %s", asked->vain);
    }
}

/* ---- its numbers ----------------------------------------------------------------------- */

/* An ability that adds nothing here is not used up. */
static bool is_of_use(struct decision *decision, const struct said *said, struct str ability)
{
    const struct state *state = &decision->state;
    const struct occasion *occasion = &said->occasion;
    const char *idle = modifiers_idle(state, occasion, ability);
    if (idle != NULL) {
        return decision_refuse(decision, "class abilities", "%s adds nothing to this roll: %s",
                               utf8_shown(ability).text, idle);
    }
    return modifiers_name(state, occasion->who, ability, occasion->roll) ||
           decision_refuse(decision, "class abilities", "%s does nothing for this roll",
                           utf8_shown(ability).text);
}

bool said_spend(struct decision *decision, const struct command *command,
                const struct said *said)
{
    struct str list = option_text(command, "use", "");
    for (struct str word; str_next_part(&list, ',', &word);) {
        if (!uses_spend(decision, said->occasion.who, word, 1) ||
            !is_of_use(decision, said, word)) {
            return false;
        }
    }
    return true;
}

/* The referee's own number, with its reason. */
static bool add_own(struct decision *decision, const struct command *command,
                    struct breakdown *breakdown)
{
    int more;
    char label[PART_LABEL_SIZE];
    struct text text = text_over(label, sizeof label);
    text_add_str(&text, option_text(command, "because", "bonus"));
    if (!option_number(decision, command, "bonus", bonus_range, 0, &more)) {
        return false;
    }
    breakdown_add(breakdown, more, label, "referee");
    return true;
}

bool said_give(struct decision *decision, const struct command *command,
               const struct said *said, struct inputs *inputs)
{
    struct breakdown breakdown;
    modifiers_break_down(&decision->state, &said->occasion, &breakdown);
    if (!add_own(decision, command, &breakdown)) {
        return false;
    }
    breakdown_give(&breakdown, inputs);
    return decision_finish(decision, inputs);
}

bool said_finish(const struct state *state, const struct said *said, struct inputs *out,
                 struct error *err)
{
    struct breakdown breakdown;
    modifiers_break_down(state, &said->occasion, &breakdown);
    breakdown_give(&breakdown, out);
    return inputs_finish(out, err) == STATUS_OK;
}

/* ==== Luck and blessing. A character's last roll is remembered until dice have settled
 * something that follows from it, or until the next phase; the new roll stands (Traits &
 * Special Abilities). */

const char reroll_attack[] = "attack", reroll_defence[] = "defence", reroll_save[] = "save";

/* ---- remembering ----------------------------------------------------------------------- */

void reroll_forget(struct decision *decision, int who)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, FOUR_ROLL_KEPT, who, ANYBODY)) !=
               NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

/* In old logs other text follows the word. */
static bool is_throw(const struct effect *kept, const char *throw)
{
    struct str words = str_of(kept->label);
    return str_equal(str_next_word(&words), throw);
}

/* Where a character made several such throws in one act, how many of them came later: "defence
 * rolls_after=1". NONE: it was the only one. */
static const char later_name[] = "rolls_after=";

enum { NONE = -1 };

static int later_throws(const struct effect *kept)
{
    const int name_length = (int)sizeof later_name - 1;
    struct str words = str_of(kept->label);
    int64_t later;
    str_next_word(&words);
    struct str word = str_next_word(&words);
    if (word.n <= name_length || memcmp(word.p, later_name, (size_t)name_length) != 0) {
        return NONE;
    }
    struct str number = {word.p + name_length, word.n - name_length};
    return str_to_int64(number, 0, ENTERED_MAX, &later) ? (int)later : NONE;
}

/* The throw of this character that is remembered of the act which is being decided; NULL: it
 * is the first one. */
static const struct effect *noted_in_act(const struct decision *decision, int who,
                                         const char *throw)
{
    const struct effect *kept =
        state_effect(&decision->state, NULL, FOUR_ROLL_KEPT, who, ANYBODY);
    bool may_be = kept != NULL && is_throw(kept, throw);
    for (int i = 0; i < decision->events && may_be; i++) {
        const struct event *event = &decision->event[i];
        if (event->kind == EVENT_EFFECT_CHANGED && event->field == FOUR_ROLL_KEPT &&
            event->subject == who && event->is_set) {
            return kept;
        }
    }
    return NULL;
}

/* The newest comes last. Of several throws in one act, as of all defences together, the last
 * one that failed is remembered: nobody would make another one again. */
void reroll_note(struct decision *decision, int who, const char *throw, bool is_failure)
{
    const struct effect *before = noted_in_act(decision, who, throw);
    bool stands = before != NULL && before->amount != 0 && !is_failure;
    int later = before != NULL ? later_throws(before) : NONE;
    char label[LABEL_SIZE];
    struct text text = text_over(label, sizeof label);
    text_add(&text, "%s", throw);
    if (before != NULL) {
        text_add(&text, " %s%d", later_name, stands ? (later == NONE ? 1 : later + 1) : 0);
    }
    reroll_forget(decision, who);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_ROLL_KEPT, who, 0, str_of(label),
                    is_failure || stands);
}

/* ---- who and what ---------------------------------------------------------------------- */

/* True when the ability may re-roll this: the user's own roll, or anybody's failed save. */
static bool may_reroll(const struct state *state, const struct effect *kept, int by,
                       const char *ability)
{
    bool is_save = is_throw(kept, reroll_save);
    bool is_own =
        by == kept->subject && (gear_is(state, by, ability, "re-roll") ||
                                (is_save && gear_is(state, by, ability, "re-roll-own-save")));
    bool is_blessing = is_save && gear_is(state, by, ability, "re-roll-save") &&
                       table_rule(state, "blessing", "re-roll");
    return (is_own || is_blessing) && (!is_save || kept->amount != 0);
}

/* The character's ability for the re-roll: the one that use= names, or else the first that is
 * not used up; NULL: none. */
static const char *reroll_ability(const struct state *state, const struct option *use,
                                  const struct effect *kept, int by)
{
    const struct effect *effect = NULL, *found = NULL;
    while ((effect = state_effect(state, effect, FOUR_USES, by, 0)) != NULL) {
        bool is_named = use == NULL || library_names_equal(use->value, str_of(effect->label));
        if (is_named && may_reroll(state, kept, by, effect->label) &&
            (found == NULL || (found->amount == 0 && effect->amount != 0))) {
            found = effect;
        }
    }
    return found != NULL ? found->label : NULL;
}

/* True when it has a use left. */
static bool can_reroll(const struct state *state, const struct option *use,
                       const struct effect *kept, int by)
{
    const char *ability = reroll_ability(state, use, kept, by);
    return ability != NULL && uses_find(state, by, str_of(ability))->amount != 0;
}

/* by=, or else the one whose roll it was, or the first who stands and can bless it; 0: nobody
 * can. A combatant without uses is named only when nobody else has any. */
static int reroller_of(const struct state *state, const struct option *use,
                       const struct effect *kept, int by)
{
    int ids[COMBATANTS_MAX];
    int count = by == 0 && is_throw(kept, reroll_save) ? marching_order(state, ids) : 0;
    by = by == 0 ? kept->subject : by;
    if (can_reroll(state, use, kept, by)) {
        return by;
    }
    for (int i = 0; i < count; i++) {
        if (can_reroll(state, use, kept, ids[i])) {
            return ids[i];
        }
    }
    return reroll_ability(state, use, kept, by) != NULL ? by : 0;
}

static const char *throw_of(const struct effect *kept)
{
    return is_throw(kept, reroll_attack)    ? reroll_attack
           : is_throw(kept, reroll_defence) ? reroll_defence
                                            : reroll_save;
}

/* The newest roll of `whose` (ANYBODY), or the newest one that `by` (0: anybody) can re-roll
 * with the uses left. */
static const struct effect *newest_roll(const struct state *state, const struct option *use,
                                        int whose, int by, bool is_possible)
{
    const struct effect *effect = NULL, *newest = NULL;
    while ((effect = state_effect(state, effect, FOUR_ROLL_KEPT, whose, ANYBODY)) != NULL) {
        int who = is_possible ? reroller_of(state, use, effect, by) : 0;
        if (!is_possible || (who != 0 && can_reroll(state, use, effect, who))) {
            newest = effect;
        }
    }
    return newest;
}

int reroll_rescue(const struct state *state, int *whom, char ability[LABEL_SIZE])
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_ROLL_KEPT, ANYBODY, ANYBODY)) != NULL) {
        bool is_fatal = is_throw(effect, reroll_save) && effect->amount != 0 &&
                        state_value(state, effect->subject, FIELD_OUT, OUT_NOT) == OUT_DEAD;
        int by = is_fatal ? reroller_of(state, NULL, effect, 0) : 0;
        if (by != 0 && can_reroll(state, NULL, effect, by)) {
            *whom = effect->subject;
            text_format(ability, LABEL_SIZE, "%s", reroll_ability(state, NULL, effect, by));
            return by;
        }
    }
    return 0;
}

int reroll_of_failure(const struct state *state, int *whom, const char **throw,
                      char ability[LABEL_SIZE])
{
    const struct effect *effect = NULL, *newest = NULL;
    while ((effect = state_effect(state, effect, FOUR_ROLL_KEPT, ANYBODY, ANYBODY)) != NULL) {
        newest = effect;
    }
    int by = newest != NULL && newest->amount != 0 ? reroller_of(state, NULL, newest, 0) : 0;
    if (by == 0 || !can_reroll(state, NULL, newest, by)) {
        return 0;
    }
    *whom = newest->subject;
    *throw = throw_of(newest);
    text_format(ability, LABEL_SIZE, "%s", reroll_ability(state, NULL, newest, by));
    return by;
}

/* Whose roll it is: WHO; or else the save that somebody has just died of; or else the last roll
 * that can be made again; or, for a ruling or a refusal, the last roll. */
static const struct effect *roll_meant(const struct state *state, const struct option *use,
                                       int whose, int by, bool is_ruling)
{
    char ability[LABEL_SIZE];
    int dying;
    const struct effect *found = NULL;
    if (whose == ANYBODY && reroll_rescue(state, &dying, ability) != 0) {
        whose = dying;
    }
    if (whose == ANYBODY && !is_ruling) {
        found = newest_roll(state, use, whose, by, true);
    }
    return found != NULL ? found : newest_roll(state, use, whose, 0, false);
}

bool reroll_is_idle(const struct state *state, const char *line)
{
    const struct effect *kept =
        strcmp(line, "reroll") == 0 ? roll_meant(state, NULL, ANYBODY, 0, false) : NULL;
    return kept != NULL && kept->amount == 0;
}

/* Whose ability rolls again, and what if there is room: "Pell: luck on own attack",
 * "Ro: blessing on Corvin's save"; what is too long for the footer is left out. */
void reroll_word(const struct state *state, const char *line, int brevity, struct text *out)
{
    enum { WORD_MAX = 8, NAME_MOST = 14 };
    bool is_asked = strcmp(line, "reroll") == 0;
    const struct effect *kept = is_asked ? roll_meant(state, NULL, ANYBODY, 0, false) : NULL;
    int by = kept != NULL ? reroller_of(state, NULL, kept, 0) : 0;
    const char *ability = by != 0 ? reroll_ability(state, NULL, kept, by) : NULL;
    if (ability != NULL && strlen(ability) <= WORD_MAX) {
        const char *name = state_name(state, by);
        bool has_name = strlen(name) <= NAME_MOST;
        text_add(out, "%s%s%s", has_name ? name : "", has_name ? ": " : "", ability);
        if (brevity == 0) {
            bool is_own = kept->subject == by;
            text_add(out, " on %s%s %s", is_own ? "own" : state_name(state, kept->subject),
                     is_own ? "" : "'s", throw_of(kept));
        }
    }
}

static const struct effect *roll_of(struct decision *decision, const struct command *command,
                                    int by)
{
    const struct argument *who = &command->argument[0];
    const struct effect *found =
        roll_meant(&decision->state, command_option(command, "use"),
                   who->is_given ? who->id : ANYBODY, by, decision->is_ruling);
    if (found == NULL &&
        decision_refuse(decision, "traits & special abilities", "there is no roll to repeat")) {
        decision_wrong(decision, "there is no roll to repeat");
    }
    return found;
}

/* ---- which, where several can be ------------------------------------------------------- */

/* The rolls of `whose` (ANYBODY) that can be made again with the uses left, each with its owner
 * and the one who can: only `by` if it is not 0. */
struct possible {
    bool whose[COMBATANTS_MAX + 1], by[COMBATANTS_MAX + 1];
    int whose_count, by_count;
};

static void find_possible(const struct state *state, const struct option *use, int whose,
                          int by, struct possible *out)
{
    const struct effect *kept = NULL;
    *out = (struct possible){.whose_count = 0};
    while ((kept = state_effect(state, kept, FOUR_ROLL_KEPT, whose, ANYBODY)) != NULL) {
        for (int id = 1; id <= state->count; id++) {
            bool is_one = id == kept->subject || is_standing(state, id);
            if ((by == 0 || id == by) && is_character(state, id) && is_one &&
                can_reroll(state, use, kept, id)) {
                out->whose_count += out->whose[kept->subject] ? 0 : 1;
                out->by_count += out->by[id] ? 0 : 1;
                out->whose[kept->subject] = out->by[id] = true;
            }
        }
    }
}

static void ask_who(struct decision *decision, const char *prefix, const char *what, int likely)
{
    struct question *question = decision_ask(decision, QUESTION_COMBATANT, "%s", what);
    text_format(question->prefix, sizeof question->prefix, "%s", prefix);
    question->wanted = WANTED_CHARACTER;
    question->likely = likely;
}

/* Asks for the ability when the payer has several for this roll. */
static void ask_ability(struct decision *decision, const struct effect *kept, int by)
{
    const struct state *state = &decision->state;
    const char *names[QUESTION_CHOICES_MAX];
    struct error err;
    int count = 0;
    const struct effect *uses = NULL;
    while ((uses = state_effect(state, uses, FOUR_USES, by, 0)) != NULL) {
        const struct library_record *record =
            decision->library != NULL
                ? library_find(decision->library, "ability", str_of(uses->label), &err)
                : NULL;
        if (record != NULL && uses->amount != 0 && count < QUESTION_CHOICES_MAX &&
            may_reroll(state, kept, by, uses->label)) {
            names[count++] = record->name;
        }
    }
    if (count > 1) {
        struct question *question =
            decision_ask(decision, QUESTION_CHOICE, "%s rolls again: by which ability?",
                         state_name(state, kept->subject));
        text_format(question->prefix, sizeof question->prefix, "use=");
        for (int i = 0; i < count; i++) {
            question_offer(question, names[i], "");
        }
    }
}

/* Without dice and names in the line, the players choose. */
static void ask_which(struct decision *decision, const struct command *command, int by)
{
    const struct argument *who = &command->argument[0];
    int whose = who->is_given ? who->id : ANYBODY;
    struct possible possible;
    find_possible(&decision->state, command_option(command, "use"), whose, by, &possible);
    if (!decision->asks || decision_has_dice(decision) || possible.whose_count == 0) {
        return;
    }
    /* The roll that the key is named after. */
    const struct effect *meant = roll_meant(&decision->state, command_option(command, "use"),
                                            whose, by, decision->is_ruling);
    if (possible.whose_count > 1) {
        ask_who(decision, "", "who rolls again?", meant != NULL ? meant->subject : 0);
    } else if (possible.by_count > 1) {
        ask_who(decision, "by=", "who allows it: by luck, or a blessing?", 0);
    } else if (command_option(command, "use") == NULL) {
        const struct effect *kept =
            newest_roll(&decision->state, command_option(command, "use"), whose, by, true);
        ask_ability(decision, kept,
                    reroller_of(&decision->state, command_option(command, "use"), kept, by));
    }
}

/* ---- the command ----------------------------------------------------------------------- */

/* Takes a use off, unless the referee lets somebody roll again without one (by 0). */
static bool pay(struct decision *decision, int whose, int by, struct str ability)
{
    const char *name = state_name(&decision->state, whose);
    const char *comma = by != 0 ? ", " : "";
    decision_label(decision, "%s again%s%.*s", name, comma, ability.n, ability.p);
    int events = decision->events;
    if (by != 0 && !uses_spend(decision, by, ability, 1)) {
        return false;
    }
    if (decision->events == events) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, whose, by),
                     "traits & special abilities", "%s rolls again%s%.*s", name, comma,
                     ability.n, ability.p);
    }
    return true;
}

/* The roll has already been made again, and stands: only its cost is due. */
static void pay_again(struct decision *decision, const struct command *command, int whose)
{
    int by;
    const struct option *use = command_option(command, "use");
    if (!option_combatant(decision, command, "by", &by)) {
        return;
    }
    bool names_all = whose != 0 && by != 0 && use != NULL;
    if (!names_all && !decision_refuse(decision, "traits & special abilities",
                                       "only a new `reroll` makes this roll again")) {
        return;
    }
    if (whose == 0) {
        decision_wrong(decision, "the name of the one who rolled is missing");
        return;
    }
    reroll_forget(decision, whose);
    pay(decision, whose, names_all ? by : 0, names_all ? use->value : (struct str){"", 0});
}

/* Names the combatant from the line, or the one of the last roll. */
static bool refuse_nobody(struct decision *decision, const struct effect *kept, int by,
                          bool is_named)
{
    const struct state *state = &decision->state;
    struct str throw = str_of(kept->label);
    throw = str_next_word(&throw);
    TEXT_BUFFER(text, 120);
    if (by != 0 || is_named) {
        text_add(&text, "%s cannot re-roll this",
                 state_name(state, by != 0 ? by : kept->subject));
    } else {
        text_add(&text, "nobody can re-roll the last %.*s, that of %s", throw.n, throw.p,
                 state_name(state, kept->subject));
    }
    return decision_refuse(decision, "traits & special abilities",
                           "%s: luck is for one's own rolls, a blessing for a failed save",
                           text.p);
}

void reroll_decide(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct argument *who = &command->argument[0];
    if (decision_is_again(decision)) {
        pay_again(decision, command, who->is_given ? who->id : 0);
        return;
    }
    int by;
    if (!option_combatant(decision, command, "by", &by)) {
        return;
    }
    ask_which(decision, command, by);
    const struct effect *found =
        decision_goes_on(decision) ? roll_of(decision, command, by) : NULL;
    if (found == NULL) {
        return;
    }
    const struct effect kept = *found;
    int payer = reroller_of(state, command_option(command, "use"), &kept, by);
    if (payer == 0 && !refuse_nobody(decision, &kept, by, who->is_given)) {
        return;
    }
    by = payer;
    char ability[LABEL_SIZE] = "", price[ROLL_AGAIN_PRICE_SIZE];
    struct text line = text_over(price, sizeof price);
    text_add(&line, "reroll #%d", kept.subject);
    if (by != 0) {
        text_format(ability, sizeof ability, "%s",
                    reroll_ability(state, command_option(command, "use"), &kept, by));
        text_add(&line, " by=#%d use=\"%s\"", by, ability);
    }
    int later = later_throws(&kept);
    if (command_option(command, "rolls_after") != NULL &&
        !option_number(decision, command, "rolls_after", (struct number_range){0, ENTERED_MAX},
                       0, &later)) {
        return;
    }
    if (later != NONE) {
        text_add(&line, " %s%d", later_name, later);
    }
    struct str throw = str_of(kept.label);
    throw = str_next_word(&throw);
    char label[KEPT_LABEL_SIZE];
    text_format(label, sizeof label, "%.*s", throw.n, throw.p);
    if (pay(decision, kept.subject, by, str_of(ability))) {
        decision_again(decision, kept.subject, label, later > 0 ? later : 0, price);
    }
}
