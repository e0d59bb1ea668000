#include "app/prepared/prepared_run.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/campaign_library.h"
#include "app/library/record_library.h"
#include "app/party/party.h"
#include "app/sitting/data.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "games/games.h"
#include "resolver/dice/dice.h"
#include "tracker/carry.h"
#include "tracker/combatant_fields.h"
#include "tracker/command.h"
#include "tracker/decide.h"
#include "tracker/decision.h"
#include "tracker/prepared.h"
#include "tracker/settings.h"
#include "tracker/state.h"

enum { KEYS_MAX = COMBATANT_FIELDS_MAX + 16, LABEL_MAX = 40, ROUNDS_MAX = 100 };

/* The keys of an entry beside fields of combatants and the game's own. */
static const char *const entry_keys[] = {"kind", "name", "count", "arrives", "each"};
enum { ENTRY_KEYS = sizeof entry_keys / sizeof entry_keys[0] };
static const char *const counter_keys[] = {"name", "count", "per", "of", "then"};
enum { COUNTER_KEYS = sizeof counter_keys / sizeof counter_keys[0] };
/* These are among entry_keys, or given by the list of the entry. */
static const char *const not_given[] = {"name", "side", "count"};
enum { NOT_GIVEN = sizeof not_given / sizeof not_given[0] };

struct making {
    struct prepared_lines *out;
    const struct encounter_text *text;
    const struct procedure *procedure;
    const struct library *library;
    const struct yaml_source *source;
    struct arena *arena;
    const char *field[KEYS_MAX]; /* names of the fields of a combatant */
    int fields;
    const char *key[KEYS_MAX]; /* all keys of an entry */
    int keys;
};

/* One entry of a list. */
struct entry {
    const struct yaml_value *at;
    int index;
    bool is_party;
    const struct yaml_value *kind, *name, *count, *arrives, *each;
};

/* ---- words ----------------------------------------------------------------------------- */

static bool is_among(struct str word, const char *const *words, int count)
{
    for (int i = 0; i < count; i++) {
        if (str_equal(word, words[i])) {
            return true;
        }
    }
    return false;
}

static const struct prepared_def *game_key(const struct procedure *procedure, struct str word,
                                           bool of_encounter)
{
    const struct prepared_def *def = procedure->prepared;
    for (; def != NULL && def->name != NULL; def++) {
        if (str_equal(word, def->name) && def->of_encounter == of_encounter) {
            return def;
        }
    }
    return NULL;
}

/* Names of the fields, which stay valid: those of the game are copied by index. */
static const char *kept(struct making *making, const char *p, int n)
{
    char *copy = arena_take(making->arena, (size_t)n + 1, 1);
    CHECK(copy != NULL);
    memcpy(copy, p, (size_t)n);
    return copy;
}

static void list_keys(struct making *making, const struct state *state)
{
    for (int i = 0; i < ENTRY_KEYS; i++) {
        making->key[making->keys++] = entry_keys[i];
    }
    for (int i = 0; i < combatant_fields(making->procedure, state); i++) {
        struct combatant_field field;
        combatant_field_at(making->procedure, state, i, &field);
        if (!is_among(str_of(field.name), not_given, NOT_GIVEN) && making->keys < KEYS_MAX) {
            making->field[making->fields++] = field.name;
            making->key[making->keys++] = field.name;
        }
    }
    const struct prepared_def *def = making->procedure->prepared;
    for (; def != NULL && def->name != NULL && making->keys < KEYS_MAX; def++) {
        if (!def->of_encounter) {
            making->key[making->keys++] = def->name;
        }
    }
}

static bool is_field(const struct making *making, struct str word)
{
    return is_among(word, making->field, making->fields);
}

static void complain_of(const struct making *making, const struct yaml_value *at,
                        const char *text)
{
    yaml_complain(making->source, at->line, at->column, "%s%s%s",
                  at->key.n > 0 ? utf8_shown(at->key).text : "", at->key.n > 0 ? ": " : "",
                  text);
}

/* ---- lines ----------------------------------------------------------------------------- */

static struct prepared_line *add_line(struct making *making, struct text *text,
                                      enum prepared_for whom, int entry,
                                      const struct yaml_value *at)
{
    for (int i = 0; i < text->n; i++) {
        text->p[i] = (char)(text->p[i] == '\n' ? ' ' : text->p[i]);
    }
    if (text->is_cut || text->n > COMMAND_LINE_MAX) {
        complain_of(making, at,
                    "too long for one line of the table; a kind can hold the fields");
        return NULL;
    }
    if (making->out->count == PREPARED_LINES_MAX) {
        complain_of(making, at, "too much for one encounter");
        return NULL;
    }
    struct prepared_line *line = &making->out->line[making->out->count++];
    *line = (struct prepared_line){
        .text = kept(making, text->p, text->n), .whom = whom, .entry = entry, .at = at};
    return line;
}

static bool expect_scalar(const struct making *making, const struct yaml_value *at)
{
    if (!encounter_expect(making->source, at, YAML_SHAPE_SCALAR)) {
        return false;
    }
    if (at->text.n == 0 && !at->is_quoted) {
        complain_of(making, at, "expected a value behind it, or leave it out");
        return false;
    }
    return true;
}

