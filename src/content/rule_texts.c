#include "content/rule_texts.h"

#include <string.h>

#include "content/record.h"

/* ---- the grammar ----------------------------------------------------------------------- */

enum { FILE_RULES, FILE_BESIDE, FILE_FIELDS };
static const struct field_def file_fields[FILE_FIELDS] = {
    [FILE_RULES] = {RECORD_RECORDS,
                    {.name = "rules",
                     .high = RULE_TEXTS_MAX,
                     .is_required = true,
                     .help = "a list of rules"}},
    [FILE_BESIDE] = {RECORD_RECORDS,
                     {.name = "beside",
                      .high = BESIDE_TEXTS_MAX,
                      .help = "how the real game differs"}},
};
static const struct record_def file_def = {"a file of rules", file_fields, FILE_FIELDS};

enum { RULE_TEXT_ID, RULE_TEXT_TITLE, RULE_TEXT_TEXT, RULE_TEXT_FIELDS };
static const struct field_def rule_text_fields[RULE_TEXT_FIELDS] = {
    [RULE_TEXT_ID] = {RECORD_TEXT,
                      {.name = "id",
                       .high = RULE_TEXT_ID_MAX,
                       .is_required = true,
                       .help = "the reference that the log shows"}},
    [RULE_TEXT_TITLE] = {RECORD_TEXT,
                         {.name = "title",
                          .high = RULE_TEXT_TITLE_MAX,
                          .is_required = true,
                          .help = "a few words"}},
    [RULE_TEXT_TEXT] = {RECORD_TEXT,
                        {.name = "text",
                         .high = RULE_TEXT_TEXT_MAX,
                         .is_required = true,
                         .help = "what the rule says"}},
};
static const struct record_def rule_text_def = {"a rule", rule_text_fields, RULE_TEXT_FIELDS};
/* Nothing cites a difference: it is a rule's title and text without an id. */
static const struct record_def beside_def = {"a difference", rule_text_fields + RULE_TEXT_TITLE,
                                             RULE_TEXT_FIELDS - RULE_TEXT_TITLE};

/* ---- reading --------------------------------------------------------------------------- */

static const char *keep(struct arena *arena, struct str text)
{
    char *kept = arena_take(arena, (size_t)text.n + 1, 1);
    CHECK(kept !=
          NULL); /* the texts are bounded, and the size of the arena is part of the interface */
    memcpy(kept, text.p, (size_t)text.n);
    return kept;
}

static void read_rule_text(struct rule_texts *out, struct rule_text *to,
                           const struct yaml_source *source, const struct yaml_value *at,
                           struct arena *arena)
{
    struct record record;
    if (!record_read(&record, &rule_text_def, at, source)) {
        return;
    }
    struct str id = record.field[RULE_TEXT_ID].text;
    if (rule_text_find(out, id) != NULL) {
        const struct yaml_value *place = record.field[RULE_TEXT_ID].at;
        yaml_complain(source, place->line, place->column, "id: %.*s is used twice", id.n, id.p);
        return;
    }
    *to = (struct rule_text){.id = keep(arena, id),
                             .title = keep(arena, record.field[RULE_TEXT_TITLE].text),
                             .text = keep(arena, record.field[RULE_TEXT_TEXT].text)};
    out->count++;
}

static void read_beside(struct rule_texts *out, struct beside_text *to,
                        const struct yaml_source *source, const struct yaml_value *at,
                        struct arena *arena)
{
    struct record record;
    if (record_read(&record, &beside_def, at, source)) {
        *to = (struct beside_text){.title = keep(arena, record.field[0].text),
                                   .text = keep(arena, record.field[1].text)};
        out->beside_count++;
    }
}

/* Adds one file to those read before. */
static void read_file(struct rule_texts *out, struct rule_text *rules,
                      struct beside_text *beside, const struct yaml_source *source,
                      struct arena *arena, struct arena *scratch)
{
    int before = source->diagnostics->count;
    const struct yaml_value *file = yaml_read(source, scratch);
    struct record record;
    if (file == NULL && source->diagnostics->count == before) {
        yaml_complain(source, 1, 1, "rules: missing: a list of rules");
    }
    if (file == NULL || !record_read(&record, &file_def, file, source)) {
        return;
    }
    const struct yaml_value *at = record.field[FILE_RULES].at->first;
    for (; at != NULL && !diagnostics_full(source->diagnostics); at = at->next) {
        if (out->count == RULE_TEXTS_MAX) {
            yaml_complain(source, at->line, at->column, "more than %d rules", RULE_TEXTS_MAX);
            return;
        }
        read_rule_text(out, &rules[out->count], source, at, arena);
    }
    at = record.field[FILE_BESIDE].at != NULL ? record.field[FILE_BESIDE].at->first : NULL;
    for (; at != NULL && !diagnostics_full(source->diagnostics); at = at->next) {
        if (out->beside_count == BESIDE_TEXTS_MAX) {
            yaml_complain(source, at->line, at->column, "more than %d differences",
                          BESIDE_TEXTS_MAX);
            return;
        }
        read_beside(out, &beside[out->beside_count], source, at, arena);
    }
}

bool rule_texts_read(struct rule_texts *out, const struct yaml_source *sources, int count,
                     struct arena *arena, struct arena *scratch)
{
    bool is_right = true;
    struct rule_text *rule_text = arena_take(arena, RULE_TEXTS_MAX, sizeof *rule_text);
    struct beside_text *beside = arena_take(arena, BESIDE_TEXTS_MAX, sizeof *beside);
    CHECK(rule_text != NULL && beside != NULL);
    *out = (struct rule_texts){.rule_text = rule_text, .beside = beside};
    for (int i = 0; i < count; i++) {
        size_t mark = scratch->used;
        int before = sources[i].diagnostics->count;
        read_file(out, rule_text, beside, &sources[i], arena, scratch);
        is_right = is_right && sources[i].diagnostics->count == before;
        scratch->used = mark;
    }
    return is_right;
}
