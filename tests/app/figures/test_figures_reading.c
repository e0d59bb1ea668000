/* Figures that are read a piece at a time are those that are read at once, whatever the size of
 * a piece, and no piece tells more acts than it may. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/figures/figures_counting.h"
#include "app/figures/figures_reading.h"
#include "app/log/questions.h"
#include "app/sitting/data.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "store/beside.h"
#include "store/campaign_file.h"
#include "store/fixture.h"
#include "store/search.h"
#include "store/sums.h"
#include "support/draws.h"
#include "support/play.h"
#include "support/random_line.h"
#include "support/unit.h"

static int begin(void **state)
{
    struct play *play = play_new((const char *const[]){NULL});
    play_script(play, "data/demo/spire.referee");
    play_wait(INT64_C(20) * 60 * 60 * 1000);
    play_script(play, "tests/scripts/mill_pond_to_the_end.referee");
    *state = play;
    return 0;
}

static void check_luck(const struct luck *a, const struct luck *b)
{
    assert_int_equal(a->is_unknown, b->is_unknown);
    assert_int_equal(a->parts, b->parts);
    assert_int_equal(a->values, b->values);
    for (int i = 0; i < a->parts; i++) {
        assert_int_equal(a->part[i].times, b->part[i].times);
        assert_int_equal(a->part[i].first, b->part[i].first);
        assert_int_equal(a->part[i].count, b->part[i].count);
    }
    for (int i = 0; i < a->values; i++) {
        assert_int_equal(a->value[i].value, b->value[i].value);
        assert_true(a->value[i].chance == b->value[i].chance);
    }
}

static void check_row(const struct figures_row *a, const struct figures_row *b)
{
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->encounter, b->encounter);
    assert_int_equal(a->encounter_id, b->encounter_id);
    assert_int_equal(a->id, b->id);
    assert_int_equal(a->side, b->side);
    assert_int_equal(a->evening, b->evening);
    assert_int_equal(a->attacks, b->attacks);
    assert_int_equal(a->hits, b->hits);
    assert_true(a->hits_expected == b->hits_expected);
    assert_int_equal(a->has_unknown_hits, b->has_unknown_hits);
    assert_int_equal(a->has_unknown_damage, b->has_unknown_damage);
    check_luck(&a->hits_luck, &b->hits_luck);
    check_luck(&a->damage_luck, &b->damage_luck);
    assert_int_equal(a->damage_dealt, b->damage_dealt);
    assert_true(a->damage_expected == b->damage_expected);
    assert_int_equal(a->damage_taken, b->damage_taken);
    assert_int_equal(a->healed, b->healed);
    assert_int_equal(a->damage_rolled, b->damage_rolled);
    assert_int_equal(a->hp_taken, b->hp_taken);
    assert_int_equal(a->brought_to_0, b->brought_to_0);
    assert_int_equal(a->killed, b->killed);
    assert_int_equal(a->kills, b->kills);
    assert_int_equal(a->downs, b->downs);
    assert_int_equal(a->reactions, b->reactions);
    assert_int_equal(a->reactions_stopped, b->reactions_stopped);
    assert_int_equal(a->initiative_spent, b->initiative_spent);
    assert_int_equal(a->turns, b->turns);
    assert_int_equal(a->rounds, b->rounds);
    assert_int_equal(a->turn_ms, b->turn_ms);
    assert_int_equal(a->hp_count, b->hp_count);
    for (int i = 0; i < a->hp_count; i++) {
        assert_int_equal(a->hp[i], b->hp[i]);
    }
}

static void check_dice(const struct figures *a, const struct figures *b)
{
    assert_int_equal(a->morales, b->morales);
    for (int i = 0; i < a->morales; i++) {
        assert_string_equal(a->morale[i].group, b->morale[i].group);
        assert_int_equal(a->morale[i].checks, b->morale[i].checks);
        assert_int_equal(a->morale[i].held, b->morale[i].held);
        assert_true(a->morale[i].held_expected == b->morale[i].held_expected);
    }
    assert_int_equal(a->faces_count, b->faces_count);
    for (int i = 0; i < a->faces_count; i++) {
        assert_int_equal(a->faces[i].sides, b->faces[i].sides);
        assert_int_equal(a->faces[i].is_entered, b->faces[i].is_entered);
        assert_int_equal(a->faces[i].throws, b->faces[i].throws);
        for (int k = 0; k < a->faces[i].sides; k++) {
            assert_int_equal(a->faces[i].count[k], b->faces[i].count[k]);
        }
    }
}

static void check_figures(const struct figures *a, const struct figures *b)
{
    assert_int_equal(a->acts, b->acts);
    assert_int_equal(a->rows, b->rows);
    for (int i = 0; i < a->rows; i++) {
        check_row(&a->row[i], &b->row[i]);
    }
    check_row(&a->side[0], &b->side[0]);
    check_row(&a->side[1], &b->side[1]);
    assert_int_equal(a->turns, b->turns);
    for (int i = 0; i < a->turns; i++) {
        assert_int_equal(a->turn[i].row, b->turn[i].row);
        assert_int_equal(a->turn[i].ms, b->turn[i].ms);
    }
    check_dice(a, b);
    assert_int_equal(a->tallies, b->tallies);
    for (int i = 0; i < a->tallies; i++) {
        const struct figures_tally *one = &a->tally[i], *other = &b->tally[i];
        assert_int_equal(one->encounter_id, other->encounter_id);
        assert_string_equal(one->name, other->name);
#define NUMBER(type, member) assert_int_equal(one->member, other->member);
        TALLY_NUMBERS(NUMBER)
#undef NUMBER
#define CHANCE(member) assert_true(one->member == other->member);
        TALLY_CHANCES(CHANCE)
#undef CHANCE
    }
    assert_int_equal(a->blows, b->blows);
    for (int i = 0; i < a->blows; i++) {
        const struct figures_blow *one = &a->blow[i], *other = &b->blow[i];
        assert_int_equal(one->tally, other->tally);
        assert_int_equal(one->is_hit, other->is_hit);
        assert_int_equal(one->knows_hitting, other->knows_hitting);
        assert_int_equal(one->act, other->act);
        assert_int_equal(one->damage, other->damage);
        assert_true(one->hit_chance == other->hit_chance);
    }
    assert_int_equal(a->rounds, b->rounds);
    for (int i = 0; i < a->rounds; i++) {
        assert_int_equal(a->round[i].encounter_id, b->round[i].encounter_id);
        assert_int_equal(a->round[i].round, b->round[i].round);
        assert_int_equal(a->round[i].acts, b->round[i].acts);
    }
}

/* Reads all of it; returns the number of pieces. */
static int read_all(struct figures_reading *reading, struct play *play, int acts)
{
    struct error err;
    int pieces = 0;
    for (; !reading->is_whole; pieces++) {
        int64_t before = reading->figures.acts;
        assert_int_equal(figures_reading_step(reading, play->sitting, acts, &err), STATUS_OK);
        bool is_of_sum =
            sums_are_cached(play->sitting->campaign); /* all of its acts are there */
        assert_true(is_of_sum || reading->figures.acts - before <= acts);
    }
    return pieces;
}

