#include "bench/campaigns.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "bench/measure.h"
#include "games/games.h"
#include "store/campaign_file.h"

/* A quarter of the events are in short encounters, parked long ago. */
static const int64_t week_ms = 7 * 24 * 3600 * INT64_C(1000);
enum { SHORT_ENCOUNTERS = 8, ACTS_UNTIL_HEALED = 30, SIDE_ROWS = 6 };

/* ---- acts ------------------------------------------------------------------------------ */

/* It stands still while an encounter lasts, and a week passes before the next one. */
static int64_t now_ms = 1700000000000;

static int64_t constant_ms(void)
{
    return now_ms;
}

struct sitting *campaigns_open(const char *path)
{
    struct sitting *sitting = NULL;
    struct error err = {0};
    struct sitting_options options = {
        .path = path, .has_seed = true, .seed = 1, .now_ms = constant_ms};
    if (sitting_open(&sitting, &options, &err) != STATUS_OK) {
        bench_need(false, err.text);
    }
    return sitting;
}

void campaigns_do(struct sitting *sitting, const char *line)
{
    static struct result result;
    sitting_run(sitting, line, false, &result);
    if (result.kind != RESULT_DONE) {
        fprintf(stderr, "%s: %s%s%s\n", line, result.error.text, result.refusal.reason,
                result.text);
        bench_need(false, "a command of the fight was not done");
    }
}

const char *campaigns_attack(struct sitting *sitting)
{
    static char line[64];
    const struct state *state = sitting_state(sitting);
    int turn = state->value[ENCOUNTER_TURN];
    bool is_party = state_value(state, turn, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
    snprintf(line, sizeof line, "attack \"%s %d\" 15 4", is_party ? "Shrike" : "Hero",
             1 + turn % SIDE_ROWS);
    return line;
}

void campaigns_go_on(struct sitting *sitting)
{
    const struct state *state = sitting_state(sitting);
    if (sitting->position.head % ACTS_UNTIL_HEALED == 0) {
        campaigns_do(sitting, "hp * =1000");
    }
    do {
        bool is_between = state->value[ENCOUNTER_TURN] == 0;
        campaigns_do(sitting, is_between ? "next by=party" : "next");
    } while (state->value[ENCOUNTER_TURN] == 0);
}

static void begin_fight(struct sitting *sitting, const char *name)
{
    char line[80];
    snprintf(line, sizeof line, "encounter \"%s\" system=trilemma", name);
    campaigns_do(sitting, line);
    campaigns_do(sitting,
                 "add 6 hero side=party strength=14 wits=12 armour=4 hp=1000 damage=1d6");
    campaigns_do(sitting, "add 6 shrike strength=12 wits=12 ac=22 damage=1d8 hp=1000");
    campaigns_do(sitting, "initiative 19 4 13 9 7 6 15");
}

/* ---- making ---------------------------------------------------------------------------- */

static int64_t events_of(struct sitting *sitting)
{
    struct log_record newest;
    struct error err;
    enum status status =
        log_read_newest(&newest, sitting->campaign, sitting->encounter.id, &err);
    bench_need(status == STATUS_OK, "the newest row cannot be read");
    return newest.first_event - 1 + newest.events;
}

/* Fights until the log has this many events; idle work is done as often as at a table. */
static void fight_until(struct sitting *sitting, int64_t events)
{
    while (events_of(sitting) < events) {
        campaigns_do(sitting, campaigns_attack(sitting));
        campaigns_go_on(sitting);
        if (sitting->position.head % 50 < 3) {
            sitting_tidy(sitting);
        }
    }
}

static void complain(void *context, const struct fault *fault)
{
    int *complaints = context;
    (*complaints)++;
    fprintf(stderr, "%s: %s\n", fault->where, fault->what);
}

static void make_campaign(const char *path, long events, int evenings)
{
    struct sitting *sitting = campaigns_open(path);
    struct error err = {0};
    enum status status = db_run_script(sitting->campaign->db, "PRAGMA synchronous = OFF", &err);
    bench_need(status == STATUS_OK, err.text);
    long before =
        evenings == SHORT_ENCOUNTERS ? events / 4 : events / (evenings + 1) * evenings;
    now_ms = 1700000000000 - evenings * week_ms;
    for (int i = 1; i <= evenings && events > 0; i++) {
        char name[32];
        snprintf(name, sizeof name, "ledge %d", i);
        begin_fight(sitting, name);
        fight_until(sitting, before * i / evenings);
        now_ms += week_ms;
    }
    now_ms = 1700000000000;
    begin_fight(sitting, "the long one");
    fight_until(sitting, events);
    int complaints = 0;
    status = campaign_verify(sitting->campaign, complain, &complaints, &err);
    bench_need(status == STATUS_OK && complaints == 0,
               "the campaign that was made is not sound");
    sitting_close(sitting);
}

/* ---- files ----------------------------------------------------------------------------- */

static void suffixed(char out[CAMPAIGN_PATH_SIZE + 8], const char *path, const char *suffix)
{
    snprintf(out, CAMPAIGN_PATH_SIZE + 8, "%s%s", path, suffix);
}

long campaigns_size(const char *path, const char *suffix)
{
    char name[CAMPAIGN_PATH_SIZE + 8];
    struct stat found;
    suffixed(name, path, suffix);
    return stat(name, &found) == 0 ? (long)found.st_size : 0;
}

void campaigns_remove(const char *path)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal", "-search"};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        char name[CAMPAIGN_PATH_SIZE + 8];
        suffixed(name, path, suffixes[i]);
        bench_need(unlink(name) == 0 || errno == ENOENT, name);
    }
}

