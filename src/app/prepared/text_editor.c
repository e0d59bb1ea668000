#include "app/prepared/text_editor.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/file/text_file.h"

extern char **environ;

enum { FOLDER_SIZE = 400, STEM_MAX = 40, WORDS_MAX = 16, COMMAND_SIZE = 512 };

/* ---- words ----------------------------------------------------------------------------- */

/* The words of a command; ended by NULL. */
struct editor_words {
    char bytes[COMMAND_SIZE];
    char *word[WORDS_MAX + 1];
    int count;
};

/* Copies one word to *at, without its quotes; returns the rest of the command. */
static const char *read_word(const char *from, char **at)
{
    char quote = '\0';
    for (; *from != '\0' && (quote != '\0' || *from != ' '); from++) {
        if (quote == '\0' && (*from == '"' || *from == '\'')) {
            quote = *from;
        } else if (*from == quote) {
            quote = '\0';
        } else {
            *(*at)++ = *from;
        }
    }
    *(*at)++ = '\0';
    return from;
}

/* STATUS_USAGE when there are none, or too many. */
static enum status read_words(struct editor_words *out, const char *command, struct error *err)
{
    char *at = out->bytes;
    out->count = 0;
    if (strlen(command) >= sizeof out->bytes) {
        return error_set(err, STATUS_USAGE, "", "the editor's command is too long");
    }
    for (;;) {
        while (*command == ' ' || *command == '\t') {
            command++;
        }
        if (*command == '\0') {
            break;
        }
        if (out->count == WORDS_MAX - 2) { /* the line and the file come after them */
            return error_set(err, STATUS_USAGE, "", "the editor's command has too many words");
        }
        out->word[out->count++] = at;
        command = read_word(command, &at);
    }
    out->word[out->count] = NULL;
    return out->count > 0 ? STATUS_OK
                          : error_set(err, STATUS_USAGE, "", "the editor's command is empty");
}

/* The name without its folder. */
static const char *name_of(const char *program)
{
    const char *slash = strrchr(program, '/');
    return slash != NULL ? slash + 1 : program;
}

/* Editors that take the first line as +12. */
static bool takes_line(const char *program)
{
    static const char *const names[] = {"vi",   "vim", "nvim", "nano",  "emacs",
                                        "pico", "joe", "kak",  "micro", "ed"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name_of(program), names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static const char *wanted_editor(void)
{
    static const char *const variables[] = {"VISUAL", "EDITOR"};
    for (int i = 0; i < 2; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[strspn(value, " \t")] != '\0') {
            return value;
        }
    }
    return "vi";
}

/* ---- the file -------------------------------------------------------------------------- */

/* Makes the folder; `file` is the path of the file in it. */
static enum status make_place(char file[EDITOR_FILE_SIZE], const char *name, struct error *err)
{
    const char *temporary = getenv("TMPDIR");
    char made[FOLDER_SIZE];
    struct text folder = text_over(made, sizeof made);
    text_add(&folder, "%s/referee-XXXXXX",
             temporary != NULL && temporary[0] == '/' ? temporary : "/tmp");
    if (folder.is_cut || mkdtemp(made) == NULL) {
        return error_set(err, STATUS_IO, "", "there is no folder for the text to edit: %s",
                         folder.is_cut ? "TMPDIR is too long" : strerror(errno));
    }
    struct text path = text_over(file, EDITOR_FILE_SIZE);
    text_add(&path, "%s/", made);
    int stem = path.n;
    for (int i = 0; name[i] != '\0' && i < STEM_MAX; i++) {
        bool is_plain = char_is_letter(name[i]) || char_is_digit(name[i]);
        text_add_char(&path, is_plain ? name[i] : '_');
    }
    text_add(&path, "%s.yaml", path.n == stem ? "encounter" : "");
    return STATUS_OK;
}

/* Also removes what editors leave beside the file. */
void text_edit_forget(char *file)
{
    char path[EDITOR_FILE_SIZE + 300];
    char *slash = strrchr(file, '/');
    if (slash == NULL) {
        return;
    }
    *slash = '\0';
    DIR *folder = opendir(file);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            text_format(path, sizeof path, "%s/%s", file, entry->d_name);
            unlink(path);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    rmdir(file);
    file[0] = '\0';
}

/* ---- running --------------------------------------------------------------------------- */

/* C-c and C-\ in the editor are not for this program; C-z stops both, as a shell expects. */
static const struct {
    int number;
    void (*handler)(int);
} meanwhile[] = {{SIGINT, SIG_IGN}, {SIGQUIT, SIG_IGN}, {SIGTSTP, SIG_DFL}};
enum { MEANWHILE = sizeof meanwhile / sizeof meanwhile[0] };

/* Runs it with the usual signals, and with its errors on the terminal like its other output. */
static int spawn(pid_t *child, char *const words[])
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t usual, none;
    sigemptyset(&none);
    sigemptyset(&usual);
    static const int numbers[] = {SIGINT,  SIGQUIT, SIGTSTP, SIGTERM, SIGHUP,
                                  SIGCONT, SIGPIPE, SIGABRT, SIGWINCH};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sigaddset(&usual, numbers[i]);
    }
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setsigmask(&attributes, &none);
    if (!isatty(STDERR_FILENO) && isatty(STDOUT_FILENO)) {
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    }
    int failure = posix_spawnp(child, words[0], &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

/* Waits for its end. A request to end this program is for the editor too. */
static int wait_for(pid_t child, bool (*must_end)(void))
{
    int status = 0;
    bool was_asked = false;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1;
        }
        if (!was_asked && must_end != NULL && must_end()) {
            was_asked = true;
            kill(child, SIGTERM);
        }
    }
    return status;
}