static void check_pieces(struct play *play, enum asked_scope scope, const char *words)
{
    static const int sizes[] = {1, 7, 20};
    static struct figures_reading whole, pieces;
    struct asking asking;
    struct error err;
    assert_int_equal(asking_read_line(&asking, str_of(words), &err), STATUS_OK);
    figures_reading_begin(&whole, scope, "", &asking);
    int most = read_all(&whole, play, INT_MAX);
    assert_true(whole.figures.acts > 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        figures_reading_begin(&pieces, scope, "", &asking);
        assert_true(read_all(&pieces, play, sizes[i]) > most);
        check_figures(&pieces.figures, &whole.figures);
    }
    figures_reading_done(&pieces);
    figures_reading_done(&whole);
}

static void test_figures_reading__of_a_fight_in_pieces_is_that_at_once(void **state)
{
    struct play *play = *state;
    struct figures_reading reading = {.has_begun = false};
    struct figures figures;
    struct asking none = {.terms = 0};
    struct error err;
    check_pieces(play, SCOPE_FIGHT, "");
    figures_reading_begin(&reading, SCOPE_FIGHT, "", &none);
    read_all(&reading, play, 5);
    assert_int_equal(
        figures_read(&figures, play->sitting, &(struct sitting_acts_wish){.limit = 0}, &err),
        STATUS_OK);
    check_figures(&reading.figures, &figures);
    figures_free(&figures);
    figures_reading_done(&reading);
}

