#include "app/party/party_commands.h"

#include <stdlib.h>

#include "app/party/party_sheet.h"
#include "app/party/between.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "tracker/naming.h"

/* NULL: *out says why; else the caller's to free. */
static struct party *read_party(struct sitting *sitting, struct result *out)
{
    struct error err;
    struct party *party = malloc(sizeof *party);
    CHECK(party != NULL);
    if (party_read(party, sitting, &err) == STATUS_OK) {
        return party;
    }
    sitting_fail(sitting, &err, out);
    free(party);
    return NULL;
}

static bool is_wrong(struct result *out, const struct error *err)
{
    out->kind = RESULT_WRONG;
    out->error = *err;
    return false;
}

void sitting_run_party(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    if (str_trimmed(command->argument[0].word).n > 0) {
        sitting_run_between(sitting, command, out);
        return;
    }
    struct party *party = read_party(sitting, out);
    if (party != NULL) {
        struct text text = text_over(out->text, sizeof out->text);
        party_tell(party, &text);
    }
    free(party);
}

/* One member by what is typed; everybody, where nothing is. */
static void tell_sheets(struct sitting *sitting, const struct party *party, struct str who,
                        struct result *out)
{
    struct error err;
    struct text text = text_over(out->text, sizeof out->text);
    const struct roster *roster = sitting_roster(sitting, &err);
    int id = roster != NULL && who.n > 0 ? combatant_find_listed(&roster->state, who, &err) : 0;
    if (roster == NULL || (who.n > 0 && id == 0)) {
        is_wrong(out, &err);
        return;
    }
    int64_t number = id != 0 ? roster_row_at(roster, id)->number : 0;
    for (int i = 0; i < party->count; i++) {
        if (number == 0 || party->member[i].number == number) {
            text_add(&text, "%s", text.n > 0 ? "\n\n" : "");
            party_tell_sheet(&party->member[i], false, &text);
        }
    }
    if (party->count == 0) {
        party_tell(party, &text);
    }
}

void sitting_run_party_sheet(struct sitting *sitting, const struct command *command,
                             struct result *out)
{
    struct party *party = read_party(sitting, out);
    if (party != NULL) {
        tell_sheets(sitting, party, str_trimmed(command->argument[0].word), out);
    }
    free(party);
}

void sitting_run_party_history(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    (void)command;
    struct error err;
    struct text text = text_over(out->text, sizeof out->text);
    if (party_tell_history(sitting, &text, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    }
}
