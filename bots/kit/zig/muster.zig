//! What every bot needs, in any game: host calls, settings and random numbers.
//!
//! A bot imports the module of its game and writes one function:
//!
//!     const tank_war = @import("tank_war");
//!
//!     pub fn choose(view: *const tank_war.View) u64 { ... }

const std = @import("std");

/// Flag of a view: the instance is fresh although the match is not.
pub const restarted: u16 = 1;
/// Flag of a view: both seats act at once.
pub const simultaneous: u16 = 2;
/// The number of legal actions where the game does not count them.
pub const uncounted: u32 = 0xFFFF_FFFF;

/// One action of the match so far.
pub const Record = extern struct {
    code: u64,
    ply: u32,
    seat: u8,
    zero: [3]u8,
};

const door = struct {
    extern "muster" fn legal_actions(codes: [*]u64, capacity: u32) u32;
    extern "muster" fn remaining() i64;
    extern "muster" fn game_remaining() i64;
    extern "muster" fn offer(action: u64) void;
    extern "muster" fn history(records: [*]Record, capacity: u32) u32;
    extern "muster" fn random() u64;
    extern "muster" fn settings(text: [*]u8, capacity: u32) u32;
    extern "muster" fn log(text: [*]const u8, length: u32) void;
};

/// Nanoseconds of the clock left for this call: the smaller of the move's and the game's.
pub const remaining = door.remaining;
/// Nanoseconds left for the game.
pub const gameRemaining = door.game_remaining;
/// The best action so far, which is played if the move's time runs out.
pub const offer = door.offer;
/// 64 random bits of your seat's own stream; a replayed match has the same.
pub const random = door.random;

/// Your legal actions, as many as `codes` holds.
pub fn legalActions(codes: []u64) []u64 {
    return codes[0..@min(codes.len, door.legal_actions(codes.ptr, @intCast(codes.len)))];
}

/// The actions you may know, as many as `records` holds.
pub fn history(records: []Record) []Record {
    return records[0..@min(records.len, door.history(records.ptr, @intCast(records.len)))];
}

/// Writes a text to the log of the match, which only you can read.
pub fn log(text: []const u8) void {
    door.log(text.ptr, @intCast(text.len));
}

/// Writes a line to the log, as in `print("{d} tanks", .{count})`; of a longer one the first 1,000 bytes.
pub fn print(comptime format: []const u8, values: anytype) void {
    var line: [1000]u8 = undefined;
    log(std.fmt.bufPrint(&line, format, values) catch &line);
    log("\n");
}

/// Ends the bot after logging why.
pub fn panic(message: []const u8, _: ?usize) noreturn {
    log(message);
    log("\n");
    @trap();
}

/// A random number below `bound`, which is not 0.
pub fn below(bound: u32) u32 {
    return @intCast((random() >> 32) * bound >> 32);
}

var settings_text: [1024]u8 = undefined;
var fetched: ?[]const u8 = null;

/// The value of a setting. Settings are words separated by spaces or commas, most of the form name=value:
/// `depth=4 style=bold`. The text is fetched at the first call.
pub fn setting(name: []const u8) ?[]const u8 {
    const all = fetched orelse settings_text[0..@min(settings_text.len, door.settings(&settings_text, settings_text.len))];
    fetched = all;
    var words = std.mem.tokenizeAny(u8, all, " ,");
    while (words.next()) |word| {
        if (word.len > name.len and word[name.len] == '=' and std.mem.eql(u8, word[0..name.len], name))
            return word[name.len + 1 ..];
    }
    return null;
}

/// Whether a setting is this word.
pub fn is(name: []const u8, word: []const u8) bool {
    return std.mem.eql(u8, setting(name) orelse return false, word);
}

/// The whole number of a setting, or `otherwise` if it is not set or not a number.
pub fn number(name: []const u8, otherwise: i64) i64 {
    return std.fmt.parseInt(i64, setting(name) orelse return otherwise, 10) catch otherwise;
}
