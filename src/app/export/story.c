#include "app/export/story.h"

#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "tracker/procedure.h"
#include "tracker/state.h"
#include "tracker/turns.h"

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

/* A check on the life of somebody is nobody's deed: the wound before it was. */
static struct cause cause_of_fall(const struct story *story, const struct act_view *view,
                                  const struct cause *cause, int id)
{
    struct cause before = {.id = story->wounded_by[id]};
    before.is_dark = before.id != 0 && !act_view_shows_combatant(view, before.id);
    return cause->id == 0 || cause->id == id ? before : *cause;
}

void story_add(struct story *story, const struct act_view *view, bool has_numbers,
               struct text *out)
{
    const struct sitting_act *act = view->act;
    int lost[COMBATANTS_MAX + 1] = {0};
    bool is_out[COMBATANTS_MAX + 1] = {false};
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

/* What is missing before an act is missing before the tale that comes then. */
static void move_gaps(struct telling_chapter *chapter)
{
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
}

static void hide_numbers(struct telling_combatant *combatant)
{
    combatant->has_points = false;
    combatant->points = 0;
}

static void replace_acts(struct telling *telling, struct telling_chapter *chapter,
                         bool has_numbers)
{
    for (int i = 0; i < chapter->combatants; i++) {
        bool is_foe = strcmp(chapter->combatant[i].side, "party") != 0;
        move_points(chapter, &chapter->combatant[i]);
        if (is_foe && !has_numbers) {
            hide_numbers(&chapter->combatant[i]);
        }
    }
    if (chapter->tales == 0) {
        int round = chapter->acts > 0 ? chapter->act[chapter->acts - 1].round : 0;
        telling_add_tale(chapter, round)->label =
            telling_text(telling, str_of("Nobody was hurt."));
    }
    move_gaps(chapter);
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
