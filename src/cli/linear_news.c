#include "cli/linear_news.h"

#include <stdio.h>
#include <string.h>

#include "cli/output.h"
#include "cli/spoken.h"

static void phase_of(const struct state *state, char out[PHASE_SIZE])
{
    struct text text;
    text_init(&text, out, PHASE_SIZE);
    procedure_of(state)->phase(state, &text);
}

static bool was_said(const struct news *news, const struct due *due)
{
    for (int i = 0; i < news->dues; i++) {
        if (strcmp(news->due[i].text, due->text) == 0 &&
            strcmp(news->due[i].command, due->command) == 0) {
            return true;
        }
    }
    return false;
}

/* Each check once, until it comes again. `text`: what has just been said. */
static void say_new_dues(struct news *news, struct session *session, const char *text)
{
    const struct state *state = session_state(session);
    static struct due due[DUE_MAX];
    int count = procedure_of(state)->due(state, due, DUE_MAX);
    for (int i = 0; i < count; i++) {
        if (was_said(news, &due[i])) {
            continue;
        }
        if (strstr(text, due[i].text) == NULL) {
            spoken_lines(due[i].text, true);
        }
        spoken_settling(session, &due[i]);
    }
    memcpy(news->due, due, sizeof due);
    news->dues = count;
}

/* Whether the text tells of each part of the phase, "round 2, the foes' melee". */
static bool tells_phase(const char *text, const char *phase)
{
    char part[PHASE_SIZE];
    while (*phase != '\0') {
        size_t n = strcspn(phase, ",");
        snprintf(part, sizeof part, "%.*s", (int)n, phase);
        if (strstr(text, part) == NULL) {
            return false;
        }
        phase += n;
        phase += strspn(phase, ", ");
    }
    return true;
}

/* What comes next, unless it was said last or is a check that is due, which was. */
static void say_guide(struct news *news, const struct state *state)
{
    char guide[GUIDE_SIZE] = "";
    struct text text;
    text_init(&text, guide, sizeof guide);
    if (procedure_of(state)->guide != NULL) {
        procedure_of(state)->guide(state, &text);
    }
    bool is_due = false;
    for (int i = 0; i < news->dues; i++) {
        is_due = is_due || strstr(guide, news->due[i].text) != NULL;
    }
    if (!is_due && strcmp(guide, news->guide) != 0) {
        spoken_guide(state);
    }
    snprintf(news->guide, sizeof news->guide, "%s", guide);
}

static void keep_place(struct news *news, struct session *session)
{
    const struct state *state = session_state(session);
    snprintf(news->encounter, sizeof news->encounter, "%s", session_encounter_name(session));
    phase_of(state, news->phase);
    news->turn = state->value[ENCOUNTER_TURN];
}

void news_say(struct news *news, struct session *session, const char *text)
{
    const struct state *state = session_state(session);
    const char *encounter = session_encounter_name(session);
    char phase[PHASE_SIZE];
    phase_of(state, phase);
    int turn = state->value[ENCOUNTER_TURN];
    if (strcmp(encounter, news->encounter) != 0) {
        spoken_place(session);
        news->dues = 0;
    } else {
        char its_turn[NAME_SIZE + 16];
        snprintf(its_turn, sizeof its_turn, "%s's turn",
                 turn != 0 ? state_name(state, turn) : "");
        if (strcmp(phase, news->phase) != 0 && !tells_phase(text, phase)) {
            output_line("Now: %s.", phase);
        }
        if (turn != news->turn && strstr(text, its_turn) == NULL) {
            spoken_turn(state);
        }
    }
    keep_place(news, session);
    say_new_dues(news, session, text);
    say_guide(news, state);
}

void news_say_dues(struct news *news, struct session *session)
{
    news->dues = 0;
    say_new_dues(news, session, "");
    output_line("%s", news->dues == 0 ? "Nothing is due." : "That is all that is due.");
    spoken_guide(session_state(session));
}

void news_say_place(const struct news *news, const struct session *session)
{
    spoken_place(session);
    if (news->dues > 0) {
        output_line("%d %s due; due tells of %s.", news->dues,
                    news->dues == 1 ? "check is" : "checks are",
                    news->dues == 1 ? "it" : "them");
    }
    spoken_guide(session_state(session));
}

void news_begin(struct news *news, struct session *session)
{
    spoken_place(session);
    keep_place(news, session);
    news_say(news, session, "");
}
