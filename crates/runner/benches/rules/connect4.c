/* Connect Four as a module, as in `tournaments/rules/connect4.py`. `bots/build` compiles it. */
#include "../../../../tournaments/rules/fields.h"

static const char declaration[] =
    "{\"title\":\"Connect Four in C\",\"about\":\"Four in a line win.\",\"seats\":[\"Red\",\"Yellow\"],\"max_plies\":42,"
    "\"options\":[],\"metrics\":[{\"name\":\"longest\",\"about\":\"Length of the longest line of own discs.\"}],\"actions\""
    ":[{\"name\":\"drop\",\"notation\":\"{column}\",\"about\":\"Drops a disc into a column.\",\"secret\":false,\"parts\":["
    "{\"name\":\"column\",\"min\":0,\"max\":6,\"about\":\"The column, 0 on the left.\"}]}],\"view\":[{\"name\":\"board\","
    "\"kind\":\"u8\",\"count\":42,\"about\":\"By square, row by row from the top: 0 empty, 1 Red, 2 Yellow.\"}],\"grids\":"
    "[],\"has\":[\"metrics\",\"show\"],\"chance\":false,\"secrets\":false}";

typedef struct {
    uint8_t board[42], next, plies, longest[2];
} state;

static int reach(const uint8_t *board, int row, int column, int down, int right, int own) {
    int count = 0;
    for (row += down, column += right; row >= 0 && row < 6 && column >= 0 && column < 7; row += down, column += right) {
        if (board[7 * row + column] != own) break;
        count++;
    }
    return count;
}

static void drop(state *now, int column) {
    static const int8_t directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int row = 5, own = now->next + 1;
    while (now->board[7 * row + column]) row--;
    now->board[7 * row + column] = (uint8_t)own;
    for (int i = 0; i < 4; i++) {
        int down = directions[i][0], right = directions[i][1];
        int line = 1 + reach(now->board, row, column, down, right, own) + reach(now->board, row, column, -down, -right, own);
        if (line > now->longest[now->next]) now->longest[now->next] = (uint8_t)line;
    }
    now->next = !now->next;
    now->plies++;
}

static void put_position(const state *now) {
    bool is_won = now->longest[!now->next] >= 4, is_over = is_won || now->plies == 42;
    if (is_won) put_text_field(now->next ? "win 0 four in a line" : "win 1 four in a line");
    else if (is_over) put_text_field("draw the board is full");
    else put_text_field(now->next ? "act 2" : "act 1");
    put_field(now, sizeof *now);
    for (int empty = 0; empty < 3; empty++) put_field(NULL, 0);
    for (int seat = 0; seat < 2; seat++) {
        begin();
        for (int column = 0; column < 7 && !is_over && seat == now->next; column++) {
            if (!now->board[column]) put_code((uint64_t)column);
        }
        end();
    }
    for (int seat = 0; seat < 2; seat++) {
        put_field(now->board, !is_over && seat == now->next ? sizeof now->board : 0);
    }
    int64_t metrics[2] = {now->longest[0], now->longest[1]};
    put_field(metrics, sizeof metrics);
}

EXPORT("muster_game") void muster_game(void) {}

EXPORT("muster_choose") uint64_t muster_choose(uint32_t length) {
    read_request(length);
    state now = {{0}, 0, 0, {0}};
    if (request[PUBLIC].length == sizeof now) __builtin_memcpy(&now, request[PUBLIC].bytes, sizeof now);
    if (is_op("describe")) put_field(declaration, sizeof declaration - 1);
    else if (is_op("show")) put_field(now.board, sizeof now.board);
    else {
        if (is_op("apply")) {
            uint64_t codes[2];
            read_moves(codes);
            drop(&now, (int)codes[now.next]);
        }
        put_position(&now);
    }
    return answer();
}
