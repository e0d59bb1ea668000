#include "app/sitting_address.h"

#include <string.h>

#include "app/sitting_data.h"
#include "app/sitting_state.h"
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
    text_add(out, "\"%s\"#%lld", encounter, (long long)act);
}

/* ---- looking --------------------------------------------------------------------------- */

/* The parts of an address; false when it is none. */
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
    *encounter = str_unquoted(str_trimmed((struct str){words.p, sign}));
    return true;
}

/* Whether the act is one of this encounter. */
static enum status check_act(struct sitting *sitting, const struct encounter_row *encounter,
                             int64_t act, struct error *err)
{
    struct act_row row;
    enum status status = log_row(sitting->campaign, act, &row, err);
    if (status != STATUS_OK && status != STATUS_MISSING) {
        return status;
    }
    if (status == STATUS_MISSING || row.kind != ROW_ACT || row.encounter != encounter->id) {
        return error_set(err, STATUS_USAGE, "",
                         "%s has no act #%lld; `referee log` lists the acts with their numbers",
                         encounter->name, (long long)act);
    }
    return STATUS_OK;
}

static enum status look_at_act(struct sitting *sitting, struct str name, int64_t act,
                               struct error *err)
{
    struct encounter_row row = sitting->encounter;
    TEXT_BUFFER(called, CAMPAIGN_NAME_SIZE);
    text_add_str(&called, name);
    enum status status = STATUS_OK;
    if (name.n > 0) {
        status = sitting_find_encounter(sitting, called.p, &row, err);
    } else if (row.id == 0) {
        status = error_set(err, STATUS_USAGE, "",
                           "no encounter is open: name the one that act #%lld is of",
                           (long long)act);
    }
    if (status == STATUS_OK) {
        status = check_act(sitting, &row, act, err);
    }
    return status == STATUS_OK ? sitting_load_moment(sitting, &row, act, err) : status;
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
        return look_at_act(sitting, name, *act, err);
    }
    if (status == STATUS_MISSING) { /* for the words that name the nearest one */
        status = sitting_find_encounter(sitting, words, &row, err);
    }
    return status == STATUS_OK ? sitting_load_moment(sitting, &row, -1, err) : status;
}
