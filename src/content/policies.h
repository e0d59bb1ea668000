/* Files of policies: how somebody fights when nobody is asked (tracker/policy.h). A list under
 * `policies:`, each with a name, a help, the fields of tracker/policy_fields.def, and the
 * answers to what a game asks:
 *
 *   policies:
 *     - name: spread
 *       help: everybody attacks those who are hurt least
 *       spread: 100
 *       answers: {degrees: direct}
 *
 * A field that is left out has its usual value; once an aim is given (weakest to engaged), the
 * other aims are 0. */
#ifndef REFEREE_CONTENT_POLICIES_H
#define REFEREE_CONTENT_POLICIES_H

#include "content/yaml_reader.h"
#include "tracker/policy.h"

enum { POLICIES_MAX = 64 };

/* Begin with zeros. */
struct policy_set {
    struct policy policy[POLICIES_MAX];
    int layer[POLICIES_MAX];
    int count;
    int now; /* the layer of files that are read: policies of a later one replace earlier ones
                of the same name */
};

/* Adds the policies of a file; `scratch` is used again. False when it has mistakes, which are
 * then among the diagnostics, and nothing of it is taken. */
bool policies_read(struct policy_set *set, const struct yaml_source *source,
                   struct arena *scratch);
/* NULL, with the nearest name in `err`, when there is none of this name. */
const struct policy *policies_find(const struct policy_set *set, struct str name,
                                   struct error *err);

#endif
