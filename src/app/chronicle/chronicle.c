#include "app/chronicle/chronicle.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/log/dates.h"
#include "app/log/address.h"
#include "app/sitting/data.h"
#include "app/forecast/kept.h"
#include "app/log/remarks.h"
#include "app/sitting/state.h"

/* ---- making the list ------------------------------------------------------------------- */

static void *grown(void *array, int count, int *room, size_t size)
{
    if (count < *room) {
        return array;
    }
    *room = *room == 0 ? 16 : 2 * *room;
    void *larger = realloc(array, (size_t)*room * size);
    CHECK(larger != NULL);
    return larger;
}

void chronicle_free(struct chronicle *chronicle)
{
    free(chronicle->evening);
    free(chronicle->entry);
    free(chronicle->sight);
    free(chronicle->step);
    party_steps_free(&chronicle->steps);
    *chronicle = (struct chronicle){.evenings = 0};
}

static void add_entry(struct chronicle *out, const struct sitting *sitting,
                      const struct chronicle_fight *fight, const struct encounter_row *row,
                      int stretch, bool is_last)
{
    out->entry = grown(out->entry, out->entries, &out->entries_room, sizeof *out->entry);
    struct chronicle_entry *entry = &out->entry[out->entries++];
    *entry = (struct chronicle_entry){.encounter = row->id,
                                      .system = system_find(str_of(row->system)),
                                      .stretch = fight->stretch[stretch],
                                      .is_last = is_last,
                                      .is_open = row->id == sitting->encounter.id,
                                      .is_archived = row->is_archived,
                                      .damaged = fight->damaged,
                                      .facts = fight->facts};
    static_assert(sizeof entry->name == sizeof row->name, "names are as long as the store's");
    memcpy(entry->name, row->name, sizeof entry->name);
    memcpy(entry->party, fight->party, sizeof entry->party);
}

static enum status add_fights(struct chronicle *out, struct sitting *sitting,
                              const struct chronicle_log *log, struct error *err)
{
    enum status status = STATUS_OK;
    for (int64_t id = 1; id <= log->fights && status == STATUS_OK; id++) {
        const struct chronicle_fight *fight = &log->fight[id - 1];
        struct encounter_row row;
        struct error own;
        status =
            fight->stretches > 0 ? encounter_at(sitting->campaign, id, &row, &own) : STATUS_OK;
        bool is_listed = fight->stretches > 0 && status == STATUS_OK && !row.is_deleted;
        bool is_last = true;
        for (int i = fight->stretches - 1; i >= 0 && is_listed; i--) {
            if (chronicle_stretch_counts(log, &fight->stretch[i])) {
                add_entry(out, sitting, fight, &row, i, is_last);
                is_last = false;
            }
        }
        if (status == STATUS_MISSING || status == STATUS_DAMAGED) {
            status = STATUS_OK; /* its row is damaged: it has no name */
        } else if (status != STATUS_OK) {
            return error_set(err, status, own.where, "%s", own.text);
        }
    }
    return status;
}

/* The newest evening first, within it the fight that began first. */
static int compare_entries(const void *a, const void *b)
{
    const struct chronicle_stretch *one = &((const struct chronicle_entry *)a)->stretch;
    const struct chronicle_stretch *other = &((const struct chronicle_entry *)b)->stretch;
    if (one->evening != other->evening) {
        return one->evening > other->evening ? -1 : 1;
    }
    return one->first < other->first ? -1 : one->first > other->first ? 1 : 0;
}

/* What was done without a fight before the first or after the last one makes it longer. */
static void take_times(struct chronicle_evening *evening,
                       const struct chronicle_stretch *stretch)
{
    int64_t earlier = evening->first_ms - stretch->first_ms;
    int64_t later = stretch->last_ms - evening->last_ms;
    if (stretch->has_fight) {
        return;
    }
    if (earlier > 0 && earlier < EVENING_GAP_MS) {
        evening->first_ms = stretch->first_ms;
        evening->lasted_ms += earlier;
    }
    if (later > 0 && later < EVENING_GAP_MS) {
        evening->last_ms = stretch->last_ms;
        evening->lasted_ms += later;
    }
}