static void
test_figures_reading__of_an_evening_and_of_the_campaign_is_that_at_once_too(void **state)
{
    check_pieces(*state, SCOPE_EVENING, "");
    check_pieces(*state, SCOPE_CAMPAIGN, "");
}

static void test_figures_reading__of_what_was_asked_is_that_at_once_too(void **state)
{
    check_pieces(*state, SCOPE_FIGHT, "damage>=2");
    check_pieces(*state, SCOPE_CAMPAIGN, "action=attack");
    check_pieces(*state, SCOPE_CAMPAIGN, "session=1");
}

/* An encounter none of whose acts can fit by its name, its rounds or its times is not told:
 * what is asked of one evening costs as much as that evening. */
static void test_figures_reading__what_cannot_fit_is_not_read(void **state)
{
    static const char *const words[] = {"session=1", "session=2", "encounter=lantern"};
    static struct figures_reading all, some;
    struct asking none = {.terms = 0}, asking;
    struct error err;
    figures_reading_begin(&all, SCOPE_CAMPAIGN, "", &none);
    int pieces = read_all(&all, *state, 4);
    int64_t acts = 0;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(asking_read_line(&asking, str_of(words[i]), &err), STATUS_OK);
        figures_reading_begin(&some, SCOPE_CAMPAIGN, "", &asking);
        assert_true(read_all(&some, *state, 4) < pieces * 3 / 4);
        assert_true(some.figures.acts > 0);
        acts += i < 2 ? some.figures.acts : 0;
    }
    assert_true(acts <= all.figures.acts);
    figures_reading_done(&all);
    figures_reading_done(&some);
}

static void test_figures_reading__that_is_left_begins_again(void **state)
{
    struct play *play = *state;
    static struct figures_reading reading, other;
    struct asking none = {.terms = 0};
    struct error err;
    figures_reading_begin(&reading, SCOPE_CAMPAIGN, "", &none);
    for (int i = 0; i < 9 || reading.adding == NULL; i++) {
        assert_int_equal(figures_reading_step(&reading, play->sitting, 3, &err), STATUS_OK);
        assert_false(reading.is_whole);
    }
    figures_reading_begin(&reading, SCOPE_FIGHT, "", &none);
    figures_reading_begin(&other, SCOPE_FIGHT, "", &none);
    read_all(&reading, play, 3);
    read_all(&other, play, INT_MAX);
    check_figures(&reading.figures, &other.figures);
    figures_reading_begin(&other, SCOPE_FIGHT, "", &none);
    assert_int_equal(figures_reading_step(&other, play->sitting, 1, &err), STATUS_OK);
    figures_reading_done(&other);
    figures_reading_done(&reading);
}

/* The acts are those of the moment when the reading began, so that no act is counted twice. */
static void test_figures_reading__what_is_done_between_pieces_is_not_counted(void **state)
{
    struct play *play = *state;
    static struct figures_reading reading, before;
    struct asking none = {.terms = 0};
    figures_reading_begin(&before, SCOPE_FIGHT, "", &none);
    read_all(&before, play, INT_MAX);
    figures_reading_begin(&reading, SCOPE_FIGHT, "", &none);
    for (int i = 0; i < 40 && reading.figures.acts == 0; i++) {
        struct error err;
        assert_int_equal(figures_reading_step(&reading, play->sitting, 5, &err), STATUS_OK);
    }
    assert_true(reading.figures.acts > 0 && reading.figures.acts < before.figures.acts);
    play_do(play, "note somebody came in");
    play_do(play, "undo");
    play_do(play, "undo");
    read_all(&reading, play, 5);
    check_figures(&reading.figures, &before.figures);
    figures_reading_done(&reading);
    figures_reading_done(&before);
}

/* ---- sums ------------------------------------------------------------------------------ */

static int begin_short(void **state)
{
    *state = play_new((const char *const[]){NULL});
    play_script(*state, "data/demo/spire.referee");
    return 0;
}

static int begin_dungeon(void **state)
{
    *state = play_new((const char *const[]){NULL});
    play_script(*state, "data/demo/dungeon.referee");
    return 0;
}