static enum status run(struct editor_words *words, bool (*must_end)(void), struct error *err)
{
    pid_t child;
    struct sigaction before[MEANWHILE];
    sigset_t none, mask;
    const char *name = name_of(words->word[0]);
    sigemptyset(&none);
    for (int i = 0; i < MEANWHILE; i++) {
        struct sigaction action = {.sa_handler = meanwhile[i].handler};
        sigemptyset(&action.sa_mask);
        sigaction(meanwhile[i].number, &action, &before[i]);
    }
    sigprocmask(SIG_SETMASK, &none, &mask);
    int failure = spawn(&child, words->word);
    int status = failure == 0 ? wait_for(child, must_end) : -1;
    sigprocmask(SIG_SETMASK, &mask, NULL);
    for (int i = 0; i < MEANWHILE; i++) {
        sigaction(meanwhile[i].number, &before[i], NULL);
    }
    if (failure != 0) {
        return error_set(err, STATUS_IO, "", "nothing is changed: %.40s cannot be run: %s",
                         name, strerror(failure));
    }
    if (status != -1 && WIFSIGNALED(status)) {
        return error_set(err, STATUS_IO, "", "nothing is changed: %.40s was ended by signal %d",
                         name, WTERMSIG(status));
    }
    if (status == -1 || WEXITSTATUS(status) != 0) {
        return error_set(err, STATUS_IO, "", "nothing is changed: %.40s failed (%d)", name,
                         status == -1 ? -1 : WEXITSTATUS(status));
    }
    return STATUS_OK;
}

static enum status edit_file(const struct text_editing *editing, struct editor_words *words,
                             struct error *err)
{
    char line[24];
    if (editing->line > 0 && takes_line(words->word[0])) {
        text_format(line, sizeof line, "+%d", editing->line);
        words->word[words->count++] = line;
    }
    words->word[words->count++] = editing->file;
    words->word[words->count] = NULL;
    enum status status = run(words, editing->must_end, err);
    if (status != STATUS_OK) {
        return status;
    }
    char *left = malloc((size_t)editing->size);
    CHECK(left != NULL);
    status = text_file_read(editing->file, left, editing->size, err);
    if (status == STATUS_OK) {
        memcpy(editing->bytes, left, strlen(left) + 1);
    }
    free(left);
    return status;
}

enum status text_edit(const struct text_editing *editing, struct error *err)
{
    struct editor_words words;
    enum status status = read_words(&words, wanted_editor(), err);
    bool is_left = editing->file[0] != '\0' && access(editing->file, F_OK) == 0;
    if (status == STATUS_OK && !is_left) {
        editing->file[0] = '\0';
        status = make_place(editing->file, editing->name, err);
        if (status == STATUS_OK) {
            status = text_file_write(editing->file, str_of(editing->bytes), false, err);
        }
    }
    if (status == STATUS_OK) {
        status = edit_file(editing, &words, err);
    }
    if (status == STATUS_IO && !is_left) {
        text_edit_forget(editing->file);
    }
    return status;
}
