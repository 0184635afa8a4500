//! The part of the kit that all games share: host calls, settings, random numbers and positions for looking ahead.
//!
//! A bot imports the module of its game and writes one function:
//!
//!     const tank_war = @import("tank_war");
//!
//!     pub fn choose(view: *const tank_war.View) u64 { ... }

const std = @import("std");

/// Flag of a view: the bot was restarted in the middle of the match.
pub const restarted: u16 = 1;
/// Flag of a view: both seats act at once.
pub const simultaneous: u16 = 2;
/// The value of `legal_count` if the game does not count legal actions.
pub const uncounted: u32 = 0xFFFF_FFFF;

/// An action played earlier in the match.
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

/// Returns the nanoseconds left for this call: the smaller of the move's and the game's clock.
pub const remaining = door.remaining;
/// Returns the nanoseconds left for the game.
pub const gameRemaining = door.game_remaining;
/// Sets the best action so far, which is played if the move's time runs out.
pub const offer = door.offer;
/// Returns 64 random bits from your seat's stream. A replay of the match draws the same bits.
pub const random = door.random;

/// Returns your legal actions, as many as fit into `codes`.
pub fn legalActions(codes: []u64) []u64 {
    return codes[0..@min(codes.len, door.legal_actions(codes.ptr, @intCast(codes.len)))];
}

/// Returns the actions played so far, without hidden ones, as many as fit into `records`.
pub fn history(records: []Record) []Record {
    return records[0..@min(records.len, door.history(records.ptr, @intCast(records.len)))];
}

/// Writes a text to the match's log, which only you can read.
pub fn log(text: []const u8) void {
    door.log(text.ptr, @intCast(text.len));
}

/// Writes a formatted line to the log, at most 1,000 bytes: `print("{d} tanks", .{count})`.
pub fn print(comptime format: []const u8, values: anytype) void {
    var line: [1000]u8 = undefined;
    log(std.fmt.bufPrint(&line, format, values) catch &line);
    log("\n");
}

/// Logs a message and ends the bot.
pub fn panic(message: []const u8, _: ?usize) noreturn {
    log(message);
    log("\n");
    @trap();
}

/// Returns a random number below `bound`, which must not be 0.
pub fn below(bound: u32) u32 {
    return @intCast((random() >> 32) * bound >> 32);
}

var settings_text: [1024]u8 = undefined;
var fetched: ?[]const u8 = null;

/// Returns the value of a setting. Settings are words separated by spaces or commas, usually name=value:
/// `depth=4 style=bold`. The first call fetches them.
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

/// Returns true if a setting has this value.
pub fn is(name: []const u8, word: []const u8) bool {
    return std.mem.eql(u8, setting(name) orelse return false, word);
}

/// Returns a setting as an integer, or `otherwise` if it is not set or not an integer.
pub fn number(name: []const u8, otherwise: i64) i64 {
    return std.fmt.parseInt(i64, setting(name) orelse return otherwise, 10) catch otherwise;
}

/// An invalid call on positions. `misuse` returns the host's message about the latest one.
pub const Misuse = error{
    /// Positions are disabled.
    PositionsAreOff,
    /// The bot is starting, and not choosing an action.
    NoQuestion,
    /// The position was released, or belongs to an earlier call of `choose`.
    NoSuchPosition,
    /// An action is illegal, missing or superfluous.
    IllegalAction,
    /// The text is not a position.
    NotAPosition,
    /// At most 1,024 positions can exist at once: release some.
    TooManyPositions,
    /// Seats are 0 and 1.
    NotASeat,
};

fn told(result: i32) Misuse!u32 {
    return switch (result) {
        -1 => error.PositionsAreOff,
        -2 => error.NoQuestion,
        -4 => error.IllegalAction,
        -5 => error.NotAPosition,
        -6 => error.TooManyPositions,
        -7 => error.NotASeat,
        else => if (result >= 0) @intCast(result) else error.NoSuchPosition,
    };
}

