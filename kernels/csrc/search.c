/* UCT with ranked moves, chance nodes and progressive widening, as `boardwright.bots.tree` describes it, without secrets. */
#define _POSIX_C_SOURCE 199309L
#include "search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DISCOUNT 0.99
#define FIRST_PLAY_URGENCY 0.3
#define LEAST_SPREAD 0.01
#define LOST -1.0
#define LOOKED 1e6 /* above all priors */
enum { LONGEST_TURN = 6, LONGEST_PATH = 512, CHECK_EVERY = 16, OFTEN = 6, MOST_BRANCHES = 96 };
static const size_t MOST_BYTES = (size_t)1 << 29; /* a search that needs more ends early */

void search_free(Search *search) {
    if (!search) return;
    for (int32_t i = 0; i < search->used; i++) free(search->nodes[i].branches);
    free(search->nodes);
    free(search->moves);
    free(search->priors);
    free(search);
}

int32_t search_new_node(Search *search) {
    if (search->used == search->room) {
        int32_t room = search->room ? search->room * 2 : 1024;
        size_t more = (size_t)(room - search->room) * sizeof(Node);
        Node *nodes = search->bytes + more > MOST_BYTES ? NULL : realloc(search->nodes, (size_t)room * sizeof(Node));
        if (!nodes) return -1;
        search->nodes = nodes;
        search->room = room;
        search->bytes += more;
    }
    search->nodes[search->used] = (Node){0};
    return search->used++;
}

Search *search_new(const Engine *engine, const uint32_t *state, double exploration, uint64_t seed, int32_t only) {
    Search *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->engine = engine;
    search->exploration = exploration;
    search->only = only;
    search->spread = 1.0;
    search->rng.state = search->luck.state = search->seed = seed;
    search->root_actor = engine->actor(engine, state);
    memcpy(search->root, state, (size_t)engine->words * sizeof *state);
    search->moves = malloc((size_t)engine->actions * sizeof *search->moves);
    search->priors = malloc((size_t)engine->actions * sizeof *search->priors);
    if (search->moves && search->priors && search_new_node(search) == 0) return search;
    search_free(search);
    return NULL;
}

/* Ranking */

static double value_after(Search *search, const uint32_t *from, int32_t action, int seat) {
    const Engine *engine = search->engine;
    uint32_t state[MAX_WORDS];
    double value[MAX_SEATS];
    memcpy(state, from, (size_t)engine->words * sizeof *state);
    engine->step(engine, state, action);
    int is_over = draw_all(engine, state, &search->rng) < 0;
    (is_over ? engine->payoffs : engine->evaluate)(engine, state, value);
    return value[seat];
}

/* Leaves out the moves that lose at once, if there are others. */
int search_rank_root(Search *search) {
    const Engine *engine = search->engine;
    int count = 1;
    if (search->only < 0) count = engine->legal(engine, search->root, search->moves);
    else search->moves[0] = search->only;
    double best = LOST;
    for (int i = 0; i < count; i++) {
        search->priors[i] = value_after(search, search->root, search->moves[i], search->root_actor);
        best = fmax(best, search->priors[i]);
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (best > LOST && search->priors[i] <= LOST) continue;
        search->moves[kept] = search->moves[i];
        search->priors[kept++] = search->priors[i];
    }
    return kept;
}

/* Brings the moves with the best priors to the front; the others are never tried below the root, and cost memory. */
static int keep_best(Search *search, int count) {
    double *priors = search->priors;
    int low = 0, high = count - 1;
    while (count > MOST_BRANCHES && low < high) {
        double pivot = priors[(low + high) / 2];
        int left = low, right = high;
        while (left <= right) {
            while (priors[left] > pivot) left++;
            while (priors[right] < pivot) right--;
            if (left > right) break;
            double prior = priors[left];
            int32_t move = search->moves[left];
            priors[left] = priors[right];
            search->moves[left++] = search->moves[right];
            priors[right] = prior;
            search->moves[right--] = move;
        }
        if (right >= MOST_BRANCHES) high = right;
        else if (left <= MOST_BRANCHES) low = left;
        else break;
    }
    return count < MOST_BRANCHES ? count : MOST_BRANCHES;
}

/* Lists the moves of a node with their priors; 0 if there is no room for them. */
static int expand(Search *search, int32_t number, const uint32_t *state) {
    const Engine *engine = search->engine;
    int count = number ? engine->candidates(engine, state, search->moves) : search_rank_root(search);
    if (number) {
        engine->priors(engine, state, search->moves, count, search->priors);
        count = keep_best(search, count);
    }
    size_t bytes = (size_t)count * sizeof(Branch);
    Branch *branches = search->bytes + bytes > MOST_BYTES ? NULL : malloc(bytes);
    if (!branches) return 0;
    search->bytes += bytes;
    for (int i = 0; i < count; i++)
        branches[i] = (Branch){search->priors[i], (uint32_t)(rng_next(&search->rng) >> 32), search->moves[i], -1, 0};
    search->nodes[number].branches = branches;
    search->nodes[number].count = count;
    return 1;
}

