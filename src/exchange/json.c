#include "exchange/formats.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"

/* In quotes. */
static void write_json(struct writing *out, const char *text)
{
    int size = (int)strlen(text) * 6 + 3; /* a control character becomes six bytes */
    char *room = malloc((size_t)size);
    CHECK(room != NULL);
    struct text json = text_over(room, size);
    json_text_string(&json, text);
    write_text(out, json.p);
    free(room);
}

/* Writes "name": after a comma, unless it is the first of its object. */
static void name_member(struct writing *out, const char *name, bool is_first)
{
    write_format(out, "%s\"%s\": ", is_first ? "" : ", ", name);
}

static void member_text(struct writing *out, const char *name, const char *text)
{
    name_member(out, name, false);
    write_json(out, text);
}

static void member_text_or_null(struct writing *out, const char *name, const char *text)
{
    name_member(out, name, false);
    if (text == NULL || text[0] == '\0') {
        write_text(out, "null");
    } else {
        write_json(out, text);
    }
}

static void member_number(struct writing *out, const char *name, int64_t number)
{
    name_member(out, name, false);
    write_format(out, "%lld", (long long)number);
}

static void member_evening(struct writing *out, int evening)
{
    name_member(out, "session", false);
    if (evening > 0) {
        write_format(out, "%d", evening);
    } else {
        write_text(out, "null");
    }
}

static void write_act(struct writing *out, const struct telling_chapter *chapter,
                      const struct telling_act *act)
{
    write_format(out, "{\"id\": %lld", (long long)act->number);
    member_text(out, "address", act->address);
    member_text(out, "encounter", chapter->encounter);
    member_number(out, "round", act->round);
    member_number(out, "at_ms", act->at_ms);
    member_evening(out, act->evening);
    member_text(out, "label", act->label);
    if (act->command[0] != '\0') {
        member_text(out, "command", act->command);
    }
    name_member(out, "undone", false);
    write_text(out, act->is_undone ? "true" : "false");
    member_text_or_null(out, "by", act->by);
    name_member(out, "to", false);
    write_text(out, "[");
    for (int i = 0; i < act->to_count; i++) {
        write_text(out, i > 0 ? ", " : "");
        write_json(out, act->to[i]);
    }
    write_text(out, "]");
    if (act->action[0] != '\0') {
        member_text(out, "action", act->action);
    }
    name_member(out, "lines", false);
    write_text(out, "[");
    for (int i = 0; i < act->lines; i++) {
        write_text(out, i > 0 ? ", {\"text\": " : "{\"text\": ");
        write_json(out, act->line[i].text);
        member_text(out, "rules", act->line[i].rules);
        write_text(out, "}");
    }
    write_text(out, "]");
    if (act->remark[0] != '\0') {
        member_text(out, "remark", act->remark);
    }
    if (act->requests != NULL && act->outcomes != NULL) {
        name_member(out, "requests", false);
        write_text(out, act->requests);
        name_member(out, "outcomes", false);
        write_text(out, act->outcomes);
    }
    write_text(out, "}");
}

/* Each point: the act after which it holds (null: before the first), the hit points (null: not
 * known, or not there). */
static void write_points(struct writing *out, const struct telling_chapter *chapter,
                         const struct telling_combatant *combatant)
{
    name_member(out, "hit_points", false);
    write_text(out, "[");
    for (int i = 0; i < combatant->points; i++) {
        const struct telling_point *point = &combatant->point[i];
        write_text(out, i > 0 ? ", [" : "[");
        if (point->act >= 0) {
            write_format(out, "%lld", (long long)chapter->act[point->act].number);
        } else {
            write_text(out, "null");
        }
        if (point->is_known) {
            write_format(out, ", %d]", point->now);
        } else {
            write_text(out, ", null]");
        }
    }
    write_text(out, "]");
}

static void write_chapter(struct writing *out, const struct telling_chapter *chapter)
{
    write_text(out, "{\"name\": ");
    write_json(out, chapter->encounter);
    member_text(out, "system", chapter->system);
    member_text_or_null(out, "ended", chapter->course);
    name_member(out, "combatants", false);
    write_text(out, "[");
    for (int i = 0; i < chapter->combatants; i++) {
        write_text(out, i > 0 ? ", {" : "{");
        const struct telling_combatant *combatant = &chapter->combatant[i];
        name_member(out, "name", true);
        write_json(out, combatant->name);
        member_text(out, "side", combatant->side);
        name_member(out, "hp", false);
        if (combatant->has_points) {
            write_format(out, "%d", combatant->now);
        } else {
            write_text(out, "null");
        }
        name_member(out, "hp_max", false);
        if (combatant->most > 0) {
            write_format(out, "%d", combatant->most);
        } else {
            write_text(out, "null");
        }
        member_text(out, "words", combatant->state);
        write_points(out, chapter, &chapter->combatant[i]);
        write_text(out, "}");
    }
    write_text(out, "]");
    if (chapter->chart != NULL) {
        name_member(out, "chart", false);
        write_text(out, chapter->chart->document);
    }
    name_member(out, "gaps", false);
    write_text(out, "[");
    bool is_first = true;
    for (int i = 0; i <= chapter->acts; i++) {
        const char *gap = i < chapter->acts ? chapter->act[i].gap : chapter->gap;
        if (gap[0] != '\0') {
            write_text(out, is_first ? "{\"before\": " : ", {\"before\": ");
            if (i < chapter->acts) {
                write_format(out, "%lld", (long long)chapter->act[i].number);
            } else {
                write_text(out, "null");
            }
            member_text(out, "what", gap);
            write_text(out, "}");
            is_first = false;
        }
    }
    write_text(out, "]}");
}

void write_as_json(struct writing *out, const struct telling *telling)
{
    write_text(out, "{\"title\": ");
    write_json(out, telling->title);
    member_text_or_null(out, "words", telling->words);
    name_member(out, "players", false);
    write_text(out, telling->is_for_players ? "true" : "false");
    member_text_or_null(out, "damage", telling->damage);
    write_text(out, ",\n\"encounters\": [");
    for (int i = 0; i < telling->chapters; i++) {
        write_text(out, i > 0 ? ",\n" : "\n");
        write_chapter(out, &telling->chapter[i]);
    }
    write_text(out, "],\n\"acts\": [");
    bool is_first = true;
    for (int i = 0; i < telling->chapters; i++) {
        for (int k = 0; k < telling->chapter[i].acts; k++) {
            write_text(out, is_first ? "\n" : ",\n");
            write_act(out, &telling->chapter[i], &telling->chapter[i].act[k]);
            is_first = false;
        }
    }
    write_text(out, "],\n\"figures\": ");
    write_text(out, telling->document != NULL ? telling->document : "null");
    write_text(out, "}\n");
}
