/* `referee figures`: what was dealt, taken, hit and missed, beside what the dice could have
 * done. */
#include "app/report/report.h"
#include "cli/subcommands.h"

#include "app/figures/figures_adding.h"
#include "app/figures/figures_sums.h"
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

/* ---- as JSON --------------------------------------------------------------------------- */

static void add_number(json_t *object, const char *name, int64_t number)
{
    report_set_whole(object, name, number);
}

/* null where it is not known. */
static void add_real(json_t *object, const char *name, bool is_known, double number)
{
    report_set_real(object, name, is_known, number);
}

static json_t *row_json(const struct figures_row *row)
{
    json_t *object = json_object();
    double hits = luck_percentile(&row->hits_luck, row->hits);
    double damage = luck_percentile(&row->damage_luck, row->damage_rolled);
    report_set_words_or_null(object, "name", row->name);
    report_set_words(object, "side", side_name(row->side));
    report_set_words_or_null(object, "encounter", row->encounter);
    add_number(object, "attacks", row->attacks);
    add_number(object, "hits", row->hits);
    add_real(object, "hits_expected", !row->has_unknown_hits, row->hits_expected);
    add_real(object, "hits_percentile", hits >= 0 && !row->has_unknown_hits, hits);
    add_number(object, "damage_dealt", row->damage_dealt);
    add_number(object, "damage_rolled", row->damage_rolled);
    add_number(object, "hp_taken", row->hp_taken);
    add_real(object, "damage_expected", !row->has_unknown_damage, row->damage_expected);
    add_real(object, "damage_percentile", damage >= 0, damage);
    add_number(object, "damage_taken", row->damage_taken);
    add_number(object, "healed", row->healed);
    add_number(object, "kills", row->kills);
    add_number(object, "downs", row->downs);
    add_number(object, "brought_to_0", row->brought_to_0);
    add_number(object, "killed", row->killed);
    add_number(object, "reactions", row->reactions);
    add_number(object, "reactions_stopped", row->reactions_stopped);
    add_number(object, "initiative_spent", row->initiative_spent);
    add_number(object, "turns", row->turns);
    add_real(object, "turn_seconds", row->turns > 0 || row->turn_ms > 0,
             (double)row->turn_ms / 1000);
    add_number(object, "rounds", row->rounds);
    report_set_whole_or_null(object, "session", row->evening > 0, row->evening);
    return object;
}

static json_t *morale_json(const struct figures_morale *morale)
{
    json_t *object = json_object();
    report_set_words(object, "group", morale->group);
    add_number(object, "checks", morale->checks);
    add_number(object, "held", morale->held);
    add_real(object, "held_expected", !morale->has_unknown, morale->held_expected);
    return object;
}

static json_t *faces_json(const struct figures_faces *faces)
{
    json_t *object = json_object();
    json_t *counts = json_object();
    TEXT_BUFFER(die, 16);
    text_add(&die, "d%d", faces->sides);
    for (int i = 0; i < faces->sides; i++) {
        TEXT_BUFFER(face, 16);
        text_add(&face, "%d", i + 1);
        add_number(counts, face.p, faces->count[i]);
    }
    int enough = luck_enough_throws(faces->sides);
    report_set_words(object, "die", die.p);
    report_set_words(object, "dice", faces->is_entered ? "entered" : "rolled");
    add_number(object, "throws", faces->throws);
    report_set(object, "counts", counts);
    report_set_whole_or_null(object, "enough_at", enough > 0, enough);
    return object;
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

static void print_json(const struct figures *figures, const struct options *options)
{
    json_t *document = json_object(), *words = json_array(), *rows = json_array();
    json_t *sides = json_array(), *morale = json_array(), *faces = json_array();
    for (int i = 0; i < options->words; i++) {
        json_array_append_new(words, report_string(str_of(options->word[i])));
    }
    for (int i = 0; i < figures->rows; i++) {
        json_array_append_new(rows, row_json(&figures->row[i]));
    }
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        if (has_acted(figures, side)) {
            json_array_append_new(sides, row_json(&figures->side[side]));
        }
    }
    for (int i = 0; i < figures->morales; i++) {
        json_array_append_new(morale, morale_json(&figures->morale[i]));
    }
    for (int i = 0; i < figures->faces_count; i++) {
        json_array_append_new(faces, faces_json(&figures->faces[i]));
    }
    report_set(document, "words", words);
    add_number(document, "acts", figures->acts);
    report_set(document, "combatants", rows);
    report_set(document, "sides", sides);
    report_set(document, "morale", morale);
    report_set(document, "faces", faces);
    output_json(document);
}

/* ---- as text --------------------------------------------------------------------------- */

