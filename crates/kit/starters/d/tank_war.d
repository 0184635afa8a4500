/// A bot for The Tank War. It looks one move ahead: each of its tanks that may move is tried in thought, and the one
/// that would hit most and be hit least moves.
///
/// Ideas: look at what the other tanks hit, too; expect the enemy's own best move; save the tanks once you lead.
module bot;

import muster;
import tank_war;

/// At which distance a tank hits, squared: A diagonally, B straight, C two boxes away.
immutable int[3] reach = [2, 1, 4];

/// Seat 0 drives down from row 0, seat 1 up from row 5.
int rowOf(int seat, int steps)
{
    return seat == 0 ? steps : 5 - steps;
}

/// What a tank of mine would hit one box ahead, less what would hit it there.
int valueOf(const(View)* view, int tank)
{
    const int me = view.seat, enemy = 1 - me;
    const int steps = view.advanced[6 * me + tank] + 1;
    const int row = rowOf(me, steps), column = view.column[6 * me + tank];
    int value = -steps; // The tanks advance in line, the hindmost first,
    if (view.owner[6 * row + column] == enemy) value += 3; // unless there is a box to take.
    foreach (other; 0 .. 6)
    {
        const int itsSteps = view.advanced[6 * enemy + other];
        if (itsSteps < 0) continue; // Destroyed.
        const int rows = row - rowOf(enemy, itsSteps), columns = column - view.column[6 * enemy + other];
        const int distance = rows * rows + columns * columns;
        if (distance == reach[tank % 3]) value += 10; // I would hit it,
        if (distance == reach[other % 3]) value -= 10; // and it me.
    }
    return value;
}

extern (C) ulong choose(const(View)* view)
{
    int best = -1, bestValue = 0;
    foreach (tank; 0 .. 6)
    {
        const bool mayMove = (view.movable[view.seat] >> tank & 1) == 1;
        if (!mayMove) continue;
        const value = valueOf(view, tank);
        if (best < 0 || value > bestValue)
        {
            best = tank;
            bestValue = value;
        }
    }
    writeln("round ", view.rounds, ": tank ", best, ", worth ", bestValue); // To the match's log.
    return makeMove(best);
}
