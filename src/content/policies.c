#include "content/policies.h"

#include "base/nearest.h"
#include "base/utf8.h"
#include "content/record.h"

/* ---- the grammar ----------------------------------------------------------------------- */

static const struct field_def file_fields[] = {
    {RECORD_RECORDS,
     {.name = "policies",
      .high = POLICIES_MAX,
      .is_required = true,
      .help = "a list of policies"}},
};
static const struct record_def file_def = {"a file of policies", file_fields, 1};

enum { OWN_NAME, OWN_HELP, OWN_ANSWERS, OWN_FIELDS };
static const struct field_def fields[OWN_FIELDS + POLICY_FIELDS] = {
    [OWN_NAME] = {RECORD_NAME,
                  {.name = "name",
                   .high = POLICY_NAME_SIZE - 1,
                   .is_required = true,
                   .help = "the name that is typed"}},
    [OWN_HELP] = {RECORD_TEXT,
                  {.name = "help",
                   .high = POLICY_HELP_SIZE - 1,
                   .help = "how they fight, in a sentence"}},
    [OWN_ANSWERS] = {RECORD_WORDS,
                     {.name = "answers",
                      .high = POLICY_ANSWERS_MAX,
                      .help = "what it answers, such as {degrees: direct}"}},
#define POLICY_FIELD(name_, most_, usual_, help_)                                              \
    [OWN_FIELDS + POLICY_##name_] = {RECORD_VALUE,                                             \
                                     {.name = #name_,                                          \
                                      .kind = VALUE_NUMBER,                                    \
                                      .low = 0,                                                \
                                      .high = most_,                                           \
                                      .fallback = #usual_,                                     \
                                      .help = help_}},
#include "tracker/policy_fields.def"
#undef POLICY_FIELD
};
static const struct record_def policy_def = {"a policy", fields, OWN_FIELDS + POLICY_FIELDS};

/* ---- one policy ------------------------------------------------------------------------ */

static bool take_answer(struct policy *policy, const struct yaml_value *at,
                        const struct yaml_source *source)
{
    bool is_right =
        at->key.n < POLICY_NAME_SIZE && at->text.n > 0 && at->text.n < POLICY_NAME_SIZE;
    if (!is_right) {
        yaml_complain(source, at->key_line, at->key_column,
                      "answers: expected the name of a question and a word, each of at most %d "
                      "bytes: {degrees: direct}",
                      POLICY_NAME_SIZE - 1);
        return false;
    }
    struct policy_answer *answer = &policy->answer[policy->answers++];
    text_format(answer->question, sizeof answer->question, "%.*s", at->key.n, at->key.p);
    text_format(answer->word, sizeof answer->word, "%.*s", at->text.n, at->text.p);
    return true;
}

static bool take_answers(struct policy *policy, const struct yaml_value *answers,
                         const struct yaml_source *source)
{
    bool is_right = true;
    const struct yaml_value *at = answers != NULL ? answers->first : NULL;
    for (; at != NULL; at = at->next) {
        is_right = take_answer(policy, at, source) && is_right;
    }
    return is_right;
}

/* The place for one of this name: that of an earlier layer, or a new one; -1: it is there
 * already, or there is no room. */
static int place_for(const struct policy_set *set, const struct field *name,
                     const struct yaml_source *source)
{
    for (int i = 0; i < set->count; i++) {
        if (str_equal(name->text, set->policy[i].name)) {
            if (set->layer[i] == set->now) {
                yaml_complain(source, name->at->line, name->at->column,
                              "name: there is a policy %s already", set->policy[i].name);
            }
            return set->layer[i] == set->now ? -1 : i;
        }
    }
    if (set->count == POLICIES_MAX) {
        yaml_complain(source, name->at->line, name->at->column,
                      "expected at most %d policies in all files", POLICIES_MAX);
        return -1;
    }
    return set->count;
}

static bool read_policy(struct policy_set *set, const struct yaml_value *at,
                        const struct yaml_source *source)
{
    struct record record;
    struct policy policy;
    policy_init(&policy, "");
    if (!record_read(&record, &policy_def, at, source) ||
        !take_answers(&policy, record.field[OWN_ANSWERS].at, source)) {
        return false;
    }
    text_format(policy.name, sizeof policy.name, "%s", record.field[OWN_NAME].text.p);
    text_format(policy.help, sizeof policy.help, "%s", record.field[OWN_HELP].text.p);
    /* Once one aim is given, the others count only where they are given too. */
    bool has_aim = false;
    for (int i = 0; i < POLICY_AIMS; i++) {
        has_aim = has_aim || record.field[OWN_FIELDS + i].at != NULL;
    }
    for (int i = 0; i < POLICY_FIELDS; i++) {
        const struct field *field = &record.field[OWN_FIELDS + i];
        bool is_left = i < POLICY_AIMS && has_aim && field->at == NULL;
        policy.value[i] = is_left ? 0 : (int)field->value.number;
    }
    int place = place_for(set, &record.field[OWN_NAME], source);
    if (place < 0) {
        return false;
    }
    set->policy[place] = policy;
    set->layer[place] = set->now;
    set->count = place == set->count ? place + 1 : set->count;
    return true;
}

/* ---- files ----------------------------------------------------------------------------- */

bool policies_read(struct policy_set *set, const struct yaml_source *source,
                   struct arena *scratch)
{
    size_t mark = scratch->used;
    int before = source->diagnostics->count;
    struct policy_set read = *set;
    const struct yaml_value *file = yaml_read(source, scratch);
    struct record record;
    if (file == NULL && source->diagnostics->count == before) {
        yaml_complain(source, 1, 1, "policies: missing: a list of policies");
    }
    if (file != NULL && record_read(&record, &file_def, file, source)) {
        const struct yaml_value *at = record.field[0].at->first;
        for (; at != NULL && !diagnostics_full(source->diagnostics); at = at->next) {
            (void)read_policy(&read, at, source);
        }
    }
    scratch->used = mark;
    bool is_right = source->diagnostics->count == before;
    if (is_right) {
        *set = read;
    }
    return is_right;
}

const struct policy *policies_find(const struct policy_set *set, struct str name,
                                   struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    TEXT_BUFFER(known, 120);
    for (int i = 0; i < set->count; i++) {
        if (str_equal_any_case(name, str_of(set->policy[i].name))) {
            return &set->policy[i];
        }
        nearest_offer(&nearest, set->policy[i].name);
        text_add_item(&known, set->policy[i].name);
    }
    error_set(err, STATUS_USAGE, "", "there is no policy %s%s%s%s", utf8_shown(name).text,
              nearest_question(&nearest).text, nearest.best == NULL ? "; expected one of " : "",
              nearest.best == NULL ? known.p : "");
    return NULL;
}
