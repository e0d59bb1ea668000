#include "app/export/telling_figures.h"

#include <stdlib.h>
#include <string.h>

#include "app/figures/figures_reading.h"
#include "app/sitting/state.h"
#include "tracker/state.h"

static void tell_row(struct telling *out, const struct figures_row *row, bool is_side)
{
    double hits = luck_percentile(&row->hits_luck, row->hits);
    double damage = luck_percentile(&row->damage_luck, row->damage_rolled);
    bool has_odds = out->has_odds;
    struct telling_figure *figure = telling_add_figure(out);
    *figure = (struct telling_figure){
        .name = is_side ? NULL : telling_text(out, str_of(row->name)),
        .side = row->side == SIDE_PARTY ? "party" : "foes",
        .encounter = telling_text(out, str_of(row->encounter)),
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
        .kills = row->kills,
        .downs = row->downs,
        .brought_to_0 = row->brought_to_0,
        .killed = row->killed,
        .reactions = row->reactions,
        .reactions_stopped = row->reactions_stopped,
        .initiative_spent = row->initiative_spent,
        .turns = row->turns,
        .turn_seconds = row->turns > 0 || row->turn_ms > 0 ? (double)row->turn_ms / 1000 : -1,
        .rounds = row->rounds,
        .evening = row->evening,
    };
}

static void tell_rows(struct telling *out, const struct figures *figures)
{
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        bool has_one = false;
        for (int i = 0; i < figures->rows; i++) {
            has_one = has_one || figures->row[i].side == side;
        }
        if (has_one) {
            tell_row(out, &figures->side[side], true);
        }
    }
    for (int i = 0; i < figures->rows; i++) {
        tell_row(out, &figures->row[i], false);
    }
}

static void tell_faces(struct telling *out, const struct figures_faces *faces)
{
    size_t size = (size_t)faces->sides * sizeof *faces->count;
    struct telling_faces *told = telling_add_faces(out);
    told->sides = faces->sides;
    told->is_entered = faces->is_entered;
    told->throws = faces->throws;
    told->count = telling_room(out, size);
    memcpy(told->count, faces->count, size);
    told->enough_at = luck_enough_throws(faces->sides);
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
    for (int i = 0; i < figures->faces_count && !out->is_for_players; i++) {
        tell_faces(out, &figures->faces[i]);
    }
}

enum status tell_figures(struct telling *out, struct sitting *sitting,
                         const struct sitting_acts_wish *acts, struct error *err)
{
    struct figures figures;
    enum status status = out->is_for_players
                             ? figures_read_for_players(&figures, sitting, acts, err)
                             : figures_read(&figures, sitting, acts, err);
    bool is_damaged = status == STATUS_DAMAGED && sitting_damage(sitting) != NULL;
    status = is_damaged ? STATUS_OK : status;
    if (status == STATUS_OK) {
        tell_all(out, &figures);
    }
    figures_free(&figures);
    return status;
}
