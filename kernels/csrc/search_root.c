/* Tree reuse: the subtree of a state that lies ahead becomes the tree. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 8 };
static const long MOST_LOOKS = 500000; /* searching longer than this for the node costs more than it saves */

typedef struct {
    const Search *search;
    const uint32_t *target;
    size_t bytes;
    long looks;
} Hunt;

/* The node of the target state exactly `depth` steps below a node, or -1. */
static int32_t locate(Hunt *hunt, int32_t number, const uint32_t *state, int depth) {
    const Engine *engine = hunt->search->engine;
    const Node *node = hunt->search->nodes + number;
    uint32_t after[MAX_WORDS];
    for (int i = 0; i < node->tried && hunt->looks > 0; i++) {
        memcpy(after, state, hunt->bytes);
        engine->step(engine, after, node->branches[i].action);
        hunt->looks--;
        if (depth == 1 && memcmp(after, hunt->target, hunt->bytes) == 0) return node->branches[i].child;
        int32_t found = depth > 1 ? locate(hunt, node->branches[i].child, after, depth - 1) : -1;
        if (found >= 0) return found;
    }
    return -1;
}

static void drop_nodes(Search *search) {
    for (int32_t i = 0; i < search->used; i++) free(search->nodes[i].branches);
    free(search->nodes);
}

/* Keeps the subtree of one node and nothing else; 0 if memory ran out, and then nothing has changed. */
static int keep_subtree(Search *search, int32_t root) {
    Node *kept = malloc((size_t)search->room * sizeof *kept);
    if (!kept) return 0;
    int32_t used = 1;
    size_t bytes = (size_t)search->room * sizeof *kept;
    kept[0] = search->nodes[root];
    search->nodes[root].branches = NULL;
    for (int32_t i = 0; i < used; i++) {
        bytes += (size_t)kept[i].count * sizeof(Branch);
        for (int j = 0; j < kept[i].tried; j++) {
            Node *child = search->nodes + kept[i].branches[j].child;
            kept[i].branches[j].child = used;
            kept[used++] = *child;
            child->branches = NULL;
        }
    }
    drop_nodes(search);
    search->nodes = kept;
    search->used = used;
    search->bytes = bytes;
    return 1;
}

/* Ranks all legal moves of the new root by the evaluation after each; those tried already keep their children. */
static int rerank(Search *search) {
    Node *root = search->nodes;
    int count = search_rank_root(search), tried = root->tried;
    Branch *branches = malloc((size_t)(tried + count) * sizeof *branches);
    if (!branches) return 0;
    if (tried) memcpy(branches, root->branches, (size_t)tried * sizeof *branches);
    int used = tried;
    for (int i = 0; i < count; i++) {
        int place = 0, known = 0;
        while (known < tried && branches[known].action != search->moves[i]) known++;
        if (known == tried) {
            uint32_t tie = (uint32_t)(rng_next(&search->rng) >> 32);
            branches[used++] = (Branch){search->priors[i], tie, search->moves[i], -1, 0};
            continue;
        }
        for (int other = 0; other < count; other++) place += search->priors[other] > search->priors[i];
        branches[known].rank = place;
    }
    free(root->branches);
    root->branches = branches;
    root->count = used;
    return 1;
}

int search_move_root(Search *search, const uint32_t *state, uint64_t seed) {
    const Engine *engine = search->engine;
    Hunt hunt = {search, state, (size_t)engine->words * sizeof *state, MOST_LOOKS};
    int32_t found = -1;
    for (int depth = 1; depth <= DEEPEST && found < 0; depth++) found = locate(&hunt, 0, search->root, depth);
    memcpy(search->root, state, hunt.bytes);
    search->root_actor = engine->actor(engine, state);
    search->rng.state = search->luck.state = search->seed = seed;
    search->is_full = 0;
    search->only = -1;
    if (found >= 0 && keep_subtree(search, found)) return rerank(search) ? 1 : -1;
    drop_nodes(search);
    search->nodes = NULL;
    search->used = search->room = 0;
    search->bytes = 0;
    search->is_full = search_new_node(search) < 0;
    return search->is_full ? -1 : 0;
}
