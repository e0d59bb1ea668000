/* What the settings of the program do on a terminal: the bytes of titles, bells and colours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/home.h"
#include "support/unit.h"
#include "support/visit.h"

static char campaign[VISIT_PATH_SIZE];
static char config[VISIT_PATH_SIZE];

static int prepare(void **state)
{
    (void)state;
    char line[VISIT_PATH_SIZE];
    if (home_begin("XDG_CONFIG_HOME") != 0) {
        return 1;
    }
    snprintf(config, sizeof config, "XDG_CONFIG_HOME=%s", home_path(""));
    home_write("fight.referee", "encounter \"Nest ledge\"\n"
                                "add Anka side=party strength=14 wits=12 ac=24 hp=9\n"
                                "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16\n"
                                "initiative 15 5\n");
    snprintf(line, sizeof line, "run %s", home_path("fight.referee"));
    visit_campaign(campaign, "settings");
    return visit_run(campaign, line, NULL);
}

static int clear(void **state)
{
    (void)state;
    visit_remove(campaign);
    return home_end("XDG_CONFIG_HOME");
}

/* Plays the keys and leaves; returns everything the program wrote, valid until the next
 * call. */
static const char *output_of(const char *term, const char *further, const char *keys)
{
    static char output[PTY_TEXT_SIZE];
    struct terminal_kind kind = {term, "C.UTF-8", further, 24, 80};
    struct pty *pty = visit_open(campaign, &kind);
    visit_press(pty, keys);
    pty_key(pty, "q");
    struct pty_end end = pty_wait(pty);
    assert_int_equal(end.exit_code, 0);
    assert_true(pty_is_as_before(pty));
    snprintf(output, sizeof output, "%s", pty_output(pty));
    pty_close(pty);
    return output;
}

static const char *const falls =
    ": \"text:out p1 dead\" Enter \"expect:morale check due\" u \"gone:morale check due\"";

static const char *behind(const char *output, const char *part)
{
    const char *at = strstr(output, part);
    if (at == NULL) {
        fail_msg("never written: %s", part);
    }
    return at + strlen(part);
}

/* Bells that end no title. */
static int bells(const char *output)
{
    int count = 0;
    const char *title = NULL;
    for (const char *p = output; *p != '\0'; p++) {
        title = strncmp(p, "\033]", 2) == 0 ? p : title;
        count += *p == '\007' && title == NULL;
        title = *p == '\007' ? NULL : title;
    }
    return count;
}

static void test_settings__the_title_says_what_is_due_and_is_given_back(void **state)
{
    (void)state;
    const char *output = output_of("xterm-256color", config, falls);
    const char *at = behind(output, "\033[22;0t\033]2;referee: Nest ledge\007");
    at = behind(at, "\033]2;referee: Nest ledge, morale check due\007");
    at = behind(at, "\033]2;referee: Nest ledge\007");
    /* What has no stack of titles keeps none that is no longer true. */
    behind(at, "\033]2;Terminal\007\033[23;0t");
    assert_int_equal(bells(output), 0);
    output = output_of("tmux-256color", config, falls);
    behind(output, "\033[22;0t\033]0;referee: Nest ledge\007");
    at = behind(output, "\033]0;referee: Nest ledge, morale check due\007");
    behind(at, "\033]0;Terminal\007\033[23;0t");
    static const char *const without[] = {"linux", "vt100", "ansi"};
    for (int i = 0; i < 3; i++) {
        output = output_of(without[i], config, falls);
        assert_null(strstr(output, "\033]"));
        assert_null(strstr(output, "\033[22;0t"));
    }
    home_write("referee/settings.yaml", "title: no\n");
    output = output_of("xterm-256color", config, falls);
    assert_null(strstr(output, "\033]2;"));
    assert_null(strstr(output, "\033[22;0t"));
}

static void test_settings__the_bell_rings_once_when_a_check_becomes_due(void **state)
{
    (void)state;
    home_write("referee/settings.yaml", "bell: yes\n");
    assert_int_equal(bells(output_of("xterm-256color", config, falls)), 1);
    assert_int_equal(bells(output_of("xterm-256color", config, "n u Down Up")), 0);
}

