/* `referee figures`: what was dealt, taken, hit and missed, beside what the dice could have
 * done. */
#include "app/report/report.h"
#include "cli/subcommands.h"

#include "app/figures/figures_reading.h"
#include "app/figures/figures.h"
#include "app/sitting/sitting.h"
#include "app/forecast/kept.h"
#include "app/sitting/state.h"
#include "cli/options.h"
#include "cli/output.h"
#include "tracker/state.h"

static const char *side_name(int side)
{
    return side == SIDE_PARTY ? "party" : "foes";
}

/* ---- the report ------------------------------------------------------------------------ */

static void add_row(json_t *list, const struct figures_row *row)
{
    json_t *object = report_row(list);
    double hits = luck_percentile(&row->hits_luck, row->hits);
    double damage = luck_percentile(&row->damage_luck, row->damage_rolled);
    bool is_side = row->name[0] == '\0';
    report_set_words_or_null(object, "name", row->name);
    report_set_words(object, "side", side_name(row->side));
    report_set_words_or_null(object, "encounter", row->encounter);
    report_set_whole(object, "attacks", row->attacks);
    report_set_whole(object, "hits", row->hits);
    report_set_real(object, "hits_expected", !row->has_unknown_hits, row->hits_expected);
    report_set_real(object, "hits_percentile", hits >= 0 && !row->has_unknown_hits, hits);
    report_set_whole(object, "damage_dealt", row->damage_dealt);
    report_set_whole(object, "damage_rolled", row->damage_rolled);
    report_set_whole(object, "hp_taken", row->hp_taken);
    report_set_real(object, "damage_expected", !row->has_unknown_damage, row->damage_expected);
    report_set_real(object, "damage_percentile", damage >= 0, damage);
    report_set_whole(object, "damage_taken", row->damage_taken);
    report_set_whole(object, "healed", row->healed);
    report_set_whole(object, "kills", row->kills);
    report_set_whole(object, "downs", row->downs);
    report_set_whole(object, "brought_to_0", row->brought_to_0);
    report_set_whole(object, "killed", row->killed);
    report_set_whole(object, "reactions", row->reactions);
    report_set_whole(object, "reactions_stopped", row->reactions_stopped);
    report_set_whole(object, "initiative_spent", row->initiative_spent);
    report_set_whole(object, "turns", row->turns);
    report_set_real(object, "turn_seconds", row->turns > 0 || row->turn_ms > 0,
                    (double)row->turn_ms / 1000);
    report_set_whole(object, "rounds", row->rounds);
    report_set_whole_or_null(object, "session", row->evening > 0, row->evening);
    report_set_words(object, ".shown", is_side ? side_name(row->side) : row->name);
    report_set_flag(object, ".tells", is_side || figures_row_tells(row));
}

static void add_faces(json_t *list, const struct figures_faces *faces)
{
    json_t *object = report_row(list);
    int enough = luck_enough_throws(faces->sides);
    TEXT_BUFFER(die, 16);
    text_add(&die, "d%d", faces->sides);
    report_set_words(object, "die", die.p);
    report_set_words(object, "dice", faces->is_entered ? "entered" : "rolled");
    report_set_whole(object, "throws", faces->throws);
    json_t *counts = report_object(object, "counts");
    for (int i = 0; i < faces->sides; i++) {
        TEXT_BUFFER(face, 16);
        text_add(&face, "%d", i + 1);
        report_set_whole(counts, face.p, faces->count[i]);
    }
    report_set_whole_or_null(object, "enough_at", enough > 0, enough);
    report_set_whole(object, ".enough", enough);
}

static bool has_acted(const struct figures *figures, int side)
{
    for (int i = 0; i < figures->rows; i++) {
        if (figures->row[i].side == side) {
            return true;
        }
    }
    return false;
}

static json_t *report_of(const struct figures *figures, const struct options *options)
{
    json_t *report = json_object(), *list = report_list(report, "words");
    for (int i = 0; i < options->words; i++) {
        json_array_append_new(list, report_string(str_of(options->word[i])));
    }
    report_set_whole(report, "acts", figures->acts);
    list = report_list(report, "combatants");
    for (int i = 0; i < figures->rows; i++) {
        add_row(list, &figures->row[i]);
    }
    list = report_list(report, "sums");
    struct figures_sums sums = {.row = NULL};
    if (figures_are_of_several(figures)) {
        figures_by_name(figures, &sums);
    }
    for (int i = 0; i < sums.rows; i++) {
        add_row(list, &sums.row[i]);
    }
    figures_sums_free(&sums);
    list = report_list(report, "sides");
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        if (has_acted(figures, side)) {
            add_row(list, &figures->side[side]);
        }
    }
    list = report_list(report, "morale");
    for (int i = 0; i < figures->morales; i++) {
        const struct figures_morale *morale = &figures->morale[i];
        json_t *object = report_row(list);
        TEXT_BUFFER(expected, 16);
        report_set_words(object, "group", morale->group);
        report_set_whole(object, "checks", morale->checks);
        report_set_whole(object, "held", morale->held);
        report_set_real(object, "held_expected", !morale->has_unknown, morale->held_expected);
        if (morale->has_unknown) {
            text_add(&expected, "-");
        } else {
            text_add_average(&expected, morale->held_expected);
        }
        report_set_words(object, ".expected", expected.p);
    }
    list = report_list(report, "faces");
    for (int i = 0; i < figures->faces_count; i++) {
        add_faces(list, &figures->faces[i]);
    }
    return report;
}

