/// A bot for The Tank War. It looks one move ahead: it tries each movable tank, and moves the one that would hit
/// most and be hit least.
///
/// Ideas: look at what the other tanks hit, too; expect the enemy's best move; keep your tanks safe once you lead.
module bot;

import muster;
import tank_war;

/// The squared distance at which a tank hits: A diagonally, B straight, C two boxes away.
immutable int[3] reach = [2, 1, 4];

/// Seat 0 drives down from row 0, seat 1 up from row 5.
int rowOf(int seat, int steps)
{
    return seat == 0 ? steps : 5 - steps;
}

/// Returns the value of moving a tank: its targets one box ahead, minus the enemies that would hit it there.
int valueOf(const(View)* view, int tank)
{
    const int me = view.seat, enemy = 1 - me;
    const int steps = view.advanced[6 * me + tank] + 1;
    const int row = rowOf(me, steps), column = view.column[6 * me + tank];
    int value = -steps; // Prefer the tank that has advanced least.
    if (view.owner[6 * row + column] == enemy) value += 3; // Prefer taking a box.
    foreach (other; 0 .. 6)
    {
        const int itsSteps = view.advanced[6 * enemy + other];
        if (itsSteps < 0) continue; // Destroyed.
        const int rows = row - rowOf(enemy, itsSteps), columns = column - view.column[6 * enemy + other];
        const int distance = rows * rows + columns * columns;
        if (distance == reach[tank % 3]) value += 10; // My tank hits the enemy.
        if (distance == reach[other % 3]) value -= 10; // The enemy hits my tank.
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
    writeln("round ", view.rounds, ": tank ", best, ", worth ", bestValue); // Goes to the match's log.
    return makeMove(best);
}
