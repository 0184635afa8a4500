//! The rules of a game as a module, in Zig. This file is the root; the rules are in game.zig, which declares
//!
//! - `Shared`, and if the game has secrets `Own` and `Hidden`: parts of the state, extern structs or arrays of integers
//!   without gaps; `View`: the fields of a view.
//! - `declaration`: JSON, whose `has` lists the optional functions that are written.
//! - `start`, `turn`, `legal`, `apply`, `show`; optionally `metrics`, `score`, `events`, `imagine`, `mirror`, `scene`,
//!   `text`, `read`. By default, a text is the bytes of the state as hexadecimal digits.
//!
//! The reference is docs/games/reference.md of Muster.
const std = @import("std");
const game = @import("game");

pub const Own = if (@hasDecl(game, "Own")) game.Own else [0]u8;
pub const Hidden = if (@hasDecl(game, "Hidden")) game.Hidden else [0]u8;

/// A state: the parts that both seats know, that one seat knows, and that neither knows.
pub const State = struct {
    shared: game.Shared = std.mem.zeroes(game.Shared),
    own: [2]Own = std.mem.zeroes([2]Own),
    hidden: Hidden = std.mem.zeroes(Hidden),

    fn parts(state: *State) [4][]u8 {
        const asBytes = std.mem.asBytes;
        return .{ asBytes(&state.shared), asBytes(&state.own[0]), asBytes(&state.own[1]), asBytes(&state.hidden) };
    }

    /// Returns the state as a seat knows it. The rest is zeros.
    fn seenBy(state: State, seat: usize) State {
        var seen = State{ .shared = state.shared };
        seen.own[seat] = state.own[seat];
        return seen;
    }
};

/// A result of `turn`. The bits of `seen_by` are the seats that may know the outcome of chance: 3 is both.
pub const Turn = union(enum) {
    acts: usize,
    both,
    chance: struct { outcomes: u32, seen_by: u32 = 3 },
    win: struct { seat: usize, reason: []const u8 },
    draw: []const u8,
};

/// The moves of a ply: the code of each seat that acts, or the outcome of chance.
pub const Ply = struct {
    moves: [2]?u64 = .{ null, null },
    chance: ?u64 = null,
};

/// Makes a code. Parts lie in the payload from bit 0 in order, each as wide as its range needs, less its minimum.
pub fn makeMove(kind: u64, payload: u64) u64 {
    return kind << 48 | payload;
}
pub fn kindOf(code: u64) u64 {
    return code >> 48;
}
pub fn payloadOf(code: u64) u64 {
    return code & ((1 << 48) - 1);
}

/// Dice that the key of an imagined position determines: SplitMix64 of Steele, Lea and Flood.
pub const Dice = struct {
    state: u64,

    /// Returns a number below the bound.
    pub fn below(dice: *Dice, bound: u64) u64 {
        dice.state +%= 0x9e3779b97f4a7c15;
        var mixed = (dice.state ^ dice.state >> 30) *% 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) *% 0x94d049bb133111eb;
        return (mixed ^ mixed >> 31) % bound;
    }
};

/// The rule options of a match.
pub const Options = struct {
    words: []const u8,

    /// Returns the value of an option as text, such as `true`; empty if there is none.
    pub fn text(options: Options, name: []const u8) []const u8 {
        var at: usize = 0;
        while (at < options.words.len) {
            var end = at;
            while (end < options.words.len and options.words[end] != ' ') end += 1;
            const word = options.words[at..end];
            if (std.mem.startsWith(u8, word, name) and word.len > name.len and word[name.len] == '=') {
                return word[name.len + 1 ..];
            }
            at = end + 1;
        }
        return "";
    }
};

var request: [16 << 10]u8 align(8) = undefined;
var told: [64 << 10]u8 = undefined;
var end_of_told: usize = 0;

