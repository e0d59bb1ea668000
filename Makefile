# referee: one makefile, no recursion, nothing to configure. `make help` lists what it can do.
#
# Everything is built under build/<config>/: release, asan (gcc, address and undefined-behaviour
# sanitizers), clang (the same with clang), fuzz (clang's libFuzzer) and library (the resolver for
# other programs). Each layer is one static archive, and programs link the archives top-down, so that
# a lower layer can never reach up.
# To add a file, add its line to the list of its layer (or to TESTS): nothing else is needed.

# ---- What there is -----------------------------------------------------------------------------

BASE_SOURCES = \
    src/base/arena.c \
    src/base/fuzzy.c \
    src/base/json_text.c \
    src/base/nearest.c \
    src/base/diagnostics.c \
    src/base/status.c \
    src/base/text.c \
    src/base/utf8.c \

# The rule systems, in the order they are listed: each is src/resolver/rules/<system>.c, which defines
# <system>_system, and a data folder of its name with dashes, data/<sys-tem>/. Another one needs no
# entry here: a file and a folder of one name are a system. A system with src/games/<system>/procedure.c,
# which defines <system>_procedure, has a procedure of its own.
FIRST_SYSTEMS = trilemma four_against_darkness caves_of_qud pixel_dungeon yuxtapa
SYSTEMS := $(FIRST_SYSTEMS) $(filter-out $(FIRST_SYSTEMS),$(sort $(foreach folder,$(wildcard data/*), \
    $(patsubst src/resolver/rules/%.c,%,$(wildcard src/resolver/rules/$(subst -,_,$(notdir $(folder))).c)))))
GAMES := $(foreach system,$(SYSTEMS),$(if $(wildcard src/games/$(system)/procedure.c),$(system)))

RESOLVER_SOURCES = \
    $(SYSTEMS:%=src/resolver/rules/%.c) \
    src/resolver/dice/dice.c \
    src/resolver/dice/dice_expr.c \
    src/resolver/dice/dice_expr_distribution.c \
    src/resolver/dice/dice_expr_parse.c \
    src/resolver/dice/dice_foreign.c \
    src/resolver/dice/dice_keep.c \
    src/resolver/dice/dice_range.c \
    src/resolver/dice/dice_reader.c \
    src/resolver/dice/dice_term.c \
    src/resolver/dice/dice_throw.c \
    src/resolver/dice/dice_totals.c \
    src/resolver/dice/dice_kept.c \
    src/resolver/dice/dice_stream.c \
    src/resolver/dice/dice_verbs.c \
    src/resolver/dice/distribution.c \
    src/resolver/odds.c \
    src/resolver/tables/random_table.c \
    src/resolver/tables/random_table_check.c \
    src/resolver/tables/random_table_odds.c \
    src/resolver/request.c \
    src/resolver/resolver.c \
    src/resolver/resolver_act.c \
    src/resolver/system.c \
    src/resolver/trace.c \

TRACKER_SOURCES = \
    src/tracker/carry.c \
    src/tracker/lasting.c \
    src/tracker/members.c \
    src/tracker/command.c \
    src/tracker/name_form.c \
    src/tracker/naming.c \
    src/tracker/command_def.c \
    src/tracker/condition_words.c \
    src/tracker/conditions.c \
    src/tracker/counter_commands.c \
    src/tracker/counters.c \
    src/tracker/decide.c \
    src/tracker/decision.c \
    src/tracker/question.c \
    src/tracker/effect.c \
    src/tracker/encounter_copy.c \
    src/tracker/event.c \
    src/tracker/groups.c \
    src/tracker/library.c \
    src/tracker/option_about.c \
    src/tracker/party_formula.c \
    src/tracker/player.c \
    src/tracker/policy.c \
    src/tracker/policy_commands.c \
    src/tracker/prepared.c \
    src/tracker/options.c \
    src/tracker/roll_record.c \
    src/tracker/rule_text.c \
    src/tracker/combatant_commands.c \
    src/tracker/combatant_fields.c \
    src/tracker/combatant_record.c \
    src/tracker/settings.c \
    src/tracker/state.c \
    src/tracker/state_parts.c \
    src/tracker/table_commands.c \
    src/tracker/trigger.c \
    src/tracker/combatant_facts.c \
    src/tracker/turns.c \

# The folder of another game is included as it is.

GAMES_SOURCES = \
    $(foreach game,$(filter-out $(FIRST_SYSTEMS),$(GAMES)),$(sort $(wildcard src/games/$(game)/*.c))) \
    src/games/caves_of_qud/attack.c \
    src/games/caves_of_qud/hands.c \
    src/games/caves_of_qud/hit_effects.c \
    src/games/caves_of_qud/on_hit.c \
    src/games/caves_of_qud/plays.c \
    src/games/caves_of_qud/procedure.c \
    src/games/caves_of_qud/values.c \
    src/games/caves_of_qud/weapons.c \
    src/games/four_against_darkness/abilities.c \
    src/games/four_against_darkness/adventure.c \
    src/games/four_against_darkness/attack.c \
    src/games/four_against_darkness/attitude.c \
    src/games/four_against_darkness/combatant.c \
    src/games/four_against_darkness/counts.c \
    src/games/four_against_darkness/course.c \
    src/games/four_against_darkness/danger.c \
    src/games/four_against_darkness/defence.c \
    src/games/four_against_darkness/ending.c \
    src/games/four_against_darkness/flow.c \
    src/games/four_against_darkness/foes_attacks.c \
    src/games/four_against_darkness/formulas.c \
    src/games/four_against_darkness/found.c \
    src/games/four_against_darkness/gear.c \
    src/games/four_against_darkness/gold.c \
    src/games/four_against_darkness/harm.c \
    src/games/four_against_darkness/kinds.c \
    src/games/four_against_darkness/last_attacks.c \
    src/games/four_against_darkness/location.c \
    src/games/four_against_darkness/plays.c \
    src/games/four_against_darkness/plays_attacks.c \
    src/games/four_against_darkness/plays_spells.c \
    src/games/four_against_darkness/preparing.c \
    src/games/four_against_darkness/major.c \
    src/games/four_against_darkness/meeting.c \
    src/games/four_against_darkness/modifiers.c \
    src/games/four_against_darkness/morale.c \
    src/games/four_against_darkness/own_foes.c \
    src/games/four_against_darkness/party.c \
    src/games/four_against_darkness/procedure.c \
    src/games/four_against_darkness/reactions.c \
    src/games/four_against_darkness/readings.c \
    src/games/four_against_darkness/records.c \
    src/games/four_against_darkness/rerolls.c \
    src/games/four_against_darkness/rolls.c \
    src/games/four_against_darkness/rounds.c \
    src/games/four_against_darkness/running.c \
    src/games/four_against_darkness/said.c \
    src/games/four_against_darkness/saves.c \
    src/games/four_against_darkness/saving.c \
    src/games/four_against_darkness/screen.c \
    src/games/four_against_darkness/settings.c \
    src/games/four_against_darkness/sheet.c \
    src/games/four_against_darkness/spells.c \
    src/games/four_against_darkness/texts.c \
    src/games/four_against_darkness/tally.c \
    src/games/four_against_darkness/treasure.c \
    src/games/games.c \
    src/games/generic/act.c \
    src/games/generic/creatures.c \
    src/games/generic/morale.c \
    src/games/generic/plays.c \
    src/games/generic/procedure.c \
    src/games/pixel_dungeon/plays.c \
    src/games/pixel_dungeon/procedure.c \
    src/games/trilemma/acting.c \
    src/games/trilemma/attack.c \
    src/games/trilemma/bought.c \
    src/games/trilemma/combatant.c \
    src/games/trilemma/preparing.c \
    src/games/trilemma/creatures.c \
    src/games/trilemma/hits.c \
    src/games/trilemma/initiative.c \
    src/games/trilemma/melee.c \
    src/games/trilemma/morale.c \
    src/games/trilemma/morale_groups.c \
    src/games/trilemma/order.c \
    src/games/trilemma/payment.c \
    src/games/trilemma/plays.c \
    src/games/trilemma/plays_reactions.c \
    src/games/trilemma/procedure.c \
    src/games/trilemma/reactions.c \
    src/games/trilemma/settings.c \
    src/games/trilemma/shooting.c \
    src/games/trilemma/spells.c \
    src/games/trilemma/spending.c \
    src/games/trilemma/struck.c \
    src/games/yuxtapa/plays.c \
    src/games/yuxtapa/procedure.c \

CONTENT_SOURCES = \
    src/content/encounter_text.c \
    src/content/kind_draft.c \
    src/content/library.c \
    src/content/rule_texts.c \
    src/content/policies.c \
    src/content/record.c \
    src/content/tables.c \
    src/content/yaml_reader.c \

STORE_SOURCES = \
    src/store/backup.c \
    src/store/campaign.c \
    src/store/beside.c \
    src/store/changes.c \
    src/store/chronicle_rows.c \
    src/store/db.c \
    src/store/encounters.c \
    src/store/event_record.c \
    src/store/fates.c \
    src/store/known.c \
    src/store/log.c \
    src/store/log_check.c \
    src/store/log_several.c \
    src/store/log_ways.c \
    src/store/open_file.c \
    src/store/part_file.c \
    src/store/schema.c \
    src/store/seal.c \
    src/store/search.c \
    src/store/newest.c \
    src/store/seals.c \
    src/store/states.c \
    src/store/sums.c \
    src/store/schema_compare.c \
    src/store/tail.c \
    src/store/verify.c \
    src/store/verify_chains.c \
    src/store/verify_schema.c \

FORECAST_SOURCES = \
    src/forecast/fight.c \
    src/forecast/fight_tally.c \
    src/forecast/interval.c \

EXCHANGE_SOURCES = \
    src/exchange/csv.c \
    src/exchange/formats.c \
    src/exchange/hit_points_chart.c \
    src/exchange/html.c \
    src/exchange/json.c \
    src/exchange/markdown.c \
    src/exchange/plain.c \
    src/exchange/telling.c \
    src/exchange/writing.c \

APP_SOURCES = \
    src/app/act_blocks.c \
    src/app/act_events.c \
    src/app/act_marks.c \
    src/app/act_odds.c \
    src/app/act_people.c \
    src/app/act_view.c \
    src/app/asking.c \
    src/app/asking_match.c \
    src/app/campaign_path.c \
    src/app/change_ways.c \
    src/app/chronicle.c \
    src/app/chronicle_data.c \
    src/app/chronicle_log.c \
    src/app/chronicle_text.c \
    src/app/colour_words.c \
    src/app/data_files.c \
    src/app/dates.c \
    src/app/demos.c \
    src/app/encounter_facts.c \
    src/app/evenings.c \
    src/app/figures.c \
    src/app/figures_adding.c \
    src/app/figures_bytes.c \
    src/app/figures_counting.c \
    src/app/figures_filling.c \
    src/app/figures_roll.c \
    src/app/forecast.c \
    src/app/forecast_answer.c \
    src/app/forecast_crew.c \
    src/app/forecast_evening.c \
    src/app/forecast_evening_told.c \
    src/app/forecast_play.c \
    src/app/forecast_question.c \
    src/app/forecast_shown.c \
    src/app/forecast_told.c \
    src/app/forecast_trial.c \
    src/app/forecast_what_if.c \
    src/app/forecast_without.c \
    src/app/forecast_words.c \
    src/app/kept_forecast.c \
    src/app/fresh_seed.c \
    src/app/inputs_json.c \
    src/app/kept_questions.c \
    src/app/key_file.c \
    src/app/kind_of_combatant.c \
    src/app/kind_search.c \
    src/app/kind_text.c \
    src/app/kind_weighing.c \
    src/app/keys.c \
    src/app/library_files.c \
    src/app/log_line.c \
    src/app/log_requests.c \
    src/app/luck.c \
    src/app/logged_roll.c \
    src/app/past_acts.c \
    src/app/policy_files.c \
    src/app/prepared_facts.c \
    src/app/prepared_lines.c \
    src/app/prepared_parts.c \
    src/app/prepared_run.c \
    src/app/prepared_write.c \
    src/app/sitting_prepared.c \
    src/app/sitting_prepared_commands.c \
    src/app/sitting_start.c \
    src/app/text_editor.c \
    src/app/text_file.c \
    src/app/program_settings.c \
    src/app/questions.c \
    src/app/record_library.c \
    src/app/settings_file.c \
    src/app/result.c \
    src/app/sitting.c \
    src/app/sitting_address.c \
    src/app/sitting_amend.c \
    src/app/sitting_asked.c \
    src/app/sitting_backup.c \
    src/app/sitting_correction.c \
    src/app/sitting_fallen.c \
    src/app/sitting_branches.c \
    src/app/sitting_campaigns.c \
    src/app/sitting_demo.c \
    src/app/sitting_carry.c \
    src/app/sitting_encounter_changes.c \
    src/app/sitting_encounter_copy.c \
    src/app/sitting_encounter_open.c \
    src/app/sitting_changes.c \
    src/app/sitting_commands.c \
    src/app/sitting_decision.c \
    src/app/sitting_delete.c \
    src/app/sitting_export.c \
    src/app/sitting_encounters.c \
    src/app/sitting_file.c \
    src/app/sitting_files.c \
    src/app/sitting_forecast.c \
    src/app/sitting_kept_forecast.c \
    src/app/sitting_evening.c \
    src/app/sitting_example.c \
    src/app/sitting_history.c \
    src/app/sitting_past.c \
    src/app/recap.c \
    src/app/asking_complete.c \
    src/app/figures_reading.c \
    src/app/figures_words.c \
    src/app/figures_sums.c \
    src/app/sitting_plan.c \
    src/app/sitting_idle.c \
    src/app/sitting_kind_changes.c \
    src/app/sitting_kind_lines.c \
    src/app/sitting_kind_uses.c \
    src/app/sitting_kinds.c \
    src/app/sitting_roster.c \
    src/app/sitting_home.c \
    src/app/sitting_pages.c \
    src/app/party_step.c \
    src/app/sitting_between.c \
    src/app/sitting_party.c \
    src/app/party_words.c \
    src/app/party_sheet.c \
    src/app/sitting_party_sheet.c \
    src/app/sitting_lines.c \
    src/app/sitting_log.c \
    src/app/sitting_moves.c \
    src/app/sitting_odds.c \
    src/app/sitting_questions.c \
    src/app/sitting_remarks.c \
    src/app/sitting_rules.c \
    src/app/sitting_settings.c \
    src/app/sitting_state.c \
    src/app/sitting_why.c \
    src/app/sitting_telling.c \
    src/app/telling_figures.c \
    src/app/sitting_words.c \
    src/app/table_library.c \
    src/app/topics.c \
    src/app/user_keys.c \
    src/app/verify_rolls.c \

CLI_SOURCES = \
    src/cli/act.c \
    src/cli/backup.c \
    src/cli/chart.c \
    src/cli/commands.c \
    src/cli/export.c \
    src/cli/figures.c \
    src/cli/forecast.c \
    src/cli/forecast_json.c \
    src/cli/forecast_plan.c \
    src/cli/forecast_text.c \
    src/cli/forecast_trials.c \
    src/cli/help.c \
    src/cli/jsonl.c \
    src/cli/library.c \
    src/cli/linear.c \
    src/cli/linear_help.c \
    src/cli/linear_log.c \
    src/cli/linear_news.c \
    src/cli/linear_question.c \
    src/cli/lines.c \
    src/cli/log.c \
    src/cli/odds.c \
    src/cli/odds_document.c \
    src/cli/options.c \
    src/cli/output.c \
    src/cli/questions.c \
    src/cli/resolve.c \
    src/cli/roll.c \
    src/cli/rolls.c \
    src/cli/run.c \
    src/cli/show.c \
    src/cli/spoken.c \
    src/cli/subcommands.c \
    src/cli/systems.c \
    src/cli/tables.c \
    src/cli/verify.c \
    src/cli/why.c \
    src/cli/wrap.c \

TUI_SOURCES = \
    src/tui/canvas/canvas.c \
    src/tui/canvas/canvas_dump.c \
    src/tui/canvas/graph.c \
    src/tui/canvas/glyphs.c \
    src/tui/canvas/grapheme.c \
    src/tui/canvas/theme.c \
    src/tui/fight/aim_view.c \
    src/tui/fight/starting_view.c \
    src/tui/fight/counters_view.c \
    src/tui/fight/detail_view.c \
    src/tui/fight/footer.c \
    src/tui/fight/guide_view.c \
    src/tui/fight/log_view.c \
    src/tui/fight/order_columns.c \
    src/tui/fight/order_rows.c \
    src/tui/fight/order_view.c \
    src/tui/fight/table.c \
    src/tui/fight/table_again.c \
    src/tui/fight/table_leaving.c \
    src/tui/fight/table_dead_keys.c \
    src/tui/fight/table_form.c \
    src/tui/fight/table_keys.c \
    src/tui/fight/table_layout.c \
    src/tui/fight/table_lines.c \
    src/tui/fight/table_model.c \
    src/tui/fight/table_question.c \
    src/tui/fight/table_targets.c \
    src/tui/fight/table_series.c \
    src/tui/fight/table_style.c \
    src/tui/fight/table_view.c \
    src/tui/term/key.c \
    src/tui/term/term.c \
    src/tui/term/term_curses.c \
    src/tui/term/term_curses_bytes.c \
    src/tui/term/term_curses_frame.c \
    src/tui/term/term_curses_keys.c \
    src/tui/term/term_decode.c \
    src/tui/term/term_guard.c \
    src/tui/term/term_script.c \
    src/tui/views/campaigns.c \
    src/tui/views/campaigns_keys.c \
    src/tui/views/chronicle_keys.c \
    src/tui/views/chronicle_list.c \
    src/tui/views/encounters.c \
    src/tui/views/party_list.c \
    src/tui/views/party_keys.c \
    src/tui/views/encounters_view.c \
    src/tui/views/encounters_keys.c \
    src/tui/views/evening.c \
    src/tui/views/form.c \
    src/tui/views/form_view.c \
    src/tui/views/help.c \
    src/tui/fight/banner.c \
    src/tui/views/look_back.c \
    src/tui/views/look_back_keys.c \
    src/tui/views/history.c \
    src/tui/views/history_keys.c \
    src/tui/views/kinds.c \
    src/tui/views/kinds_keys.c \
    src/tui/views/open_list.c \
    src/tui/views/open_list_keys.c \
    src/tui/views/line_edit.c \
    src/tui/views/log_keys.c \
    src/tui/views/log_list.c \
    src/tui/views/lost_file.c \
    src/tui/views/lost_file_keys.c \
    src/tui/views/menu.c \
    src/tui/views/more_keys.c \
    src/tui/views/palette.c \
    src/tui/views/prepared.c \
    src/tui/views/prepared_detail.c \
    src/tui/views/prepared_keys.c \
    src/tui/views/palette_keys.c \
    src/tui/views/palette_list.c \
    src/tui/views/palette_place.c \
    src/tui/views/palette_view.c \
    src/tui/views/palette_words.c \
    src/tui/views/plan.c \
    src/tui/views/plan_keys.c \
    src/tui/views/ask_box.c \
    src/tui/views/ask_keys.c \
    src/tui/views/ask_list.c \
    src/tui/views/figures_keys.c \
    src/tui/views/figures_sheet.c \
    src/tui/views/example_keys.c \
    src/tui/views/forecast_ask.c \
    src/tui/views/forecast_keys.c \
    src/tui/views/forecast_policies.c \
    src/tui/views/forecast_choice.c \
    src/tui/views/forecast_sheet.c \
    src/tui/views/forecast_trials.c \
    src/tui/views/why_keys.c \
    src/tui/views/why_list.c \
    src/tui/views/question.c \
    src/tui/views/reader.c \
    src/tui/views/reader_keys.c \
    src/tui/views/settings_form.c \
    src/tui/views/settings_keys.c \
    src/tui/views/view.c \

# Built into the program as bytes: schema/log.sql becomes embedded_schema_log_sql in "embedded.h",
# and a row of the list embedded_files there. The data folder of a system is embedded as it is.
# In the order of the start screen.
DEMOS = evening spire dungeon saltworks sunken_larder mill_pond
EMBEDDED_FILES = \
    $(sort $(foreach system,$(SYSTEMS),$(wildcard \
        $(foreach ending,yaml referee,data/$(subst _,-,$(system))/*.$(ending))))) \
    $(DEMOS:%=data/demo/%.referee) \
    $(sort $(wildcard data/demo/evening/*.yaml)) \
    data/generic/policies.yaml \
    data/generic/rules.yaml \
    $(sort $(wildcard data/help/*.txt)) \
    data/tables/encounters.yaml \
    data/tables/people.yaml \
    data/tables/treasure.yaml \
    data/tables/weather.yaml \
    schema/log.sql \
    schema/log_0002.sql \
    schema/views.sql \

# Sets what the sanitizers look for.
SANITIZER_SOURCE := tests/support/sanitizer.c

# Helpers for tests, linked to every test program.
TEST_SUPPORT_SOURCES = \
    tests/bench/bare_frame.c \
    tests/bench/big_fight.c \
    tests/bench/campaigns.c \
    tests/bench/measure.c \
    tests/bench/outside.c \
    tests/fault/fault_vfs.c \
    tests/store/fixture.c \
    tests/support/acts.c \
    tests/support/auto_fight.c \
    tests/support/case_resolver.c \
    tests/support/case_run.c \
    tests/support/case_table.c \
    tests/support/cases.c \
    tests/support/cited.c \
    tests/support/demo_fights.c \
    tests/support/draws.c \
    tests/support/every_key.c \
    tests/support/fights.c \
    tests/support/golden.c \
    tests/support/home.c \
    tests/support/parameters.c \
    tests/support/played_fight.c \
    tests/support/play.c \
    tests/support/pty.c \
    tests/support/random_fight.c \
    tests/support/random_games.c \
    tests/support/random_line.c \
    tests/support/visit.c \
    tests/support/without_colours.c \
    tests/support/table.c \
    tests/support/state_text.c \
    tests/support/term_demo.c \

# One program each, linked with every layer and cmocka; those on a terminal take longest and come first.
# The folder of another game in tests/games/ is included as it is.
TESTS = \
    $(foreach game,$(filter-out $(FIRST_SYSTEMS),$(GAMES)),$(sort $(wildcard tests/games/$(game)/test_*.c))) \
    tests/pty/test_answers.c \
    tests/pty/test_bytes.c \
    tests/pty/test_curses.c \
    tests/pty/test_demos.c \
    tests/pty/test_editor.c \
    tests/pty/test_fight.c \
    tests/pty/test_file.c \
    tests/pty/test_input.c \
    tests/pty/test_keys.c \
    tests/pty/test_outside.c \
    tests/pty/test_term.c \
    tests/pty/test_forecast.c \
    tests/pty/test_kinds.c \
    tests/pty/test_review.c \
    tests/pty/test_settings.c \
    tests/pty/test_terminals.c \
    tests/app/test_asking.c \
    tests/app/test_chronicle.c \
    tests/app/test_damage.c \
    tests/app/test_demos.c \
    tests/app/test_dungeon_undone.c \
    tests/app/test_encounter_changes.c \
    tests/app/test_encounter_list.c \
    tests/app/test_export.c \
    tests/app/test_figures.c \
    tests/app/test_forecast.c \
    tests/app/test_forecast_evening.c \
    tests/app/test_forecast_uses.c \
    tests/app/test_forecast_answer.c \
    tests/app/test_kept_forecast.c \
    tests/app/test_sitting_example.c \
    tests/app/test_figures_fair.c \
    tests/app/test_figures_reading.c \
    tests/app/test_plan.c \
    tests/app/test_evening.c \
    tests/app/test_key_file.c \
    tests/app/test_program_settings.c \
    tests/app/test_own_weapons.c \
    tests/app/test_hostile_kinds.c \
    tests/app/test_kind_weighing.c \
    tests/app/test_kinds.c \
    tests/app/test_older_dice.c \
    tests/app/test_party.c \
    tests/app/test_prepared.c \
    tests/app/test_record_library.c \
    tests/app/test_sitting.c \
    tests/app/test_sitting_amend.c \
    tests/app/test_sitting_backup.c \
    tests/app/test_sitting_rescue.c \
    tests/app/test_sitting_carry.c \
    tests/app/test_log_requests.c \
    tests/app/test_sitting_idle.c \
    tests/app/test_sitting_history.c \
    tests/app/test_sitting_log.c \
    tests/app/test_sitting_past.c \
    tests/app/test_sitting_why.c \
    tests/app/test_sitting_properties.c \
    tests/app/test_sitting_odds.c \
    tests/app/test_sitting_rules.c \
    tests/app/test_table_library.c \
    tests/app/test_text_file.c \
    tests/base/test_arena.c \
    tests/base/test_fuzzy.c \
    tests/base/test_json_text.c \
    tests/base/test_mix.c \
    tests/base/test_nearest.c \
    tests/base/test_diagnostics.c \
    tests/base/test_status.c \
    tests/base/test_text.c \
    tests/base/test_utf8.c \
    tests/cli/test_act.c \
    tests/cli/test_facts.c \
    tests/cli/test_jsonl.c \
    tests/cli/test_linear_idle.c \
    tests/cli/test_linear_views.c \
    tests/cli/test_lines.c \
    tests/cli/test_options.c \
    tests/cli/test_spoken.c \
    tests/cli/test_wrap.c \
    tests/content/test_kind_draft.c \
    tests/content/test_library.c \
    tests/content/test_rule_texts.c \
    tests/content/test_policies.c \
    tests/content/test_tables.c \
    tests/content/test_yaml_reader.c \
    tests/fault/test_store_faults.c \
    tests/games/caves_of_qud/test_weapons.c \
    tests/games/four_against_darkness/test_danger.c \
    tests/games/four_against_darkness/test_modifiers.c \
    tests/games/four_against_darkness/test_own_records.c \
    tests/games/four_against_darkness/test_plays.c \
    tests/games/four_against_darkness/test_reactions.c \
    tests/games/four_against_darkness/test_records.c \
    tests/games/four_against_darkness/test_settings.c \
    tests/games/four_against_darkness/test_treasure.c \
    tests/games/generic/test_creatures.c \
    tests/games/generic/test_procedure.c \
    tests/games/test_duels.c \
    tests/games/test_every_kind.c \
    tests/games/test_plays.c \
    tests/games/trilemma/test_bought.c \
    tests/games/trilemma/test_spending.c \
    tests/resolver/dice/test_dice.c \
    tests/resolver/dice/test_dice_expr.c \
    tests/resolver/dice/test_dice_expr_distribution.c \
    tests/resolver/dice/test_dice_kept.c \
    tests/resolver/dice/test_dice_throw.c \
    tests/resolver/dice/test_distribution.c \
    tests/resolver/rules/test_caves_of_qud.c \
    tests/resolver/rules/test_four_against_darkness.c \
    tests/resolver/rules/test_pixel_dungeon.c \
    tests/resolver/rules/test_trilemma.c \
    tests/resolver/rules/test_yuxtapa.c \
    tests/resolver/tables/test_random_table.c \
    tests/resolver/test_conformance.c \
    tests/resolver/test_odds.c \
    tests/resolver/test_parameters.c \
    tests/resolver/test_resolver.c \
    tests/resolver/test_system.c \
    tests/resolver/test_trace.c \
    tests/rules/test_cases.c \
    tests/rules/test_events.c \
    tests/rules/test_failing.c \
    tests/rules/test_tables.c \
    tests/store/test_campaign.c \
    tests/store/test_changes.c \
    tests/store/test_crash.c \
    tests/forecast/test_duels.c \
    tests/forecast/test_fight.c \
    tests/forecast/test_interval.c \
    tests/forecast/test_silent.c \
    tests/store/test_fixture.c \
    tests/store/test_hostile.c \
    tests/store/test_log.c \
    tests/store/test_open_file.c \
    tests/store/test_part_file.c \
    tests/store/test_schema.c \
    tests/store/test_seals.c \
    tests/store/test_search.c \
    tests/store/test_states.c \
    tests/store/test_verify.c \
    tests/tracker/test_lasting.c \
    tests/tracker/test_command.c \
    tests/tracker/test_consult.c \
    tests/tracker/test_effect.c \
    tests/tracker/test_option_about.c \
    tests/tracker/test_sound_state.c \
    tests/tracker/test_combatant_commands.c \
    tests/tracker/test_long_names.c \
    tests/tracker/test_as_typed.c \
    tests/tracker/test_short_ways.c \
    tests/tracker/test_what_is_asked.c \
    tests/tui/canvas/test_canvas.c \
    tests/tui/canvas/test_glyphs.c \
    tests/tui/canvas/test_grapheme.c \
    tests/tui/canvas/test_theme.c \
    tests/tui/fight/test_dungeon_keys.c \
    tests/tui/fight/test_every_key.c \
    tests/tui/fight/test_every_question.c \
    tests/tui/fight/test_every_prefix.c \
    tests/tui/fight/test_counters.c \
    tests/tui/fight/test_keys_count.c \
    tests/tui/fight/test_later_evening.c \
    tests/tui/fight/test_leaving.c \
    tests/tui/fight/test_newcomer.c \
    tests/tui/fight/test_newcomer_evening.c \
    tests/tui/fight/test_newcomer_orders.c \
    tests/tui/fight/test_newcomer_targets.c \
    tests/tui/fight/test_newcomer_words.c \
    tests/tui/fight/test_order_columns.c \
    tests/tui/fight/test_odds.c \
    tests/tui/fight/test_order_rows.c \
    tests/tui/fight/test_other_program.c \
    tests/tui/fight/test_out_of_turn.c \
    tests/tui/fight/test_stills.c \
    tests/tui/fight/test_systems_screens.c \
    tests/tui/fight/test_table.c \
    tests/tui/fight/test_table_evening.c \
    tests/tui/fight/test_table_screens.c \
    tests/tui/fight/test_short_keys.c \
    tests/tui/fight/test_table_sizes.c \
    tests/tui/fight/test_table_style.c \
    tests/tui/fight/test_table_targets.c \
    tests/tui/fight/test_tour.c \
    tests/tui/fight/test_who_is_next.c \
    tests/tui/fight/test_whole_turn.c \
    tests/tui/term/test_key.c \
    tests/tui/term/test_term_decode.c \
    tests/tui/term/test_term_script.c \
    tests/tui/views/test_campaigns.c \
    tests/tui/views/test_settings_form.c \
    tests/tui/views/test_view_screens.c \
    tests/tui/views/test_encounters.c \
    tests/tui/views/test_party.c \
    tests/tui/views/test_form.c \
    tests/tui/views/test_help.c \
    tests/tui/views/test_history.c \
    tests/tui/views/test_kinds.c \
    tests/tui/views/test_line_edit.c \
    tests/tui/views/test_log_list.c \
    tests/tui/views/test_look_back.c \
    tests/tui/views/test_menu.c \
    tests/tui/views/test_palette.c \
    tests/tui/views/test_palette_names.c \
    tests/tui/views/test_plan.c \
    tests/tui/views/test_why_list.c \
    tests/tui/views/test_ask_list.c \
    tests/tui/views/test_figures_sheet.c \
    tests/tui/views/test_example.c \
    tests/tui/views/test_forecast_policies.c \
    tests/tui/views/test_forecast_sheet.c \
    tests/tui/canvas/test_graph.c \
    tests/app/test_luck.c \
    tests/app/test_asking_complete.c \
    tests/tui/views/test_prepared_list.c \
    tests/tui/views/test_question.c \
    tests/tui/views/test_view.c \

# Script tests print TAP; $BUILD_DIR is the configuration under test, $BUILD_DIR/referee the program.
# The slowest comes first, so that nothing waits for it at the end.
SCRIPT_TESTS = \
    tests/library/library.sh \
    tests/cli/campaign.sh \
    tests/cli/export.sh \
    tests/cli/figures.sh \
    tests/cli/formats.sh \
    tests/cli/forecast.sh \
    tests/cli/forecast_games.sh \
    tests/cli/questions.sh \
    tests/cli/readme.sh \
    tests/cli/linear.sh \
    tests/cli/resolve.sh \
    tests/cli/roll_and_odds.sh \
    tests/cli/systems.sh \
    tests/cli/queries.sh \
    tests/cli/why.sh \
    tests/cli/words.sh \
    tests/cli/as_typed.sh \
    tests/scripts/scripts.sh \
    tests/fixtures/show.sh \
    tests/cli/library.sh \
    tests/cli/tables.sh \

# The programs of TESTS that compare screens; `make accept` lets them rewrite what they expect.
SCREEN_TESTS = \
    tests/rules/test_events.c \
    tests/rules/test_failing.c \
    tests/rules/test_tables.c \
    tests/tui/canvas/test_canvas.c \
    tests/tui/fight/test_counters.c \
    tests/tui/fight/test_keys_count.c \
    tests/tui/fight/test_odds.c \
    tests/tui/fight/test_stills.c \
    tests/tui/fight/test_systems_screens.c \
    tests/tui/fight/test_table.c \
    tests/tui/fight/test_table_evening.c \
    tests/tui/fight/test_table_screens.c \
    tests/tui/fight/test_table_targets.c \
    tests/tui/fight/test_tour.c \
    tests/tui/views/test_campaigns.c \
    tests/tui/views/test_settings_form.c \
    tests/tui/views/test_view_screens.c \
    tests/tui/views/test_encounters.c \
    tests/tui/views/test_form.c \
    tests/tui/views/test_help.c \
    tests/tui/views/test_history.c \
    tests/tui/views/test_kinds.c \
    tests/tui/views/test_log_list.c \
    tests/tui/views/test_look_back.c \
    tests/tui/views/test_menu.c \
    tests/tui/views/test_palette.c \

# Checks of the source tree and of the release build itself.
GATES = \
    tests/gates/c11.sh \
    tests/gates/format.sh \
    tests/gates/fuzz.sh \
    tests/gates/includes.sh \
    tests/gates/library.sh \
    tests/gates/lines.sh \
    tests/gates/map.sh \
    tests/gates/mutants.sh \
    tests/gates/purity.sh \
    tests/gates/recipe.sh \
    tests/gates/release.sh \
    tests/gates/rings.sh \
    tests/gates/runner.sh \
    tests/gates/size.sh \
    tests/gates/systems.sh \
    tests/gates/voice.sh \
    tests/gates/words.sh \

# The tests that are meant to see a change of the rules of a game, beside those of its own folders;
# the quickest come first.
MUTANT_TESTS = \
    tests/rules/test_events.c \
    tests/rules/test_tables.c \
    tests/tracker/test_what_is_asked.c \
    tests/resolver/test_parameters.c \
    tests/tui/fight/test_systems_screens.c \
    tests/scripts/scripts.sh \
    tests/app/test_sitting_rules.c \
    tests/resolver/test_conformance.c \

MUTANT_TESTS_four_against_darkness = \
    tests/app/test_dungeon_undone.c \
    tests/tui/fight/test_dungeon_keys.c \

MUTANT_TESTS_caves_of_qud = \
    tests/content/test_library.c \

MUTANT_TESTS_trilemma = \
    tests/tui/fight/test_out_of_turn.c \
    tests/tui/fight/test_table_evening.c \

BENCHES = \
    tests/bench/bench_asking.c \
    tests/bench/bench_chronicle.c \
    tests/bench/bench_commit.c \
    tests/bench/bench_fights.c \
    tests/bench/bench_forecast.c \
    tests/bench/bench_frame.c \
    tests/bench/bench_keys.c \
    tests/bench/bench_kinds.c \
    tests/bench/bench_odds.c \
    tests/bench/bench_rolls.c \
    tests/bench/bench_start.c \

# Programs that a benchmark runs as the other side.
BENCH_HELPERS = \
    tests/bench/bare_screen.c \

FUZZERS = \
    tests/fuzz/fuzz_asking.c \
    tests/fuzz/fuzz_export.c \
    tests/fuzz/fuzz_jsonl.c \
    tests/fuzz/fuzz_encounter.c \
    tests/fuzz/fuzz_library.c \
    tests/fuzz/fuzz_notation.c \
    tests/fuzz/fuzz_parameters.c \
    tests/fuzz/fuzz_tables.c \
    tests/fuzz/fuzz_utf8.c \

# ---- Settings ----------------------------------------------------------------------------------

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

BUILD := build
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DESTDIR ?=
FUZZ_SECONDS ?= 30
SOAK_KEYS ?= 20000
FIGHTS ?= 10000
REPETITIONS ?= 2000
TOUR_SECONDS ?= 4
GAME ?= $(SYSTEMS)
MUTANTS ?= 200
SEED ?= 1
DEMO_CAMPAIGN := $(BUILD)/demo/spire.db
DEMO_SCRIPT := data/demo/spire.referee

ifeq ($(origin CC),default)
CC := gcc
endif
GCC ?= gcc
CLANG ?= clang
PKG_CONFIG ?= pkg-config
OBJCOPY ?= objcopy
quiet := $(if $(V),,@)

# From the highest layer to the lowest: the order of the archives on the link line.
LAYERS := tui cli app exchange forecast store content games tracker resolver base
PURE_LAYERS := games tracker resolver base
CONFIGS := release asan clang fuzz library

SOURCES := $(BASE_SOURCES) $(RESOLVER_SOURCES) $(TRACKER_SOURCES) $(GAMES_SOURCES) $(CONTENT_SOURCES) \
    $(STORE_SOURCES) $(FORECAST_SOURCES) $(EXCHANGE_SOURCES) $(APP_SOURCES) $(CLI_SOURCES) \
    $(TUI_SOURCES)
MAIN_SOURCE := $(wildcard src/main.c)

# ---- Packages ----------------------------------------------------------------------------------

BUILD_PACKAGES := ncursesw sqlite3 yaml-0.1 jansson libutf8proc libxxhash
TEST_PACKAGES := cmocka vterm

# Libraries that the released program contains instead of loading them: loading and binding SQLite alone
# takes a tenth of the time to the first screen, the others another tenth. `make BUILT_IN=` loads all of
# them, as a distribution may want that updates them separately; so does a machine without their
# archives. The tests always load them. SQLite is in the public domain; distribute the MIT licences of
# the others with the program. The C library (c, with all that is left) saves another fourteenth; it is
# loaded where it has no archive that can lie at an address of chance.
BUILT_IN ?= sqlite3 yaml jansson utf8proc ncursesw tinfo c
archive_of = $(or $(filter /%,$(shell $(CC) -print-file-name=$(1:-l%=lib%.a))),$1)

# Goals that compile nothing must work on a machine without any package, and the library needs no
# package except the generator's.
idle_goals := clean format help sources warnings mutated-sources uninstall
library_goals := library install-library
goals := $(or $(MAKECMDGOALS),all)
test_goals := $(filter test cases check accept fuzz bench hardening soak fair intervals silent whys tour mutants mutants-in-copy $(BUILD)/asan/% $(BUILD)/clang/%,$(goals))

ifneq ($(filter-out $(idle_goals),$(goals)),)
wanted_packages := $(if $(filter-out $(idle_goals) $(library_goals),$(goals)),$(BUILD_PACKAGES)) $(if $(test_goals),$(TEST_PACKAGES))
missing_packages := $(shell for package in $(wanted_packages); do \
    $(PKG_CONFIG) --exists $$package 2>/dev/null || echo $$package; done; \
    echo '\#include <Random123/philox.h>' | $(CC) -E - >/dev/null 2>&1 || echo Random123)
ifneq ($(strip $(missing_packages)),)
$(error missing: $(strip $(missing_packages)); `sh .ci/prepare` installs all that is needed)
endif
ifneq ($(strip $(wanted_packages)),)
# The macros that ncursesw's flags define would change what every other header declares.
package_cflags := $(filter-out -D_XOPEN_SOURCE% -D_DEFAULT_SOURCE%,\
    $(shell $(PKG_CONFIG) --cflags $(BUILD_PACKAGES)))
package_libs := $(shell $(PKG_CONFIG) --libs $(BUILD_PACKAGES))
program_libs := $(foreach lib,$(package_libs),$(if $(filter $(BUILT_IN:%=-l%),$(lib)),$(call archive_of,$(lib)),$(lib)))
endif
test_libs := $(if $(test_goals),$(shell $(PKG_CONFIG) --libs $(TEST_PACKAGES)))
endif

# ---- Flags -------------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes \
    -Wswitch-enum -Wundef -Wwrite-strings -Wformat=2 -Wconversion -Wno-sign-conversion -Wcast-qual \
    -Wdate-time
STANDARD := -std=c17
SANITIZE := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
POSIX := -D_XOPEN_SOURCE=700

# Hardening for a program that reads strangers' files; parts that the processor or the compiler do not
# have are left out. `make HARDENING= HARDENING_LINK=` builds without.
comma := ,
if_taken = $(shell echo 'int main(void) { return 0; }' | \
    $(CC) -Werror $1 -x c -o /dev/null - > /dev/null 2>&1 && echo '$1')
HARDENING := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong \
    $(call if_taken,-fstack-clash-protection) \
    $(or $(call if_taken,-fcf-protection=full),$(call if_taken,-mbranch-protection=standard))
HARDENING_LINK := -Wl,-z,relro,-z,now,-z,noexecstack

# The addresses in the program's tables as bitmaps, a hundredth of the size: all are set before main.
# Left out where such a program does not start, as before glibc 2.36.
packed := -Wl,-z,pack-relative-relocs
PACKING := $(shell tried=$$(mktemp) && echo 'int main(void) { return 0; }' | \
    $(CC) -pie -fPIE $(packed) -x c -o $$tried - 2> /dev/null && $$tried && echo '$(packed)'; rm -f $$tried)

# As all addresses are bound at the start (BIND_NOW), a call into the C library takes its address from
# the table itself, without a stub in between.
BOUND := $(call if_taken,-fno-plt)

# The program with the C library in it. SQLite could load extensions, which this one never does, and
# linkers warn of that.
alone := -static-pie $(call if_taken,-Wl$(comma)--no-warnings)
LINKING := $(or $(if $(filter c,$(BUILT_IN)),$(shell tried=$$(mktemp) && \
    echo 'int main(void) { return 0; }' | $(CC) -fPIE $(alone) -x c -o $$tried - -x none \
    $(program_libs) -lm -pthread 2> /dev/null && $$tried && echo '$(alone)'; rm -f $$tried)),-pie)

compiler_release := $(CC)
compiler_asan := $(GCC)
compiler_clang := $(CLANG)
compiler_fuzz := $(CLANG)
compiler_library := $(CC)
config_flags_release := -O2 -g $(HARDENING) -fPIE $(BOUND)
config_flags_asan := $(SANITIZE) -Werror
config_flags_clang := $(SANITIZE) -Werror
config_flags_fuzz := $(SANITIZE) -fsanitize=fuzzer-no-link
config_flags_library := -O2 -g $(HARDENING) -fPIC -fvisibility=hidden -fno-semantic-interposition
link_flags_release := $(HARDENING_LINK) $(PACKING)
link_flags_library := $(HARDENING_LINK)

# The path of the tree must not show in the program, so that two builds are equal byte by byte.
same_anywhere := -ffile-prefix-map=$(CURDIR)=.

flags = $(STANDARD) $(WARNINGS) $(config_flags_$1) $(same_anywhere) -Isrc -I$(BUILD)/$1/generated $(CPPFLAGS) $(CFLAGS)
outer_flags = $(POSIX) $(package_cflags)
system_libs = -lm -pthread
link_libs = $(package_libs) $(system_libs)

# ---- Rules of one configuration ----------------------------------------------------------------

objects = $(patsubst %.c,$(BUILD)/$1/%.o,$2)
layer_objects = $(call objects,$1,$(filter src/$2/%,$(SOURCES)))
archives = $(foreach layer,$(LAYERS),$(BUILD)/$1/lib$(layer).a) $(BUILD)/$1/libembedded.a
programs = $(patsubst %.c,$(BUILD)/$1/%,$2)
referee = $(if $(MAIN_SOURCE),$(BUILD)/$1/referee)
# What the sanitizers look for, linked into all that is built with them.
sanitizer = $(if $(filter asan clang fuzz,$1),$(call objects,$1,$(SANITIZER_SOURCE)))
symbol = embedded_$(subst -,_,$(subst .,_,$(subst /,_,$1)))

generated = $(addprefix $(BUILD)/$1/generated/,embedded.h resolver/systems.def games/procedures.def)

# $1 config, $2 layer
define layer_rules
$(BUILD)/$1/src/$2/%.o: src/$2/%.c $(BUILD)/$1/flags | $(call generated,$1)
	@mkdir -p $$(@D)
	$$(if $$(quiet),@echo "CC      $$@")
	$$(quiet)$(compiler_$1) $$(call flags,$1) $(if $(filter $2,$(PURE_LAYERS)),,$$(call outer_flags,$1)) -MMD -MP -c -o $$@ $$<

$(BUILD)/$1/lib$2.a: $(call layer_objects,$1,$2) Makefile
	@mkdir -p $$(@D)
	$$(quiet)rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)
endef

# $1 config, $2 embedded file
define embedded_rules
$(BUILD)/$1/generated/$2.c: $2 Makefile
	@mkdir -p $$(@D)
	$$(quiet){ echo '#include "embedded.h"'; \
	    echo 'const unsigned char $(call symbol,$2)[] = {'; \
	    od -An -v -tu1 $$< | sed 's/[0-9][0-9]*/&,/g'; \
	    echo '0};'; \
	    echo "const unsigned $(call symbol,$2)_size = $$$$(wc -c < $$<);"; } > $$@
endef

# $1 config
define config_rules
$(foreach layer,$(LAYERS),$(eval $(call layer_rules,$1,$(layer))))
$(foreach file,$(EMBEDDED_FILES),$(eval $(call embedded_rules,$1,$(file))))

# Holds the compiler and its flags; everything is compiled again when they change. The library takes
# no packages, so that it is the same whatever goal builds it.
$(BUILD)/$1/flags: always
	@mkdir -p $$(@D)
	@echo '$(compiler_$1) $$(call flags,$1) $(if $(filter-out library,$1),$$(call outer_flags,$1) $$(link_libs) $$(program_libs)) $(link_flags_$1) $(if $(filter release,$1),$(LINKING)) $(LDFLAGS)' > $$@.new
	@if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi

# Written again when SYSTEMS or the embedded files change. Generated headers exist before anything is
# compiled; files that include one are compiled again when it changes, as with any header.
$(BUILD)/$1/generated/resolver/systems.def: always
	@mkdir -p $$(@D)
	@printf 'SYSTEM(%s_system)\n' $(SYSTEMS) > $$@.new
	@printf '/* %s */\n' $(EMBEDDED_FILES) >> $$@.new
	@if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi

$(BUILD)/$1/generated/games/procedures.def: always
	@mkdir -p $$(@D)
	@printf 'PROCEDURE(%s_procedure)\n' $(GAMES) > $$@.new
	@if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi

$(BUILD)/$1/generated/embedded.h: Makefile $(BUILD)/$1/generated/resolver/systems.def
	@mkdir -p $$(@D)
	$$(quiet){ echo '/* Files of the source tree, as bytes; a zero byte that is not counted follows. */'; \
	    echo '#ifndef REFEREE_EMBEDDED_H'; \
	    echo '#define REFEREE_EMBEDDED_H'; \
	    $(foreach file,$(EMBEDDED_FILES),echo 'extern const unsigned char $(call symbol,$(file))[];'; \
	    echo 'extern const unsigned $(call symbol,$(file))_size;';) \
	    echo '/* All of them, in the order of the makefile, by their paths in the source tree. */'; \
	    echo 'struct embedded_file {'; \
	    echo '    const char *path;'; \
	    echo '    const unsigned char *bytes;'; \
	    echo '    const unsigned *size;'; \
	    echo '};'; \
	    echo 'extern const struct embedded_file embedded_files[];'; \
	    echo 'extern const unsigned embedded_files_count;'; \
	    echo '#endif'; } > $$@

$(BUILD)/$1/generated/embedded_files.c: $(BUILD)/$1/generated/embedded.h
	$$(quiet){ echo '#include "embedded.h"'; \
	    echo 'const struct embedded_file embedded_files[] = {'; \
	    $(foreach file,$(EMBEDDED_FILES),echo '    {"$(file)", $(call symbol,$(file)), &$(call symbol,$(file))_size},';) \
	    echo '};'; \
	    echo 'const unsigned embedded_files_count = $(words $(EMBEDDED_FILES));'; } > $$@

$(BUILD)/$1/libembedded.a: $(patsubst %,$(BUILD)/$1/generated/%.o,$(EMBEDDED_FILES) embedded_files) Makefile
	@mkdir -p $$(@D)
	$$(quiet)rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)

$(BUILD)/$1/generated/%.o: $(BUILD)/$1/generated/%.c $(BUILD)/$1/generated/embedded.h $(BUILD)/$1/flags
	$$(quiet)$(compiler_$1) $$(call flags,$1) $$(call outer_flags,$1) -c -o $$@ $$<

$(BUILD)/$1/src/main.o: src/main.c $(BUILD)/$1/flags | $(BUILD)/$1/generated/embedded.h
	@mkdir -p $$(@D)
	$$(if $$(quiet),@echo "CC      $$@")
	$$(quiet)$(compiler_$1) $$(call flags,$1) $$(call outer_flags,$1) -MMD -MP -c -o $$@ $$<

$(BUILD)/$1/referee: $(BUILD)/$1/src/main.o $(call sanitizer,$1) $(call archives,$1)
	$$(if $$(quiet),@echo "LINK    $$@")
	$$(quiet)$(compiler_$1) $(config_flags_$1) $(link_flags_$1) $(if $(filter release,$1),$$(LINKING)) $$(LDFLAGS) -Wl,--as-needed -o $$@ $$^ $$(if $(filter release,$1),$$(program_libs),$$(package_libs)) $$(system_libs)

$(BUILD)/$1/tests/%.o: tests/%.c $(BUILD)/$1/flags | $(BUILD)/$1/generated/embedded.h
	@mkdir -p $$(@D)
	$$(if $$(quiet),@echo "CC      $$@")
	$$(quiet)$(compiler_$1) $$(call flags,$1) $$(call outer_flags,$1) -Itests -MMD -MP -c -o $$@ $$<

$(BUILD)/$1/libsupport.a: $(call objects,$1,$(TEST_SUPPORT_SOURCES)) Makefile
	@mkdir -p $$(@D)
	$$(quiet)rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)

$(call programs,$1,$(TESTS) $(BENCHES) $(BENCH_HELPERS)): %: %.o $(call sanitizer,$1) $(BUILD)/$1/libsupport.a $(call archives,$1)
	$$(if $$(quiet),@echo "LINK    $$@")
	$$(quiet)$(compiler_$1) $(config_flags_$1) $(link_flags_$1) $(if $(filter release,$1),-pie) $$(LDFLAGS) -Wl,--as-needed -o $$@ $$^ $$(link_libs) $$(test_libs)

$(call programs,$1,$(FUZZERS)): %: %.o $(call sanitizer,$1) $(BUILD)/$1/libsupport.a $(call archives,$1)
	$$(if $$(quiet),@echo "LINK    $$@")
	$$(quiet)$(compiler_$1) $(config_flags_$1) -fsanitize=fuzzer $$(LDFLAGS) -Wl,--as-needed -o $$@ $$^ $$(link_libs) $$(test_libs)

-include $(patsubst %.o,%.d,$(call objects,$1,$(SOURCES) $(MAIN_SOURCE) $(SANITIZER_SOURCE) $(TEST_SUPPORT_SOURCES) $(TESTS) $(BENCHES) $(BENCH_HELPERS) $(FUZZERS)))
endef

$(foreach config,$(CONFIGS),$(eval $(call config_rules,$(config))))

.SECONDARY:

# ---- The library -------------------------------------------------------------------------------

# One object of everything that its interface needs, in which only resolver_* is visible from outside:
# the static library is that object, and the shared one is linked from it.
library_path := $(BUILD)/library/lib
library_version := $(shell sed -n 's/^\#define RESOLVER_VERSION_[A-Z]* //p' src/resolver/resolver.h | \
    paste -sd. -)
library_soname := libresolver.so.$(firstword $(subst ., ,$(library_version)))
library_shared := libresolver.so.$(library_version)
library_face := $(call objects,library,src/resolver/resolver.c src/resolver/resolver_act.c)

$(library_path)/resolver.o: $(library_face) $(BUILD)/library/libresolver.a $(BUILD)/library/libbase.a
	@mkdir -p $(@D)
	$(quiet)$(LD) -r -o $@ $^
	$(quiet)$(OBJCOPY) --wildcard --keep-global-symbol='resolver_*' $@

$(library_path)/libresolver.a: $(library_path)/resolver.o
	$(quiet)rm -f $@ && ar rcs $@ $<

$(library_path)/$(library_shared): $(library_path)/resolver.o
	$(quiet)$(CC) $(config_flags_library) $(link_flags_library) $(CFLAGS) $(LDFLAGS) -shared \
	    -Wl,-soname,$(library_soname) -o $@ $< -lm

$(library_path)/resolver.pc: Makefile src/resolver/resolver.h always
	@mkdir -p $(@D)
	$(quiet){ echo 'prefix=$(PREFIX)'; \
	    echo 'libdir=$(LIBDIR)'; \
	    echo 'includedir=$(INCLUDEDIR)'; \
	    echo; \
	    echo 'Name: resolver'; \
	    echo 'Description: combat rules of several tabletop games: dice, acts, exact odds'; \
	    echo 'Version: $(library_version)'; \
	    echo 'Cflags: -I$${includedir}'; \
	    echo 'Libs: -L$${libdir} -lresolver'; \
	    echo 'Libs.private: -lm'; } > $@

# ---- Goals -------------------------------------------------------------------------------------

.PHONY: always all test cases check format bench soak fair intervals silent whys mutants run demo tour library install install-library \
    uninstall accept lines fuzz hardening \
    clean help sources warnings mutated-sources mutants-in-copy syntax-c11

all: ## build the program (build/release/referee)
all: $(or $(call referee,release),$(call archives,release))

test: ## run the tests, with gcc's sanitizers
test: $(call programs,asan,$(TESTS)) $(call referee,asan)
	@sh tests/run.sh BUILD_DIR=$(BUILD)/asan $(SCRIPT_TESTS) $(call programs,asan,$(TESTS))

cases: ## run the rule cases with CASE="part of a name or rule" in their names
cases: $(BUILD)/asan/tests/rules/test_cases
	@$< $(if $(CASE),'$(subst ','\'',$(CASE))')

check: ## run everything: gates, and the tests with gcc and with clang
check: $(call archives,release) $(call referee,release) library \
    $(call programs,asan,$(TESTS)) $(call referee,asan) \
    $(call programs,clang,$(TESTS)) $(call referee,clang) $(call programs,fuzz,$(FUZZERS))
	@sh tests/run.sh $(if $(ALLOW_SKIP),,FAIL_ON_SKIP=1) BUILD_DIR=$(BUILD)/release $(GATES) \
	    BUILD_DIR=$(BUILD)/asan $(SCRIPT_TESTS) $(call programs,asan,$(TESTS)) \
	    BUILD_DIR=$(BUILD)/clang $(SCRIPT_TESTS) $(call programs,clang,$(TESTS))

accept: ## let the screen tests rewrite the expected screens
accept: $(call programs,asan,$(SCREEN_TESTS)) $(call referee,asan)
	@ACCEPT=1 sh tests/run.sh BUILD_DIR=$(BUILD)/asan $(call programs,asan,$(SCREEN_TESTS))
	@sh tests/rules/lines.sh accept

lines: ## rewrite the table of rule lines
	@sh tests/rules/lines.sh accept

# It starts these two, in turn.
$(BUILD)/release/tests/bench/bench_start: | $(call programs,release,$(BENCH_HELPERS)) $(call referee,release)

bench: ## measure speed and memory
bench: $(call programs,release,$(BENCHES) $(BENCH_HELPERS)) $(call referee,release)
	@for bench in $(call programs,release,$(BENCHES)); do \
	    BUILD_DIR=$(BUILD)/release $$bench || exit 1; done

# The other build stays, so that counting again is quick.
hardening: ## count the cost of the release's hardening in instructions
hardening: $(BUILD)/release/referee $(BUILD)/release/tests/tui/fight/test_tour
	@$(MAKE) -s --no-print-directory BUILD=$(BUILD)/plain HARDENING= HARDENING_LINK= \
	    test_goals=1 $(BUILD)/plain/release/referee $(BUILD)/plain/release/tests/tui/fight/test_tour
	@sh tests/bench/hardening.sh $(BUILD)/release $(BUILD)/plain/release

format: ## format src and tests by .clang-format
	@find src tests -name '*.[ch]' | xargs clang-format -i

# Findings are kept in the first folder; the repository's corpus, tests/fuzz/corpus/notation for
# fuzz_notation, is only read.
fuzz: ## feed the parsers hostile input, FUZZ_SECONDS=30 each
fuzz: $(call programs,fuzz,$(FUZZERS))
	@for fuzzer in $(call programs,fuzz,$(FUZZERS)); do \
	    name=$${fuzzer##*/fuzz_}; \
	    mkdir -p $(BUILD)/fuzz/corpus/$$name && \
	    $$fuzzer -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=$(BUILD)/fuzz/ \
	        $(BUILD)/fuzz/corpus/$$name $$(ls -d tests/fuzz/corpus/$$name 2>/dev/null) || exit 1; done

# A second round with another SEED presses other keys.
soak: ## press many random keys on a terminal, SOAK_KEYS=20000
soak: $(BUILD)/asan/tests/pty/test_keys $(call referee,asan)
	@SOAK_KEYS=$(SOAK_KEYS) $<

fair: ## compare hits and damage with their chances in random fights, FIGHTS=10000
fair: $(BUILD)/asan/tests/app/test_figures_fair
	@FIGHTS=$(FIGHTS) $<

intervals: ## compare duels with their exact chances, and the intervals of forecasts, REPETITIONS=2000
intervals: $(BUILD)/asan/tests/forecast/test_duels
	@FIGHTS=$(FIGHTS) REPETITIONS=$(REPETITIONS) $<

silent: ## play fights with their texts and in silence, and compare them act by act
silent: $(BUILD)/asan/tests/forecast/test_silent
	@FIGHTS=1000 $<

whys: ## replay the chain of why for every value at every act of the demos
whys: $(BUILD)/asan/tests/app/test_sitting_why
	@WHY_EVERY=1 $<

# `generic` is not a system, but GAME=generic tries the files that several games share. Faults that the
# sanitizer would report end the program instead, which is quicker.
mutant_flags := -O1 -w -fsanitize=undefined -fsanitize-undefined-trap-on-error

mutants: ## change rules and see which changes the tests catch, GAME=trilemma SEED=1 MUTANTS=200
mutants:
	@mkdir -p $(BUILD)/mutants/tree
	@cd $(BUILD)/mutants/tree && rm -rf Makefile data schema src tests
	@cp -pR Makefile data schema src tests $(BUILD)/mutants/tree
	@$(MAKE) -s --no-print-directory -j$$(getconf _NPROCESSORS_ONLN) -C $(BUILD)/mutants/tree \
	    BUILD=build CPPFLAGS=-DIS_SLOW=1 config_flags_asan='$(mutant_flags)' \
	    GAME='$(GAME)' SEED=$(SEED) MUTANTS=$(MUTANTS) mutants-in-copy

mutable_games := $(SYSTEMS) generic
rule_files = $(filter src/resolver/rules/$1.c src/games/$1/%,$(SOURCES))
mutated_files = $(strip $(foreach game,$(mutable_games),$(call rule_files,$(game))))
rule_tests = $(filter tests/rules/test_cases.c tests/resolver/rules/test_$1% tests/games/$1/%,$(TESTS)) \
    $(MUTANT_TESTS_$1) $(MUTANT_TESTS)

$(BUILD)/mutants/mutate: tests/mutants/mutate.c Makefile
	@mkdir -p $(@D)
	$(quiet)$(GCC) $(STANDARD) $(WARNINGS) -Werror -O1 -o $@ $<

mutants-in-copy: $(BUILD)/mutants/mutate $(call referee,asan) $(call archives,asan) \
    $(call programs,asan,$(filter %.c,$(foreach game,$(GAME),$(call rule_tests,$(game)))))
	@$(foreach game,$(GAME),FILES_$(game)='$(strip $(call rule_files,$(game)))' \
	    TESTS_$(game)='$(strip $(call rule_tests,$(game)))') \
	    MUTATE=$(BUILD)/mutants/mutate OBJECTS=$(BUILD)/asan ALL_FILES='$(mutated_files)' \
	    COMPILE='$(compiler_asan) $(call flags,asan)' \
	    LINK='$(compiler_asan) $(config_flags_asan) $(LDFLAGS) -Wl,--as-needed' \
	    ARCHIVES='$(call archives,asan)' LIBRARIES='$(link_libs) $(test_libs)' \
	    sh tests/mutants/mutants.sh $(SEED) $(MUTANTS) ../survivors.txt $(GAME)

run: all ## open the table on the last campaign
	@$(BUILD)/release/referee

demo: all ## open the table on a demo fight (kept in build/demo)
	@mkdir -p $(dir $(DEMO_CAMPAIGN))
	@test -f $(DEMO_CAMPAIGN) || \
	    $(BUILD)/release/referee --db $(DEMO_CAMPAIGN) run $(DEMO_SCRIPT) > /dev/null || \
	    { rm -f $(DEMO_CAMPAIGN)*; exit 1; }
	@$(BUILD)/release/referee --db $(DEMO_CAMPAIGN) table

# Frame by frame; TOUR_SECONDS=0 prints all of them in a row.
tour: ## watch a tour of the table, from data/demo/tour.keys
tour: $(BUILD)/asan/tests/tui/fight/test_tour
	@TOUR=1 $< | awk -v seconds=$(TOUR_SECONDS) 'BEGIN { RS = "\f" } \
	    NR > 2 && seconds > 0 { printf "\033[H\033[2J" } \
	    NR > 2 { printf "%s\n", frame; fflush() } \
	    NR > 2 && seconds > 0 { system("sleep " seconds) } \
	    { frame = $$0 }'

library: ## build the resolver as a library (build/library/lib)
library: $(addprefix $(library_path)/,libresolver.a $(library_shared) resolver.pc)

install: ## install program and library under PREFIX=/usr/local (after DESTDIR)
install: all install-library
	install -d $(DESTDIR)$(BINDIR)
	install -m 755 $(BUILD)/release/referee $(DESTDIR)$(BINDIR)/referee

install-library: ## install only the library: static, shared, resolver.h, resolver.pc
install-library: library
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)
	install -m 644 src/resolver/resolver.h $(DESTDIR)$(INCLUDEDIR)/resolver.h
	install -m 644 $(library_path)/resolver.pc $(DESTDIR)$(LIBDIR)/pkgconfig/resolver.pc
	install -m 644 $(library_path)/libresolver.a $(DESTDIR)$(LIBDIR)/libresolver.a
	install -m 755 $(library_path)/$(library_shared) $(DESTDIR)$(LIBDIR)/$(library_shared)
	ln -sf $(library_shared) $(DESTDIR)$(LIBDIR)/$(library_soname)
	ln -sf $(library_soname) $(DESTDIR)$(LIBDIR)/libresolver.so

uninstall: ## remove the installed files
	rm -f $(DESTDIR)$(BINDIR)/referee $(DESTDIR)$(INCLUDEDIR)/resolver.h \
	    $(DESTDIR)$(LIBDIR)/pkgconfig/resolver.pc $(addprefix $(DESTDIR)$(LIBDIR)/,libresolver.a \
	    $(library_shared) $(library_soname) libresolver.so)

clean: ## remove everything that was built
	rm -rf $(BUILD)

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/\1|\2/p' Makefile | \
	    awk -F'|' '{ printf "  %-15s %s\n", $$1, $$2 }'
	@echo '  One test: make build/asan/tests/base/test_text. V=1 shows the commands.'

# The next four serve the gates.
warnings:
	@echo '$(WARNINGS)'

sources:
	@printf '%s\n' $(SOURCES) $(MAIN_SOURCE)

mutated-sources:
	@printf '%s\n' $(mutated_files)

syntax-c11: $(call generated,release)
	@$(CC) -std=c11 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -Isrc -Itests \
	    -I$(BUILD)/release/generated $(call outer_flags,release) \
	    $(SOURCES) $(MAIN_SOURCE) $(SANITIZER_SOURCE) $(FUZZERS) $(BENCHES) $(BENCH_HELPERS)