/* ` hp="2d8"`; a list as its entries, separated by commas. */
static void add_option(struct making *making, const struct yaml_value *at, struct text *out)
{
    TEXT_BUFFER(list, COMMAND_LINE_MAX);
    struct str value = at->text;
    if (at->shape == YAML_SHAPE_LIST) {
        for (const struct yaml_value *one = at->first; one != NULL; one = one->next) {
            if (!expect_scalar(making, one)) {
                return;
            }
            text_add(&list, "%s", list.n > 0 ? ", " : "");
            text_add_str(&list, one->text);
        }
        value = (struct str){list.p, list.n};
    } else if (!expect_scalar(making, at)) {
        return;
    }
    text_add(out, " %s=", at->key.p);
    text_add_quoted(out, value);
}

/* `hp: [5, 3, 4]` is a number for each. */
static bool is_for_each(const struct yaml_value *at)
{
    return at->shape == YAML_SHAPE_LIST && str_equal(at->key, "hp");
}

/* ---- an entry -------------------------------------------------------------------------- */

static void check_keys(const struct making *making, const struct yaml_value *map,
                       const char *const *keys, int count)
{
    for (const struct yaml_value *at = map->first; at != NULL; at = at->next) {
        if (!is_among(at->key, keys, count) && !diagnostics_full(making->source->diagnostics)) {
            encounter_unknown_key(making->source, at, keys, count);
        }
    }
}

static bool open_entry(struct making *making, const struct yaml_value *at, bool is_party,
                       struct entry *out)
{
    *out = (struct entry){.at = at,
                          .is_party = is_party,
                          .kind = yaml_find(at, "kind"),
                          .name = yaml_find(at, "name"),
                          .count = yaml_find(at, "count"),
                          .arrives = yaml_find(at, "arrives"),
                          .each = yaml_find(at, "each")};
    if (out->kind == NULL && out->name == NULL) {
        yaml_complain(making->source, at->line, at->column,
                      "expected who it is: `kind: goblin`, or `name: Hookbill`");
        return false;
    }
    const struct yaml_value *const scalars[] = {out->kind, out->name, out->count, out->arrives};
    for (int i = 0; i < 4; i++) {
        if (scalars[i] != NULL && !expect_scalar(making, scalars[i])) {
            return false;
        }
    }
    return true;
}

/* `add 6 "shrike" hp="2d6"`: everything of the entry that fits into one line. */
static void write_add(struct making *making, const struct entry *entry, struct text *out)
{
    const char *fills = making->procedure->fills;
    struct str called = entry->name != NULL ? entry->name->text : entry->kind->text;
    text_add(out, "add ");
    /* "6", "2d6", "(party+1)", in the form for `add`. */
    struct str count = entry->count != NULL ? entry->count->text : str_of("");
    bool is_number = true;
    for (int i = 0; i < count.n; i++) {
        is_number = is_number && char_is_digit(count.p[i]);
    }
    if (count.n > 0) {
        text_add(out, is_number ? "%.*s " : "(%.*s) ", count.n, count.p);
    }
    text_add_quoted(out, called);
    text_add(out, entry->is_party ? " side=party" : "");
    bool has_kind = entry->kind != NULL && fills != NULL &&
                    library_find(making->library, fills, entry->kind->text, NULL) != NULL;
    if (has_kind && entry->name != NULL) {
        text_add(out, " %s=", fills);
        text_add_quoted(out, entry->kind->text);
    }
    for (const struct yaml_value *at = entry->at->first; at != NULL; at = at->next) {
        bool is_later = str_equal(at->key, "group") && entry->arrives == NULL;
        if (!is_field(making, at->key) || is_later) {
            continue;
        }
        if (is_for_each(at) && at->first != NULL && expect_scalar(making, at->first)) {
            text_add(out, " hp=");
            text_add_quoted(out, at->first->text);
        } else if (!is_for_each(at)) {
            add_option(making, at, out);
        }
    }
}

/* The others of `hp: [5, 3, 4]`: each with its own number, not that of the first. */
static void add_each_hp(struct making *making, const struct entry *entry,
                        const struct yaml_value *list)
{
    const struct yaml_value *at = list->first != NULL ? list->first->next : NULL;
    for (int which = 2; at != NULL; at = at->next, which++) {
        TEXT_BUFFER(text, COMMAND_LINE_MAX + 8);
        if (!expect_scalar(making, at)) {
            return;
        }
        text_add(&text, "set %%w hp_max=- hp=");
        text_add_quoted(&text, at->text);
        struct prepared_line *line = add_line(making, &text, PREPARED_ONE, entry->index, at);
        if (line != NULL) {
            line->which = which;
        }
    }
}

