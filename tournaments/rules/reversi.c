/* The rules of Reversi as a module. `bots/build` compiles it.
 *
 * The state is the two sets of discs and the seat to move; all of it is public.
 */
#include "fields.h"
#include "reversi_moves.h"

static const char declaration[] =
    "{\"title\":\"Reversi\",\"about\":\"# Reversi\\n\\nBlack and White take turns to place a disc on a free square, so "
    "that it encloses a straight line of the other's discs between itself and another disc of its own. All discs that it "
    "encloses, in any of eight directions, are turned over. A player without such a square passes. The game ends when "
    "neither can move: the player with more discs wins.\",\"seats\":[\"Black\",\"White\"],\"max_plies\":120,"
    "\"options\":[],\"metrics\":[{\"name\":\"discs\",\"about\":\"Own discs on the board.\"}],\"actions\":["
    "{\"name\":\"place\",\"notation\":\"{square}\",\"about\":\"Places a disc.\",\"secret\":false,\"parts\":["
    "{\"name\":\"square\",\"min\":0,\"max\":63,\"about\":\"The square, row by row from the top.\",\"labels\":["
#define ROW(row) "\"a" row "\",\"b" row "\",\"c" row "\",\"d" row "\",\"e" row "\",\"f" row "\",\"g" row "\",\"h" row "\""
    ROW("1") "," ROW("2") "," ROW("3") "," ROW("4") "," ROW("5") "," ROW("6") "," ROW("7") "," ROW("8")
    "]}]},{\"name\":\"skip\",\"notation\":\"pass\",\"about\":\"Passes, if there is no other move.\",\"secret\":false,"
    "\"parts\":[]}],\"view\":[{\"name\":\"board\",\"kind\":\"u8\",\"count\":64,\"about\":\"By square, row by row from the "
    "top: 0 empty, 1 Black, 2 White.\"}],\"grids\":[{\"field\":\"board\",\"columns\":\"abcdefgh\",\"rows\":[\"1\",\"2\","
    "\"3\",\"4\",\"5\",\"6\",\"7\",\"8\"],\"click\":\"square\",\"pieces\":{\"1\":{\"seat\":0,\"symbol\":\"B\",\"name\":"
    "\"black disc\"},\"2\":{\"seat\":1,\"symbol\":\"W\",\"name\":\"white disc\"}}}],\"has\":[\"metrics\",\"show\"],"
    "\"chance\":false,\"secrets\":false}";

#define SKIP ((uint64_t)1 << 48)

typedef struct {
    board at;
    uint32_t next, zero;
} state;

static int count(squares set) { return __builtin_popcountll(set); }

static void put_view(const state *now) {
    uint8_t view[64];
    for (int square = 0; square < 64; square++) {
        view[square] = (now->at.discs[0] >> square & 1) + 2 * (now->at.discs[1] >> square & 1);
    }
    put_field(view, sizeof view);
}

static void put_position(const state *now) {
    squares moves = moves_of(&now->at, (int)now->next);
    bool is_over = !moves && !moves_of(&now->at, !now->next);
    int discs[2] = {count(now->at.discs[0]), count(now->at.discs[1])};
    if (!is_over) put_text_field(now->next ? "act 2" : "act 1");
    else if (discs[0] == discs[1]) put_text_field("draw as many discs");
    else put_text_field(discs[0] > discs[1] ? "win 0 more discs" : "win 1 more discs");
    put_field(now, sizeof *now);
    for (int empty = 0; empty < 3; empty++) put_field(NULL, 0);
    for (uint32_t seat = 0; seat < 2; seat++) {
        begin();
        if (!is_over && seat == now->next) {
            if (!moves) put_code(SKIP);
            for (squares rest = moves; rest; rest &= rest - 1) put_code((uint64_t)__builtin_ctzll(rest));
        }
        end();
    }
    for (uint32_t seat = 0; seat < 2; seat++) {
        if (!is_over && seat == now->next) put_view(now);
        else put_field(NULL, 0);
    }
    int64_t metrics[2] = {discs[0], discs[1]};
    put_field(metrics, sizeof metrics);
}

EXPORT("muster_game") void muster_game(void) {}

EXPORT("muster_choose") uint64_t muster_choose(uint32_t length) {
    read_request(length);
    state now = {{{(squares)1 << 28 | (squares)1 << 35, (squares)1 << 27 | (squares)1 << 36}}, 0, 0};
    if (request[PUBLIC].length == sizeof now) __builtin_memcpy(&now, request[PUBLIC].bytes, sizeof now);
    if (is_op("describe")) put_field(declaration, sizeof declaration - 1);
    else if (is_op("show")) put_view(&now);
    else {
        if (is_op("apply")) {
            uint64_t codes[2];
            read_moves(codes);
            uint64_t code = codes[now.next];
            if (code != SKIP) place(&now.at, (int)now.next, (squares)1 << code);
            now.next = !now.next;
        }
        put_position(&now);
    }
    return answer();
}
