/* Sagrada: who acts, which commands are legal, what follows, and what chance brings. */
#include "sagrada_rules.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int is_die(int die) {
    return die < DIE_LIMIT && ((die & 7) ? (die & 7) <= SHADES : !die);
}

static int are_dice(const uint16_t *dice, int count, int room) {
    if (count > room) return 0;
    for (int i = 0; i < count; i++)
        if (!dice[i] || !is_die(dice[i])) return 0;
    return 1;
}

static int check_seat(const Sagrada *game, const Draft *draft, int seat) {
    if (draft->choice[seat] > OFFERED || draft->window[seat] > game->window_count || draft->favor[seat] > 10000) return 0;
    if (draft->secrets[seat] > SECRETS || draft->offers[seat] > OFFERED) return 0;
    for (int i = 0; i < draft->secrets[seat]; i++)
        if (draft->secret[seat][i] < FIRST_SECRET || draft->secret[seat][i] >= FIRST_SECRET + HUES) return 0;
    for (int i = 0; i < draft->offers[seat]; i++)
        if (!draft->offer[seat][i] || draft->offer[seat][i] > game->window_count) return 0;
    for (int cell = 0; cell < PANES; cell++)
        if (!is_die(draft->frame[seat][cell])) return 0;
    return draft->round || draft->waiting || draft->offers[seat] == OFFERED;
}

static int check_cards(const Sagrada *game, const Draft *draft) {
    if (draft->publics > PUBLIC_ROOM || draft->tools > TOOL_ROOM) return 0;
    for (int i = 0; i < draft->publics; i++) {
        int known = 0;
        for (int goal = 0; goal < game->public_count; goal++) known |= game->goals[goal].id == draft->public[i];
        if (!known || place_of(draft->public, i, draft->public[i]) >= 0) return 0;
    }
    for (int i = 0; i < draft->tools; i++) {
        int known = 0;
        for (int card = 0; card < game->card_count; card++) known |= game->cards[card].id == draft->tool[i];
        if (!known || draft->points[i] > 10000 || place_of(draft->tool, i, draft->tool[i]) >= 0) return 0;
    }
    return 1;
}

static uint32_t whole_bag(const Draft *draft) {
    uint32_t all = 0;
    for (int hue = 0; hue < HUES; hue++) all |= bag_of(draft, hue);
    return all;
}

/* Whether what chance is asked for can come. */
static int check_waiting(const Sagrada *game, const Draft *draft) {
    switch (draft->waiting) {
    case WAIT_NOT: return 1;
    case WAIT_PUBLIC: return !draft->round && draft->publics < PUBLIC_ROOM;
    case WAIT_TOOL: return !draft->round && draft->tools < game->tool_count;
    case WAIT_DIE: return draft->round && whole_bag(draft) && draft->pools < POOL_ROOM;
    case WAIT_BAG: return draft->round && whole_bag(draft) && !draft->picked;
    case WAIT_ROLL: return draft->round && draft->picked;
    case WAIT_REROLL: return draft->round && draft->rolled < draft->pools;
    default: return 0;
    }
}

static int check_draft(const Sagrada *game, const Draft *draft) {
    int seats = game->engine.seats;
    if (draft->round > LAST_ROUND + 1 || draft->orders > 2 * seats || draft->tracks > ALL_DICE || draft->slots > LAST_ROUND)
        return 0;
    if (draft->round && draft->round <= LAST_ROUND && (draft->orders != 2 * seats || draft->turn >= draft->orders)) return 0;
    if (draft->turn > draft->orders || (draft->round > LAST_ROUND && (draft->waiting || !draft->orders || draft->moves))) return 0;
    for (int i = 0; i < draft->orders; i++)
        if (draft->order[i] >= seats) return 0;
    if (!draft->round && (draft->orders || draft->moves)) return 0;
    if (draft->placed > 1 || draft->used > 1 || draft->undo > 1 || !is_die(draft->picked) || draft->slots > LAST_ROUND) return 0;
    if (!are_dice(draft->pool, draft->pools, POOL_ROOM) || !are_dice(draft->track, draft->tracks, ALL_DICE) ||
        !are_dice(draft->moved, draft->moves, MOVED_ROOM))
        return 0;
    if (draft->then > game->rule_count) return 0;
    for (int i = 0; i < MOST_ARGS; i++)
        if (draft->then_args[i] > ALL_DICE) return 0;
    for (int hue = 0; hue < HUES; hue++)
        if (bag_of(draft, hue) >> ALL_DICE / HUES) return 0;
    for (int seat = 0; seat < seats; seat++)
        if (!check_seat(game, draft, seat)) return 0;
    return check_cards(game, draft) && check_waiting(game, draft);
}

