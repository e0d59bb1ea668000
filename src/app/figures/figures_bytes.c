#include "app/figures/figures_bytes.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct figures_base figures_base_of(const struct figures *figures)
{
    return (struct figures_base){
        .rows = figures->rows,
        .checks = figures->checks,
        .thrown = figures->thrown_count,
        .turns = figures->turns,
        .acts = figures->acts,
        .side_rounds = {figures->side_rounds[0], figures->side_rounds[1]}};
}

/* ---- writing --------------------------------------------------------------------------- */

struct bytes {
    unsigned char *p;
    int n, room;
};

static void put(struct bytes *out, const void *bytes, int n)
{
    if (out->n + n > out->room) {
        out->room = 2 * (out->n + n) + 256;
        out->p = realloc(out->p, (size_t)out->room);
        CHECK(out->p != NULL);
    }
    memcpy(out->p + out->n, bytes, (size_t)n);
    out->n += n;
}

static void put_number(struct bytes *out, int64_t number)
{
    uint64_t left = number < 0 ? ((uint64_t) - (number + 1) << 1) | 1 : (uint64_t)number << 1;
    do {
        unsigned char byte = (unsigned char)((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
        put(out, &byte, 1);
        left >>= 7;
    } while (left > 0);
}

static void put_real(struct bytes *out, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    for (int i = 0; i < 8; i++) {
        unsigned char byte = (unsigned char)(bits >> (8 * i));
        put(out, &byte, 1);
    }
}

static void put_text(struct bytes *out, const char *text)
{
    int n = (int)strlen(text);
    put_number(out, n);
    put(out, text, n);
}

static void put_luck(struct bytes *out, const struct luck *luck)
{
    put_number(out, luck->is_unknown);
    put_number(out, luck->parts);
    for (int i = 0; i < luck->parts; i++) {
        put_number(out, luck->part[i].times);
        put_number(out, luck->part[i].count);
        for (int k = 0; k < luck->part[i].count; k++) {
            put_number(out, luck->value[luck->part[i].first + k].value);
            put_real(out, luck->value[luck->part[i].first + k].chance);
        }
    }
}

static void put_row(struct bytes *out, const struct figures_row *row)
{
    put_text(out, row->name);
    const int64_t numbers[] = {row->id,
                               row->side,
                               row->evening,
                               row->attacks,
                               row->hits,
                               row->has_unknown_hits,
                               row->kills,
                               row->brought_to_0,
                               row->killed,
                               row->downs,
                               row->has_unknown_damage,
                               row->turns,
                               row->rounds,
                               row->damage_dealt,
                               row->damage_rolled,
                               row->hp_taken,
                               row->healed,
                               row->damage_taken,
                               row->reactions,
                               row->turn_ms,
                               row->reactions_stopped,
                               row->initiative_spent,
                               row->hp_count};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        put_number(out, numbers[i]);
    }
    for (int i = 0; i < row->hp_count; i++) {
        put_number(out, row->hp[i]);
    }
    put_real(out, row->hits_expected);
    put_real(out, row->damage_expected);
    put_luck(out, &row->hits_luck);
    put_luck(out, &row->damage_luck);
}

static void put_checks(struct bytes *out, const struct figures *figures, int from)
{
    put_number(out, figures->checks - from);
    for (int i = from; i < figures->checks; i++) {
        const struct figures_morale *check = &figures->check[i];
        put_text(out, check->group);
        put_number(out, check->checks);
        put_number(out, check->held);
        put_number(out, check->has_unknown);
        put_real(out, check->held_expected);
    }
}

static void put_faces(struct bytes *out, const struct figures *figures, int from)
{
    put_number(out, figures->thrown_count - from);
    for (int i = from; i < figures->thrown_count; i++) {
        const struct figures_faces *faces = &figures->thrown[i];
        put_number(out, faces->sides);
        put_number(out, faces->is_entered);
        for (int k = 0; k < faces->sides; k++) {
            put_number(out, faces->count[k]);
        }
    }
}

static void put_course(struct bytes *out, const struct figures_course *course, int rows)
{
    int most = COMBATANTS_MAX;
    while (most > 0 && course->taker[most] == 0 && course->cause[most] == 0 &&
           course->hit_by[most] == 0 && !course->is_down[most] && !course->is_crowd[most] &&
           !course->has_hp[most]) {
        most--;
    }
    put_number(out, course->turn);
    put_number(out, course->last_ms);
    put_number(out, most);
    for (int id = 1; id <= most; id++) {
        put_number(out, course->taker[id]);
        put_number(out, course->cause[id]);
        put_number(out, course->hit_by[id]);
        put_number(out, course->hit_damage[id]);
        put_number(out, course->hit_row[id] > 0 ? course->hit_row[id] - rows : 0);
        put_number(out, (course->is_down[id] ? 1 : 0) + (course->is_crowd[id] ? 2 : 0) +
                            (course->has_hp[id] ? 4 : 0));
        put_number(out, course->has_hp[id] ? course->hp[id] : 0);
    }
}

unsigned char *figures_to_bytes(const struct figures_counting *counting,
                                const struct figures_base *base, int *count)
{
    const struct figures *figures = counting->figures;
    struct bytes out = {.p = NULL};
    put_number(&out, figures->acts - base->acts);
    put_number(&out, figures->side_rounds[0] - base->side_rounds[0]);
    put_number(&out, figures->side_rounds[1] - base->side_rounds[1]);
    put_number(&out, figures->rows - base->rows);
    for (int i = base->rows; i < figures->rows; i++) {
        put_row(&out, &figures->row[i]);
    }
    put_number(&out, figures->turns - base->turns);
    for (int i = base->turns; i < figures->turns; i++) {
        put_number(&out, figures->turn[i].row - base->rows);
        put_number(&out, figures->turn[i].ms);
    }
    put_checks(&out, figures, base->checks);
    put_faces(&out, figures, base->thrown);
    put_course(&out, &counting->course, base->rows);
    *count = out.n;
    return out.p;
}

/* ---- reading --------------------------------------------------------------------------- */

/* Nothing more is read after a mistake. */
struct reader {
    const unsigned char *p;
    int n, at;
    bool is_wrong;
};

static int64_t get_number(struct reader *in, int64_t least, int64_t most)
{
    uint64_t bits = 0;
    bool goes_on = true;
    for (int shift = 0; goes_on && shift < 64; shift += 7) {
        in->is_wrong = in->is_wrong || in->at >= in->n;
        if (in->is_wrong) {
            return least;
        }
        unsigned char byte = in->p[in->at++];
        bits |= (uint64_t)(byte & 0x7f) << shift;
        goes_on = (byte & 0x80) != 0;
    }
    int64_t half = (int64_t)(bits >> 1);
    int64_t number = (bits & 1) != 0 ? -half - 1 : half;
    in->is_wrong = in->is_wrong || goes_on || number < least || number > most;
    return in->is_wrong ? least : number;
}

static int get_int(struct reader *in, int least, int most)
{
    return (int)get_number(in, least, most);
}

/* The length of a list, each of whose items takes a byte at least. */
static int get_count(struct reader *in)
{
    return get_int(in, 0, in->n - in->at);
}

static double get_real(struct reader *in)
{
    uint64_t bits = 0;
    double number;
    in->is_wrong = in->is_wrong || in->n - in->at < 8;
    for (int i = 0; i < 8 && !in->is_wrong; i++) {
        bits |= (uint64_t)in->p[in->at++] << (8 * i);
    }
    memcpy(&number, &bits, sizeof number);
    in->is_wrong = in->is_wrong || !isfinite(number);
    return in->is_wrong ? 0 : number;
}

static void get_text(struct reader *in, char *out, int size)
{
    int n = get_int(in, 0, size - 1);
    in->is_wrong = in->is_wrong || n > in->n - in->at;
    n = in->is_wrong ? 0 : n;
    memcpy(out, in->p + in->at, (size_t)n);
    out[n] = '\0';
    in->at += n;
}

static void get_luck(struct reader *in, struct luck *luck)
{
    struct luck_value value[LUCK_VALUES_MAX];
    luck->is_unknown = get_int(in, 0, 1) != 0;
    int parts = get_count(in);
    for (int i = 0; i < parts && !in->is_wrong; i++) {
        int64_t times = get_number(in, 1, INT_MAX);
        int count = get_int(in, 1, LUCK_VALUES_MAX);
        for (int k = 0; k < count; k++) {
            value[k].value = get_number(in, -LUCK_VALUE_MAX, LUCK_VALUE_MAX);
            value[k].chance = get_real(in);
            in->is_wrong = in->is_wrong || (k > 0 && value[k].value <= value[k - 1].value);
        }
        if (!in->is_wrong) {
            luck_add_times(luck, value, count, times);
        }
    }
}

static void get_row(struct reader *in, struct figures *figures)
{
    figures->row =
        figures_grown(figures->row, figures->rows, &figures->rows_room, sizeof *figures->row);
    struct figures_row *row = &figures->row[figures->rows++];
    *row = (struct figures_row){.id = 0};
    get_text(in, row->name, sizeof row->name);
    row->id = get_int(in, 1, COMBATANTS_MAX);
    row->side = get_int(in, 0, INT_MAX);
    row->evening = get_int(in, 0, INT_MAX);
    row->attacks = get_int(in, 0, INT_MAX);
    row->hits = get_int(in, 0, INT_MAX);
    row->has_unknown_hits = get_int(in, 0, 1) != 0;
    row->kills = get_int(in, INT_MIN, INT_MAX);
    row->brought_to_0 = get_int(in, INT_MIN, INT_MAX);
    row->killed = get_int(in, INT_MIN, INT_MAX);
    row->downs = get_int(in, INT_MIN, INT_MAX);
    row->has_unknown_damage = get_int(in, 0, 1) != 0;
    row->turns = get_int(in, 0, INT_MAX);
    row->rounds = get_int(in, 0, INT_MAX);
    row->damage_dealt = get_number(in, INT64_MIN, INT64_MAX);
    row->damage_rolled = get_number(in, INT64_MIN, INT64_MAX);
    row->hp_taken = get_number(in, INT64_MIN, INT64_MAX);
    row->healed = get_number(in, INT64_MIN, INT64_MAX);
    row->damage_taken = get_number(in, INT64_MIN, INT64_MAX);
    row->reactions = get_int(in, INT_MIN, INT_MAX);
    row->turn_ms = get_number(in, 0, INT64_MAX);
    row->reactions_stopped = get_int(in, INT_MIN, INT_MAX);
    row->initiative_spent = get_number(in, INT64_MIN, INT64_MAX);
    int hp = get_count(in);
    for (int i = 0; i < hp && !in->is_wrong; i++) {
        row->hp = figures_grown(row->hp, row->hp_count, &row->hp_room, sizeof *row->hp);
        row->hp[row->hp_count++] = get_int(in, INT_MIN, INT_MAX);
    }
    row->hits_expected = get_real(in);
    row->damage_expected = get_real(in);
    get_luck(in, &row->hits_luck);
    get_luck(in, &row->damage_luck);
}

static void get_turns(struct reader *in, struct figures *figures)
{
    int turns = get_count(in);
    for (int i = 0; i < turns && !in->is_wrong; i++) {
        figures->turn = figures_grown(figures->turn, figures->turns, &figures->turns_room,
                                      sizeof *figures->turn);
        struct figures_turn *turn = &figures->turn[figures->turns++];
        turn->row = get_int(in, 0, figures->rows - 1);
        turn->ms = get_number(in, 0, INT64_MAX);
    }
}

static void get_checks(struct reader *in, struct figures *figures, int64_t encounter)
{
    char group[FIGURES_NAME_SIZE];
    int checks = get_count(in);
    for (int i = 0; i < checks && !in->is_wrong; i++) {
        get_text(in, group, sizeof group);
        struct figures_morale *check = figures_morale_of(figures, encounter, group);
        check->checks = get_int(in, 0, INT_MAX);
        check->held = get_int(in, 0, INT_MAX);
        check->has_unknown = get_int(in, 0, 1) != 0;
        check->held_expected = get_real(in);
    }
}

static void get_faces(struct reader *in, struct figures *figures, int64_t encounter)
{
    int count = get_count(in);
    for (int i = 0; i < count && !in->is_wrong; i++) {
        int sides = get_int(in, 1, FIGURES_SIDES_MAX);
        bool is_entered = get_int(in, 0, 1) != 0;
        struct figures_faces *faces = figures_faces_of(figures, encounter, sides, is_entered);
        for (int k = 0; k < sides && !in->is_wrong; k++) {
            int64_t throws = get_number(in, 0, INT_MAX);
            faces->count[k] += throws;
            faces->throws += throws;
        }
    }
}

/* `rows`: of the encounter. */
static void get_course(struct reader *in, struct figures_course *course, int rows)
{
    course->turn = get_int(in, 0, COMBATANTS_MAX);
    course->last_ms = get_number(in, INT64_MIN, INT64_MAX);
    int most = get_int(in, 0, COMBATANTS_MAX);
    for (int id = 1; id <= most && !in->is_wrong; id++) {
        course->taker[id] = get_int(in, 0, COMBATANTS_MAX);
        course->cause[id] = get_int(in, 0, COMBATANTS_MAX);
        course->hit_by[id] = get_int(in, 0, COMBATANTS_MAX);
        course->hit_damage[id] = get_int(in, INT_MIN, INT_MAX);
        course->hit_row[id] = get_int(in, 0, rows);
        int flags = get_int(in, 0, 7);
        course->is_down[id] = (flags & 1) != 0;
        course->is_crowd[id] = (flags & 2) != 0;
        course->has_hp[id] = (flags & 4) != 0;
        course->hp[id] = get_int(in, INT_MIN, INT_MAX);
    }
}

/* ---- adding ---------------------------------------------------------------------------- */

static void take_rows(struct figures *figures, struct figures *from, int64_t encounter,
                      const char *name)
{
    int first = figures->rows;
    for (int i = 0; i < from->rows; i++) {
        figures->row = figures_grown(figures->row, figures->rows, &figures->rows_room,
                                     sizeof *figures->row);
        struct figures_row *row = &figures->row[figures->rows++];
        *row = from->row[i];
        row->encounter_id = encounter;
        text_format(row->encounter, sizeof row->encounter, "%s", name);
    }
    from->rows = 0; /* what they own was taken over */
    for (int i = 0; i < from->turns; i++) {
        figures->turn = figures_grown(figures->turn, figures->turns, &figures->turns_room,
                                      sizeof *figures->turn);
        figures->turn[figures->turns++] =
            (struct figures_turn){first + from->turn[i].row, from->turn[i].ms};
    }
}

static void take_dice(struct figures *figures, const struct figures *from)
{
    for (int i = 0; i < from->checks; i++) {
        const struct figures_morale *check = &from->check[i];
        *figures_morale_of(figures, check->encounter_id, check->group) = *check;
    }
    for (int i = 0; i < from->thrown_count; i++) {
        const struct figures_faces *faces = &from->thrown[i];
        struct figures_faces *to =
            figures_faces_of(figures, faces->encounter_id, faces->sides, faces->is_entered);
        to->throws = faces->throws;
        memcpy(to->count, faces->count, (size_t)faces->sides * sizeof *faces->count);
    }
}

bool figures_from_bytes(struct figures_counting *counting, const char *encounter,
                        const unsigned char *bytes, int count)
{
    struct reader in = {.p = bytes, .n = count};
    struct figures figures, *to = counting->figures;
    struct figures_course *course = calloc(1, sizeof *course);
    CHECK(course != NULL);
    figures_init(&figures);
    figures.acts = get_number(&in, 0, INT_MAX);
    figures.side_rounds[0] = get_int(&in, 0, INT_MAX);
    figures.side_rounds[1] = get_int(&in, 0, INT_MAX);
    int rows = get_count(&in);
    for (int i = 0; i < rows && !in.is_wrong; i++) {
        get_row(&in, &figures);
    }
    get_turns(&in, &figures);
    get_checks(&in, &figures, counting->encounter_id);
    get_faces(&in, &figures, counting->encounter_id);
    get_course(&in, course, figures.rows);
    bool is_sound = !in.is_wrong && in.at == in.n;
    if (is_sound) {
        to->acts += figures.acts;
        to->side_rounds[0] += figures.side_rounds[0];
        to->side_rounds[1] += figures.side_rounds[1];
        int before = to->rows;
        take_rows(to, &figures, counting->encounter_id, encounter);
        take_dice(to, &figures);
        for (int id = 1; id <= COMBATANTS_MAX; id++) {
            course->hit_row[id] += course->hit_row[id] > 0 ? before : 0;
        }
        counting->course = *course;
    }
    figures_free(&figures);
    free(course);
    return is_sound;
}
