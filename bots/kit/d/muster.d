/// What every bot needs, in any game: host calls, settings, dice, clock, log and positions to look ahead in.
///
/// A bot is a module that imports its game's, and has one function:
///
/// ---
/// module bot;
/// import tank_war;
///
/// extern (C) ulong choose(const(View)* view) { ... }
/// ---
module muster;

import ldc.attributes : llvmAttr;
import ldc.intrinsics : llvm_trap;

extern (C) @nogc nothrow
{
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "legal_actions")
    private uint muster_legal_actions(ulong* codes, uint capacity);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "remaining")
    private long muster_remaining();
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "game_remaining")
    private long muster_game_remaining();
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "offer")
    private void muster_offer(ulong action);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "history")
    private uint muster_history(Record* records, uint capacity);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "random")
    private ulong muster_random();
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "settings")
    private uint muster_settings(char* text, uint capacity);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "log")
    private void muster_log(const(char)* text, uint length);
}

@nogc nothrow:

/// Flag of a view: the instance is fresh although the match is not.
enum ushort restarted = 1;
/// Flag of a view: both seats act at once.
enum ushort simultaneous = 2;
/// The number of legal actions where the game does not count them.
enum uint uncounted = uint.max;

/// One action of the match so far.
struct Record
{
    ulong code;
    uint ply;
    ubyte seat;
    ubyte[3] zero;
}

private uint least(size_t one, size_t other)
{
    return cast(uint)(one < other ? one : other);
}

/// Your legal actions, as many as `codes` holds.
ulong[] legalActions(return ulong[] codes)
{
    return codes[0 .. least(codes.length, muster_legal_actions(codes.ptr, cast(uint) codes.length))];
}

/// The actions of the match so far that you may know, as many as `records` holds.
Record[] history(return Record[] records)
{
    return records[0 .. least(records.length, muster_history(records.ptr, cast(uint) records.length))];
}

/// Nanoseconds of the clock left for this call: the smaller of the move's and the game's.
long remaining()
{
    return muster_remaining();
}

/// Nanoseconds left for the game.
long gameRemaining()
{
    return muster_game_remaining();
}

/// The best action so far, which is played if the move's time runs out.
void offer(ulong action)
{
    muster_offer(action);
}

/// 64 random bits of your seat's own stream; a replayed match has the same.
ulong random()
{
    return muster_random();
}

/// A random number below `bound`, which is not 0.
uint below(uint bound)
{
    return cast(uint)((muster_random() >> 32) * bound >> 32);
}

/// The kind of an action code; the game's module names the kinds.
uint kind(ulong action)
{
    return cast(uint)(action >> 48);
}

/// Writes a text to the log of the match, which only you can read.
void write(scope const(char)[] text)
{
    muster_log(text.ptr, cast(uint) text.length);
}

/// Writes a number to the log.
void write(long number)
{
    char[20] digits;
    size_t at = digits.length;
    ulong rest = number < 0 ? -cast(ulong) number : number;
    do
    {
        digits[--at] = cast(char)('0' + rest % 10);
        rest /= 10;
    }
    while (rest);
    if (number < 0) digits[--at] = '-';
    write(digits[at .. $]);
}

/// Writes texts and numbers to the log, and ends the line: `writeln("tank ", tank)`.
void writeln(Parts...)(Parts parts)
{
    foreach (part; parts) write(part);
    write("\n");
}

private bool isSame(scope const(char)[] one, scope const(char)[] other)
{
    foreach (index, letter; one)
    {
        if (letter != other[index]) return false;
    }
    return true;
}

private __gshared char[1024] settingsText;

/// The value of a setting, or null: of `depth=4 style=bold`, `setting("style")` is `bold`.
const(char)[] setting(scope const(char)[] name)
{
    const length = least(settingsText.length, muster_settings(settingsText.ptr, settingsText.length));
    size_t start = 0;
    foreach (end; 0 .. length + 1)
    {
        if (end < length && settingsText[end] != ' ' && settingsText[end] != ',') continue;
        const word = settingsText[start .. end];
        start = end + 1;
        if (word.length > name.length && word[name.length] == '=' && isSame(word[0 .. name.length], name))
            return settingsText[end - word.length + name.length + 1 .. end];
    }
    return null;
}