/* One of `each:`: a name of its own, fields of its own. */
static void add_each(struct making *making, const struct entry *entry,
                     const struct yaml_value *map, int which)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 8);
    text_add(&text, "set %%w");
    int n = text.n;
    for (const struct yaml_value *at = map->first; at != NULL; at = at->next) {
        bool is_name = str_equal(at->key, "name");
        if (!is_name && !is_field(making, at->key)) {
            encounter_unknown_key(making->source, at, making->field, making->fields);
        } else {
            add_option(making, at, &text);
        }
    }
    struct prepared_line *line =
        text.n > n ? add_line(making, &text, PREPARED_ONE, entry->index, map) : NULL;
    if (line != NULL) {
        line->which = which;
    }
}

/* ---- who arrives later ----------------------------------------------------------------- */

/* The name of the counter that brings them, which no other counter has: "Hookbill arrives",
 * "moor wolves arrive". */
static void write_label(const struct making *making, const struct entry *entry,
                        struct text *out)
{
    struct str called = entry->name != NULL ? entry->name->text : entry->kind->text;
    int n = utf8_whole((struct str){called.p, called.n < LABEL_MAX ? called.n : LABEL_MAX});
    TEXT_BUFFER(name, LABEL_MAX + 1);
    bool is_one = entry->count == NULL || str_equal(entry->count->text, "1");
    for (int i = 0; i < n; i++) {
        text_add_char(&name, entry->name == NULL && called.p[i] == '-' ? ' ' : called.p[i]);
    }
    if (is_one) {
        text_add_str(out, (struct str){name.p, name.n});
    } else {
        kind_add_plural(out, (struct str){name.p, name.n});
    }
    for (int i = 0; i < making->out->count; i++) {
        const struct prepared_line *line = &making->out->line[i];
        if (line->whom == PREPARED_LATER && strstr(line->text, out->p) != NULL) {
            text_add(out, " %d", entry->index + 1);
            break;
        }
    }
    text_add(out, is_one ? " arrives" : " arrive");
}

static const struct yaml_value *counter_called(const struct making *making, struct str name)
{
    const struct yaml_value *list = making->text->part[ENCOUNTER_COUNTERS];
    const struct yaml_value *at = list != NULL ? list->first : NULL;
    for (; at != NULL; at = at->next) {
        const struct yaml_value *called =
            at->shape == YAML_SHAPE_MAP ? yaml_find(at, "name") : NULL;
        if (called != NULL && names_same(called->text, name)) {
            return at;
        }
    }
    return NULL;
}

/* The counter's line: `per`, its number, and the line at its end that brings them. */
static void add_later(struct making *making, const struct entry *entry, const char *start,
                      const char *then)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 8);
    TEXT_BUFFER(label, LABEL_MAX + 24);
    write_label(making, entry, &label);
    text_add(&text, "counter ");
    text_add_quoted(&text, (struct str){label.p, label.n});
    text_add(&text, " %s then=", start);
    text_add_quoted(&text, str_of(then));
    struct prepared_line *line =
        add_line(making, &text, PREPARED_LATER, entry->index, entry->arrives);
    if (line != NULL) {
        line->later = then;
        line->kind = entry->kind != NULL ? entry->kind->text.p : NULL;
        line->map = entry->at;
    }
}

static void add_arrival(struct making *making, const struct entry *entry)
{
    TEXT_BUFFER(then, COMMAND_LINE_MAX + 8);
    write_add(making, entry, &then);
    if (then.is_cut || then.n >= COUNTER_LINE_SIZE) {
        complain_of(making, entry->arrives,
                    "too much is said of who arrives later; a kind can hold the fields");
        return;
    }
    const char *line = kept(making, then.p, then.n);
    struct str rest = entry->arrives->text;
    struct str word = str_next_word(&rest);
    struct str value = str_unquoted(str_trimmed(rest));
    int64_t round;
    if (str_equal_any_case(word, str_of("key")) && value.n == 0) {
        add_later(making, entry, "1 per=manual", line);
    } else if (str_equal_any_case(word, str_of("round")) &&
               str_to_int64(value, 2, ROUNDS_MAX, &round)) {
        TEXT_BUFFER(start, 32);
        text_add(&start, "%lld per=round", (long long)round - 1);
        add_later(making, entry, start.p, line);
    } else if (!str_equal_any_case(word, str_of("counter")) || value.n == 0) {
        complain_of(making, entry->arrives,
                    "expected `round 3` (2 to 100), `counter NAME`, or `key`");
    } else if (counter_called(making, value) == NULL) {
        struct nearest nearest;
        nearest_init(&nearest, value);
        const struct yaml_value *list = making->text->part[ENCOUNTER_COUNTERS];
        const struct yaml_value *at = list != NULL ? list->first : NULL;
        for (; at != NULL; at = at->next) {
            const struct yaml_value *called =
                at->shape == YAML_SHAPE_MAP ? yaml_find(at, "name") : NULL;
            if (called != NULL && called->shape == YAML_SHAPE_SCALAR) {
                nearest_offer(&nearest, called->text.p);
            }
        }
        yaml_complain(making->source, entry->arrives->line, entry->arrives->column,
                      "arrives: there is no counter %s under counters:%s",
                      utf8_shown(value).text, nearest_question(&nearest).text);
    }
}

/* ---- counters -------------------------------------------------------------------------- */