static void make_evenings(struct chronicle *out, const struct chronicle_log *log)
{
    out->evening = calloc((size_t)out->entries + 1, sizeof *out->evening);
    CHECK(out->evening != NULL);
    for (int i = 0; i < out->entries; i++) {
        const struct chronicle_stretch *stretch = &out->entry[i].stretch;
        struct chronicle_evening *evening = &out->evening[out->evenings];
        if (i == 0 || evening[-1].number != stretch->evening) {
            const struct evening *known = &log->evenings.evening[stretch->evening - 1];
            out->evenings++;
            *evening = (struct chronicle_evening){.number = stretch->evening,
                                                  .first_ms = known->first_ms,
                                                  .last_ms = known->last_ms,
                                                  .lasted_ms = known->lasted_ms,
                                                  .back_ms = known->back_ms,
                                                  .first = i};
        } else {
            evening--;
        }
        take_times(evening, stretch);
        evening->entries++;
        evening->fights += stretch->has_fight ? 1 : 0;
    }
}

/* What the party did on each, without what was taken back, and without its coming home, which
 * fights tell. */
static enum status add_steps(struct chronicle *out, struct sitting *sitting,
                             const struct chronicle_log *log, struct error *err)
{
    enum status status = party_steps_read(&out->steps, sitting, err);
    out->step = calloc((size_t)out->steps.count + 1, sizeof *out->step);
    CHECK(out->step != NULL);
    for (int i = 0; i < out->evenings && status == STATUS_OK; i++) {
        struct chronicle_evening *evening = &out->evening[i];
        evening->first_step = out->told_steps;
        for (int k = 0; k < out->steps.count; k++) {
            const struct party_step *step = &out->steps.step[k];
            bool is_told = step->undoes == 0 && !step->is_home && !step->is_undone;
            if (is_told && evening_of(&log->evenings, step->after, step->at_ms, false) ==
                               evening->number) {
                out->step[out->told_steps++] = step;
                evening->steps++;
            }
        }
    }
    return status;
}

/* Those of one side who fell in one act are one. */
static void add_sight(struct chronicle *out, const struct chronicle_entry *entry,
                      const struct chronicle_sight *sight)
{
    struct chronicle_sight *last =
        out->sights > entry->first_sight ? &out->sight[out->sights - 1] : NULL;
    if (last != NULL && last->kind == SIGHT_FALL && sight->kind == SIGHT_FALL &&
        last->act == sight->act && last->is_party == sight->is_party) {
        last->more++;
        return;
    }
    out->sight = grown(out->sight, out->sights, &out->sights_room, sizeof *out->sight);
    out->sight[out->sights++] = *sight;
}

static int compare_sights(const void *a, const void *b)
{
    const struct chronicle_sight *one = a, *other = b;
    return one->act < other->act ? -1 : one->act > other->act ? 1 : 0;
}

/* A remark of an act of this encounter. */
static enum status add_remark(struct chronicle *out, struct sitting *sitting,
                              const struct chronicle_entry *entry, const struct remark *remark,
                              struct error *err)
{
    struct act_row row;
    enum status status = log_row(sitting->campaign, remark->act, &row, err);
    if (status == STATUS_OK && row.encounter == entry->encounter) {
        struct chronicle_sight sight = {
            .act = remark->act, .round = row.round, .kind = SIGHT_REMARK};
        text_format(sight.text, sizeof sight.text, "%s",
                    remark->marker[0] != '\0' ? remark->marker : remark->text);
        add_sight(out, entry, &sight);
    }
    return status == STATUS_MISSING || status == STATUS_DAMAGED ? STATUS_OK : status;
}

