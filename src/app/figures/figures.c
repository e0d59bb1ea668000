#include "app/figures/figures.h"

#include <stdlib.h>
#include <string.h>

#include "tracker/state.h"

void figures_init(struct figures *figures)
{
    *figures = (struct figures){.acts = 0};
    figures->side[SIDE_FOES].side = SIDE_FOES;
    figures->side[SIDE_PARTY].side = SIDE_PARTY;
}

/* What was put together. */
static void free_faces(struct figures *figures)
{
    for (int i = 0; i < figures->faces_count; i++) {
        free(figures->faces[i].count);
    }
    free(figures->faces);
    figures->faces = NULL;
    figures->faces_count = 0;
}

static void free_row(struct figures_row *row)
{
    luck_free(&row->hits_luck);
    luck_free(&row->damage_luck);
    free(row->hp);
}

void figures_free(struct figures *figures)
{
    for (int i = 0; i < figures->rows; i++) {
        free_row(&figures->row[i]);
    }
    free_row(&figures->side[SIDE_FOES]);
    free_row(&figures->side[SIDE_PARTY]);
    for (int i = 0; i < figures->thrown_count; i++) {
        free(figures->thrown[i].count);
    }
    free_faces(figures);
    free(figures->row);
    free(figures->morale);
    free(figures->check);
    free(figures->thrown);
    free(figures->turn);
}

bool figures_row_tells(const struct figures_row *row)
{
    return row->attacks + row->damage_dealt + row->damage_taken + row->healed + row->hp_taken +
               row->brought_to_0 + row->killed + row->downs + row->reactions !=
           0;
}

double figures_luck(const struct figures_row *row)
{
    double damage = luck_percentile(&row->damage_luck, row->damage_rolled);
    return row->has_unknown_hits ? -1
           : damage >= 0 && !row->has_unknown_damage
               ? damage
               : luck_percentile(&row->hits_luck, row->hits);
}

int figures_of_hundred(double luck)
{
    int number = (int)(luck * 100 + 0.5);
    return luck <= 0 || luck >= 1 ? number : number < 1 ? 1 : number > 99 ? 99 : number;
}

/* ---- rows ------------------------------------------------------------------------------ */

static struct figures_row *add_row(struct figures_sums *sums)
{
    if (sums->rows == sums->room) {
        sums->room = sums->room == 0 ? 32 : 2 * sums->room;
        sums->row = realloc(sums->row, (size_t)sums->room * sizeof *sums->row);
        CHECK(sums->row != NULL);
    }
    struct figures_row *row = &sums->row[sums->rows++];
    *row = (struct figures_row){.id = 0};
    return row;
}

/* The hit points of the later of two rows: those of an encounter, not a sum. */
static void take_hit_points(struct figures_row *to, const struct figures_row *from)
{
    if (from->hp_count == 0) {
        return;
    }
    free(to->hp);
    to->hp = calloc((size_t)from->hp_count, sizeof *to->hp);
    CHECK(to->hp != NULL);
    memcpy(to->hp, from->hp, (size_t)from->hp_count * sizeof *to->hp);
    to->hp_count = to->hp_room = from->hp_count;
}

static void add_numbers(struct figures_row *to, const struct figures_row *from)
{
#define NUMBER(type, member) to->member += from->member;
    FIGURES_NUMBERS(NUMBER)
#undef NUMBER
    to->hits_expected += from->hits_expected;
    to->damage_expected += from->damage_expected;
    to->has_unknown_hits = to->has_unknown_hits || from->has_unknown_hits;
    to->has_unknown_damage = to->has_unknown_damage || from->has_unknown_damage;
    luck_add(&to->hits_luck, &from->hits_luck);
    luck_add(&to->damage_luck, &from->damage_luck);
}

/* ---- sides and groups ------------------------------------------------------------------ */

static void sum_side(struct figures *figures, int side)
{
    struct figures_row *sum = &figures->side[side];
    free_row(sum);
    *sum = (struct figures_row){.side = side};
    for (int i = 0; i < figures->rows; i++) {
        const struct figures_row *row = &figures->row[i];
        if ((row->side == SIDE_PARTY) == (side == SIDE_PARTY)) {
            add_numbers(sum, row);
        }
    }
    sum->rounds = figures->side_rounds[side];
}

static struct figures_morale *morale_of(struct figures *figures, const char *group)
{
    for (int i = 0; i < figures->morales; i++) {
        if (strcmp(figures->morale[i].group, group) == 0) {
            return &figures->morale[i];
        }
    }
    struct figures_morale *morale = &figures->morale[figures->morales++];
    *morale = (struct figures_morale){.checks = 0};
    memcpy(morale->group, group, sizeof morale->group);
    return morale;
}

static struct figures_faces *faces_of(struct figures *figures, const struct figures_faces *like)
{
    for (int i = 0; i < figures->faces_count; i++) {
        struct figures_faces *faces = &figures->faces[i];
        if (faces->sides == like->sides && faces->is_entered == like->is_entered) {
            return faces;
        }
    }
    struct figures_faces *faces = &figures->faces[figures->faces_count++];
    *faces = (struct figures_faces){.sides = like->sides, .is_entered = like->is_entered};
    faces->count = calloc((size_t)like->sides, sizeof *faces->count);
    CHECK(faces->count != NULL);
    return faces;
}