/* Swaps the branch at a place with the one of the best prior from there on. */
static Branch *bring_best(Node *node, int place) {
    Branch *first = node->branches + place, *best = first;
    for (Branch *each = first + 1; each < node->branches + node->count; each++)
        if (each->prior > best->prior || (each->prior == best->prior && each->tie > best->tie)) best = each;
    Branch swapped = *first;
    *first = *best;
    *best = swapped;
    return first;
}

/* Ranks the best untried moves by the evaluation after each: slower than priors, so only where it pays, and better. */
static void look_ahead(Search *search, Node *node, const uint32_t *state) {
    const Engine *engine = search->engine;
    int seat = engine->actor(engine, state);
    for (int place = node->tried; place < node->count && place < node->tried + engine->looks; place++) {
        Branch *branch = bring_best(node, place);
        branch->prior = LOOKED + value_after(search, state, branch->action, seat);
    }
}

/* Selection */

/* The branch with the best UCB score; the first untried move stands for all untried ones. NULL without room. */
static Branch *choose(Search *search, int32_t number, const uint32_t *state) {
    Node *node = search->nodes + number;
    if (!node->branches) {
        if (!expand(search, number, state)) return NULL;
        node = search->nodes + number;
    }
    if (number && node->visits == OFTEN) look_ahead(search, node, state);
    double exploration = search->exploration * search->spread * sqrt(node->visits + 1.0);
    double best = -1e9, total = 0.0;
    long visits = 0;
    Branch *choice = NULL;
    for (Branch *each = node->branches; each < node->branches + node->tried; each++) {
        const Node *child = search->nodes + each->child;
        total += child->total;
        visits += child->visits;
        double score = child->total / child->visits + exploration / ((1.0 + each->rank) * (1.0 + child->visits));
        if (score > best) {
            best = score;
            choice = each;
        }
    }
    if (node->tried == node->count) return choice;
    double expected = visits ? total / visits - FIRST_PLAY_URGENCY * search->spread : 0.0;
    if (choice && expected + exploration / (1 + node->tried) < best) return choice;
    return bring_best(node, node->tried);
}

/* Evaluation */

/* The candidate with the best prior, the first of equal ones. */
static int32_t best_candidate(Search *search, const uint32_t *state) {
    const Engine *engine = search->engine;
    int best = 0, count = engine->candidates(engine, state, search->moves);
    engine->priors(engine, state, search->moves, count, search->priors);
    for (int i = 1; i < count; i++)
        if (search->priors[i] > search->priors[best]) best = i;
    return search->moves[best];
}

/* The value for each seat: the seat that moved last finishes its turn first, because evaluations are unreliable within
 * one. Part of the value is a play-out where the engine asks for it. */
static void value_of(Search *search, uint32_t *state, int last, double *value) {
    const Engine *engine = search->engine;
    for (int step = 0;; step++) {
        int actor = draw_all(engine, state, &search->luck);
        if (actor < 0) {
            engine->payoffs(engine, state, value);
            return;
        }
        if (actor != last || step == LONGEST_TURN) break;
        engine->step(engine, state, best_candidate(search, state));
    }
    engine->evaluate(engine, state, value);
    double weight = engine->playout_weight, played[MAX_SEATS];
    if (weight <= 0.0) return;
    uint32_t end[MAX_WORDS];
    int steps;
    memcpy(end, state, (size_t)engine->words * sizeof *state);
    play_out(engine, end, &search->luck, search->moves, played, &steps);
    engine->judge(engine, state, end, played);
    for (int seat = 0; seat < engine->seats; seat++) value[seat] += weight * (played[seat] - value[seat]);
}

static void update_spread(Search *search, double value) {
    search->evaluations++;
    search->sum += value;
    search->squares += value * value;
    double mean = search->sum / search->evaluations;
    double variance = search->squares / search->evaluations - mean * mean;
    search->spread = fmax(LEAST_SPREAD, sqrt(fmax(0.0, variance)));
}

/* Iterations */

