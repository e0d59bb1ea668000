/* The settings of the program and their file: mistakes with their places, one line changed and
 * every comment kept, and what keeps the file as it is. */
#include "app/settings/program_settings.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/golden.h"
#include "support/home.h"
#include "support/unit.h"

enum { FILE_SIZE = 64 * 1024 };

static const struct program_role roles[] = {{"ACTIVE", "the combatant whose turn it is"},
                                            {"FOE", "the foes' side"}};
static struct program_settings settings;

static int begin(void **state)
{
    (void)state;
    program_settings_init(&settings, roles, 2);
    return home_begin("XDG_CONFIG_HOME");
}

static int end(void **state)
{
    (void)state;
    return home_end("XDG_CONFIG_HOME");
}

static const char *value(const char *name)
{
    return settings.value[program_setting_find(&settings, str_of(name))];
}

static const char *read_file(const char *path)
{
    static char bytes[FILE_SIZE];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t n = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[n] = '\0';
    return bytes;
}

static bool load(void)
{
    static char told[SETTINGS_TOLD_SIZE];
    struct text text = text_over(told, sizeof told);
    program_settings_init(&settings, roles, 2);
    return settings_file_load(&settings, &text);
}

static enum status change(const char *name, const char *to)
{
    struct error err;
    return settings_file_change(&settings, str_of(name), str_of(to), &err);
}

/* Each tests/app/bad_settings/NAME.yaml is answered with exactly NAME.txt: its mistakes, and
 * then the settings that are not the default. */
static void test_settings__every_bad_file_is_answered_as_expected(void **state)
{
    (void)state;
    DIR *folder = opendir("tests/app/bad_settings");
    assert_non_null(folder);
    int files = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (!str_matches_glob(str_of(entry->d_name), str_of("*.yaml"))) {
            continue;
        }
        char path[400];
        struct diagnostics diagnostics = {.count = 0};
        TEXT_BUFFER(text, FILE_SIZE);
        snprintf(path, sizeof path, "tests/app/bad_settings/%s", entry->d_name);
        program_settings_init(&settings, roles, 2);
        program_settings_read(&settings, entry->d_name, str_of(read_file(path)), &diagnostics);
        assert_true(diagnostics.count > 0);
        for (int i = 0; i < diagnostics.count; i++) {
            text_add(&text, "%s: %s\n", diagnostics.diagnostic[i].where,
                     diagnostics.diagnostic[i].text);
        }
        for (int i = 0; i < settings.count; i++) {
            if (settings.is_set[i]) {
                text_add(&text, "%s is %s\n", program_setting_name(&settings, i),
                         settings.value[i]);
            }
        }
        snprintf(path + strlen(path) - strlen("yaml"), 5, "txt");
        golden_assert_file(path, text.p);
        files++;
    }
    closedir(folder);
    assert_int_equal(files, 5);
}

