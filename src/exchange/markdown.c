#include "exchange/formats.h"

#include <string.h>

/* True when a sign is markup in any dialect of Markdown where it stands; the others stay as
 * they are, so that the text can be read without a reader for it. A bracket alone is none, what
 * may follow it makes it one; a colon can begin an address that some readers make a link of. */
static bool is_markup(const char *at)
{
    switch (*at) {
    case ']':
        return at[1] == '(' || at[1] == '[';
    case ':':
        return at[1] == '/';
    case '&':
        return at[1] == '#' || char_is_letter(at[1]);
    default:
        return strchr("\\`*_<>|~$@", *at) != NULL;
    }
}

/* `is_first`: it begins a line, or follows the sign of a list. */
static void write_markdown(struct writing *out, const char *text, bool is_first)
{
    const char *digits = text;
    while (is_first && char_is_digit(*digits)) {
        digits++;
    }
    bool is_numbered = digits != text && (*digits == '.' || *digits == ')');
    for (const char *at = text; *at != '\0'; at++) {
        bool begins = is_first && at == text && strchr("+-=#[", *at) != NULL;
        bool numbers = is_numbered && at == digits;
        if (begins || numbers || is_markup(at)) {
            write_text(out, "\\");
        }
        write_str(out, (struct str){at, 1});
    }
}

static void write_gap(struct writing *out, const char *gap)
{
    if (gap[0] != '\0') {
        write_text(out, "\n> **");
        write_markdown(out, gap, true);
        write_text(out, "**\n");
    }
}

static void write_line(struct writing *out, const struct telling_line *line)
{
    write_markdown(out, line->text, true);
    if (line->rules[0] != '\0') {
        write_text(out, " *(");
        write_markdown(out, line->rules, false);
        write_text(out, ")*");
    }
    write_text(out, "\n");
}

static void write_act(struct writing *out, const struct telling_act *act)
{
    bool is_line = act->lines == 1 && strcmp(act->line[0].text, act->label) == 0;
    write_text(out, act->is_undone ? "- (undone) " : "- ");
    if (is_line) {
        write_line(out, &act->line[0]);
    } else {
        write_text(out, act->lines > 0 ? "**" : "");
        write_markdown(out, act->label, act->lines == 0);
        write_text(out, act->lines > 0 ? "**\n" : "\n");
    }
    for (int i = 0; i < act->lines && !is_line; i++) {
        write_text(out, "  - ");
        write_line(out, &act->line[i]);
    }
    if (act->chance[0] != '\0') {
        write_text(out, "  - chance: ");
        write_markdown(out, act->chance, false);
        write_text(out, "\n");
    }
    if (act->remark[0] != '\0') {
        write_text(out, "  - *");
        write_markdown(out, act->remark, false);
        write_text(out, "*\n");
    }
}

/* The drawing stands in a fence, as signs of equal width. */
static void write_chart(struct writing *out, const struct telling_chart *chart,
                        const char *level)
{
    write_format(out, "\n%s# When did it turn?\n\n", level);
    for (int i = 0; i < chart->sentences; i++) {
        write_text(out, "- ");
        write_markdown(out, chart->sentence[i], true);
        write_text(out, "\n");
    }
    write_text(out, chart->drawings > 0 ? "\n```\n" : "");
    for (int i = 0; i < chart->drawings; i++) {
        write_format(out, "%s\n", chart->drawing[i]);
    }
    write_text(out, chart->drawings > 0 ? "```\n" : "");
    write_text(out, chart->chances > 0 ? "\n" : "");
    for (int i = 0; i < chart->chances; i++) {
        write_text(out, chart->chance[i].is_turn ? "- **" : "- ");
        write_markdown(out, chart->chance[i].told, !chart->chance[i].is_turn);
        write_text(out, chart->chance[i].is_turn ? "**\n" : "\n");
    }
    if (chart->shares > 0) {
        write_text(out, "\n| in points for the party | dice | choices |\n|---|--:|--:|\n");
    }
    for (int i = 0; i < chart->shares; i++) {
        const struct telling_share *share = &chart->share[i];
        write_text(out, "| ");
        write_markdown(out, share->name, false);
        write_format(out, " | %s | %s |\n", share->dice, share->choices);
    }
}

