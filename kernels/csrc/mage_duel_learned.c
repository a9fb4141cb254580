/* Mage Duel: what self-play taught, as `boardwright.games.mage_duel.learned` describes it: how likely Blue is to win, from a
 * small network over facts that are counted on the board. */
#include "mage_duel.h"

#include <math.h>
#include <string.h>

enum { LARGE = 60, CITIES = 2, OPEN_GRIPS = 3 };

/* Of an open structure: points of both sides, of the weaker side, open edges, Blue's points. */
typedef struct {
    int size[4];
} Open;

static int is_larger(const Open *one, const Open *other) {
    for (int i = 0; i < 4; i++)
        if (one->size[i] != other->size[i]) return one->size[i] > other->size[i];
    return 0;
}

/* Keeps the largest ones, largest first. */
static void rank_open(const Open *one, Open *largest, int count) {
    int place = count;
    while (place && is_larger(one, largest + place - 1)) place--;
    if (place == count) return;
    memmove(largest + place + 1, largest + place, (size_t)(count - place - 1) * sizeof *largest);
    largest[place] = *one;
}

static void count_facts(const Duel *duel, const uint32_t *state, double *odd, double *even) {
    const uint8_t *cells = const_bytes(state, CELL), *open = const_bytes(state, OPEN);
    double emptiness = 1 - (double)state[FILLED] / GRID, moved[OPEN_GRIPS] = {0};
    const double grips[OPEN_GRIPS] = {0.5, 1.0, duel->grip * emptiness};
    int closed = 0, contested = 0, lead[1 + KINDS] = {0}, edges[1 + KINDS] = {0};
    Open cities[CITIES] = {0}, road = {0};
    for (int root = 0; root < NODES; root++) {
        uint32_t points = state[POINTS + root];
        if (!points) continue;
        int blue = side_points(points, 0), red = side_points(points, 1), free = open[root];
        if (!free) {
            closed += blue - red;
            continue;
        }
        int kind = node_kind(duel, cells, root);
        if (blue && red) {
            contested += blue - red;
            for (int i = 0; i < OPEN_GRIPS; i++) moved[i] += duel_won(duel->node_points[kind], blue, red, grips[i] * free);
        } else {
            lead[kind] += blue - red;
            edges[kind] += blue ? free : -free;
        }
        Open one = {{blue + red, blue < red ? blue : red, free, blue}};
        if (kind == CITY_FACE)
            rank_open(&one, cities, CITIES);
        else
            rank_open(&one, &road, 1);
    }
    int blue_jokers = (int)state[JOKERS], red_jokers = (int)state[JOKERS + 1];
    const double counted[] = {closed, lead[CITY_FACE], lead[ROAD_FACE], edges[CITY_FACE],
                              edges[ROAD_FACE], contested, moved[0], moved[1], moved[2],
                              (double)duel->joker_price * (blue_jokers - red_jokers),
                              state[LAST_SIDE] == NOBODY ? 0 : state[LAST_SIDE] ? 1 : -1};
    memcpy(odd, counted, sizeof counted);
    odd += sizeof counted / sizeof *counted;
    *even++ = emptiness;
    *even++ = blue_jokers + red_jokers;
    for (int i = 0; i < CITIES; i++) {
        const int *city = cities[i].size;
        int total = city[0], ahead = 2 * city[3] - total;
        *odd++ = ahead;
        *odd++ = ((ahead > 0) - (ahead < 0)) * (total < LARGE ? total : LARGE);
        *odd++ = (double)ahead / (total + 2);
        *even++ = total;
        *even++ = city[2];
        *even++ = city[1];
    }
    *odd = 2 * road.size[3] - road.size[0];
    *even++ = road.size[0];
    *even = road.size[2];
}

static double soft(double number) {
    return number / (1 + fabs(number));
}

double duel_learned_value(const Duel *duel, const uint32_t *state) {
    double odd[ODD_FACTS], even[EVEN_FACTS], total = 0.0;
    count_facts(duel, state, odd, even);
    for (int i = 0; i < NEURONS; i++) {
        const Neuron *neuron = duel->neurons + i;
        double ahead = 0.0, common = neuron->bias;
        for (int j = 0; j < ODD_FACTS; j++) ahead += neuron->odd[j] * odd[j];
        for (int j = 0; j < EVEN_FACTS; j++) common += neuron->even[j] * even[j];
        total += neuron->output * (soft(common + ahead) - soft(common - ahead));
    }
    return tanh(total);
}