fn put(bytes: []const u8) void {
    @memcpy(told[end_of_told..][0..bytes.len], bytes);
    end_of_told += bytes.len;
}
fn begin() usize {
    put(&.{ 0, 0, 0, 0 });
    return end_of_told;
}
fn finish(begun: usize) void {
    std.mem.writeInt(u32, told[begun - 4 ..][0..4], @intCast(end_of_told - begun), .little);
}
fn putField(bytes: []const u8) void {
    const begun = begin();
    put(bytes);
    finish(begun);
}
/// Writes a part of the position's text, in `text`, as `std.fmt` does.
pub fn print(comptime format: []const u8, arguments: anytype) void {
    const text = std.fmt.bufPrint(told[end_of_told..], format, arguments) catch @trap();
    end_of_told += text.len;
}

/// Adds a legal move, in `legal`.
pub fn allow(code: u64) void {
    put(std.mem.asBytes(&code));
}
/// Adds a metric, in `metrics`, in the order of the declaration.
pub fn putMetric(value: i64) void {
    put(std.mem.asBytes(&value));
}
/// Adds an event, in `events`, as JSON: `{"text": "…", "mark": {"move": [from, to]}}`, where `mark` may be missing.
pub fn putEvent(json: []const u8) void {
    putField(json);
}

/// A shape of a scene: its `id`, which is the same in the next position if it is the same thing, and one of `rect` (left,
/// top, width, height), `circle` (centre, radius), `line` (two points) and `at` (the middle of its text).
pub const Shape = struct {
    id: []const u8,
    rect: ?[4]i16 = null,
    circle: ?[3]i16 = null,
    line: ?[4]i16 = null,
    at: ?[2]i16 = null,
    text: []const u8 = "",
    /// The name for screen readers.
    name: []const u8 = "",
    /// The seat in whose colour the shape is filled.
    seat: ?usize = null,
    /// The move that a click makes.
    action: ?u64 = null,
};
/// Adds a shape, in `scene`.
pub fn putShape(shape: Shape) void {
    if (told[end_of_told - 1] != '[') put(",");
    print("{f}", .{std.json.fmt(shape, .{ .emit_null_optional_fields = false })});
}

fn putTurn(turn: Turn) void {
    const begun = begin();
    switch (turn) {
        .acts => |seat| put(if (seat == 0) "act 1" else "act 2"),
        .both => put("act 3"),
        .chance => |of| {
            print("chance {d} {d}", .{ of.outcomes, of.seen_by });
        },
        .win => |of| {
            put(if (of.seat == 0) "win 0" else "win 1");
            putReason(of.reason);
        },
        .draw => |reason| {
            put("draw");
            putReason(reason);
        },
    }
    finish(begun);
}
fn putReason(reason: []const u8) void {
    if (reason.len > 0) put(" ");
    put(reason);
}
fn putView(seen: State, seat: usize) void {
    const view: game.View = game.show(seen, seat);
    put(std.mem.asBytes(&view));
}

fn putPosition(given: State) void {
    var state = given;
    const turn: Turn = game.turn(state);
    const acts = [2]bool{ turn == .both or (turn == .acts and turn.acts == 0), turn == .both or (turn == .acts and turn.acts == 1) };
    putTurn(turn);
    for (state.parts()) |part| putField(part);
    for (0..2) |seat| {
        const begun = begin();
        if (acts[seat]) game.legal(state.seenBy(seat), seat);
        finish(begun);
    }
    for (0..2) |seat| {
        const begun = begin();
        if (acts[seat]) putView(state.seenBy(seat), seat);
        finish(begun);
    }
    const begun = begin();
    if (@hasDecl(game, "metrics")) {
        for (0..2) |seat| game.metrics(state, seat);
    }
    finish(begun);
}

