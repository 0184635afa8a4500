/// A bot for Tank Battle. It looks one move ahead: it captures if it can, preferably a commander, and otherwise
/// drives towards the enemy's base.
///
/// Ideas: avoid squares where the enemy can capture; bring the commander to the circle; leave no tank behind.
module bot;

import muster;
import tank_battle;

int apart(int one, int other)
{
    return one > other ? one - other : other - one;
}

/// Returns the number of steps from a square to the circle in the enemy's base: a11 for White, k1 for Black.
int wayToGo(int seat, int square)
{
    const files = apart(square % 11, seat == 0 ? 0 : 10);
    const ranks = apart(square / 11, seat == 0 ? 10 : 0);
    return files > ranks ? files : ranks;
}

int valueOf(const(View)* view, ulong action)
{
    const from = moveFrom(action), to = moveTo(action);
    const value = wayToGo(view.seat, from) - wayToGo(view.seat, to);
    switch (view.board[to])
    {
    case 0: // An empty square.
        return value;
    case 2, 4: // The enemy's commander.
        return value + 30;
    default: // Another enemy tank.
        return value + 20;
    }
}

extern (C) ulong choose(const(View)* view)
{
    ulong[256] codes = void;
    const actions = legalActions(codes[]);
    ulong best = actions[0];
    foreach (action; actions)
    {
        if (valueOf(view, action) > valueOf(view, best)) best = action;
    }
    writeln(actions.length, " moves, the best is worth ", valueOf(view, best)); // Goes to the match's log.
    return best;
}
