#include "app/thrown/hand.h"

#include <string.h>

#include "resolver/dice/entered_source.h"

/* ---- what a die counts for a throw ----------------------------------------------------- */

static bool is_percent(const struct dice_request *request)
{
    return request->low == 1 && request->high == 100;
}

/* Tens and ones of two dice of six. */
static bool is_sixty_six(const struct dice_request *request)
{
    return strcmp(request->dice, "d66") == 0;
}

static bool is_fudge(const struct dice_request *request)
{
    return request->low == -1 && request->high == 1;
}

static enum die_kind kind_of(const struct dice_request *request)
{
    static const struct {
        int64_t high;
        enum die_kind kind;
    } kinds[] = {{4, DIE_D4},   {6, DIE_D6},   {8, DIE_D8},    {10, DIE_D10},
                 {12, DIE_D12}, {20, DIE_D20}, {100, DIE_D100}};
    if (is_fudge(request)) {
        return DIE_FUDGE;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && request->low == 1; i++) {
        if (request->high == kinds[i].high) {
            return kinds[i].kind;
        }
    }
    return DIE_ANY;
}

void hand_add_kind(const struct dice_request *request, struct text *out)
{
    enum die_kind kind = kind_of(request);
    if (kind == DIE_ANY) {
        text_add(out, "%s", request->dice);
    } else {
        text_add(out, "%s", die_kind_name(kind));
    }
}

/* What the face of one die counts between these; false: the die does not show it. */
static bool counts(const struct die_told *die, int64_t low, int64_t high, int64_t *out)
{
    struct dice_request request = {.low = low, .high = high};
    enum die_kind wanted = kind_of(&request);
    if (die->kind != DIE_ANY && (die->kind != wanted || wanted == DIE_ANY)) {
        return false;
    }
    *out = die->face;
    if (wanted == DIE_FUDGE) {
        *out = die->face == 6                     ? 1
               : die->face == 2 || die->face == 5 ? -1
               : die->face == 3 || die->face == 4 ? 0
                                                  : die->face;
    } else if (wanted == DIE_D10 && die->face == 0) {
        *out = 10;
    }
    return *out >= low && *out <= high;
}

/* Tens of one die and ones of another: 00 and 0 are 100. */
static int64_t counts_together(const struct die_told *tens, const struct die_told *ones)
{
    int total = tens->face + ones->face % 10;
    return total == 0 ? 100 : total;
}

/* ---- coming ---------------------------------------------------------------------------- */

static void count_again(struct hand *hand, struct hand_place *place)
{
    const struct die_told *die = &hand->die[place->die].told;
    if (place->with >= 0) {
        place->counts = counts_together(die, &hand->die[place->with].told);
    } else if (!counts(die, place->low, place->high, &place->counts)) {
        place->counts = die->face; /* the rules will refuse it, and say what is possible */
    }
}

enum hand_took hand_take(struct hand *hand, const struct die_told *die)
{
    int at = 0;
    bool is_doubt = die->state == DIE_DOUBT;
    /* What is offered stands beside what the same die showed before. */
    while (at < hand->count &&
           (die->id[0] == '\0' || strcmp(hand->die[at].told.id, die->id) != 0 ||
            (hand->die[at].told.state == DIE_DOUBT) != is_doubt)) {
        at++;
    }
    if (at == hand->count) {
        if (hand->count == HAND_MAX) {
            return HAND_FULL;
        }
        hand->die[hand->count++] = (struct hand_die){.told = *die};
        return is_doubt ? HAND_OFFERED : HAND_ADDED;
    }
    struct hand_die *same = &hand->die[at];
    same->was_thrown_before = true;
    same->before = same->told.face;
    same->told = *die;
    for (int i = 0; i < hand->places; i++) {
        if (hand->place[i].die == at || hand->place[i].with == at) {
            count_again(hand, &hand->place[i]);
        }
    }
    return is_doubt ? HAND_OFFERED : HAND_REPLACED;
}