static int check(const Engine *engine, const uint32_t *state) {
    const Sagrada *game = (const Sagrada *)engine;
    Match match;
    memcpy(&match, state, sizeof match);
    return match.has_past <= 1 && check_draft(game, &match.now) && (!match.has_past || check_draft(game, &match.past));
}

static int actor_of(const Sagrada *game, const Draft *draft) {
    if (draft->waiting) return CHANCE;
    if (draft->round > LAST_ROUND) return GAME_OVER;
    if (draft->round) return seat_on_turn(draft);
    for (int seat = 0; seat < game->engine.seats; seat++)
        if (!draft->choice[seat]) return seat;
    return GAME_OVER;
}

static int actor(const Engine *engine, const uint32_t *state) {
    Match match;
    memcpy(&match, state, offsetof(Match, now) + offsetof(Draft, picked));
    return actor_of((const Sagrada *)engine, &match.now);
}

/* Commands */

/* The rules that exist now, in the order in which they are tried. */
static int existing(const Sagrada *game, const Draft *draft, int32_t *out) {
    int count = 0, is_solo = game->engine.seats == 1;
    for (int i = 0; i < game->basic_count; i++) out[count++] = i;
    for (int i = 0; i < draft->tools; i++)
        for (int card = 0; card < game->card_count; card++)
            if (game->cards[card].id == draft->tool[i])
                out[count++] = is_solo ? game->cards[card].solo_activator : game->cards[card].activator;
    for (int way = 0; way < 2; way++) {
        int tool = way ? draft->passive : draft->active;
        if (way && draft->passive == draft->active) break;
        for (int card = 0; tool && card < game->card_count; card++)
            for (int i = 0; game->cards[card].id == tool && i < game->cards[card].opened; i++)
                out[count++] = game->cards[card].open[i];
    }
    return count;
}

static int stage_holds(const Sagrada *game, const Draft *draft, const CommandRule *rule, int stage, const int32_t *args) {
    for (int i = rule->stages[stage]; i < rule->stages[stage + 1]; i++)
        if (!sagrada_holds(game, draft, game->conditions + i, args)) return 0;
    return 1;
}

/* Writes the legal moves of one rule, from the argument `depth` on. */
static int list(const Sagrada *game, const Draft *draft, const CommandRule *rule, int depth, int32_t *args, int place, int32_t *out) {
    int count = 0;
    if (!stage_holds(game, draft, rule, depth, args)) return 0;
    if (depth == rule->arity) {
        *out = game->numbers[rule->numbers + place];
        return 1;
    }
    int from = rule->range_from[depth], size = rule->range_from[depth + 1] - from;
    for (int i = 0; i < size; i++) {
        args[depth] = game->values[from + i];
        count += list(game, draft, rule, depth + 1, args, place * size + i, out + count);
    }
    return count;
}

static int legal(const Engine *engine, const uint32_t *state, int32_t *out) {
    const Sagrada *game = (const Sagrada *)engine;
    Match match;
    memcpy(&match, state, sizeof match);
    int32_t rules[MOST_RULES], args[MOST_ARGS] = {0}, found[MOST_FORMS];
    int count = 0;
    if (actor_of(game, &match.now) < 0) return 0;
    if (!match.now.round) {
        for (; count < OFFERED; count++) out[count] = count;
        return count;
    }
    int rule_count = existing(game, &match.now, rules);
    for (int i = 0; i < rule_count; i++) {
        const CommandRule *rule = game->rules + rules[i];
        int known = count, has_twin = 0, number = list(game, &match.now, rule, 0, args, 0, found);
        for (int j = 0; j < i; j++) has_twin |= game->rules[rules[j]].word == rule->word;
        for (int j = 0; j < number; j++) { /* rules with the same word may have the same moves */
            int is_new = 1;
            for (int k = 0; has_twin && k < known && is_new; k++) is_new = out[k] != found[j];
            if (is_new) out[count++] = found[j];
        }
    }
    if (!count) out[count++] = game->return_action;
    return count;
}