/* A number for the layout of states, the derived tables and the version of the file: a campaign
 * made by a program of another one has no snapshots that this one could use, or would be
 * brought up to date first. */
static unsigned layout_number(void)
{
    static struct state state;
    static unsigned char bytes[SNAPSHOT_SIZE_MAX];
    state_init(&state, system_at(0));
    int n = state_pack(games_find(system_at(0)), &state, bytes);
    unsigned number = 2166136261u; /* FNV-1a */
    for (int i = 0; i < n; i++) {
        number = (number ^ bytes[i]) * 16777619u;
    }
    for (const char *p = schema_scripts()->derived; *p != '\0'; p++) {
        number = (number ^ (unsigned char)*p) * 16777619u;
    }
    return number + (unsigned)schema_scripts()->log_count;
}

static void copy_file(const char *from, const char *to)
{
    static unsigned char bytes[1 << 20];
    int in = open(from, O_RDONLY);
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    bench_need(in >= 0 && out >= 0, to);
    ssize_t n;
    while ((n = read(in, bytes, sizeof bytes)) > 0) {
        bench_need(write(out, bytes, (size_t)n) == n, to);
    }
    bench_need(n == 0 && fsync(out) == 0, to);
    close(in);
    close(out);
}

void campaigns_copy(char path[CAMPAIGN_PATH_SIZE], long events)
{
    campaigns_copy_of_evenings(path, events, SHORT_ENCOUNTERS);
}

void campaigns_copy_of_evenings(char path[CAMPAIGN_PATH_SIZE], long events, int evenings)
{
    static const char making[] = BENCH_FOLDER "/making.db";
    char kept[CAMPAIGN_PATH_SIZE];
    bench_folder();
    snprintf(kept, sizeof kept, BENCH_FOLDER "/fight-%ld-%d-%x.db", events, evenings,
             layout_number());
    if (access(kept, R_OK) != 0) {
        if (events > 100000) {
            printf("  making a campaign of %ld events, once\n", events);
            fflush(stdout);
        }
        campaigns_remove(making);
        make_campaign(making, events, evenings);
        bench_need(rename(making, kept) == 0, kept);
    }
    strcpy(path, BENCH_FOLDER "/copy.db");
    campaigns_remove(path);
    copy_file(kept, path);
}