static void let_go(struct hand *hand, int die)
{
    for (int i = 0; i < hand->places; i++) {
        struct hand_place *place = &hand->place[i];
        place->die -= place->die > die ? 1 : 0;
        place->with -= place->with > die ? 1 : 0;
    }
    hand->count--;
    memmove(&hand->die[die], &hand->die[die + 1],
            (size_t)(hand->count - die) * sizeof hand->die[0]);
}

bool hand_take_offered(struct hand *hand)
{
    bool has_any = false;
    for (int i = hand->count - 1; i >= 0; i--) {
        struct die_told die = hand->die[i].told;
        if (die.state == DIE_DOUBT) {
            let_go(hand, i);
            die.state = DIE_LIES;
            hand_take(hand, &die);
            has_any = true;
        }
    }
    return has_any;
}

bool hand_has_placed(const struct hand *hand, const char *id)
{
    int at = hand->count - 1;
    for (int i = 0; i < hand->count && id[0] != '\0'; i++) {
        bool is_it =
            strcmp(hand->die[i].told.id, id) == 0 && hand->die[i].told.state != DIE_DOUBT;
        at = is_it ? i : at;
    }
    return at >= 0 && hand->die[at].is_placed;
}

void hand_drop_newest(struct hand *hand)
{
    if (hand->count > 0 && !hand->die[hand->count - 1].is_placed) {
        let_go(hand, hand->count - 1);
    }
}

/* ---- answering ------------------------------------------------------------------------- */

static bool waits(const struct hand_die *die)
{
    return !die->is_placed && die->told.state == DIE_LIES;
}

int hand_waiting(const struct hand *hand)
{
    int count = 0;
    for (int i = 0; i < hand->count; i++) {
        count += waits(&hand->die[i]) ? 1 : 0;
    }
    return count;
}

/* The first that waits of a kind, after another place; -1: none. */
static int waiting_of(const struct hand *hand, enum die_kind kind, int after)
{
    for (int i = after + 1; i < hand->count; i++) {
        if (waits(&hand->die[i]) && hand->die[i].told.kind == kind) {
            return i;
        }
    }
    return -1;
}

/* Two dice that wait and that nobody can tell apart. */
static bool find_alike(const struct hand *hand, const struct dice_request *request, int *tens,
                       int *ones)
{
    enum die_kind kind = is_sixty_six(request) ? DIE_D6 : DIE_D10;
    bool can_be =
        is_sixty_six(request) || (is_percent(request) && waiting_of(hand, DIE_D00, -1) < 0);
    *tens = can_be ? waiting_of(hand, kind, -1) : -1;
    *ones = *tens >= 0 ? waiting_of(hand, kind, *tens) : -1;
    return *ones >= 0;
}

enum hand_found hand_place(struct hand *hand, const struct dice_request *request, int word)
{
    struct hand_place place = {
        .word = word, .die = -1, .with = -1, .low = request->low, .high = request->high};
    int tens, ones;
    if (hand->places == HAND_MAX) {
        return HAND_NONE;
    }
    for (int i = 0; i < hand->count && place.die < 0 && !is_sixty_six(request); i++) {
        bool is_one = waits(&hand->die[i]) &&
                      counts(&hand->die[i].told, request->low, request->high, &place.counts);
        place.die = is_one ? i : -1;
    }
    if (place.die < 0 && is_percent(request)) {
        tens = waiting_of(hand, DIE_D00, -1);
        ones = waiting_of(hand, DIE_D10, -1);
        if (tens >= 0 && ones >= 0) {
            place.die = tens;
            place.with = ones;
            place.counts = counts_together(&hand->die[tens].told, &hand->die[ones].told);
            hand->die[ones].is_placed = true;
        }
    }
    if (place.die < 0) {
        return find_alike(hand, request, &tens, &ones) ? HAND_TENS : HAND_NONE;
    }
    hand->die[place.die].is_placed = true;
    text_format(place.label, sizeof place.label, "%s", request->label);
    hand->place[hand->places++] = place;
    return HAND_FOUND;
}

/* ---- the field ------------------------------------------------------------------------- */

