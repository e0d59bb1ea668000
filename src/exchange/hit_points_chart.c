#include "exchange/hit_points_chart.h"

#include "base/utf8.h"

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

static int most_of(const struct telling_combatant *combatant)
{
    int most = combatant->most > 0 ? combatant->most : 1;
    for (int i = 0; i < combatant->points; i++) {
        const struct telling_point *point = &combatant->point[i];
        most = point->is_known && point->now > most ? point->now : most;
    }
    return most;
}

static int y_of(int now, int most, int top)
{
    int up = now <= 0 ? 0 : (int)((int64_t)now * LINE_HEIGHT / most);
    return top + LINE_HEIGHT - up;
}

/* The rounds, as upright lines with their numbers. */
static void write_rounds(struct writing *out, const struct telling_chapter *chapter, int bottom)
{
    int last_x = 0;
    for (int i = 0; i < chapter->acts; i++) {
        int round = chapter->act[i].round;
        int x = x_of(chapter, i);
        if (round == 0 || (i > 0 && chapter->act[i - 1].round == round) || x - last_x < 16) {
            continue;
        }
        last_x = x;
        write_format(out, "<line class=\"round\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", x,
                     HEAD_HEIGHT - 4, x, bottom);
        write_format(out, "<text class=\"small\" x=\"%d\" y=\"10\">%d</text>\n", x, round);
    }
}

/* Steps: a value holds until the act that changes it. */
static void write_path(struct writing *out, const struct telling_chapter *chapter,
                       const struct telling_combatant *combatant, int top)
{
    int most = most_of(combatant);
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

/* What there is room for; the title has all of it. */
static void write_name(struct writing *out, const char *name)
{
    struct str rest = str_of(name);
    int shown = 0;
    for (int characters = 0; shown < rest.n && characters < NAME_CHARACTERS; characters++) {
        shown += utf8_decode((struct str){rest.p + shown, rest.n - shown}).n;
    }
    TEXT_BUFFER(cut, NAME_CHARACTERS * UTF8_BYTES_MAX + 1);
    text_add_str(&cut, (struct str){rest.p, shown});
    write_html(out, cut.p);
    write_text(out, shown < rest.n ? "…" : "");
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
    write_name(out, combatant->name);
    write_format(out, "</text><line class=\"base\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
                 NAME_WIDTH, top + LINE_HEIGHT, end, top + LINE_HEIGHT);
    write_path(out, chapter, combatant, top);
    write_format(out, "<text x=\"%d\" y=\"%d\">%d", end + 8, top + 17, combatant->now);
    if (combatant->most > 0) {
        write_format(out, " of %d", combatant->most);
    }
    write_text(out, "</text></g>\n");
}

void write_hit_points_chart(struct writing *out, const struct telling_chapter *chapter)
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
    write_rounds(out, chapter, height);
    int top = HEAD_HEIGHT;
    for (int i = 0; i < chapter->combatants; i++) {
        if (chapter->combatant[i].points > 0) {
            write_row(out, chapter, &chapter->combatant[i], top);
            top += ROW_HEIGHT;
        }
    }
    write_text(out, "</svg>\n");
}
