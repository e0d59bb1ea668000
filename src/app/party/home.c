#include "app/party/home.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/party/party_words.h"
#include "app/sitting/data.h"
#include "app/party/roster.h"
#include "app/sitting/state.h"
#include "tracker/carry.h"

/* The number of encounters that a member remembers; the oldest are dropped. */
enum { SEEN_MAX = 64 };
static const char seen_word[] = "seen ";

/* The data of coming home once. */
struct home {
    struct sitting *sitting;
    const struct roster *roster;
    struct state *past; /* the encounter as the roster last saw it */
    int64_t past_act;   /* -1: not read */
    char *base, *now;   /* texts of the present member */
    struct roster_text texts[ROSTER_MAX + 1];
    int count;
};

/* ---- what was seen --------------------------------------------------------------------- */

static bool is_seen(struct str line, int64_t *encounter, int64_t *act)
{
    int n = (int)sizeof seen_word - 1;
    if (line.n <= n || memcmp(line.p, seen_word, (size_t)n) != 0) {
        return false;
    }
    struct str rest = {line.p + n, line.n - n};
    return str_to_int64(str_next_word(&rest), 1, INT64_MAX, encounter) &&
           str_to_int64(str_next_word(&rest), 0, INT64_MAX, act);
}

/* The act up to which a member has the effects of this encounter; -1: it was not there yet. */
static int64_t seen_act(const char *text, int64_t encounter)
{
    struct str line, rest = str_of(text);
    int64_t one, act, found = -1;
    while (lasting_next(&rest, &line)) {
        found = is_seen(line, &one, &act) && one == encounter ? act : found;
    }
    return found;
}

static int seen_count(struct str text)
{
    struct str line;
    int64_t one, act;
    int count = 0;
    while (lasting_next(&text, &line)) {
        count += is_seen(line, &one, &act) ? 1 : 0;
    }
    return count;
}

/* The merged text, with the acts it has now seen at its end. */
static void add_seen(struct str merged, int64_t encounter, int64_t act, struct text *out)
{
    struct str line;
    int64_t one, other_act;
    int spare = SEEN_MAX - 1 - seen_count(merged);
    while (lasting_next(&merged, &line)) {
        bool is_old = is_seen(line, &one, &other_act) && (one == encounter || spare++ < 0);
        if (!is_old) {
            text_add_str(out, line);
            text_add_char(out, '\n');
        }
    }
    text_add(out, "%s%" PRId64 " %" PRId64 "\n", seen_word, encounter, act);
}

/* ---- what has changed ------------------------------------------------------------------ */

/* The encounter says nothing about ties to somebody who is not in it. */
static void leave_out_absent(char *text, const struct state *here)
{
    int kept = 0;
    struct str line, rest = str_of(text);
    while (lasting_next(&rest, &line)) {
        struct str words = line;
        int64_t object = 0;
        bool is_effect = str_equal(str_next_word(&words), "effect");
        str_next_word(&words);
        bool is_tie = is_effect && str_to_int64(str_next_word(&words), 1, INT32_MAX, &object);
        if (!is_tie || member_id(here, (int)object) != 0) {
            /* It only moves toward the beginning. */
            memmove(text + kept, line.p, (size_t)line.n);
            kept += line.n;
            text[kept++] = '\n';
        }
    }
    text[kept] = '\0';
}

/* The encounter after that act, read once; false when it cannot be. */
static bool read_past(struct home *home, int64_t act)
{
    struct sitting *sitting = home->sitting;
    struct error err;
    if (home->past == NULL) {
        home->past = malloc(sizeof *home->past);
        CHECK(home->past != NULL);
        state_init(home->past, state_system(&sitting->state));
        home->past_act = -1;
    }
    if (home->past_act != act && log_state(sitting->campaign, sitting->encounter.id, act,
                                           home->past, &err) == STATUS_OK) {
        home->past_act = act;
    }
    return home->past_act == act;
}

static void write_member(const struct home *home, const struct state *state, int id, char *out)
{
    struct text text = text_over(out, LASTING_TEXT_SIZE);
    out[0] = '\0';
    lasting_write(sitting_procedure(home->sitting), state, id, &text);
}

/* The member as it was in the act that the roster saw last; false when that is not known. */
static bool write_past(struct home *home, const struct roster_row *row, int64_t seen)
{
    if (!read_past(home, seen)) {
        return false;
    }
    int then = row->number != 0 ? member_id(home->past, (int)row->number) : 0;
    if (then == 0 && row->number != 0) {
        return false;
    }
    write_member(home, home->past, then, home->base);
    return true;
}

/* What the roster knows of this fight: the member as it came here, or, if the roster has seen
 * more since, as it was then. False when neither is known. */
static bool find_base(struct home *home, const struct roster_row *row, int id, int64_t seen)
{
    int64_t change = member_change(&home->sitting->state, id);
    char *came = roster_text_of_change(home->sitting, change, row->number);
    int64_t seen_then = came != NULL ? seen_act(came, home->sitting->encounter.id) : -1;
    bool is_known = seen >= 0 && (came == NULL || seen_then != seen);
    is_known = is_known && write_past(home, row, seen);
    if (!is_known && came != NULL) {
        text_format(home->base, LASTING_TEXT_SIZE, "%s", came);
    }
    is_known = is_known || came != NULL || change == 0;
    free(came);
    return is_known;
}

