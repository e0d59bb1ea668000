/* The smallest program with a screen: it starts curses like ours, fills the screen once and
 * waits to be ended. bench_start compares with it. */
#include <locale.h>
#include <unistd.h>

#include <curses.h>

int main(void)
{
    setlocale(LC_CTYPE, "");
    initscr();
    start_color();
    use_default_colors();
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    for (int row = 0; row < LINES; row++) {
        move(row, 0);
        for (int column = 0; column < COLS - (row == LINES - 1); column++) {
            addch((chtype)('a' + (row + column) % 26) | (row % 3 == 0 ? A_BOLD : A_NORMAL));
        }
    }
    refresh();
    for (;;) {
        pause();
    }
}