/* The entry that arrives when this counter has ended; NULL: none. */
static const char *line_of_counter(struct making *making, struct str name,
                                   const struct entry *entries, int count,
                                   const struct yaml_value *at, const struct entry **whose)
{
    const char *line = NULL;
    for (int i = 0; i < count; i++) {
        const struct yaml_value *arrives = entries[i].arrives;
        struct str rest = arrives != NULL ? arrives->text : str_of("");
        bool is_counter = str_equal_any_case(str_next_word(&rest), str_of("counter"));
        if (!is_counter || !str_equal_any_case(str_unquoted(str_trimmed(rest)), name)) {
            continue;
        }
        if (line != NULL || yaml_find(at, "then") != NULL) {
            complain_of(making, arrives,
                        "that counter has a line already; give them one of "
                        "their own");
            continue;
        }
        TEXT_BUFFER(then, COMMAND_LINE_MAX + 8);
        write_add(making, &entries[i], &then);
        line = kept(making, then.p, then.n);
        *whose = &entries[i];
    }
    return line;
}

static void add_counter(struct making *making, const struct yaml_value *at,
                        const struct entry *entries, int count)
{
    const struct yaml_value *name = yaml_find(at, "name"), *many = yaml_find(at, "count");
    check_keys(making, at, counter_keys, COUNTER_KEYS);
    if (name == NULL || many == NULL) {
        yaml_complain(making->source, at->line, at->column,
                      "expected the name and the count of a counter: {name: torch, count: 6}");
        return;
    }
    if (!expect_scalar(making, name) || !expect_scalar(making, many)) {
        return;
    }
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 8);
    text_add(&text, "counter ");
    text_add_quoted(&text, name->text);
    text_add_char(&text, ' ');
    text_add_quoted(&text, many->text);
    for (const struct yaml_value *one = at->first; one != NULL; one = one->next) {
        if (one != name && one != many && is_among(one->key, counter_keys, COUNTER_KEYS)) {
            add_option(making, one, &text);
        }
    }
    const struct entry *whose = NULL;
    const char *then = line_of_counter(making, name->text, entries, count, at, &whose);
    if (then != NULL) {
        text_add(&text, " then=");
        text_add_quoted(&text, str_of(then));
    }
    struct prepared_line *line =
        add_line(making, &text, then != NULL ? PREPARED_LATER : PREPARED_TABLE,
                 whose != NULL ? whose->index : -1, at);
    if (line != NULL && whose != NULL) {
        line->later = then;
        line->kind = whose->kind != NULL ? whose->kind->text.p : NULL;
        line->map = whose->at;
    }
}

/* ---- what the game adds ---------------------------------------------------------------- */

/* The line of the game, with the value in its place. */
static void add_game_line(struct making *making, const struct prepared_def *def,
                          const struct yaml_value *at, int entry)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 8);
    if (!expect_scalar(making, at)) {
        return;
    }
    for (const char *c = def->line; *c != '\0'; c++) {
        if (c[0] == '%' && c[1] == 'v') {
            if (c > def->line && c[-1] == '=') {
                text_add_quoted(&text, at->text);
            } else {
                text_add_str(&text, at->text);
            }
            c++;
        } else {
            text_add_char(&text, *c);
        }
    }
    add_line(making, &text, entry >= 0 ? PREPARED_EACH : PREPARED_TABLE, entry, at);
}

static void add_group(struct making *making, const struct entry *entry)
{
    const struct yaml_value *at = yaml_find(entry->at, "group");
    if (at == NULL || !expect_scalar(making, at)) {
        return;
    }
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 8);
    text_add(&text, "set %%w group=");
    text_add_quoted(&text, at->text);
    add_line(making, &text, PREPARED_EACH, entry->index, at);
}

/* ---- all of it ------------------------------------------------------------------------- */

static void add_entry(struct making *making, const struct entry *entry)
{
    check_keys(making, entry->at, making->key, making->keys);
    if (entry->arrives != NULL) {
        /* Values that only present combatants can be given. */
        for (const struct yaml_value *at = entry->at->first; at != NULL; at = at->next) {
            if (is_for_each(at) || at == entry->each ||
                game_key(making->procedure, at->key, false) != NULL) {
                complain_of(
                    making, at,
                    "who arrives later cannot have this in the text: give it when they are "
                    "here");
            }
        }
        add_arrival(making, entry);
        return;
    }
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 8);
    write_add(making, entry, &text);
    struct prepared_line *line =
        add_line(making, &text, PREPARED_ADDS, entry->index, entry->at);
    if (line != NULL) {
        line->kind = entry->kind != NULL ? entry->kind->text.p : NULL;
        line->map = entry->at;
    }
    const struct yaml_value *hp = yaml_find(entry->at, "hp");
    if (hp != NULL && is_for_each(hp)) {
        add_each_hp(making, entry, hp);
    }
    int which = 1;
    if (entry->each == NULL ||
        !encounter_expect(making->source, entry->each, YAML_SHAPE_LIST)) {
        return;
    }
    for (const struct yaml_value *at = entry->each->first; at != NULL; at = at->next) {
        if (encounter_expect(making->source, at, YAML_SHAPE_MAP)) {
            add_each(making, entry, at, which++);
        }
    }
}

