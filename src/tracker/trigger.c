#include "tracker/trigger.h"

#include "tracker/decision.h"
#include "tracker/procedure.h"

#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

/* Runs a trigger that reads nothing of what the act changed: nothing may follow. */
static void run_idle(struct decision *decision, const struct trigger *trigger,
                     const struct state *before)
{
    int events = decision->events;
    trigger->watch(decision, before);
    CHECK(decision->events == events && decision_goes_on(decision));
}

void triggers_run(struct decision *decision, const struct state *before)
{
    const struct procedure *procedure = decision->procedure;
    for (int i = 0; i < procedure->triggers_count && decision_goes_on(decision); i++) {
        const struct trigger *trigger = &procedure->triggers[i];
        if (state_parts_meet(&decision->changed, &trigger->reads)) {
            trigger->watch(decision, before);
        } else if (IS_SANITIZED) {
            run_idle(decision, trigger, before);
        }
    }
}