fn readDigits(text: []const u8) !State {
    var state = State{};
    var rest = text;
    for (state.parts()) |part| {
        if (rest.len < 2 * part.len) return error.TooShort;
        _ = try std.fmt.hexToBytes(part, rest[0 .. 2 * part.len]);
        rest = rest[2 * part.len ..];
    }
    return if (rest.len == 0) state else error.TooLong;
}
fn readPly(text: []const u8) Ply {
    var ply = Ply{};
    var seat: usize = 0;
    for (text) |letter| {
        if (letter == ' ') seat = 1;
        if (letter >= '0') ply.moves[seat] = 10 * (ply.moves[seat] orelse 0) + (letter - '0');
    }
    const first = ply.moves[0] orelse 0;
    // Bits 32 and 33 say which seats may know the outcome.
    return if (kindOf(first) == 31) .{ .chance = first & std.math.maxInt(u32) } else ply;
}

export fn muster_game() void {}

export fn muster_buffer(length: u32) *u8 {
    if (length > request.len) @trap();
    return &request[0];
}

export fn muster_choose(length: u32) u64 {
    var fields: [9][]const u8 = undefined;
    var at: usize = 0;
    for (&fields) |*field| {
        const size = std.mem.readInt(u32, request[at..][0..4], .little);
        field.* = request[at + 4 ..][0..size];
        at += 4 + size;
    }
    if (at != length) @trap();
    var state = State{};
    for (state.parts(), fields[4..8]) |part, field| {
        if (part.len == field.len) @memcpy(part, field);
    }
    answer(fields, &state, if (fields[1][0] == '1') 1 else 0);
    return @as(u64, @intFromPtr(&told[0])) | @as(u64, end_of_told) << 32;
}

fn answer(fields: [9][]const u8, state: *State, seat: usize) void {
    const op = fields[0];
    var seen = if (fields[1][0] == '-') state.* else state.seenBy(seat);
    if (std.mem.eql(u8, op, "apply")) {
        game.apply(state, readPly(fields[2]));
        return putPosition(state.*);
    }
    if (std.mem.eql(u8, op, "describe")) return putField(game.declaration);
    if (std.mem.eql(u8, op, "start")) return putPosition(game.start(.{ .words = fields[3] }));
    if (std.mem.eql(u8, op, "show")) {
        const begun = begin();
        putView(seen, seat);
        return finish(begun);
    }
    if (@hasDecl(game, "score") and std.mem.eql(u8, op, "score")) {
        const result: Turn = game.score(state.*);
        return putTurn(switch (result) {
            .win => |of| .{ .win = .{ .seat = of.seat, .reason = "" } },
            else => .{ .draw = "" },
        });
    }
    if (@hasDecl(game, "events") and std.mem.eql(u8, op, "events")) return game.events(seen, readPly(fields[2]));
    if (@hasDecl(game, "mirror") and std.mem.eql(u8, op, "mirror")) {
        game.mirror(state);
        return putPosition(state.*);
    }
    if (@hasDecl(game, "scene") and std.mem.eql(u8, op, "scene")) {
        const begun = begin();
        put("[");
        game.scene(seen);
        put("]");
        return finish(begun);
    }
    if (std.mem.eql(u8, op, "text")) {
        const begun = begin();
        if (@hasDecl(game, "text")) game.text(state.*) else for (state.parts()) |part| print("{x}", .{part});
        return finish(begun);
    }
    if (std.mem.eql(u8, op, "read")) {
        const options = Options{ .words = fields[3] };
        const found: anyerror!State = if (@hasDecl(game, "read")) game.read(options, fields[8]) else readDigits(fields[8]);
        if (found) |position| return putPosition(position) else |mistake| {
            const begun = begin();
            print("error: {s}", .{@errorName(mistake)});
            return finish(begun);
        }
    }
    if (@hasDecl(game, "imagine") and std.mem.eql(u8, op, "imagine")) {
        var dice = Dice{ .state = std.fmt.parseInt(u64, fields[8][0..16], 16) catch 0 };
        game.imagine(&seen, seat, &dice);
        return putPosition(seen);
    }
    @trap();
}
