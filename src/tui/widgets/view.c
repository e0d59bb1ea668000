#include "tui/widgets/view.h"

#include <stddef.h>

const struct view *view_of(enum key_context context)
{
    static const struct view *const views[CONTEXT_COUNT] = {
#define CONTEXT(context, word, types, title) [CONTEXT_##context] = &view_of_##word,
#include "app/settings/key_contexts.def"
#undef CONTEXT
    };
    return views[context];
}

/* ---- the stack ------------------------------------------------------------------------- */

bool view_take_off(struct view_stack *stack, const struct view *view)
{
    int kept = 0;
    int count = stack->count;
    for (int i = 0; i < count; i++) {
        if (stack->entry[i].view != view) {
            stack->entry[kept++] = stack->entry[i];
        }
    }
    stack->count = kept;
    return kept < count;
}

void view_push(struct view_stack *stack, const struct view *view, void *self)
{
    view_take_off(stack, view);
    CHECK(stack->count < CONTEXT_COUNT);
    stack->entry[stack->count++] = (struct view_entry){view, self};
}

struct view_entry view_top(const struct view_stack *stack)
{
    return stack->count > 0 ? stack->entry[stack->count - 1]
                            : (struct view_entry){&view_of_table, NULL};
}

void *view_find(const struct view_stack *stack, const struct view *view)
{
    for (int i = 0; i < stack->count; i++) {
        if (stack->entry[i].view == view) {
            return stack->entry[i].self;
        }
    }
    return NULL;
}

bool view_has_room(const struct view_stack *stack, enum view_room room)
{
    for (int i = 0; i < stack->count; i++) {
        if (stack->entry[i].view->room == room) {
            return true;
        }
    }
    return false;
}

bool view_is_busy(const struct view_stack *stack, const struct table_model *model)
{
    bool is_busy = view_of_table.is_busy(model, NULL);
    for (int i = 0; i < stack->count && !is_busy; i++) {
        const struct view_entry *entry = &stack->entry[i];
        is_busy = entry->view->is_busy == NULL || entry->view->is_busy(model, entry->self);
    }
    return is_busy;
}

/* ---- lists ----------------------------------------------------------------------------- */

int view_list_steps(enum screen_act act, int page, int most)
{
    const int steps[ACT_COUNT] = {
        [ACT_DOWN] = 1,        [ACT_UP] = -1,       [ACT_PAGE_DOWN] = page,
        [ACT_PAGE_UP] = -page, [ACT_FIRST] = -most, [ACT_LAST] = most,
    };
    return steps[act];
}
