#include "app/log/address.h"

#include <string.h>

#include "app/log/act.h"
#include "app/party/party_steps.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"

enum { NAMES_MAX = 64 };

enum status sitting_find_encounter(struct sitting *sitting, const char *name,
                                   struct encounter_row *out, struct error *err)
{
    enum status status = encounter_find(sitting->campaign, name, out, err);
    if (status != STATUS_MISSING) {
        return status;
    }
    struct nearest nearest;
    nearest_init(&nearest, str_of(name));
    struct encounter_row rows[NAMES_MAX];
    int count;
    status = encounter_list(sitting->campaign, rows, NAMES_MAX, 0, &count, err);
    if (status != STATUS_OK) {
        return status;
    }
    for (int i = 0; i < count; i++) {
        nearest_offer(&nearest, rows[i].name);
    }
    return error_set(err, STATUS_USAGE, "", "there is no encounter %s%s",
                     utf8_shown(str_of(name)).text, nearest_question(&nearest).text);
}

void act_address_format(const char *encounter, int64_t act, struct text *out)
{
    text_add_quoted(out, str_of(encounter));
    text_add(out, "#%lld", (long long)act);
}

void sitting_act_address(const struct sitting_act *act, struct text *out)
{
    if (act->step != NULL) {
        party_step_address(act->id, out);
    } else {
        act_address_format(act->encounter, act->id, out);
    }
}

/* ---- looking --------------------------------------------------------------------------- */

/* The parts of an address, with the quotes of the encounter; false when it is not an
 * address. */
static bool read_address(struct str words, struct str *encounter, int64_t *act)
{
    int sign = words.n - 1;
    while (sign >= 0 && words.p[sign] != '#') {
        sign--;
    }
    if (sign < 0 || !str_to_int64((struct str){words.p + sign + 1, words.n - sign - 1}, 1,
                                  INT64_MAX, act)) {
        return false;
    }
    *encounter = str_trimmed((struct str){words.p, sign});
    return true;
}

static enum status find_act(struct sitting *sitting, struct str name, int64_t act,
                            struct encounter_row *row, struct error *err)
{
    TEXT_BUFFER(called, CAMPAIGN_NAME_SIZE);
    TEXT_BUFFER(room, CAMPAIGN_NAME_SIZE);
    struct str inner = str_unquoted(name);
    text_add_str(&called, inner.n < name.n ? str_read_quoted(inner, &room) : inner);
    enum status status = STATUS_OK;
    *row = sitting->encounter;
    /* An encounter of that name is meant before the party. */
    if (str_equal_any_case(name, str_of("party")) &&
        encounter_find(sitting->campaign, called.p, row, NULL) == STATUS_MISSING) {
        return party_step_is_no_act(sitting, act, err);
    }
    if (called.n > 0) {
        status = sitting_find_encounter(sitting, called.p, row, err);
    } else if (row->id == 0) {
        status =
            error_set(err, STATUS_USAGE, "",
                      "no encounter is open: name the encounter of act #%lld", (long long)act);
    }
    if (status != STATUS_OK) {
        return status;
    }
    struct act_row act_row;
    status = log_row(sitting->campaign, act, &act_row, err);
    if (status == STATUS_MISSING ||
        (status == STATUS_OK && (act_row.kind != ROW_ACT || act_row.encounter != row->id))) {
        return error_set(err, STATUS_USAGE, "",
                         "%s has no act #%lld; `referee log` lists the acts with their numbers",
                         row->name, (long long)act);
    }
    return status;
}

bool is_act_address(struct str words)
{
    struct str name;
    int64_t act;
    return read_address(words, &name, &act);
}

enum status sitting_act_at(struct sitting *sitting, struct str words, struct encounter_row *row,
                           int64_t *act, struct error *err)
{
    struct str name;
    if (!read_address(words, &name, act)) {
        return error_set(err, STATUS_USAGE, "",
                         "%s is not the address of an act: expected #27, or \"Nest ledge\"#27",
                         utf8_shown(words).text);
    }
    return find_act(sitting, name, *act, row, err);
}

bool sitting_find_act(struct sitting *sitting, const char *words, int64_t *act)
{
    struct encounter_row row;
    struct str name;
    bool is_found = read_address(str_of(words), &name, act) &&
                    find_act(sitting, name, *act, &row, NULL) == STATUS_OK;
    *act = is_found ? *act : 0;
    return is_found;
}

