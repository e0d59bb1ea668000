#include "app/forecast/forecast_what_if.h"

#include <stdlib.h>

#include "base/utf8.h"
#include "tracker/decide.h"

bool forecast_next_line(struct str *rest, struct str *line)
{
    bool is_quoted = false;
    int n = 0;
    if (rest->n == 0) {
        return false;
    }
    while (n < rest->n && (is_quoted || rest->p[n] != ';')) {
        is_quoted = is_quoted != (rest->p[n] == '"');
        n++;
    }
    *line = str_trimmed((struct str){rest->p, n});
    int skipped = n < rest->n ? n + 1 : n;
    *rest = (struct str){rest->p + skipped, rest->n - skipped};
    return true;
}

static void tell(const struct decision *decision, int number, struct str line,
                 struct error *err)
{
    TEXT_BUFFER(why, ERROR_TEXT_SIZE);
    switch (decision->verdict) {
    case VERDICT_ASKS:
        text_add(&why, "it leaves open: ");
        question_text(&decision->question, &why);
        break;
    case VERDICT_REFUSED:
        text_add(&why, "%s", decision->refusal.reason);
        break;
    case VERDICT_WRONG:
    case VERDICT_DONE:
        text_add(&why, "%s", decision->error.text);
        break;
    }
    char where[ERROR_WHERE_SIZE];
    text_format(where, sizeof where, "what-if, line %d, \"%.60s\"", number,
                utf8_shown(line).text);
    bool is_refused = decision->verdict == VERDICT_REFUSED;
    error_set(err, is_refused ? STATUS_REFUSED : STATUS_USAGE, where, "%s", why.p);
}

bool forecast_what_if(const struct fight_rules *rules, const char *lines, struct state *state,
                      struct error *err)
{
    struct str rest = str_of(lines), line;
    struct decision *decision = calloc(1, sizeof *decision);
    void *memory = malloc(DECISION_TEXT_SIZE);
    CHECK(decision != NULL && memory != NULL);
    bool is_right = true;
    state->value[ENCOUNTER_DRAW] = 0;
    for (int number = 1; is_right && forecast_next_line(&rest, &line); number++) {
        if (line.n == 0) {
            continue;
        }
        decision_begin(decision, rules->procedure, state, memory);
        decision->seed = ~rules->seed;
        decision->asks = decision->rolls = true;
        decision->library = rules->library;
        decision->tables = rules->tables;
        decide(decision, rules->defs, rules->defs_count, state, line);
        is_right = decision->verdict == VERDICT_DONE;
        if (is_right) {
            state_copy(state, &decision->state);
        } else {
            tell(decision, number, line, err);
        }
    }
    free(memory);
    free(decision);
    return is_right;
}