/* What is kept is made or used, and made again when `forgets`. */
static int read_kept(struct figures_reading *reading, struct play *play, enum asked_scope scope,
                     bool forgets)
{
    struct asking none = {.terms = 0};
    play->sitting->campaign->sums_from = 0;
    if (forgets) {
        search_close(play->sitting->campaign);
        play->sitting->campaign->has_no_beside = true;
    }
    figures_reading_begin(reading, scope, "", &none);
    int pieces = read_all(reading, play, 4);
    play->sitting->campaign->has_no_beside = false;
    return pieces;
}

/* What is kept of all acts answers each question as the acts do when words that fit all of them
 * are asked for, which reads them one by one. */
static int check_answers(struct play *play, bool is_of_all, enum status expected)
{
    struct asking asking;
    struct error err;
    int rows = 0;
    const struct sitting_acts_wish kept = {.is_of_all = is_of_all};
    const struct sitting_acts_wish read = {.is_of_all = is_of_all, .asking = &asking};
    assert_int_equal(asking_read_line(&asking, str_of("round=0.."), &err), STATUS_OK);
    play->sitting->campaign->sums_from = 0;
    for (int i = 0; ready_question_at(i) != NULL; i++) {
        const struct ready_question *question = ready_question_at(i);
        struct answer one, other;
        assert_int_equal(ready_question_answer(&one, play->sitting, question, &kept, &err),
                         expected);
        assert_int_equal(ready_question_answer(&other, play->sitting, question, &read, &err),
                         expected);
        if (one.rows != other.rows) {
            fail_msg("%s: %d rows of what is kept, %d of the log", question->key, one.rows,
                     other.rows);
        }
        for (int k = 0; k < one.rows; k++) {
            assert_string_equal(one.row[k].name, other.row[k].name);
            for (int n = 0; n < QUESTION_COLUMNS; n++) {
                assert_true(fabs(one.row[k].number[n] - other.row[k].number[n]) < 1e-9);
            }
        }
        rows += one.rows;
        answer_free(&one);
        answer_free(&other);
    }
    return rows;
}

/* From the sums that earlier calls kept, from those that this one keeps, and without any. */
static void check_kept(struct play *play)
{
    static struct figures_reading first, again, whole;
    for (int scope = SCOPE_FIGHT; scope < SCOPES; scope++) {
        read_kept(&first, play, (enum asked_scope)scope, false);
        int pieces = read_kept(&again, play, (enum asked_scope)scope, false);
        int all = read_kept(&whole, play, (enum asked_scope)scope, true);
        assert_true(whole.figures.acts > 0);
        check_figures(&first.figures, &whole.figures);
        check_figures(&again.figures, &whole.figures);
        if (scope != SCOPE_EVENING) {
            assert_true(sums_are_cached(play->sitting->campaign));
            assert_true(pieces < all);
        }
    }
    figures_reading_done(&first);
    figures_reading_done(&again);
    figures_reading_done(&whole);
}

static void test_figures_sums__are_the_figures_without_them(void **state)
{
    check_kept(*state);
    check_answers(*state, true, STATUS_OK);
    check_answers(*state, false, STATUS_OK);
}

static void test_figures_sums__stay_right_after_undo_redo_and_branches(void **state)
{
    struct play *play = *state;
    static const char *const lines[] = {"note somebody came in",
                                        "undo",
                                        "undo",
                                        "undo",
                                        "check",
                                        "redo",
                                        "undo",
                                        "undo",
                                        "undo",
                                        "note a branch",
                                        "check",
                                        "damage b 1",
                                        "undo",
                                        "check",
                                        "hp b -1",
                                        "check",
                                        "rename b Bran the Bold",
                                        "check",
                                        "hp b =1",
                                        "check"};
    check_kept(play);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (strcmp(lines[i], "check") == 0) {
            check_kept(play);
            check_answers(play, true, STATUS_OK);
        } else {
            play_do(play, lines[i]);
        }
    }
    for (int i = 0; i < 9; i++) {
        play_do(play, "undo");
        check_kept(play);
    }
}

/* The combatants get new hit points each time, so that the figures grow. */
static void test_figures_sums__go_on_act_by_act(void **state)
{
    struct play *play = *state;
    for (int i = 0; i < 40; i++) {
        play_do(play, i % 2 == 0 ? "hp b -1" : "hp b +1");
        if (i % 5 == 0) {
            check_kept(play);
        }
    }
}

