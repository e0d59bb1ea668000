#include "app/figures/figures_reading.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/figures/figures_counting.h"
#include "app/log/act_view.h"
#include "app/log/address.h"
#include "app/log/kept_questions.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "store/campaign.h"
#include "store/sums.h"

/* ---- a piece at a time ----------------------------------------------------------------- */

/* Acts between two sums that are kept while a long encounter is read, at least, and between
 * those at the head of the open one. A sum grows with the acts: one is kept when they have
 * grown by a part, so that all of them together cost no more than reading. */
enum { ACTS_A_SUM = 1024, PARTS_A_SUM = 4, ACTS_AT_HEAD = 32 };

struct figures_adding {
    struct figures_counting counting;
    struct sitting_acts_wish wish;
    struct acts_reading *acts; /* NULL: not begun */
    struct encounter_row row;
    bool is_summed; /* it is a whole encounter, of which sums are kept */
    struct figures_base base;
    int64_t kept; /* acts that were told when a sum was kept last; -1: none ever was */
};

static struct figures_adding *adding_new(struct figures *figures, struct sitting *sitting,
                                         const struct sitting_acts_wish *wish,
                                         struct act_view *view)
{
    struct figures_adding *adding = calloc(1, sizeof *adding);
    CHECK(adding != NULL);
    adding->counting =
        (struct figures_counting){.sitting = sitting, .figures = figures, .view = view};
    adding->wish = *wish;
    adding->wish.tells_all = true;
    /* True when it is all that leads to where an encounter is now. */
    adding->is_summed = view == NULL && (wish->asking == NULL || wish->asking->terms == 0) &&
                        wish->until == 0 && wish->limit == 0 && wish->undone == UNDONE_LEFT_OUT;
    if (adding->is_summed && wish->row != NULL) {
        adding->row = *wish->row;
    }
    return adding;
}

struct figures_adding *figures_adding_new(struct figures *figures, struct sitting *sitting,
                                          const struct sitting_acts_wish *wish)
{
    return adding_new(figures, sitting, wish, NULL);
}

/* From the last sum on the way, which is of no use when it cannot be read. */
static enum status begin_after_sum(struct figures_adding *adding, struct error *err)
{
    struct figures_counting *counting = &adding->counting;
    struct sitting *sitting = counting->sitting;
    struct position position = {.head = 0};
    struct sum sum;
    enum status status = STATUS_OK;
    if (adding->row.id == 0 && adding->wish.encounter != NULL) {
        status = sitting_find_encounter(sitting, adding->wish.encounter, &adding->row, err);
    } else if (adding->row.id == 0) {
        adding->row = sitting->encounter;
    }
    if (status == STATUS_OK && adding->row.id != 0) {
        status = log_position(sitting->campaign, adding->row.id, &position, err);
    }
    if (status != STATUS_OK || position.head == 0) {
        return status;
    }
    adding->base = figures_base_of(counting->figures);
    adding->wish.until = position.head;
    counting->encounter_id = adding->row.id;
    sitting->wants_sums = true;
    if (sums_find(sitting->campaign, adding->row.id, position.head, FIGURES_VERSION, &sum)) {
        if (figures_from_bytes(counting, adding->row.name, sum.bytes, sum.count)) {
            adding->wish.after = sum.act;
            adding->kept = 0;
            counting->figures->cached_of =
                counting->figures->has_cached ? 0 : counting->encounter_id;
            counting->figures->has_cached = true;
        }
        free(sum.bytes);
    }
    return STATUS_OK;
}

static void keep_sum(struct figures_adding *adding, bool is_at_head)
{
    const struct figures_counting *counting = &adding->counting;
    int64_t since = counting->told - (adding->kept > 0 ? adding->kept : 0);
    bool is_open = adding->row.id == counting->sitting->encounter.id;
    int64_t part = counting->told / PARTS_A_SUM;
    int64_t wanted = !is_at_head                    ? part > ACTS_A_SUM ? part : ACTS_A_SUM
                     : is_open && adding->kept >= 0 ? ACTS_AT_HEAD
                                                    : 1;
    if (!adding->is_summed || counting->status != STATUS_OK || since < wanted) {
        return;
    }
    struct sum sum = {.encounter = counting->encounter_id,
                      .act = counting->last,
                      .version = FIGURES_VERSION,
                      .stays = !is_at_head};
    sum.bytes = figures_to_bytes(counting, &adding->base, &sum.count);
    sums_keep(counting->sitting->campaign, &sum);
    free(sum.bytes);
    adding->kept = counting->told;
}