static void sum_faces(struct figures *figures)
{
    free_faces(figures);
    figures->faces = calloc((size_t)figures->thrown_count + 1, sizeof *figures->faces);
    CHECK(figures->faces != NULL);
    for (int i = 0; i < figures->thrown_count; i++) {
        const struct figures_faces *thrown = &figures->thrown[i];
        struct figures_faces *faces = faces_of(figures, thrown);
        faces->throws += thrown->throws;
        for (int k = 0; k < thrown->sides; k++) {
            faces->count[k] += thrown->count[k];
        }
    }
}

void figures_put_together(struct figures *figures)
{
    sum_side(figures, SIDE_FOES);
    sum_side(figures, SIDE_PARTY);
    sum_faces(figures);
    free(figures->morale);
    figures->morales = 0;
    figures->morale = calloc((size_t)figures->checks + 1, sizeof *figures->morale);
    CHECK(figures->morale != NULL);
    for (int i = 0; i < figures->checks; i++) {
        const struct figures_morale *check = &figures->check[i];
        struct figures_morale *morale = morale_of(figures, check->group);
        morale->checks += check->checks;
        morale->held += check->held;
        morale->held_expected += check->held_expected;
        morale->has_unknown = morale->has_unknown || check->has_unknown;
    }
}

static void add_to(struct figures_row *to, const struct figures_row *from)
{
    add_numbers(to, from);
    take_hit_points(to, from);
}

/* ---- by name --------------------------------------------------------------------------- */

static int compare_rows(const void *a, const void *b)
{
    const struct figures_row *one = a, *other = b;
    bool tells = figures_row_tells(one);
    if ((one->side == SIDE_PARTY) != (other->side == SIDE_PARTY)) {
        return one->side == SIDE_PARTY ? -1 : 1;
    }
    if (tells != figures_row_tells(other)) {
        return tells ? -1 : 1;
    }
    if (one->damage_dealt != other->damage_dealt) {
        return one->damage_dealt > other->damage_dealt ? -1 : 1;
    }
    if (one->attacks != other->attacks) {
        return one->attacks > other->attacks ? -1 : 1;
    }
    return strcmp(one->name, other->name);
}

void figures_by_name(const struct figures *figures, struct figures_sums *out)
{
    *out = (struct figures_sums){.row = NULL};
    for (int i = 0; i < figures->rows; i++) {
        const struct figures_row *from = &figures->row[i];
        int k = 0;
        while (k < out->rows &&
               (out->row[k].side != from->side || strcmp(out->row[k].name, from->name) != 0)) {
            k++;
        }
        struct figures_row *to = k < out->rows ? &out->row[k] : add_row(out);
        if (k == out->rows - 1 && to->name[0] == '\0') {
            to->side = from->side;
            to->id = from->id;
            to->encounter_id = from->encounter_id;
            memcpy(to->name, from->name, sizeof to->name);
        }
        add_to(to, from);
    }
    if (out->rows > 1) {
        qsort(out->row, (size_t)out->rows, sizeof *out->row, compare_rows);
    }
}

bool figures_are_of_several(const struct figures *figures)
{
    for (int i = 1; i < figures->rows; i++) {
        const struct figures_row *row = &figures->row[i], *first = &figures->row[0];
        if (row->encounter_id != first->encounter_id || row->evening != first->evening) {
            return true;
        }
    }
    return false;
}

/* ---- by evening ------------------------------------------------------------------------ */

static int compare_evenings(const void *a, const void *b)
{
    const struct figures_row *one = a, *other = b;
    bool is_same = one->evening == other->evening;
    return is_same                         ? (one->side == SIDE_PARTY ? -1 : 1)
           : one->evening < other->evening ? -1
                                           : 1;
}

void figures_by_evening(const struct figures *figures, struct figures_sums *out)
{
    *out = (struct figures_sums){.row = NULL};
    for (int i = 0; i < figures->rows; i++) {
        const struct figures_row *from = &figures->row[i];
        int side = from->side == SIDE_PARTY ? SIDE_PARTY : SIDE_FOES;
        int k = 0;
        if (from->evening == 0) { /* the fight never began */
            continue;
        }
        while (k < out->rows &&
               (out->row[k].side != side || out->row[k].evening != from->evening)) {
            k++;
        }
        struct figures_row *to = k < out->rows ? &out->row[k] : add_row(out);
        to->side = side;
        to->evening = from->evening;
        add_to(to, from);
    }
    if (out->rows > 1) {
        qsort(out->row, (size_t)out->rows, sizeof *out->row, compare_evenings);
    }
}

void figures_sums_free(struct figures_sums *sums)
{
    for (int i = 0; i < sums->rows; i++) {
        free_row(&sums->row[i]);
    }
    free(sums->row);
    *sums = (struct figures_sums){.row = NULL};
}

/* ---- turns ----------------------------------------------------------------------------- */

static int compare_turns(const void *a, const void *b)
{
    const struct figures_turn *one = a, *other = b;
    return one->ms < other->ms ? -1 : one->ms > other->ms ? 1 : one->row - other->row;
}

bool figures_times(const struct figures *figures, struct figures_times *out)
{
    size_t size = (size_t)(figures->turns > 0 ? figures->turns : 1) * sizeof *figures->turn;
    struct figures_turn *turn = malloc(size);
    int count = 0;
    CHECK(turn != NULL);
    for (int i = 0; i < figures->turns; i++) {
        if (figures->turn[i].ms >= 1000) {
            turn[count++] = figures->turn[i];
        }
    }
    if (count > 0) {
        qsort(turn, (size_t)count, sizeof *turn, compare_turns);
        out->middle_ms = (turn[(count - 1) / 2].ms + turn[count / 2].ms) / 2;
        out->longest_ms = turn[count - 1].ms;
        out->row = turn[count - 1].row;
    }
    free(turn);
    return count > 0;
}
