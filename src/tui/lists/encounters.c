/* The encounters of the campaign: those that are prepared, then those of the table, the last
 * one made first, and below them the games for a new one and the demos. A campaign without
 * encounters begins with this view.
 *
 * The facts of each have been read or are read in idle moments
 * (app/encounters/encounters.h); filtering uses only those in memory. */
#include <stdlib.h>
#include <string.h>

#include "app/chronicle/chronicle.h"
#include "app/sitting/sitting.h"
#include "app/encounters/encounters.h"
#include "app/encounters/plan.h"
#include "app/file/campaigns.h"
#include "app/log/dates.h"
#include "app/prepared/prepared.h"
#include "app/sitting/state.h"
#include "tracker/naming.h"
#include "tracker/procedure.h"
#include "tui/fight/table_view.h"
#include "tui/lists/prepared.h"
#include "tui/widgets/list_view.h"
#include "tui/loop/screen.h"

/* Older ones than this many are not listed; `open` finds them by name. At most ENCOUNTERS_READ
 * are read by the key that opens the list. */
enum { ENCOUNTERS_MAX = 256, ENCOUNTERS_READ = 16, GAMES_MAX = 16 };

/* What the row of a prepared encounter shows. */
struct prepared_brief {
    char course[24]; /* "ready", "2 missing", "played: won"; "": not read yet */
    int64_t fight;   /* the newest one that began from it; 0: none */
    char who[ENCOUNTER_WHO_SIZE];
};

/* One of the last evenings, above the list. */
struct evening_brief {
    char when[24];    /* "Fri 20 Nov" */
    char what[40];    /* "3 fights, 2 h 40 min" */
    char fights[160]; /* "Nest ledge: won, round 7; Ford: lost, round 3" */
};

enum { EVENINGS_BRIEF = 2 };

struct encounters {
    struct list list; /* going on, the prepared ones, the encounters, the games, the demos;
                         while words are looked for, only what can contain them */
    struct sitting_encounter encounter[ENCOUNTERS_MAX];
    int count;
    int shown[ENCOUNTERS_MAX]; /* those that pass the filter, by their indexes */
    int shown_count;
    struct sitting_prepared prepared[PREPARED_MAX];
    struct prepared_brief brief[PREPARED_MAX];
    int prepared_count;
    int shown_prepared[PREPARED_MAX];
    int shown_prepared_count;
    struct prepared_facts facts;                  /* of the picked prepared one */
    struct evening_brief evening[EVENINGS_BRIEF]; /* the newest first */
    int evenings;
    bool knows_evenings;                  /* they were read, in an idle moment */
    const struct system *game[GAMES_MAX]; /* the games at the table */
    int games;
    struct demo demo[DEMOS_MAX];
    bool demo_goes_on[DEMOS_MAX]; /* it was opened before */
    const struct system *demo_game[DEMOS_MAX];
    int demos;
    /* the game of the open one, if its party can go on to the next; or NULL */
    const struct system *goes_on;
    int64_t now_ms; /* the time of reading, for dates "long ago" */
};

/* ---- entries --------------------------------------------------------------------------- */

/* Entries that are no encounters: only while nothing is looked for. */
static int games_of(const struct encounters *list)
{
    return list_has_words(&list->list) ? 0 : list->games;
}

static int first_prepared(const struct encounters *list)
{
    return list->goes_on != NULL && !list_has_words(&list->list) ? 1 : 0;
}

/* Where the encounters of the table begin. */
static int first_encounter(const struct encounters *list)
{
    return first_prepared(list) + list->shown_prepared_count;
}

static int first_game(const struct encounters *list)
{
    return first_encounter(list) + list->shown_count;
}

/* NULL: the entry is something else. */
static const struct sitting_prepared *prepared_at(const struct encounters *list, int entry)
{
    int i = entry - first_prepared(list);
    bool is_one = i >= 0 && i < list->shown_prepared_count;
    return is_one ? &list->prepared[list->shown_prepared[i]] : NULL;
}

static const struct demo *demo_at(const struct encounters *list, int entry)
{
    int i = entry - first_game(list) - games_of(list);
    return i >= 0 && entry < list->list.count ? &list->demo[i] : NULL;
}

static const struct sitting_encounter *encounter_at(const struct encounters *list, int entry)
{
    int i = entry - first_encounter(list);
    return i >= 0 && i < list->shown_count ? &list->encounter[list->shown[i]] : NULL;
}

/* The game of an entry for a new encounter. */
static const struct system *game_at(const struct encounters *list, int entry)
{
    int i = entry - first_game(list);
    return entry < first_prepared(list)   ? list->goes_on
           : i >= 0 && i < games_of(list) ? list->game[i]
                                          : NULL;
}

static const struct sitting_prepared *picked_prepared(const struct encounters *list)
{
    return prepared_at(list, list->list.picked);
}

static const struct sitting_encounter *picked_encounter(const struct encounters *list)
{
    return encounter_at(list, list->list.picked);
}

