#include "exchange/formats.h"

#include <math.h>
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

/* A finite number; not finite: null. */
static void write_json_real(struct writing *out, double number)
{
    TEXT_BUFFER(text, 40);
    if (!isfinite(number)) {
        write_text(out, "null");
        return;
    }
    json_text_real(&text, number);
    write_text(out, text.p);
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

/* Below 0: not known. */
static void member_real(struct writing *out, const char *name, double number)
{
    name_member(out, name, false);
    if (number < 0) {
        write_text(out, "null");
    } else {
        write_json_real(out, number);
    }
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

static void write_figure(struct writing *out, const struct telling_figure *figure,
                         bool has_odds)
{
    name_member(out, "name", true);
    if (figure->name != NULL) {
        write_json(out, figure->name);
    } else {
        write_text(out, "null");
    }
    member_text(out, "side", figure->side);
    member_text_or_null(out, "encounter", figure->encounter);
    member_number(out, "attacks", figure->attacks);
    member_number(out, "hits", figure->hits);
    if (has_odds) {
        member_real(out, "hits_expected", figure->hits_expected);
        member_real(out, "hits_percentile", figure->hits_percentile);
    }
    member_number(out, "damage_dealt", figure->damage_dealt);
    member_number(out, "damage_rolled", figure->damage_rolled);
    member_number(out, "hp_taken", figure->hp_taken);
    if (has_odds) {
        member_real(out, "damage_expected", figure->damage_expected);
        member_real(out, "damage_percentile", figure->damage_percentile);
    }
    member_number(out, "damage_taken", figure->damage_taken);
    member_number(out, "healed", figure->healed);
    member_number(out, "kills", figure->kills);
    member_number(out, "downs", figure->downs);
    member_number(out, "brought_to_0", figure->brought_to_0);
    member_number(out, "killed", figure->killed);
    member_number(out, "reactions", figure->reactions);
    member_number(out, "reactions_stopped", figure->reactions_stopped);
    member_number(out, "initiative_spent", figure->initiative_spent);
    member_number(out, "turns", figure->turns);
    member_real(out, "turn_seconds", figure->turn_seconds);
    member_number(out, "rounds", figure->rounds);
    member_evening(out, figure->evening);
}

enum figure_rows { ROWS_OF_FIGHTS, ROWS_OF_SUMS, ROWS_OF_SIDES };

static void write_rows(struct writing *out, const struct telling *telling,
                       enum figure_rows wanted)
{
    bool is_first = true;
    for (int i = 0; i < telling->figures; i++) {
        const struct telling_figure *figure = &telling->figure[i];
        enum figure_rows is = figure->name == NULL ? ROWS_OF_SIDES
                              : figure->is_sum     ? ROWS_OF_SUMS
                                                   : ROWS_OF_FIGHTS;
        if (is == wanted) {
            write_text(out, is_first ? "{" : ", {");
            write_figure(out, &telling->figure[i], telling->has_odds);
            write_text(out, "}");
            is_first = false;
        }
    }
}

static void write_faces(struct writing *out, const struct telling_faces *faces)
{
    write_format(out, "{\"die\": \"d%d\", \"dice\": \"%s\", \"throws\": %lld, \"counts\": {",
                 faces->sides, faces->is_entered ? "entered" : "rolled",
                 (long long)faces->throws);
    for (int i = 0; i < faces->sides; i++) {
        write_format(out, "%s\"%d\": %lld", i > 0 ? ", " : "", i + 1,
                     (long long)faces->count[i]);
    }
    if (faces->enough_at > 0) {
        write_format(out, "}, \"enough_at\": %d}", faces->enough_at);
    } else {
        write_text(out, "}, \"enough_at\": null}");
    }
}

static void write_figures(struct writing *out, const struct telling *telling)
{
    write_format(out, "{\"acts\": %lld, \"combatants\": [", (long long)telling->acts);
    write_rows(out, telling, ROWS_OF_FIGHTS);
    write_text(out, "], \"sums\": [");
    write_rows(out, telling, ROWS_OF_SUMS);
    write_text(out, "], \"sides\": [");
    write_rows(out, telling, ROWS_OF_SIDES);
    write_text(out, "], \"morale\": [");
    for (int i = 0; i < telling->morales; i++) {
        const struct telling_morale *morale = &telling->morale[i];
        write_text(out, i > 0 ? ", {\"group\": " : "{\"group\": ");
        write_json(out, morale->group);
        member_number(out, "checks", morale->checks);
        member_number(out, "held", morale->held);
        if (telling->has_odds) {
            member_real(out, "held_expected", morale->held_expected);
        }
        write_text(out, "}");
    }
    write_text(out, "], \"faces\": [");
    for (int i = 0; i < telling->faces_count; i++) {
        write_text(out, i > 0 ? ", " : "");
        write_faces(out, &telling->faces[i]);
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
    write_figures(out, telling);
    write_text(out, "}\n");
}
