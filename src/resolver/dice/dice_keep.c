/* Order statistics without listing outcomes.
 *
 * The faces are visited from the side that the suffix names (kh, dh: from the highest; kl, dl:
 * from the lowest). What must be remembered on the way is only how many dice have been placed
 * on the faces visited so far, and the sum of those that count: the first k placed count
 * (keep), or all but the first d (drop). How many of the other dice fall on the next face
 * follows from how many are left: binomial.
 *
 * Explosions add dice, which fit the same scheme. A chain is a run of exploding faces and one
 * face that ends it. The ends are ordinary dice on the faces that do not explode. The exploding
 * faces of n chains together are negative multinomial, so how many fall on the next face is
 * negative binomial, and depends again only on how many have been placed before. First dice
 * that have been re-rolled have other masses than the further ones; then those that explode,
 * those that do not, and the further dice are groups of their own, for each number of first
 * dice that explode. So are they where further dice show one less: all are visited by what they
 * show then, not by their faces.
 *
 * So dice stand in up to four groups, the state is a count for each group and a sum, and an
 * event is one group on one face. With "keep" a state is complete once k dice are placed:
 * nothing is cut off, however long the chains. With "drop" the exploding dice are counted up to
 * a bound. */
#include "resolver/dice/dice_keep.h"

#include <string.h>

#include "resolver/dice/dice_term.h"

enum { GROUPS_MAX = 4 };

static const double WORK_MAX = 2e9;
/* Counts this unlikely, relative to the likeliest, are left out. */
static const double MASS_MIN = 1e-300;

/* Which faces the dice of a group can fall on. */
enum face_kind { FACE_ANY, FACE_EXPLODING, FACE_FINAL };

struct group {
    enum face_kind faces;
    bool is_first;   /* dice that may have been re-rolled */
    bool is_endless; /* the exploding dice of `dice` chains */
    int dice;
    int most;    /* counts 0..most are remembered */
    int stride;  /* of the count in the index of a state */
    double left; /* whole weights: of the faces to come, or (endless) of the ends and the faces
                    visited */
};

struct row {
    int from, to; /* sums that are not 0 */
};

struct keeping {
    const struct dice_term *term;
    int limit; /* this many of the first dice count, or are dropped */
    bool drops;
    bool from_high;
    /* Dice of any distribution instead of the term's faces, and after each total the mass still
     * to be visited. */
    const struct distribution *die;
    const double *rest;
    int64_t base; /* the least score; sums count what is above it */
    int rerolled; /* ro: faces that are re-rolled */
    int groups;
    struct group group[GROUPS_MAX];
    int states, width;
    struct row *row;
    double *sum; /* sum[state * width + i] */
    double *count_mass, *count_tail;
    struct distribution *out;
    double weight; /* of this choice of groups */
    double work;   /* of all choices so far */
};

/* ---- how many dice fall on a face ------------------------------------------------------ */

struct law {
    bool is_endless;
    double n;    /* dice left, or chains and exploding dice before */
    double odds; /* binomial: of this face against the others; endless: chance of one more */
    int only;    /* the one possible count, or -1 */
};

/* The mass of j + 1 against that of j. */
static double step_up(const struct law *law, double j)
{
    double dice = law->is_endless ? law->n + j : law->n - j;
    return dice / (j + 1) * law->odds;
}

static double likeliest(const struct law *law)
{
    double most = law->is_endless ? (law->n - 1) * law->odds / (1 - law->odds)
                                  : (law->n + 1) * law->odds / (1 + law->odds);
    most = most < 0 ? 0 : most;
    most = (double)(int64_t)most;
    return !law->is_endless && most > law->n ? law->n : most;
}

/* mass[j] for j < room, and tail[j] = the mass of j and more for j <= room. From the likeliest
 * count outward and scaled afterward, since a power could underflow otherwise. */