static int accepts(const Sagrada *game, const Draft *draft, const CommandRule *rule, int32_t action, const int32_t *args) {
    if (rule->word != game->action_word[action] || rule->arity != game->action_arity[action]) return 0;
    for (int depth = 0; depth <= rule->arity; depth++) {
        int is_known = !depth;
        for (int i = depth ? rule->range_from[depth - 1] : 0; depth && i < rule->range_from[depth] && !is_known; i++)
            is_known = game->values[i] == args[depth - 1];
        if (!is_known || !stage_holds(game, draft, rule, depth, args)) return 0;
    }
    return 1;
}

static void choose_window(const Sagrada *game, Draft *draft, int number) {
    int seats = game->engine.seats, seat = actor_of(game, draft);
    draft->choice[seat] = (uint16_t)number;
    draft->undo = 1;
    if (actor_of(game, draft) >= 0) return;
    for (seat = 0; seat < seats; seat++) {
        draft->window[seat] = draft->offer[seat][draft->choice[seat] - 1];
        draft->favor[seat] = (uint16_t)(seats == 1 ? 0 : game->difficulty[draft->window[seat] - 1]);
    }
    memset(draft->offers, 0, sizeof draft->offers);
    memset(draft->offer, 0, sizeof draft->offer);
    memset(draft->choice, 0, sizeof draft->choice);
    draft->undo = 0;
    draft->waiting = WAIT_PUBLIC;
}

static void play(const Sagrada *game, Match *match, int32_t action) {
    int32_t rules[MOST_RULES];
    const int32_t *args = game->action_args + action * MOST_ARGS;
    Draft *draft = &match->now;
    if (!draft->round) {
        if (action < OFFERED && actor_of(game, draft) >= 0) choose_window(game, draft, action + 1);
        return;
    }
    int count = existing(game, draft, rules);
    for (int i = 0; i < count; i++) {
        const CommandRule *rule = game->rules + rules[i];
        if (!accepts(game, draft, rule, action, args)) continue;
        Draft before = *draft;
        draft->undo = (uint16_t)rule->undoable;
        sagrada_go_on(game, draft, rules[i], args, 0);
        int can_pass = !draft->active && (!draft->picked || draft->passive);
        if (!rule->undoable || can_pass) {
            match->has_past = 0;
            memset(&match->past, 0, sizeof match->past);
        } else if (!match->has_past) {
            match->has_past = 1;
            match->past = before;
        }
        return;
    }
    if (match->has_past) {
        match->now = match->past;
        match->has_past = 0;
        memset(&match->past, 0, sizeof match->past);
    } else {
        sagrada_give_up(game, draft);
    }
}

/* Chance */

static void weights(const Engine *engine, const uint32_t *state, int32_t *out) {
    const Sagrada *game = (const Sagrada *)engine;
    Match match;
    memcpy(&match, state, sizeof match);
    const Draft *draft = &match.now;
    for (int i = 0; i < engine->outcomes; i++) out[i] = 0;
    if (draft->waiting == WAIT_DIE || draft->waiting == WAIT_BAG)
        for (int i = 0; i < FACE_OUTCOMES; i++)
            out[i] = game->rolled[i] ? __builtin_popcount(bag_of(draft, i / SHADES)) : 0;
    if (draft->waiting == WAIT_ROLL || draft->waiting == WAIT_REROLL)
        for (int i = 0; i < SHADES; i++) out[FACE_OUTCOMES + i] = 1;
    int32_t *cards = out + CARD_OUTCOMES;
    if (draft->waiting == WAIT_PUBLIC)
        for (int i = 0; i < game->public_count; i++) cards[i] = place_of(draft->public, draft->publics, game->goals[i].id) < 0;
    cards += game->public_count;
    if (draft->waiting == WAIT_TOOL)
        for (int i = 0; i < game->card_count; i++) cards[i] = place_of(draft->tool, draft->tools, game->cards[i].id) < 0;
}

static const char *outcome_text(const Engine *engine, int outcome) {
    return ((const Sagrada *)engine)->texts[outcome];
}

