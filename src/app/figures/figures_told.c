#include "app/figures/figures_told.h"

#include "app/report/report.h"
#include "tracker/state.h"

static const char *side_name(int side)
{
    return side == SIDE_PARTY ? "party" : "foes";
}

static void add_row(json_t *list, const struct figures_row *row)
{
    json_t *object = report_row(list);
    double hits = luck_percentile(&row->hits_luck, row->hits);
    double damage = luck_percentile(&row->damage_luck, row->damage_rolled);
    bool is_side = row->name[0] == '\0';
    report_set_words_or_null(object, "name", row->name);
    report_set_words(object, "side", side_name(row->side));
    report_set_words_or_null(object, "encounter", row->encounter);
    report_set_whole(object, "attacks", row->attacks);
    report_set_whole(object, "hits", row->hits);
    report_set_real(object, "hits_expected", !row->has_unknown_hits, row->hits_expected);
    report_set_real(object, "hits_percentile", hits >= 0 && !row->has_unknown_hits, hits);
    report_set_whole(object, "damage_dealt", row->damage_dealt);
    report_set_whole(object, "damage_rolled", row->damage_rolled);
    report_set_whole(object, "hp_taken", row->hp_taken);
    report_set_real(object, "damage_expected", !row->has_unknown_damage, row->damage_expected);
    report_set_real(object, "damage_percentile", damage >= 0, damage);
    report_set_whole(object, "damage_taken", row->damage_taken);
    report_set_whole(object, "healed", row->healed);
    report_set_whole(object, "kills", row->kills);
    report_set_whole(object, "downs", row->downs);
    report_set_whole(object, "brought_to_0", row->brought_to_0);
    report_set_whole(object, "killed", row->killed);
    report_set_whole(object, "reactions", row->reactions);
    report_set_whole(object, "reactions_stopped", row->reactions_stopped);
    report_set_whole(object, "initiative_spent", row->initiative_spent);
    report_set_whole(object, "turns", row->turns);
    report_set_real(object, "turn_seconds", row->turns > 0 || row->turn_ms > 0,
                    (double)row->turn_ms / 1000);
    report_set_whole(object, "rounds", row->rounds);
    report_set_whole_or_null(object, "session", row->evening > 0, row->evening);
    report_set_words(object, ".shown", is_side ? side_name(row->side) : row->name);
    report_set_flag(object, ".tells", is_side || figures_row_tells(row));
}

static void add_faces(json_t *list, const struct figures_faces *faces)
{
    json_t *object = report_row(list);
    int enough = luck_enough_throws(faces->sides);
    TEXT_BUFFER(die, 16);
    text_add(&die, "d%d", faces->sides);
    report_set_words(object, "die", die.p);
    report_set_words(object, "dice", faces->is_entered ? "entered" : "rolled");
    report_set_whole(object, "throws", faces->throws);
    json_t *counts = report_object(object, "counts");
    for (int i = 0; i < faces->sides; i++) {
        TEXT_BUFFER(face, 16);
        text_add(&face, "%d", i + 1);
        report_set_whole(counts, face.p, faces->count[i]);
    }
    report_set_whole_or_null(object, "enough_at", enough > 0, enough);
    report_set_whole(object, ".enough", enough);
}

static bool has_acted(const struct figures *figures, int side)
{
    for (int i = 0; i < figures->rows; i++) {
        if (figures->row[i].side == side) {
            return true;
        }
    }
    return false;
}

void figures_report(const struct figures *figures, json_t *report)
{
    report_set_whole(report, "acts", figures->acts);
    json_t *list = report_list(report, "combatants");
    for (int i = 0; i < figures->rows; i++) {
        add_row(list, &figures->row[i]);
    }
    list = report_list(report, "sums");
    struct figures_sums sums = {.row = NULL};
    if (figures_are_of_several(figures)) {
        figures_by_name(figures, &sums);
    }
    for (int i = 0; i < sums.rows; i++) {
        add_row(list, &sums.row[i]);
    }
    figures_sums_free(&sums);
    list = report_list(report, "sides");
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        if (has_acted(figures, side)) {
            add_row(list, &figures->side[side]);
        }
    }
    list = report_list(report, "morale");
    for (int i = 0; i < figures->morales; i++) {
        const struct figures_morale *morale = &figures->morale[i];
        json_t *object = report_row(list);
        TEXT_BUFFER(expected, 16);
        report_set_words(object, "group", morale->group);
        report_set_whole(object, "checks", morale->checks);
        report_set_whole(object, "held", morale->held);
        report_set_real(object, "held_expected", !morale->has_unknown, morale->held_expected);
        if (morale->has_unknown) {
            text_add(&expected, "-");
        } else {
            text_add_average(&expected, morale->held_expected);
        }
        report_set_words(object, ".expected", expected.p);
    }
    list = report_list(report, "faces");
    for (int i = 0; i < figures->faces_count; i++) {
        add_faces(list, &figures->faces[i]);
    }
}

void figures_report_forget_odds(json_t *report)
{
    static const char *const odds[] = {"hits_expected", "hits_percentile", "damage_expected",
                                       "damage_percentile", "held_expected"};
    const char *name;
    json_t *list, *row;
    size_t i;
    json_object_foreach(report, name, list)
    {
        json_array_foreach(list, i, row)
        {
            for (size_t k = 0; k < sizeof odds / sizeof odds[0]; k++) {
                json_object_del(row, odds[k]);
            }
        }
    }
}