static enum status add_sights(struct chronicle *out, struct sitting *sitting,
                              const struct chronicle_log *log, const struct remarks *remarks,
                              struct error *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < out->entries && status == STATUS_OK; i++) {
        struct chronicle_entry *entry = &out->entry[i];
        const struct chronicle_fight *fight = &log->fight[entry->encounter - 1];
        int64_t first = entry->stretch.first, last = entry->stretch.last;
        entry->first_sight = out->sights;
        for (int k = 0; k < fight->sights; k++) {
            const struct chronicle_sight *sight = &fight->sight[k];
            if (sight->act >= first && sight->act <= last && !sight->is_taken_back) {
                add_sight(out, entry, sight);
            }
        }
        for (int k = 0; k < remarks->count && status == STATUS_OK; k++) {
            int64_t act = remarks->remark[k].act;
            if (act >= first && act <= last) {
                status = add_remark(out, sitting, entry, &remarks->remark[k], err);
            }
        }
        entry->sights = out->sights - entry->first_sight;
        if (entry->sights > 1) {
            qsort(&out->sight[entry->first_sight], (size_t)entry->sights, sizeof *out->sight,
                  compare_sights);
        }
    }
    return status;
}

enum status chronicle_read(struct chronicle *out, struct sitting *sitting, int rows, int states,
                           struct error *err)
{
    struct chronicle_log *log;
    struct remarks remarks = {.count = 0};
    chronicle_free(out);
    enum status status = chronicle_log_read(&log, sitting, rows, states, &out->is_whole, err);
    if (status == STATUS_OK) {
        status = add_fights(out, sitting, log, err);
    }
    if (status == STATUS_OK) {
        status = remarks_read(&remarks, sitting, err);
    }
    if (status == STATUS_OK && out->entries > 0) {
        qsort(out->entry, (size_t)out->entries, sizeof *out->entry, compare_entries);
        make_evenings(out, log);
        status = add_sights(out, sitting, log, &remarks, err);
    }
    if (status == STATUS_OK && out->entries > 0) {
        status = add_steps(out, sitting, log, err);
    }
    remarks_free(&remarks);
    return status;
}

/* ---- in words -------------------------------------------------------------------------- */

/* Less than this is a clock that keeps itself right. */
enum { ODD_CLOCK_MS = 2 * 60 * 1000 };

/* Its times then do not rise with its acts. */
static void add_odd_clock(struct text *out, const struct chronicle_evening *evening)
{
    if (evening->back_ms >= ODD_CLOCK_MS) {
        text_add(out, "; the clock was set back by ");
        length_add(out, evening->back_ms);
    }
}

void chronicle_add_evening(struct text *out, const struct chronicle_evening *evening)
{
    int places = evening->entries - evening->fights;
    text_add(out, "%d fight%s, ", evening->fights, evening->fights == 1 ? "" : "s");
    if (places > 0) {
        text_add(out, "%d place%s without one, ", places, places == 1 ? "" : "s");
    }
    if (evening->steps > 0) {
        text_add(out, "%d step%s of the party, ", evening->steps,
                 evening->steps == 1 ? "" : "s");
    }
    length_add(out, evening->lasted_ms);
    add_odd_clock(out, evening);
}

void chronicle_add_course(struct text *out, const struct chronicle_entry *entry)
{
    if (entry->damaged != 0) {
        text_add(out, "damaged from #%lld on", (long long)entry->damaged);
    } else if (!entry->is_last) {
        text_add(out, "goes on another evening");
    } else if (!entry->facts.is_known) {
        text_add(out, "being read");
    } else {
        text_add(out, entry->is_open ? "on the table, " : "");
        encounter_course_add(out, &entry->facts);
    }
}

/* "and another", "and 2 more": the names are not kept. */
static void add_more(int more, struct text *out)
{
    if (more > 1) {
        text_add(out, " and %d more", more);
    } else if (more > 0) {
        text_add(out, " and another");
    }
}

void chronicle_sight_add(struct text *out, const struct chronicle_sight *sight)
{
    switch (sight->kind) {
    case SIGHT_FALL:
        text_add(out, "%s", sight->text[0] != '\0' ? sight->text : "somebody");
        add_more(sight->more, out);
        text_add(out, sight->more > 0 ? " fall" : " falls");
        break;
    case SIGHT_BREAK:
    case SIGHT_REMARK:
        text_add(out, "%s", sight->text);
        break;
    }
}

static void add_count(struct text *out, int count, const char *one, const char *many)
{
    if (count > 0) {
        text_add(out, "%s", out->n > 0 ? ", " : "");
        text_add(out, "%d %s", count, count == 1 ? one : many);
    }
}