enum status sitting_look(struct sitting *sitting, const char *words, int64_t *act,
                         struct error *err)
{
    struct encounter_row row;
    struct str name;
    *act = 0;
    CHECK(sitting_is_read_only(sitting));
    enum status status = encounter_find(sitting->campaign, words, &row, err);
    if (status == STATUS_MISSING && read_address(str_of(words), &name, act)) {
        status = find_act(sitting, name, *act, &row, err);
        return status == STATUS_OK ? sitting_load_moment(sitting, &row, *act, err) : status;
    }
    if (status == STATUS_MISSING) { /* for the error with the nearest name */
        status = sitting_find_encounter(sitting, words, &row, err);
    }
    return status == STATUS_OK ? sitting_load_moment(sitting, &row, -1, err) : status;
}

/* ---- as a command names one ------------------------------------------------------------ */

bool encounter_name_copy(char *out, struct str name, struct result *result)
{
    struct text text = text_over(out, CAMPAIGN_NAME_SIZE);
    text_add_str(&text, name);
    if (text.is_cut) {
        result_too_long(result, "the encounter's name", CAMPAIGN_NAME_SIZE - 1);
    } else if (text.n == 0) {
        result_wrong(result, "expected the encounter's name");
    }
    return !text.is_cut && text.n > 0;
}

/* The encounters that an unknown name may mean: those that begin with it, and the nearest
 * one. */
struct meant {
    struct str name;
    struct encounter_row row; /* the first that begins with it */
    int begins;
    struct nearest nearest;
    char nearest_name[CAMPAIGN_NAME_SIZE];
};

bool encounter_named(struct sitting *sitting, const char *name, struct encounter_row *row,
                     struct result *out)
{
    enum { AT_ONCE = 32 };
    struct encounter_row rows[AT_ONCE];
    struct meant meant = {.name = str_of(name)};
    struct error err;
    enum status status = encounter_find(sitting->campaign, name, row, &err);
    if (status == STATUS_OK) {
        return true;
    }
    int count = AT_ONCE;
    nearest_init(&meant.nearest, meant.name);
    for (int skip = 0; status == STATUS_MISSING && count == AT_ONCE; skip += count) {
        if (encounter_list(sitting->campaign, rows, AT_ONCE, skip, &count, &err) != STATUS_OK) {
            status = err.code;
        }
        for (int i = 0; i < count; i++) {
            struct str whole = str_of(rows[i].name);
            nearest_offer(&meant.nearest, rows[i].name);
            if (meant.nearest.best == rows[i].name) { /* the rows do not stay */
                memcpy(meant.nearest_name, rows[i].name, sizeof meant.nearest_name);
                meant.nearest.best = meant.nearest_name;
            }
            if (str_equal_any_case(str_beginning(whole, meant.name.n), meant.name) &&
                meant.begins++ == 0) {
                meant.row = rows[i];
            }
        }
    }
    if (status != STATUS_MISSING) {
        sitting_fail(sitting, &err, out);
    } else if (meant.begins == 1) {
        *row = meant.row;
        return true;
    } else {
        result_wrong(out, "there is no encounter %s%s", name,
                     meant.begins > 1             ? ", and several begin with that"
                     : meant.nearest.best != NULL ? nearest_question(&meant.nearest).text
                                                  : "; `encounters` lists them");
    }
    return false;
}

enum status encounter_name_free(struct sitting *sitting, const char *wanted, char *out,
                                struct error *err)
{
    struct encounter_row row;
    enum status status = STATUS_OK;
    for (int i = 1; status == STATUS_OK; i++) {
        TEXT_BUFFER(number, 16);
        if (i > 1) {
            text_add(&number, " %d", i);
        }
        struct text name = text_over(out, CAMPAIGN_NAME_SIZE - number.n);
        text_add(&name, "%s", wanted);
        memcpy(out + name.n, number.p, (size_t)number.n + 1);
        status = encounter_find(sitting->campaign, out, &row, err);
        if (status == STATUS_OK && row.is_archived) {
            return STATUS_OK;
        }
    }
    return status == STATUS_MISSING ? STATUS_OK : status;
}