/* True when the picked one is a new one for the party of the open one. */
static bool goes_on(const struct encounters *list)
{
    return list->list.picked < first_prepared(list);
}

/* True when the party of the open one can come along into the picked one, old, prepared or
 * new. */
static bool takes_party(const struct encounters *list)
{
    const struct sitting_encounter *picked = picked_encounter(list);
    const struct sitting_prepared *prepared = picked_prepared(list);
    const struct system *system = picked != NULL     ? picked->system
                                  : prepared != NULL ? prepared->system
                                                     : game_at(list, list->list.picked);
    bool is_other = picked == NULL || !picked->is_open;
    return list->goes_on != NULL && is_other && system == list->goes_on;
}

static void write_key(const void *self, int entry, struct text *out)
{
    const struct sitting_encounter *encounter = encounter_at(self, entry);
    const struct sitting_prepared *prepared = prepared_at(self, entry);
    if (encounter != NULL) {
        text_add(out, "encounter %lld", (long long)encounter->id);
    } else if (prepared != NULL) {
        text_add(out, "prepared %lld", (long long)prepared->id);
    }
}

static void choose(void *self, struct sitting *sitting)
{
    struct encounters *list = self;
    struct str words = line_edit_text(&list->list.filter);
    (void)sitting;
    list->shown_count = 0;
    list->shown_prepared_count = 0;
    for (int i = 0; i < list->prepared_count; i++) {
        TEXT_BUFFER(all, 200);
        const struct sitting_prepared *prepared = &list->prepared[i];
        text_add(&all, "%s %s prepared %s", prepared->name,
                 prepared->system != NULL ? prepared->system->title : "",
                 list->brief[i].course);
        if (text_holds_words((struct str){all.p, all.n}, words)) {
            list->shown_prepared[list->shown_prepared_count++] = i;
        }
    }
    for (int i = 0; i < list->count; i++) {
        if (sitting_encounter_holds(&list->encounter[i], words)) {
            list->shown[list->shown_count++] = i;
        }
    }
    list->list.count =
        first_game(list) + games_of(list) + (list_has_words(&list->list) ? 0 : list->demos);
}

/* ---- reading --------------------------------------------------------------------------- */

/* How the fight of a prepared one went, if it is in the list: the two rows of the same name
 * must not both look as if they were still to be played. */
static bool add_played(const struct encounters *list, int64_t fight, struct text *out)
{
    for (int i = 0; i < list->count && fight != 0; i++) {
        const struct sitting_encounter *encounter = &list->encounter[i];
        if (encounter->id == fight && !encounter->is_archived) {
            if (encounter_has_ended(&encounter->facts)) {
                text_add(out, "played: %s", encounter_ending(&encounter->facts));
            } else {
                sitting_encounter_add_course(out, encounter);
            }
            return true;
        }
    }
    return false;
}

/* The rows of the prepared ones, as far as they are known; that of `picked` (NULL: none) is
 * read now. */
static void learn_prepared(struct encounters *list, struct sitting *sitting,
                           const struct sitting_prepared *picked)
{
    for (int i = 0; i < list->prepared_count; i++) {
        struct prepared_facts facts;
        struct error err;
        struct prepared_brief *brief = &list->brief[i];
        int budget = &list->prepared[i] == picked ? 1 : 0;
        if (prepared_facts_find(&facts, sitting, &list->prepared[i], &budget, &err) !=
            STATUS_OK) {
            continue;
        }
        struct text course = text_over(brief->course, sizeof brief->course);
        if (!add_played(list, brief->fight, &course)) {
            prepared_facts_add_course(&course, &facts);
        }
        memcpy(brief->who, facts.who, sizeof brief->who);
        list->facts = &list->prepared[i] == picked ? facts : list->facts;
    }
}

static void look(void *self, struct sitting *sitting)
{
    const struct sitting_prepared *picked = picked_prepared(self);
    if (picked != NULL) {
        learn_prepared(self, sitting, picked);
    }
}

static enum status fill(void *self, struct sitting *sitting, struct error *err)
{
    struct encounters *list = self;
    list->count = 0;
    list->knows_evenings = false; /* what was read before stands there till then */
    list->games = 0;
    list->now_ms = sitting_now_ms(sitting);
    list->goes_on = sitting_party_system(sitting);
    for (int i = 0; i < systems_count() && list->games < GAMES_MAX; i++) {
        list->game[list->games++] = system_at(i);
    }
    enum status status = sitting_encounters(sitting, list->list.shows_archived, ENCOUNTERS_READ,
                                            list->encounter, ENCOUNTERS_MAX, &list->count, err);
    list->prepared_count = 0;
    if (status == STATUS_OK) {
        status = sitting_prepared_list(sitting, list->prepared, PREPARED_MAX,
                                       &list->prepared_count, err);
    }
    list->demos = demos_list(list->demo, DEMOS_MAX);
    for (int i = 0; i < list->demos; i++) {
        list->demo_goes_on[i] = sitting_demo_goes_on(&list->demo[i]);
        list->demo_game[i] = demo_game(&list->demo[i]);
    }
    memset(list->brief, 0, sizeof list->brief);
    choose(list, sitting);
    int64_t fight[PREPARED_MAX];
    if (status == STATUS_OK) {
        status =
            sitting_prepared_fights(sitting, list->prepared, list->prepared_count, fight, err);
    }
    for (int i = 0; status == STATUS_OK && i < list->prepared_count; i++) {
        list->brief[i].fight = fight[i];
    }
    learn_prepared(list, sitting, NULL);
    return status;
}

