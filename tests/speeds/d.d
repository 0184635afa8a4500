/// The kernels of the table of speeds, so often as the setting `times` says.
module bot;

import muster;
import tank_battle;

__gshared bool[256] wall;

uint next(ref uint seed)
{
    return seed = (seed * 1103 + 12_345) & 0xFFFF;
}

uint add()
{
    uint sum;
    foreach (uint step; 0 .. 1_000_000) sum = (sum + (sum >> 3) + step) & 0xFFFFFF;
    return sum;
}

uint flood()
{
    bool[256] seen = false;
    int[256] stack = void;
    int count;
    uint reached;
    stack[count++] = 0;
    seen[0] = true;
    while (count > 0)
    {
        const square = stack[--count], file = square % 16, rank = square / 16;
        const int[4] beside = [file > 0 ? square - 1 : -1, file < 15 ? square + 1 : -1, rank > 0 ? square - 16 : -1,
            rank < 15 ? square + 16 : -1];
        reached++;
        foreach (other; beside)
        {
            if (other < 0 || wall[other] || seen[other]) continue;
            seen[other] = true;
            stack[count++] = other;
        }
    }
    return reached;
}

/// D without its runtime has no sort: this is Shell's.
void sort(uint[] numbers)
{
    for (size_t gap = numbers.length / 2; gap > 0; gap /= 2)
    {
        foreach (at; gap .. numbers.length)
        {
            const number = numbers[at];
            size_t to = at;
            for (; to >= gap && numbers[to - gap] > number; to -= gap) numbers[to] = numbers[to - gap];
            numbers[to] = number;
        }
    }
}

uint sorted(uint seed)
{
    uint[100] numbers = void;
    foreach (ref number; numbers) number = next(seed);
    sort(numbers[]);
    return numbers[50];
}

uint node(const Position here, ulong action)
{
    const child = here.after(action);
    scope (exit) child.release();
    long[8] first = void, second = void;
    return cast(uint)(child.metrics(0, first[])[0] - child.metrics(1, second[])[0] + 1000);
}

extern (C) ulong choose(const(View)* view)
{
    const kernel = number("kernel", 0), times = number("times", 0);
    const here = Position.here();
    scope (exit) here.release();
    ulong[256] codes = void;
    const actions = legalActions(codes[]);
    uint seed = 5, sum;
    foreach (square; 1 .. 256) wall[square] = next(seed) >> 14 == 0;
    foreach (uint run; 0 .. cast(uint) times)
    {
        uint result;
        switch (kernel)
        {
        case 0: result = add(); break;
        case 1: result = flood(); break;
        case 2: result = sorted(run); break;
        default: result = node(here, actions[run % cast(uint) actions.length]);
        }
        sum = (sum + result) & 0xFFFFFF;
    }
    writeln(cast(long) sum);
    return actions[0];
}