static void fill_counts(double *mass, double *tail, int room, const struct law *law)
{
    memset(mass, 0, (size_t)room * sizeof *mass);
    double beyond = 0;
    double whole = 0;
    int64_t peak = law->only >= 0 ? law->only : (int64_t)likeliest(law);
    double height = 1;
    for (int64_t j = peak; height > MASS_MIN; j++) {
        whole += height;
        if (j < room) {
            mass[j] = height;
        } else {
            beyond += height;
        }
        height = law->only >= 0 ? 0 : height * step_up(law, (double)j);
    }
    height = 1;
    for (int64_t j = peak - 1; j >= 0 && law->only < 0; j--) {
        height /= step_up(law, (double)j);
        if (height <= MASS_MIN) {
            break;
        }
        whole += height;
        if (j < room) {
            mass[j] = height;
        } else {
            beyond += height;
        }
    }
    tail[room] = beyond / whole;
    for (int j = room - 1; j >= 0; j--) {
        mass[j] /= whole;
        tail[j] = tail[j + 1] + mass[j];
    }
}

/* ---- groups ---------------------------------------------------------------------------- */

/* How often a die of the group falls on the face, in whole numbers, so that the rest can be
 * subtracted exactly. */
static double face_weight(const struct keeping *keeping, const struct group *group, int face)
{
    const struct dice_term *term = keeping->term;
    if (face < dice_term_low_face(term) || face > dice_term_high_face(term)) {
        return 0;
    }
    if (group->faces != FACE_ANY &&
        dice_condition_holds(term->explode, face) != (group->faces == FACE_EXPLODING)) {
        return 0;
    }
    if (!group->is_first || term->reroll.comparison == COMPARE_NONE) {
        return 1;
    }
    bool is_rerolled = dice_condition_holds(term->reroll, face);
    if (!term->rerolls_once) {
        return is_rerolled ? 0 : 1;
    }
    return keeping->rerolled + (is_rerolled ? 0.0 : term->sides);
}

static int dice_counted(const struct keeping *keeping, int placed)
{
    if (keeping->drops) {
        return placed > keeping->limit ? placed - keeping->limit : 0;
    }
    return placed < keeping->limit ? placed : keeping->limit;
}

static void add_group(struct keeping *keeping, enum face_kind faces, bool is_first, int dice,
                      int most)
{
    if (dice > 0) {
        keeping->group[keeping->groups++] = (struct group){
            .faces = faces,
            .is_first = is_first,
            .dice = dice,
            .most = keeping->drops || dice < keeping->limit ? dice : keeping->limit - 1,
        };
        if (most >= 0) {
            keeping->group[keeping->groups - 1].is_endless = true;
            keeping->group[keeping->groups - 1].most = most;
        }
    }
}

/* Exploding dice to count when the others are dropped: more of them are beyond the budget. */
static int endless_most(const struct keeping *keeping, const struct term_faces *faces,
                        int chains, double budget)
{
    if (!keeping->drops) {
        return keeping->limit - 1;
    }
    double odds = (double)face_set_size(&faces->all_exploding) / keeping->term->sides;
    struct law law = {.is_endless = true, .n = chains, .odds = odds, .only = -1};
    /* Beyond twice the likeliest count, masses fall at least as fast as a geometric series. */
    double peak = likeliest(&law);
    double height = 1;
    double j = peak;
    while (height * (j + 1) / (1 - odds) > budget && j < (int)DISTRIBUTION_TOTALS_MAX) {
        height *= step_up(&law, j);
        j++;
    }
    return (int)j;
}

/* ---- events ---------------------------------------------------------------------------- */

static int placed_dice(const struct keeping *keeping, int state)
{
    int placed = 0;
    for (int i = 0; i < keeping->groups; i++) {
        const struct group *group = &keeping->group[i];
        placed += state / group->stride % (group->most + 1);
    }
    return placed;
}

/* Adds the masses of a state's sums to a state in which `value` more is counted. */
static void move_sums(struct keeping *keeping, int from_state, int to_state, int value,
                      double mass)
{
    const struct row *source = &keeping->row[from_state];
    struct row *target = &keeping->row[to_state];
    const double *restrict sums = keeping->sum + (size_t)from_state * (size_t)keeping->width;
    double *restrict sums_to = keeping->sum + (size_t)to_state * (size_t)keeping->width + value;
    CHECK(source->to + value <= keeping->width);
    for (int i = source->from; i < source->to; i++) {
        sums_to[i] += sums[i] * mass;
    }
    if (target->from == target->to) {
        *target = (struct row){source->from + value, source->to + value};
        return;
    }
    target->from = source->from + value < target->from ? source->from + value : target->from;
    target->to = source->to + value > target->to ? source->to + value : target->to;
}

