/* The key table: which key runs which command line. The footer, the help and `referee commands`
 * are made from it. */
#ifndef REFEREE_APP_KEYS_H
#define REFEREE_APP_KEYS_H

enum key_context { CONTEXT_TABLE };

struct key_binding {
    enum key_context context;
    const char *key;     /* as tui/keys names it: "a", "C-r", "Space" */
    const char *command; /* a command line, or "@act" of the screen */
    const char *note;    /* short, for the footer; "" when it is not shown there */
    const char *help;
};

int key_bindings(const struct key_binding **out);

#endif
