#include "support/secrets.h"

#include <stdio.h>
#include <string.h>

#include "app/sitting/state.h"
#include "resolver/system.h"
#include "support/unit.h"
#include "tracker/combatant_fields.h"

static const char *const acts[] = {"note zqsecret",
                                   "note-on Bo zqsecret",
                                   "counter zqsecret 4",
                                   "ruling ready zqsecret",
                                   "condition Bo own zqsecret",
                                   "remark zqsecret",
                                   "marker zqsecret",
                                   "note-encounter Ledge zqsecret",
                                   "note \"zqsecret\"",
                                   "note \"zqsecret",
                                   "counter zqsecret-2 1d4 2",
                                   "counter e 1 per=manual then=\"note zqsecret\"",
                                   "tick e",
                                   "counter-run e",
                                   "counter f 1 per=manual then=\"set Bo note=zqsecret\"",
                                   "tick f",
                                   "counter-run f",
                                   "tag-encounter Ledge zqsecret"};

const char *secrets_act(int i)
{
    return i < (int)(sizeof acts / sizeof acts[0]) ? acts[i] : NULL;
}

unsigned secrets_plant_acts(struct play *play)
{
    unsigned taken = 0;
    for (int i = 0; secrets_act(i) != NULL; i++) {
        sitting_run(play->sitting, acts[i], false, &play->result);
        taken |= play->result.kind == RESULT_DONE ? 1U << i : 0;
    }
    return taken;
}

struct play *secrets_planted(int system, unsigned *taken)
{
    char line[160];
    struct combatant_field field;
    struct play *play = play_new((const char *const[]){NULL});
    snprintf(line, sizeof line, "encounter Ledge system=%s", system_at(system)->id);
    play_do(play, line);
    play_do(play, "add Anka side=party hp=9");
    play_do(play, "add Bo hp=5");
    const struct procedure *procedure = sitting_procedure(play->sitting);
    int fields = combatant_fields(procedure, sitting_state(play->sitting)), fields_taken = 0;
    for (int i = 0; i < fields; i++) {
        combatant_field_at(procedure, sitting_state(play->sitting), i, &field);
        if (strcmp(field.name, "name") == 0) {
            continue; /* the one that players know it by */
        }
        snprintf(line, sizeof line, "set Bo %s=" SECRET, field.name);
        sitting_run(play->sitting, line, false, &play->result);
        fields_taken += play->result.kind == RESULT_DONE ? 1 : 0;
    }
    assert_true(fields_taken > 0);
    *taken |= secrets_plant_acts(play);
    return play;
}