/* A state is complete: its sums plus `value` are totals of `counted` dice. */
static void finish_sums(struct keeping *keeping, int state, int value, int counted, double mass)
{
    const double *sums = keeping->sum + (size_t)state * (size_t)keeping->width;
    int64_t shift = counted * keeping->base + value - keeping->out->low;
    double share = mass * keeping->weight;
    for (int i = keeping->row[state].from; i < keeping->row[state].to; i++) {
        keeping->out->mass[shift + i] += sums[i] * share;
    }
}

static void leave_state(struct keeping *keeping, const struct group *group, int state, int room,
                        int value)
{
    const double *mass = keeping->count_mass;
    const double *tail = keeping->count_tail;
    struct row *row = &keeping->row[state];
    double *sums = keeping->sum + (size_t)state * (size_t)keeping->width;
    int placed = placed_dice(keeping, state);
    int counted = dice_counted(keeping, placed);
    int most = room - 1;
    if (keeping->drops) {
        double lost = 0;
        for (int i = row->from; i < row->to; i++) {
            lost += sums[i];
        }
        keeping->out->missing += lost * tail[room] * keeping->weight;
    } else {
        int needed = keeping->limit - placed;
        if (needed <= room) {
            finish_sums(keeping, state, value * needed, keeping->limit, tail[needed]);
        }
        most = needed - 1 < most ? needed - 1 : most;
    }
    for (int j = 1; j <= most; j++) {
        if (mass[j] > 0) {
            int more = dice_counted(keeping, placed + j) - counted;
            move_sums(keeping, state, state + j * group->stride, value * more, mass[j]);
        }
    }
    for (int i = row->from; i < row->to; i++) {
        sums[i] *= mass[0];
    }
    if (mass[0] == 0) {
        *row = (struct row){0, 0};
    }
}

/* The dice of one group that fall on one face, in every state: the score of each, how often the
 * face falls, and how often the group falls on the faces that are left (endless: on those it
 * has had). */
static void visit(struct keeping *keeping, struct group *group, int64_t score, double weight,
                  double after)
{
    int value = (int)(score - keeping->base);
    int block = group->stride * (group->most + 1);
    for (int c = group->most; c >= 0; c--) { /* a state is read before it is written */
        struct law law = {.is_endless = group->is_endless, .only = -1};
        if (group->is_endless) {
            law.n = (double)group->dice + c;
            law.odds = weight / after;
        } else {
            law.n = group->dice - c;
            law.odds = weight / after;
            law.only = group->dice == c ? 0 : after <= 0 ? group->dice - c : -1;
        }
        int room = group->most - c + 1;
        fill_counts(keeping->count_mass, keeping->count_tail, room, &law);
        for (int high = 0; high < keeping->states; high += block) {
            for (int low = 0; low < group->stride; low++) {
                int state = high + c * group->stride + low;
                bool is_complete =
                    !keeping->drops && placed_dice(keeping, state) >= keeping->limit;
                if (keeping->row[state].from < keeping->row[state].to && !is_complete) {
                    leave_state(keeping, group, state, room, value);
                }
            }
        }
    }
    group->left = after;
}

static int64_t score_shown(const struct keeping *keeping, int shown)
{
    return dice_term_score(keeping->term, dice_term_value(keeping->term, shown));
}

/* In the order of what dice show, from one side to the other; a further die that penetrates
 * shows one less than its face. Faces of equal score are visited together, since their order
 * changes nothing. */
static void visit_faces(struct keeping *keeping)
{
    const struct dice_term *term = keeping->term;
    int less = dice_term_penetrates(term) ? 1 : 0;
    int low = dice_term_low_face(term) - less;
    int high = dice_term_high_face(term);
    for (int i = 0; i <= high - low;) {
        double weight[GROUPS_MAX] = {0};
        int64_t score = score_shown(keeping, keeping->from_high ? high - i : low + i);
        int64_t next = score;
        while (i <= high - low && next == score) {
            int shown = keeping->from_high ? high - i : low + i;
            for (int g = 0; g < keeping->groups; g++) {
                const struct group *group = &keeping->group[g];
                weight[g] += face_weight(keeping, group, shown + (group->is_first ? 0 : less));
            }
            i++;
            next = score_shown(keeping, keeping->from_high ? high - i : low + i);
        }
        for (int g = 0; g < keeping->groups; g++) {
            struct group *group = &keeping->group[g];
            if (weight[g] > 0) {
                visit(keeping, group, score, weight[g],
                      group->left + (group->is_endless ? weight[g] : -weight[g]));
            }
        }
    }
}

