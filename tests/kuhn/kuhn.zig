//! The rules of kuhn.js in Zig.
const std = @import("std");
const rules = @import("muster_rules");
const State = rules.State;

pub const Shared = extern struct {
    step: u8,
    next: u8,
    moves: u8,
    winner: u8,
    folded: u8,
    stake: u8,
    open: u8,
    chips: [2]u8,
    shown: [2]u8,
    cups: [2]u8,
};
pub const Own = extern struct { card: u8, cup: u8 };
pub const Hidden = [3]u8;
pub const View = extern struct { pot: u16, own: Own, chips: [2]u8, shown: [2]u8, stake: u8, next: u8 };

pub const declaration =
    \\{"title": "Kuhn Poker with Cups", "seats": ["Ann", "Bob"], "max_plies": 8, "about": "The rules of kuhn.js.",
    \\ "options": [{"name": "stake", "min": 1, "max": 3, "default": 1, "about": "Chips of a bet."},
    \\     {"name": "open", "flag": false, "about": "Cards are shown after a fold, too."}],
    \\ "metrics": [{"name": "won", "about": "Chips won in the end, below 0 if lost."}],
    \\ "actions": [{"name": "lay", "notation": "+{chips}", "secret": true, "about": "Lays chips under the cup.",
    \\     "parts": [{"name": "chips", "min": 0, "max": 2, "about": "Chips."}]},
    \\     {"name": "stay", "notation": "stay", "about": "Adds nothing; folds against a bet."},
    \\     {"name": "bet", "notation": "bet", "about": "Bets, or calls a bet."}],
    \\ "view": [{"name": "pot", "kind": "u16", "count": 1, "about": "Chips in the pot."},
    \\     {"name": "card", "kind": "u8", "count": 1, "about": "Your card: 1 jack, 2 queen, 3 king, 0 none."},
    \\     {"name": "cup", "kind": "u8", "count": 1, "about": "Chips under your cup and one more; 0 before."},
    \\     {"name": "chips", "kind": "u8", "count": 2, "about": "By seat: chips in the pot."},
    \\     {"name": "shown", "kind": "u8", "count": 2, "about": "By seat: the card that is shown, or 0."},
    \\     {"name": "stake", "kind": "u8", "count": 1, "about": "Rule option."},
    \\     {"name": "next", "kind": "u8", "count": 1, "about": "The seat to act."}],
    \\ "has": ["metrics", "score", "show", "events", "scene", "text", "read", "mirror", "imagine"],
    \\ "chance": true, "secrets": true}
;

const cups = 0;
const shuffle = 1;
const deal = 2;
const deal_other = 3;
const begin = 4;
const betting = 5;
const over = 6;

const lay = 0;
const stay = 1;
const bet = 2;

const names = [2][]const u8{ "Ann", "Bob" };

pub fn start(options: rules.Options) State {
    const stake = std.fmt.parseInt(u8, options.text("stake"), 10) catch 1;
    var state = State{};
    state.shared.stake = stake;
    state.shared.open = @intFromBool(std.mem.eql(u8, options.text("open"), "true"));
    state.shared.chips = .{ 1, 1 };
    return state;
}

pub fn turn(state: State) rules.Turn {
    const next = state.shared.next;
    return switch (state.shared.step) {
        cups => .both,
        shuffle => .{ .chance = .{ .outcomes = 6, .seen_by = 0 } },
        deal => .{ .chance = .{ .outcomes = 3, .seen_by = 1 + next } },
        deal_other => .{ .chance = .{ .outcomes = 2, .seen_by = 2 - next } },
        begin => .{ .chance = .{ .outcomes = 2 } },
        betting => .{ .acts = next },
        else => .{ .win = .{
            .seat = state.shared.winner -% 1,
            .reason = if (state.shared.folded == 1) "the other folded" else "the higher card",
        } },
    };
}

pub fn legal(seen: State, _: usize) void {
    if (seen.shared.step == cups) {
        for (0..3) |chips| rules.allow(rules.makeMove(lay, chips));
    } else {
        for ([_]u64{ stay, bet }) |kind| rules.allow(rules.makeMove(kind, 0));
    }
}