/* True when the game says that the party goes on from here: what is open is over. */
static bool is_over(const struct sitting *sitting)
{
    TEXT_BUFFER(text, GUIDE_SIZE);
    const struct procedure *procedure = sitting_procedure(sitting);
    if (procedure->guide != NULL) {
        procedure->guide(sitting_state(sitting), &text);
    }
    return strstr(text.p, "`encounters`") != NULL;
}

static const struct list_view list_of_encounters;

/* With the encounter on the table picked, or, once it is over, the next one of the plan, else
 * going on with its party; without one the first game. */
static enum status begin(void *self, struct sitting *sitting, struct error *err)
{
    struct encounters *list = self;
    list->evenings = 0;
    if (list->goes_on != NULL && is_over(sitting)) {
        /* What the plan has next, unless it is on the table. */
        struct plan *plan = calloc(1, sizeof *plan);
        TEXT_BUFFER(key, 40);
        CHECK(plan != NULL);
        enum status status = sitting_plan(sitting, ENCOUNTERS_READ, plan, err);
        int next = status == STATUS_OK ? plan_next(plan) : plan->count;
        if (next < plan->count && plan->item[next].has_fight) {
            text_add(&key, "encounter %lld", (long long)plan->item[next].encounter.id);
        } else if (next < plan->count && plan->item[next].is_prepared) {
            text_add(&key, "prepared %lld", (long long)plan->item[next].prepared.id);
        }
        list_pick(&list_of_encounters, list, key.p);
        free(plan);
        return status;
    }
    for (int i = 0; i < list->list.count; i++) {
        const struct sitting_encounter *encounter = encounter_at(list, i);
        list->list.picked = encounter != NULL && encounter->is_open ? i : list->list.picked;
    }
    return STATUS_OK;
}

static void take_evening(struct evening_brief *out, const struct chronicle *chronicle,
                         const struct chronicle_evening *evening)
{
    enum { YEAR = 5 };
    struct text when = text_over(out->when, sizeof out->when);
    struct text what = text_over(out->what, sizeof out->what);
    struct text fights = text_over(out->fights, sizeof out->fights);
    date_add_day(&when, evening->first_ms);
    out->when[when.n > YEAR ? when.n - YEAR : when.n] = '\0'; /* the list below has it */
    chronicle_add_fights(&what, evening);
    for (int i = 0; i < evening->entries; i++) {
        const struct chronicle_entry *entry = &chronicle->entry[evening->first + i];
        text_add(&fights, "%s%s: ", i > 0 ? "; " : "", entry->name);
        chronicle_add_course(&fights, entry);
    }
}

/* A list that opens reads nothing of them, so that it costs no key anything. */
static void learn_evenings(struct encounters *list, struct sitting *sitting)
{
    enum { ROWS = 128, STATES = 2 };
    struct error err;
    bool is_first = !list->knows_evenings;
    if (list->count == 0 || (!is_first && !sitting_chronicle_has_grown(sitting))) {
        return;
    }
    struct chronicle chronicle = {.evenings = 0};
    enum status status =
        chronicle_read(&chronicle, sitting, is_first ? ROWS : 0, is_first ? STATES : 0, &err);
    list->knows_evenings = true;
    list->evenings = 0;
    for (int i = 0; status == STATUS_OK && i < chronicle.evenings && i < EVENINGS_BRIEF; i++) {
        take_evening(&list->evening[list->evenings++], &chronicle, &chronicle.evening[i]);
    }
    chronicle_free(&chronicle);
}

static bool learn(struct screen *screen)
{
    struct encounters *list = screen_data(screen, &view_of_encounters);
    struct sitting *sitting = screen->sitting;
    learn_evenings(list, sitting);
    sitting_encounters_learn(sitting, list->encounter, list->count);
    learn_prepared(list, sitting, picked_prepared(list));
    return false;
}

/* ---- columns --------------------------------------------------------------------------- */

enum {
    GAME_WIDTH = 21,
    DATE_WIDTH = 8,
    COURSE_WIDTH = 15,
    NARROW_COURSE_WIDTH = 14,
    WIDE = 70,       /* from this width on game and date have columns of their own */
    VERY_WIDE = 100, /* and from this width on the day it was made, and pending checks */
    DETAIL_ROWS = 5,
    EVENING_ROWS = EVENINGS_BRIEF + 1,
    ROWS_FOR_EVENINGS = 12,
    DEMO_WIDTH = 33, /* "demo: Under the chandler's house" and a blank */
    DAY_WIDTH = 12,
    EVENING_WIDTH = 22,
    ROWS_FOR_DETAILS = 15
};