/// Returns the part of the output that fit.
fn filled(T: type, buffer: []T, count: i32) Misuse![]T {
    return buffer[0..@min(buffer.len, try told(count))];
}

/// Writes the message about the latest misuse, as much of it as fits into `text`.
pub fn misuse(text: []u8) []u8 {
    return filled(u8, text, positions.position_error(text.ptr, @intCast(text.len))) catch text[0..0];
}

/// Returns the action of a seat, or the code for none.
fn codeOf(action: ?u64) i64 {
    return if (action) |code| @bitCast(code) else -1;
}

/// The phase of a position: the seats that act, or the result.
pub const Phase = enum(u8) {
    first_acts = 1,
    second_acts = 2,
    both_act = 3,
    drawn = 8,
    first_has_won = 9,
    second_has_won = 10,
    _,

    /// Returns `true` if the game is over.
    pub fn isOver(phase: Phase) bool {
        return @intFromEnum(phase) >= 8;
    }

    /// Returns the winner's seat.
    pub fn winner(phase: Phase) ?u8 {
        return if (@intFromEnum(phase) > 8) @intFromEnum(phase) - 9 else null;
    }

    /// Returns `true` if a seat acts.
    pub fn acts(phase: Phase, seat: u8) bool {
        return !phase.isOver() and seat < 2 and @intFromEnum(phase) >> @intCast(seat) & 1 == 1;
    }
};

/// An immutable position for looking ahead. At most 1,024 can exist at once: `defer it.release()`. All positions expire
/// when `choose` returns.
pub const Position = struct {
    handle: i32,

    fn made(handle: i32) Misuse!Position {
        _ = try told(handle);
        return .{ .handle = handle };
    }

    /// Returns the current position. Hidden information is drawn with your dice.
    pub fn here() Misuse!Position {
        return hereSupposing(&.{});
    }

    /// Returns the current position, assuming these hidden actions of the opponent, in order. Your dice replace actions
    /// that are missing or do not fit.
    pub fn hereSupposing(actions: []const u64) Misuse!Position {
        return made(positions.position_here(actions.ptr, @intCast(actions.len)));
    }

    /// Parses a position, under the rules of this match.
    pub fn read(written: []const u8) Misuse!Position {
        return made(positions.position_read(written.ptr, @intCast(written.len)));
    }

    /// Returns the position after an action of the seat that acts.
    pub fn after(position: Position, action: u64) Misuse!Position {
        const first = (try position.phase()).acts(0);
        const code = codeOf(action);
        return made(positions.position_after(position.handle, if (first) code else -1, if (first) -1 else code));
    }

    /// Returns the position after simultaneous actions of both seats.
    pub fn afterBoth(position: Position, first: u64, second: u64) Misuse!Position {
        return made(positions.position_after(position.handle, codeOf(first), codeOf(second)));
    }

    /// Plays random legal plies, up to this number or the end of the game, and returns the position.
    pub fn playout(position: Position, plies: u31) Misuse!Position {
        return made(positions.position_playout(position.handle, plies));
    }

    /// Releases the position, to make room for another.
    pub fn release(position: Position) void {
        _ = positions.position_release(position.handle);
    }

    /// Returns the phase: the seats that act, or the result.
    pub fn phase(position: Position) Misuse!Phase {
        return @enumFromInt(try told(positions.position_phase(position.handle)));
    }

    /// Returns a seat's legal actions, as many as fit into `codes`.
    pub fn legalActions(position: Position, seat: u8, codes: []u64) Misuse![]u64 {
        return filled(u64, codes, positions.position_legal(position.handle, seat, codes.ptr, @intCast(codes.len)));
    }

    /// Returns a seat's metrics, as many as fit into `values`. `metric_...` of the game's kit are their indices.
    pub fn metrics(position: Position, seat: u8, values: []i64) Misuse![]i64 {
        const count = positions.position_metrics(position.handle, seat, values.ptr, @intCast(values.len));
        return filled(i64, values, count);
    }

    /// Returns a seat's view, with all clocks at 0: `position.view(tank_war.View, 0)`.
    pub fn view(position: Position, View: type, seat: u8) Misuse!View {
        var seen: View = undefined;
        const length = try told(positions.position_view(position.handle, seat, std.mem.asBytes(&seen), @sizeOf(View)));
        if (length != @sizeOf(View)) @panic("this is not the view of the game that is played");
        return seen;
    }

    /// Returns the position as a text that `read` parses, as much of it as fits into `buffer`.
    pub fn text(position: Position, buffer: []u8) Misuse![]u8 {
        return filled(u8, buffer, positions.position_text(position.handle, buffer.ptr, @intCast(buffer.len)));
    }

    /// Returns the events of a ply, one per line, as much as fits into `buffer`. Pass null for an idle seat.
    pub fn events(position: Position, first: ?u64, second: ?u64, buffer: []u8) Misuse![]u8 {
        const capacity: u32 = @intCast(buffer.len);
        const actions = .{ codeOf(first), codeOf(second) };
        return filled(u8, buffer, positions.position_events(position.handle, actions[0], actions[1], buffer.ptr, capacity));
    }

    /// Returns the child of each legal action of a seat, as many as fit into `words`: each takes 2 words and 2 for each
    /// metric. `other` is the other seat's action if both act.
    pub fn children(position: Position, seat: u8, other: ?u64, words: []i64) Misuse!Children {
        const width = 2 + 2 * try told(positions.position_metrics(position.handle, 0, undefined, 0));
        const room: u32 = @intCast(words.len / width);
        const count = try told(positions.position_children(position.handle, seat, codeOf(other), words.ptr, room));
        return .{ .words = words[0 .. width * @min(room, count)], .width = width };
    }
};

