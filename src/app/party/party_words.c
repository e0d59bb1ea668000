#include "app/party/party_words.h"

#include <string.h>

#include "games/games.h"
#include "tracker/state.h"
#include "tracker/carry.h"

/* Takes the next word and the blank after it. */
static struct str word_of(struct str *rest)
{
    int n = 0;
    while (n < rest->n && rest->p[n] != ' ') {
        n++;
    }
    struct str word = {rest->p, n};
    int used = n < rest->n ? n + 1 : n;
    *rest = (struct str){rest->p + used, rest->n - used};
    return word;
}

/* The parts of a line: its subject, and the rest, which depends on its kind. */
struct line_parts {
    struct str kind, name, object, amount, rest;
};

static struct line_parts parts_of(struct str line)
{
    struct line_parts parts = {.kind = word_of(&line)};
    bool is_effect = str_equal(parts.kind, "effect");
    if (is_effect || str_equal(parts.kind, "value") || str_equal(parts.kind, "text")) {
        parts.name = word_of(&line);
    }
    if (str_equal(parts.kind, "counter")) {
        parts.amount = word_of(&line);
        parts.object = word_of(&line); /* full at */
        word_of(&line);
    }
    if (is_effect) {
        parts.object = word_of(&line);
        parts.amount = word_of(&line);
    }
    parts.rest = line;
    return parts;
}

/* Numbers of the table that mean nothing by themselves. */
static bool is_for_people(const struct line_parts *parts)
{
    return lasting_is_own((struct str){parts->kind.p, parts->kind.n}) &&
           !(str_equal(parts->kind, "value") && str_equal(parts->name, "side"));
}

static bool is_simple(const struct line_parts *parts)
{
    return str_equal(parts->kind, "effect") &&
           (str_equal(parts->name, "condition") || str_equal(parts->name, "trait"));
}

static bool has_words_alone(const struct system *system, const struct line_parts *parts)
{
    const struct procedure *procedure = games_find(system);
    int kind = str_equal(parts->kind, "effect") ? effect_from_name(procedure, parts->name) : -1;
    return kind >= 0 && (effect_stay(procedure, kind) & EFFECT_HAS_WORDS) != 0;
}

static void add_words(struct str name, struct text *out)
{
    for (int i = 0; i < name.n; i++) {
        text_add_char(out, name.p[i] == '_' ? ' ' : name.p[i]);
    }
}

void party_add_name(const struct system *system, struct str line, struct text *out)
{
    struct line_parts parts = parts_of(line);
    if (!is_for_people(&parts)) {
        return;
    }
    if (str_equal(parts.kind, "value") && str_equal(parts.name, "hp")) {
        text_add(out, "%s", system->hit_points);
    } else if (str_equal(parts.kind, "value") && str_equal(parts.name, "hp_max")) {
        text_add(out, "%s unhurt", system->hit_points);
    } else if (is_simple(&parts) || str_equal(parts.kind, "counter")) {
        text_add_str(out, parts.rest);
    } else if (parts.name.n > 0) {
        add_words(parts.name, out);
        if (str_equal(parts.kind, "effect") && parts.rest.n > 0) {
            text_add_char(out, ' ');
            text_add_str(out, parts.rest);
        }
    } else {
        text_add_str(out, parts.kind);
    }
}

void party_add_value(const struct system *system, struct str line, struct text *out)
{
    struct line_parts parts = parts_of(line);
    if (has_words_alone(system, &parts)) {
        return;
    }
    bool is_counter = str_equal(parts.kind, "counter");
    text_add_str(out,
                 is_counter || str_equal(parts.kind, "effect") ? parts.amount : parts.rest);
    if (is_counter && !str_equal(parts.object, "0")) {
        text_add(out, " of ");
        text_add_str(out, parts.object);
    }
}

static void add_gap(struct text *out, int from)
{
    text_add(out, "%s", out->n > from ? ", " : "");
}

/* A line that is gone, new, or has another value. */
static void add_one(const struct system *system, struct str before, struct str after, int from,
                    struct text *out)
{
    struct line_parts parts = parts_of(before.n > 0 ? before : after);
    bool is_flag = str_equal(parts.kind, "effect") &&
                   (str_equal(parts.name, "condition") || str_equal(parts.name, "away"));
    if (!is_for_people(&parts)) {
        return;
    }
    add_gap(out, from);
    if (str_equal(parts.kind, "out")) {
        text_add(out, "%s", after.n == 0 ? "no longer " : "");
        party_add_value(system, after.n == 0 ? before : after, out);
        return;
    }
    text_add(out, "%s", is_flag && after.n == 0 ? "no longer " : "");
    party_add_name(system, before.n > 0 ? before : after, out);
    if (is_flag || has_words_alone(system, &parts)) {
        text_add(out, "%s", !is_flag && after.n == 0 ? ": gone" : "");
        return;
    }
    text_add_char(out, ' ');
    if (before.n > 0) {
        party_add_value(system, before, out);
        text_add(out, after.n > 0 ? " to " : ": gone");
    }
    if (after.n > 0) {
        party_add_value(system, after, out);
    }
}

static struct str line_like(struct str text, struct str line)
{
    TEXT_BUFFER(key, LASTING_KEY_SIZE);
    lasting_key(line, &key);
    return lasting_line(text, (struct str){key.p, key.n});
}

void party_add_difference(const struct system *system, struct str before, struct str after,
                          struct text *out)
{
    struct str line, rest = before;
    int from = out->n;
    while (lasting_next(&rest, &line)) {
        struct str now = line_like(after, line);
        if (now.n != line.n || memcmp(now.p, line.p, (size_t)line.n) != 0) {
            add_one(system, line, now, from, out);
        }
    }
    rest = after;
    while (lasting_next(&rest, &line)) {
        if (line_like(before, line).n == 0) {
            add_one(system, str_of(""), line, from, out);
        }
    }
}