static void test_figures_sums__of_parked_encounters_stay_right(void **state)
{
    struct play *play = *state;
    check_kept(play);
    play_do(play, "encounter \"Another\" system=trilemma");
    play_do(play, "add 2 rat strength=8 wits=8 ac=22 hp=9");
    play_do(play, "damage r1 2");
    check_kept(play);
    play_do(play, "rename-encounter \"The Broken Lantern\" \"The Lamp\"");
    check_kept(play);
    play_do(play, "open \"The Lamp\"");
    play_do(play, "undo");
    play_do(play, "damage b 1");
    check_kept(play);
    play_reopen(play, false);
    check_kept(play);
}

/* What a sum holds of a hit can be taken back after it. */
static void test_figures_sums__go_on_with_what_is_taken_back(void **state)
{
    struct play *play = *state;
    play_do(play, "encounter \"Ford\" system=trilemma");
    play_do(play, "add Bo side=party strength=11 wits=12 ac=20 hp=7");
    play_do(play, "add 2 rat strength=8 wits=3 ac=22 hp=6");
    play_do(play, "initiative 7 5");
    play_do(play, "next");
    play_do(play, "attack Bo 20 3");
    check_kept(play);
    play_do(play, "react Bo shield-after 19");
    check_kept(play);
    play_do(play, "undo");
    check_kept(play);
    play_do(play, "damage r1 9 by=Bo");
    check_kept(play);
    play_do(play, "injury r1 dead");
    check_kept(play);
}

/* Fights of all games, gone on with in lines of their own scripts and in any others, with what
 * is taken back, done again, gone on with elsewhere and amended; CAMPAIGNS=1000 tries more. */
static void test_figures_sums__of_generated_campaigns_are_the_log(void **state)
{
    static const char *const scripts[] = {"data/demo/spire.referee",
                                          "data/demo/dungeon.referee",
                                          "tests/scripts/mill_pond_to_the_end.referee",
                                          "tests/scripts/saltworks_to_the_end.referee",
                                          "tests/scripts/sunken_larder_to_the_end.referee"};
    enum { SCRIPTS = sizeof scripts / sizeof *scripts, CAMPAIGNS = 5, STEPS = 60 };
    const char *wanted = getenv("CAMPAIGNS");
    int campaigns = wanted != NULL && wanted[0] != '\0' ? atoi(wanted) : CAMPAIGNS;
    struct draws draws;
    int rows = 0;
    (void)state;
    draws_init(&draws);
    for (int i = 0; i < campaigns; i++) {
        struct play *play = play_new((const char *const[]){NULL});
        play_script(play, scripts[i % SCRIPTS]);
        for (int step = 0; step < STEPS; step++) {
            const struct command_def *const *defs;
            char line[COMMAND_LINE_MAX + 1];
            struct text text = text_over(line, sizeof line);
            int count = sitting_commands(play->sitting, &defs), kind;
            kind = draws_between(&draws, 0, 9);
            if (kind < 5) {
                random_line(&text, &draws, defs, count, sitting_state(play->sitting));
            } else {
                static const char *const moves[] = {"undo", "undo", "redo", "amend roll",
                                                    "next"};
                text_add(&text, "%s", moves[kind - 5]);
            }
            sitting_run(play->sitting, line, false, &play->result);
            if (step % 30 == 29) {
                check_kept(play);
            }
        }
        rows += check_answers(play, true, STATUS_OK);
        play_free(play);
    }
    assert_true(rows > 20 * campaigns);
}

static void rest(struct play *play, int64_t now_ms)
{
    while (sitting_idle(play->sitting, now_ms)) {
        /* The next step. */
    }
}

/* The same file, changed in between behind the program's back. */
static void open_tampered(struct play *play, const char *sql)
{
    static struct fixture file;
    struct sitting_options options = {.path = play->path};
    struct error err;
    text_format(file.path, sizeof file.path, "%s", play->path);
    sitting_close(play->sitting);
    fixture_tamper(&file, sql);
    assert_int_equal(sitting_open(&play->sitting, &options, &err), STATUS_OK);
}

