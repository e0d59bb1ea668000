#include "exchange/formats.h"

#include <string.h>

static void write_act(struct writing *out, const struct telling_act *act)
{
    if (act->number > 0) {
        write_format(out, "%6lld", (long long)act->number);
    }
    write_format(out, "  %s%s\n", act->is_undone ? "(undone) " : "", act->label);
    for (int i = 0; i < act->lines; i++) {
        const struct telling_line *line = &act->line[i];
        bool says_label = act->lines == 1 && strcmp(line->text, act->label) == 0;
        if (!says_label || line->rules[0] != '\0') {
            write_format(out, "        %s%s%s%s\n", line->text,
                         line->rules[0] != '\0' ? "  [" : "", line->rules,
                         line->rules[0] != '\0' ? "]" : "");
        }
    }
    if (act->chance[0] != '\0') {
        write_format(out, "        chance: %s\n", act->chance);
    }
    if (act->remark[0] != '\0') {
        write_format(out, "        %s\n", act->remark);
    }
}

static void write_gap(struct writing *out, const char *gap)
{
    if (gap[0] != '\0') {
        write_format(out, "\n  *** %s ***\n", gap);
    }
}

static void write_chapter(struct writing *out, const struct telling_chapter *chapter)
{
    int round = -1;
    write_format(out, "%s\n%s", chapter->encounter, chapter->game);
    write_format(out, "%s%s", chapter->date[0] != '\0' ? ", " : "", chapter->date);
    write_format(out, "%s%s\n", chapter->course[0] != '\0' ? ", " : "", chapter->course);
    write_text(out, chapter->combatants > 0 ? "\n" : "");
    for (int i = 0; i < chapter->combatants; i++) {
        const struct telling_combatant *combatant = &chapter->combatant[i];
        write_format(out, "  %s (%s)", combatant->name, combatant->side);
        if (combatant->has_points) {
            write_format(out, ": %d", combatant->now);
        }
        if (combatant->has_points && combatant->most > 0) {
            write_format(out, " of %d", combatant->most);
        }
        write_format(out, "%s%s\n", combatant->state[0] != '\0' ? ", " : "", combatant->state);
    }
    if (chapter->chart != NULL) {
        const struct telling_chart *chart = chapter->chart;
        write_text(out, "\nWhen did it turn?\n");
        for (int i = 0; i < chart->sentences; i++) {
            write_format(out, "  %s\n", chart->sentence[i]);
        }
        write_text(out, chart->drawings > 0 ? "\n" : "");
        for (int i = 0; i < chart->drawings; i++) {
            write_format(out, "  %s\n", chart->drawing[i]);
        }
        write_text(out, chart->shares > 0 ? "\nIn points for the party:\n" : "");
        for (int i = 0; i < chart->shares; i++) {
            const struct telling_share *share = &chart->share[i];
            write_format(out, "  %s: dice %s, choices %s\n", share->name, share->dice,
                         share->choices);
        }
    }
    for (int i = 0; i < chapter->acts; i++) {
        const struct telling_act *act = &chapter->act[i];
        write_gap(out, act->gap);
        if (act->round != round && act->round == 0) {
            write_format(out, "\n%s\n", chapter->before);
        } else if (act->round != round) {
            write_format(out, "\nRound %d\n", act->round);
        }
        round = act->round;
        write_act(out, act);
    }
    write_gap(out, chapter->gap);
}

static void write_known(struct writing *out, const char *before, double number)
{
    if (number >= 0) {
        write_text(out, before);
        write_average(out, number);
    }
}

void write_as_plain(struct writing *out, const struct telling *telling)
{
    if (telling->damage[0] != '\0') {
        write_format(out, "The log is damaged: %s\n\n", telling->damage);
    }
    if (telling->words[0] != '\0') {
        write_format(out, "Acts that fit: %s\n\n", telling->words);
    }
    for (int i = 0; i < telling->chapters; i++) {
        write_text(out, i > 0 ? "\n" : "");
        write_chapter(out, &telling->chapter[i]);
    }
    write_text(out, telling->chapters == 0 ? "No act fits.\n" : "");
    write_text(out, telling->figures > 0 ? "\nFigures\n" : "");
    for (int i = 0; i < telling->figures; i++) {
        const struct telling_figure *figure = &telling->figure[i];
        write_format(out, "  %s: %d of %d hit", figure->shown, figure->hits, figure->attacks);
        write_known(out, ", expected ", figure->hits_expected);
        write_format(out, "; damage %lld", (long long)figure->damage_dealt);
        if (figure->damage_expected >= 0) {
            write_format(out, ", rolled %lld", (long long)figure->damage_rolled);
        }
        write_known(out, ", expected ", figure->damage_expected);
        write_format(out, "; HP taken %lld, HP lost %lld, healed %lld",
                     (long long)figure->hp_taken, (long long)figure->damage_taken,
                     (long long)figure->healed);
        write_format(out, "; brought to 0: %d, killed %d, downs %d\n", figure->brought_to_0,
                     figure->killed, figure->downs);
    }
    for (int i = 0; i < telling->morales; i++) {
        const struct telling_morale *morale = &telling->morale[i];
        write_format(out, "  morale of %s: held %d of %d", morale->group, morale->held,
                     morale->checks);
        write_known(out, ", expected ", morale->held_expected);
        write_text(out, "\n");
    }
}