enum column {
    COLUMN_ATTACKS,
    COLUMN_HITS,
    COLUMN_HITS_EXPECTED,
    COLUMN_HITS_DICE,
    COLUMN_DEALT,
    COLUMN_EXPECTED,
    COLUMN_DICE,
    COLUMN_HP,
    COLUMN_TAKEN,
    COLUMN_HEALED,
    COLUMN_TO_0,
    COLUMN_KILLED,
    COLUMNS
};
enum { NAME_COLUMNS = 15 };
static const struct {
    const char *title;
    int width; /* with the blank before it */
} columns[COLUMNS] = {
    [COLUMN_ATTACKS] = {"att", 4},       [COLUMN_HITS] = {"hits", 5},
    [COLUMN_HITS_EXPECTED] = {"exp", 6}, [COLUMN_HITS_DICE] = {"dice", 5},
    [COLUMN_DEALT] = {"dealt", 6},       [COLUMN_EXPECTED] = {"exp", 6},
    [COLUMN_DICE] = {"dice", 5},         [COLUMN_HP] = {"HP", 5},
    [COLUMN_TAKEN] = {"lost", 6},        [COLUMN_HEALED] = {"heal", 5},
    [COLUMN_TO_0] = {"to 0", 5},         [COLUMN_KILLED] = {"killed", 7},
};

static void add_cell(struct text *line, enum column column, const char *cell)
{
    text_add(line, " %*s", columns[column].width - 1, cell);
}

static void add_column(struct text *line, enum column column, int64_t number)
{
    TEXT_BUFFER(cell, 32);
    text_add(&cell, "%lld", (long long)number);
    add_cell(line, column, cell.p);
}

static void add_expected(struct text *line, enum column column, double number, bool is_known)
{
    TEXT_BUFFER(cell, 32);
    if (is_known) {
        text_add(&cell, "%.1f", number);
    } else {
        text_add(&cell, "-");
    }
    add_cell(line, column, cell.p);
}

static void add_luck(struct text *line, enum column column, double percentile)
{
    TEXT_BUFFER(cell, 32);
    if (percentile >= 0) {
        text_add_percent(&cell, percentile);
    } else {
        text_add(&cell, "-");
    }
    add_cell(line, column, cell.p);
}

static void print_row(const struct figures_row *row, const char *name)
{
    TEXT_BUFFER(line, 400);
    output_column(&line, name, NAME_COLUMNS - 2);
    add_column(&line, COLUMN_ATTACKS, row->attacks);
    add_column(&line, COLUMN_HITS, row->hits);
    add_expected(&line, COLUMN_HITS_EXPECTED, row->hits_expected, !row->has_unknown_hits);
    add_luck(&line, COLUMN_HITS_DICE,
             row->has_unknown_hits ? -1 : luck_percentile(&row->hits_luck, row->hits));
    add_column(&line, COLUMN_DEALT, row->damage_dealt);
    add_expected(&line, COLUMN_EXPECTED, row->damage_expected, !row->has_unknown_damage);
    add_luck(&line, COLUMN_DICE, luck_percentile(&row->damage_luck, row->damage_rolled));
    add_column(&line, COLUMN_HP, row->hp_taken);
    add_column(&line, COLUMN_TAKEN, row->damage_taken);
    add_column(&line, COLUMN_HEALED, row->healed);
    add_column(&line, COLUMN_TO_0, row->brought_to_0);
    add_column(&line, COLUMN_KILLED, row->killed);
    output_row(&line);
}

static void print_dice(const struct figures *figures)
{
    for (int i = 0; i < figures->morales; i++) {
        const struct figures_morale *morale = &figures->morale[i];
        TEXT_BUFFER(expected, 16);
        text_add_average(&expected, morale->held_expected);
        output_line("morale of %s: held %d of %d, expected %s", morale->group, morale->held,
                    morale->checks, morale->has_unknown ? "-" : expected.p);
    }
    for (int i = 0; i < figures->faces_count; i++) {
        const struct figures_faces *faces = &figures->faces[i];
        output_line("d%d %s: %lld throws; about %d tell whether it is fair", faces->sides,
                    faces->is_entered ? "entered" : "rolled", (long long)faces->throws,
                    luck_enough_throws(faces->sides));
    }
}

static void print_text(const struct figures *figures)
{
    TEXT_BUFFER(head, 120);
    output_line(
        "%lld acts. exp: what the dice give on average; dice: how many results are worse",
        (long long)figures->acts);
    output_line(
        "dealt: damage that stands; HP: hit points it took from others; lost: one's own");
    text_add(&head, "%*s", NAME_COLUMNS, "");
    for (int i = 0; i < COLUMNS; i++) {
        add_cell(&head, (enum column)i, columns[i].title);
    }
    output_row(&head);
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        if (has_acted(figures, side)) {
            print_row(&figures->side[side], side_name(side));
        }
    }
    for (int i = 0; i < figures->rows; i++) {
        const struct figures_row *row = &figures->row[i];
        if (figures_row_tells(row)) {
            print_row(row, row->name);
        }
    }
    print_dice(figures);
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
        print_json(&figures, options);
    } else if (status == STATUS_OK || is_damaged) {
        print_text(&figures);
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