/* Lines about them once all are here. */
static void add_said(struct making *making, const struct entry *entry)
{
    if (entry->arrives != NULL) {
        return;
    }
    add_group(making, entry);
    for (const struct yaml_value *at = entry->at->first; at != NULL; at = at->next) {
        const struct prepared_def *def = game_key(making->procedure, at->key, false);
        if (def != NULL) {
            add_game_line(making, def, at, entry->index);
        }
    }
}

static int open_entries(struct making *making, enum encounter_part part, struct entry *out,
                        int count)
{
    const struct yaml_value *list = making->text->part[part];
    const struct yaml_value *at = list != NULL ? list->first : NULL;
    for (; at != NULL && count < 2 * ENCOUNTER_ENTRIES_MAX; at = at->next) {
        if (at->shape == YAML_SHAPE_MAP &&
            open_entry(making, at, part == ENCOUNTER_PARTY, &out[count])) {
            out[count].index = count;
            count++;
        }
    }
    return count;
}

static void add_of_encounter(struct making *making, const struct entry *entries, int count)
{
    const struct encounter_text *text = making->text;
    for (const struct yaml_value *at = text->root->first; at != NULL; at = at->next) {
        const struct prepared_def *def = game_key(making->procedure, at->key, true);
        if (def != NULL) {
            add_game_line(making, def, at, -1);
        }
    }
    const struct yaml_value *counters = text->part[ENCOUNTER_COUNTERS];
    const struct yaml_value *lines = text->part[ENCOUNTER_DO];
    for (const struct yaml_value *at = counters != NULL ? counters->first : NULL; at != NULL;
         at = at->next) {
        if (at->shape == YAML_SHAPE_MAP) {
            add_counter(making, at, entries, count);
        }
    }
    for (const struct yaml_value *at = lines != NULL ? lines->first : NULL; at != NULL;
         at = at->next) {
        TEXT_BUFFER(line, COMMAND_LINE_MAX + 8);
        if (expect_scalar(making, at)) {
            text_add_str(&line, at->text);
            add_line(making, &line, PREPARED_TABLE, -1, at);
        }
    }
}

/* One field of an entry as the option of a line: ` hp="2d8"`; false when it is not a field. */
static bool prepared_option(const struct prepared_game *game, const struct yaml_value *at,
                            struct text *out)
{
    struct combatant_field field;
    for (int i = 0; i < combatant_fields(game->procedure, game->state); i++) {
        combatant_field_at(game->procedure, game->state, i, &field);
        if (str_equal(at->key, field.name) && !is_among(at->key, not_given, NOT_GIVEN)) {
            const struct yaml_value *one =
                at->shape == YAML_SHAPE_LIST && at->first != NULL ? at->first : at;
            text_add(out, " %s=", at->key.p);
            text_add_quoted(out, one->text);
            return true;
        }
    }
    return false;
}

bool prepared_lines_make(struct prepared_lines *out, const struct encounter_text *text,
                         const struct prepared_game *game, const struct yaml_source *source,
                         struct arena *arena)
{
    enum { MORE_MAX = 16 };
    const char *more[MORE_MAX];
    int before = source->diagnostics->count;
    int more_count = 0;
    const struct prepared_def *def = game->procedure->prepared;
    for (; def != NULL && def->name != NULL && more_count < MORE_MAX; def++) {
        if (def->of_encounter) {
            more[more_count++] = def->name;
        }
    }
    *out = (struct prepared_lines){0};
    out->line = arena_take(arena, PREPARED_LINES_MAX, sizeof *out->line);
    struct entry *entries =
        arena_take(arena, 2 * (size_t)ENCOUNTER_ENTRIES_MAX, sizeof *entries);
    CHECK(out->line != NULL && entries != NULL);
    if (!encounter_text_check(text, more, more_count, source) &&
        diagnostics_full(source->diagnostics)) {
        return false;
    }
    struct making making = {.out = out,
                            .text = text,
                            .procedure = game->procedure,
                            .library = game->library,
                            .source = source,
                            .arena = arena};
    list_keys(&making, game->state);
    int count = open_entries(&making, ENCOUNTER_PARTY, entries, 0);
    count = open_entries(&making, ENCOUNTER_FOES, entries, count);
    out->entries = count;
    for (int i = 0; i < count && !diagnostics_full(source->diagnostics); i++) {
        add_entry(&making, &entries[i]);
    }
    for (int i = 0; i < count && !diagnostics_full(source->diagnostics); i++) {
        add_said(&making, &entries[i]);
    }
    add_of_encounter(&making, entries, count);
    return source->diagnostics->count == before;
}

enum { GUESTS = 4, TOLD_SIZE = 16 * 1024 };

struct prepared_scratch {
    struct decision decision;
    struct made_commands made;
    const struct command_def *command[COMMANDS_MAX]; /* of the table alone */
    int commands;
    struct kept_dice kept;
    int first[2 * ENCOUNTER_ENTRIES_MAX]; /* for each entry: its first combatant, */
    int count[2 * ENCOUNTER_ENTRIES_MAX]; /* and their number */
    char told[TOLD_SIZE];
    unsigned char text_memory[DECISION_TEXT_SIZE];
    unsigned char memory[ENCOUNTER_MEMORY_SIZE];
};

