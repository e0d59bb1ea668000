/* How somebody fights when nobody is asked, as data: whom it aims at, when it flees, heals and
 * reacts, what it spends, what it answers. Policies come from data/<game>/policies.yaml and
 * from the user's own file beside it; a game's slot `plays` (tracker/procedure.h) follows them.
 */
#ifndef REFEREE_TRACKER_POLICY_H
#define REFEREE_TRACKER_POLICY_H

#include "base/text.h"

enum policy_field {
#define POLICY_FIELD(name, most, usual, help) POLICY_##name,
#include "tracker/policy_fields.def"
#undef POLICY_FIELD
    POLICY_FIELDS
};

/* The first fields are aims: the weights of a mixture. */
enum { POLICY_AIMS = POLICY_engaged + 1 };

enum { POLICY_NAME_SIZE = 32, POLICY_HELP_SIZE = 120, POLICY_ANSWERS_MAX = 16 };

/* The answer to a question of the game: its name as the game's questions are listed, and the
 * word, "degrees" and "direct". */
struct policy_answer {
    char question[POLICY_NAME_SIZE];
    char word[POLICY_NAME_SIZE];
};

struct policy {
    char name[POLICY_NAME_SIZE]; /* "focus" */
    char help[POLICY_HELP_SIZE]; /* "everybody attacks the weakest" */
    int value[POLICY_FIELDS];
    struct policy_answer answer[POLICY_ANSWERS_MAX];
    int answers;
};

struct policy_field_def {
    const char *name; /* "flees_at" */
    int most, usual;
    const char *help;
};
extern const struct policy_field_def policy_fields[POLICY_FIELDS];

/* The policy with the usual value of every field, which is called `name`. */
void policy_init(struct policy *policy, const char *name);
/* Its word for this question of the game; NULL: it has none. */
const char *policy_answer(const struct policy *policy, const char *question);

#endif
