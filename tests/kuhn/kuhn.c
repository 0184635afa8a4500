/* The rules of kuhn.js in C. */
#define MUSTER_CHANCE
#include "muster_rules.h"

struct muster_state {
    uint8_t step, next, moves, winner, folded, stake, open, chips[2], shown[2], cups[2];
    struct {
        uint8_t card, cup;
    } own[2];
    uint8_t deck[3];
};
struct muster_view {
    uint16_t pot;
    uint8_t card, cup, chips[2], shown[2], stake, next;
};
MUSTER_OWN_STATE(own)

MUSTER_GAME("Kuhn Poker with Cups", "Ann", "Bob", 8, "The rules of kuhn.js.",
    OPTIONS(NUMBER("stake", 1, 3, 1, "Chips of a bet."), FLAG("open", false, "Cards are shown after a fold, too."))
    METRICS(METRIC("won", "Chips won in the end, below 0 if lost."))
    ACTIONS(SECRET_ACTION("lay", "+{chips}", "Lays chips under the cup.", PART("chips", 0, 2, "Chips.")),
            ACTION("stay", "stay", "Adds nothing; folds against a bet."), ACTION("bet", "bet", "Bets, or calls a bet."))
    VIEW(FIELD("pot", "u16", 1, "Chips in the pot."), FIELD("card", "u8", 1, "Your card: 1 jack, 2 queen, 3 king, 0 none."),
         FIELD("cup", "u8", 1, "Chips under your cup and one more; 0 before."),
         FIELD("chips", "u8", 2, "By seat: chips in the pot."),
         FIELD("shown", "u8", 2, "By seat: the card that is shown, or 0."), FIELD("stake", "u8", 1, "Rule option."),
         FIELD("next", "u8", 1, "The seat to act.")));

enum { CUPS, SHUFFLE, DEAL, DEAL_OTHER, BEGIN, BET, OVER };
enum { LAY, STAY, BETS };
static const char *const names[2] = {"Ann", "Bob"};

void start(muster_state *state) {
    state->stake = (uint8_t)option_number("stake");
    state->open = option_is("open", "true");
    state->chips[0] = state->chips[1] = 1;
}

muster_turn turn(const muster_state *state) {
    switch (state->step) {
    case CUPS: return both_act();
    case SHUFFLE: return chance(6, 0);
    case DEAL: return chance(3, 1u << state->next);
    case DEAL_OTHER: return chance(2, 2u >> state->next);
    case BEGIN: return chance(2, 3);
    case BET: return act(state->next);
    default: return win(state->winner - 1, state->folded ? "the other folded" : "the higher card");
    }
}

void legal(const muster_state *seen, int seat) {
    (void)seat;
    for (uint64_t chips = 0; chips < 3 && seen->step == CUPS; chips++) allow(muster_move(LAY, chips));
    for (unsigned kind = STAY; kind <= BETS && seen->step != CUPS; kind++) allow(muster_move(kind, 0));
}

/* Takes a card out of a deck of three. */
static uint8_t take(uint8_t *deck, int64_t at) {
    uint8_t card = deck[at];
    for (; at < 2; at++) deck[at] = deck[at + 1];
    deck[2] = 0;
    return card;
}

static void decide(muster_state *state, bool bets) {
    int next = state->next;
    bool faces = state->chips[!next] > state->chips[next];
    if (bets) state->chips[next] = 1 + state->stake;
    state->next = !next;
    if (++state->moves == 1 || (bets && !faces)) return;
    state->folded = faces && !bets;
    state->winner = (uint8_t)(1 + (state->folded ? !next : state->own[1].card > state->own[0].card));
    for (int seat = 0; seat < 2; seat++) {
        if (state->open || !state->folded) state->shown[seat] = state->own[seat].card;
        state->cups[seat] = state->own[seat].cup;
    }
    state->step = OVER;
}

void apply(muster_state *state, const muster_moves *moves) {
    int dealt = state->step == DEAL ? state->next : !state->next;
    switch (state->step) {
    case CUPS:
        for (int seat = 0; seat < 2; seat++) state->own[seat].cup = (uint8_t)(1 + muster_payload(moves->code[seat]));
        break;
    case SHUFFLE: {
        uint8_t cards[3] = {1, 2, 3};
        state->deck[0] = take(cards, moves->chance / 2);
        state->deck[1] = take(cards, moves->chance % 2);
        state->deck[2] = cards[0];
        break;
    }
    case DEAL:
    case DEAL_OTHER: state->own[dealt].card = take(state->deck, moves->chance); break;
    case BEGIN: state->next = (uint8_t)moves->chance; break;
    default: decide(state, muster_kind(moves->code[state->next]) == BETS); return;
    }
    state->step++;
}

int metrics(const muster_state *state, int seat, int64_t *values) {
    int loser = 2 - state->winner;
    int loss = state->step == OVER ? state->chips[loser] + state->cups[loser] - 1 : 0;
    values[0] = seat == loser ? -loss : loss;
    return 1;
}