/// The whole number of a setting, or `otherwise` if it is not set or not a number.
long number(scope const(char)[] name, long otherwise)
{
    const text = setting(name);
    const negative = text.length > 0 && text[0] == '-';
    const digits = negative ? text[1 .. $] : text;
    if (digits.length == 0 || digits.length > 18) return otherwise;
    long value = 0;
    foreach (digit; digits)
    {
        if (digit < '0' || digit > '9') return otherwise;
        value = 10 * value + (digit - '0');
    }
    return negative ? -value : value;
}

/// A failed assertion or an index beyond an array's end: logs where it is, and ends the bot.
extern (C) void __assert(const(char)* message, const(char)* file, int line)
{
    size_t length(const(char)* text)
    {
        size_t count = 0;
        while (text[count]) count++;
        return count;
    }

    writeln(file[0 .. length(file)], ":", cast(long) line, ": ", message[0 .. length(message)]);
    llvm_trap();
}

extern (C) @nogc nothrow
{
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_here")
    private int position_here(const(ulong)* supposed, uint count);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_read")
    private int position_read(const(char)* text, uint length);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_after")
    private int position_after(int position, long first, long second);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_playout")
    private int position_playout(int position, int plies);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_release")
    private int position_release(int position);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_phase")
    private int position_phase(int position);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_legal")
    private int position_legal(int position, int seat, ulong* codes, uint capacity);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_metrics")
    private int position_metrics(int position, int seat, long* values, uint capacity);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_view")
    private int position_view(int position, int seat, void* view, uint capacity);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_events")
    private int position_events(int position, long first, long second, char* text, uint capacity);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_text")
    private int position_text(int position, char* text, uint capacity);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_children")
    private int position_children(int position, int seat, long other, long* words, uint capacity);
    @llvmAttr("wasm-import-module", "muster") @llvmAttr("wasm-import-name", "position_error")
    private int position_error(char* text, uint capacity);
}

/// Stands for the action of a seat that does not act.
enum ulong noAction = ulong.max;

// What follows is templates, because the compiler exports any other function, whether a bot uses it or not.

/// The result of a call on positions. One that makes no sense is logged with the host's sentence, and ends the bot.
private uint told()(int result)
{
    if (result < 0)
    {
        char[1024] text = void;
        const length = position_error(text.ptr, text.length);
        writeln(text[0 .. least(text.length, length < 0 ? 0 : length)]);
        llvm_trap();
    }
    return result;
}

/// Who acts in a position, or how the game has ended.
struct Phase
{
    private int value;

@nogc nothrow:
    /// Whether the game has ended.
    bool isOver()() const
    {
        return value >= 8;
    }

    /// The seat that has won, or -1.
    int winner()() const
    {
        return value > 8 ? value - 9 : -1;
    }

    /// Whether a seat acts.
    bool acts()(int seat) const
    {
        return !isOver && (seat == 0 || seat == 1) && (value >> seat & 1) == 1;
    }
}

/// What follows an action.
struct Child()
{
    /// The action.
    ulong action;
    /// Who acts after it, or how the game has ended.
    Phase phase;
    /// The game's metrics of each seat; `metric...` of the game's kit are their places.
    const(long)[][2] metrics;
}

/// What follows each legal action of a seat: `foreach (child; children)`.
struct Children()
{
    private const(long)[] words;
    private size_t width;

@nogc nothrow:
    /// How many there are.
    size_t length() const
    {
        return words.length / width;
    }

    /// Whether there are no more.
    bool empty() const
    {
        return words.length < width;
    }

    /// The first of them.
    Child!() front() const
    {
        const half = width / 2 + 1;
        Child!() child = {words[0], Phase(cast(int) words[1])};
        child.metrics[0] = words[2 .. half];
        child.metrics[1] = words[half .. width];
        return child;
    }

