/// The part of the kit that all games share: host calls, settings, dice, clock, log and positions for looking ahead.
///
/// A bot is a module that imports its game's module and defines one function:
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

/// Flag of a view: the bot was restarted in the middle of the match.
enum ushort restarted = 1;
/// Flag of a view: both seats act at once.
enum ushort simultaneous = 2;
/// The value of `legal_count` if the game does not count legal actions.
enum uint uncounted = uint.max;

/// An action played earlier in the match.
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

/// Returns your legal actions, as many as fit into `codes`.
ulong[] legalActions(return ulong[] codes)
{
    return codes[0 .. least(codes.length, muster_legal_actions(codes.ptr, cast(uint) codes.length))];
}

/// Returns the actions played so far, without hidden ones, as many as fit into `records`.
Record[] history(return Record[] records)
{
    return records[0 .. least(records.length, muster_history(records.ptr, cast(uint) records.length))];
}

/// Returns the nanoseconds left for this call: the smaller of the move's and the game's clock.
long remaining()
{
    return muster_remaining();
}

/// Returns the nanoseconds left for the game.
long gameRemaining()
{
    return muster_game_remaining();
}

/// Sets the best action so far, which is played if the move's time runs out.
void offer(ulong action)
{
    muster_offer(action);
}

/// Returns 64 random bits from your seat's stream. A replay of the match draws the same bits.
ulong random()
{
    return muster_random();
}

/// Returns a random number below `bound`, which must not be 0.
uint below(uint bound)
{
    return cast(uint)((muster_random() >> 32) * bound >> 32);
}

/// Returns the kind of an action code. The game's module names the kinds.
uint kind(ulong action)
{
    return cast(uint)(action >> 48);
}

/// Writes a text to the match's log, which only you can read.
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

/// Writes texts and numbers to the log, then a line break: `writeln("tank ", tank)`.
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

/// Returns the value of a setting, or null: with `depth=4 style=bold`, `setting("style")` is `bold`.
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

/// Returns a setting as an integer, or `otherwise` if it is not set or not an integer.
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

/// Logs the line of a failed assertion or of an index out of bounds, and ends the bot.
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

/// The action of a seat that does not act.
enum ulong noAction = ulong.max;

// The functions below are templates, because the compiler exports all other functions, even unused ones.

/// Returns the result of a call on positions. After an invalid call, logs the host's message and ends the bot.
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

/// The phase of a position: the seats that act, or the result.
struct Phase
{
    private int value;

@nogc nothrow:
    /// Returns `true` if the game is over.
    bool isOver()() const
    {
        return value >= 8;
    }

    /// Returns the winner's seat, or -1 if there is none.
    int winner()() const
    {
        return value > 8 ? value - 9 : -1;
    }

    /// Returns `true` if a seat acts.
    bool acts()(int seat) const
    {
        return !isOver && (seat == 0 || seat == 1) && (value >> seat & 1) == 1;
    }
}

/// An action with the phase and the metrics after it.
struct Child()
{
    /// The action.
    ulong action;
    /// The phase after it.
    Phase phase;
    /// The metrics of each seat. The constants `metric...` of the game's kit are their indices.
    const(long)[][2] metrics;
}

/// The children of a position, one for each legal action of a seat: `foreach (child; children)`.
struct Children()
{
    private const(long)[] words;
    private size_t width;

@nogc nothrow:
    /// Returns the number of children left.
    size_t length() const
    {
        return words.length / width;
    }

    /// Returns `true` if no children are left.
    bool empty() const
    {
        return words.length < width;
    }

    /// Returns the first child.
    Child!() front() const
    {
        const half = width / 2 + 1;
        Child!() child = {words[0], Phase(cast(int) words[1])};
        child.metrics[0] = words[2 .. half];
        child.metrics[1] = words[half .. width];
        return child;
    }

    /// Removes the first child.
    void popFront()
    {
        words = words[width .. $];
    }
}

