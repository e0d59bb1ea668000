#include "content/paragraphs.h"

#include <string.h>

#include "content/record.h"

/* ---- the grammar ----------------------------------------------------------------------- */

static const struct field_def file_fields[] = {
    {RECORD_RECORDS,
     {.name = "paragraphs",
      .high = PARAGRAPHS_MAX,
      .is_required = true,
      .help = "a list of paragraphs"}},
};
static const struct record_def file_def = {"a file of paragraphs", file_fields, 1};

enum { PARAGRAPH_ID, PARAGRAPH_TITLE, PARAGRAPH_TEXT, PARAGRAPH_FIELDS };
static const struct field_def paragraph_fields[PARAGRAPH_FIELDS] = {
    [PARAGRAPH_ID] = {RECORD_TEXT,
                      {.name = "id",
                       .high = PARAGRAPH_ID_MAX,
                       .is_required = true,
                       .help = "as the log cites it"}},
    [PARAGRAPH_TITLE] = {RECORD_TEXT,
                         {.name = "title",
                          .high = PARAGRAPH_TITLE_MAX,
                          .is_required = true,
                          .help = "a few words"}},
    [PARAGRAPH_TEXT] = {RECORD_TEXT,
                        {.name = "text",
                         .high = PARAGRAPH_TEXT_MAX,
                         .is_required = true,
                         .help = "what the rule comes to"}},
};
static const struct record_def paragraph_def = {"a paragraph", paragraph_fields,
                                                PARAGRAPH_FIELDS};

/* ---- reading --------------------------------------------------------------------------- */

static const char *keep(struct arena *arena, struct str text)
{
    char *kept = arena_take(arena, (size_t)text.n + 1, 1);
    CHECK(kept != NULL); /* the texts are bounded, and the arena's size is a part of the face */
    memcpy(kept, text.p, (size_t)text.n);
    return kept;
}

static void read_paragraph(struct paragraphs *out, struct paragraph *to,
                           const struct yaml_source *source, const struct yaml_value *at,
                           struct arena *arena)
{
    struct record record;
    if (!record_read(&record, &paragraph_def, at, source)) {
        return;
    }
    struct str id = record.field[PARAGRAPH_ID].text;
    if (paragraph_find(out, id) != NULL) {
        const struct yaml_value *place = record.field[PARAGRAPH_ID].at;
        yaml_complain(source, place->line, place->column, "id: %.*s stands here a second time",
                      id.n, id.p);
        return;
    }
    *to = (struct paragraph){.id = keep(arena, id),
                             .title = keep(arena, record.field[PARAGRAPH_TITLE].text),
                             .text = keep(arena, record.field[PARAGRAPH_TEXT].text)};
    out->count++;
}

/* One file behind those that were read before. */
static void read_file(struct paragraphs *out, struct paragraph *to,
                      const struct yaml_source *source, struct arena *arena,
                      struct arena *scratch)
{
    int before = source->problems->count;
    const struct yaml_value *file = yaml_read(source, scratch);
    struct record record;
    if (file == NULL && source->problems->count == before) {
        yaml_complain(source, 1, 1, "paragraphs: missing: a list of paragraphs");
    }
    if (file == NULL || !record_read(&record, &file_def, file, source)) {
        return;
    }
    const struct yaml_value *at = record.field[0].at->first;
    for (; at != NULL && !problems_full(source->problems); at = at->next) {
        if (out->count == PARAGRAPHS_MAX) {
            yaml_complain(source, at->line, at->column, "more than %d paragraphs",
                          PARAGRAPHS_MAX);
            return;
        }
        read_paragraph(out, &to[out->count], source, at, arena);
    }
}

bool paragraphs_read(struct paragraphs *out, const struct yaml_source *sources, int count,
                     struct arena *arena, struct arena *scratch)
{
    bool is_right = true;
    struct paragraph *paragraph = arena_take(arena, PARAGRAPHS_MAX, sizeof *paragraph);
    CHECK(paragraph != NULL);
    *out = (struct paragraphs){.paragraph = paragraph};
    for (int i = 0; i < count; i++) {
        size_t mark = scratch->used;
        int before = sources[i].problems->count;
        read_file(out, paragraph, &sources[i], arena, scratch);
        is_right = is_right && sources[i].problems->count == before;
        scratch->used = mark;
    }
    return is_right;
}