/* The one who acts is colour 221 on a dark background, 94 on a light one. */
static void test_settings__themes_and_colours_reach_the_cells(void **state)
{
    (void)state;
    assert_non_null(strstr(output_of("xterm-256color", config, "Down"), "38;5;221"));
    home_write("referee/settings.yaml", "theme: light\n");
    const char *output = output_of("xterm-256color", config, "Down");
    assert_non_null(strstr(output, "38;5;94"));
    assert_null(strstr(output, "38;5;221"));
    home_write("referee/settings.yaml", "colour-active: underline 46 on 17\n");
    output = output_of("xterm-256color", config, "Down");
    assert_non_null(strstr(output, "38;5;46"));
    assert_non_null(strstr(output, "48;5;17"));
    /* At the table it changes at once, and the file with it. */
    output = output_of("xterm-256color", config,
                       ", , Down Down Down Down Right Right \"expect:theme is light now\" Esc "
                       "\"gone:settings of\" : \"text:settings colour-active theme\" Enter "
                       "\"expect:colour-active is theme now\" Down");
    assert_non_null(strstr(output, "38;5;94"));
    output = output_of("xterm-256color", config, "Down");
    assert_non_null(strstr(output, "38;5;94"));
    assert_null(strstr(output, "38;5;46"));
}

/* Whether the screen has anything but ASCII. */
static bool shows_unicode(const char *locale)
{
    struct terminal_kind kind = {"xterm-256color", locale, config, 24, 80};
    struct pty *pty = visit_open(campaign, &kind);
    bool is_there = false;
    for (const char *p = pty_screen(pty); *p != '\0'; p++) {
        is_there = is_there || (unsigned char)*p > 0x7f;
    }
    visit_leave(pty);
    return is_there;
}

/* The locale decides about the glyphs, unless the setting does. */
static void test_settings__the_signs_are_those_of_the_setting(void **state)
{
    (void)state;
    assert_true(shows_unicode("C.UTF-8"));
    assert_false(shows_unicode("C"));
    home_write("referee/settings.yaml", "glyphs: ascii\n");
    assert_false(shows_unicode("C.UTF-8"));
    home_write("referee/settings.yaml", "glyphs: auto\n");
    assert_true(shows_unicode("C.UTF-8"));
    home_write("referee/settings.yaml", "glyphs: unicode\n");
    assert_true(shows_unicode("C.UTF-8"));
    assert_true(shows_unicode("C"));
}

/* Copies beside the campaign, or none. */
static void test_settings__the_table_keeps_copies_or_none(void **state)
{
    (void)state;
    char line[2 * VISIT_PATH_SIZE];
    snprintf(line, sizeof line, "test -e '%s.backups'", campaign);
    home_write("referee/settings.yaml", "backups: no\n");
    output_of("xterm-256color", config, falls);
    assert_int_not_equal(system(line), 0);
    home_write("referee/settings.yaml", "backups: yes\n");
    /* It is made in idle moments: the table stays open until it is there. */
    struct terminal_kind kind = {"xterm-256color", "C.UTF-8", config, 24, 80};
    struct pty *pty = visit_open(campaign, &kind);
    visit_press(pty, falls);
    for (int i = 0; i < 300 && system(line) != 0; i++) {
        pty_awaits(pty, "nothing of the kind", 100);
    }
    assert_int_equal(system(line), 0);
    visit_leave(pty);
}

/* The environment has the last word: no colours stay no colours. */
static void test_settings__no_color_comes_first(void **state)
{
    (void)state;
    const char *output = output_of("xterm-256color", "NO_COLOR=1",
                                   ": \"text:settings colour-active 46\" Enter \"expect:until "
                                   "the program ends\" Esc Down");
    assert_null(strstr(output, "38;5;"));
}

static void test_settings__a_mistake_is_reported_and_the_rest_counts(void **state)
{
    (void)state;
    home_write("referee/settings.yaml", "thme: light\nglyphs: ascii\n");
    struct terminal_kind kind = {"xterm-256color", "C.UTF-8", config, 24, 80};
    struct pty *pty = visit_start(campaign, &kind);
    visit_press(pty, "\"expect:settings.yaml:1:1\" \"expect:did you mean theme?\" Esc "
                     "\"expect:Pelican 1\"");
    assert_null(strstr(pty_screen(pty), "\xe2"));
    visit_leave(pty);
}

int main(int count, char **arguments)
{
    (void)count;
    visit_begin(arguments[0]);
#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare, clear)
    const struct CMUnitTest tests[] = {
        TEST(test_settings__the_title_says_what_is_due_and_is_given_back),
        TEST(test_settings__the_bell_rings_once_when_a_check_becomes_due),
        TEST(test_settings__themes_and_colours_reach_the_cells),
        TEST(test_settings__the_signs_are_those_of_the_setting),
        TEST(test_settings__the_table_keeps_copies_or_none),
        TEST(test_settings__no_color_comes_first),
        TEST(test_settings__a_mistake_is_reported_and_the_rest_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