muster_turn score(const muster_state *state) {
    const uint8_t *chips = state->chips;
    return chips[0] == chips[1] ? draw(NULL) : win(chips[1] > chips[0], NULL);
}

void show(const muster_state *seen, int seat, muster_view *view) {
    view->pot = seen->chips[0] + seen->chips[1];
    view->card = seen->own[seat].card;
    view->cup = seen->own[seat].cup;
    for (int of = 0; of < 2; of++) view->chips[of] = seen->chips[of], view->shown[of] = seen->shown[of];
    view->stake = seen->stake;
    view->next = seen->next;
}

static void tell(const char *name, const char *words) {
    char text[40];
    uint32_t length = muster_length(name);
    __builtin_memcpy(text, name, length);
    __builtin_memcpy(text + length, words, muster_length(words) + 1);
    say_event(text, NULL, 0, 0);
}

void events(const muster_state *seen, const muster_moves *moves) {
    static const char *const lays[3] = {" lays 0 under the cup", " lays 1 under the cup", " lays 2 under the cup"};
    int next = seen->next;
    switch (seen->step) {
    case CUPS:
        for (int seat = 0; seat < 2; seat++) {
            if (moves->acts[seat]) tell(names[seat], lays[muster_payload(moves->code[seat])]);
        }
        break;
    case SHUFFLE: tell("the deck", " is shuffled"); break;
    case BEGIN: tell(names[moves->chance], " begins"); break;
    case BET: tell(names[next], muster_kind(moves->code[next]) == BETS ? " bets" : " stays"); break;
    default: tell(names[seen->step == DEAL ? next : !next], " gets a card");
    }
}

void scene(const muster_state *seen) {
    static const char *const letters[4] = {"?", "J", "Q", "K"}, *const cups[4] = {"?", "0", "1", "2"};
    say_shape("{'id':'table','line':[10,130,200,130],'name':'the \\'table\\''}");
    for (int seat = 0; seat < 2; seat++) {
        int top = 20 + 130 * seat;
        int card = seen->shown[seat] ? seen->shown[seat] : seen->own[seat].card;
        int cup = seen->cups[seat] ? seen->cups[seat] : seen->own[seat].cup;
        say_shape("{'id':'card%d','rect':[20,%d,60,84],'text':'%s','seat':%d,'name':'%s%s card'}", seat, top, letters[card],
                  seat, names[seat], "'s");
        say_shape("{'id':'cup%d','circle':[120,%d,20],'text':'%s','seat':%d}", seat, top + 42, cups[cup], seat);
        say_shape("{'id':'chips%d','at':[180,%d],'text':'%d'}", seat, top + 42, seen->chips[seat]);
    }
    for (int chips = 0; chips < 3 && seen->step == CUPS; chips++) {
        say_shape("{'id':'lay%d','at':[%d,260],'text':'+%d','action':%llu}", chips, 40 + 40 * chips, chips,
                  muster_move(LAY, (uint64_t)chips));
    }
    if (seen->step != BET) return;
    say_shape("{'id':'stay','at':[40,260],'text':'stay','action':%llu}", muster_move(STAY, 0));
    say_shape("{'id':'bet','at':[120,260],'text':'bet','action':%llu}", muster_move(BETS, 0));
}

void write_text(const muster_state *state) {
    for (uint32_t at = 0; at < sizeof *state; at++) say_text("%d", ((const uint8_t *)state)[at]);
}

const char *read_text(muster_state *state, const char *text) {
    uint32_t at = 0;
    for (; at < sizeof *state && text[at] >= '0' && text[at] <= '9'; at++) ((uint8_t *)state)[at] = (uint8_t)(text[at] - '0');
    return at == sizeof *state && !text[at] ? NULL : "a text has twenty digits";
}

static void swap(uint8_t *pair) {
    uint8_t first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

void mirror(muster_state *state) {
    swap(state->chips);
    swap(state->shown);
    swap(state->cups);
    uint8_t own[4] = {state->own[1].card, state->own[1].cup, state->own[0].card, state->own[0].cup};
    __builtin_memcpy(state->own, own, sizeof own);
    state->next = !state->next;
    if (state->winner) state->winner = 3 - state->winner;
}

void imagine(muster_state *seen, int seat, uint64_t *dice) {
    uint8_t cards[3] = {0, 0, 0}, count = 0;
    for (uint8_t card = 1; card < 4; card++) {
        if (card != seen->own[seat].card && card != seen->shown[!seat]) cards[count++] = card;
    }
    bool has_card = seen->step > DEAL_OTHER || (seen->step == DEAL_OTHER && seat != seen->next);
    uint8_t drawn = has_card && !seen->shown[!seat] ? take(cards, muster_below(dice, count--)) : 0;
    seen->own[!seat].card = seen->shown[!seat] ? seen->shown[!seat] : drawn;
    if (seen->step > CUPS) seen->own[!seat].cup = seen->cups[!seat] ? seen->cups[!seat] : (uint8_t)(1 + muster_below(dice, 3));
    for (int at = 0; at < 3 && seen->step >= DEAL; at++) seen->deck[at] = count ? take(cards, muster_below(dice, count--)) : 0;
}