/* The beginning and width of each column; 0: it is left out. */
struct columns {
    struct strip name, game, made, played, course, due;
};

/* A column from *at on, with a blank after it. */
static struct strip take(int *at, int width, enum align align)
{
    struct strip strip = {0, *at, width, align};
    *at += width > 0 ? width + 1 : 0;
    return strip;
}

static void lay_out(struct columns *out, int width)
{
    bool is_wide = width >= WIDE;
    bool is_very_wide = width >= VERY_WIDE;
    int fixed = is_wide ? GAME_WIDTH + DATE_WIDTH + COURSE_WIDTH + 3 : NARROW_COURSE_WIDTH + 1;
    fixed += is_very_wide ? DATE_WIDTH + 1 : 0;
    int rest = width - LIST_COLUMN - fixed;
    int due = is_very_wide ? rest * 2 / 5 : 0;
    int at = LIST_COLUMN;
    out->name = take(&at, rest - due, ALIGN_LEFT);
    out->game = take(&at, is_wide ? GAME_WIDTH : 0, ALIGN_LEFT);
    out->made = take(&at, is_very_wide ? DATE_WIDTH : 0, ALIGN_RIGHT);
    out->played = take(&at, is_wide ? DATE_WIDTH : 0, ALIGN_RIGHT);
    out->course = take(&at, is_wide ? COURSE_WIDTH : NARROW_COURSE_WIDTH,
                       is_wide ? ALIGN_LEFT : ALIGN_RIGHT);
    out->due = take(&at, due > 0 ? due - 1 : 0, ALIGN_LEFT);
}

/* A column of a row. */
static void draw_column(struct canvas canvas, int row, struct strip field, enum role role,
                        const char *text)
{
    field.row = row;
    list_draw_field(canvas, field, role, text);
}

/* ---- rows ------------------------------------------------------------------------------ */

/* The name, and after it the tags in the remaining room. */
static void draw_name(const struct sitting_encounter *encounter, struct canvas canvas, int row,
                      struct strip field)
{
    char buf[WORDING_SIZE];
    struct canvas part = canvas_part(canvas, row, field.column, 1, field.width);
    int at = canvas_text(part, 0, 0, ROLE_OVERLAY,
                         wording(buf, canvas.frame, str_of(encounter->name)));
    if (encounter->tags[0] != '\0' && at + 4 < field.width) {
        canvas_text(part, 0, at + 2, ROLE_DIM,
                    wording(buf, canvas.frame, str_of(encounter->tags)));
    }
}

static void draw_encounter(const struct encounters *list,
                           const struct sitting_encounter *encounter,
                           const struct columns *columns, struct canvas canvas, int row)
{
    const struct encounter_facts *facts = &encounter->facts;
    const char *game = encounter->system != NULL ? encounter->system->title : "unknown game";
    TEXT_BUFFER(made, 24);
    TEXT_BUFFER(played, 24);
    TEXT_BUFFER(course, 40);
    date_add_short(&made, encounter->created_ms, list->now_ms);
    if (facts->played_ms != 0) {
        date_add_short(&played, facts->played_ms, list->now_ms);
    }
    bool is_marked = facts->due[0] != '\0' && columns->due.width == 0;
    text_add(&course, is_marked ? "! " : "");
    sitting_encounter_add_course(&course, encounter);
    draw_name(encounter, canvas, row, columns->name);
    draw_column(canvas, row, columns->game, ROLE_OVERLAY, game);
    draw_column(canvas, row, columns->made, ROLE_OVERLAY, made.p);
    draw_column(canvas, row, columns->played, ROLE_OVERLAY, played.p);
    draw_column(canvas, row, columns->course, ROLE_OVERLAY, course.p);
    draw_column(canvas, row, columns->due, ROLE_OVERLAY, facts->due);
}

static void draw_prepared(const struct encounters *list,
                          const struct sitting_prepared *prepared,
                          const struct columns *columns, struct canvas canvas, int row)
{
    const struct prepared_brief *brief = &list->brief[prepared - list->prepared];
    TEXT_BUFFER(made, 24);
    date_add_short(&made, prepared->changed_ms, list->now_ms);
    draw_column(canvas, row, columns->name, ROLE_OVERLAY, prepared->name);
    draw_column(canvas, row, columns->game, ROLE_OVERLAY,
                prepared->system != NULL ? prepared->system->title : "unknown game");
    draw_column(canvas, row, columns->made, ROLE_OVERLAY, made.p);
    draw_column(canvas, row, columns->played, ROLE_DIM, "prepared");
    draw_column(canvas, row, columns->course, ROLE_OVERLAY, brief->course);
    draw_column(canvas, row, columns->due, ROLE_DIM, brief->who);
}