/// Takes a card out of a deck of three.
fn take(deck: *[3]u8, at: usize) u8 {
    const card = deck[at];
    for (at..2) |place| deck[place] = deck[place + 1];
    deck[2] = 0;
    return card;
}

fn decide(state: *State, bets: bool) void {
    const shared = &state.shared;
    const next = shared.next;
    const other = 1 - next;
    const faces = shared.chips[other] > shared.chips[next];
    if (bets) shared.chips[next] = 1 + shared.stake;
    shared.next = other;
    shared.moves += 1;
    if (shared.moves == 1 or (bets and !faces)) return;
    shared.folded = @intFromBool(faces and !bets);
    const higher: u8 = @intFromBool(state.own[1].card > state.own[0].card);
    shared.winner = 1 + if (shared.folded == 1) other else higher;
    for (state.own, 0..) |own, seat| {
        if (shared.open == 1 or shared.folded == 0) shared.shown[seat] = own.card;
        shared.cups[seat] = own.cup;
    }
    shared.step = over;
}

fn isBet(ply: rules.Ply, seat: usize) bool {
    return rules.kindOf(ply.moves[seat] orelse 0) == bet;
}

pub fn apply(state: *State, ply: rules.Ply) void {
    const next: usize = state.shared.next;
    const chance: usize = @intCast(ply.chance orelse 0);
    switch (state.shared.step) {
        cups => for (&state.own, ply.moves) |*own, code| {
            own.cup = 1 + @as(u8, @intCast(rules.payloadOf(code orelse 0)));
        },
        shuffle => {
            var cards = [3]u8{ 1, 2, 3 };
            state.hidden[0] = take(&cards, chance / 2);
            state.hidden[1] = take(&cards, chance % 2);
            state.hidden[2] = cards[0];
        },
        deal => state.own[next].card = take(&state.hidden, chance),
        deal_other => state.own[1 - next].card = take(&state.hidden, chance),
        begin => state.shared.next = @intCast(chance),
        else => return decide(state, isBet(ply, next)),
    }
    state.shared.step += 1;
}

pub fn show(seen: State, seat: usize) View {
    const shared = seen.shared;
    return .{
        .pot = @as(u16, shared.chips[0]) + shared.chips[1],
        .own = seen.own[seat],
        .chips = shared.chips,
        .shown = shared.shown,
        .stake = shared.stake,
        .next = shared.next,
    };
}

pub fn metrics(state: State, seat: usize) void {
    const shared = state.shared;
    if (shared.step != over) return rules.putMetric(0);
    const loser: usize = 2 - shared.winner;
    const loss = @as(i64, shared.chips[loser]) + shared.cups[loser] - 1;
    rules.putMetric(if (seat == loser) -loss else loss);
}

pub fn score(state: State) rules.Turn {
    const ann, const bob = state.shared.chips;
    return if (ann == bob) .{ .draw = "" } else .{ .win = .{ .seat = @intFromBool(bob > ann), .reason = "" } };
}

fn tell(comptime format: []const u8, arguments: anytype) void {
    var buffer: [60]u8 = undefined;
    rules.putEvent(std.fmt.bufPrint(&buffer, "{{\"text\":\"" ++ format ++ "\"}}", arguments) catch unreachable);
}

pub fn events(seen: State, ply: rules.Ply) void {
    const next: usize = seen.shared.next;
    switch (seen.shared.step) {
        cups => for (names, ply.moves) |name, code| {
            if (code) |known| tell("{s} lays {d} under the cup", .{ name, rules.payloadOf(known) });
        },
        shuffle => tell("the deck is shuffled", .{}),
        deal => tell("{s} gets a card", .{names[next]}),
        deal_other => tell("{s} gets a card", .{names[1 - next]}),
        begin => tell("{s} begins", .{names[@intCast(ply.chance orelse 0)]}),
        else => tell("{s} {s}", .{ names[next], if (isBet(ply, next)) "bets" else "stays" }),
    }
}

fn button(id: []const u8, text_on: []const u8, x: i16, code: u64) void {
    rules.putShape(.{ .id = id, .at = .{ x, 260 }, .text = text_on, .action = code });
}