static void look_at(struct home *home, int id)
{
    struct sitting *sitting = home->sitting;
    const struct state *here = &sitting->state;
    int number = member_number(here, id);
    const struct roster_row *row = number >= 0 ? roster_row_of(home->roster, number) : NULL;
    if (row == NULL || (id != 0 && !state_is_present(here, id))) {
        return;
    }
    int64_t act = sitting->position.head, seen = seen_act(row->text, sitting->encounter.id);
    home->base[0] = '\0';
    if (seen == act || !find_base(home, row, id, seen)) {
        return;
    }
    write_member(home, here, id, home->now);
    leave_out_absent(home->base, here);
    char *merged = malloc(LASTING_TEXT_SIZE), *text = malloc(LASTING_TEXT_SIZE);
    CHECK(merged != NULL && text != NULL);
    struct text merging = text_over(merged, LASTING_TEXT_SIZE);
    struct text whole = text_over(text, LASTING_TEXT_SIZE);
    merged[0] = '\0';
    bool has_changed =
        lasting_merge(str_of(row->text), str_of(home->base), str_of(home->now), &merging);
    add_seen(str_of(merged), sitting->encounter.id, act, &whole);
    free(merged);
    if (has_changed && home->count <= ROSTER_MAX) {
        home->texts[home->count++] = (struct roster_text){row->number, text};
    } else {
        free(text);
    }
}

/* Finds everybody who is here and has changed; the caller ends it. */
static bool home_begin(struct home *home, struct sitting *sitting, struct error *err)
{
    memset(home, 0, sizeof *home);
    home->sitting = sitting;
    bool has_members = sitting->encounter.id != 0 && member_number(&sitting->state, 0) == 0;
    home->roster = has_members ? sitting_roster(sitting, err) : NULL;
    home->base = malloc(LASTING_TEXT_SIZE);
    home->now = malloc(LASTING_TEXT_SIZE);
    CHECK(home->base != NULL && home->now != NULL);
    for (int id = 0; home->roster != NULL && id <= sitting->state.count; id++) {
        look_at(home, id);
    }
    return !has_members || home->roster != NULL;
}

static void home_end(struct home *home)
{
    for (int i = 0; i < home->count; i++) {
        free(home->texts[i].text);
    }
    free(home->past);
    free(home->base);
    free(home->now);
}

/* ---- telling --------------------------------------------------------------------------- */

static void tell_members(const struct home *home, struct text *out)
{
    for (int i = 0; i < home->count; i++) {
        const struct roster_row *row = roster_row_of(home->roster, home->texts[i].number);
        TEXT_BUFFER(what, 400);
        party_add_difference(home->roster->system, str_of(row->text),
                             str_of(home->texts[i].text), &what);
        text_add(out, "%s%s: %s", out->n > 0 ? "\n" : "",
                 row->number == 0 ? "the party" : state_name(&home->roster->state, row->id),
                 what.n > 0 ? what.p : "as it is there");
    }
}

void sitting_tell_home(struct sitting *sitting, struct text *told)
{
    struct home home;
    struct error err;
    if (home_begin(&home, sitting, &err)) {
        tell_members(&home, told);
    }
    home_end(&home);
}

const struct roster *sitting_preview_home(struct sitting *sitting, bool *is_other,
                                          struct error *err)
{
    struct home home;
    const struct roster *roster = NULL;
    sitting_forget_roster(sitting); /* the settings of the table may be others now */
    bool is_known = home_begin(&home, sitting, err);
    *is_other = home.count > 0;
    if (is_known) {
        roster = *is_other ? sitting_roster_with(sitting, home.texts, home.count, err)
                           : sitting_roster(sitting, err);
    }
    home_end(&home);
    return roster;
}

bool sitting_bring_home(struct sitting *sitting, struct text *told, struct result *out)
{
    struct home home;
    struct error err;
    bool is_done = home_begin(&home, sitting, &err);
    if (!is_done) {
        sitting_fail(sitting, &err, out);
    } else if (home.count > 0) {
        struct result *written = calloc(1, sizeof *written);
        CHECK(written != NULL);
        tell_members(&home, told);
        TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
        TEXT_BUFFER(trace, 80);
        text_add(&line, "home from %s#%" PRId64, sitting->encounter.name,
                 sitting->position.head);
        text_add(&trace, "{\"encounter\":%" PRId64 ",\"act\":%" PRId64 "}",
                 sitting->encounter.id, sitting->position.head);
        sitting_write_roster(sitting, home.texts, home.count, line.p, trace.p, written);
        is_done = written->kind == RESULT_DONE;
        if (!is_done) {
            *out = *written;
        }
        free(written);
    }
    home_end(&home);
    return is_done;
}

void sitting_run_home(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    (void)command;
    TEXT_BUFFER(told, 2000);
    if (member_number(&sitting->state, 0) < 0) {
        out->kind = RESULT_REFUSED;
        text_format(out->refusal.reason, sizeof out->refusal.reason,
                    "nobody of the party was brought into this encounter; bring does that");
        out->refusal.rule = "";
        return;
    }
    if (!sitting_bring_home(sitting, &told, out)) {
        return;
    }
    if (told.n == 0) {
        text_format(out->text, sizeof out->text, "the party has everything already");
        return;
    }
    out->kind = RESULT_DONE;
    text_format(out->label, sizeof out->label, "home from %s", sitting->encounter.name);
    text_format(out->text, sizeof out->text, "home from %s\n%s", sitting->encounter.name,
                told.p);
}
