#include "exchange/formats.h"

#include <string.h>

static const char *csv_escape(const char *at)
{
    return *at == '"' ? "\"\"" : NULL;
}

/* A whole cell, in quotes where it needs them. A text that a spreadsheet would take for a
 * formula gets an apostrophe before it. */
static void write_csv(struct writing *out, const char *text)
{
    bool is_formula = text[0] != '\0' && strchr("=+-@\t\r", text[0]) != NULL;
    bool is_quoted = is_formula || strpbrk(text, ",;\"'\r\n\t") != NULL;
    write_text(out, is_quoted ? "\"" : "");
    write_text(out, is_formula ? "'" : "");
    write_escaped(out, text, csv_escape);
    write_text(out, is_quoted ? "\"" : "");
}

static void write_number(struct writing *out, int64_t number)
{
    write_format(out, "%lld", (long long)number);
}

/* Several texts as one cell. */
static void write_joined(struct writing *out, const struct telling_act *act, bool with_rules)
{
    struct writing cell = {.p = NULL};
    write_text(&cell, "");
    for (int i = 0; i < act->lines; i++) {
        const char *text = with_rules ? act->line[i].rules : act->line[i].text;
        write_text(&cell, cell.n > 0 && text[0] != '\0' ? with_rules ? " " : " | " : "");
        write_text(&cell, text);
    }
    write_csv(out, cell.p);
    writing_free(&cell);
}

static void write_row(struct writing *out, const struct telling_chapter *chapter,
                      const struct telling_act *act)
{
    write_csv(out, chapter->encounter);
    write_text(out, ",");
    write_number(out, act->number);
    write_text(out, ",");
    write_number(out, act->round);
    write_text(out, ",");
    write_csv(out, act->time);
    write_text(out, ",");
    if (act->evening > 0) {
        write_number(out, act->evening);
    }
    write_text(out, ",");
    write_csv(out, act->by);
    write_text(out, ",");
    struct writing cell = {.p = NULL};
    write_text(&cell, "");
    for (int i = 0; i < act->to_count; i++) {
        write_text(&cell, i > 0 ? ", " : "");
        write_text(&cell, act->to[i]);
    }
    write_csv(out, cell.p);
    writing_free(&cell);
    write_text(out, ",");
    write_csv(out, act->action);
    write_text(out, act->is_undone ? ",yes," : ",no,");
    write_csv(out, act->label);
    write_text(out, ",");
    write_joined(out, act, false);
    write_text(out, ",");
    write_joined(out, act, true);
    write_text(out, ",");
    write_csv(out, act->chance);
    write_text(out, ",");
    write_csv(out, act->remark);
    write_text(out, "\n");
}

/* What is missing stands in the place of an act. */
static void write_gap(struct writing *out, const struct telling_chapter *chapter,
                      const char *gap)
{
    if (gap[0] != '\0') {
        write_csv(out, chapter->encounter);
        write_text(out, ",,,,,,,,,");
        write_csv(out, gap);
        write_text(out, ",,,,\n");
    }
}

void write_as_csv(struct writing *out, const struct telling *telling)
{
    write_text(out, "encounter,act,round,time,evening,by,to,action,undone,label,text,rules,"
                    "chance,remark\n");
    for (int i = 0; i < telling->chapters; i++) {
        const struct telling_chapter *chapter = &telling->chapter[i];
        for (int k = 0; k < chapter->acts; k++) {
            write_gap(out, chapter, chapter->act[k].gap);
            write_row(out, chapter, &chapter->act[k]);
        }
        write_gap(out, chapter, chapter->gap);
    }
}