/* ---- parts of a text ----------------------------------------------------------------------
 */

void prepared_parts_open(struct prepared_parts *out, struct str bytes, const char *file)
{
    struct diagnostics diagnostics = {.count = 0};
    struct arena arena;
    *out = (struct prepared_parts){.memory = malloc(ENCOUNTER_MEMORY_SIZE)};
    CHECK(out->memory != NULL);
    arena_init(&arena, out->memory, ENCOUNTER_MEMORY_SIZE);
    struct yaml_source source = {.file = file,
                                 .code = STATUS_USAGE,
                                 .bytes = bytes,
                                 .diagnostics = &diagnostics,
                                 .keeps_lines = true};
    out->is_open = encounter_text_open(&out->text, &source, &arena);
}

void prepared_parts_close(struct prepared_parts *parts)
{
    free(parts->memory);
    parts->memory = NULL;
}

/* ---- deciding -------------------------------------------------------------------------- */

static void begin(struct prepared_run *run, const struct state *state)
{
    struct sitting *sitting = run->sitting;
    struct prepared_scratch *scratch = run->scratch;
    struct decision *decision = &scratch->decision;
    decision_begin(decision, run->procedure, state, scratch->text_memory);
    decision->seed = campaign_seed(sitting->campaign);
    decision->encounter = run->options->encounter;
    decision->asks = run->options->asks;
    decision->chances = run->options->is_check ? NULL : &sitting->chances;
    decision->tables = sitting->tables != NULL ? table_library_tables(sitting->tables) : NULL;
    decision->tables_error =
        sitting->tables_error.code != STATUS_OK ? &sitting->tables_error : NULL;
    decision->library = sitting->library != NULL ? record_library(sitting->library) : NULL;
    decision->library_error =
        sitting->library_error.code != STATUS_OK ? &sitting->library_error : NULL;
}

/* Keeps the decision as an act of the fight, on which the next line builds. */
static void take(struct prepared_run *run, const char *command)
{
    const struct decision *decision = &run->scratch->decision;
    run->act = act_blocks_grown(run->act, &run->acts_room, run->acts, sizeof *run->act);
    struct corrected_act *act = &run->act[run->acts++];
    *act = (struct corrected_act){
        .row = {.encounter = run->options->encounter,
                .round = decision->state.value[ENCOUNTER_ROUND],
                .at_ms = run->sitting->now_ms()},
        .events = act_blocks_events(&run->blocks, decision->event, decision->events),
        .count = decision->events};
    memcpy(act->row.label, decision->label, sizeof act->row.label);
    struct text text = text_over(act->row.command, sizeof act->row.command);
    text_add(&text, "%s", command);
    for (int i = 0; i < decision->events; i++) {
        if (decision->event[i].line.n > 0) {
            text_add(&run->told, "%s", run->told.n > 0 ? "\n" : "");
            text_add_str(&run->told, decision->event[i].line);
        }
    }
    run->used += decision->entered_used;
    state_copy(run->at, &decision->state);
}

/* ---- mistakes -------------------------------------------------------------------------- */

static struct yaml_source source_of(struct prepared_run *run)
{
    return (struct yaml_source){.file = run->options->file,
                                .code = STATUS_USAGE,
                                .bytes = run->options->text,
                                .diagnostics = &run->diagnostics,
                                .keeps_lines = true};
}

static void complain(struct prepared_run *run, const struct yaml_value *at)
{
    struct yaml_source source = source_of(run);
    TEXT_BUFFER(text, ERROR_TEXT_SIZE);
    const struct decision *decision = &run->scratch->decision;
    struct text *out = &text;
    if (decision->verdict == VERDICT_REFUSED) {
        text_add(out, "%s", decision->refusal.reason);
    } else if (decision->verdict == VERDICT_ASKS) {
        text_add(out, "something is missing: ");
        question_text(&decision->question, out);
    } else {
        text_add(out, "%s", decision->error.text);
    }
    yaml_complain(&source, at->line, at->column, "%s", text.p);
}

/* A line for a combatant "x" with one field of an entry; false: it is not tried alone. */
static bool try_field(const struct prepared_game *game, const struct yaml_value *at,
                      struct text *line)
{
    bool is_count = str_equal(at->key, "count") && at->shape == YAML_SHAPE_SCALAR;
    text_add(line, is_count ? "add (%.*s) x" : "add x", at->text.n, at->text.p);
    return (is_count || prepared_option(game, at, line)) && !line->is_cut;
}

/* Without the name of that combatant, which nobody has written. */
static void forget_name(struct error *err)
{
    static const char name[] = "x: ";
    int n = (int)sizeof name - 1;
    if (str_equal_any_case((struct str){err->text, n}, str_of(name))) {
        memmove(err->text, err->text + n, strlen(err->text + n) + 1);
    }
}