static void visit_totals(struct keeping *keeping)
{
    const struct distribution *die = keeping->die;
    for (int k = 0; k < die->count;) {
        double weight = 0;
        double rest = 0;
        int i = keeping->from_high ? die->count - 1 - k : k;
        int64_t score = dice_term_score(keeping->term, die->low + i);
        int64_t next = score;
        while (k < die->count && next == score) {
            weight += die->mass[i];
            rest = keeping->rest[i];
            k++;
            i = keeping->from_high ? die->count - 1 - k : k;
            next = dice_term_score(keeping->term, die->low + i);
        }
        if (weight > 0) {
            visit(keeping, &keeping->group[0], score, weight, rest);
        }
    }
}

static void visit_all(struct keeping *keeping)
{
    if (keeping->die != NULL) {
        visit_totals(keeping);
    } else {
        visit_faces(keeping);
    }
    for (int state = 0; state < keeping->states; state++) {
        finish_sums(keeping, state, 0, dice_counted(keeping, placed_dice(keeping, state)), 1);
    }
}

/* ---- one choice of groups -------------------------------------------------------------- */

static enum status too_long(struct error *err)
{
    return error_set(err, STATUS_FULL, "", "too large to enumerate in a reasonable time");
}

/* Lays out the states; false when there are too many to go through. */
static bool lay_out(struct keeping *keeping, int value_span)
{
    double states = 1;
    double most_placed = 0;
    double work = 0;
    enum { SCORES = 3 }; /* below, at and above the number to meet */
    double faces = keeping->term->success.comparison != COMPARE_NONE ? SCORES
                   : keeping->die != NULL                            ? keeping->die->count
                                                                     : keeping->term->sides;
    for (int i = 0; i < keeping->groups; i++) {
        struct group *group = &keeping->group[i];
        if (states * (group->most + 1.0) > 1e8) {
            return false;
        }
        group->stride = (int)states;
        states *= group->most + 1.0;
        most_placed += group->most;
        work += faces * group->most * 100;
        group->left = 0;
    }
    keeping->states = (int)states;
    double counted = keeping->drops ? most_placed - keeping->limit : keeping->limit;
    counted = counted < 0 ? 0 : counted;
    double width = counted * value_span + 1;
    for (int i = 0; i < keeping->groups; i++) {
        double one_state = most_placed <= 1 ? 1 : width / 2;
        work += faces * states * one_state * (keeping->group[i].most / 2.0 + 1) / 2;
    }
    keeping->work += work;
    if (keeping->work > WORK_MAX || width > 1e8) {
        return false;
    }
    keeping->width = (int)width;
    return true;
}

static void weigh_groups(struct keeping *keeping, const struct term_faces *faces)
{
    int low = dice_term_low_face(keeping->term);
    int high = dice_term_high_face(keeping->term);
    for (int i = 0; i < keeping->groups; i++) {
        struct group *group = &keeping->group[i];
        group->left = group->is_endless ? face_set_size(&faces->all_final) : 0;
        for (int face = low; face <= high && !group->is_endless; face++) {
            group->left += face_weight(keeping, group, face);
        }
    }
}

/* Adds the totals of this choice of groups to keeping->out. */
static enum status add_choice(struct keeping *keeping, const struct term_faces *faces,
                              int value_span, struct arena *arena, struct error *err)
{
    if (!lay_out(keeping, value_span)) {
        return too_long(err);
    }
    weigh_groups(keeping, faces);
    int most = 0;
    for (int i = 0; i < keeping->groups; i++) {
        most = keeping->group[i].most > most ? keeping->group[i].most : most;
    }
    size_t mark = arena->used;
    size_t states = (size_t)keeping->states;
    keeping->row = arena_take(arena, states, sizeof *keeping->row);
    keeping->count_mass = arena_take(arena, (size_t)most + 1, sizeof(double));
    keeping->count_tail = arena_take(arena, (size_t)most + 2, sizeof(double));
    keeping->sum = arena_take(arena, states * (size_t)keeping->width, sizeof(double));
    bool has_room = keeping->row != NULL && keeping->count_mass != NULL &&
                    keeping->count_tail != NULL && keeping->sum != NULL;
    if (has_room) {
        keeping->row[0].to = 1;
        keeping->sum[0] = 1;
        visit_all(keeping);
    }
    arena->used = mark;
    return has_room ? STATUS_OK
                    : error_set(err, STATUS_FULL, "",
                                "too large to enumerate with the memory available");
}

