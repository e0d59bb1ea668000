#include "app/chronicle/chronicle_text.h"

#include <jansson.h>
#include <string.h>

#include "base/utf8.h"

enum { ENCOUNTER_MOST = 1 << 20 };

/* ---- writing --------------------------------------------------------------------------- */

static char *dumped(json_t *json)
{
    CHECK(json != NULL);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text != NULL);
    json_decref(json);
    return text;
}

static json_t *clean_text(const char *text)
{
    char out[512];
    utf8_clean(out, sizeof out, str_of(text));
    return json_string(out);
}

char *chronicle_text_of_campaign(const struct chronicle_log *log)
{
    json_t *first = json_array();
    for (int i = 0; i < log->evenings.count; i++) {
        json_array_append_new(first, json_integer(log->evenings.evening[i].first));
    }
    return dumped(json_pack("{s:I, s:o}", "latest", (json_int_t)log->evenings.latest_ms,
                            "evenings", first));
}

static json_t *json_of_stretch(const struct chronicle_stretch *stretch)
{
    return json_pack("[i, I, I, I, I, i]", stretch->evening, (json_int_t)stretch->first,
                     (json_int_t)stretch->last, (json_int_t)stretch->first_ms,
                     (json_int_t)stretch->last_ms, stretch->acts);
}

static json_t *json_of_sight(const struct chronicle_sight *sight)
{
    return json_pack("[I, i, i, i, b, b, b, o]", (json_int_t)sight->act, sight->round,
                     (int)sight->kind, sight->subject, sight->is_party, sight->is_taken_back,
                     sight->is_over, clean_text(sight->text));
}

char *chronicle_text_of_fight(const struct chronicle_fight *fight)
{
    json_t *stretches = json_array(), *sights = json_array();
    const struct encounter_facts *facts = &fight->facts;
    for (int i = 0; i < fight->stretches; i++) {
        json_array_append_new(stretches, json_of_stretch(&fight->stretch[i]));
    }
    for (int i = 0; i < fight->sights; i++) {
        json_array_append_new(sights, json_of_sight(&fight->sight[i]));
    }
    return dumped(
        json_pack("{s:I, s:I, s:I, s:o, s:o, s:b, s:i, s:i, s:i, s:o, s:o, s:o}", "head",
                  (json_int_t)fight->head, "damaged", (json_int_t)fight->damaged, "facts_row",
                  (json_int_t)fight->facts_row, "stretches", stretches, "sights", sights,
                  "known", facts->is_known, "course", (int)facts->course, "round", facts->round,
                  "combatants", facts->combatants, "who", clean_text(facts->who), "due",
                  clean_text(facts->due), "party", clean_text(fight->party)));
}

/* ---- reading --------------------------------------------------------------------------- */

static void copy_text(char *out, int size, const char *text)
{
    utf8_clean(out, size, str_of(text));
}

static bool read_stretch(struct chronicle_fight *fight, json_t *json)
{
    int evening, acts;
    json_int_t first, last, first_ms, last_ms;
    if (json_unpack(json, "[i, I, I, I, I, i]", &evening, &first, &last, &first_ms, &last_ms,
                    &acts) != 0) {
        return false;
    }
    *chronicle_add_stretch(fight) =
        (struct chronicle_stretch){evening, first, last, first_ms, last_ms, acts};
    return evening > 0 && last >= first;
}

static bool read_sight(struct chronicle_fight *fight, json_t *json)
{
    json_int_t act;
    int round, kind, subject, is_party, is_taken_back, is_over;
    const char *text;
    if (json_unpack(json, "[I, i, i, i, b, b, b, s]", &act, &round, &kind, &subject, &is_party,
                    &is_taken_back, &is_over, &text) != 0 ||
        kind < SIGHT_FALL || kind > SIGHT_REMARK || subject < 0 || subject > COMBATANTS_MAX) {
        return false;
    }
    struct chronicle_sight *sight = chronicle_add_sight(fight);
    *sight = (struct chronicle_sight){.act = act,
                                      .round = round,
                                      .kind = (enum sight_kind)kind,
                                      .subject = subject,
                                      .is_party = is_party != 0,
                                      .is_taken_back = is_taken_back != 0,
                                      .is_over = is_over != 0};
    copy_text(sight->text, sizeof sight->text, text);
    return true;
}

static bool read_lists(struct chronicle_fight *fight, json_t *stretches, json_t *sights)
{
    size_t i;
    json_t *json;
    bool is_read = json_array_size(sights) <= CHRONICLE_SIGHTS_MAX;
    json_array_foreach(stretches, i, json)
    {
        is_read = is_read && read_stretch(fight, json);
    }
    json_array_foreach(sights, i, json)
    {
        is_read = is_read && read_sight(fight, json);
    }
    return is_read;
}

static bool read_fight(struct chronicle_fight *fight, int64_t row, json_t *json)
{
    json_int_t head, damaged, facts_row;
    json_t *stretches, *sights;
    int is_known, course, round, combatants;
    const char *who, *due, *party;
    if (json_unpack(json, "{s:I, s:I, s:I, s:o, s:o, s:b, s:i, s:i, s:i, s:s, s:s, s:s}",
                    "head", &head, "damaged", &damaged, "facts_row", &facts_row, "stretches",
                    &stretches, "sights", &sights, "known", &is_known, "course", &course,
                    "round", &round, "combatants", &combatants, "who", &who, "due", &due,
                    "party", &party) != 0 ||
        course < COURSE_EMPTY || course > COURSE_UNKNOWN_GAME) {
        return false;
    }
    fight->row = row;
    fight->head = head;
    fight->damaged = damaged;
    fight->facts_row = facts_row;
    fight->facts = (struct encounter_facts){.is_known = is_known != 0,
                                            .course = (enum encounter_course)course,
                                            .round = round,
                                            .combatants = combatants};
    copy_text(fight->facts.who, sizeof fight->facts.who, who);
    copy_text(fight->facts.due, sizeof fight->facts.due, due);
    copy_text(fight->party, sizeof fight->party, party);
    return read_lists(fight, stretches, sights);
}

static bool read_campaign(struct chronicle_log *log, int64_t row, json_t *json)
{
    json_int_t latest;
    json_t *first;
    size_t i;
    json_t *act;
    if (json_unpack(json, "{s:I, s:o}", "latest", &latest, "evenings", &first) != 0) {
        return false;
    }
    json_array_foreach(first, i, act)
    {
        evenings_add(&log->evenings, json_integer_value(act));
    }
    log->evenings.latest_ms = latest;
    log->row = row;
    return true;
}

bool chronicle_text_read(struct chronicle_log *log, int64_t encounter, int64_t row,
                         struct str text)
{
    json_t *json = json_loadb(text.p, (size_t)text.n, JSON_REJECT_DUPLICATES, NULL);
    bool is_read = json != NULL && encounter >= 0 && encounter < ENCOUNTER_MOST &&
                   (encounter == 0 ? read_campaign(log, row, json)
                                   : read_fight(chronicle_fight_of(log, encounter), row, json));
    json_decref(json);
    return is_read;
}
