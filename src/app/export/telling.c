#include "app/export/telling.h"

#include <stdlib.h>
#include <string.h>

#include "app/encounters/encounters.h"
#include "app/export/chart_page.h"
#include "app/figures/figures.h"
#include "app/figures/figures_reading.h"
#include "app/figures/figures_told.h"
#include "app/forecast/chart_cache.h"
#include "app/file/file.h"
#include "app/log/act_view.h"
#include "app/log/address.h"
#include "app/log/dates.h"
#include "app/log/logged_roll.h"
#include "app/log/remarks.h"
#include "app/party/party_steps.h"
#include "app/report/report.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "games/games.h"
#include "tracker/conditions.h"
#include "tracker/procedure.h"
#include "tracker/state.h"
#include "tracker/turns.h"

/* A fight as a short story, for the players: who was wounded, fell, fled, came, by whom, and
 * nothing else of an act. It is made of what they may see (app/log/act_view.h): a wound that
 * somebody hidden dealt came "from the dark". */

/* Who wounded whom last, by id: who falls later, by a check on its life, fell by that. Zeroed
 * at the beginning of an encounter. */
struct story {
    int wounded_by[COMBATANTS_MAX + 1];
};

/* ---- one act --------------------------------------------------------------------------- */

/* Who did it, as players know it. */
struct cause {
    int id;       /* 0: nobody is named */
    bool is_dark; /* somebody hidden */
};

static struct cause cause_of(const struct act_view *view)
{
    const struct sitting_act *act = view->act;
    struct cause cause = {.id = act->by_id};
    if (cause.id == 0 && act->by[0] != '\0') {
        cause.id = combatant_called(&view->after, str_of(act->by));
    }
    for (int i = 0; i < act->events->count && cause.id == 0; i++) {
        const struct event *event = &act->events->event[i];
        cause.id = event->kind == EVENT_DAMAGE_DEALT ? event->object : 0;
    }
    cause.is_dark = cause.id != 0 && !act_view_shows_combatant(view, cause.id);
    return cause;
}

static const char *name_of(const struct act_view *view, int id)
{
    return state_name(&view->after, id);
}