/* ---- the whole ------------------------------------------------------------------------- */

/* Only exploding dice need "drop"; for all others it is turned into "keep". */
static void choose_side(struct keeping *keeping, const struct dice_term *term, bool explodes)
{
    bool is_drop = term->keep == DROP_HIGHEST || term->keep == DROP_LOWEST;
    bool names_high = term->keep == DROP_HIGHEST || term->keep == KEEP_HIGHEST;
    keeping->drops = is_drop && explodes;
    keeping->limit = term->keep_count;
    keeping->from_high = names_high;
    if (!keeping->drops) {
        keeping->from_high = names_high != is_drop;
        if (!explodes) {
            keeping->limit = dice_term_kept(term, term->count);
        }
    }
}

/* The groups when n of the first dice explode. */
static void part_groups(struct keeping *keeping, const struct term_faces *faces, int n,
                        double budget)
{
    keeping->groups = 0;
    add_group(keeping, FACE_EXPLODING, true, n, -1);
    add_group(keeping, FACE_FINAL, true, keeping->term->count - n, -1);
    add_group(keeping, FACE_FINAL, false, n, -1);
    add_group(keeping, FACE_EXPLODING, false, n, endless_most(keeping, faces, n, budget));
}

/* Any number of the first dice, which differ from the further ones, may explode: each number is
 * a choice of groups. */
static enum status add_parted_chains(struct keeping *keeping, const struct term_faces *faces,
                                     int value_span, double budget, struct arena *arena,
                                     struct error *err)
{
    int dice = keeping->term->count;
    struct group probe = {.faces = FACE_EXPLODING, .is_first = true};
    double exploding = 0;
    double whole = 0;
    for (int face = dice_term_low_face(keeping->term);
         face <= dice_term_high_face(keeping->term); face++) {
        probe.faces = FACE_EXPLODING;
        exploding += face_weight(keeping, &probe, face);
        probe.faces = FACE_ANY;
        whole += face_weight(keeping, &probe, face);
    }
    double *chance = arena_take(arena, 2 * (size_t)dice + 3, sizeof *chance);
    if (chance == NULL) {
        return error_set(err, STATUS_FULL, "",
                         "too large to enumerate with the memory available");
    }
    struct law law = {.n = dice, .odds = exploding / (whole - exploding), .only = -1};
    law.only = exploding >= whole ? dice : -1;
    fill_counts(chance, chance + dice + 1, dice + 1, &law);
    for (int n = 0; n <= dice; n++) { /* a long calculation is refused before it begins */
        part_groups(keeping, faces, n, budget);
        if (chance[n] > 0 && !lay_out(keeping, value_span)) {
            return too_long(err);
        }
    }
    keeping->work = 0;
    enum status status = STATUS_OK;
    for (int n = 0; n <= dice && status == STATUS_OK; n++) {
        part_groups(keeping, faces, n, budget);
        keeping->weight = chance[n];
        status = chance[n] > 0 ? add_choice(keeping, faces, value_span, arena, err) : STATUS_OK;
    }
    return status;
}

/* The totals that are possible when this many dice count. */
static enum status zero_totals(struct keeping *keeping, int value_span, double dice_most,
                               struct arena *arena, struct error *err)
{
    int fewest = dice_term_kept(keeping->term, keeping->term->count);
    double most = keeping->drops ? dice_most - keeping->limit : keeping->limit;
    most = most < fewest ? fewest : most;
    if (most > (int)DISTRIBUTION_TOTALS_MAX) {
        return too_long(err);
    }
    int64_t low = keeping->base;
    int64_t high = low + value_span;
    low *= low < 0 ? (int64_t)most : fewest;
    high *= high > 0 ? (int64_t)most : fewest;
    return distribution_zero(keeping->out, low, high, arena, err);
}

/* No die counts. */
static enum status nothing_kept(struct distribution *out, struct arena *arena,
                                struct error *err)
{
    enum status status = distribution_zero(out, 0, 0, arena, err);
    if (status == STATUS_OK) {
        out->mass[0] = 1;
    }
    return status;
}

