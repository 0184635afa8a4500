//! Hunter: looks two rounds ahead and expects a random enemy. It takes the move with the best average over all answers
//! of the enemy, with equal weights, and does the same for the round after.
//!
//! Settings: depth=N (rounds, 1 to 3; 2).
const tank_war = @import("tank_war");
const rules = @import("rules");
const Position = rules.Position;

fn isOver(at: *const Position) bool {
    return at.unblocked(0) == 0 or at.unblocked(1) == 0;
}

/// Returns the value of a position for a seat: tanks, then boxes, and ten times that if the game is over.
fn worth(at: *const Position, seat: usize) i64 {
    const tanks = rules.count(at.tanks[seat]) - rules.count(at.tanks[1 - seat]);
    const lead = 40 * tanks + rules.count(at.boxesOf(seat)) - rules.count(at.boxesOf(1 - seat));
    return if (isOver(at)) 10 * lead else lead;
}

/// Returns the value in thousandths if the seat plays on for some rounds against a random enemy.
fn value(at: *const Position, seat: usize, depth: i64) i64 {
    if (depth == 0 or isOver(at)) return 1000 * worth(at, seat);
    return best(at, seat, depth).value;
}

/// Returns the first of the moves with the best average over all answers.
fn best(at: *const Position, seat: usize, depth: i64) struct { tank: rules.Boxes, value: i64 } {
    var tank: rules.Boxes = 0;
    var most: i64 = -1 << 60;
    var moves = rules.each(at.unblocked(seat));
    while (moves.next()) |mine| {
        var sum: i64 = 0;
        var count: i64 = 0;
        var answers = rules.each(at.unblocked(1 - seat));
        while (answers.next()) |theirs| : (count += 1) {
            const after = at.play(if (seat == 0) .{ mine, theirs } else .{ theirs, mine });
            sum += value(&after, seat, depth - 1);
        }
        const average = @divTrunc(sum, count);
        if (average > most) {
            most = average;
            tank = mine;
        }
    }
    return .{ .tank = tank, .value = most };
}

pub fn choose(view: *const tank_war.View) u64 {
    const depth = @min(@max(tank_war.muster.number("depth", 2), 1), 3);
    const at = Position.read(view);
    const seat: usize = view.seat;
    // Some rules allow naming a tank that cannot advance, and the game goes on when only such tanks are left.
    if (isOver(&at)) return tank_war.makeMove(@ctz(view.movable[seat]));
    return tank_war.makeMove(at.tankOn(seat, best(&at, seat, depth).tank));
}