/* Of the whole campaign at once, with what is kept or without it, also when it is damaged. */
static enum status read_at_once(struct figures *out, struct play *play, bool takes_kept,
                                struct error *err)
{
    const struct sitting_acts_wish all = {.is_of_all = true};
    struct campaign *campaign = play->sitting->campaign;
    campaign->sums_from = 0;
    if (!takes_kept) {
        search_close(campaign);
    }
    campaign->has_no_beside = !takes_kept;
    enum status status = figures_read(out, play->sitting, &all, err);
    campaign->has_no_beside = false;
    return status;
}

/* The same in pieces, as on the screen: what is kept stands there at once, and goes as soon as
 * the log behind it was looked over. */
static enum status read_and_check(struct figures_reading *reading, struct play *play,
                                  bool *has_cached)
{
    struct asking none = {.terms = 0};
    struct error err;
    enum status worst = STATUS_OK;
    play->sitting->checked_row = 0;
    play->sitting->campaign->sums_from = 0;
    figures_reading_begin(reading, SCOPE_CAMPAIGN, "", &none);
    *has_cached = false;
    do {
        while (!reading->is_whole) {
            enum status status = figures_reading_step(reading, play->sitting, 8, &err);
            worst = worst == STATUS_OK ? status : worst;
        }
        *has_cached = *has_cached || reading->figures.has_cached;
    } while (figures_reading_check(reading, play->sitting));
    return worst;
}

/* Damages, and the act that each of them makes unreadable. */
static const struct {
    const char *sql, *act;
} log_damages[] = {
    {"UPDATE event SET new = new + 1 WHERE id = (SELECT min(id) FROM event WHERE kind = "
     "'hp_changed')",
     "SELECT min(act) FROM event WHERE kind = 'hp_changed'"},
    {"UPDATE event SET trace = replace(trace, ':14', ':15') WHERE id = (SELECT min(id) FROM "
     "event WHERE trace LIKE '%:14%')",
     "SELECT min(act) FROM event WHERE trace LIKE '%:14%'"},
    {"UPDATE event SET line = CAST(x'00' || substr(CAST(line AS BLOB), 2) AS TEXT) WHERE id = "
     "(SELECT max(id) FROM event WHERE line <> '' AND act = 30)",
     "SELECT 30"},
    {"UPDATE log SET label = label || '.' WHERE id = 32", "SELECT 32"},
    {"UPDATE log SET at_ms = at_ms + 1 WHERE id = 40", "SELECT 40"},
    {"DELETE FROM event WHERE act = 26", "SELECT 26"},
};

/* The figures of what was before it. */
static void read_before(struct figures *out, struct play *play, const char *act)
{
    static struct fixture file;
    struct error err;
    text_format(file.path, sizeof file.path, "%s", play->path);
    struct sitting_acts_wish wish = {.until = fixture_number(&file, act) - 1};
    assert_true(wish.until > 3);
    assert_int_equal(figures_read(out, play->sitting, &wish, &err), STATUS_OK);
    assert_true(out->acts > 0);
}

static void check_damaged(struct play *play, const char *sql, const char *act)
{
    static struct figures_reading reading;
    struct figures before, kept;
    struct error err;
    bool has_cached;
    rest(play, 0); /* a snapshot, from which the next opening begins */
    rest(play, 5000);
    assert_int_equal(read_at_once(&kept, play, true, &err), STATUS_OK);
    figures_free(&kept);
    assert_true(sums_are_cached(play->sitting->campaign));
    read_before(&before, play, act);

    open_tampered(play, sql);
    assert_null(sitting_damage(play->sitting));
    assert_int_equal(read_and_check(&reading, play, &has_cached), STATUS_DAMAGED);
    /* The times of a short log's rows are read first. */
    assert_true(has_cached || strstr(sql, "UPDATE log") != NULL);
    check_figures(&reading.figures, &before);
    figures_reading_done(&reading);

    for (int takes_kept = 0; takes_kept < 2; takes_kept++) {
        open_tampered(play, "SELECT 1");
        assert_null(sitting_damage(play->sitting));
        assert_int_equal(read_at_once(&kept, play, takes_kept, &err), STATUS_DAMAGED);
        assert_true(err.where[0] != '\0');
        assert_false(kept.has_cached);
        check_figures(&kept, &before);
        figures_free(&kept);
    }
    open_tampered(play, "SELECT 1");
    assert_true(check_answers(play, true, STATUS_DAMAGED) > 0);
    figures_free(&before);
}