/* Finds the wrong field of an entry: each is tried alone. False: none is wrong. */
static bool blame_fields(struct prepared_run *run, const struct yaml_value *map)
{
    bool is_blamed = false;
    struct prepared_game game = {run->procedure, NULL, run->at};
    for (const struct yaml_value *at = map->first; at != NULL; at = at->next) {
        TEXT_BUFFER(line, COMMAND_LINE_MAX);
        if (diagnostics_full(&run->diagnostics) || !try_field(&game, at, &line)) {
            continue;
        }
        begin(run, run->at);
        run->scratch->decision.asks = false;
        decide(&run->scratch->decision, run->scratch->command, run->scratch->commands, run->at,
               str_of(line.p));
        if (run->scratch->decision.verdict == VERDICT_WRONG) {
            forget_name(&run->scratch->decision.error);
            complain(run, at);
            is_blamed = true;
        }
    }
    return is_blamed;
}

/* ---- lines ----------------------------------------------------------------------------- */

/* Decides a line for one combatant, 0: nobody. False: it could not be done. */
static bool run_line(struct prepared_run *run, const struct prepared_line *line, int id)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 16);
    struct decision *decision = &run->scratch->decision;
    /* "%w" is the combatant. */
    for (const char *c = line->text; *c != '\0'; c++) {
        if (c[0] == '%' && c[1] == 'w' && id != 0) {
            text_add(&text, "#%d", id);
            c++;
        } else {
            text_add_char(&text, *c);
        }
    }
    /* Entered dice are passed on to the line: they need not all be for it. */
    struct prepared_scratch *scratch = run->scratch;
    begin(run, run->at);
    if (run->options->dice_count > run->used) {
        kept_dice_init(&scratch->kept);
        scratch->kept.draw = (uint32_t)run->at->value[ENCOUNTER_DRAW];
        kept_dice_restart(&scratch->kept);
        scratch->decision.kept = &scratch->kept;
        scratch->decision.more = run->options->dice + run->used;
        scratch->decision.more_count = run->options->dice_count - run->used;
    }
    decide(&scratch->decision, scratch->command, scratch->commands, run->at, str_of(text.p));
    if (decision->verdict == VERDICT_ASKS && decision->question.kind == QUESTION_DICE) {
        run->is_asking = true;
        run->question = decision->question;
        return false;
    }
    if (decision->verdict != VERDICT_DONE) {
        struct error err = decision->error;
        struct question question = decision->question;
        enum verdict verdict = decision->verdict;
        if (line->map == NULL || !blame_fields(run, line->map)) {
            decision->error = err;
            decision->question = question;
            decision->verdict = verdict;
            complain(run, line->at);
        }
        return false;
    }
    if (decision->events > 0) {
        take(run, text.p);
    }
    return true;
}

/* Later arrivals are checked now, and decided when they are met. */
static bool check_later(struct prepared_run *run, const struct prepared_line *line)
{
    struct decision *decision = &run->scratch->decision;
    begin(run, run->at);
    decision->asks = false;
    decide(decision, run->scratch->command, run->scratch->commands, run->at,
           str_of(line->later));
    if (decision->verdict != VERDICT_DONE) {
        struct error err = decision->error;
        if (!blame_fields(run, line->map)) {
            decision->error = err;
            decision->verdict = VERDICT_WRONG;
            complain(run, line->at);
        }
        return false;
    }
    return true;
}

static void run_for(struct prepared_run *run, const struct prepared_line *line)
{
    struct prepared_scratch *scratch = run->scratch;
    int before = run->at->count;
    int first = line->entry >= 0 ? scratch->first[line->entry] : 0;
    switch (line->whom) {
    case PREPARED_ADDS:
        if (run_line(run, line, 0)) {
            scratch->first[line->entry] = before + 1;
            scratch->count[line->entry] = run->at->count - before;
        }
        break;
    case PREPARED_EACH:
        for (int i = 0; i < scratch->count[line->entry]; i++) {
            if (!run_line(run, line, first + i)) {
                break;
            }
        }
        break;
    case PREPARED_ONE:
        if (line->which > scratch->count[line->entry]) {
            struct yaml_source source = source_of(run);
            int count = run->scratch->count[line->entry];
            if (count > 0) { /* otherwise it is already reported that they are not here */
                yaml_complain(&source, line->at->line, line->at->column,
                              "only %d of them %s here, so there is no number %d", count,
                              count == 1 ? "is" : "are", line->which);
            }
        } else {
            run_line(run, line, first + line->which - 1);
        }
        break;
    case PREPARED_LATER:
        if (check_later(run, line)) {
            run_line(run, line, 0);
        }
        break;
    case PREPARED_TABLE:
        run_line(run, line, 0);
        break;
    }
}

static void run_lines(struct prepared_run *run)
{
    for (int i = 0; i < run->lines.count && !run->is_asking; i++) {
        if (diagnostics_full(&run->diagnostics)) {
            return;
        }
        const char *kind = run->lines.line[i].kind, *fills = run->procedure->fills;
        run->is_gone[i] = kind != NULL && fills != NULL &&
                          library_find(record_library(run->sitting->library), fills,
                                       str_of(kind), NULL) == NULL;
        run_for(run, &run->lines.line[i]);
    }
}