enum status figures_adding_step(struct figures_adding *adding, int acts, bool *is_whole,
                                struct error *err)
{
    struct figures_counting *counting = &adding->counting;
    enum status status = STATUS_OK;
    if (adding->acts == NULL) {
        adding->kept = -1;
        status = adding->is_summed ? begin_after_sum(adding, err) : STATUS_OK;
        adding->acts = acts_reading_new(counting->sitting, &adding->wish);
    }
    *is_whole = status != STATUS_OK;
    counting->err = err;
    if (status == STATUS_OK) {
        status =
            acts_reading_step(adding->acts, acts, figures_count_act, counting, is_whole, err);
        status = status == STATUS_OK ? counting->status : status;
    }
    if (status == STATUS_OK) {
        keep_sum(adding, *is_whole);
    }
    if (*is_whole) {
        figures_count_end(counting);
    }
    return status;
}

void figures_adding_free(struct figures_adding *adding)
{
    if (adding != NULL) {
        acts_reading_free(adding->acts);
        free(adding);
    }
}

bool figures_check_cached(struct sitting *sitting, int rows, bool *is_whole)
{
    struct error err;
    enum status status =
        log_check(sitting->campaign, &sitting->checked_row, rows, is_whole, &err);
    return !sitting_ended_at_damage(sitting, status);
}

bool figures_check_cached_of(struct sitting *sitting, int64_t encounter)
{
    struct error err;
    struct position position;
    bool is_whole;
    if (encounter == 0) {
        return figures_check_cached(sitting, INT_MAX, &is_whole);
    }
    enum status status = log_position(sitting->campaign, encounter, &position, &err);
    bool is_checked =
        sitting->checked_encounter == encounter && sitting->checked_head == position.head;
    if (status == STATUS_OK && !is_checked) {
        status = log_check_way(sitting->campaign, encounter, position.head,
                               sitting->checked_row, &err);
        sitting->checked_encounter = status == STATUS_OK ? encounter : 0;
        sitting->checked_head = position.head;
    }
    return !sitting_ended_at_damage(sitting, status);
}

/* ---- at once --------------------------------------------------------------------------- */

static enum status add_encounter(struct figures *figures, struct sitting *sitting,
                                 const struct sitting_acts_wish *wish, struct act_view *view,
                                 struct error *err)
{
    struct figures_adding *adding = adding_new(figures, sitting, wish, view);
    bool is_whole = false;
    enum status status = STATUS_OK;
    while (!is_whole) {
        status = figures_adding_step(adding, INT_MAX, &is_whole, err);
    }
    figures_adding_free(adding);
    return status;
}

/* One encounter after the other; those that follow a damaged one are read too. */
static enum status add_all(struct figures *figures, struct sitting *sitting,
                           const struct sitting_acts_wish *wish, struct act_view *view,
                           struct error *err)
{
    struct sitting_acts_wish one = *wish;
    struct encounter_row row;
    enum status status = STATUS_OK, worst = STATUS_OK;
    int count = 1;
    one.is_of_all = false;
    one.row = &row;
    for (int i = 0; status == STATUS_OK && count > 0; i++) {
        struct error own;
        status = encounter_list(sitting->campaign, &row, 1, i, &count, err);
        if (status != STATUS_OK || count == 0) {
            break;
        }
        enum status added = add_encounter(figures, sitting, &one, view, &own);
        if (added != STATUS_OK && worst == STATUS_OK && err != NULL) {
            *err = own;
        }
        worst = worst == STATUS_OK ? added : worst;
        status = added == STATUS_DAMAGED ? STATUS_OK : added;
    }
    return status == STATUS_OK ? worst : status;
}

static enum status read_once(struct figures *out, struct sitting *sitting,
                             const struct sitting_acts_wish *wish, struct act_view *view,
                             struct error *err)
{
    struct sitting_acts_wish own = *wish;
    struct evenings evenings = {.evening = NULL};
    bool is_of_all =
        wish->is_of_all && wish->row == NULL && wish->encounter == NULL && wish->until == 0;
    enum status status = STATUS_OK;
    figures_init(out);
    if (wish->evenings == NULL) {
        status = evenings_read(&evenings, sitting->campaign, err);
        own.evenings = &evenings;
    }
    if (status == STATUS_OK) {
        status = is_of_all ? add_all(out, sitting, &own, view, err)
                           : add_encounter(out, sitting, &own, view, err);
    }
    evenings_free(&evenings);
    figures_put_together(out);
    return status;
}