pub fn scene(seen: State) void {
    const shared = seen.shared;
    var buffers: [2][20]u8 = undefined;
    rules.putShape(.{ .id = "table", .line = .{ 10, 130, 200, 130 }, .name = "the \"table\"" });
    for (seen.own, names, 0..) |own, name, seat| {
        const top: i16 = @intCast(20 + 130 * seat);
        const card = if (shared.shown[seat] > 0) shared.shown[seat] else own.card;
        const cup = if (shared.cups[seat] > 0) shared.cups[seat] else own.cup;
        rules.putShape(.{
            .id = std.fmt.bufPrint(&buffers[0], "card{d}", .{seat}) catch unreachable,
            .rect = .{ 20, top, 60, 84 },
            .text = "?JQK"[card..][0..1],
            .name = std.fmt.bufPrint(&buffers[1], "{s}'s card", .{name}) catch unreachable,
            .seat = seat,
        });
        rules.putShape(.{
            .id = std.fmt.bufPrint(&buffers[0], "cup{d}", .{seat}) catch unreachable,
            .circle = .{ 120, top + 42, 20 },
            .text = "?012"[cup..][0..1],
            .seat = seat,
        });
        rules.putShape(.{
            .id = std.fmt.bufPrint(&buffers[0], "chips{d}", .{seat}) catch unreachable,
            .at = .{ 180, top + 42 },
            .text = std.fmt.bufPrint(&buffers[1], "{d}", .{shared.chips[seat]}) catch unreachable,
        });
    }
    if (shared.step == cups) {
        for ([_][]const u8{ "lay0", "lay1", "lay2" }, [_][]const u8{ "+0", "+1", "+2" }, 0..) |id, text_on, chips| {
            button(id, text_on, @intCast(40 + 40 * chips), rules.makeMove(lay, chips));
        }
    } else if (shared.step == betting) {
        button("stay", "stay", 40, rules.makeMove(stay, 0));
        button("bet", "bet", 120, rules.makeMove(bet, 0));
    }
}

fn parts(state: *State) [4][]u8 {
    return .{ std.mem.asBytes(&state.shared), std.mem.asBytes(&state.own[0]), std.mem.asBytes(&state.own[1]), &state.hidden };
}

pub fn text(given: State) void {
    var state = given;
    for (parts(&state)) |part| {
        for (part) |byte| rules.print("{d}", .{byte});
    }
}

pub fn read(_: rules.Options, given: []const u8) !State {
    var state = State{};
    var rest = given;
    for (parts(&state)) |part| {
        if (rest.len < part.len) return error.TooFewDigits;
        for (part, rest[0..part.len]) |*byte, letter| byte.* = try std.fmt.charToDigit(letter, 10);
        rest = rest[part.len..];
    }
    return if (rest.len == 0) state else error.TooManyDigits;
}

pub fn mirror(state: *State) void {
    const shared = &state.shared;
    for ([_]*[2]u8{ &shared.chips, &shared.shown, &shared.cups }) |pair| std.mem.swap(u8, &pair[0], &pair[1]);
    std.mem.swap(Own, &state.own[0], &state.own[1]);
    shared.next = 1 - shared.next;
    if (shared.winner > 0) shared.winner = 3 - shared.winner;
}

pub fn imagine(seen: *State, seat: usize, dice: *rules.Dice) void {
    const shared = seen.shared;
    const other = 1 - seat;
    var cards = [3]u8{ 0, 0, 0 };
    var count: usize = 0;
    for (1..4) |card| {
        if (card == seen.own[seat].card or card == shared.shown[other]) continue;
        cards[count] = @intCast(card);
        count += 1;
    }
    seen.own[other].card = shared.shown[other];
    const has_card = shared.step > deal_other or (shared.step == deal_other and seat != shared.next);
    if (has_card and shared.shown[other] == 0) {
        seen.own[other].card = take(&cards, @intCast(dice.below(count)));
        count -= 1;
    }
    if (shared.step >= deal) {
        for (&seen.hidden) |*card| {
            if (count == 0) break;
            card.* = take(&cards, @intCast(dice.below(count)));
            count -= 1;
        }
    }
    if (shared.step > cups) {
        const drawn: u8 = @intCast(1 + dice.below(3));
        seen.own[other].cup = if (shared.cups[other] > 0) shared.cups[other] else drawn;
    }
}