/* Takes a place away, with its dice. */
static void drop(struct hand *hand, int at)
{
    struct hand_place place = hand->place[at];
    hand->places--;
    memmove(&hand->place[at], &hand->place[at + 1],
            (size_t)(hand->places - at) * sizeof hand->place[0]);
    int later = place.die > place.with ? place.die : place.with;
    int sooner = place.die > place.with ? place.with : place.die;
    let_go(hand, later);
    if (sooner >= 0) {
        let_go(hand, sooner);
    }
}

static const struct hand_place *placed_at(const struct hand *hand, int word)
{
    for (int i = 0; i < hand->places; i++) {
        if (hand->place[i].word == word) {
            return &hand->place[i];
        }
    }
    return NULL;
}

void hand_see_field(struct hand *hand, struct str field)
{
    bool stands[HAND_MAX] = {false};
    struct str rest = field, word;
    for (int i = 0; (word = str_next_word(&rest)).p != NULL; i++) {
        const struct hand_place *place = placed_at(hand, i);
        int64_t number;
        if (place != NULL && str_to_int64(word, -1, 1000, &number) && number == place->counts) {
            stands[place - hand->place] = true;
        }
    }
    for (int i = hand->places - 1; i >= 0; i--) {
        if (!stands[i]) {
            drop(hand, i);
        }
    }
}

void hand_answered(struct hand *hand, const struct dice_request *request)
{
    int tens, ones;
    while (hand->places > 0) {
        drop(hand, hand->places - 1);
    }
    if (request != NULL && find_alike(hand, request, &tens, &ones)) {
        let_go(hand, ones);
        let_go(hand, tens);
    }
}

void hand_add_field(const struct hand *hand, struct str field, struct text *out)
{
    struct str rest = field, word;
    for (int i = 0; (word = str_next_word(&rest)).p != NULL; i++) {
        const struct hand_place *place = placed_at(hand, i);
        text_add(out, "%s", i > 0 ? " " : "");
        if (place != NULL) {
            text_add(out, "%lld", (long long)place->counts);
        } else {
            text_add_str(out, word);
        }
    }
}

static struct str name_of(const struct die_told *die)
{
    return str_of(die->name[0] != '\0' ? die->name : die->id);
}

static void add_source(const struct hand *hand, const struct hand_place *place,
                       struct text *out)
{
    const struct die_told *die = &hand->die[place->die].told;
    struct dice_request request = {.low = place->low, .high = place->high};
    TEXT_BUFFER(kind, TRACE_DICE_SIZE);
    text_add(out, "%lld@", (long long)place->counts);
    entered_source_add_name(name_of(die), out);
    if (place->with >= 0) {
        const struct die_told *ones = &hand->die[place->with].told;
        if (!str_same(name_of(ones), name_of(die))) {
            text_add(out, "+");
            entered_source_add_name(name_of(ones), out);
        }
        text_add(out, ":d00+d10:%d+%d", die->face, ones->face);
        return;
    }
    if (die->kind != DIE_ANY) {
        text_add(&kind, "%s", die_kind_name(die->kind));
    } else {
        hand_add_kind(&request, &kind);
    }
    text_add(out, ":%s", kind.n > 0 ? kind.p : "die");
    if (die->face != place->counts) {
        text_add(out, ":%d", die->face);
    }
}

void hand_add_sourced(const struct hand *hand, struct str field, struct text *out)
{
    struct str rest = field, word;
    for (int i = 0; (word = str_next_word(&rest)).p != NULL; i++) {
        const struct hand_place *place = placed_at(hand, i);
        text_add(out, "%s", i > 0 ? " " : "");
        if (place != NULL) {
            add_source(hand, place, out);
        } else {
            text_add_str(out, word);
        }
    }
}

/* ---- telling --------------------------------------------------------------------------- */

/* "Ruby": what a person calls it. Two of a kind and of one name are told apart by their ids. */
static void add_name(const struct hand *hand, const struct die_told *die, struct text *out)
{
    bool is_told = die->name[0] != '\0';
    for (int i = 0; i < hand->count; i++) {
        const struct die_told *other = &hand->die[i].told;
        bool is_alike = other->kind == die->kind && strcmp(other->name, die->name) == 0;
        is_told = is_told && !(is_alike && strcmp(other->id, die->id) != 0);
    }
    text_add(out, "%s%s%s", die->name,
             is_told || die->id[0] == '\0' || die->name[0] == '\0' ? "" : " ",
             is_told ? "" : die->id);
}