static void draw_demo(const struct encounters *list, const struct demo *demo,
                      struct canvas canvas, int row)
{
    enum { COURSE_WIDTH_LEAST = 7 };
    bool goes_on = list->demo_goes_on[demo - list->demo];
    const struct system *system = list->demo_game[demo - list->demo];
    const char *game = system != NULL ? system->title : "";
    int at = canvas_format(canvas, row, LIST_COLUMN, ROLE_OVERLAY, "demo: %s", demo->name);
    at = at < LIST_COLUMN + DEMO_WIDTH ? LIST_COLUMN + DEMO_WIDTH : at + 2;
    at = canvas.columns < WIDE ? grapheme_width(str_of(demo->name)) + LIST_COLUMN + 8 : at;
    if (at + grapheme_width(str_of(game)) > canvas.columns) {
        return;
    }
    canvas_text(canvas, row, at, ROLE_DIM, str_of(game));
    at += GAME_WIDTH + 2;
    if (at + COURSE_WIDTH_LEAST <= canvas.columns) {
        canvas_text(canvas, row, at, ROLE_DIM, str_of(goes_on ? "begun" : "new"));
    }
}

struct entries {
    const struct encounters *encounters;
    struct columns columns;
};

static void draw_entry(const void *self, int entry, struct canvas canvas, int row)
{
    const struct entries *entries = self;
    const struct encounters *list = entries->encounters;
    const struct system *game = game_at(list, entry);
    const struct sitting_encounter *encounter = encounter_at(list, entry);
    const struct sitting_prepared *prepared = prepared_at(list, entry);
    if (encounter != NULL) {
        draw_encounter(list, encounter, &entries->columns, canvas, row);
    } else if (prepared != NULL) {
        draw_prepared(list, prepared, &entries->columns, canvas, row);
    } else if (demo_at(list, entry) != NULL) {
        draw_demo(list, demo_at(list, entry), canvas, row);
    } else if (game != NULL) {
        bool is_on = entry == 0 && list->goes_on != NULL;
        canvas_format(canvas, row, LIST_COLUMN, ROLE_OVERLAY,
                      is_on ? "a new encounter of %s: this party, no foes yet"
                            : "a new encounter of %s",
                      game->title);
    }
}

/* All that is known of a demo, whose row has room for its name and game alone. */
static int draw_demo_detail(const struct encounters *list, const struct demo *demo,
                            struct canvas canvas, int row)
{
    bool goes_on = list->demo_goes_on[demo - list->demo];
    TEXT_BUFFER(text, 800);
    text_add(&text, "%s: ", demo->name);
    text_add_str(&text, demo->about);
    row = list_draw_text(canvas, row, ROLE_OVERLAY, (struct str){text.p, text.n});
    return list_draw_text(canvas, row, ROLE_DIM,
                          str_of(goes_on
                                     ? "Enter opens it where you left it, in a campaign of its "
                                       "own: nothing in it touches yours."
                                     : "Enter opens it in a campaign of its own: nothing in it "
                                       "touches yours."));
}

/* For a user who sees the program for the first time. */
static void draw_advice(const struct encounters *list, struct canvas canvas)
{
    const struct demo *demo = demo_at(list, list->list.picked);
    int row = 0;
    if (demo != NULL) {
        row = draw_demo_detail(list, demo, canvas, row);
    } else {
        row =
            list_draw_text(canvas, row, ROLE_DIM,
                           str_of("Press Enter and type a name for the encounter. At the table "
                                  "+ or N adds combatants."));
    }
    list_draw_text(canvas, row, ROLE_DIM,
                   str_of("Everything is saved as it happens, u takes it back, and ? explains "
                          "every key."));
}

/* ---- the picked one in full ------------------------------------------------------------ */

static void add_times(const struct sitting_encounter *encounter, struct text *out)
{
    const struct encounter_facts *facts = &encounter->facts;
    text_add(out, "made ");
    date_add(out, encounter->created_ms);
    if (facts->played_ms != 0) {
        text_add(out, ", played ");
        date_add(out, facts->played_ms);
    }
    if (facts->is_known) {
        text_add(out, ", %lld act%s: ", (long long)encounter->acts,
                 encounter->acts == 1 ? "" : "s");
        encounter_course_add(out, facts);
    } else {
        text_add(out, "; it is being read");
    }
}