void chronicle_add_sights(struct text *out, const struct chronicle *chronicle,
                          const struct chronicle_entry *entry)
{
    int falls[2] = {0, 0}, breaks = 0, remarks = 0;
    TEXT_BUFFER(text, 200);
    for (int i = 0; i < entry->sights; i++) {
        const struct chronicle_sight *sight = &chronicle->sight[entry->first_sight + i];
        falls[sight->is_party ? 1 : 0] += sight->kind == SIGHT_FALL ? 1 + sight->more : 0;
        breaks += sight->kind == SIGHT_BREAK ? 1 : 0;
        remarks += sight->kind == SIGHT_REMARK ? 1 : 0;
        if (sight->kind == SIGHT_FALL && sight->is_party) {
            text_add(&text, "%s%s", text.n > 0 ? ", " : "", sight->text);
            add_more(sight->more, &text);
            text_add(&text, " fell");
        }
    }
    add_count(&text, falls[0], "foe fell", "foes fell");
    add_count(&text, breaks, "morale break", "morale breaks");
    add_count(&text, remarks, "remark", "remarks");
    text_add_str(out, (struct str){text.p, text.n});
}

bool sitting_chronicle_has_grown(struct sitting *sitting)
{
    return chronicle_log_has_grown(sitting);
}

/* ---- the command ----------------------------------------------------------------------- */

static void tell_entry(struct sitting *sitting, const struct chronicle *chronicle,
                       const struct chronicle_entry *entry, struct text *out)
{
    TEXT_BUFFER(forecast, 400);
    text_add(out, "\n  %s (%s): ", entry->name,
             entry->system != NULL ? entry->system->title : "unknown game");
    chronicle_add_course(out, entry);
    text_add(out, "; ");
    length_add(out, entry->stretch.lasted_ms);
    if (entry->facts.who[0] != '\0') {
        text_add(out, "; %s", entry->facts.who);
    }
    if (entry->is_last) {
        sitting_add_kept_line(sitting, entry->encounter, NULL, &forecast);
    }
    text_add(out, "%s%s", forecast.n > 0 ? "\n    " : "", forecast.p);
    for (int i = 0; i < entry->sights; i++) {
        const struct chronicle_sight *sight = &chronicle->sight[entry->first_sight + i];
        TEXT_BUFFER(address, CHRONICLE_NAME_SIZE + 32);
        act_address_format(entry->name, sight->act, &address);
        text_add(out, "\n    round %d: ", sight->round);
        chronicle_sight_add(out, sight);
        text_add(out, ", %s", address.p);
    }
}

static void tell(struct sitting *sitting, const struct chronicle *chronicle, struct text *out)
{
    for (int i = 0; i < chronicle->evenings; i++) {
        const struct chronicle_evening *evening = &chronicle->evening[i];
        text_add(out, "%sevening %d, ", i > 0 ? "\n" : "", evening->number);
        date_add_day(out, evening->first_ms);
        text_add(out, ": ");
        chronicle_add_evening(out, evening);
        for (int k = 0; k < evening->entries; k++) {
            tell_entry(sitting, chronicle, &chronicle->entry[evening->first + k], out);
        }
        for (int k = 0; k < evening->steps; k++) {
            const struct party_step *step = chronicle->step[evening->first_step + k];
            text_add(out, "\n  the party: %s, ", step->label);
            party_step_address(step->number, out);
        }
    }
}

void sitting_run_chronicle(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    struct error err;
    struct chronicle chronicle = {.evenings = 0};
    struct text text = text_over(out->text, sizeof out->text);
    (void)command;
    enum status status = chronicle_read(&chronicle, sitting, INT_MAX, INT_MAX, &err);
    while (status == STATUS_OK && chronicle_log_step(sitting)) {
        /* It is kept in the file, so that the next one need not read it again. */
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (chronicle.evenings == 0) {
        text_add(&text, "no fight has begun yet");
    } else {
        tell(sitting, &chronicle, &text);
    }
    chronicle_free(&chronicle);
}
