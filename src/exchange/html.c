#include "exchange/formats.h"

#include <string.h>

#include "base/utf8.h"

static const char *html_escape(const char *at)
{
    switch (*at) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static void write_html(struct writing *out, const char *text)
{
    write_escaped(out, text, html_escape);
}

/* ---- the chart ------------------------------------------------------------------------- */

/* Hit points over the acts of a chapter as one SVG drawing: a row for each combatant, a line
 * that falls and rises, the rounds as upright lines. It names nothing outside itself, and says
 * by words what it shows: a title for each row, numbers at its end. */

enum {
    NAME_WIDTH = 170,
    NAME_CHARACTERS = 22,
    LINE_WIDTH = 520,
    END_WIDTH = 90,
    ROW_HEIGHT = 34,
    LINE_HEIGHT = 24,
    HEAD_HEIGHT = 18
};

/* Whole pixels, so that no locale writes a comma. */
static int x_of(const struct telling_chapter *chapter, int act)
{
    return NAME_WIDTH + (int)((int64_t)(act + 1) * LINE_WIDTH / (chapter->acts + 1));
}

static int y_of(int now, int most, int top)
{
    int up = now <= 0 ? 0 : (int)((int64_t)now * LINE_HEIGHT / most);
    return top + LINE_HEIGHT - up;
}

/* Steps: a value holds until the act that changes it. */
static void write_path(struct writing *out, const struct telling_chapter *chapter,
                       const struct telling_combatant *combatant, int top)
{
    int most = combatant->most > 0 ? combatant->most : 1;
    for (int i = 0; i < combatant->points; i++) {
        const struct telling_point *point = &combatant->point[i];
        most = point->is_known && point->now > most ? point->now : most;
    }
    bool is_drawn = false;
    write_format(out, "<path class=\"%s\" d=\"", combatant->side);
    for (int i = 0; i < combatant->points; i++) {
        const struct telling_point *point = &combatant->point[i];
        int x = x_of(chapter, point->act);
        if (is_drawn && !point->is_broken) {
            write_format(out, "H%d", x);
        }
        if (point->is_known) {
            bool goes_on = is_drawn && !point->is_broken;
            if (goes_on) {
                write_format(out, "V%d", y_of(point->now, most, top));
            } else {
                write_format(out, "M%d %d", x, y_of(point->now, most, top));
            }
        }
        is_drawn = point->is_known;
    }
    if (is_drawn && chapter->gap[0] == '\0') {
        write_format(out, "H%d", NAME_WIDTH + LINE_WIDTH);
    }
    write_text(out, "\"/>");
}

static void write_row(struct writing *out, const struct telling_chapter *chapter,
                      const struct telling_combatant *combatant, int top)
{
    int end = NAME_WIDTH + LINE_WIDTH;
    write_text(out, "<g><title>");
    write_html(out, combatant->name);
    write_format(out, ": %d", combatant->now);
    if (combatant->most > 0) {
        write_format(out, " of %d", combatant->most);
    }
    write_format(out, " at the end</title><text x=\"0\" y=\"%d\">", top + 17);
    /* What there is room for; the title has all of it. */
    struct str rest = str_of(combatant->name);
    int shown = 0;
    for (int characters = 0; shown < rest.n && characters < NAME_CHARACTERS; characters++) {
        shown += utf8_decode((struct str){rest.p + shown, rest.n - shown}).n;
    }
    TEXT_BUFFER(cut, NAME_CHARACTERS * UTF8_BYTES_MAX + 1);
    text_add_str(&cut, (struct str){rest.p, shown});
    write_html(out, cut.p);
    write_text(out, shown < rest.n ? "…" : "");
    write_format(out, "</text><line class=\"base\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
                 NAME_WIDTH, top + LINE_HEIGHT, end, top + LINE_HEIGHT);
    write_path(out, chapter, combatant, top);
    write_format(out, "<text x=\"%d\" y=\"%d\">%d", end + 8, top + 17, combatant->now);
    if (combatant->most > 0) {
        write_format(out, " of %d", combatant->most);
    }
    write_text(out, "</text></g>\n");
}

/* Writes nothing when nobody has hit points. */
static void write_chart(struct writing *out, const struct telling_chapter *chapter)
{
    int rows = 0;
    for (int i = 0; i < chapter->combatants; i++) {
        rows += chapter->combatant[i].points > 0 ? 1 : 0;
    }
    if (rows == 0) {
        return;
    }
    int width = NAME_WIDTH + LINE_WIDTH + END_WIDTH;
    int height = HEAD_HEIGHT + rows * ROW_HEIGHT;
    write_format(out,
                 "<svg role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n"
                 "<title>Hit points over the rounds</title>\n",
                 width, height, width, height);
    /* The rounds, as upright lines with their numbers. */
    int last_x = 0;
    for (int i = 0; i < chapter->acts; i++) {
        int round = chapter->act[i].round;
        int x = x_of(chapter, i);
        if (round == 0 || (i > 0 && chapter->act[i - 1].round == round) || x - last_x < 16) {
            continue;
        }
        last_x = x;
        write_format(out, "<line class=\"round\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", x,
                     HEAD_HEIGHT - 4, x, height);
        write_format(out, "<text class=\"small\" x=\"%d\" y=\"10\">%d</text>\n", x, round);
    }
    int top = HEAD_HEIGHT;
    for (int i = 0; i < chapter->combatants; i++) {
        if (chapter->combatant[i].points > 0) {
            write_row(out, chapter, &chapter->combatant[i], top);
            top += ROW_HEIGHT;
        }
    }
    write_text(out, "</svg>\n");
}

/* ---- the chart of chances -------------------------------------------------------------- */

/* The party's chance after each act as a line over the rounds, with a dot for each act that
 * says in its title what it was, and a larger one where the fight turned. */

enum { CHANCE_HEIGHT = 160, CHANCE_LEFT = 44, CHANCE_WIDTH = 730, CHANCE_FOOT = 4 };

static int chance_x(const struct telling_chart *chart, int i)
{
    int steps = chart->chances > 1 ? chart->chances - 1 : 1;
    return CHANCE_LEFT + (int)((int64_t)i * CHANCE_WIDTH / steps);
}

static int chance_y(int thousandths)
{
    return HEAD_HEIGHT + CHANCE_HEIGHT - thousandths * CHANCE_HEIGHT / 1000;
}

static void write_chances(struct writing *out, const struct telling_chart *chart)
{
    enum { DOT = 2, TURN_DOT = 5, DOT_ROOM = TURN_DOT + 1 };
    int width = CHANCE_LEFT + CHANCE_WIDTH + DOT_ROOM;
    int height = HEAD_HEIGHT + CHANCE_HEIGHT + DOT_ROOM + CHANCE_FOOT;
    write_format(out,
                 "<svg role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n"
                 "<title>The party's chance to win after each act</title>\n",
                 width, height, width, height);
    for (int percent = 0; percent <= 100; percent += 50) {
        int y = chance_y(percent * 10);
        write_format(out, "<line class=\"base\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
                     CHANCE_LEFT, y, CHANCE_LEFT + CHANCE_WIDTH, y);
        write_format(out, "<text x=\"0\" y=\"%d\">%d%%</text>\n", y + 4, percent);
    }
    int last_x = 0;
    for (int i = 1; i < chart->chances; i++) {
        int round = chart->chance[i].round, x = chance_x(chart, i);
        if (round > 0 && round != chart->chance[i - 1].round && x - last_x >= 16) {
            last_x = x;
            write_format(out, "<line class=\"round\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
                         x, HEAD_HEIGHT - 4, x, HEAD_HEIGHT + CHANCE_HEIGHT);
            write_format(out, "<text class=\"small\" x=\"%d\" y=\"10\">%d</text>\n", x, round);
        }
    }
    write_text(out, "<path class=\"party\" d=\"");
    for (int i = 0; i < chart->chances; i++) {
        write_format(out, "%s%d %d", i == 0 ? "M" : "L", chance_x(chart, i),
                     chance_y(chart->chance[i].thousandths));
    }
    write_text(out, "\"/>\n");
    for (int i = 0; i < chart->chances; i++) {
        const struct telling_chance *chance = &chart->chance[i];
        write_format(out, "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"><title>",
                     chance->is_turn ? "turn" : "dot", chance_x(chart, i),
                     chance_y(chance->thousandths), chance->is_turn ? TURN_DOT : DOT);
        write_html(out, chance->told);
        write_text(out, "</title></circle>\n");
    }
    write_text(out, "</svg>\n");
}

static void write_chart_of(struct writing *out, const struct telling_chart *chart)
{
    write_text(out, "<h3>When did it turn?</h3>\n");
    for (int i = 0; i < chart->sentences; i++) {
        write_text(out, i == 0 ? "<p>" : "<br/>\n");
        write_html(out, chart->sentence[i]);
    }
    write_text(out, chart->sentences > 0 ? "</p>\n" : "");
    if (chart->chances > 0) {
        write_text(out, "<div class=\"wide\">\n");
        write_chances(out, chart);
        write_text(out, "</div>\n");
        write_text(out, "<div class=\"wide\"><table>\n<tr><th>in points for the party</th>"
                        "<th class=\"n\">dice</th><th class=\"n\">choices</th></tr>\n");
        for (int i = 0; i < chart->shares; i++) {
            const struct telling_share *share = &chart->share[i];
            write_text(out, "<tr><td>");
            write_html(out, share->name);
            write_format(out, "</td><td class=\"n\">%s</td><td class=\"n\">%s</td></tr>\n",
                         share->dice, share->choices);
        }
        write_text(out, "</table></div>\n");
    }
}

/* ---- the page -------------------------------------------------------------------------- */

/* Nothing may be loaded, whatever a name says: the policy forbids it to the browser as well. */
static const char head[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\"/>\n"
    "<meta http-equiv=\"Content-Security-Policy\" "
    "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<title>";

static const char style[] =
    "</title>\n"
    "<style>\n"
    ":root { color-scheme: light dark; --line: #8888; --party: #1a6dad; --foes: #b3452c; }\n"
    "@media (prefers-color-scheme: dark) { :root { --party: #6fb7ee; --foes: #f08d72; } }\n"
    "body { font: 16px/1.45 system-ui, sans-serif; max-width: 58rem; margin: 2rem auto;"
    " padding: 0 1rem; overflow-wrap: anywhere; }\n"
    "h1, h2, h3 { line-height: 1.2; } .facts { opacity: .75; }\n"
    "table { border-collapse: collapse; } th, td { padding: .15rem .7rem .15rem 0;"
    " text-align: left; border-bottom: 1px solid var(--line); }\n"
    "th, td { white-space: nowrap; } td:first-child { white-space: normal;"
    " min-width: 7rem; }\n"
    "td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }\n"
    ".wide { overflow-x: auto; }\n"
    "svg { max-width: 100%; height: auto; }\n"
    "svg text { font-size: 13px; fill: currentColor; } svg .small { font-size: 10px;"
    " text-anchor: middle; }\n"
    "svg path { fill: none; stroke-width: 2; } svg .party { stroke: var(--party); }\n"
    "svg .foes { stroke: var(--foes); stroke-dasharray: 5 2; }\n"
    "svg .dot { fill: var(--party); } svg .turn { fill: var(--foes); }\n"
    "svg .round, svg .base { stroke: var(--line); stroke-width: 1; }\n"
    "details { margin: .1rem 0; } details details { margin-left: 1.2rem; }\n"
    "summary { cursor: pointer; } .act { margin-left: 1.2rem; }\n"
    "p.line { margin: 0 0 0 2.2rem; } .rules, .number, .chance { opacity: .65;"
    " font-size: .85em; }\n"
    ".undone { text-decoration: line-through; } .gap { border: 2px solid; padding: .3rem; }\n"
    "@media print { summary { list-style: none; } }\n"
    "</style>\n"
    "</head>\n"
    "<body>\n";

static void write_gap(struct writing *out, const char *gap)
{
    if (gap[0] != '\0') {
        write_text(out, "<p class=\"gap\">");
        write_html(out, gap);
        write_text(out, "</p>\n");
    }
}

static void write_combatants(struct writing *out, const struct telling_chapter *chapter)
{
    if (chapter->combatants == 0) {
        return;
    }
    write_text(out, "<div class=\"wide\"><table>\n<tr><th>name</th><th>side</th>"
                    "<th class=\"n\">HP</th><th></th></tr>\n");
    for (int i = 0; i < chapter->combatants; i++) {
        const struct telling_combatant *combatant = &chapter->combatant[i];
        write_text(out, "<tr><td>");
        write_html(out, combatant->name);
        write_format(out, "</td><td>%s</td><td class=\"n\">", combatant->side);
        if (combatant->has_points) {
            write_format(out, "%d", combatant->now);
        }
        if (combatant->has_points && combatant->most > 0) {
            write_format(out, " of %d", combatant->most);
        }
        write_text(out, "</td><td>");
        write_html(out, combatant->state);
        write_text(out, "</td></tr>\n");
    }
    write_text(out, "</table></div>\n");
}

static void write_summary(struct writing *out, const struct telling_act *act)
{
    if (act->number > 0) {
        write_format(out, "<span class=\"number\">#%lld</span> ", (long long)act->number);
    }
    write_text(out, act->is_undone ? "<span class=\"undone\">" : "<span>");
    write_html(out, act->label);
    write_text(out, "</span>");
}

/* What there is beside the label can be folded away. */
static void write_act(struct writing *out, const struct telling_act *act)
{
    bool is_line = act->lines == 1 && strcmp(act->line[0].text, act->label) == 0 &&
                   act->line[0].rules[0] == '\0';
    if ((act->lines == 0 || is_line) && act->chance[0] == '\0' && act->remark[0] == '\0') {
        write_text(out, "<div class=\"act\">");
        write_summary(out, act);
        write_text(out, "</div>\n");
        return;
    }
    write_text(out, "<details><summary>");
    write_summary(out, act);
    write_text(out, "</summary>\n");
    for (int i = 0; i < act->lines; i++) {
        write_text(out, "<p class=\"line\">");
        write_html(out, act->line[i].text);
        write_text(out, " <span class=\"rules\">");
        write_html(out, act->line[i].rules);
        write_text(out, "</span></p>\n");
    }
    if (act->chance[0] != '\0') {
        write_text(out, "<p class=\"line chance\">chance: ");
        write_html(out, act->chance);
        write_text(out, "</p>\n");
    }
    if (act->remark[0] != '\0') {
        write_text(out, "<p class=\"line\"><em>");
        write_html(out, act->remark);
        write_text(out, "</em></p>\n");
    }
    write_text(out, "</details>\n");
}

static void write_chapter(struct writing *out, const struct telling_chapter *chapter,
                          const char *title)
{
    write_text(out, "<section>\n");
    if (strcmp(chapter->encounter, title) != 0) {
        write_text(out, "<h2>");
        write_html(out, chapter->encounter);
        write_text(out, "</h2>\n");
    }
    const char *facts[] = {chapter->game, chapter->date, chapter->course};
    write_text(out, "<p class=\"facts\">");
    for (int i = 0; i < 3; i++) {
        write_text(out, i > 0 && facts[i][0] != '\0' ? " · " : "");
        write_html(out, facts[i]);
    }
    write_text(out, "</p>\n");
    write_combatants(out, chapter);
    if (chapter->chart != NULL) {
        write_chart_of(out, chapter->chart);
    }
    if (chapter->chart != NULL && chapter->acts == 0) {
        write_text(out, "</section>\n");
        return;
    }
    write_text(out, "<h3>Hit points</h3>\n<div class=\"wide\">\n");
    write_chart(out, chapter);
    bool is_story = chapter->acts > 0 && chapter->act[0].number == 0;
    write_text(out, is_story ? "</div>\n<h3>What happened</h3>\n" : "</div>\n<h3>Log</h3>\n");
    for (int i = 0; i < chapter->acts; i++) {
        const struct telling_act *act = &chapter->act[i];
        bool begins = i == 0 || chapter->act[i - 1].round != act->round;
        write_text(out, begins && i > 0 ? "</details>\n" : "");
        write_gap(out, act->gap);
        if (begins) {
            int round = chapter->act[i].round;
            int last = i;
            while (last + 1 < chapter->acts && chapter->act[last + 1].round == round) {
                last++;
            }
            write_format(out, "<details%s><summary>", round > 0 ? " open=\"open\"" : "");
            if (round > 0) {
                write_format(out, "Round %d", round);
            } else {
                write_text(out, chapter->before);
            }
            if (chapter->act[i].number > 0) {
                write_format(out, " <span class=\"number\">%d act%s</span>", last - i + 1,
                             last == i ? "" : "s");
            }
            write_text(out, "</summary>\n");
        }
        write_act(out, act);
    }
    write_text(out, chapter->acts > 0 ? "</details>\n" : "");
    write_gap(out, chapter->gap);
    write_text(out, "</section>\n");
}

static void write_number(struct writing *out, int64_t number)
{
    write_format(out, "<td class=\"n\">%lld</td>", (long long)number);
}

static void write_known(struct writing *out, double number)
{
    write_text(out, "<td class=\"n\">");
    if (number >= 0) {
        write_average(out, number);
    }
    write_text(out, "</td>");
}

static void write_luck(struct writing *out, double percentile)
{
    write_text(out, "<td class=\"n\">");
    /* "65%", "<1%"; below 0: "-". */
    TEXT_BUFFER(text, 16);
    if (percentile >= 0) {
        text_add_percent(&text, percentile);
    } else {
        text_add(&text, "-");
    }
    write_text(out, text.p);
    write_text(out, "</td>");
}

static void write_figure(struct writing *out, const struct telling_figure *figure,
                         bool has_odds)
{
    write_text(out, figure->name == NULL ? "<tr><th>" : "<tr><td>");
    write_html(out, figure->shown);
    write_text(out, figure->name == NULL ? "</th>" : "</td>");
    write_number(out, figure->attacks);
    write_number(out, figure->hits);
    if (has_odds) {
        write_known(out, figure->hits_expected);
        write_luck(out, figure->hits_percentile);
    }
    write_number(out, figure->damage_dealt);
    if (has_odds) {
        write_number(out, figure->damage_rolled);
        write_known(out, figure->damage_expected);
        write_luck(out, figure->damage_percentile);
    }
    write_number(out, figure->hp_taken);
    write_number(out, figure->damage_taken);
    write_number(out, figure->healed);
    write_number(out, figure->brought_to_0);
    write_number(out, figure->killed);
    write_number(out, figure->downs);
    write_text(out, "</tr>\n");
}

static void write_figures(struct writing *out, const struct telling *telling)
{
    static const char odds[] = "<th class=\"n\">expected</th><th class=\"n\">dice</th>";
    const char *more = telling->has_odds ? odds : "";
    if (telling->figures == 0) {
        return;
    }
    write_text(out, "<section>\n<h2>Figures</h2>\n<div class=\"wide\"><table>\n<tr><th></th>"
                    "<th class=\"n\">attacks</th><th class=\"n\">hits</th>");
    write_text(out, more);
    write_text(out, "<th class=\"n\">damage</th>");
    write_text(out, telling->has_odds ? "<th class=\"n\">rolled</th>" : "");
    write_text(out, more);
    write_text(out, "<th class=\"n\">HP taken</th><th class=\"n\">HP lost</th>"
                    "<th class=\"n\">healed</th><th class=\"n\">brought to 0</th>"
                    "<th class=\"n\">killed</th><th class=\"n\">downs</th></tr>\n");
    for (int i = 0; i < telling->figures; i++) {
        write_figure(out, &telling->figure[i], telling->has_odds);
    }
    write_text(out, "</table></div>\n");
    if (telling->has_odds) {
        write_text(out, "<p class=\"facts\">damage: what still stands, with what was beyond 0 "
                        "HP; rolled: what the dice gave, also where it was stopped; expected: "
                        "what the dice give on average; dice: how many of all possible results "
                        "are worse.</p>\n");
    }
    for (int i = 0; i < telling->morales; i++) {
        const struct telling_morale *morale = &telling->morale[i];
        write_text(out, "<p>Morale of ");
        write_html(out, morale->group);
        write_format(out, ": held %d of %d", morale->held, morale->checks);
        if (morale->held_expected >= 0) {
            write_text(out, ", expected ");
            write_average(out, morale->held_expected);
        }
        write_text(out, ".</p>\n");
    }
    write_text(out, "</section>\n");
}

void write_as_html(struct writing *out, const struct telling *telling)
{
    write_text(out, head);
    write_html(out, telling->title);
    write_text(out, style);
    write_text(out, "<h1>");
    write_html(out, telling->title);
    write_text(out, "</h1>\n");
    if (telling->damage[0] != '\0') {
        write_text(out, "<p class=\"gap\">The log is damaged: ");
        write_html(out, telling->damage);
        write_text(out, "</p>\n");
    }
    for (int i = 0; i < telling->chapters; i++) {
        write_chapter(out, &telling->chapter[i], telling->title);
    }
    write_text(out, telling->chapters == 0 ? "<p>No act fits.</p>\n" : "");
    write_figures(out, telling);
    write_text(out, "</body>\n</html>\n");
}