/// An immutable position for looking ahead. At most 1,024 can exist at once: `scope (exit) it.release()`.
/// All positions expire when `choose` returns.
struct Position
{
    private int handle;

@nogc nothrow:
    private static Position made()(int handle)
    {
        return Position(told(handle));
    }

    /// Returns `true` if positions are available: a tournament may disable them, and a bot has none while it starts.
    static bool isAvailable()()
    {
        return position_release(position_here(null, 0)) == 0;
    }

    /// Returns the current position. Hidden information is drawn with your dice.
    static Position here()()
    {
        return made(position_here(null, 0));
    }

    /// Returns the current position, assuming these hidden actions of the opponent, in order. Your dice replace actions
    /// that are missing or do not fit.
    static Position hereSupposing()(scope const(ulong)[] actions)
    {
        return made(position_here(actions.ptr, cast(uint) actions.length));
    }

    /// Parses a position, under the rules of this match.
    static Position read()(scope const(char)[] text)
    {
        return made(position_read(text.ptr, cast(uint) text.length));
    }

    /// Returns the position after an action of the seat that acts.
    Position after()(ulong action) const
    {
        return phase.acts(0) ? afterBoth(action, noAction) : afterBoth(noAction, action);
    }

    /// Returns the position after simultaneous actions of both seats.
    Position afterBoth()(ulong first, ulong second) const
    {
        return made(position_after(handle, first, second));
    }

    /// Plays random legal plies, up to this number or the end of the game, and returns the position.
    Position playout()(int plies) const
    {
        return made(position_playout(handle, plies));
    }

    /// Releases the position, to make room for another.
    void release()() const
    {
        position_release(handle);
    }

    /// Returns the phase: the seats that act, or the result.
    Phase phase()() const
    {
        return Phase(told(position_phase(handle)));
    }

    /// Returns a seat's legal actions, as many as fit into `codes`.
    ulong[] legalActions()(int seat, return ulong[] codes) const
    {
        return codes[0 .. least(codes.length, told(position_legal(handle, seat, codes.ptr, cast(uint) codes.length)))];
    }

    /// Returns a seat's metrics, as many as fit into `values`. `metric...` of the game's kit are their indices.
    long[] metrics()(int seat, return long[] values) const
    {
        const count = told(position_metrics(handle, seat, values.ptr, cast(uint) values.length));
        return values[0 .. least(values.length, count)];
    }

    /// Returns a seat's view, with all clocks at 0: `position.view!View(0)`.
    View view(View)(int seat) const
    {
        View seen = void;
        const length = told(position_view(handle, seat, &seen, View.sizeof));
        assert(length == View.sizeof, "this is not the view of the game that is played");
        return seen;
    }

    /// Returns the position as a text that `read` parses, as much of it as fits into `buffer`.
    char[] text()(return char[] buffer) const
    {
        return buffer[0 .. least(buffer.length, told(position_text(handle, buffer.ptr, cast(uint) buffer.length)))];
    }

    /// Returns the events of a ply, one per line, as much as fits into `buffer`. Pass `noAction` for a seat that does
    /// not act.
    char[] events()(ulong first, ulong second, return char[] buffer) const
    {
        const length = told(position_events(handle, first, second, buffer.ptr, cast(uint) buffer.length));
        return buffer[0 .. least(buffer.length, length)];
    }

    /// Returns the child of each legal action of a seat, as many as fit into `words`: each takes 2 words and 2 for each
    /// metric. `other` is the other seat's action if both act, and otherwise `noAction`.
    Children!() children()(int seat, ulong other, return long[] words) const
    {
        const width = 2 + 2 * told(position_metrics(handle, 0, null, 0));
        const room = words.length / width;
        const count = told(position_children(handle, seat, other, words.ptr, cast(uint) room));
        return Children!()(words[0 .. width * least(room, count)], width);
    }
}
