//! Fortress: brings its tanks to a line in its own half and waits there for the enemy to come into range. It
//! crosses the line only if no other tank can still move up to it, and only to boxes where no enemy can hit it
//! at once.
//!
//! Settings: line=N (boxes to advance, 0 to 5; 1).
const tank_war = @import("tank_war");
const rules = @import("rules");

pub fn choose(view: *const tank_war.View) u64 {
    const line = tank_war.muster.number("line", 1);
    const at = rules.Position.read(view);
    const seat: usize = view.seat;
    const enemy = 1 - seat;
    var best: u64 = 0;
    var best_score: i64 = -1 << 60;
    var moves = rules.each(at.movable[seat]);
    while (moves.next()) |mine| {
        const tank = at.tankOn(seat, mine);
        const advanced: i64 = view.advanced[@intCast(6 * seat + tank)];
        var score: i64 = if (advanced < line) 40 - advanced else -40 - advanced;
        // The tanks it hits, those that hit it if the enemy stands still, and those that could move and hit it.
        const still = at.play(if (seat == 0) .{ mine, 0 } else .{ 0, mine });
        score += 100 * (rules.count(at.tanks[enemy]) - rules.count(still.tanks[enemy]));
        score -= 100 * (rules.count(at.tanks[seat]) - rules.count(still.tanks[seat]));
        var answers = rules.each(at.movable[enemy]);
        while (answers.next()) |theirs| {
            const after = at.play(if (seat == 0) .{ mine, theirs } else .{ theirs, mine });
            score -= 8 * (rules.count(at.tanks[seat]) - rules.count(after.tanks[seat]));
            score += 4 * (rules.count(at.tanks[enemy]) - rules.count(after.tanks[enemy]));
        }
        if (score > best_score) {
            best_score = score;
            best = tank;
        }
    }
    return tank_war.makeMove(best);
}