/* ---- who is here before ---------------------------------------------------------------- */

static void bring_by(struct prepared_run *run,
                     void (*carry)(struct decision *decision, const struct state *from),
                     const struct state *from)
{
    struct decision *decision = &run->scratch->decision;
    begin(run, run->at);
    decision->asks = false;
    carry(decision, from);
    triggers_run(decision, run->at);
    if (decision_goes_on(decision) && decision->events > 0) {
        take(run, "carry");
    }
}

static bool has_party(const struct prepared_run *run)
{
    for (int id = 1; id <= run->at->count; id++) {
        if (state_value(run->at, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY) {
            return true;
        }
    }
    const struct yaml_value *party = run->text.part[ENCOUNTER_PARTY];
    return party != NULL && party->count > 0;
}

/* The settings of the encounter before, or its party with them; else those who are here
 * tonight. */
static void bring(struct prepared_run *run)
{
    const struct prepared_options *options = run->options;
    if (options->from != NULL) {
        bring_by(run, options->carries ? carry_party : settings_carry, options->from);
    }
    struct state *members = calloc(1, sizeof *members);
    CHECK(members != NULL);
    if (!has_party(run) && sitting_party_tonight(run->sitting, run->text.system, members)) {
        bring_by(run, carry_members, members);
        run->members = run->at->count;
    }
    free(members);
}

/* Formulas of a party that is not here yet can be looked at all the same. */
static void bring_guests(struct prepared_run *run)
{
    static const char *const lines[GUESTS] = {
        "add \"party member 1\" side=party", "add \"party member 2\" side=party",
        "add \"party member 3\" side=party", "add \"party member 4\" side=party"};
    if (!run->options->is_check || has_party(run)) {
        return;
    }
    for (int i = 0; i < GUESTS; i++) {
        begin(run, run->at);
        run->scratch->decision.asks = false;
        decide(&run->scratch->decision, run->scratch->command, run->scratch->commands, run->at,
               str_of(lines[i]));
        if (run->scratch->decision.verdict == VERDICT_DONE) {
            state_copy(run->at, &run->scratch->decision.state);
        }
    }
    run->guests = run->at->count;
}

/* ---- the whole ------------------------------------------------------------------------- */

/* Every typed die must have a place. */
static void check_dice(struct prepared_run *run)
{
    const struct prepared_options *options = run->options;
    if (run->is_asking || run->diagnostics.count > 0 || run->used >= options->dice_count ||
        options->dice[run->used].kind == GIVEN_ROLL_ALL) {
        return;
    }
    diagnostics_add(&run->diagnostics, STATUS_USAGE, "",
                    "%d dice were entered and %d are thrown at the start", options->dice_count,
                    run->used);
}

bool prepared_run(struct prepared_run *run, struct sitting *sitting,
                  const struct prepared_options *options)
{
    *run = (struct prepared_run){.sitting = sitting, .options = options};
    run->scratch = calloc(1, sizeof *run->scratch);
    run->at = calloc(1, sizeof *run->at);
    CHECK(run->scratch != NULL && run->at != NULL);
    arena_init(&run->arena, run->scratch->memory, sizeof run->scratch->memory);
    run->told = text_over(run->scratch->told, TOLD_SIZE);
    struct yaml_source source = source_of(run);
    if (!encounter_text_open(&run->text, &source, &run->arena)) {
        return false;
    }
    run->procedure = games_find(run->text.system);
    state_init(run->at, run->text.system);
    sitting_need_files(sitting);
    sitting_open_library(sitting, run->text.system);
    /* The commands of the table: those of the application itself cannot be lines of a text. */
    struct prepared_scratch *scratch = run->scratch;
    const struct command_def *all[COMMANDS_MAX];
    int count = run->sitting->commands_of(run->text.system, &scratch->made, all, COMMANDS_MAX);
    for (int i = 0; i < count; i++) {
        if (all[i]->decide != NULL) {
            scratch->command[scratch->commands++] = all[i];
        }
    }
    struct prepared_game game = {run->procedure, record_library(sitting->library), run->at};
    bool is_made = prepared_lines_make(&run->lines, &run->text, &game, &source, &run->arena);
    if (!is_made && (!options->is_check || diagnostics_full(&run->diagnostics))) {
        return false;
    }
    bring(run);
    bring_guests(run);
    run_lines(run);
    check_dice(run);
    return run->diagnostics.count == 0 && !run->is_asking;
}

void prepared_run_done(struct prepared_run *run)
{
    act_blocks_free(&run->blocks);
    free(run->act);
    free(run->at);
    free(run->scratch);
    run->act = NULL;
    run->at = NULL;
    run->scratch = NULL;
}

int prepared_run_line_of(const struct prepared_run *run, int id)
{
    int found = -1;
    for (int i = 0; i < run->lines.count; i++) {
        const struct prepared_line *one = &run->lines.line[i];
        int first = one->entry >= 0 ? run->scratch->first[one->entry] : 0;
        bool adds = one->whom == PREPARED_ADDS && id >= first &&
                    id < first + run->scratch->count[one->entry];
        found = adds ? i : found;
    }
    return found;
}
