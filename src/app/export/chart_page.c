#include "app/export/chart_page.h"

#include <stdlib.h>
#include <string.h>

#include "app/figures/figures_told.h"
#include "app/forecast/chart_told.h"
#include "app/report/report.h"
#include "exchange/formats.h"

enum { TOLD_SIZE = 8192 };

static const char *copy(struct telling *telling, const struct text *text)
{
    return telling_text(telling, (struct str){text->p, text->n});
}

/* A line of each, without the marks of lists. */
static const char **lines_of(struct telling *telling, struct text *text, int *count)
{
    struct str rest = {text->p, text->n};
    int lines = 0;
    for (int i = 0; i < text->n; i++) {
        lines += text->p[i] == '\n' ? 1 : 0;
    }
    const char **line = telling_room(telling, (size_t)(lines + 1) * sizeof *line);
    *count = 0;
    while (*count < lines) {
        const char *end = memchr(rest.p, '\n', (size_t)rest.n);
        int n = (int)(end - rest.p);
        line[(*count)++] = telling_text(telling, (struct str){rest.p, n});
        rest = (struct str){end + 1, rest.n - n - 1};
    }
    return line;
}

static bool is_turn(const struct chart *chart, int act)
{
    int turn[CHART_TURNS];
    int count = chart_turns(chart, turn), i = 0;
    while (i < count && turn[i] != act) {
        i++;
    }
    return i < count;
}

static struct telling_chance *chances_of(struct telling *telling, const struct chart *chart)
{
    struct telling_chance *chance =
        telling_room(telling, (size_t)(chart->acts + 1) * sizeof *chance);
    for (int i = -1; i < chart->acts; i++) {
        TEXT_BUFFER(told, 400);
        int point = i < 0 ? 0 : chart->act[i].chance;
        if (i < 0) {
            text_add(&told, "before the fight: ");
            chart_chance_format(chart, 0, &told);
        } else {
            chart_turn_format(chart, i, &told);
            chart_parts_format(chart, i, &told);
        }
        chance[i + 1] = (struct telling_chance){
            .round = i < 0 ? 0 : chart->act[i].round,
            .thousandths = (int)(chart_chance(chart, point).middle * 1000 + 0.5),
            .is_turn = i >= 0 && is_turn(chart, i),
            .told = copy(telling, &told)};
    }
    return chance;
}

/* Of the combatants, the referee and the sides, in the order of the report. */
static struct telling_share *shares_of(struct telling *telling, const json_t *report,
                                       int *count)
{
    static const char *const lists[] = {"by", ".sides"};
    static const struct report_column dice = {.name = ".dice", .kind = REPORT_SHORT_POINTS};
    static const struct report_column choices = {.name = ".choices",
                                                 .kind = REPORT_SHORT_POINTS};
    const char *name;
    json_t *row;
    size_t most = json_object_size(report_value(report, "by")) +
                  json_object_size(report_value(report, ".sides"));
    struct telling_share *share = telling_room(telling, (most + 1) * sizeof *share);
    *count = 0;
    for (int i = 0; i < 2; i++) {
        json_object_foreach(report_value(report, lists[i]), name, row)
        {
            TEXT_BUFFER(of_dice, 40);
            TEXT_BUFFER(of_choices, 40);
            report_format_cell(row, &dice, false, &of_dice);
            report_format_cell(row, &choices, false, &of_choices);
            share[(*count)++] =
                (struct telling_share){.name = telling_text(telling, str_of(name)),
                                       .dice = copy(telling, &of_dice),
                                       .choices = copy(telling, &of_choices)};
        }
    }
    return share;
}

const char *telling_document(struct telling *telling, json_t *report)
{
    report_be_json(report);
    char *text = json_dumps(report, JSON_REAL_PRECISION(15));
    CHECK(text != NULL);
    char *room = telling_room(telling, strlen(text) + 1);
    memcpy(room, text, strlen(text) + 1);
    free(text);
    json_decref(report);
    return room;
}

const struct telling_chart *telling_chart_of(struct telling *telling, const struct chart *chart)
{
    char buf[TOLD_SIZE];
    struct text told = text_over(buf, sizeof buf);
    struct telling_chart *out = telling_room(telling, sizeof *out);
    json_t *report = chart_report(chart);
    chart_tell(chart, &told);
    out->sentence = lines_of(telling, &told, &out->sentences);
    if (chart->batch.needs[0] == '\0') {
        out->chance = chances_of(telling, chart);
        out->chances = chart->acts + 1;
        out->share = shares_of(telling, report, &out->shares);
        told = text_over(buf, sizeof buf);
        chart_draw(chart, CHART_PAGE_WIDTH, GRAPH_BLOCKS, &told);
        out->drawing = lines_of(telling, &told, &out->drawings);
    }
    out->document = telling_document(telling, report);
    return out;
}

static enum status find_format(const struct export_format **out, struct str name,
                               struct error *err)
{
    enum status status = export_format_find(out, name, err);
    if (status == STATUS_OK && (*out)->is_of_acts_alone) {
        status = error_set(err, STATUS_USAGE, "",
                           "%s has only acts in it, no chart (expected html, md, text or json)",
                           (*out)->name);
    }
    return status;
}

enum status chart_page_check(struct str format, struct error *err)
{
    const struct export_format *found;
    return find_format(&found, format, err);
}

enum status chart_page(char **out, const struct chart *chart, struct str format,
                       struct error *err)
{
    const struct export_format *found;
    struct telling telling = {.title = ""};
    struct writing writing = {.p = NULL};
    *out = NULL;
    enum status status = find_format(&found, format, err);
    if (status != STATUS_OK) {
        return status;
    }
    const struct forecast *forecast = chart->forecast;
    telling.words = telling.damage = "";
    const struct figures nothing = {.acts = 0};
    json_t *figures = json_object();
    figures_report(&nothing, figures);
    telling.document = telling_document(&telling, figures);
    telling.title = telling_text(
        &telling, str_of(forecast->at[0] != '\0' ? forecast->at : forecast->encounter));
    struct telling_chapter *chapter = telling_add_chapter(&telling);
    chapter->encounter = telling.title;
    chapter->system = forecast->system->id;
    chapter->game = forecast->system->title;
    chapter->date = chapter->course = chapter->before = chapter->gap = "";
    chapter->chart = telling_chart_of(&telling, chart);
    found->write(&writing, &telling);
    telling_free(&telling);
    *out = writing.p;
    return STATUS_OK;
}
