#include "tracker/policy.h"

#include <string.h>

const struct policy_field_def policy_fields[POLICY_FIELDS] = {
#define POLICY_FIELD(name, most, usual, help) {#name, most, usual, help},
#include "tracker/policy_fields.def"
#undef POLICY_FIELD
};

void policy_init(struct policy *policy, const char *name)
{
    memset(policy, 0, sizeof *policy);
    text_format(policy->name, sizeof policy->name, "%s", name);
    for (int i = 0; i < POLICY_FIELDS; i++) {
        policy->value[i] = policy_fields[i].usual;
    }
}

const char *policy_answer(const struct policy *policy, const char *question)
{
    for (int i = 0; i < policy->answers; i++) {
        if (strcmp(policy->answer[i].question, question) == 0) {
            return policy->answer[i].word;
        }
    }
    return NULL;
}