/* The child of a chance node for an outcome, made if there was none; -1 without room. Nodes move in memory. */
static int32_t outcome_child(Search *search, int32_t number, int32_t outcome) {
    Node *node = search->nodes + number;
    for (int i = 0; i < node->tried; i++)
        if (node->branches[i].action == outcome) return node->branches[i].child;
    if (!node->branches) {
        size_t bytes = (size_t)search->engine->outcomes * sizeof(Branch);
        node->branches = search->bytes + bytes > MOST_BYTES ? NULL : malloc(bytes);
        if (!node->branches) return -1;
        search->bytes += bytes;
    }
    int32_t child = search_new_node(search);
    if (child < 0) return -1;
    node = search->nodes + number;
    node->branches[node->tried] = (Branch){0.0, 0, outcome, child, node->tried};
    node->count = ++node->tried;
    return child;
}

/* Draws outcomes below a node that was there before and adds their nodes to the path; 0 without room. */
static int follow_chance(Search *search, uint32_t *state, int32_t *path, int32_t *movers, int *length) {
    const Engine *engine = search->engine;
    while (engine->actor(engine, state) == CHANCE && *length < LONGEST_PATH) {
        int32_t outcome = engine->draw(engine, state, &search->luck);
        int32_t child = outcome_child(search, path[*length - 1], outcome);
        if (child < 0) return 0;
        engine->step(engine, state, outcome);
        path[*length] = child;
        movers[(*length)++] = CHANCE;
    }
    return 1;
}

/* With chance, moves of the root share their random numbers: the n-th visit of each uses the same ones. */
static void set_luck(Search *search, const Branch *branch) {
    long visits = branch->child < 0 ? 0 : search->nodes[branch->child].visits;
    search->luck.state = search->seed + (uint64_t)visits * 0xD1B54A32D192ED03u;
}

/* One iteration; 0 if there was no room for it. */
static int iterate(Search *search) {
    const Engine *engine = search->engine;
    uint32_t state[MAX_WORDS];
    int32_t path[LONGEST_PATH], movers[LONGEST_PATH], number = 0;
    int length = 0, is_new = 0, mover = search->root_actor;
    double value[MAX_SEATS];
    memcpy(state, search->root, (size_t)engine->words * sizeof *state);
    for (int next = mover; next >= 0 && !is_new && length < LONGEST_PATH; next = engine->actor(engine, state)) {
        Branch *branch = choose(search, number, state);
        if (!branch) return 0;
        if (!length && engine->draw) set_luck(search, branch);
        mover = next;
        is_new = branch->child < 0;
        if (is_new) {
            int32_t child = search_new_node(search);
            if (child < 0) return 0;
            branch->child = child;
            branch->rank = search->nodes[number].tried++;
        }
        engine->step(engine, state, branch->action);
        path[length] = branch->child;
        movers[length++] = mover;
        if (!is_new && !follow_chance(search, state, path, movers, &length)) return 0;
        number = path[length - 1];
    }
    int is_over = engine->actor(engine, state) == GAME_OVER;
    value_of(search, state, mover, value);
    double discount = is_over ? pow(DISCOUNT, length) : 1.0;
    update_spread(search, value[search->root_actor] * discount);
    for (int seat = 0; seat < engine->seats; seat++) search->sums[seat] += value[seat] * discount;
    search->nodes[0].visits++;
    for (int i = 0; i < length; i++) {
        search->nodes[path[i]].visits++;
        if (movers[i] >= 0) search->nodes[path[i]].total += value[movers[i]] * discount;
    }
    return 1;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + time.tv_nsec * 1e-9;
}

/* Whether the first move cannot be overtaken by as many visits as are left. */
static int is_decided(const Search *search, long left) {
    const Node *root = search->nodes;
    long first = 0, second = 0;
    if (search->only >= 0) return 0; /* its value is asked for */
    for (int i = 0; i < root->tried; i++) {
        long visits = search->nodes[root->branches[i].child].visits;
        if (visits > first) {
            second = first;
            first = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return first - second > left;
}

void search_begin(Search *search, long iterations, double seconds) {
    search->made = 0;
    search->iterations = iterations;
    search->began = seconds > 0.0 ? now() : 0.0;
    search->stop = seconds > 0.0 ? search->began + seconds : 0.0;
}

static int is_done(const Search *search) {
    long made = search->made, left = search->iterations - made;
    int is_checked = made && made % CHECK_EVERY == 0;
    if (search->is_full) return 1;
    if (search->stop > 0.0) {
        double time = now();
        left = (long)((search->stop - time) * made / fmax(time - search->began, 1e-6)); /* at the pace so far */
        return made && (time >= search->stop || (is_checked && is_decided(search, left)));
    }
    return left <= 0 || (is_checked && is_decided(search, left));
}

int search_continue(Search *search, long most) {
    for (long i = 0; i < most; i++) {
        if (is_done(search)) return 0;
        search->is_full = !iterate(search);
        search->made += !search->is_full;
    }
    return 1;
}
