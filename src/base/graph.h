/* Small charts as text: numbers over time as columns of dots, blocks or characters. The signs
 * of each set are one table (graph.def). This knows no screen: one sign at a time is asked for.
 */
#ifndef REFEREE_BASE_GRAPH_H
#define REFEREE_BASE_GRAPH_H

enum graph_set { GRAPH_BRAILLE, GRAPH_BLOCKS, GRAPH_ASCII };

/* Numbers from 0 to `full` over some rows, from the left edge on. A number above 0 is at least
 * the lowest dot, and only `full` and more fills the column. Borrowed. */
struct graph {
    enum graph_set set;
    const int *number;
    int count, full, rows;
};

/* The numbers that a cell shows side by side. */
int graph_numbers_in(enum graph_set set);
/* The columns it takes. */
int graph_columns(const struct graph *graph);
/* The sign in this row, from the top, and column: one column wide, static. */
const char *graph_sign(const struct graph *graph, int row, int column);

#endif