/// An action with the phase and the metrics after it.
pub const Child = struct {
    action: u64,
    /// The phase after it.
    phase: Phase,
    /// The metrics of each seat.
    metrics: [2][]const i64,
};

/// The children of a position, one for each legal action of a seat: `while (children.next()) |child|`.
pub const Children = struct {
    words: []const i64,
    width: usize,

    /// Returns the next child, or null after the last.
    pub fn next(children: *Children) ?Child {
        if (children.words.len < children.width) return null;
        const words = children.words[0..children.width];
        children.words = children.words[children.width..];
        const half = children.width / 2 + 1;
        const metrics = .{ words[2..half], words[half..] };
        return .{ .action = @bitCast(words[0]), .phase = @enumFromInt(words[1]), .metrics = metrics };
    }
};

const positions = struct {
    extern "muster" fn position_here(supposed: [*]const u64, count: u32) i32;
    extern "muster" fn position_read(text: [*]const u8, length: u32) i32;
    extern "muster" fn position_after(position: i32, first: i64, second: i64) i32;
    extern "muster" fn position_playout(position: i32, plies: u32) i32;
    extern "muster" fn position_release(position: i32) i32;
    extern "muster" fn position_phase(position: i32) i32;
    extern "muster" fn position_legal(position: i32, seat: u32, codes: [*]u64, capacity: u32) i32;
    extern "muster" fn position_metrics(position: i32, seat: u32, values: [*]i64, capacity: u32) i32;
    extern "muster" fn position_view(position: i32, seat: u32, view: [*]u8, capacity: u32) i32;
    extern "muster" fn position_events(position: i32, first: i64, second: i64, text: [*]u8, capacity: u32) i32;
    extern "muster" fn position_text(position: i32, text: [*]u8, capacity: u32) i32;
    extern "muster" fn position_children(position: i32, seat: u32, other: i64, words: [*]i64, capacity: u32) i32;
    extern "muster" fn position_error(text: [*]u8, capacity: u32) i32;
};
