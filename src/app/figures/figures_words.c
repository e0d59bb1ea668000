#include "app/figures/figures_words.h"

#include "app/figures/figures_adding.h"
#include "app/figures/figures_sums.h"
#include "app/log/kept_questions.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"

static void add_of_average(struct text *out, const char *what, bool is_known, double average)
{
    text_add(out, " %s", what);
    if (is_known) {
        text_add(out, " (average ");
        text_add_average(out, average + 1e-9);
        text_add(out, ")");
    }
}

static void tell_row(const struct figures_row *row, const char *name, struct text *out)
{
    double luck = figures_luck(row);
    text_add(out, "%s%s:", out->n > 0 ? "\n" : "", name);
    if (row->attacks > 0) {
        text_add(out, " %d of %d", row->hits, row->attacks);
        add_of_average(out, "hits", !row->has_unknown_hits, row->hits_expected);
        text_add(out, ",");
    }
    text_add(out, " %lld", (long long)row->damage_dealt);
    TEXT_BUFFER(what, 40);
    text_add(&what, "damage");
    bool has_average = row->damage_luck.parts > 0 && !row->has_unknown_damage;
    if (has_average && row->damage_rolled != row->damage_dealt) {
        text_add(&what, ", %lld rolled", (long long)row->damage_rolled);
    }
    add_of_average(out, what.p, has_average, row->damage_expected);
    if (row->hp_taken != row->damage_dealt) {
        text_add(out, ", %lld HP taken", (long long)row->hp_taken);
    }
    if (luck >= 0 && row->attacks > 0) {
        text_add(out, ", luck %d of 100", figures_of_hundred(luck));
    }
    if (row->damage_taken > 0) {
        text_add(out, ", %lld HP lost", (long long)row->damage_taken);
    }
    if (row->healed > 0) {
        text_add(out, ", healed %lld", (long long)row->healed);
    }
    if (row->brought_to_0 > 0) {
        text_add(out, ", %d brought to 0", row->brought_to_0);
    }
    if (row->killed > 0) {
        text_add(out, ", %d killed", row->killed);
    }
    if (row->downs > 0) {
        text_add(out, ", %d fall%s", row->downs, row->downs == 1 ? "" : "s");
    }
}

static void tell_dice(const struct figures *figures, struct text *out)
{
    for (int i = 0; i < figures->morales; i++) {
        const struct figures_morale *morale = &figures->morale[i];
        text_add(out, "\nmorale of %s: held %d of", morale->group, morale->held);
        TEXT_BUFFER(checks, 16);
        text_add(&checks, "%d", morale->checks);
        add_of_average(out, checks.p, !morale->has_unknown, morale->held_expected);
    }
    for (int i = 0; i < figures->faces_count; i++) {
        const struct figures_faces *faces = &figures->faces[i];
        int64_t enough = luck_enough_throws(faces->sides);
        text_add(out, "\nd%d %s: %lld throw%s", faces->sides,
                 faces->is_entered ? "entered" : "rolled", (long long)faces->throws,
                 faces->throws == 1 ? "" : "s");
        if (enough > faces->throws) {
            text_add(out, ", %lld more are needed to tell anything",
                     (long long)(enough - faces->throws));
        }
    }
}

void figures_tell(const struct figures *figures, struct text *out)
{
    struct figures_sums sums;
    figures_by_name(figures, &sums);
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        bool has_members = false;
        for (int i = 0; i < sums.rows; i++) {
            const struct figures_row *row = &sums.row[i];
            if ((row->side == SIDE_PARTY) == (side == SIDE_PARTY) && figures_row_tells(row)) {
                tell_row(row, row->name, out);
                has_members = true;
            }
        }
        if (has_members) {
            tell_row(&figures->side[side], side == SIDE_PARTY ? "the party" : "the foes", out);
        }
    }
    figures_sums_free(&sums);
    if (out->n == 0) {
        text_add(out, "no attack, damage or healing to count");
        return;
    }
    tell_dice(figures, out);
}

/* The words as a wish: the name of an encounter, or a question to the campaign. */
static enum status read_words(struct sitting *sitting, struct str words, char *name,
                              struct asking *asking, struct sitting_acts_wish *wish,
                              struct error *err)
{
    struct encounter_row row;
    struct text text = text_over(name, CAMPAIGN_NAME_SIZE);
    struct str inner = str_unquoted(words);
    text_add_str(&text, inner);
    *wish = (struct sitting_acts_wish){.asking = asking, .is_of_all = words.n > 0};
    if (words.n > 0 && !text.is_cut &&
        encounter_find(sitting->campaign, name, &row, err) == STATUS_OK) {
        *wish = (struct sitting_acts_wish){.encounter = name, .asking = asking};
        words.n = 0;
    }
    enum status status = asking_read_line(asking, words, err);
    if (status == STATUS_OK) {
        status = sitting_put_questions(sitting, asking, err);
    }
    wish->undone = asking->undone;
    return status;
}

void sitting_run_figures(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    struct figures figures;
    struct asking asking;
    struct sitting_acts_wish wish;
    struct error err;
    char name[CAMPAIGN_NAME_SIZE];
    struct text text = text_over(out->text, sizeof out->text);
    out->kind = RESULT_TOLD;
    enum status status =
        read_words(sitting, str_trimmed(command->argument[0].word), name, &asking, &wish, &err);
    if (status != STATUS_OK) {
        out->kind = RESULT_WRONG;
        out->error = err;
        return;
    }
    status = figures_read(&figures, sitting, &wish, &err);
    if (status == STATUS_OK || (status == STATUS_DAMAGED && sitting_damage(sitting) != NULL)) {
        figures_tell(&figures, &text);
        if (status == STATUS_DAMAGED) {
            text_add(&text, "\nThe log is damaged: %s. Nothing from there on is counted.",
                     err.text);
        }
    } else {
        sitting_fail(sitting, &err, out);
    }
    figures_free(&figures);
}
