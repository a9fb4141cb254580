/* Reads the tables of Mage Duel. */
#include "mage_duel.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP_NUMBERS = 6, MOST_GROUPS = 4 };

static int read_groups(Duel *duel, Tables *tables) {
    int32_t numbers[TILE_LAYS * MOST_GROUPS * GROUP_NUMBERS];
    if (!table_copy(tables, "group_count", TILE_LAYS, 0, MOST_GROUPS, duel->group_count) ||
        !table_copy(tables, "groups", TILE_LAYS * MOST_GROUPS * GROUP_NUMBERS, 0, 4, numbers))
        return 0;
    for (int lay = 0; lay < TILE_LAYS; lay++) {
        for (int i = 0; i < duel->group_count[lay]; i++) {
            const int32_t *from = numbers + (lay * MOST_GROUPS + i) * GROUP_NUMBERS;
            Group *group = &duel->groups[lay][i];
            *group = (Group){from[0], from[1], {from[2], from[3], from[4], from[5]}};
            if (group->kind < 1 || group->kind > KINDS || group->count < 1) return 0;
            for (int edge = 0; edge < 4; edge++)
                if (group->edges[edge] > 3) return 0;
        }
    }
    return 1;
}

static int read_fitting(Duel *duel, Tables *tables) {
    if (!table_copy(tables, "fit_start", FRAMES + 1, 0, FRAMES * TILE_LAYS, duel->fit_start)) return 0;
    size_t count = (size_t)duel->fit_start[FRAMES];
    duel->fitting = malloc((count ? count : 1) * sizeof *duel->fitting);
    if (!duel->fitting || !table_copy(tables, "fitting", count, 0, TILE_LAYS - 1, duel->fitting)) return 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        if (duel->fit_start[frame + 1] < duel->fit_start[frame] || duel->fit_start[frame + 1] > (int)count) return 0;
        for (int i = duel->fit_start[frame]; i < duel->fit_start[frame + 1]; i++)
            duel->turns[duel->fitting[i] / 4][frame] |= (uint8_t)(1 << duel->fitting[i] % 4);
    }
    return table_copy(tables, "key_count", FRAMES, 0, 2, duel->key_count) &&
           table_copy(tables, "key_lays", FRAMES * 2, 0, TILE_LAYS - 1, duel->key_lays[0]);
}

static int read_names(Duel *duel, Tables *tables) {
    int32_t letters[TILE_TYPES * OUTCOME_TEXT];
    if (!table_copy(tables, "names", TILE_TYPES * OUTCOME_TEXT, 0, 127, letters)) return 0;
    for (int i = 0; i < TILE_TYPES * OUTCOME_TEXT; i++) duel->names[0][i] = (char)letters[i];
    for (int tile = 0; tile < TILE_TYPES; tile++)
        if (duel->names[tile][OUTCOME_TEXT - 1]) return 0;
    return 1;
}

int duel_read_tables(Duel *duel, Tables *tables) {
    int32_t options[3];
    const double *learned = table_reals(tables, "learned", NEURONS * sizeof(Neuron) / sizeof(double));
    const double *reals = table_reals(tables, "weights", 4);
    if (!reals || !learned || !table_copy(tables, "options", 3, 0, 1000, options) ||
        !table_copy(tables, "node_points", 1 + KINDS, 0, 100, duel->node_points) ||
        !table_copy(tables, "faces", TILE_LAYS * 4, 1, FIELD_FACE, duel->faces[0]) ||
        !table_copy(tables, "across", GRID * 4, -SLOTS, NODES - 1, duel->across[0]) || !read_groups(duel, tables) ||
        !read_fitting(duel, tables) || !read_names(duel, tables))
        return 0;
    duel->joker_price = options[0];
    duel->end_on_full_board = options[1];
    duel->engine.longest = options[2];
    duel->grip = reals[0];
    duel->flexible = reals[1];
    duel->certain = reals[2];
    duel->engine.playout_weight = reals[3];
    memcpy(duel->neurons, learned, sizeof duel->neurons);
    return 1;
}
