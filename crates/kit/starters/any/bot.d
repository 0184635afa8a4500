/// A bot for $title. It looks one move ahead: $plan.
///
/// Ideas: expect the opponent's best answer (`after`, `children`); play random games to the end (`playout`); look at the
/// view.
module bot;

import muster;
import $name;

/// The bot considers this many moves.
enum most = 1024;
enum long won = 1_000_000_000;

__gshared ulong[most] codes;
__gshared ulong[most] answers;
__gshared long[most] leads;
__gshared long[most * (2 + 2 * $metrics)] words;

/// Returns the index of the best move; of equal ones, the first after `start`.
size_t bestOf(const(View)* view, size_t start)
{
    const here = Position.here();
    scope (exit) here.release();
    const int seat = view.seat;
    ulong other = noAction;
    if (view.flags & simultaneous)
    {
        const its = here.legalActions(1 - seat, answers[]);
        other = its[below(cast(uint) its.length)];
    }
    size_t count = 0;
    foreach (child; here.children(seat, other, words[]))
    {
        const winner = child.phase.winner;
        if (winner >= 0) leads[count] = winner == seat ? won : -won;
        else leads[count] = child.phase.isOver ? 0 : $lead{child.metrics[seat][0] - child.metrics[1 - seat][0]};
        count++;
    }
    size_t best = start;
    foreach (step; 1 .. count)
    {
        const next = (start + step) % count;
        if (leads[next] > leads[best]) best = next;
    }
    return best;
}

extern (C) ulong choose(const(View)* view)
{
    const actions = legalActions(codes[]);
    const start = below(cast(uint) actions.length);
    offer(actions[start]); // Is played if the time runs out.
    const best = Position.isAvailable() ? bestOf(view, start) : start;
    writeln("ply ", view.ply, ": move ", best, " of ", actions.length); // Goes to the match's log.
    return actions[best];
}
