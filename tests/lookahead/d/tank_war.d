/// One round's matrix: of all tanks the one that leaves me best off after the opponent's best answer to it.
module bot;

import muster;
import tank_war;

/// What the position is worth to me after my action and the best action of the other seat.
long worst(const Position here, int me, ulong action)
{
    long[8 * 6] words = void;
    long least = long.max;
    foreach (child; here.children(1 - me, action, words[]))
    {
        const winner = child.phase.winner;
        const mine = child.metrics[me], its = child.metrics[1 - me];
        long worth = 6 * (mine[metricTanks] - its[metricTanks]) + mine[metricBoxes] - its[metricBoxes];
        if (winner >= 0) worth += winner == me ? 1000 : -1000;
        if (worth < least) least = worth;
    }
    return least;
}

extern (C) ulong choose(const(View)* view)
{
    const here = Position.here();
    scope (exit) here.release();
    ulong[6] codes = void;
    ulong best;
    long bestWorth = long.min;
    foreach (action; here.legalActions(view.seat, codes[]))
    {
        const worth = worst(here, view.seat, action);
        if (worth <= bestWorth) continue;
        best = action;
        bestWorth = worth;
    }
    writeln("worth ", bestWorth);
    return best;
}