static void add_who(const struct hand *hand, const struct hand_die *die, struct text *out)
{
    TEXT_BUFFER(name, TOLD_NAME_SIZE + TOLD_ID_SIZE);
    add_name(hand, &die->told, &name);
    if (name.n > 0 || die->was_thrown_before) {
        text_add(out, " (%s", name.p);
        if (die->was_thrown_before) {
            text_add(out, "%sbefore %d", name.n > 0 ? ", " : "", die->before);
        }
        text_add(out, ")");
    }
}

/* "d20 14 (Ruby)"; a die that did not say what it is has the name of its throw (NULL: none). */
static void add_die(const struct hand *hand, const struct hand_die *die,
                    const struct dice_request *request, struct text *out)
{
    if (die->told.kind != DIE_ANY) {
        text_add(out, "%s ", die_kind_name(die->told.kind));
    } else if (request != NULL) {
        hand_add_kind(request, out);
        text_add(out, " ");
    }
    text_add(out, "%d", die->told.face);
    add_who(hand, die, out);
}

static void add_place(const struct hand *hand, const struct hand_place *place, struct text *out)
{
    const struct hand_die *die = &hand->die[place->die];
    const struct dice_request request = {.low = place->low, .high = place->high};
    text_add(out, "%s%s%s", out->n > 0 ? "   " : "", place->label,
             place->label[0] != '\0' ? ", " : "");
    if (place->with >= 0) {
        add_die(hand, die, NULL, out);
        text_add(out, " + ");
        add_die(hand, &hand->die[place->with], NULL, out);
        text_add(out, " = %lld", (long long)place->counts);
        return;
    }
    add_die(hand, die, &request, out);
    if (place->counts != die->told.face) {
        text_add(out, " = %lld", (long long)place->counts);
    }
}

static void add_alike(const struct hand *hand, const struct dice_request *missing,
                      struct text *out)
{
    int tens, ones;
    if (missing == NULL || !find_alike(hand, missing, &tens, &ones)) {
        return;
    }
    int a = hand->die[tens].told.face, b = hand->die[ones].told.face;
    if (is_sixty_six(missing)) {
        text_add(out, "; which is the tens? type %d %d or %d %d", a, b, b, a);
    } else {
        int one = a % 10 * 10 + b % 10, other = b % 10 * 10 + a % 10;
        text_add(out, "; which is the tens? type %d or %d", one == 0 ? 100 : one,
                 other == 0 ? 100 : other);
    }
}

void hand_tell(const struct hand *hand, const struct dice_request *missing, struct text *out)
{
    struct text own = {.p = out->p + out->n, .size = out->size - out->n};
    const char *before = "";
    if (hand->count == 0) {
        return;
    }
    for (int i = 0; i < hand->places; i++) {
        add_place(hand, &hand->place[i], &own);
    }
    if (missing != NULL) {
        text_add(&own, "%s%s%s", own.n > 0 ? "   " : "", missing->label,
                 missing->label[0] != '\0' ? ", " : "");
        hand_add_kind(missing, &own);
        text_add(&own, " _");
    }
    for (int i = 0; i < hand->count; i++) {
        if (waits(&hand->die[i])) {
            text_add(&own, "%s%s", before[0] == '\0' && own.n > 0 ? "; " : "",
                     before[0] == '\0' ? "waits: " : before);
            add_die(hand, &hand->die[i], NULL, &own);
            before = ", ";
        }
    }
    add_alike(hand, missing, &own);
    for (int i = 0; i < hand->count; i++) {
        if (hand->die[i].told.state == DIE_DOUBT) {
            text_add(&own, "; ");
            add_die(hand, &hand->die[i], NULL, &own);
            text_add(&own, " is %s: Tab takes it", hand->die[i].told.state_word);
        }
    }
    out->n += own.n;
    out->is_cut = out->is_cut || own.is_cut;
}