static enum status read_figures(struct figures *out, struct sitting *sitting,
                                const struct sitting_acts_wish *wish, struct act_view *view,
                                struct error *err)
{
    enum status status = read_once(out, sitting, wish, view, err);
    if (out->has_cached && !figures_check_cached_of(sitting, out->cached_of)) {
        figures_free(out);
        status = read_once(out, sitting, wish, view, err);
    }
    return status;
}

enum status figures_read(struct figures *out, struct sitting *sitting,
                         const struct sitting_acts_wish *wish, struct error *err)
{
    return read_figures(out, sitting, wish, NULL, err);
}

enum status figures_read_for_players(struct figures *out, struct sitting *sitting,
                                     const struct sitting_acts_wish *wish, struct error *err)
{
    struct act_view *view = malloc(sizeof *view);
    CHECK(view != NULL);
    act_view_init(view, sitting, true);
    enum status status = read_figures(out, sitting, wish, view, err);
    free(view);
    return status;
}

/* ---- of a fight, an evening, the campaign ----------------------------------------------- */

enum { EVENING_ROWS = 32 }; /* their times are read while one act is told */

const char *asked_scope_name(enum asked_scope scope)
{
    static const char *const names[SCOPES] = {
        [SCOPE_FIGHT] = "this fight",
        [SCOPE_EVENING] = "this evening",
        [SCOPE_CAMPAIGN] = "the campaign",
    };
    return names[scope];
}

void figures_reading_done(struct figures_reading *reading)
{
    if (reading->has_begun) {
        figures_adding_free(reading->adding);
        reading->adding = NULL;
        figures_free(&reading->figures);
        evenings_free(&reading->evenings);
        reading->evenings = (struct evenings){.evening = NULL};
        reading->evenings_after = 0;
        reading->knows_evenings = false;
        reading->has_begun = false;
    }
}

void figures_reading_begin(struct figures_reading *reading, enum asked_scope scope,
                           const char *encounter, const struct asking *asking)
{
    figures_reading_done(reading);
    figures_init(&reading->figures);
    reading->has_begun = true;
    reading->is_whole = false;
    reading->is_checked = false;
    reading->next = 0;
    reading->scope = scope;
    text_format(reading->encounter, sizeof reading->encounter, "%s", encounter);
    asking_copy(&reading->asking, asking);
    if (scope == SCOPE_EVENING) {
        reading->is_whole = !asking_add_last_evening(&reading->asking);
    }
}

/* One encounter, or the open one (both NULL). */
static void begin_encounter(struct figures_reading *reading, struct sitting *sitting,
                            const char *encounter, const struct encounter_row *row)
{
    struct sitting_acts_wish wish = {.encounter = encounter,
                                     .row = row,
                                     .evenings = &reading->evenings,
                                     .asking = &reading->asking,
                                     .undone = reading->asking.undone};
    reading->adding = figures_adding_new(&reading->figures, sitting, &wish);
}

static enum status add_piece(struct figures_reading *reading, int acts, struct error *err)
{
    bool is_whole;
    enum status status = figures_adding_step(reading->adding, acts, &is_whole, err);
    if (is_whole) {
        figures_adding_free(reading->adding);
        reading->adding = NULL;
        reading->is_whole = reading->scope == SCOPE_FIGHT;
    }
    return status;
}

/* True when anything of it was done in the last evening. */
static enum status is_of_evening(bool *out, const struct figures_reading *reading,
                                 struct sitting *sitting, int64_t encounter, struct error *err)
{
    struct position position;
    enum status status = log_position(sitting->campaign, encounter, &position, err);
    const struct evenings *evenings = &reading->evenings;
    *out = status == STATUS_OK && evenings->count > 0 &&
           position.row >= evenings->evening[evenings->count - 1].first;
    return status;
}

static enum status add_next(struct figures_reading *reading, struct sitting *sitting, int acts,
                            struct error *err)
{
    struct encounter_row row;
    int count;
    bool is_wanted = true;
    enum status status = encounter_list(sitting->campaign, &row, 1, reading->next, &count, err);
    reading->is_whole = status != STATUS_OK || count == 0;
    reading->next++;
    if (reading->is_whole) {
        return status;
    }
    if (reading->scope == SCOPE_EVENING) {
        status = is_of_evening(&is_wanted, reading, sitting, row.id, err);
    }
    if (status != STATUS_OK || !is_wanted) {
        return status;
    }
    begin_encounter(reading, sitting, NULL, &row);
    return add_piece(reading, acts, err);
}

