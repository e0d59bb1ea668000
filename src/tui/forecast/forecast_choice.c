#include <string.h>

#include "tracker/naming.h"
#include "tracker/policy.h"
#include "tui/forecast/forecast_sheet.h"
#include "tui/widgets/reader.h"

/* A list of policies, and for whom one of them is chosen. */

/* The policy that is kept for a combatant (`id`), or for a side or a kind (`who`). */
static void find_kept(const struct state *state, int id, const char *who,
                      char out[POLICY_NAME_SIZE])
{
    const struct effect *at = NULL;
    struct policy_kept kept;
    while (policy_kept_next(state, &at, &kept)) {
        if (kept.id == id && (id != 0 || str_equal_any_case(str_of(who), kept.who))) {
            text_copy(out, POLICY_NAME_SIZE, kept.name);
        }
    }
}

/* Whether others are of the same kind, for else the combatant's own name says all. */
static bool has_kin(const struct state *state, int id)
{
    struct str kind = str_of(state_text(state, id, TEXT_KIND));
    int count = 0;
    for (int other = 1; other <= state->count; other++) {
        count += state_is_present(state, other) &&
                         str_equal_any_case(kind, str_of(state_text(state, other, TEXT_KIND)))
                     ? 1
                     : 0;
    }
    return kind.n > 0 && count > 1;
}

void forecast_choice_who(const struct forecast_sheet *sheet, int place,
                         struct forecast_choice_who *out)
{
    static const char *const sides[] = {"party", "foes"};
    const struct state *state = sheet->shown.start;
    int id = forecast_sheet_picked(sheet);
    *out = (struct forecast_choice_who){.shown = ""};
    if (place < 2) {
        text_format(out->shown, sizeof out->shown, "the %s", sides[place]);
        text_format(out->word, sizeof out->word, "%s", sides[place]);
        find_kept(state, 0, sides[place], out->policy);
    } else if (place == 2 && id != 0 && has_kin(state, id)) {
        const char *kind = state_text(state, id, TEXT_KIND);
        struct text word = text_over(out->word, sizeof out->word);
        text_format(out->shown, sizeof out->shown, "every %s", kind);
        text_add_quoted(&word, str_of(kind));
        find_kept(state, 0, kind, out->policy);
    } else if (place == 3 && id != 0) {
        struct text word = text_over(out->word, sizeof out->word);
        text_format(out->shown, sizeof out->shown, "%s", state_name(state, id));
        combatant_word(state, id, &word);
        find_kept(state, id, "", out->policy);
    }
}

/* Where there are few columns, the chosen one alone. */
static int draw_who(const struct forecast_sheet *sheet, struct canvas inside)
{
    enum { WIDE = 70 };
    char buf[WORDING_SIZE];
    int column = canvas_text(inside, 0, 2, ROLE_DIM, str_of("Tab who:"));
    for (int i = 0; i < FORECAST_CHOICE_WHO; i++) {
        struct forecast_choice_who who;
        forecast_choice_who(sheet, i, &who);
        bool is_chosen = i == sheet->choice_who;
        if (who.shown[0] != '\0' && (is_chosen || inside.columns >= WIDE)) {
            if (is_chosen) {
                canvas_glyph(inside, 0, column + 1, ROLE_HEADING, GLYPH_SELECTED);
            }
            column = canvas_text(inside, 0, column + 3, is_chosen ? ROLE_HEADING : ROLE_OVERLAY,
                                 wording(buf, inside.frame, str_of(who.shown)));
        }
    }
    return 2;
}

void forecast_draw_choice(const struct forecast_sheet *sheet, struct canvas inside)
{
    enum { NAME = 14 };
    const struct policy_set *set = &sheet->shown.forecast->policies;
    struct forecast_choice_who who;
    forecast_choice_who(sheet, sheet->choice_who, &who);
    int row = draw_who(sheet, inside);
    int below = inside.rows >= 12 ? 3 : 0;
    struct canvas list = canvas_part(inside, row, 0, inside.rows - row - below, inside.columns);
    const struct policy *chosen = sheet->choice > 0 ? &set->policy[sheet->choice - 1] : NULL;
    if (chosen != NULL && below > 0) {
        struct canvas part =
            canvas_part(inside, inside.rows - below, 2, below, inside.columns - 4);
        reader_draw_text(part, 0, str_of(chosen->help));
    }
    int first = sheet_first(list, set->count + 1, sheet->choice);
    for (int i = first; i <= set->count && i - first < list.rows; i++) {
        char buf[WORDING_SIZE];
        TEXT_BUFFER(help, POLICY_HELP_SIZE + 40);
        const struct policy *policy = i > 0 ? &set->policy[i - 1] : NULL;
        const char *name = policy != NULL ? policy->name : "usual";
        bool is_now = policy != NULL ? strcmp(who.policy, name) == 0 : who.policy[0] == '\0';
        text_add(&help, "%s%s%s", is_now ? "(now) " : "",
                 policy == NULL ? "no policy of their own: the usual ways" : policy->help,
                 policy != NULL && set->layer[i - 1] > 0 ? " (yours)" : "");
        int at = i - first;
        canvas_field(list, (struct strip){at, 2, NAME, ALIGN_LEFT}, ROLE_OVERLAY,
                     wording(buf, inside.frame, str_of(name)));
        canvas_field(list, (struct strip){at, 3 + NAME, list.columns - 4 - NAME, ALIGN_LEFT},
                     ROLE_OVERLAY, wording(buf, inside.frame, str_of(help.p)));
        if (i == sheet->choice) {
            canvas_set_role(list, (struct strip){at, 0, list.columns, ALIGN_LEFT},
                            ROLE_SELECTED);
            canvas_glyph(list, at, 0, ROLE_SELECTED, GLYPH_SELECTED);
        }
    }
}