static void draw_details(const struct encounters *list, struct canvas canvas)
{
    const struct sitting_encounter *encounter = picked_encounter(list);
    const struct demo *demo = demo_at(list, list->list.picked);
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    if (picked_prepared(list) != NULL) {
        prepared_detail_draw(&list->facts, canvas, 1);
    }
    if (demo != NULL) {
        draw_demo_detail(list, demo, canvas, 1);
    }
    if (encounter == NULL) {
        return;
    }
    const struct encounter_facts *facts = &encounter->facts;
    TEXT_BUFFER(times, 160);
    add_times(encounter, &times);
    int row = list_draw_fact(canvas, 1, "", encounter->name);
    row = list_draw_fact(canvas, row, "", times.p);
    row = list_draw_fact(canvas, row, "due:", facts->due);
    row = list_draw_fact(canvas, row, "", facts->who);
    row = list_draw_fact(canvas, row, "tags:", encounter->tags);
    list_draw_fact(canvas, row, "note:", encounter->note);
}

/* ---- the last evenings ----------------------------------------------------------------- */

static bool has_played(const struct encounters *list)
{
    for (int i = 0; i < list->count; i++) {
        if (list->encounter[i].facts.played_ms != 0) {
            return true;
        }
    }
    return false;
}

/* One line each: when, how many fights, how each ended. Their rows are kept free from the
 * beginning, since they are read in an idle moment. */
static void draw_evenings(const struct encounters *list, struct canvas canvas)
{
    canvas_text(canvas, 0, LIST_COLUMN, ROLE_HEADING,
                str_of(list->evenings > 0 ? "evenings" : ""));
    for (int i = 0; i < list->evenings; i++) {
        const struct evening_brief *evening = &list->evening[i];
        char buf[WORDING_SIZE];
        int at = LIST_COLUMN;
        canvas_text(canvas, i + 1, at, ROLE_OVERLAY, str_of(evening->when));
        at += DAY_WIDTH;
        canvas_text(canvas, i + 1, at, ROLE_OVERLAY, str_of(evening->what));
        at += EVENING_WIDTH;
        canvas_field(canvas, (struct strip){i + 1, at, canvas.columns - at, ALIGN_LEFT},
                     ROLE_DIM, wording(buf, canvas.frame, str_of(evening->fights)));
    }
}

/* ---- the whole ------------------------------------------------------------------------- */

static const char *title_of(const struct encounters *list)
{
    return list_has_words(&list->list) ? "encounters that contain the words"
           : list->list.shows_archived ? "encounters, with the archived ones"
           : list->count > 0           ? "encounters"
           : list->prepared_count > 0  ? "encounters"
                                       : "which game, or a demo?";
}

static void draw(const struct view_place *place, void *self)
{
    const struct encounters *list = self;
    struct canvas sheet = sheet_of(place->canvas);
    struct canvas inside = sheet_draw(sheet, title_of(list));
    struct entries entries = {.encounters = list};
    struct columns *columns = &entries.columns;
    struct canvas rows = inside;
    bool has_some = list->count > 0 || list->prepared_count > 0;
    bool has_details = has_some && inside.rows >= ROWS_FOR_DETAILS;
    if (has_details) {
        int height = DETAIL_ROWS + 2;
        rows = canvas_part(inside, 0, 0, inside.rows - height, inside.columns);
        draw_details(list, canvas_part(inside, rows.rows, 0, height, inside.columns));
    }
    lay_out(columns, inside.columns);
    bool has_evenings =
        has_played(list) && columns->game.width > 0 && rows.rows >= ROWS_FOR_EVENINGS;
    if (has_evenings) {
        draw_evenings(list, canvas_part(rows, 0, 0, EVENING_ROWS, rows.columns));
        rows = canvas_part(rows, EVENING_ROWS, 0, rows.rows - EVENING_ROWS, rows.columns);
    }
    if (has_details && columns->game.width > 0) {
        draw_column(rows, 0, columns->name, ROLE_HEADING, "encounter");
        draw_column(rows, 0, columns->game, ROLE_HEADING, "game");
        draw_column(rows, 0, columns->made, ROLE_HEADING, "made");
        draw_column(rows, 0, columns->played, ROLE_HEADING, "played");
        draw_column(rows, 0, columns->course, ROLE_HEADING, "how it stands");
        draw_column(rows, 0, columns->due, ROLE_HEADING, "due");
        rows = canvas_part(rows, 1, 0, rows.rows - 1, rows.columns);
    }
    int count = list->list.count;
    list_draw_rows(&list->list, draw_entry, &entries, rows, sheet);
    if (!has_some) {
        draw_advice(list,
                    canvas_part(inside, count + 1, 0, inside.rows - count - 1, inside.columns));
    } else if (count == 0) {
        canvas_text(rows, 0, LIST_COLUMN, ROLE_DIM,
                    str_of("no encounter contains these words"));
    }
}

/* ---- opening --------------------------------------------------------------------------- */

/* The picked encounter, if it is one of the table that still has its name; else that is
 * said. */
static const struct sitting_encounter *still_picked(struct screen *screen,
                                                    const struct view_key *key)
{
    const struct sitting_encounter *picked = picked_encounter(key->self);
    if (picked == NULL) {
        screen_say(screen, ROLE_PLAIN, list_of_encounters.none);
    }
    return picked != NULL && list_has_picked(screen, key) ? picked : NULL;
}