/* Nothing is written until something is changed; then the file explains every setting. */
static void test_settings__a_new_file_explains_every_setting(void **state)
{
    (void)state;
    struct stat about;
    assert_true(load());
    assert_int_equal(access(settings.path, F_OK), -1);
    assert_int_equal(change("theme", "light"), STATUS_OK);
    assert_int_equal(stat(home_path("referee/settings.yaml"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    const char *text = read_file(settings.path);
    assert_non_null(strstr(text, "\ntheme: light\n"));
    assert_null(strstr(text, "#theme:"));
    for (int i = 0; i < settings.count; i++) {
        char line[200];
        snprintf(line, sizeof line, "\n#%s: %s\n", program_setting_name(&settings, i),
                 program_setting_default(&settings, i));
        assert_true(i == PROGRAM_THEME || strstr(text, line) != NULL);
        assert_non_null(strstr(text, program_setting_help(&settings, i)));
    }
    assert_true(load());
    assert_string_equal(value("theme"), "light");
    assert_int_equal(settings.number[PROGRAM_THEME], PROGRAM_THEME_LIGHT);
    assert_true(settings.is_set[PROGRAM_THEME] && !settings.is_set[PROGRAM_BELL]);
}

static void test_settings__a_change_keeps_every_comment(void **state)
{
    (void)state;
    home_write("referee/settings.yaml", "# mine\n"
                                        "theme: 'dark'   # at home, # twice\n"
                                        "\n"
                                        "tehme: x\n"
                                        "  # indented\n"
                                        "bell: no");
    assert_false(load());
    assert_int_equal(change("theme", "light"), STATUS_OK);
    assert_int_equal(change("BELL", "yes"), STATUS_OK);
    assert_int_equal(change("colour-active", "bold red"), STATUS_OK);
    assert_string_equal(read_file(settings.path), "# mine\n"
                                                  "theme: light   # at home, # twice\n"
                                                  "\n"
                                                  "tehme: x\n"
                                                  "  # indented\n"
                                                  "bell: yes\n"
                                                  "\n"
                                                  "# the combatant whose turn it is\n"
                                                  "colour-active: bold red\n");
    assert_int_equal(change("theme", "dark"), STATUS_OK);
    assert_non_null(strstr(read_file(settings.path), "\ntheme: dark   # at home, # twice\n"));
    assert_false(load());
    assert_string_equal(value("colour-active"), "bold red");
    assert_int_equal(settings.colour[0].foreground, 1);
    assert_true(settings.colour[0].is_bold);
}

/* A line with several settings, a folder in the file's place, a file that cannot be written:
 * the setting counts, and the file stays. */
static void test_settings__what_cannot_be_changed_safely_stays(void **state)
{
    (void)state;
    static const char several[] = "{theme: dark, bell: yes}\n";
    home_write("referee/settings.yaml", several);
    assert_true(load());
    assert_int_equal(change("# head", "no"), STATUS_USAGE); /* it would be a comment */
    assert_int_equal(change("bell: no #", "x"), STATUS_USAGE);
    assert_int_equal(change("theme", "light"), STATUS_DAMAGED);
    assert_string_equal(value("theme"), "light");
    assert_string_equal(read_file(settings.path), several);
    assert_int_equal(remove(settings.path), 0);
    assert_int_equal(mkdir(settings.path, 0700), 0);
    assert_false(load());
    assert_int_equal(change("bell", "yes"), STATUS_IO);
    assert_string_equal(value("bell"), "yes");
    assert_int_equal(rmdir(settings.path), 0);
    settings.path[0] = '\0';
    assert_int_equal(change("bell", "no"), STATUS_MISSING);
}

/* A link in the file's place leads to the real file, which keeps its mode. */
static void test_settings__a_link_stays_a_link(void **state)
{
    (void)state;
    struct stat about;
    char to[500];
    home_write("dotfiles/settings.yaml", "bell: no\n");
    home_write("referee/other", "");
    snprintf(to, sizeof to, "%s", home_path("dotfiles/settings.yaml"));
    assert_int_equal(chmod(to, 0644), 0);
    assert_int_equal(symlink(to, home_path("referee/settings.yaml")), 0);
    assert_true(load());
    assert_int_equal(change("bell", "yes"), STATUS_OK);
    assert_string_equal(read_file(to), "bell: yes\n");
    assert_int_equal(lstat(home_path("referee/settings.yaml"), &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(to, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0644);
}

static void test_settings__the_table_is_whole(void **state)
{
    (void)state;
    for (int i = 0; i < settings.count; i++) {
        TEXT_BUFFER(text, PROGRAM_VALUE_SIZE);
        const char *help = program_setting_help(&settings, i);
        assert_int_equal(
            program_setting_find(&settings, str_of(program_setting_name(&settings, i))), i);
        assert_true(help[0] != '\0' && strlen(help) <= 60);
        assert_string_equal(settings.value[i], program_setting_default(&settings, i));
        assert_int_equal(program_setting_step(&settings, i, 1, &text), i < PROGRAM_COLOURS);
    }
    TEXT_BUFFER(most, PROGRAM_VALUE_SIZE);
    assert_true(program_setting_step(&settings, PROGRAM_BACKUPS_NEWEST, 99, &most));
    assert_string_equal(most.p, "20");
}

static void test_colours__words_are_read(void **state)
{
    (void)state;
    struct colour_words colour;
    struct error err;
    assert_int_equal(colour_words_parse(&colour, str_of("Underline white ON 17"), &err),
                     STATUS_OK);
    assert_true(colour.is_own && colour.is_underlined && !colour.is_bold);
    assert_int_equal(colour.foreground, 7);
    assert_int_equal(colour.background, 17);
    assert_int_equal(colour_words_parse(&colour, str_of("theme"), &err), STATUS_OK);
    assert_false(colour.is_own);
    static const char *const wrong[] = {"",       "red blue",   "256",
                                        "red on", "on red",     "bold gren",
                                        "-1",     "theme bold", "default on red"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (colour_words_parse(&colour, str_of(wrong[i]), &err) != STATUS_USAGE) {
            fail_msg("\"%s\" was read", wrong[i]);
        }
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_settings__every_bad_file_is_answered_as_expected),
        TEST(test_settings__a_new_file_explains_every_setting),
        TEST(test_settings__a_change_keeps_every_comment),
        TEST(test_settings__what_cannot_be_changed_safely_stays),
        TEST(test_settings__a_link_stays_a_link),
        TEST(test_settings__the_table_is_whole),
        TEST(test_colours__words_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