/* `level`: the signs of its heading. */
static void write_chapter(struct writing *out, const struct telling_chapter *chapter,
                          const char *level)
{
    int round = -1;
    const char *facts[] = {chapter->game, chapter->date, chapter->course};
    write_format(out, "%s ", level);
    write_markdown(out, chapter->encounter, true);
    write_text(out, "\n\n");
    for (int i = 0; i < 3; i++) {
        write_text(out, i > 0 && facts[i][0] != '\0' ? " · " : "");
        write_markdown(out, facts[i], i == 0);
    }
    write_text(out, "\n");
    if (chapter->combatants > 0) {
        write_text(out, "\n| name | side | HP | |\n|---|---|--:|---|\n");
    }
    for (int i = 0; i < chapter->combatants; i++) {
        const struct telling_combatant *combatant = &chapter->combatant[i];
        write_text(out, "| ");
        write_markdown(out, combatant->name, false);
        write_format(out, " | %s | ", combatant->side);
        if (combatant->has_points) {
            write_format(out, "%d", combatant->now);
        }
        if (combatant->has_points && combatant->most > 0) {
            write_format(out, " of %d", combatant->most);
        }
        write_text(out, " | ");
        write_markdown(out, combatant->state, false);
        write_text(out, " |\n");
    }
    if (chapter->chart != NULL) {
        write_chart(out, chapter->chart, level);
    }
    for (int i = 0; i < chapter->acts; i++) {
        const struct telling_act *act = &chapter->act[i];
        write_gap(out, act->gap);
        if (act->round != round && act->round == 0) {
            write_format(out, "\n%s# %s\n\n", level, chapter->before);
        } else if (act->round != round) {
            write_format(out, "\n%s# Round %d\n\n", level, act->round);
        } else if (act->gap[0] != '\0') {
            write_text(out, "\n");
        }
        round = act->round;
        write_act(out, act);
    }
    write_gap(out, chapter->gap);
}

static void write_known(struct writing *out, double number)
{
    if (number >= 0) {
        write_average(out, number);
    } else {
        write_text(out, "-");
    }
}

static void write_figure(struct writing *out, const struct telling_figure *figure,
                         bool has_odds)
{
    write_text(out, "| ");
    if (figure->name == NULL) {
        write_format(out, "**%s**", figure->shown);
    } else {
        write_markdown(out, figure->shown, false);
    }
    write_format(out, " | %d of %d | ", figure->hits, figure->attacks);
    if (has_odds) {
        write_known(out, figure->hits_expected);
        write_text(out, " | ");
    }
    write_format(out, "%lld | ", (long long)figure->damage_dealt);
    if (has_odds) {
        write_format(out, "%lld | ", (long long)figure->damage_rolled);
        write_known(out, figure->damage_expected);
        write_text(out, " | ");
    }
    write_format(out, "%lld | %lld | %lld | %d | %d | %d |\n", (long long)figure->hp_taken,
                 (long long)figure->damage_taken, (long long)figure->healed,
                 figure->brought_to_0, figure->killed, figure->downs);
}

static void write_figures(struct writing *out, const struct telling *telling, const char *level)
{
    bool has_odds = telling->has_odds;
    if (telling->figures > 0) {
        write_format(out, "\n%s Figures\n\n", level);
        write_format(out,
                     "| | hits |%s damage |%s HP taken | HP lost | healed | brought to 0 | "
                     "killed | downs |\n",
                     has_odds ? " expected |" : "", has_odds ? " rolled | expected |" : "");
        write_format(out, "|---|--:|%s--:|%s--:|--:|--:|--:|--:|--:|\n", has_odds ? "--:|" : "",
                     has_odds ? "--:|--:|" : "");
    }
    for (int i = 0; i < telling->figures; i++) {
        write_figure(out, &telling->figure[i], has_odds);
    }
    write_text(out, telling->morales > 0 ? "\n" : "");
    for (int i = 0; i < telling->morales; i++) {
        const struct telling_morale *morale = &telling->morale[i];
        write_text(out, "- morale of ");
        write_markdown(out, morale->group, false);
        write_format(out, ": held %d of %d", morale->held, morale->checks);
        if (morale->held_expected >= 0) {
            write_text(out, ", expected ");
            write_average(out, morale->held_expected);
        }
        write_text(out, "\n");
    }
}

void write_as_markdown(struct writing *out, const struct telling *telling)
{
    bool is_one = telling->chapters == 1 && telling->words[0] == '\0';
    if (!is_one) {
        write_text(out, "# ");
        write_markdown(out, telling->title, true);
        write_text(out, "\n\n");
    }
    if (telling->damage[0] != '\0') {
        write_text(out, "**The log is damaged: ");
        write_markdown(out, telling->damage, false);
        write_text(out, "**\n\n");
    }
    for (int i = 0; i < telling->chapters; i++) {
        write_text(out, i > 0 ? "\n" : "");
        write_chapter(out, &telling->chapter[i], is_one ? "#" : "##");
    }
    write_text(out, telling->chapters == 0 ? "No act fits.\n" : "");
    write_figures(out, telling, "##");
}