static void open_old(struct screen *screen, const struct view_key *key, bool carries)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    const struct sitting_encounter *picked = still_picked(screen, key);
    if (picked != NULL && picked->is_archived) {
        screen_say(screen, ROLE_PLAIN, "it is archived: press a to bring it back");
    } else if (picked != NULL) {
        text_add(&text, "open ");
        text_add_quoted(&text, str_of(picked->name));
        text_add(&text, "%s", carries ? " carry" : "");
        screen_close(screen, &view_of_encounters);
        screen_run_line(screen, text.p);
    }
}

/* In a campaign of its own; an evening begins with its plan. */
static void open_demo(struct screen *screen, const struct demo *demo)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add(&text, "demo %s", demo->name);
    screen_close(screen, &view_of_encounters);
    screen_run_line(screen, text.p);
    if (screen->result.kind == RESULT_DONE &&
        sitting_encounter_name(screen->sitting)[0] == '\0') {
        screen_run_line(screen, "plan");
    }
}

/* A prepared one is started in its own list, which first tells what is missing. The name of a
 * new one is still to be typed. */
static void open_picked(struct screen *screen, const struct view_key *key, bool carries)
{
    const struct encounters *list = key->self;
    const struct sitting_prepared *prepared = picked_prepared(list);
    const struct demo *demo = demo_at(list, list->list.picked);
    const struct system *game = game_at(list, list->list.picked);
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (prepared != NULL) {
        screen_start_prepared(screen, prepared->id, carries);
        return;
    }
    if (demo != NULL) {
        open_demo(screen, demo);
        return;
    }
    if (game == NULL) {
        open_old(screen, key, carries);
        return;
    }
    screen_close(screen, &view_of_encounters);
    text_add(&text, "encounter ");
    int name = text.n; /* comes first, as the list of commands shows it */
    if (carries || goes_on(list)) {
        text_add(&text, " carry");
    } else {
        text_add(&text, " system=%s", game->id);
    }
    screen_open_palette_at(screen, text.p, name);
    screen_say(screen, ROLE_DIM, "type a name for the encounter; Enter opens it, Esc cancels");
}

static void accept(struct screen *screen, const struct view_key *key)
{
    open_picked(screen, key, false);
}

static void carry(struct screen *screen, const struct view_key *key)
{
    const struct encounters *list = key->self;
    if (takes_party(list)) {
        open_picked(screen, key, true);
    } else if (list->goes_on == NULL) {
        screen_say(screen, ROLE_PLAIN, "there is no party here to take along");
    } else {
        screen_say(screen, ROLE_PLAIN, "the party can only go to an encounter of its own game");
    }
}

static void open_prepared(struct screen *screen, const struct view_key *key)
{
    const struct sitting_prepared *prepared = picked_prepared(key->self);
    screen_edit_prepared(screen, prepared != NULL ? prepared->id : 0);
}

static void figures(struct screen *screen, const struct view_key *key)
{
    const struct sitting_encounter *picked = still_picked(screen, key);
    if (picked != NULL) {
        view_of_figures.open_about(screen, &(struct view_about){.name = picked->name});
    }
}

static void forecast(struct screen *screen, const struct view_key *key)
{
    const struct sitting_prepared *prepared = picked_prepared(key->self);
    const struct sitting_encounter *picked =
        prepared == NULL ? still_picked(screen, key) : NULL;
    if (prepared != NULL || picked != NULL) {
        struct view_about about = {
            .encounter = picked != NULL ? picked->id : 0, .act = -1, .prepared = prepared};
        view_of_forecast.open_about(screen, &about);
    }
}

/* ---- changing the list ----------------------------------------------------------------- */

static bool write_name(const void *self, struct text *out)
{
    const struct sitting_encounter *picked = picked_encounter(self);
    const struct sitting_prepared *prepared = picked_prepared(self);
    if (picked != NULL || prepared != NULL) {
        text_add_quoted(out, str_of(picked != NULL ? picked->name : prepared->name));
    }
    return picked != NULL || prepared != NULL;
}

static bool is_still(const void *self, struct sitting *sitting)
{
    const struct sitting_encounter *picked = picked_encounter(self);
    return picked == NULL || sitting_encounter_is(sitting, picked->id, picked->name);
}

static void write_value(const void *self, enum screen_act act, struct text *out)
{
    const struct sitting_encounter *picked = picked_encounter(self);
    text_add(out, "%s", act == ACT_TAGS ? picked->tags : picked->note);
}

static bool is_prepared(const void *self)
{
    return picked_prepared(self) != NULL;
}

static bool is_archived(const void *self)
{
    const struct sitting_encounter *picked = picked_encounter(self);
    return picked != NULL && picked->is_archived;
}

/* With a prepared one selected, or where nothing else was changed, the prepared ones. */
static bool undoes_prepared(const void *self)
{
    return is_prepared(self) || !list_offers_undo(self, ACT_UNDO);
}

