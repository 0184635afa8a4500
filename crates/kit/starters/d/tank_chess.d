/// A bot for Tank Chess. It sets up at random, shoots at the most valuable target, and moves its pieces onto lines with
/// the enemy's Command tank.
///
/// Ideas: set up behind obstacles; choose where a target retreats to; do not stop where the enemy can fire.
module bot;

import muster;
import tank_chess;

/// The value of hitting a piece, by kind: K L M H D O.
immutable int[6] worth = [100, 1, 2, 3, 4, 5];

__gshared ulong[4096] codes;

int apart(int one, int other)
{
    return one > other ? one - other : other - one;
}

/// Returns the distance from a square to the nearest line (rank, file, diagonal) through the enemy's Command tank.
int wayToGo(const(View)* view, int square)
{
    const int command = view.square[view.seat == 0 ? 14 : 0]; // Each side's piece 0 is its Command tank.
    const files = apart(square % 16, command % 16), ranks = apart(square / 16, command / 16);
    const smaller = files < ranks ? files : ranks, larger = files < ranks ? ranks : files;
    const offDiagonal = larger - smaller;
    return 4 * (offDiagonal < smaller ? offDiagonal : smaller) + larger;
}

/// Returns the value of an action. Ending the phase is worth 0, so the bot plays any useful action first.
int valueOf(const(View)* view, ulong action)
{
    switch (kind(action))
    {
    case kindShoot:
        const target = view.board[shootTarget(action)] - 1;
        return worth[view.kind[target]] * shootDistance(action);
    case kindMove:
        return wayToGo(view, moveFrom(action)) - wayToGo(view, moveTo(action));
    default:
        return 0;
    }
}

extern (C) ulong choose(const(View)* view)
{
    const actions = legalActions(codes[]);
    if (view.phase == 0) return actions[below(cast(uint) actions.length)];
    ulong best = actions[0];
    foreach (action; actions)
    {
        if (valueOf(view, action) > valueOf(view, best)) best = action;
    }
    writeln(actions.length, " actions, the best is worth ", valueOf(view, best)); // Goes to the match's log.
    return best;
}
