#include "app/sitting/sitting.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/chronicle/chronicle.h"
#include "app/correct/amend.h"
#include "app/correct/correction.h"
#include "app/encounters/encounters.h"
#include "app/figures/figures_reading.h"
#include "app/sitting/fresh_seed.h"
#include "app/prepared/prepared.h"
#include "app/file/backup.h"
#include "app/file/campaign_path.h"
#include "app/file/file.h"
#include "app/library/campaign_library.h"
#include "app/library/kinds.h"
#include "app/library/record_library.h"
#include "app/log/logged_roll.h"
#include "app/log/past.h"
#include "app/macros/macros.h"
#include "app/party/roster.h"
#include "app/sitting/clock.h"
#include "app/sitting/commands.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "app/sitting/stored_dice.h"
#include "base/utf8.h"
#include "games/games.h"
#include "store/search.h"
#include "tracker/naming.h"

/* While the machine sleeps this one goes on too, where there is such a clock. */
#ifdef CLOCK_BOOTTIME
#define CLOCK_STEADY CLOCK_BOOTTIME
#else
#define CLOCK_STEADY CLOCK_MONOTONIC
#endif

static int64_t system_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t system_now_ms(void)
{
    return system_ms(CLOCK_REALTIME);
}

static int64_t system_steady_ms(void)
{
    return system_ms(CLOCK_STEADY);
}

/* ---- opening --------------------------------------------------------------------------- */