static bool is_of_party(const struct act_view *view, int id)
{
    return state_value(&view->after, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

/* "Anka kills Pelican 1.", "Bo is killed, from the dark.", "Bo dies." */
static void tell_deed(const struct act_view *view, const struct cause *cause, int id,
                      const char *const words[3], struct text *out)
{
    text_add(out, "%s", out->n > 0 ? " " : "");
    if (cause->is_dark) {
        text_add(out, "%s %s, from the dark", name_of(view, id), words[1]);
    } else if (cause->id != 0 && cause->id != id) {
        text_add(out, "%s %s %s", name_of(view, cause->id), words[0], name_of(view, id));
    } else {
        text_add(out, "%s %s", name_of(view, id), words[2]);
    }
}

static void tell_fall(const struct act_view *view, const struct cause *cause, int id,
                      enum way_out way, struct text *out)
{
    static const char *const words[OUT_WAYS][3] = {
        [OUT_DOWN] = {"brings down", "is brought down", "goes down"},
        [OUT_DEAD] = {"kills", "is killed", "dies"},
        [OUT_FLED] = {NULL, NULL, "flees"}, /* that is nobody's deed */
        [OUT_SURRENDERED] = {NULL, NULL, "surrenders"}};
    const struct cause nobody = {.id = 0};
    bool is_deed = words[way][0] != NULL;
    tell_deed(view, is_deed ? cause : &nobody, id, words[way], out);
    text_add_char(out, '.');
}

static void tell_wound(const struct act_view *view, const struct cause *cause, int id, int lost,
                       bool has_numbers, struct text *out)
{
    static const char *const wounds[3] = {"wounds", "is wounded", "is wounded"};
    static const char *const bad[3] = {"badly wounds", "is badly wounded", "is badly wounded"};
    struct combatant_points points;
    bool is_known =
        combatant_points(games_find(state_system(&view->after)), &view->after, id, &points);
    bool is_party = is_of_party(view, id);
    bool is_bad = is_known && points.most > 0 && lost * 2 >= points.most;
    if (points.are_bodies) {
        TEXT_BUFFER(felled, NAME_SIZE + 24);
        text_add(&felled, "%d of %s", lost, name_of(view, id));
        text_add(out, "%s", out->n > 0 ? " " : "");
        if (cause->id != 0 && !cause->is_dark) {
            text_add(out, "%s fells %s.", name_of(view, cause->id), felled.p);
        } else {
            text_add(out, "%s fall%s.", felled.p, cause->is_dark ? ", from the dark" : "");
        }
        return;
    }
    if (!is_party && !is_bad && !has_numbers) {
        return;
    }
    tell_deed(view, cause, id, is_bad ? bad : wounds, out);
    if (is_known && (is_party || has_numbers)) {
        text_add(out, points.most > 0 ? " (%d of %d left)" : " (%d left)", points.now,
                 points.most);
    }
    text_add_char(out, '.');
}

/* A hit that took no hit points, as there were none left, and still called for a check on its
 * life. */
static void tell_hit(const struct act_view *view, const struct cause *cause, int id,
                     struct text *out)
{
    static const char *const words[3] = {"hits", "is hit", "is hit"};
    tell_deed(view, cause, id, words, out);
    text_add_char(out, '.');
}

/* A check on the life of somebody is nobody's deed: the wound before it was. */
static struct cause cause_of_fall(const struct story *story, const struct act_view *view,
                                  const struct cause *cause, int id)
{
    struct cause before = {.id = story->wounded_by[id]};
    before.is_dark = before.id != 0 && !act_view_shows_combatant(view, before.id);
    return cause->id == 0 || cause->id == id ? before : *cause;
}

/* Adds the sentences of the act that the view looked at last; nothing when nothing of it
 * matters. With numbers it says how many hit points are left, and tells every wound; without
 * them only what is left to the party, and of foes only wounds that cost half of what they
 * have. */
static void story_add(struct story *story, const struct act_view *view, bool has_numbers,
                      struct text *out)
{
    const struct sitting_act *act = view->act;
    int lost[COMBATANTS_MAX + 1] = {0};
    bool is_out[COMBATANTS_MAX + 1] = {false}, is_hit[COMBATANTS_MAX + 1] = {false};
    if (!view->has_after || act->events == NULL || act->is_undone) {
        return;
    }
    const struct cause cause = cause_of(view);
    for (int i = 0; i < act->events->count; i++) {
        const struct event *event = &act->events->event[i];
        int id = event->subject;
        bool is_shown = id > 0 && id <= view->after.count &&
                        act_view_shows_combatant(view, id) &&
                        state_is_present(&view->after, id);
        if (!is_shown) {
            continue;
        }
        lost[id] += event_lost(event);
        if (event_lost(event) > 0) {
            story->wounded_by[id] = cause.id;
        }
        is_out[id] = is_out[id] || event->kind == EVENT_WENT_OUT;
        is_hit[id] = is_hit[id] || (event->kind == EVENT_CHECK_CALLED &&
                                    event->to > event->from && cause.id != 0 && cause.id != id);
        if (is_hit[id]) {
            story->wounded_by[id] = cause.id;
        }
        if (event->kind == EVENT_WENT_OUT && event->to > OUT_NOT && event->to < OUT_WAYS) {
            struct cause of_fall = cause_of_fall(story, view, &cause, id);
            tell_fall(view, &of_fall, id, (enum way_out)event->to, out);
        } else if (event->kind == EVENT_CAME_BACK) {
            text_add(out, "%s%s is back in the fight.", out->n > 0 ? " " : "",
                     name_of(view, id));
        } else if (event->kind == EVENT_COMBATANT_ADDED && act->round > 0) {
            text_add(out, "%s%s arrives.", out->n > 0 ? " " : "", name_of(view, id));
        } else if (event->kind == EVENT_EFFECT_CHANGED && event->field == EFFECT_HIDDEN &&
                   !event->is_set) {
            text_add(out, "%s%s comes into sight.", out->n > 0 ? " " : "", name_of(view, id));
        }
    }
    for (int id = 1; id <= view->after.count; id++) {
        if (lost[id] > 0 && !is_out[id]) {
            tell_wound(view, &cause, id, lost[id], has_numbers, out);
        } else if (lost[id] == 0 && is_hit[id] && !is_out[id]) {
            tell_hit(view, &cause, id, out);
        } else if (lost[id] < 0 && is_of_party(view, id) && act->round > 0) {
            text_add(out, "%s%s is healed.", out->n > 0 ? " " : "", name_of(view, id));
        }
    }
}

/* ---- the whole ------------------------------------------------------------------------- */

/* The points of the acts' numbers become points of the tales'. */
static void move_points(const struct telling_chapter *chapter, struct telling_combatant *of)
{
    for (int i = 0; i < of->points; i++) {
        int tales = 0;
        while (tales < chapter->tales && chapter->tale[tales].number <= of->point[i].act) {
            tales++;
        }
        of->point[i].act = tales - 1;
    }
}

static void replace_acts(struct telling *telling, struct telling_chapter *chapter,
                         bool has_numbers)
{
    for (int i = 0; i < chapter->combatants; i++) {
        bool is_foe = strcmp(chapter->combatant[i].side, "party") != 0;
        move_points(chapter, &chapter->combatant[i]);
        if (is_foe && !has_numbers) {
            chapter->combatant[i].has_points = false;
            chapter->combatant[i].points = 0;
        }
    }
    if (chapter->tales == 0) {
        int round = chapter->acts > 0 ? chapter->act[chapter->acts - 1].round : 0;
        telling_add_tale(chapter, round)->label =
            telling_text(telling, str_of("Nobody was hurt."));
    }
    /* What is missing before an act is missing before the tale that comes then. */
    for (int i = 0; i < chapter->acts; i++) {
        const char *gap = chapter->act[i].gap;
        int tale = 0;
        while (tale < chapter->tales && chapter->tale[tale].number < i) {
            tale++;
        }
        if (gap[0] != '\0' && tale < chapter->tales) {
            chapter->tale[tale].gap = gap;
        } else if (gap[0] != '\0') {
            chapter->gap = gap;
        }
    }
    for (int i = 0; i < chapter->tales; i++) {
        chapter->tale[i].number = 0;
    }
    free(chapter->act);
    chapter->act = chapter->tale;
    chapter->acts = chapter->tales;
    chapter->acts_room = chapter->tales_room;
    chapter->tale = NULL;
    chapter->tales = chapter->tales_room = 0;
}

/* Makes a telling of rows a story: its tales are its acts, and without numbers nothing says how
 * many hit points foes have or what they did by number. */
void story_replace_acts(struct telling *telling, bool has_numbers)
{
    int kept = 0;
    for (int i = 0; i < telling->chapters; i++) {
        replace_acts(telling, &telling->chapter[i], has_numbers);
    }
    for (int i = 0; i < telling->figures; i++) {
        if (has_numbers || strcmp(telling->figure[i].side, "party") == 0) {
            telling->figure[kept++] = telling->figure[i];
        }
    }
    telling->figures = kept;
    telling->morales = has_numbers ? telling->morales : 0;
}

enum telling_row { ROW_OF_FIGHT, ROW_OF_FIGHTS, ROW_OF_SIDE };

/* ROW_OF_FIGHTS: one of several fights, which it names. */
static void tell_row(struct telling *out, const struct figures_row *row, enum telling_row kind)
{
    bool is_side = kind == ROW_OF_SIDE;
    TEXT_BUFFER(shown, 2 * FIGURES_NAME_SIZE + 4);
    text_add(&shown, "%s", is_side ? row->side == SIDE_PARTY ? "party" : "foes" : row->name);
    if (kind == ROW_OF_FIGHTS) {
        text_add(&shown, ", %s", row->encounter);
    }
    double hits = luck_percentile(&row->hits_luck, row->hits);
    double damage = luck_percentile(&row->damage_luck, row->damage_rolled);
    bool has_odds = out->has_odds;
    struct telling_figure *figure = telling_add_figure(out);
    *figure = (struct telling_figure){
        .name = is_side ? NULL : telling_text(out, str_of(row->name)),
        .side = row->side == SIDE_PARTY ? "party" : "foes",
        .shown = telling_text(out, str_of(shown.p)),
        .attacks = row->attacks,
        .hits = row->hits,
        .hits_expected = has_odds && !row->has_unknown_hits ? row->hits_expected : -1,
        .hits_percentile = has_odds && !row->has_unknown_hits ? hits : -1,
        .damage_dealt = row->damage_dealt,
        .damage_rolled = row->damage_rolled,
        .hp_taken = row->hp_taken,
        .damage_expected = has_odds && !row->has_unknown_damage ? row->damage_expected : -1,
        .damage_percentile = has_odds ? damage : -1,
        .damage_taken = row->damage_taken,
        .healed = row->healed,
        .downs = row->downs,
        .brought_to_0 = row->brought_to_0,
        .killed = row->killed,
    };
}

static void tell_rows(struct telling *out, const struct figures *figures)
{
    struct figures_sums sums = {.row = NULL};
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        bool has_one = false;
        for (int i = 0; i < figures->rows; i++) {
            has_one = has_one || figures->row[i].side == side;
        }
        if (has_one) {
            tell_row(out, &figures->side[side], ROW_OF_SIDE);
        }
    }
    bool is_several = figures_are_of_several(figures);
    if (is_several) {
        figures_by_name(figures, &sums);
    }
    for (int i = 0; i < sums.rows; i++) {
        tell_row(out, &sums.row[i], ROW_OF_FIGHT);
    }
    figures_sums_free(&sums);
    for (int i = 0; i < figures->rows; i++) {
        tell_row(out, &figures->row[i], is_several ? ROW_OF_FIGHTS : ROW_OF_FIGHT);
    }
}

static void tell_all(struct telling *out, const struct figures *figures)
{
    tell_rows(out, figures);
    for (int i = 0; i < figures->morales; i++) {
        const struct figures_morale *morale = &figures->morale[i];
        struct telling_morale *told = telling_add_morale(out);
        told->group = telling_text(out, str_of(morale->group));
        told->checks = morale->checks;
        told->held = morale->held;
        told->held_expected =
            out->has_odds && !morale->has_unknown ? morale->held_expected : -1;
    }
}

/* For scripts. Players get neither odds nor the faces of dice. */
static const char *document_of(struct telling *out, const struct figures *figures)
{
    json_t *report = json_object();
    figures_report(figures, report);
    report_set_whole(report, "acts", out->acts);
    if (out->is_for_players) {
        report_list(report, "faces");
    }
    if (!out->has_odds) {
        figures_report_forget_odds(report);
    }
    return telling_document(out, report);
}

/* Adds them to the telling. A damaged log is no failure: what can be read is counted. */
static enum status tell_figures(struct telling *out, struct sitting *sitting,
                                const struct sitting_acts_wish *acts, struct error *err)
{
    struct figures figures;
    enum status status = out->is_for_players
                             ? figures_read_for_players(&figures, sitting, acts, err)
                             : figures_read(&figures, sitting, acts, err);
    status = sitting_ended_at_damage(sitting, status) ? STATUS_OK : status;
    if (status == STATUS_OK) {
        tell_all(out, &figures);
        out->document = document_of(out, &figures);
    }
    figures_free(&figures);
    return status;
}

/* An encounter while its acts are told. */
struct told_encounter {
    int64_t id;
    int64_t newest; /* its act that was told last */
    int64_t head;   /* where it stands */
    bool has_end;
    struct state end;                                   /* after the act that was told last */
    bool hides[COMBATANTS_MAX + 1];                     /* then */
    struct telling_combatant track[COMBATANTS_MAX + 1]; /* points by id */
    struct story story;
    struct told_encounter *next;
};

struct telling_made {
    struct telling *out;
    struct sitting *sitting;
    const struct telling_wish *wish;
    struct act_view *view;
    struct told_encounter *first;
    const struct sitting_act *act;
    struct telling_act *told;
    struct telling_line *line; /* of the act that is told */
    int lines, lines_room;
    struct text chance;
    bool was_step;          /* the act that was told last is a step of the party */
    struct remarks remarks; /* none for players */
    int remarks_told;       /* those of acts before this one */
    struct error *err;
    enum status status;
};

enum { CHANCE_SIZE = 2000, STORY_SIZE = 4000 };

/* ---- parts ----------------------------------------------------------------------------- */

static const char *const part_words[] = {
    [PART_ARITHMETIC] = "arithmetic", [PART_ODDS] = "odds",   [PART_RULES] = "rules",
    [PART_RULINGS] = "rulings",       [PART_NOTES] = "notes", [PART_FIGURES] = "figures",
};

enum status telling_parts_read(unsigned *parts, struct str words, struct error *err)
{
    struct str word;
    *parts = 0;
    while (str_next_part(&words, ',', &word)) {
        struct nearest nearest;
        unsigned found = 0;
        nearest_init(&nearest, word);
        for (int i = 0; i < TELLING_PARTS; i++) {
            nearest_offer(&nearest, part_words[i]);
            found |= str_equal_any_case(word, str_of(part_words[i])) ? 1u << i : 0;
        }
        if (found == 0) {
            return error_set(err, STATUS_USAGE, "",
                             "an export has no part %s%s (expected arithmetic, odds, rules, "
                             "rulings, notes or figures)",
                             utf8_shown(word).text, nearest_question(&nearest).text);
        }
        *parts |= found;
    }
    return STATUS_OK;
}

static bool tells(const struct telling_made *made, enum telling_part part)
{
    return (made->wish->without & (1u << part)) == 0;
}

static const char *copy(struct telling_made *made, const char *text)
{
    return telling_text(made->out, str_of(text));
}

/* ---- encounters ------------------------------------------------------------------------ */

static struct telling_chapter *chapter_of(struct telling_made *made,
                                          const struct told_encounter *encounter)
{
    int place = 0;
    for (const struct told_encounter *at = made->first; at != encounter; at = at->next) {
        place++;
    }
    return &made->out->chapter[place];
}

static struct told_encounter *begin_encounter(struct telling_made *made)
{
    const struct sitting_act *act = made->act;
    struct telling_chapter *chapter = telling_add_chapter(made->out);
    struct told_encounter *encounter = calloc(1, sizeof *encounter);
    struct position position;
    CHECK(encounter != NULL);
    encounter->id = act->encounter_id;
    state_init(&encounter->end, system_at(0));
    chapter->encounter = copy(made, act->encounter);
    chapter->system = chapter->game = chapter->date = chapter->course = chapter->gap = "";
    chapter->before = act->step != NULL ? "Between the fights" : "Before the fight";
    if (log_position(made->sitting->campaign, act->encounter_id, &position, NULL) ==
        STATUS_OK) {
        encounter->head = position.head;
    }
    struct told_encounter **end = &made->first;
    while (*end != NULL) {
        end = &(*end)->next;
    }
    *end = encounter;
    return encounter;
}

/* Steps of the party that follow one another are a chapter of their own, between those of the
 * fights. */
static struct told_encounter *encounter_of(struct telling_made *made)
{
    struct told_encounter *last = made->first;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    if (made->act->step != NULL) {
        return made->was_step && last != NULL ? last : begin_encounter(made);
    }
    for (struct told_encounter *at = made->first; at != NULL; at = at->next) {
        if (at->id == made->act->encounter_id) {
            return at;
        }
    }
    return begin_encounter(made);
}

/* ---- hit points ------------------------------------------------------------------------ */

static void track(struct telling_combatant *combatant, struct telling_point point)
{
    const struct telling_point *last =
        combatant->points > 0 ? &combatant->point[combatant->points - 1] : NULL;
    bool was_known = last != NULL && last->is_known;
    point.now = point.is_known ? point.now : 0;
    if (was_known != point.is_known ||
        (point.is_known && (last->now != point.now || point.is_broken))) {
        telling_add_point(combatant, point);
    }
}

/* `place`: of the act in its chapter. */
static void track_act(struct telling_made *made, struct told_encounter *encounter, int place,
                      bool is_broken)
{
    const struct act_view *view = made->view;
    for (int id = 1; id <= COMBATANTS_MAX; id++) {
        struct combatant_points points = {.now = 0};
        bool is_known =
            view->has_after && id <= view->after.count && !view->hides[id] &&
            combatant_points(games_find(state_system(&view->after)), &view->after, id, &points);
        track(&encounter->track[id],
              (struct telling_point){place, points.now, is_known, is_broken});
    }
}

/* ---- an act ---------------------------------------------------------------------------- */

static void add_line(struct telling_made *made, const struct event *event)
{
    if (made->lines == made->lines_room) {
        made->lines_room = made->lines_room == 0 ? 32 : made->lines_room * 2;
        made->line = realloc(made->line, (size_t)made->lines_room * sizeof *made->line);
        CHECK(made->line != NULL);
    }
    made->line[made->lines++] = (struct telling_line){
        .text = telling_text(made->out, event->line),
        .rules = tells(made, PART_RULES) ? telling_text(made->out, event->rules) : ""};
}

static bool is_wanted(const struct telling_made *made, const struct event *event)
{
    return event->line.n > 0 && (event->kind != EVENT_RULED || tells(made, PART_RULINGS)) &&
           (tells(made, PART_NOTES) || !act_view_is_note(made->view, event)) &&
           (event->trace.n == 0 || tells(made, PART_ARITHMETIC)) &&
           act_view_shows_line(made->view, event);
}

static bool see_event(void *context, const struct event *event)
{
    struct telling_made *made = context;
    if (is_wanted(made, event)) {
        add_line(made, event);
    }
    if (event->trace.n > 0 && made->out->has_odds) {
        struct logged_roll roll;
        logged_roll_read(&roll, event->trace);
        if (json_object_size(json_object_get(roll.chance, "probabilities")) > 0) {
            text_add(&made->chance, "%s", made->chance.n > 0 ? "; " : "");
            log_chance_words(&roll, &made->chance);
        }
        logged_roll_free(&roll);
    }
    return true;
}

static void tell_people(struct telling_made *made, struct telling_act *told)
{
    const struct sitting_act *act = made->act;
    told->by = copy(made, act->by);
    told->to_count = act->to_count;
    told->to = telling_room(made->out, (size_t)(act->to_count + 1) * sizeof *told->to);
    for (int i = 0; i < act->to_count; i++) {
        told->to[i] = copy(made, act->to[i]);
    }
}

static const char *array_text(struct telling_made *made, const json_t *array)
{
    char *text = json_dumps(array, JSON_REAL_PRECISION(15));
    CHECK(text != NULL);
    size_t size = strlen(text) + 1;
    char *room = telling_room(made->out, size);
    memcpy(room, text, size);
    free(text);
    return room;
}

/* Acts come in the order of their numbers, and so do remarks. */
static void tell_remark(struct telling_made *made, struct telling_act *told)
{
    const struct remarks *remarks = &made->remarks;
    if (made->act->step != NULL) {
        return;
    }
    while (made->remarks_told < remarks->count &&
           remarks->remark[made->remarks_told].act < made->act->id) {
        made->remarks_told++;
    }
    if (made->remarks_told < remarks->count &&
        remarks->remark[made->remarks_told].act == made->act->id) {
        TEXT_BUFFER(text, REMARK_SIZE + MARKER_SIZE + 40);
        remark_add(&text, &remarks->remark[made->remarks_told]);
        told->remark = copy(made, text.p);
    }
}

/* What only the referee reads: players never get it into their telling. */
static void tell_referee(struct telling_made *made, struct telling_act *told)
{
    const struct sitting_act *act = made->act;
    told->command = told->action = told->chance = told->remark = "";
    if (made->wish->is_for_players) {
        return;
    }
    told->command = copy(made, act->command);
    told->action = copy(made, act->action);
    told->chance = copy(made, made->chance.p);
    tell_remark(made, told);
    if (made->out->has_odds && act->events != NULL && act->events->requests != NULL) {
        told->requests = array_text(made, act->events->requests);
        told->outcomes = array_text(made, act->events->outcomes);
    }
}

/* True when the log has nothing between the act before and this one. Acts that are chosen by a
 * question need not follow one another. */
static bool follows(const struct telling_made *made, const struct told_encounter *encounter,
                    const struct telling_chapter *chapter)
{
    const struct sitting_act *act = made->act;
    if (act->step != NULL) {
        return true;
    }
    bool is_whole = made->wish->acts->asking == NULL || made->wish->acts->asking->terms == 0;
    bool can_tell = is_whole && made->wish->acts->undone == UNDONE_LEFT_OUT;
    if (!can_tell || sitting_damage(made->sitting) == NULL) {
        return act->before != NULL;
    }
    return act->before != NULL && act->follows == (chapter->acts > 0 ? encounter->newest : 0);
}

static void put_act(struct telling_made *made, struct told_encounter *encounter,
                    const char *label)
{
    static const char gap[] = "The log is damaged here: what happened before this act is lost.";
    const struct sitting_act *act = made->act;
    struct telling_chapter *chapter = chapter_of(made, encounter);
    bool is_broken = !follows(made, encounter, chapter);
    bool was_told_gap = chapter->acts > 0 && !encounter->has_end;
    char time[SITTING_TIME_SIZE];
    TEXT_BUFFER(address, 2 * CAMPAIGN_NAME_SIZE + 40);
    if (chapter->acts == 0 && act->before != NULL) {
        /* What held before the first act that is told, as far as it was not hidden. */
        const struct state *before = made->act->before;
        const struct procedure *procedure = games_find(state_system(before));
        const struct act_view *view = made->view;
        for (int id = 1; id <= before->count; id++) {
            struct combatant_points points;
            bool is_hidden =
                view->is_for_players &&
                (view->hides[id] || state_has_effect(before, EFFECT_HIDDEN, id, 0));
            bool is_known = combatant_points(procedure, before, id, &points) && !is_hidden;
            track(&encounter->track[id],
                  (struct telling_point){-1, points.now, is_known, false});
        }
    }
    /* Players have numbers of their own: one left out would tell that something is hidden. */
    bool is_counted = made->wish->is_for_players && act->step == NULL;
    int64_t number = is_counted ? chapter->acts + 1 : act->id;
    if (is_counted) {
        act_address_format(act->encounter, number, &address);
    } else {
        sitting_act_address(act, &address);
    }
    sitting_time(time, act->at_ms);
    struct telling_act *told = telling_add_act(chapter);
    told->number = number;
    told->address = copy(made, address.p);
    told->round = act->round;
    told->at_ms = act->at_ms;
    told->time = copy(made, time);
    told->evening = act->evening;
    told->is_undone = act->is_undone;
    told->label = copy(made, label);
    told->gap = is_broken && !was_told_gap ? gap : "";
    tell_people(made, told);
    tell_referee(made, told);
    told->line = telling_room(made->out, (size_t)(made->lines + 1) * sizeof *told->line);
    if (made->lines > 0) {
        memcpy(told->line, made->line, (size_t)made->lines * sizeof *told->line);
    }
    told->lines = made->lines;
    made->out->acts++;
    if (!act->is_undone) {
        track_act(made, encounter, chapter->acts - 1, is_broken);
    }
}

/* The label, or the first line where the label may not be told; NULL: nothing may. */
static const char *label_of(const struct telling_made *made)
{
    const struct act_view *view = made->view;
    bool is_note = !tells(made, PART_NOTES) && view->has_note;
    bool is_secret = made->wish->is_for_players && view->has_secret && made->lines == 0;
    if (!is_note && !is_secret && act_view_shows_label(view)) {
        return made->act->label;
    }
    return made->lines > 0 ? made->line[0].text : NULL;
}

/* Players read what was done, without its numbers, and not what is noted about somebody. */
static void see_step(struct telling_made *made, const struct party_step *step)
{
    bool is_for_players = made->wish->is_for_players;
    if ((is_for_players && (step->is_undone || step->has_note)) ||
        (step->has_note && !tells(made, PART_NOTES))) {
        return;
    }
    /* The first line is the label. */
    for (int i = 1; i < made->act->lines_count && !is_for_players; i++) {
        add_line(made, &(struct event){.line = str_of(made->act->lines[i].line)});
    }
    struct told_encounter *encounter = encounter_of(made);
    made->view->has_after = false;
    put_act(made, encounter, step->label);
    if (is_for_players) {
        telling_add_tale(chapter_of(made, encounter), 0)->label = copy(made, step->label);
    }
    struct telling_chapter *chapter = chapter_of(made, encounter);
    if (!made->was_step) {
        TEXT_BUFFER(date, 40);
        date_add(&date, step->at_ms);
        chapter->date = copy(made, date.p);
        chapter->system = step->system != NULL ? step->system->id : "";
        chapter->game = step->system != NULL ? step->system->title : "";
    }
    made->was_step = true;
}

static bool see_act(void *context, const struct sitting_act *act)
{
    struct telling_made *made = context;
    made->act = act;
    made->lines = 0;
    made->chance.n = 0;
    made->chance.p[0] = '\0';
    made->chance.is_cut = false;
    if (act->step != NULL) {
        see_step(made, act->step);
        return true;
    }
    made->was_step = false;
    made->status = act_view_look(made->view, act, made->err);
    if (made->status != STATUS_OK) {
        return false;
    }
    struct told_encounter *encounter = encounter_of(made);
    if (act_view_shows_act(made->view)) {
        made->status = log_events(made->sitting->campaign, act->id, see_event, made, made->err);
        const char *label = label_of(made);
        if (made->status == STATUS_OK && label != NULL) {
            put_act(made, encounter, label);
        }
    }
    /* A wound from the dark shows too, at the last act that is told. */
    int told = chapter_of(made, encounter)->acts;
    if (made->wish->is_for_players && told > 0 && !act->is_undone) {
        track_act(made, encounter, told - 1, false);
    }
    if (made->wish->is_for_players) {
        TEXT_BUFFER(story, STORY_SIZE);
        story_add(&encounter->story, made->view, made->wish->has_numbers, &story);
        if (story.n > 0) {
            telling_add_tale(chapter_of(made, encounter), act->round)->label =
                copy(made, story.p);
        }
    }
    /* Where the encounter is after the act, whether it is shown or not. */
    const struct act_view *view = made->view;
    struct telling_chapter *chapter = chapter_of(made, encounter);
    encounter->has_end = view->has_after;
    encounter->newest = made->act->id;
    if (view->has_after) {
        state_copy(&encounter->end, &view->after);
        memcpy(encounter->hides, view->hides, sizeof encounter->hides);
        chapter->system = state_system(&view->after)->id;
        chapter->game = state_system(&view->after)->title;
    }
    if (made->act->round > 0 && chapter->date[0] == '\0') {
        TEXT_BUFFER(date, 40);
        date_add(&date, made->act->at_ms);
        chapter->date = copy(made, date.p);
    }
    return made->status == STATUS_OK;
}

/* ---- the end --------------------------------------------------------------------------- */

/* "dead", "prone, blind": for players only what the game knows, and nobody who is hidden stands
 * in. */
static const char *state_of(struct telling_made *made, const struct told_encounter *encounter,
                            int id)
{
    const struct state *state = &encounter->end;
    enum way_out way = (enum way_out)state_value(state, id, FIELD_OUT, OUT_NOT);
    TEXT_BUFFER(words, 800);
    text_add(&words, "%s", way != OUT_NOT ? way_out_name(way) : "");
    if (made->wish->is_for_players) {
        conditions_format_known(games_find(state_system(state)), state, id, &words);
    } else {
        conditions_format(state, id, &words);
    }
    for (int other = 1; other <= state->count && made->wish->is_for_players; other++) {
        if (encounter->hides[other] &&
            str_holds(str_of(words.p), str_of(state_name(state, other)))) {
            return "";
        }
    }
    return copy(made, words.p);
}

static void tell_end(struct telling_made *made, struct told_encounter *encounter,
                     struct telling_chapter *chapter)
{
    const struct state *end = &encounter->end;
    const struct procedure *procedure = games_find(state_system(end));
    int ids[COMBATANTS_MAX];
    int count = turns_order(procedure, end, ids);
    chapter->combatant =
        telling_room(made->out, (size_t)(count + 1) * sizeof *chapter->combatant);
    bool has_hidden = false;
    for (int i = 0; i < count; i++) {
        if (encounter->hides[ids[i]]) {
            has_hidden = true;
        } else {
            int id = ids[i];
            struct telling_combatant *combatant = &chapter->combatant[chapter->combatants++];
            *combatant = encounter->track[id]; /* with its points */
            encounter->track[id].point = NULL;
            combatant->name = copy(made, state_name(&encounter->end, id));
            combatant->side =
                state_value(&encounter->end, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY ? "party"
                                                                                      : "foes";
            struct combatant_points points;
            combatant->has_points = combatant_points(games_find(state_system(&encounter->end)),
                                                     &encounter->end, id, &points);
            combatant->now = points.now;
            combatant->most = points.most;
            combatant->state = state_of(made, encounter, id);
        }
    }
    if (!has_hidden && encounter->newest == encounter->head) {
        struct encounter_facts facts;
        TEXT_BUFFER(course, 80);
        encounter_facts_of(&facts, procedure, end);
        encounter_course_add(&course, &facts);
        chapter->course = copy(made, course.p);
    }
}

/* Chapters in which nothing may be shown go. */
static void tell_ends(struct telling_made *made)
{
    static const char gap[] = "The log is damaged here: what happened after this is lost.";
    struct told_encounter *encounter = made->first;
    int kept = 0;
    bool is_whole = made->wish->acts->asking == NULL || made->wish->acts->asking->terms == 0;
    for (int i = 0; i < made->out->chapters; i++, encounter = encounter->next) {
        struct telling_chapter *chapter = &made->out->chapter[i];
        if (encounter->has_end && chapter->acts > 0) {
            tell_end(made, encounter, chapter);
        }
        if (is_whole && sitting_damage(made->sitting) != NULL &&
            encounter->newest != encounter->head) {
            chapter->gap = gap;
        }
        if (chapter->acts > 0 || chapter->gap[0] != '\0') {
            made->out->chapter[kept++] = *chapter;
        } else {
            free(chapter->tale);
        }
    }
    made->out->chapters = kept;
}

/* A fight that has no chart, as nobody has fought in it, is told without one. */
static enum status tell_charts(struct telling_made *made, struct error *err)
{
    struct told_encounter *encounter = made->first;
    struct forecast_crew crew = {.threads = 0};
    enum status status = STATUS_OK;
    for (int i = 0; i < made->out->chapters && status == STATUS_OK;
         i++, encounter = encounter->next) {
        struct sitting_chart chart = {.chart = NULL};
        if (encounter->id == 0) {
            continue;
        }
        status = sitting_chart_new(&chart, made->sitting, encounter->id,
                                   made->wish->acts->until, err);
        if (status == STATUS_OK) {
            chart_play_to(chart.chart, made->sitting, &crew, CHART_FIGHTS_USUAL);
            made->out->chapter[i].chart = telling_chart_of(made->out, chart.chart);
        }
        status = status == STATUS_USAGE ? STATUS_OK : status;
        sitting_chart_end(&chart);
    }
    forecast_crew_end(&crew);
    return status;
}

/* "Evening of 20 Nov 2026" where one is asked for, the encounter's name where it is one. The
 * words of a question can hold a secret. */
static void tell_title(struct telling_made *made)
{
    struct telling *out = made->out;
    const struct asking *asking = made->wish->acts->asking;
    bool is_evening =
        asking != NULL && asking->terms == 1 && asking->term[0].kind == ASK_SESSION;
    TEXT_BUFFER(title, 2400);
    out->words = made->wish->is_for_players || is_evening ? "" : copy(made, made->wish->words);
    if (is_evening && out->chapters > 0) {
        text_add(&title, "Evening of %s", out->chapter[0].date);
    } else if (asking == NULL || asking->terms == 0) {
        text_add(&title, "%s", out->chapters > 0 ? out->chapter[0].encounter : "Nothing");
        out->words = "";
    } else if (made->wish->is_for_players) {
        text_add(&title, "Chosen acts");
    } else {
        text_add(&title, "Acts that fit: %s", made->wish->words);
    }
    out->title = copy(made, title.p);
}

static void free_made(struct telling_made *made)
{
    while (made->first != NULL) {
        struct told_encounter *next = made->first->next;
        for (int id = 0; id <= COMBATANTS_MAX; id++) {
            free(made->first->track[id].point);
        }
        free(made->first);
        made->first = next;
    }
    free(made->line);
    free(made->view);
    remarks_free(&made->remarks);
}

static enum status tell_acts(struct telling_made *made, struct error *err)
{
    struct sitting_acts_wish acts = *made->wish->acts;
    /* Who rolled is who did it, also in a story. */
    acts.tells_rolls = made->out->has_odds || made->wish->is_for_players;
    acts.tells_party = true;
    enum status status = sitting_acts(made->sitting, &acts, see_act, made, err);
    status = status == STATUS_OK ? made->status : status;
    const struct error *damage = sitting_damage(made->sitting);
    if (status == STATUS_DAMAGED && damage != NULL) {
        TEXT_BUFFER(text, ERROR_WHERE_SIZE + ERROR_TEXT_SIZE + 4);
        if (made->wish->is_for_players) {
            text_add(&text, "some of it cannot be read");
        } else {
            text_add(&text, "%s%s%s", damage->where, damage->where[0] != '\0' ? ": " : "",
                     damage->text);
        }
        made->out->damage = copy(made, text.p);
        return STATUS_OK;
    }
    return status;
}

enum status sitting_tell(struct telling *out, struct sitting *sitting,
                         const struct telling_wish *wish, struct error *err)
{
    char chance[CHANCE_SIZE];
    struct telling_made made = {.out = out, .sitting = sitting, .wish = wish, .err = err};
    *out = (struct telling){.title = "", .words = "", .damage = ""};
    out->is_for_players = wish->is_for_players;
    out->has_odds = !wish->is_for_players && tells(&made, PART_ODDS);
    made.chance = text_over(chance, CHANCE_SIZE);
    made.view = malloc(sizeof *made.view);
    CHECK(made.view != NULL);
    act_view_init(made.view, sitting, wish->is_for_players);
    enum status status = STATUS_OK;
    if (!wish->is_for_players && tells(&made, PART_NOTES)) {
        status = remarks_read(&made.remarks, sitting, err);
    }
    status = status == STATUS_OK ? tell_acts(&made, err) : status;
    if (status == STATUS_OK && wish->has_chart) {
        status = tell_charts(&made, err);
    }
    if (status == STATUS_OK) {
        tell_ends(&made);
        tell_title(&made);
    }
    const struct figures nothing = {.acts = 0};
    out->document = document_of(out, &nothing);
    if (status == STATUS_OK && tells(&made, PART_FIGURES)) {
        status = tell_figures(out, sitting, wish->acts, err);
    }
    free_made(&made);
    return status;
}