static int32_t draw(const Engine *engine, const uint32_t *state, Rng *rng) {
    int32_t chances[MAX_OUTCOMES], total = 0, outcome = 0;
    weights(engine, state, chances);
    for (int i = 0; i < engine->outcomes; i++) total += chances[i];
    if (!total) return 0;
    int32_t place = (int32_t)rng_below(rng, (uint32_t)total);
    while (place >= chances[outcome]) place -= chances[outcome++];
    return outcome;
}

/* Takes the die of the lowest id out of the bag. */
static uint16_t from_bag(Draft *draft, int face) {
    int hue = face / SHADES;
    uint32_t dice = bag_of(draft, hue);
    if (!dice) return 0;
    int bit = __builtin_ctz(dice);
    draft->bag[hue][bit / 16] &= (uint16_t)~(1 << bit % 16);
    return (uint16_t)((bit * HUES + hue) << 3 | (face % SHADES + 1));
}

static void bring_card(const Sagrada *game, Draft *draft, int card) {
    if (draft->waiting == WAIT_PUBLIC) {
        if (card < game->public_count) draft->public[draft->publics++] = (uint16_t)game->goals[card].id;
        if (draft->publics == (game->engine.seats == 1 ? 2 : PUBLIC_ROOM)) draft->waiting = WAIT_TOOL;
        return;
    }
    card -= game->public_count;
    if (card < 0 || card >= game->card_count) return;
    draft->points[draft->tools] = 0;
    draft->tool[draft->tools++] = (uint16_t)game->cards[card].id;
    if (draft->tools == game->tool_count) sagrada_begin_round(game, draft);
}

static void bring(const Sagrada *game, Draft *draft, int32_t outcome) {
    int is_face = outcome < FACE_OUTCOMES, is_card = outcome >= CARD_OUTCOMES, waiting = draft->waiting;
    int shade = outcome - FACE_OUTCOMES + 1;
    uint16_t die;
    if (is_card != (waiting == WAIT_PUBLIC || waiting == WAIT_TOOL)) return;
    if (is_card) {
        bring_card(game, draft, outcome - CARD_OUTCOMES);
    } else if (is_face && (waiting == WAIT_DIE || waiting == WAIT_BAG)) {
        if (!(die = from_bag(draft, outcome))) return;
        draft->waiting = WAIT_NOT;
        if (waiting == WAIT_BAG)
            draft->picked = die;
        else {
            draft->pool[draft->pools++] = die;
            if (draft->pools < room_of(game) && whole_bag(draft)) draft->waiting = WAIT_DIE;
        }
    } else if (!is_face && waiting == WAIT_ROLL) {
        draft->picked = (uint16_t)((draft->picked & ~7) | shade);
        draft->waiting = WAIT_NOT;
    } else if (!is_face && waiting == WAIT_REROLL) {
        draft->pool[draft->rolled] = (uint16_t)((draft->pool[draft->rolled] & ~7) | shade);
        draft->rolled = (uint16_t)((draft->rolled + 1) % draft->pools);
        draft->waiting = draft->rolled ? WAIT_REROLL : WAIT_NOT;
    }
    if (draft->waiting || !draft->then) return;
    int32_t args[MOST_ARGS];
    for (int i = 0; i < MOST_ARGS; i++) args[i] = draft->then_args[i];
    sagrada_go_on(game, draft, draft->then - 1, args, draft->then_index);
}

static void step(const Engine *engine, uint32_t *state, int32_t action) {
    const Sagrada *game = (const Sagrada *)engine;
    Match match;
    memcpy(&match, state, sizeof match);
    if (match.now.waiting)
        bring(game, &match.now, action);
    else
        play(game, &match, action);
    memcpy(state, &match, sizeof match);
}

Engine *sagrada_engine(Tables *tables) {
    Sagrada *game = calloc(1, sizeof *game);
    if (!game) return NULL;
    game->engine = (Engine){
        .words = sizeof(Match) / sizeof(uint32_t), .longest = 4000, .check = check, .actor = actor, .legal = legal,
        .candidates = legal, .step = step, .draw = draw, .weights = weights, .outcome_text = outcome_text,
        .observe = sagrada_observe, .payoffs = sagrada_payoffs, .playout_move = any_move, .destroy = sagrada_destroy,
    };
    if (sagrada_read(game, tables)) return &game->engine;
    sagrada_destroy(&game->engine);
    return NULL;
}
