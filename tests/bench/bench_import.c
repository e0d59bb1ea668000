/* Importing: a page of twelve stat lines, as it is pasted at the table, and a folder of a
 * thousand notes, beside another program that reads the YAML of the same notes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/sitting/result.h"
#include "app/sitting/sitting.h"
#include "app/transfer/import.h"
#include "bench/campaigns.h"
#include "bench/measure.h"
#include "bench/outside.h"

enum { NOTES = 1000, LINES = 12, ROUNDS = 5 };

static const double page_aim_ms = 1000, folder_aim_ms = 2000;

static void add_page(struct text *out)
{
    for (int i = 0; i < LINES; i++) {
        text_add(
            out,
            "**Fen beast %d** AC %d [%d], HD %d+1 (%dhp), Att 1 x claw (1d6), THAC0 %d "
            "[+%d], MV 90' (30'), SV D12 W13 P14 B15 S16 (F3), ML %d, AL C, XP 135, NA 2d4, "
            "TT B; it fears fire\n",
            i, i % 9 + 1, 18 - i % 9, i + 1, i * 4 + 5, 18 - i % 8, i % 8 + 1, i % 7 + 5);
    }
}

static void write_notes(void)
{
    (void)mkdir(BENCH_FOLDER "/notes", 0755);
    for (int i = 0; i < NOTES; i++) {
        TEXT_BUFFER(path, 100);
        text_add(&path, BENCH_FOLDER "/notes/beast %d.md", i);
        FILE *file = fopen(path.p, "w");
        bench_need(file != NULL, "a note");
        fprintf(
            file,
            "---\ntags: [beast]\nstatblock: inline\n---\n# Beast %d\n\n```statblock\n"
            "layout: Basic\nname: Moor beast %d\nac: \"%d [%d]\"\nhit_dice: \"%d+1*\"\n"
            "hp: %d\nthaco: \"17 [+2]\"\nattack: \"2 claws / 1 bite\"\n"
            "damage: \"1d4/1d4/1d6\"\nspeed: \"60' Fly 120'\"\njds: [12, 13, 14, 15, 17]\n"
            "moral: \"9 (7 if defending lair)\"\nxp: 175\nnbr: \"2d4\"\nloot: \"C in lair\"\n"
            "traits:\n  - name: Ambush\n    desc: It waits in the reeds.\n```\n\n"
            "It hunts at dusk, and flees from fire.\n",
            i, i, i % 9 + 1, 18 - i % 9, i % 8 + 1, i % 40 + 3);
        fclose(file);
    }
}

/* Seconds of processor time until the plan stands; what is taken of it is counted. */
static double plan_once(struct sitting *sitting, const char *path, int *taken)
{
    struct error err;
    struct import_plan *plan;
    double start = measure_processor();
    bench_need(sitting_plan_import(sitting, path, (struct str){0}, &plan, &err) == STATUS_OK,
               "an import");
    double seconds = measure_processor() - start;
    *taken = plan->taken;
    import_plan_free(plan);
    return seconds;
}

static double median(struct sitting *sitting, const char *path, int wanted)
{
    struct samples samples = {0};
    for (int i = 0; i < ROUNDS; i++) {
        int taken;
        samples_add(&samples, plan_once(sitting, path, &taken));
        bench_need(taken == wanted, "every creature");
    }
    double seconds = samples_quantile(&samples, 0.5);
    samples_free(&samples);
    return seconds;
}

/* The blocks of the notes by PyYAML, where it is there; -1: it is not. */
static double read_outside(void)
{
    char python[OUTSIDE_PATH_SIZE];
    if (!outside_find(python, "python3")) {
        return -1;
    }
    const char *const arguments[] = {
        python, "-c",
        "import glob, re, yaml\n"
        "for path in glob.glob('" BENCH_FOLDER "/notes/*.md'):\n"
        "    for block in re.findall('```statblock\\n(.*?)```', open(path).read(), re.S):\n"
        "        yaml.safe_load(block)\n",
        NULL};
    return outside_run(arguments);
}

int main(void)
{
    static char page[16 << 10];
    char page_time[REPORT_TIME_SIZE], notes_time[REPORT_TIME_SIZE], other[REPORT_TIME_SIZE];
    struct text text = text_over(page, sizeof page);
    bench_folder();
    report_title("import");
    add_page(&text);
    write_notes();
    (void)remove(BENCH_FOLDER "/import.db");
    struct sitting *sitting = campaigns_open(BENCH_FOLDER "/import.db");
    struct result *result = malloc(sizeof *result);
    bench_need(result != NULL, "memory");
    sitting_run(sitting, "encounter Fen system=trilemma", false, result);
    bench_need(result->kind == RESULT_DONE, "an encounter");
    sitting_keep_pasted(sitting, (struct str){text.p, text.n});
    double for_page = median(sitting, IMPORT_PASTED, LINES);
    double for_notes = median(sitting, BENCH_FOLDER "/notes", NOTES);
    double outside = read_outside();
    printf("  a page of %d lines %s, a folder of %d notes %s", LINES,
           report_time(page_time, for_page), NOTES, report_time(notes_time, for_notes));
    if (outside >= 0) {
        printf("; their YAML alone by PyYAML %s", report_time(other, outside));
    }
    printf("\n");
    report_at_most("a page of 12 stat lines", for_page * 1000, page_aim_ms, "ms");
    report_at_most("1,000 notes in a folder", for_notes * 1000, folder_aim_ms, "ms");
    free(result);
    sitting_close(sitting);
    return 0;
}
