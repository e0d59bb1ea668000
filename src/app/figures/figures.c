#include "app/figures/figures.h"

#include <stdlib.h>

#include "tracker/state.h"

void figures_init(struct figures *figures)
{
    *figures = (struct figures){.acts = 0};
    figures->side[SIDE_FOES].side = SIDE_FOES;
    figures->side[SIDE_PARTY].side = SIDE_PARTY;
}

void figures_faces_free(struct figures *figures)
{
    for (int i = 0; i < figures->faces_count; i++) {
        free(figures->faces[i].count);
    }
    free(figures->faces);
    figures->faces = NULL;
    figures->faces_count = 0;
}

void figures_row_free(struct figures_row *row)
{
    luck_free(&row->hits_luck);
    luck_free(&row->damage_luck);
    free(row->hp);
}

void figures_free(struct figures *figures)
{
    for (int i = 0; i < figures->rows; i++) {
        figures_row_free(&figures->row[i]);
    }
    figures_row_free(&figures->side[SIDE_FOES]);
    figures_row_free(&figures->side[SIDE_PARTY]);
    for (int i = 0; i < figures->thrown_count; i++) {
        free(figures->thrown[i].count);
    }
    figures_faces_free(figures);
    free(figures->row);
    free(figures->morale);
    free(figures->check);
    free(figures->thrown);
    free(figures->turn);
}