static enum status read_piece(struct figures_reading *reading, struct sitting *sitting,
                              int acts, struct error *err)
{
    if (!reading->knows_evenings) {
        enum status status =
            evenings_read_on(&reading->evenings, sitting->campaign, &reading->evenings_after,
                             acts < INT_MAX / EVENING_ROWS ? acts * EVENING_ROWS : INT_MAX,
                             &reading->knows_evenings, err);
        reading->is_whole = reading->is_whole || status != STATUS_OK;
        if (status != STATUS_OK || !reading->knows_evenings) {
            return status;
        }
    }
    if (reading->adding != NULL) {
        return add_piece(reading, acts, err);
    }
    if (reading->scope == SCOPE_FIGHT) {
        const char *encounter = reading->encounter[0] != '\0' ? reading->encounter : NULL;
        begin_encounter(reading, sitting, encounter, NULL);
        return add_piece(reading, acts, err);
    }
    return add_next(reading, sitting, acts, err);
}

enum status figures_reading_step(struct figures_reading *reading, struct sitting *sitting,
                                 int acts, struct error *err)
{
    enum status status = read_piece(reading, sitting, acts, err);
    if (reading->is_whole) {
        figures_put_together(&reading->figures);
    }
    return status;
}

bool figures_reading_check(struct figures_reading *reading, struct sitting *sitting)
{
    if (!reading->has_begun || !reading->is_whole || reading->is_checked) {
        return false;
    }
    if (!reading->figures.has_cached ||
        figures_check_cached(sitting, FIGURES_CHECKED, &reading->is_checked)) {
        reading->is_checked = reading->is_checked || !reading->figures.has_cached;
        return !reading->is_checked;
    }
    struct asking asking;
    char encounter[FIGURES_NAME_SIZE];
    asking_copy(&asking, &reading->asking);
    memcpy(encounter, reading->encounter, sizeof encounter);
    figures_reading_begin(reading, reading->scope, encounter, &asking);
    return true;
}

/* ---- keeping up with the log ------------------------------------------------------------ */

/* Acts that are told again and again without a new sum take less time than a key may. */
enum { ROWS_LEFT = 32 };

struct figures_filling {
    struct figures_reading reading;
    int64_t filled; /* the newest row when it was done last */
    bool is_wanted;
};

static bool begin(struct sitting *sitting)
{
    struct figures_filling *filling = sitting->filling;
    if (filling == NULL) {
        filling = sitting->filling = calloc(1, sizeof *filling);
        CHECK(filling != NULL);
        filling->is_wanted = sums_are_cached(sitting->campaign);
    }
    filling->is_wanted = filling->is_wanted || sitting->wants_sums;
    int64_t newest = campaign_newest_row(sitting->campaign);
    if (!filling->is_wanted || !sums_can_be_cached(sitting->campaign) ||
        newest < filling->filled + ROWS_LEFT) {
        return false;
    }
    struct asking none = {.terms = 0};
    filling->filled = newest;
    figures_reading_begin(&filling->reading, SCOPE_CAMPAIGN, "", &none);
    return true;
}

bool figures_filling_step(struct sitting *sitting)
{
    struct error err;
    bool is_reading = sitting->filling != NULL && sitting->filling->reading.has_begun;
    if (!is_reading && !begin(sitting)) {
        return false;
    }
    struct figures_reading *reading = &sitting->filling->reading;
    (void)!figures_reading_step(reading, sitting, FIGURES_PIECE,
                                &err); /* it is damaged there */
    if (reading->is_whole) {
        figures_reading_done(reading);
    }
    return true;
}

void figures_filling_forget(struct sitting *sitting)
{
    if (sitting->filling != NULL) {
        figures_reading_done(&sitting->filling->reading);
        free(sitting->filling);
        sitting->filling = NULL;
    }
}

/* ---- in sentences ---------------------------------------------------------------------- */

static void add_of_average(struct text *out, const char *what, bool is_known, double average)
{
    text_add(out, " %s", what);
    if (is_known) {
        text_add(out, " (average ");
        text_add_average(out, average + 1e-9);
        text_add(out, ")");
    }
}