/* The least and the greatest score of dice worth low to high. */
static void find_base(struct keeping *keeping, int64_t low, int64_t high, int *value_span)
{
    bool is_counted = keeping->term->success.comparison != COMPARE_NONE;
    keeping->base = is_counted ? 0 : low;
    *value_span = is_counted ? 1 : (int)(high - low);
}

enum status dice_keep_distribution(struct distribution *out, const struct dice_term *term,
                                   double budget, struct arena *arena, struct error *err)
{
    struct term_faces faces;
    dice_term_faces(&faces, term);
    bool explodes = !face_set_is_empty(&faces.first_exploding);
    struct keeping keeping = {.term = term, .weight = 1, .out = out};
    choose_side(&keeping, term, explodes);
    if (keeping.limit == 0 && !keeping.drops) {
        return nothing_kept(out, arena, err);
    }
    int first = faces.all.span[0].low;
    int last = faces.all.span[0].high;
    int value_span;
    find_base(&keeping, dice_term_value(term, dice_term_shown(term, first, true)),
              dice_term_value(term, last), &value_span);
    for (int face = first; term->rerolls_once && face <= last; face++) {
        keeping.rerolled += dice_condition_holds(term->reroll, face);
    }
    double chains = (double)term->count * face_set_size(&faces.all_exploding) /
                    face_set_size(&faces.all_final);
    if (explodes && chains * term->sides > 1e7) {
        return too_long(err);
    }
    bool parts_first = term->reroll.comparison != COMPARE_NONE || dice_term_penetrates(term);
    size_t mark = arena->used;
    int endless = explodes ? endless_most(&keeping, &faces, term->count, budget) : 0;
    enum status status =
        zero_totals(&keeping, value_span, 2.0 * term->count + endless, arena, err);
    if (status == STATUS_OK && explodes && parts_first) {
        status = add_parted_chains(&keeping, &faces, value_span, budget, arena, err);
    } else if (status == STATUS_OK) {
        add_group(&keeping, explodes ? FACE_FINAL : FACE_ANY, true, term->count, -1);
        if (explodes) {
            add_group(&keeping, FACE_EXPLODING, false, term->count, endless);
        }
        status = add_choice(&keeping, &faces, value_span, arena, err);
    }
    if (status != STATUS_OK) {
        arena->used = mark;
        return status;
    }
    distribution_settle(out, arena, mark);
    return STATUS_OK;
}

/* For each total the mass of those that are visited later, added up and never subtracted. */
static const double *rest_of(const struct keeping *keeping, struct arena *arena)
{
    const struct distribution *die = keeping->die;
    double *rest = arena_take(arena, (size_t)die->count, sizeof *rest);
    double sum = 0;
    for (int k = 0; rest != NULL && k < die->count; k++) {
        int i = keeping->from_high ? k : die->count - 1 - k;
        rest[i] = sum;
        sum += die->mass[i];
    }
    return rest;
}

enum status dice_keep_of_die(struct distribution *out, const struct dice_term *term,
                             const struct distribution *die, struct arena *arena,
                             struct error *err)
{
    struct term_faces faces;
    dice_term_faces(&faces, term);
    double missing = term->count * die->missing;
    struct keeping keeping = {.term = term, .die = die, .weight = 1 - missing, .out = out};
    choose_side(&keeping, term, false);
    if (keeping.limit == 0) {
        return nothing_kept(out, arena, err);
    }
    int value_span;
    find_base(&keeping, die->low, die->low + die->count - 1, &value_span);
    size_t mark = arena->used;
    enum status status = zero_totals(&keeping, value_span, 0, arena, err);
    keeping.rest = status == STATUS_OK ? rest_of(&keeping, arena) : NULL;
    if (status == STATUS_OK && keeping.rest == NULL) {
        status =
            error_set(err, STATUS_FULL, "", "too large to enumerate with the memory available");
    }
    if (status == STATUS_OK) {
        add_group(&keeping, FACE_ANY, true, term->count, -1);
        status = add_choice(&keeping, &faces, value_span, arena, err);
    }
    if (status != STATUS_OK) {
        arena->used = mark;
        return status;
    }
    out->missing += missing;
    distribution_settle(out, arena, mark);
    return STATUS_OK;
}