    /// Leaves the first of them.
    void popFront()
    {
        words = words[width .. $];
    }
}

/// A position that a bot makes to look ahead; it is never changed. There may be 1,024 at once:
/// `scope (exit) it.release()`. All of them end with the answer, so keep none for the next.
struct Position
{
    private int handle;

@nogc nothrow:
    private static Position made()(int handle)
    {
        return Position(told(handle));
    }

    /// Whether positions are to be had: a tournament may have switched them off, and there are none while a bot starts.
    static bool isAvailable()()
    {
        return position_release(position_here(null, 0)) == 0;
    }

    /// The position of the question. Your dice fill in what you cannot know.
    static Position here()()
    {
        return made(position_here(null, 0));
    }

    /// The position of the question if the actions that the opponent has hidden were these, in their order. Your dice
    /// fill in what is missing or does not fit.
    static Position hereSupposing()(scope const(ulong)[] actions)
    {
        return made(position_here(actions.ptr, cast(uint) actions.length));
    }

    /// A position from its text, under the rules of this match.
    static Position read()(scope const(char)[] text)
    {
        return made(position_read(text.ptr, cast(uint) text.length));
    }

    /// The position after an action of the seat that acts.
    Position after()(ulong action) const
    {
        return phase.acts(0) ? afterBoth(action, noAction) : afterBoth(noAction, action);
    }

    /// The position after both seats have acted at once.
    Position afterBoth()(ulong first, ulong second) const
    {
        return made(position_after(handle, first, second));
    }

    /// The position after random legal plies: so many, or up to the end of the game.
    Position playout()(int plies) const
    {
        return made(position_playout(handle, plies));
    }

    /// Makes room for another position.
    void release()() const
    {
        position_release(handle);
    }

    /// Who acts, or how the game has ended.
    Phase phase()() const
    {
        return Phase(told(position_phase(handle)));
    }

    /// The legal actions of a seat, as many as `codes` holds.
    ulong[] legalActions()(int seat, return ulong[] codes) const
    {
        return codes[0 .. least(codes.length, told(position_legal(handle, seat, codes.ptr, cast(uint) codes.length)))];
    }

    /// The game's metrics of a seat, as many as `values` holds; `metric...` of the game's kit are their places.
    long[] metrics()(int seat, return long[] values) const
    {
        const count = told(position_metrics(handle, seat, values.ptr, cast(uint) values.length));
        return values[0 .. least(values.length, count)];
    }

    /// What a seat would see, with no time on its clocks: `position.view!View(0)`.
    View view(View)(int seat) const
    {
        View seen = void;
        const length = told(position_view(handle, seat, &seen, View.sizeof));
        assert(length == View.sizeof, "this is not the view of the game that is played");
        return seen;
    }

    /// The position as a text, which `read` reads, as much of it as `buffer` holds.
    char[] text()(return char[] buffer) const
    {
        return buffer[0 .. least(buffer.length, told(position_text(handle, buffer.ptr, cast(uint) buffer.length)))];
    }

    /// What happens in a ply, a line an event, as much of it as `buffer` holds; `noAction` for a seat that does not
    /// act.
    char[] events()(ulong first, ulong second, return char[] buffer) const
    {
        const length = told(position_events(handle, first, second, buffer.ptr, cast(uint) buffer.length));
        return buffer[0 .. least(buffer.length, length)];
    }

    /// What follows each legal action of a seat, as many as `words` holds: 2 and two for each metric. `other` is the
    /// other seat's action where both act, and otherwise `noAction`.
    Children!() children()(int seat, ulong other, return long[] words) const
    {
        const width = 2 + 2 * told(position_metrics(handle, 0, null, 0));
        const room = words.length / width;
        const count = told(position_children(handle, seat, other, words.ptr, cast(uint) room));
        return Children!()(words[0 .. width * least(room, count)], width);
    }
}
