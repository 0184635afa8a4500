/* Moves in Reversi as sets of squares: bit 8 * row + column, row 0 on top. */
#ifndef REVERSI_MOVES_H
#define REVERSI_MOVES_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t squares;

typedef struct {
    squares discs[2]; /* By seat. */
} board;

/* Moves every square of a set by one, in one of eight directions. Squares that would leave the board are dropped. */
static inline squares step(squares set, int direction) {
    static const squares not_west = 0xFEFEFEFEFEFEFEFEull, not_east = 0x7F7F7F7F7F7F7F7Full;
    switch (direction) {
        case 0: return set >> 8;
        case 1: return (set & not_east) >> 7;
        case 2: return (set & not_east) << 1;
        case 3: return (set & not_east) << 9;
        case 4: return set << 8;
        case 5: return (set & not_west) << 7;
        case 6: return (set & not_west) >> 1;
        default: return (set & not_west) >> 9;
    }
}

/* Returns the squares on which a seat may place a disc. */
static inline squares moves_of(const board *at, int seat) {
    squares own = at->discs[seat], other = at->discs[!seat], moves = 0;
    for (int direction = 0; direction < 8; direction++) {
        squares line = step(own, direction) & other;
        for (int length = 0; length < 5; length++) line |= step(line, direction) & other;
        moves |= step(line, direction);
    }
    return moves & ~(own | other);
}

/* Places a disc and turns over the enclosed ones. */
static inline void place(board *at, int seat, squares square) {
    squares turned = 0;
    for (int direction = 0; direction < 8; direction++) {
        squares line = 0, next = step(square, direction);
        while (next & at->discs[!seat]) {
            line |= next;
            next = step(next, direction);
        }
        if (next & at->discs[seat]) turned |= line;
    }
    at->discs[seat] |= square | turned;
    at->discs[!seat] &= ~turned;
}

#endif
