/// What every bot needs, in any game: host calls, settings, dice, clock and log.
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
