/* Any texts as the names, labels and lines of a telling, in each format: the page stays
 * well-formed and without markup of theirs, the JSON is read back, rows have one width. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exchange/formats.h"
#include "support/documents.h"

enum { TEXTS = 12 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The texts, line by line of the input; too few are repeated. */
static void cut(struct telling *telling, const uint8_t *data, size_t size,
                const char *text[TEXTS])
{
    struct str rest = {(const char *)data, (int)size};
    for (int i = 0; i < TEXTS; i++) {
        const char *end = rest.n > 0 ? memchr(rest.p, '\n', (size_t)rest.n) : NULL;
        int n = end != NULL ? (int)(end - rest.p) : rest.n;
        text[i] =
            n == 0 && i > 0 ? text[i - 1] : telling_text(telling, (struct str){rest.p, n});
        n += end != NULL ? 1 : 0;
        rest = (struct str){rest.p + n, rest.n - n};
    }
}

static void fill(struct telling *telling, const char *const text[TEXTS])
{
    struct telling_chapter *chapter = telling_add_chapter(telling);
    telling->title = text[0];
    telling->words = text[1];
    telling->damage = text[2];
    telling->has_odds = true;
    *chapter = (struct telling_chapter){.encounter = text[3],
                                        .system = "trilemma",
                                        .game = text[4],
                                        .date = "1 May 2026",
                                        .course = text[5],
                                        .before = "Before the fight",
                                        .gap = text[2]};
    for (int i = 0; i < 3; i++) {
        struct telling_act *act = telling_add_act(chapter);
        act->number = i;
        act->round = i;
        act->address = text[3];
        act->time = "2026-05-01 20:00";
        act->label = text[6 + i];
        act->command = act->action = text[7];
        act->by = text[8];
        act->to = telling_room(telling, sizeof *act->to);
        act->to[0] = text[9];
        act->to_count = 1;
        act->line = telling_room(telling, sizeof *act->line);
        act->line[0] = (struct telling_line){text[10], text[11]};
        act->lines = 1;
        act->chance = text[9];
        act->remark = text[5];
        act->gap = i == 2 ? text[2] : "";
    }
    chapter->combatant = telling_room(telling, sizeof *chapter->combatant);
    chapter->combatants = 1;
    chapter->combatant[0] = (struct telling_combatant){
        .name = text[8], .side = "foes", .state = text[9], .has_points = true, .now = 3};
    telling_add_point(&chapter->combatant[0], (struct telling_point){-1, 9, true, false});
    telling_add_point(&chapter->combatant[0], (struct telling_point){1, 3, true, true});
    *telling_add_figure(telling) =
        (struct telling_figure){.name = text[8], .side = "foes", .shown = text[8]};
    *telling_add_morale(telling) = (struct telling_morale){.group = text[8]};
}

static void check(const char *fault)
{
    if (fault != NULL) {
        fputs(fault, stderr);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text[TEXTS];
    struct telling telling = {.title = ""};
    cut(&telling, data, size, text);
    fill(&telling, text);
    for (int i = 0; export_format_at(i) != NULL; i++) {
        const struct export_format *format = export_format_at(i);
        struct writing out = {.p = NULL};
        format->write(&out, &telling);
        CHECK(out.p != NULL && (int)strlen(out.p) == out.n);
        if (strcmp(format->name, "html") == 0) {
            check(document_html_fault(out.p));
        } else if (strcmp(format->name, "csv") == 0) {
            check(document_csv_fault(out.p));
        } else if (strcmp(format->name, "json") == 0) {
            check(document_json_fault(out.p));
        }
        writing_free(&out);
    }
    telling_free(&telling);
    return 0;
}