/* Rows of the log that are damaged after sums were made of them, which opening does not see. */
static void test_figures_sums__cross_no_damage(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof log_damages / sizeof *log_damages; i++) {
        void *play = NULL;
        begin_short(&play);
        for (int k = 0; k < 40; k++) {
            play_do(play, k % 2 == 0 ? "hp b -1" : "hp b +1");
        }
        check_damaged(play, log_damages[i].sql, log_damages[i].act);
        play_free(play);
    }
}

/* What the file has is not believed when its bytes are not those that were kept, or are those
 * of another row. */
static void test_figures_sums__that_are_damaged_are_made_again(void **state)
{
    static const char *const damages[] = {
        "UPDATE sums SET sum = zeroblob(length(sum))",
        "UPDATE sums SET sum = substr(sum, 1, length(sum) / 2)",
        "UPDATE sums SET act = act - 1",
        "UPDATE sums SET checksum = checksum + 1",
        "DROP TABLE sums",
    };
    struct play *play = *state;
    struct error err;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        check_kept(play);
        struct campaign *campaign = play->sitting->campaign;
        assert_int_equal(sums_check(campaign, &err), STATUS_OK);
        assert_non_null(beside_open(campaign, false));
        assert_int_equal(db_run_script(campaign->beside->db, damages[i], &err), STATUS_OK);
        if (strstr(damages[i], "DROP") == NULL) {
            assert_int_equal(sums_check(campaign, &err), STATUS_DAMAGED);
        }
        check_kept(play);
        play_reopen(play, false);
    }
}

/* A byte of each sum, in turn: the figures stay those of the log. */
static void test_figures_sums__with_another_byte_change_no_answer(void **state)
{
    enum { VARIANTS = 300 };
    struct play *play = *state;
    static struct figures_reading whole, kept;
    struct error err;
    char sql[400];
    int seen = 0;
    read_kept(&whole, play, SCOPE_CAMPAIGN, true);
    for (int i = 0; i < VARIANTS; i++) {
        read_kept(&kept, play, SCOPE_CAMPAIGN, false);
        struct campaign *campaign = play->sitting->campaign;
        assert_non_null(beside_open(campaign, false));
        snprintf(sql, sizeof sql,
                 "UPDATE sums SET sum = CAST(substr(sum, 1, %d %% length(sum)) || CASE WHEN "
                 "substr(sum, %d %% length(sum) + 1, 1) = x'%02x' THEN x'5b' ELSE x'%02x' END "
                 "|| substr(sum, %d %% length(sum) + 2) AS BLOB)",
                 i * 7, i * 7, i % 256, i % 256, i * 7);
        assert_int_equal(db_run_script(campaign->beside->db, sql, &err), STATUS_OK);
        seen += sums_check(campaign, &err) == STATUS_DAMAGED ? 1 : 0;
        read_kept(&kept, play, SCOPE_CAMPAIGN, false);
        check_figures(&kept.figures, &whole.figures);
    }
    assert_int_equal(seen, VARIANTS);
    figures_reading_done(&whole);
    figures_reading_done(&kept);
}

/* Nothing is made for somebody who never asks; then idle moments keep them up with the log. */
static void test_figures_sums__are_kept_up_in_idle_moments(void **state)
{
    struct play *play = *state;
    static struct figures_reading reading;
    struct campaign *campaign = play->sitting->campaign;
    struct position position;
    struct sum sum;
    struct error err;
    campaign->sums_from = 0;
    rest(play, 0);
    rest(play, 5000);
    assert_false(sums_are_cached(campaign));
    read_kept(&reading, play, SCOPE_FIGHT, false);
    figures_reading_done(&reading);
    for (int i = 0; i < 40; i++) {
        play_do(play, i % 2 == 0 ? "hp b -1" : "hp b +1");
    }
    rest(play, 6000);
    rest(play, 9000);
    int64_t encounter = play->sitting->encounter.id;
    assert_int_equal(log_position(campaign, encounter, &position, &err), STATUS_OK);
    assert_true(sums_find(campaign, encounter, position.head, FIGURES_VERSION, &sum));
    assert_int_equal(sum.act, position.head);
    free(sum.bytes);
    check_kept(play);
}

