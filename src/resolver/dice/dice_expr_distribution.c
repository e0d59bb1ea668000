/* Exact distributions of whole expressions: first of each term, in the cheapest way that its
 * suffixes allow, then of the operators above. Nodes are computed in order, and each leaves
 * only its own result in the arena, like values on a stack. */
#include "resolver/dice/dice_expr_distribution.h"

#include <string.h>

#include "resolver/dice/dice_term.h"

/* The mass of endless chains that may be cut off in one expression. */
static const double MISSING_MAX = 1e-13;
/* Pairs of totals, or of a total and a face: a second or so. */
static const double WORK_MAX = 1e9;

static enum status too_long(struct error *err)
{
    return error_set(err, STATUS_FULL, "", "too large to enumerate in a reasonable time");
}

/* ---- terms that keep or drop some dice ------------------------------------------------- */

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
enum { GROUPS_MAX = 4 };

static const double KEEPING_WORK_MAX = 2e9;
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
    while (height * (j + 1) / (1 - odds) > budget) {
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
                if (keeping->row[state].from < keeping->row[state].to) {
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

/* ---- one choice of groups -------------------------------------------------------------- */

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
    if (keeping->work > KEEPING_WORK_MAX) {
        return false;
    }
    keeping->width = (int)width;
    return true;
}

/* Adds the totals of this choice of groups to keeping->out. */
static enum status add_choice(struct keeping *keeping, const struct term_faces *faces,
                              int value_span, struct arena *arena, struct error *err)
{
    if (!lay_out(keeping, value_span)) {
        return too_long(err);
    }
    int low = dice_term_low_face(keeping->term);
    int high = dice_term_high_face(keeping->term);
    for (int i = 0; i < keeping->groups; i++) {
        struct group *group = &keeping->group[i];
        group->left = group->is_endless ? face_set_size(&faces->all_final) : 0;
        for (int face = low; face <= high && !group->is_endless; face++) {
            group->left += face_weight(keeping, group, face);
        }
    }
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
        if (keeping->die != NULL) {
            visit_totals(keeping);
        } else {
            visit_faces(keeping);
        }
        for (int state = 0; state < keeping->states; state++) {
            finish_sums(keeping, state, 0, dice_counted(keeping, placed_dice(keeping, state)),
                        1);
        }
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

/* The term must end (dice_term_range). At most `budget` is added to out->missing. STATUS_FULL
 * when it would take long or the arena is too small; the arena is then unchanged. */
static enum status keep_distribution(struct distribution *out, const struct dice_term *term,
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
    distribution_move_down(out, arena, mark);
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

/* The same for dice of any distribution, to which the term's keep and success are applied: the
 * value of each of term->count dice. Mass missing of one die is missing of the whole. */
static enum status keep_of_die(struct distribution *out, const struct dice_term *term,
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
    distribution_move_down(out, arena, mark);
    return STATUS_OK;
}

/* ---- one die --------------------------------------------------------------------------- */

/* Adds mass_each to the total of every face of the set. */
static void add_faces(struct distribution *values, const struct dice_term *term,
                      const struct face_set *set, bool is_further, double mass_each)
{
    for (int i = 0; i < set->spans; i++) {
        for (int face = set->span[i].low; face <= set->span[i].high; face++) {
            values->mass[dice_term_adds(term, face, is_further) - values->low] += mass_each;
        }
    }
}

static enum status zero_values(struct distribution *values, const struct dice_term *term,
                               const struct face_set *set, bool is_further, struct arena *arena,
                               struct error *err)
{
    int64_t low, high;
    face_set_adds(term, set, is_further, &low, &high);
    return distribution_zero(values, low, high, arena, err);
}

/* The distribution of what the faces of the set add, each face with its mass after re-rolls. */
static enum status first_values(struct distribution *values, const struct dice_term *term,
                                const struct face_set *set, const struct term_faces *faces,
                                struct arena *arena, struct error *err)
{
    enum status status = zero_values(values, term, set, false, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (!term->rerolls_once) {
        add_faces(values, term, set, false, 1.0 / face_set_size(&faces->first));
        return STATUS_OK;
    }
    int rerolled = 0;
    for (int face = faces->all.span[0].low; face <= faces->all.span[0].high; face++) {
        rerolled += dice_condition_holds(term->reroll, face);
    }
    double again = (double)rerolled / term->sides / term->sides;
    for (int i = 0; i < set->spans; i++) {
        for (int face = set->span[i].low; face <= set->span[i].high; face++) {
            bool is_rerolled = dice_condition_holds(term->reroll, face);
            values->mass[dice_term_adds(term, face, false) - values->low] +=
                again + (is_rerolled ? 0 : 1.0 / term->sides);
        }
    }
    return STATUS_OK;
}

/* ---- one die that explodes ------------------------------------------------------------- */

/* A chain, with its sign turned so that exploding faces count 0 or more. */
struct chain_parts {
    const struct dice_term *term;
    struct term_faces faces;
    enum chain_end end;
    double budget;
    struct distribution exploding, final; /* of one further die; masses add up to 1 together */
    struct distribution running; /* sums of the explosions so far, before the next die */
    double missing;              /* of a further die's chain */
    int64_t cut;                 /* the least total of what is missing */
};

/* A distribution of the negated totals, in place. */
static void turn(struct distribution *distribution)
{
    for (int i = 0; i < distribution->count / 2; i++) {
        int other = distribution->count - 1 - i;
        double mass = distribution->mass[i];
        distribution->mass[i] = distribution->mass[other];
        distribution->mass[other] = mass;
    }
    distribution->low = -(distribution->low + (distribution->count - 1));
    static const enum chain_end turned[] = {
        [CHAIN_ENDS] = CHAIN_ENDS, [CHAIN_UP] = CHAIN_DOWN, [CHAIN_DOWN] = CHAIN_UP};
    distribution->missing_end = turned[distribution->missing_end];
    distribution->missing_from = -distribution->missing_from;
}

static enum status further_values(struct distribution *values, const struct chain_parts *parts,
                                  const struct face_set *set, struct arena *arena,
                                  struct error *err)
{
    const struct dice_term *term = parts->term;
    enum status status = zero_values(values, term, set, true, arena, err);
    if (status == STATUS_OK) {
        add_faces(values, term, set, true, 1.0 / term->sides);
        if (parts->end == CHAIN_DOWN) {
            turn(values);
        }
    }
    return status;
}

/* running(t) = [t = 0] + sum of exploding(v) running(t - v): every term is non-negative, and
 * exploding values of 0 leave the sum where it is. */
static enum status run_explosions(struct chain_parts *parts, struct arena *arena,
                                  struct error *err)
{
    const struct distribution *exploding = &parts->exploding;
    int64_t most = exploding->low + exploding->count - 1;
    double chance = (double)face_set_size(&parts->faces.all_exploding) / parts->term->sides;
    double pending = chance;
    int64_t end = 0;
    while (most > 0 && pending > parts->budget && end < DISTRIBUTION_TOTALS_MAX) {
        pending *= chance;
        end += most;
    }
    if ((double)end * exploding->count > WORK_MAX) {
        return too_long(err);
    }
    enum status status = distribution_zero(&parts->running, 0, end, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    parts->cut = end + 1;
    double *running = parts->running.mass;
    double moving = 1 - distribution_at(exploding, 0);
    running[0] = 1 / moving;
    for (int64_t total = 0; total <= end; total++) {
        if (running[total] == 0) {
            continue;
        }
        running[total] /= total == 0 ? 1 : moving;
        for (int i = 0; i < exploding->count; i++) {
            int64_t value = exploding->low + i;
            if (value > 0 && total + value <= end) {
                running[total + value] += running[total] * exploding->mass[i];
            } else if (value > 0) {
                parts->missing += running[total] * exploding->mass[i];
            }
        }
    }
    return STATUS_OK;
}

/* The first die, which may be re-rolled and does not penetrate, and the dice that follow when
 * it explodes. */
static enum status first_chain(struct distribution *out, struct chain_parts *parts,
                               const struct distribution *further, struct arena *arena,
                               struct error *err)
{
    struct distribution opening;
    enum status status = first_values(&opening, parts->term, &parts->faces.first_exploding,
                                      &parts->faces, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (parts->end == CHAIN_DOWN) {
        turn(&opening);
    }
    struct distribution chain;
    status = distribution_add(&chain, &opening, further, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    parts->cut += opening.low;
    double exploding = distribution_at_least(&opening, opening.low);
    chain.missing = exploding * further->missing;
    if (face_set_is_empty(&parts->faces.first_final)) {
        *out = chain;
        return STATUS_OK;
    }
    struct distribution single;
    status = first_values(&single, parts->term, &parts->faces.first_final, &parts->faces, arena,
                          err);
    if (status != STATUS_OK) {
        return status;
    }
    if (parts->end == CHAIN_DOWN) {
        turn(&single);
    }
    int64_t low = single.low < chain.low ? single.low : chain.low;
    int64_t single_high = single.low + single.count - 1;
    int64_t high = chain.low + chain.count - 1;
    status = distribution_zero(out, low, single_high > high ? single_high : high, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    for (int i = 0; i < chain.count; i++) {
        out->mass[chain.low - low + i] += chain.mass[i];
    }
    for (int i = 0; i < single.count; i++) {
        out->mass[single.low - low + i] += single.mass[i];
    }
    out->missing = chain.missing;
    return STATUS_OK;
}

static enum status chain_distribution(struct distribution *out, struct chain_parts *parts,
                                      struct arena *arena, struct error *err)
{
    enum status status =
        further_values(&parts->exploding, parts, &parts->faces.all_exploding, arena, err);
    if (status == STATUS_OK) {
        status = further_values(&parts->final, parts, &parts->faces.all_final, arena, err);
    }
    if (status == STATUS_OK) {
        status = run_explosions(parts, arena, err);
    }
    struct distribution further = {0};
    if (status == STATUS_OK) {
        status = distribution_add(&further, &parts->running, &parts->final, arena, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    further.missing = parts->missing;
    parts->cut += parts->final.low;
    *out = further;
    if (parts->term->reroll.comparison != COMPARE_NONE || dice_term_penetrates(parts->term)) {
        status = first_chain(out, parts, &further, arena, err);
    }
    if (status == STATUS_OK && parts->end == CHAIN_DOWN) {
        turn(out);
    }
    return status;
}

/* ---- terms ----------------------------------------------------------------------------- */

/* The direction of a chain: the exploding faces of a term never count on both sides of 0. */
static enum chain_end find_end(const struct dice_term *term, const struct term_faces *faces)
{
    const struct face_set *exploding = &faces->all_exploding;
    if (face_set_is_empty(&faces->first_exploding)) {
        return CHAIN_ENDS;
    }
    int64_t low, high;
    face_set_adds(term, exploding, true, &low, &high);
    return low < 0 ? CHAIN_DOWN : CHAIN_UP;
}

/* True when all totals of a chain from `total` outward score the same. */
static bool scores_same_beyond(const struct dice_term *term, int64_t total, enum chain_end end)
{
    static const int64_t FAR = (int64_t)1 << 60;
    int64_t near = dice_term_value(term, total);
    int64_t far = dice_term_value(term, end == CHAIN_UP ? FAR : -FAR);
    if (near == far) {
        return true;
    }
    bool may_meet_once =
        term->success.comparison == COMPARE_EQUAL &&
        (end == CHAIN_UP ? near <= term->success.value : near >= term->success.value);
    return term->success.comparison != COMPARE_NONE && !may_meet_once &&
           dice_term_score(term, near) == dice_term_score(term, far);
}

/* A compounded die: the sums of its chain become values, and then scores, unless `keeps`, since
 * dice are kept by their values. Mass that was cut off is put back where all of it scores the
 * same. */
static enum status compound_die(struct distribution *out, struct chain_parts *parts, bool keeps,
                                struct arena *arena, struct error *err)
{
    const struct dice_term *term = parts->term;
    struct distribution chain;
    enum status status =
        parts->end == CHAIN_ENDS
            ? first_values(&chain, term, &parts->faces.first, &parts->faces, arena, err)
            : chain_distribution(&chain, parts, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    bool is_up = parts->end != CHAIN_DOWN;
    int64_t last = is_up ? chain.low + chain.count - 1 : chain.low;
    int64_t cut = is_up ? parts->cut : -parts->cut;
    if (chain.missing > 0 &&
        scores_same_beyond(term, (cut < last) == is_up ? cut : last, parts->end)) {
        chain.mass[last - chain.low] += chain.missing;
        chain.missing = 0;
    }
    int64_t low = dice_term_value(term, chain.low);
    int64_t high = dice_term_value(term, chain.low + chain.count - 1);
    bool is_counted = term->success.comparison != COMPARE_NONE && !keeps;
    low = is_counted ? 0 : low;
    high = is_counted ? 1 : high;
    status = distribution_zero(out, low, high, arena, err);
    for (int i = 0; status == STATUS_OK && i < chain.count; i++) {
        int64_t value = dice_term_value(term, chain.low + i);
        out->mass[(keeps ? value : dice_term_score(term, value)) - low] += chain.mass[i];
    }
    out->missing = status == STATUS_OK ? chain.missing : 0;
    return status;
}

/* One die of the term, with all that it throws added up. */
static enum status one_die(struct distribution *out, struct chain_parts *parts,
                           struct arena *arena, struct error *err)
{
    if (dice_term_compounds(parts->term)) {
        return compound_die(out, parts, false, arena, err);
    }
    return parts->end == CHAIN_ENDS
               ? first_values(out, parts->term, &parts->faces.first, &parts->faces, arena, err)
               : chain_distribution(out, parts, arena, err);
}

static enum status term_distribution(struct distribution *out, const struct dice_term *term,
                                     double budget, struct arena *arena, struct error *err)
{
    if (term->is_tens_and_ones) {
        enum status status = distribution_zero(out, 11, 66, arena, err);
        for (int i = 0; status == STATUS_OK && i < 36; i++) {
            out->mass[i / 6 * 10 + i % 6] = 1.0 / 36;
        }
        return status;
    }
    struct term_faces faces;
    dice_term_faces(&faces, term);
    bool adds_dice = !face_set_is_empty(&faces.first_exploding) && !dice_term_compounds(term);
    bool all_count = term->keep == KEEP_ALL ||
                     (!adds_dice && dice_term_kept(term, term->count) == term->count);
    if (!all_count && term->count > 0 && dice_term_compounds(term)) {
        /* Some of the compounded dice count. */
        struct chain_parts parts = {.term = term, .budget = budget / term->count};
        dice_term_faces(&parts.faces, term);
        parts.end = find_end(term, &parts.faces);
        struct distribution die;
        enum status status = compound_die(&die, &parts, true, arena, err);
        return status == STATUS_OK ? keep_of_die(out, term, &die, arena, err) : status;
    }
    if (!all_count && term->count > 0) {
        return keep_distribution(out, term, budget, arena, err);
    }
    if (term->count > 0) {
        /* The sum of `count` dice of the term, all of which count. */
        int count = term->count;
        struct chain_parts parts = {.term = term, .budget = budget / 2 / count};
        dice_term_faces(&parts.faces, term);
        parts.end = find_end(term, &parts.faces);
        struct distribution one;
        enum status status = one_die(&one, &parts, arena, err);
        if (status == STATUS_OK) {
            enum chain_end end = one.missing == 0 ? CHAIN_ENDS : parts.end;
            status = distribution_times_cut(out, &one, count, end, budget / 2, arena, err);
        }
        if (status == STATUS_OK && count == 1 && out->missing > 0 &&
            !dice_term_compounds(term)) {
            out->missing_end = parts.end;
            out->missing_from = parts.end == CHAIN_DOWN ? -parts.cut : parts.cut;
        }
        return status;
    }
    enum status status = distribution_zero(out, 0, 0, arena, err);
    if (status == STATUS_OK) {
        out->mass[0] = 1;
    }
    return status;
}

/* ---- operators ------------------------------------------------------------------------- */

static struct dice_range range_of(const struct distribution *distribution)
{
    return (struct dice_range){
        .low = distribution->low,
        .high = distribution->low + (distribution->count - 1),
    };
}

/* Leaves out impossible totals at both ends, which may lie beyond the range of the expression;
 * a divisor that is never 0 then has no total of 0. */
static void trim(struct distribution *distribution)
{
    while (distribution->count > 1 && distribution->mass[0] == 0) {
        distribution->mass++;
        distribution->low++;
        distribution->count--;
    }
    while (distribution->count > 1 && distribution->mass[distribution->count - 1] == 0) {
        distribution->count--;
    }
}

/* Product or quotient: every pair of totals. */
static enum status combine_pairs(struct distribution *out, enum dice_operator op,
                                 struct distribution *a, struct distribution *b,
                                 struct arena *arena, struct error *err)
{
    trim(a);
    trim(b);
    if ((double)a->count * b->count > WORK_MAX / 4) {
        return too_long(err);
    }
    struct dice_range range;
    bool is_possible = op == DICE_MULTIPLY
                           ? dice_range_multiply(&range, range_of(a), range_of(b))
                           : dice_range_divide(&range, range_of(a), range_of(b));
    CHECK(is_possible); /* the parser has checked it */
    enum status status = distribution_zero(out, range.low, range.high, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    for (int i = 0; i < a->count; i++) {
        int64_t left = a->low + i;
        for (int j = 0; j < b->count && a->mass[i] > 0; j++) {
            int64_t right = b->low + j;
            int64_t total = op == DICE_MULTIPLY ? left * right : dice_divide(left, right);
            out->mass[total - range.low] += a->mass[i] * b->mass[j];
        }
    }
    out->missing = a->missing + b->missing - a->missing * b->missing;
    return STATUS_OK;
}

/* The missing mass of a is less than b in any case: it may be put at a's least total. */
static void put_missing_below(struct distribution *a, const struct distribution *b)
{
    bool b_is_known = b->missing == 0 || b->missing_end == CHAIN_UP;
    if (a->missing_end == CHAIN_DOWN && a->missing_from <= b->low && a->low <= b->low &&
        b_is_known) {
        a->mass[0] += a->missing;
        a->missing = 0;
    }
}

/* The greater of two is a given total when one of them is and the other is at most that. With
 * both negated this gives the lesser. */
static enum status combine_greatest(struct distribution *out, struct distribution *a,
                                    struct distribution *b, struct arena *arena,
                                    struct error *err)
{
    put_missing_below(a, b);
    put_missing_below(b, a);
    int64_t a_high = a->low + (a->count - 1);
    int64_t b_high = b->low + (b->count - 1);
    int64_t low = a->low > b->low ? a->low : b->low;
    enum status status =
        distribution_zero(out, low, a_high > b_high ? a_high : b_high, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    double a_below = 0; /* below the next total */
    double b_up_to = 0;
    int i = 0;
    int k = 0;
    for (int n = 0; n < out->count; n++) {
        int64_t total = low + n;
        for (; i < a->count && a->low + i < total; i++) {
            a_below += a->mass[i];
        }
        for (; k < b->count && b->low + k <= total; k++) {
            b_up_to += b->mass[k];
        }
        out->mass[n] =
            distribution_at(a, total) * b_up_to + distribution_at(b, total) * a_below;
    }
    out->missing = a->missing + b->missing - a->missing * b->missing;
    return STATUS_OK;
}

static enum status combine_least(struct distribution *out, struct distribution *a,
                                 struct distribution *b, struct arena *arena, struct error *err)
{
    turn(a);
    turn(b);
    enum status status = combine_greatest(out, a, b, arena, err);
    if (status == STATUS_OK) {
        turn(out);
    }
    return status;
}

/* The distribution of one node, from those of its operands, which it may change. */
static enum status node_distribution(struct distribution *out, const struct dice_node *node,
                                     struct distribution *results, double budget,
                                     struct arena *arena, struct error *err)
{
    struct distribution *left = &results[node->left];
    struct distribution *right = &results[node->right];
    enum status status;
    switch (node->op) {
    case DICE_NUMBER:
        status = distribution_zero(out, node->number, node->number, arena, err);
        if (status == STATUS_OK) {
            out->mass[0] = 1;
        }
        return status;
    case DICE_TERM:
        return term_distribution(out, &node->term, budget, arena, err);
    case DICE_SUBTRACT:
    case DICE_ADD:
        if (node->op == DICE_SUBTRACT) {
            turn(right);
        }
        if (right->count == 1 && right->missing == 0) { /* a constant only moves the totals */
            *out = *left;
            out->low += right->low;
            out->missing_from += out->missing_end != CHAIN_ENDS ? right->low : 0;
            return STATUS_OK;
        }
        return distribution_add(out, left, right, arena, err);
    case DICE_MULTIPLY:
    case DICE_DIVIDE:
        return combine_pairs(out, node->op, left, right, arena, err);
    case DICE_NEGATE:
        *out = *left;
        turn(out);
        return STATUS_OK;
    case DICE_GREATEST:
        return combine_greatest(out, left, right, arena, err);
    case DICE_LEAST:
        return combine_least(out, left, right, arena, err);
    }
    CHECK(false);
    return STATUS_USAGE;
}

static enum status expr_distribution(struct distribution *out, const struct dice_expr *expr,
                                     double budget, struct arena *arena, struct error *err)
{
    struct distribution result[DICE_NODES_MAX];
    size_t mark[DICE_NODES_MAX];
    for (int i = 0; i < expr->nodes; i++) {
        const struct dice_node *node = &expr->node[i];
        bool is_leaf = node->op == DICE_NUMBER || node->op == DICE_TERM;
        mark[i] = is_leaf ? arena->used : mark[node->left];
        enum status status = node_distribution(&result[i], node, result, budget, arena, err);
        if (status != STATUS_OK) {
            return status;
        }
        distribution_move_down(&result[i], arena, mark[i]);
    }
    *out = result[expr->root];
    return STATUS_OK;
}

enum status dice_expr_distribution(struct distribution *out, const struct dice_expr *expr,
                                   struct arena *arena, struct error *err)
{
    return dice_expr_distribution_times(out, expr, 1, arena, err);
}

enum status dice_expr_distribution_times(struct distribution *out, const struct dice_expr *expr,
                                         int times, struct arena *arena, struct error *err)
{
    CHECK(times >= 0);
    size_t mark = arena->used;
    struct distribution one;
    /* Each term may cut off its part, each time it is thrown. */
    double budget = MISSING_MAX / (expr->nodes * (times > 1 ? (double)times : 1));
    enum status status = expr_distribution(&one, expr, budget, arena, err);
    if (status == STATUS_OK && times != 1) {
        struct distribution sum;
        status = distribution_times(&sum, &one, times, arena, err);
        one = sum;
    }
    if (status != STATUS_OK) {
        arena->used = mark;
        return status;
    }
    distribution_move_down(&one, arena, mark);
    *out = one;
    return STATUS_OK;
}

/* ---- how long it would take ------------------------------------------------------------ */

/* An endless chain is cut after a few times its total without explosions. */
enum { CHAIN_STRETCH = 5 };

/* The approximate number of totals of a node. */
static double totals_of(const struct dice_range *range, double chain_totals)
{
    bool is_open = range->is_low_open || range->is_high_open;
    return is_open ? chain_totals : (double)range->high - (double)range->low + 1;
}

static double term_totals(const struct dice_term *term)
{
    struct dice_range range = dice_term_range(term);
    return totals_of(&range, (double)CHAIN_STRETCH * term->count * term->sides);
}

/* When all dice count they are added one by one; to keep some, every face is visited too. */
static double term_work(const struct dice_term *term)
{
    double work = term_totals(term) * term->count + term->sides;
    double faces =
        dice_term_compounds(term) ? (double)CHAIN_STRETCH * term->sides : term->sides;
    return term->keep == KEEP_ALL ? work : work * faces;
}

double dice_expr_work(const struct dice_expr *expr, int times)
{
    struct dice_range range[DICE_NODES_MAX];
    double totals[DICE_NODES_MAX];
    double work = 0;
    for (int i = 0; i < expr->nodes; i++) {
        const struct dice_node *node = &expr->node[i];
        bool is_possible = dice_node_range(&range[i], node, range);
        CHECK(is_possible); /* the parser has checked it */
        if (node->op == DICE_TERM) {
            totals[i] = term_totals(&node->term);
            work += term_work(&node->term);
        } else if (node->op == DICE_NUMBER) {
            totals[i] = 1;
        } else if (node->op == DICE_NEGATE) {
            totals[i] = totals[node->left];
        } else {
            double left = totals[node->left];
            double right = totals[node->right];
            totals[i] = totals_of(&range[i], left + right);
            work += left * right;
        }
    }
    double whole = totals[expr->root];
    /* By repeated doubling: the last step multiplies two halves. */
    return times == 1 ? work : work + whole * whole * times * times / 3;
}

/* ---- whether a total is possible ------------------------------------------------------- */

/* Room for some thousand totals, on the stack; and about ten milliseconds. */
enum { TOTALS_ROOM = 64 * 1024, TOTALS_WORK_MOST = 10 * 1000 * 1000 };

/* True when the rarest total is so rare that a double could not hold its mass. */
static bool is_too_rare(const struct dice_expr *expr, int times)
{
    double rarest = 1;
    for (int i = 0; i < expr->nodes; i++) {
        const struct dice_node *node = &expr->node[i];
        for (int k = 0; node->op == DICE_TERM && k < node->term.count * times; k++) {
            rarest /= node->term.sides;
            if (rarest < 1e-250) {
                return true;
            }
        }
    }
    return false;
}

/* The first total from here on that has a mass; `total` when none has. */
static int64_t next_total(const struct distribution *totals, int64_t total, int step)
{
    int64_t high = totals->low + totals->count - 1;
    int64_t at = total < totals->low ? totals->low : total > high ? high : total;
    for (; at >= totals->low && at <= high; at += step) {
        bool is_on_its_side = step > 0 ? at > total : at < total;
        if (is_on_its_side && distribution_at(totals, at) > 0) {
            return at;
        }
    }
    return total;
}

bool dice_totals_hold(const struct dice_expr *expr, int times, int64_t total,
                      struct dice_total_near *near)
{
    _Alignas(16) unsigned char room[TOTALS_ROOM];
    struct arena arena;
    struct distribution totals;
    struct error err;
    *near = (struct dice_total_near){total, total};
    arena_init(&arena, room, sizeof room);
    if (is_too_rare(expr, times) || dice_expr_work(expr, times) > (double)TOTALS_WORK_MOST ||
        dice_expr_distribution_times(&totals, expr, times, &arena, &err) != STATUS_OK ||
        distribution_at(&totals, total) > 0) {
        return true;
    }
    bool is_outside = total < totals.low || total - totals.low >= totals.count;
    if (is_outside && totals.missing > 0) {
        return true; /* of an endless chain that was cut off */
    }
    near->below = next_total(&totals, total, -1);
    near->above = next_total(&totals, total, 1);
    return false;
}

/* Takes "3x(" and its bracket off. */
static int take_times(struct str *notation)
{
    int64_t times;
    int at = 0;
    while (at < notation->n && char_is_digit(notation->p[at])) {
        at++;
    }
    bool is_several = at > 0 && at + 2 < notation->n && notation->p[at] == 'x' &&
                      notation->p[at + 1] == '(' && notation->p[notation->n - 1] == ')' &&
                      str_to_int64((struct str){notation->p, at}, 1, DICE_THROWN_MAX, &times);
    if (!is_several) {
        return 1;
    }
    *notation = (struct str){notation->p + at + 2, notation->n - at - 3};
    return (int)times;
}

bool dice_totals_hold_of(const char *notation, int64_t total, struct dice_total_near *near)
{
    struct dice_expr expr;
    struct str text = str_of(notation);
    int times = take_times(&text);
    *near = (struct dice_total_near){total, total};
    return dice_expr_parse_as(NULL, &expr, text, DICE_LOGGED, NULL) != STATUS_OK ||
           dice_expr_dice(&expr) == 0 || /* "5-25": from 5 to 25, as a verb writes it */
           dice_totals_hold(&expr, times, total, near);
}