static void tell_row(const struct figures_row *row, const char *name, struct text *out)
{
    double luck = figures_luck(row);
    text_add(out, "%s%s:", out->n > 0 ? "\n" : "", name);
    if (row->attacks > 0) {
        text_add(out, " %d of %d", row->hits, row->attacks);
        add_of_average(out, "hits", !row->has_unknown_hits, row->hits_expected);
        text_add(out, ",");
    }
    text_add(out, " %lld", (long long)row->damage_dealt);
    TEXT_BUFFER(what, 40);
    text_add(&what, "damage");
    bool has_average = row->damage_luck.parts > 0 && !row->has_unknown_damage;
    if (has_average && row->damage_rolled != row->damage_dealt) {
        text_add(&what, ", %lld rolled", (long long)row->damage_rolled);
    }
    add_of_average(out, what.p, has_average, row->damage_expected);
    if (row->hp_taken != row->damage_dealt) {
        text_add(out, ", %lld HP taken", (long long)row->hp_taken);
    }
    if (luck >= 0 && row->attacks > 0) {
        text_add(out, ", luck %d of 100", figures_of_hundred(luck));
    }
    if (row->damage_taken > 0) {
        text_add(out, ", %lld HP lost", (long long)row->damage_taken);
    }
    if (row->healed > 0) {
        text_add(out, ", healed %lld", (long long)row->healed);
    }
    if (row->brought_to_0 > 0) {
        text_add(out, ", %d brought to 0", row->brought_to_0);
    }
    if (row->killed > 0) {
        text_add(out, ", %d killed", row->killed);
    }
    if (row->downs > 0) {
        text_add(out, ", %d fall%s", row->downs, row->downs == 1 ? "" : "s");
    }
}

/* A line for each combatant that did or suffered anything, the sides, morale, turns, dice. */
static void tell_figures(const struct figures *figures, struct text *out)
{
    struct figures_sums sums;
    figures_by_name(figures, &sums);
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        bool has_members = false;
        for (int i = 0; i < sums.rows; i++) {
            const struct figures_row *row = &sums.row[i];
            if ((row->side == SIDE_PARTY) == (side == SIDE_PARTY) && figures_row_tells(row)) {
                tell_row(row, row->name, out);
                has_members = true;
            }
        }
        if (has_members) {
            tell_row(&figures->side[side], side == SIDE_PARTY ? "the party" : "the foes", out);
        }
    }
    figures_sums_free(&sums);
    if (out->n == 0) {
        text_add(out, "no attack, damage or healing to count");
        return;
    }
    for (int i = 0; i < figures->morales; i++) {
        const struct figures_morale *morale = &figures->morale[i];
        text_add(out, "\nmorale of %s: held %d of", morale->group, morale->held);
        TEXT_BUFFER(checks, 16);
        text_add(&checks, "%d", morale->checks);
        add_of_average(out, checks.p, !morale->has_unknown, morale->held_expected);
    }
    for (int i = 0; i < figures->faces_count; i++) {
        const struct figures_faces *faces = &figures->faces[i];
        int64_t enough = luck_enough_throws(faces->sides);
        text_add(out, "\nd%d %s: %lld throw%s", faces->sides,
                 faces->is_entered ? "entered" : "rolled", (long long)faces->throws,
                 faces->throws == 1 ? "" : "s");
        if (enough > faces->throws) {
            text_add(out, ", %lld more are needed to tell anything",
                     (long long)(enough - faces->throws));
        }
    }
}

/* The words as a wish: the name of an encounter, or a question to the campaign. */
static enum status read_words(struct sitting *sitting, struct str words, char *name,
                              struct asking *asking, struct sitting_acts_wish *wish,
                              struct error *err)
{
    struct encounter_row row;
    struct text text = text_over(name, CAMPAIGN_NAME_SIZE);
    struct str inner = str_unquoted(words);
    text_add_str(&text, inner);
    *wish = (struct sitting_acts_wish){.asking = asking, .is_of_all = words.n > 0};
    if (words.n > 0 && !text.is_cut &&
        encounter_find(sitting->campaign, name, &row, err) == STATUS_OK) {
        *wish = (struct sitting_acts_wish){.encounter = name, .asking = asking};
        words.n = 0;
    }
    enum status status = asking_read_line(asking, words, err);
    if (status == STATUS_OK) {
        status = sitting_put_questions(sitting, asking, err);
    }
    wish->undone = asking->undone;
    return status;
}

void sitting_run_figures(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    struct figures figures;
    struct asking asking;
    struct sitting_acts_wish wish;
    struct error err;
    char name[CAMPAIGN_NAME_SIZE];
    struct text text = text_over(out->text, sizeof out->text);
    enum status status =
        read_words(sitting, str_trimmed(command->argument[0].word), name, &asking, &wish, &err);
    if (status != STATUS_OK) {
        result_fail(out, &err);
        return;
    }
    status = figures_read(&figures, sitting, &wish, &err);
    if (status == STATUS_OK || sitting_ended_at_damage(sitting, status)) {
        tell_figures(&figures, &text);
        if (status == STATUS_DAMAGED) {
            text_add(&text, "\nThe log is damaged: %s. Nothing from there on is counted.",
                     err.text);
        }
    } else {
        sitting_fail(sitting, &err, out);
    }
    figures_free(&figures);
}