/* Bytes that no program wrote, sealed or not, change nothing. */
static void test_figures_sums__of_other_bytes_are_refused(void **state)
{
    struct play *play = *state;
    struct figures figures;
    unsigned char bytes[64];
    unsigned number = 1;
    figures_init(&figures);
    struct figures_counting counting = {
        .sitting = play->sitting, .figures = &figures, .encounter_id = 1};
    for (int i = 0; i < 20000; i++) {
        int count = (int)(number >> 16) % 64;
        for (int k = 0; k < count; k++) {
            number = number * 1103515245u + 12345u;
            bytes[k] = (unsigned char)(number >> 16 & (i % 2 == 0 ? 0x03 : 0xff));
        }
        number = number * 1103515245u + 12345u;
        if (!figures_from_bytes(&counting, "x", bytes, count)) {
            assert_int_equal(figures.acts, 0);
            assert_int_equal(figures.rows, 0);
        } else { /* a short one may be a sum */
            figures_free(&figures);
            figures_init(&figures);
        }
    }
    figures_free(&figures);
}

#define TEST(name, begins)                                                                     \
    cmocka_unit_test_setup_teardown(test_figures_sums__##name, begins, play_end)

/* ---- ready questions ------------------------------------------------------------------- */

static void check_answer(struct play *play, const struct ready_question *question,
                         const struct sitting_acts_wish *wish, int acts, int most)
{
    struct answer whole;
    struct error err;
    bool is_whole = false;
    int pieces = 0;
    struct answering *answering = answering_new(question, wish, most);
    assert_int_equal(ready_question_answer(&whole, play->sitting, question, wish, &err),
                     STATUS_OK);
    for (; !is_whole; pieces++) {
        assert_int_equal(answering_step(answering, play->sitting, acts, &is_whole, &err),
                         STATUS_OK);
    }
    const struct answer *answer = answering_answer(answering);
    assert_true(pieces > 3);
    assert_true(answer->rows == whole.rows || (most > 0 && answer->rows >= most));
    for (int i = 0; i < answer->rows && (most == 0 || i < most); i++) {
        assert_string_equal(answer->row[i].name, whole.row[i].name);
        for (int k = 0; k < QUESTION_COLUMNS; k++) {
            assert_true(answer->row[i].number[k] == whole.row[i].number[k]);
        }
    }
    answering_free(answering);
    answer_free(&whole);
}

static void test_ready_questions__are_answered_the_same_in_pieces(void **state)
{
    const struct sitting_acts_wish fight = {.limit = 0}, all = {.is_of_all = true};
    for (int i = 0; ready_question_at(i) != NULL; i++) {
        check_answer(*state, ready_question_at(i), &fight, 2, 0);
        check_answer(*state, ready_question_at(i), &all, 5, 0);
        check_answer(*state, ready_question_at(i), &all, 5, 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_figures_reading__of_a_fight_in_pieces_is_that_at_once, begin, play_end),
        cmocka_unit_test_setup_teardown(
            test_figures_reading__of_an_evening_and_of_the_campaign_is_that_at_once_too, begin,
            play_end),
        cmocka_unit_test_setup_teardown(
            test_figures_reading__of_what_was_asked_is_that_at_once_too, begin, play_end),
        cmocka_unit_test_setup_teardown(test_figures_reading__what_cannot_fit_is_not_read,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(test_figures_reading__that_is_left_begins_again, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(
            test_figures_reading__what_is_done_between_pieces_is_not_counted, begin, play_end),
        TEST(are_the_figures_without_them, begin),
        TEST(are_the_figures_without_them, begin_dungeon),
        TEST(stay_right_after_undo_redo_and_branches, begin_short),
        TEST(go_on_act_by_act, begin_short),
        TEST(go_on_with_what_is_taken_back, begin_short),
        TEST(of_parked_encounters_stay_right, begin_short),
        cmocka_unit_test(test_figures_sums__of_generated_campaigns_are_the_log),
        TEST(that_are_damaged_are_made_again, begin_short),
        TEST(with_another_byte_change_no_answer, begin_short),
        cmocka_unit_test(test_figures_sums__cross_no_damage),
        TEST(are_kept_up_in_idle_moments, begin_short),
        TEST(of_other_bytes_are_refused, begin_short),
        cmocka_unit_test_setup_teardown(test_ready_questions__are_answered_the_same_in_pieces,
                                        begin, play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