/* ---- as text --------------------------------------------------------------------------- */

/* A line for each row of the list. */
static void print_lines(const json_t *list, const char *pattern)
{
    json_t *row;
    size_t i;
    json_array_foreach(list, i, row)
    {
        TEXT_BUFFER(line, 400);
        report_tell(row, pattern, &line);
        output_line("%s", line.p);
    }
}

static bool is_of_same_fight(const json_t *row, const json_t *other)
{
    static const char *const names[] = {"encounter", "session"};
    bool is_same = other != NULL;
    for (int i = 0; i < 2 && is_same; i++) {
        is_same = json_equal(report_value(row, names[i]), report_value(other, names[i]));
    }
    return is_same;
}

/* Above the rows of one of several fights. */
static void print_fight(const json_t *row)
{
    TEXT_BUFFER(line, 200);
    bool has_evening = json_is_integer(report_value(row, "session"));
    report_tell(row, has_evening ? "{encounter}, evening {session}" : "{encounter}", &line);
    output_line("%s", line.p);
}

static void print_text(const json_t *report)
{
    static const struct report_column columns[] = {
        {.columns = 13, .name = ".shown"},
        {.title = "att", .columns = -4, .name = "attacks"},
        {.title = "hits", .columns = -5, .name = "hits"},
        {.title = "exp",
         .columns = -6,
         .name = "hits_expected",
         .kind = REPORT_TENTHS,
         .missing = "-"},
        {.title = "dice",
         .columns = -5,
         .name = "hits_percentile",
         .kind = REPORT_PERCENT,
         .missing = "-"},
        {.title = "dealt", .columns = -6, .name = "damage_dealt"},
        {.title = "exp",
         .columns = -6,
         .name = "damage_expected",
         .kind = REPORT_TENTHS,
         .missing = "-"},
        {.title = "dice",
         .columns = -5,
         .name = "damage_percentile",
         .kind = REPORT_PERCENT,
         .missing = "-"},
        {.title = "HP", .columns = -5, .name = "hp_taken"},
        {.title = "lost", .columns = -6, .name = "damage_taken"},
        {.title = "heal", .columns = -5, .name = "healed"},
        {.title = "to 0", .columns = -5, .name = "brought_to_0"},
        {.title = "killed", .columns = -7, .name = "killed"},
    };
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    static const char *const lists[] = {"sides", "sums", "combatants"};
    TEXT_BUFFER(head, 120);
    report_tell(report,
                "{acts} acts. exp: what the dice give on average; dice: how many results are "
                "worse",
                &head);
    output_line("%s", head.p);
    output_line(
        "dealt: damage that stands; HP: hit points it took from others; lost: one's own");
    output_report_head(columns, COLUMNS);
    bool is_several = json_array_size(report_value(report, "sums")) > 0;
    for (int list = 0; list < 3; list++) {
        const json_t *before = NULL;
        json_t *row;
        size_t i;
        json_array_foreach(report_value(report, lists[list]), i, row)
        {
            bool tells = json_is_true(report_value(row, ".tells"));
            if (tells && is_several && list == 2 && !is_of_same_fight(row, before)) {
                print_fight(row);
                before = row;
            }
            if (tells) {
                output_report_row(row, columns, COLUMNS);
            }
        }
    }
    print_lines(report_value(report, "morale"),
                "morale of {group}: held {held} of {checks}, expected {.expected}");
    print_lines(report_value(report, "faces"),
                "{die} {dice}: {throws} throws; about {.enough} tell whether it is fair");
}

/* What was expected of the one encounter that they are of. */
static void print_forecast(struct sitting *sitting, const struct sitting_acts_wish *wish)
{
    TEXT_BUFFER(line, 400);
    if (!wish->is_of_all) {
        sitting_add_kept_line_of(sitting, wish->encounter, &line);
    }
    if (line.n > 0) {
        output_line("%s", line.p);
    }
}

static enum status print_figures(struct sitting *sitting, const struct options *options,
                                 struct error *err)
{
    struct asking asking;
    struct sitting_acts_wish wish;
    struct figures figures;
    enum status status = sitting_read_wish(
        &wish, &asking, sitting, (const char *const *)options->word, options->words, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = figures_read(&figures, sitting, &wish, err);
    bool is_damaged = status == STATUS_DAMAGED && sitting_damage(sitting) != NULL;
    if ((status == STATUS_OK || is_damaged) && options_has(options, OPTION_JSON)) {
        output_report(report_of(&figures, options));
    } else if (status == STATUS_OK || is_damaged) {
        json_t *report = report_of(&figures, options);
        print_text(report);
        json_decref(report);
        print_forecast(sitting, &wish);
    }
    figures_free(&figures);
    return status;
}

int figures_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    if (options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = print_figures(sitting, options, &err);
    bool is_told = status == STATUS_DAMAGED && sitting_damage(sitting) != NULL;
    int code = status == STATUS_OK || is_told ? EXIT_DONE : output_error(&err);
    return options_campaign_close(sitting, code);
}