static bool redoes_prepared(const void *self)
{
    return is_prepared(self) || !list_offers_undo(self, ACT_REDO);
}

static const char not_for_prepared[] = "not for a prepared encounter: e edits its text";
static const char types_name[] = "type the new name; Enter renames, Esc cancels";

static const struct list_line lines[] = {
    {.act = ACT_RENAME,
     .line = "rename-prepared %p ",
     .advice = types_name,
     .when = is_prepared},
    {.act = ACT_RENAME, .line = "rename-encounter %p ", .advice = types_name},
    {.act = ACT_COPY,
     .line = "copy-prepared %p ",
     .advice = "type a name for the copy; Enter copies, Esc cancels",
     .when = is_prepared},
    {.act = ACT_COPY, .line = "copy-encounter %p"},
    {.act = ACT_TAGS, .advice = not_for_prepared, .when = is_prepared},
    {.act = ACT_TAGS,
     .line = "tag-encounter %p %v",
     .advice = "type tags with commas between them, - for none; Enter keeps them",
     .is_typed_on = true},
    {.act = ACT_NOTE, .advice = not_for_prepared, .when = is_prepared},
    {.act = ACT_NOTE,
     .line = "note-encounter %p %v",
     .advice = "type a note, - for none; Enter keeps it, Esc cancels",
     .is_typed_on = true},
    {.act = ACT_ARCHIVE, .line = "archive-prepared %p", .when = is_prepared},
    {.act = ACT_ARCHIVE, .line = "unarchive-encounter %p", .when = is_archived},
    {.act = ACT_ARCHIVE, .line = "archive-encounter %p"},
    {.act = ACT_DELETE, .line = "archive-prepared %p", .when = is_prepared},
    {.act = ACT_DELETE, .line = "delete-encounter %p"},
    {.act = ACT_PLAN_ADD, .line = "plan-prepared %p", .when = is_prepared},
    {.act = ACT_PLAN_ADD, .line = "plan-add %p"},
    {.act = ACT_UNDO, .line = "prepared-undo", .when = undoes_prepared},
    {.act = ACT_UNDO, .line = "encounters-undo"},
    {.act = ACT_REDO, .line = "prepared-redo", .when = redoes_prepared},
    {.act = ACT_REDO, .line = "encounters-redo"},
    {.act = ACT_CAMPAIGNS, .line = "campaigns"},
    {.act = ACT_CHRONICLE, .line = "chronicle"},
    {.act = ACT_PLAN, .line = "plan"},
    {.act = ACT_PARTY, .line = "party"},
    {.act = ACT_NONE},
};

/* ---- the view -------------------------------------------------------------------------- */

static void open(struct screen *screen)
{
    const struct encounters *list = screen_data(screen, &view_of_encounters);
    const struct sitting_prepared *next;
    if (list_open(screen, &view_of_encounters) && (next = picked_prepared(list)) != NULL &&
        next->system == list->goes_on) {
        TEXT_BUFFER(text, PREPARED_NAME_SIZE + 60);
        text_add(&text, "%s is next on the plan: %s starts it with this party", next->name,
                 key_in_context(&screen->model.keys, CONTEXT_ENCOUNTERS, ACT_CARRY));
        screen_say(screen, ROLE_DIM, text.p);
    }
}

static const struct list_view list_of_encounters = {
    .what = "the list",
    .none = "no encounter is selected",
    .lines = lines,
    .collection = &encounter_collection,
    .filters = true,
    .has_archived = true,
    .reads_again = true,
    .fill = fill,
    .begin = begin,
    .look = look,
    .choose = choose,
    .key = write_key,
    .name = write_name,
    .is_still = is_still,
    .value = write_value,
};

static bool offers(const void *self, enum screen_act act)
{
    const struct encounters *list = self;
    if (act == ACT_FILTER) {
        return list->count + list->prepared_count > 0;
    }
    if (is_prepared(self)) {
        return act != ACT_TAGS && act != ACT_NOTE && (act != ACT_CARRY || takes_party(list));
    }
    if (act == ACT_UNDO || act == ACT_REDO) {
        return list_offers_undo(self, act);
    }
    bool needs_old = act == ACT_RENAME || act == ACT_ARCHIVE || act == ACT_DELETE ||
                     act == ACT_COPY || act == ACT_TAGS || act == ACT_NOTE ||
                     act == ACT_FIGURES || act == ACT_FORECAST;
    return (act != ACT_CARRY || takes_party(list)) &&
           (!needs_old || picked_encounter(list) != NULL);
}

const struct view view_of_encounters = {
    .context = CONTEXT_ENCOUNTERS,
    LIST_VIEW(struct encounters, &list_of_encounters),
    .open = open,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CARRY] = carry,
            [ACT_PREPARED] = open_prepared,
            [ACT_FIGURES] = figures,
            [ACT_FORECAST] = forecast,
        },
    .offers = offers,
    .draw = draw,
    .learns = learn,
};