/* A campaign that cannot be written, as on a read-only medium, can still be looked at. */
static enum status open_campaign(struct sitting *sitting, const struct sitting_options *options,
                                 struct error *err)
{
    if (options->is_read_only) {
        return campaign_open(&sitting->campaign, sitting->path, CAMPAIGN_READ, 0, games_find,
                             err);
    }
    uint64_t seed = options->seed;
    enum status status = options->has_seed ? STATUS_OK : fresh_seed(&seed, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = campaign_open(&sitting->campaign, sitting->path, CAMPAIGN_CREATE, seed, games_find,
                           err);
    if (status == STATUS_IO && err != NULL) {
        memcpy(sitting->why_read_only, err->text, sizeof sitting->why_read_only);
    }
    if (status == STATUS_IO && campaign_open(&sitting->campaign, sitting->path, CAMPAIGN_READ,
                                             0, games_find, NULL) == STATUS_OK) {
        return STATUS_OK;
    }
    return status;
}

/* True when the line did what it says; otherwise *err says why not, with its number. */
static bool was_done(const struct result *result, int number, struct error *err)
{
    TEXT_BUFFER(where, 32);
    text_add(&where, "line %d", number);
    switch (result->kind) {
    case RESULT_DONE:
    case RESULT_TOLD:
    case RESULT_QUIT:
        return true;
    case RESULT_REFUSED:
        error_set(err, STATUS_USAGE, where.p, "%s", result->refusal.reason);
        return false;
    case RESULT_ASKS:
        error_set(err, STATUS_USAGE, where.p, "something is missing");
        return false;
    case RESULT_WRONG:
    case RESULT_FAILED:
        error_set(err, result->error.code, where.p, "%s", result->error.text);
        return false;
    }
    return false;
}

static enum status play_script(struct sitting *like, const char *path, struct str lines,
                               struct error *err)
{
    struct sitting *made;
    struct sitting_options options = {.path = path,
                                      .has_seed = like->has_seed,
                                      .seed = like->seed,
                                      .now_ms = like->now_ms,
                                      .settings = like->settings};
    enum status status = sitting_open(&made, &options, err);
    if (status == STATUS_OK) {
        bool is_done = true;
        struct result *result = malloc(sizeof *result);
        CHECK(result != NULL);
        for (int number = 1; is_done && lines.n > 0; number++) {
            char line[COMMAND_LINE_MAX + 1];
            const char *end = memchr(lines.p, '\n', (size_t)lines.n);
            int n = end != NULL ? (int)(end - lines.p) : lines.n;
            text_format(line, sizeof line, "%.*s", n, lines.p);
            int past = end != NULL ? n + 1 : n;
            lines = (struct str){lines.p + past, lines.n - past};
            sitting_run(made, line, false, result);
            is_done = was_done(result, number, err);
        }
        free(result);
        status = is_done ? STATUS_OK : err->code;
        sitting_close(made);
    }
    return status;
}

enum status sitting_open(struct sitting **out, const struct sitting_options *options,
                         struct error *err)
{
    struct sitting *sitting = calloc(1, sizeof *sitting);
    CHECK(sitting != NULL);
    sitting->now_ms = options->now_ms != NULL ? options->now_ms : system_now_ms;
    sitting->steady_ms = options->now_ms != NULL ? options->steady_ms : system_steady_ms;
    struct program_settings *settings = options->settings;
    if (settings == NULL) {
        sitting->own_settings = calloc(1, sizeof *sitting->own_settings);
        CHECK(sitting->own_settings != NULL);
        program_settings_init(sitting->own_settings, NULL, 0);
    }
    sitting->settings = settings != NULL ? settings : sitting->own_settings;
    sitting->commands_of = sitting_commands_of;
    sitting->play_script = play_script;
    sitting->has_seed = options->has_seed;
    sitting->seed = options->seed;
    sitting->wants_tidying = true;
    enum status status = STATUS_OK;
    if (options->path == NULL && !options->is_read_only) {
        status = campaign_path_default(sitting->path, sizeof sitting->path, true, err);
    }
    if (status == STATUS_OK) {
        status = sitting_find_path(options->path, sitting->path, sizeof sitting->path, err);
    }
    if (status == STATUS_OK && options->tables != NULL) {
        status = sitting_open_tables(sitting, options->tables, err);
    }
    if (status == STATUS_OK) {
        status = open_campaign(sitting, options, err);
        /* One that was just made behind a link. */
        campaign_path_behind_links(sitting->path, sizeof sitting->path);
    }
    if (status == STATUS_OK) {
        status = sitting_load(sitting, err);
    }
    if (status != STATUS_OK) {
        sitting_close(sitting);
        return status;
    }
    sitting_see_clock(sitting);
    *out = sitting;
    return STATUS_OK;
}

static void tidy_campaign(struct sitting *sitting)
{
    if (sitting_is_read_only(sitting)) {
        return;
    }
    struct error err;
    /* Snapshots only make reading fast: a failure shows again, and is reported, at the next
     * act. */
    if (sitting->wants_snapshot && sitting->encounter.id != 0 &&
        log_keep_snapshot(sitting->campaign, sitting->encounter.id, sitting->position.head,
                          &sitting->state, &err) == STATUS_OK) {
        sitting->wants_snapshot = false;
    }
    campaign_tidy(sitting->campaign);
}

/* Keeps a snapshot of the present state, if there were acts, so that the next opening is
 * quick. */
static void sitting_rest(struct sitting *sitting)
{
    struct error err;
    bool is_wanted = sitting->wants_rest_snapshot && sitting->encounter.id != 0 &&
                     !sitting_is_read_only(sitting);
    sitting->wants_rest_snapshot = false;
    /* A failure only makes the next opening slower. */
    if (is_wanted &&
        log_keep_snapshot_at_rest(sitting->campaign, sitting->encounter.id,
                                  sitting->position.head, &sitting->state, &err) != STATUS_OK) {
        sitting->wants_snapshot = true;
    }
}

void sitting_close(struct sitting *sitting)
{
    if (sitting == NULL) {
        return;
    }
    verification_end(sitting->verification);
    snapshot_filling_free(sitting->snapshots);
    if (sitting->campaign != NULL) {
        sitting_stop_copying(sitting);
        sitting_rest(sitting);
        tidy_campaign(sitting);
        campaign_close(sitting->campaign);
    }
    table_library_close(sitting->tables);
    sitting_forget_library(sitting);
    encounter_facts_forget(sitting);
    prepared_facts_forget(sitting);
    chronicle_log_forget(sitting);
    figures_filling_forget(sitting);
    sitting_forget_roster(sitting);
    free(sitting->own_settings);
    free(sitting->pasted);
    free(sitting->room_to_look);
    free(sitting->read);
    act_blocks_free(&sitting->scratch);
    free(sitting);
}

/* ---- running --------------------------------------------------------------------------- */

/* A line that the application carries out itself. It is run, or tried: of these only an amended
 * act and a macro. False: the tracker decides the line. */
static bool run_own(struct sitting *sitting, const char *line, bool is_preview,
                    struct result *out)
{
    (void)sitting_read_line(sitting, line);
    struct read_line *read = sitting->read;
    sitting_command_fn *run =
        read->command.def != NULL ? sitting_own_command(read->command.def) : NULL;
    if (run == NULL) {
        return false;
    }
    /* The command's words stand in what was read, and lines may be read while it runs. */
    sitting->read = NULL;
    sitting->has_read = false;
    if (read->status != STATUS_OK) {
        result_be_wrong(out, &read->error);
    } else if (!is_preview) {
        run(sitting, &read->command, out);
    } else if (run == sitting_run_amend) {
        sitting_preview_amend(sitting, &read->command, out);
    } else if (run == sitting_run_do) {
        sitting_preview_do(sitting, &read->command, out);
    }
    free(read);
    return true;
}

/* Cleaning can turn one byte into three; a line that is then too long is refused too. */
struct clean_line {
    char p[COMMAND_LINE_MAX * 3 + 1];
};

/* False when there is nothing to run: the line is too long, empty or a comment. */
static bool clean(struct clean_line *to, const char *line, struct result *out)
{
    result_begin(out);
    size_t n = strlen(line);
    char composed[sizeof to->p];
    struct str typed = name_in_form(str_of(n <= COMMAND_LINE_MAX ? line : ""), NAME_COMPOSED,
                                    composed, sizeof composed);
    utf8_clean(to->p, sizeof to->p, typed);
    if (n > COMMAND_LINE_MAX || strlen(to->p) > COMMAND_LINE_MAX) {
        result_too_long(out, "the line", COMMAND_LINE_MAX);
        return false;
    }
    struct str rest = str_of(to->p);
    struct str first = str_next_word(&rest);
    return first.p != NULL && !(first.n > 0 && first.p[0] == '#' && first.p == to->p);
}

/* How often a line of a script may meet another writer before this is reported. */
enum { CONFLICTS_MAX = 100 };

static void carry_out(struct sitting *sitting, const char *line, bool asks, struct result *out)
{
    if (run_own(sitting, line, false, out)) {
        return;
    }
    sitting_decide(sitting, &sitting->state, line, asks);
    if (sitting_wants_roll_again(sitting)) {
        sitting_roll_again(sitting, line, asks, false, out);
    } else if (sitting_report(sitting, out)) {
        sitting_commit(sitting, line, out);
    }
}

/* What was read of a line that was taken back: it began at this row of this encounter, and with
 * these kinds. */
static void forget_since(struct sitting *sitting, int64_t encounter, int64_t row, int64_t kinds)
{
    struct error err;
    sitting_forget_roster(sitting);
    encounter_facts_forget(sitting);
    prepared_facts_forget(sitting);
    if (sitting->library_newest != kinds) {
        sitting_forget_library(sitting);
    }
    if (sitting->needs_load || sitting->encounter.id != encounter ||
        sitting->position.row != row) {
        (void)!sitting_load(sitting, &err); /* where that fails the next line reads it */
    }
}

/* All that a line writes is there when it is done, and else nothing of it. A line within a line
 * belongs to that. */
static void run_as_one(struct sitting *sitting, const char *line, bool asks, struct result *out)
{
    struct error err;
    bool is_taken_back = false;
    int64_t encounter = sitting->encounter.id, row = sitting->position.row;
    int64_t kinds = sitting->library_newest;
    bool is_own = campaign_begin_line(sitting->campaign);
    result_begin(out);
    carry_out(sitting, line, asks, out);
    bool is_act = sitting->encounter.id != encounter || sitting->position.row != row;
    if (sitting->kinds_unread.code != STATUS_OK &&
        (out->kind == RESULT_WRONG || out->kind == RESULT_REFUSED || is_act)) {
        sitting_fail(sitting, &sitting->kinds_unread,
                     out); /* with all kinds it may be another */
    }
    bool is_done = out->kind == RESULT_DONE || out->kind == RESULT_TOLD;
    /* It may have opened another campaign: nothing is left to be ended there. */
    if (is_own &&
        campaign_end_line(sitting->campaign, is_done, &is_taken_back, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    }
    if (is_taken_back) {
        forget_since(sitting, encounter, row, kinds);
    }
}

/* What kept the campaign from being opened for writing may be over: a full disk has room. */
static bool may_be_written_by_now(const struct sitting *sitting, const struct result *out)
{
    return out->kind == RESULT_FAILED && out->error.code == STATUS_IO &&
           sitting_is_read_only(sitting) && sitting->why_read_only[0] != '\0';
}

void sitting_run(struct sitting *sitting, const char *line, bool asks, struct result *out)
{
    struct clean_line cleaned;
    struct error err;
    if (!clean(&cleaned, line, out)) {
        return;
    }
    if (sitting->needs_load && sitting_load(sitting, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    sitting->asks = asks;
    sitting->is_recorded = true;
    sitting->is_quiet = false;
    sitting->wants_tidying = true;
    if (sitting->kinds_unread.code != STATUS_OK) {
        sitting_forget_library(sitting); /* the disk may give them by now */
    }
    sitting_need_files(sitting);
    sitting_see_clock(sitting);
    if (asks) {
        sitting_find_copy(sitting); /* a script ends before anybody can copy files */
    }
    sitting_keep_memory(sitting);
    /* Nobody watches a script: if another program was first, its line is decided again. */
    int tries = asks ? 1 : CONFLICTS_MAX;
    int scratch = sitting->scratch.count; /* of a line that this one is within */
    do {
        run_as_one(sitting, cleaned.p, asks, out);
        act_blocks_shrink(&sitting->scratch, scratch);
        tries--;
    } while (tries > 0 && out->kind == RESULT_FAILED && out->error.code == STATUS_CONFLICT);
    if (may_be_written_by_now(sitting, out) &&
        sitting_go_on_with(sitting, sitting->path, &err) == STATUS_OK) {
        sitting->why_read_only[0] = '\0';
        run_as_one(sitting, cleaned.p, asks, out);
        act_blocks_shrink(&sitting->scratch, scratch);
    }
}

static void try_line(struct sitting *sitting, const char *line, struct result *out)
{
    if (run_own(sitting, line, true, out)) {
        return;
    }
    sitting_decide(sitting, &sitting->state, line, true);
    if (sitting_wants_roll_again(sitting)) {
        sitting_roll_again(sitting, line, true, true, out);
    } else if (sitting_report(sitting, out)) {
        sitting_tell_preview(sitting, out);
    } else if (out->kind == RESULT_ASKS) {
        struct text so_far = text_over(out->text, sizeof out->text);
        sitting_tell_lines(sitting, &so_far);
    }
}

void sitting_preview(struct sitting *sitting, const char *line, struct result *out)
{
    struct clean_line cleaned;
    if (clean(&cleaned, line, out)) {
        int scratch = sitting->scratch.count;
        sitting->is_recorded = false;
        try_line(sitting, cleaned.p, out);
        act_blocks_shrink(&sitting->scratch, scratch);
    }
}

const char *sitting_dice_follow(struct sitting *sitting, const char *line,
                                const struct question *question, struct result *out)
{
    const struct dice_request *asked = &question->dice;
    const int64_t faces[] = {asked->low, asked->high};
    const char *follow = NULL;
    for (int i = 0; i < 2 && follow == NULL && question->kind == QUESTION_DICE; i++) {
        TEXT_BUFFER(dice, COMMAND_LINE_MAX + 1);
        TEXT_BUFFER(answered, COMMAND_LINE_MAX + 1);
        for (int k = 0; k < asked->missing; k++) {
            text_add(&dice, "%s%" PRId64, k > 0 ? " " : "", faces[i]);
        }
        text_add(&answered, "%s ", line);
        question_add_answer(question, (struct str){dice.p, dice.n}, &answered);
        sitting_preview(sitting, answered.p, out);
        /* A die that explodes is still the same throw. */
        const char *label = out->question.dice.label;
        bool is_other = out->kind == RESULT_ASKS && out->question.kind == QUESTION_DICE &&
                        strcmp(label, asked->label) != 0;
        follow = !is_other ? NULL : question->is_of_table ? "any dice that follow" : label;
    }
    return follow;
}

int sitting_previewed_turn(const struct sitting *sitting)
{
    return sitting->decision.state.value[ENCOUNTER_TURN];
}

/* ---- care ------------------------------------------------------------------------------ */

static enum status verify_path(const char *path, found_fn *found, void *context,
                               struct error *err)
{
    struct campaign *campaign = NULL;
    enum status status = campaign_open(&campaign, path, CAMPAIGN_VERIFY, 0, games_find, err);
    if (status == STATUS_DAMAGED || status == STATUS_FOREIGN) {
        found(context,
              &(struct fault){.where = "file",
                              .what = err->text,
                              .next = status == STATUS_DAMAGED
                                          ? "go back to an earlier copy with referee restore"
                                          : "name the campaign's file with --db"});
        return STATUS_OK;
    }
    if (status != STATUS_OK) {
        return status;
    }
    status = campaign_verify(campaign, found, context, err);
    if (status == STATUS_OK) {
        status = verify_rolls(campaign, found, context, err);
    }
    campaign_close(campaign);
    return status == STATUS_DAMAGED ? STATUS_OK : status; /* already reported */
}

enum status sitting_find_path(const char *path, char *found_path, int size, struct error *err)
{
    enum status status = path != NULL ? campaign_path_copy(found_path, size, path, err)
                                      : campaign_path_default(found_path, size, false, err);
    if (status == STATUS_OK) {
        campaign_path_behind_links(found_path, size);
    }
    return status;
}

enum status sitting_verify_file(const char *path, char *found_path, int size, found_fn *found,
                                void *context, struct error *err)
{
    enum status status = sitting_find_path(path, found_path, size, err);
    return status == STATUS_OK ? verify_path(found_path, found, context, err) : status;
}

enum status sitting_find_stored_dice(const char *path, found_fn *found, void *context,
                                     struct error *err)
{
    char found_path[CAMPAIGN_PATH_MAX];
    struct campaign *campaign = NULL;
    enum status status = sitting_find_path(path, found_path, sizeof found_path, err);
    if (status == STATUS_OK) {
        status = campaign_open(&campaign, found_path, CAMPAIGN_READ, 0, games_find, err);
    }
    if (status == STATUS_OK) {
        status = stored_dice_find(campaign, found, context, err);
        campaign_close(campaign);
    }
    return status;
}

void sitting_stop_when(bool (*asked)(void))
{
    campaign_stop_when(asked);
}

void sitting_tell_progress(void (*tell)(const char *doing, int64_t done, int64_t of,
                                        const char *what))
{
    campaign_tell_progress(tell);
}

bool sitting_is_overtaken(struct sitting *sitting)
{
    struct error err;
    struct position now = sitting->position;
    return sitting->encounter.id != 0 &&
           log_position(sitting->campaign, sitting->encounter.id, &now, &err) == STATUS_OK &&
           now.head != sitting->position.head;
}

enum status sitting_follow(bool *has_changed, struct sitting *sitting, struct error *err)
{
    *has_changed = false;
    if (campaign_find_place(sitting->campaign, err) != CAMPAIGN_IN_PLACE) {
        sitting_add_ways_on(sitting, err);
        return STATUS_ELSEWHERE;
    }
    *has_changed = campaign_has_changed(sitting->campaign);
    if (*has_changed) {
        sitting->is_quiet = false;
        sitting->wants_tidying = true;
    }
    return *has_changed ? sitting_load(sitting, err) : STATUS_OK;
}

void sitting_tidy(struct sitting *sitting)
{
    struct error err;
    sitting->wants_tidying = false;
    sitting_need_files(sitting);
    /* The screen keeps its lines when others cannot be read: the next act reports why. */
    if (sitting->has_only_first &&
        sitting_load_lines(sitting, SITTING_LOG_LINES, &err) != STATUS_OK) {
        sitting->has_only_first = false;
    }
    tidy_campaign(sitting);
}

/* ---- idle moments -------------------------------------------------------------------- */

/* How long it must be quiet before the table counts as resting and the file is checked, and how
 * much is checked in a step: about a millisecond. */
enum { REST_QUIET_MS = 2000, LOOK_OVER_ROWS = 100 };

static bool tidy(struct sitting *sitting)
{
    if (!sitting->wants_tidying) {
        return false;
    }
    sitting_tidy(sitting);
    return true;
}

/* A campaign may have thousands of kinds. */
static bool read_kinds(struct sitting *sitting)
{
    return sitting_read_some_kinds(sitting) || sitting_ready_search(sitting);
}

/* The index of texts of a long log, once somebody has searched for a word; a short log is
 * searched through as quickly. */
static bool fill_search(struct sitting *sitting)
{
    enum { ROWS = 96, LONG = 4096 };
    if (!sitting->wants_search) {
        return false;
    }
    sitting->wants_search =
        campaign_newest_row(sitting->campaign) >= LONG && search_fill(sitting->campaign, ROWS);
    return true;
}

/* Makes the next opening quick, however this sitting ends. */
static bool rest(struct sitting *sitting)
{
    if (!sitting->wants_rest_snapshot) {
        return false;
    }
    sitting_rest(sitting);
    return true;
}

static void tell(struct sitting *sitting, const char *where, const char *what)
{
    struct text text = text_over(sitting->idle_news, sizeof sitting->idle_news);
    text_add(&text, "the campaign is damaged: %s: %s; referee verify lists everything", where,
             what);
    sitting->has_idle_news = true;
}

/* The first fault is reported at once, and is the one to mend first. */
static void keep_fault(void *context, const struct fault *fault)
{
    struct sitting *sitting = context;
    if (sitting->faults++ == 0) {
        tell(sitting, fault->where, fault->what);
    }
}

/* What could not be read is not known to be damaged. */
static void tell_obstacle(struct sitting *sitting, const struct error *err)
{
    if (err->code == STATUS_DAMAGED || err->code == STATUS_FOREIGN) {
        tell(sitting, "the file", err->text);
        return;
    }
    struct text text = text_over(sitting->idle_news, sizeof sitting->idle_news);
    text_add(&text, "the campaign could not be checked to its end: %s", err->text);
    sitting->has_idle_news = true;
}

/* Checks the whole file once in a sitting: opening it only checked its schema and its end. */
static bool look_over(struct sitting *sitting)
{
    struct error err = {.code = STATUS_OK};
    if (sitting->is_looked_over) {
        return false;
    }
    enum status status = STATUS_OK;
    bool is_done = false;
    if (sitting->verification == NULL) {
        sitting->looked_over_row = campaign_newest_row(sitting->campaign);
        status = verification_begin(&sitting->verification, sitting->campaign, keep_fault,
                                    sitting, &err);
    }
    if (status == STATUS_OK) {
        status = verification_step(sitting->verification, LOOK_OVER_ROWS, &is_done, &err);
    }
    if (status != STATUS_OK && sitting->faults == 0) {
        tell_obstacle(sitting, &err);
    }
    if (status != STATUS_OK || is_done) {
        verification_end(sitting->verification);
        sitting->verification = NULL;
        sitting->is_looked_over = true;
        if (status == STATUS_OK && sitting->faults == 0 &&
            sitting->checked_row < sitting->looked_over_row) {
            sitting->checked_row = sitting->looked_over_row;
        }
    }
    return true;
}

/* Looking into the past of long fights is quick, also after an update that cannot read the
 * snapshots of the program before it. Once in a sitting: acts keep their own. */
static bool fill_snapshots(struct sitting *sitting)
{
    enum { ACTS = 64 };
    if (sitting->has_snapshots || sitting->faults > 0) {
        return false;
    }
    if (sitting->snapshots == NULL) {
        sitting->snapshots = snapshot_filling_new(sitting->campaign);
    }
    if (snapshot_filling_step(sitting->snapshots, ACTS)) {
        return true;
    }
    snapshot_filling_free(sitting->snapshots);
    sitting->snapshots = NULL;
    sitting->has_snapshots = true;
    return false;
}

/* Copies of the campaign, and its -wal folded into it. */
static bool keep_house(struct sitting *sitting)
{
    struct error err;
    if (sitting_housekeep(sitting, &err) != STATUS_OK) {
        struct text text = text_over(sitting->idle_news, sizeof sitting->idle_news);
        text_add_str(&text, str_of(err.text));
        sitting->has_idle_news = true;
    }
    return sitting_is_copying(sitting);
}

/* Each step does one piece of its work when the table has been quiet for this time: true when
 * it did something, so that more may be left. The first one with something to do does it, and
 * the others wait for the next call. */
static const struct {
    bool (*step)(struct sitting *sitting);
    int64_t quiet_ms;
} steps[] = {
    {read_kinds, 0}, /* tidying needs them */
    {tidy, 0},       /* what the table may soon ask for */
    {sitting_make_room_to_look, 0},
    {rest, REST_QUIET_MS},     /* the next opening */
    {encounter_facts_step, 0}, /* lists of encounters */
    {prepared_facts_step, 0},  /* and of prepared ones */
    {chronicle_log_step, 0},   /* once somebody has asked for the chronicle */
    {evenings_filling_step,
     REST_QUIET_MS}, /* for figures and questions, also of the command line */
    {fill_search, 0},
    {figures_filling_step, REST_QUIET_MS}, /* once somebody has asked for figures */
    {look_over, REST_QUIET_MS}, /* before a copy is kept: one of a damaged file is of no use */
    {fill_snapshots, REST_QUIET_MS}, /* the past */
    {keep_house, 0}, /* copies; it counts from the last act, not from the last key */
};

bool sitting_idle(struct sitting *sitting, int64_t now_ms)
{
    /* If the clock was set back, the wait begins again. */
    if (!sitting->is_quiet || now_ms < sitting->quiet_since_ms) {
        sitting->is_quiet = true;
        sitting->quiet_since_ms = now_ms;
    }
    sitting_see_clock(sitting);
    int64_t quiet_ms = now_ms - sitting->quiet_since_ms;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (quiet_ms >= steps[i].quiet_ms && steps[i].step(sitting)) {
            return true;
        }
    }
    return false;
}

int64_t sitting_now_ms(const struct sitting *sitting)
{
    return sitting->now_ms();
}

int64_t sitting_clock(void *sitting)
{
    return sitting_now_ms(sitting);
}

const char *sitting_idle_news(struct sitting *sitting)
{
    bool has_news = sitting->has_idle_news;
    sitting->has_idle_news = false;
    return has_news ? sitting->idle_news : NULL;
}
