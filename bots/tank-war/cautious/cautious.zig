//! Cautious: takes the move that the fewest answers of the enemy can punish, weighing its own losses against the
//! enemy's; of equal ones, a move that takes an enemy box.
//!
//! Settings: fear=N (the weight of an own tank, where an enemy tank has 100; 150).
const tank_war = @import("tank_war");
const rules = @import("rules");

pub fn choose(view: *const tank_war.View) u64 {
    const fear = tank_war.muster.number("fear", 150);
    const at = rules.Position.read(view);
    const seat: usize = view.seat;
    const enemy = 1 - seat;
    var best: u64 = 0;
    var best_score: i64 = -1 << 60;
    var moves = rules.each(at.movable[seat]);
    while (moves.next()) |mine| {
        var score: i64 = 0;
        var answers = rules.each(at.movable[enemy]);
        while (answers.next()) |theirs| {
            const after = at.play(if (seat == 0) .{ mine, theirs } else .{ theirs, mine });
            score -= fear * (rules.count(at.tanks[seat]) - rules.count(after.tanks[seat]));
            score += 100 * (rules.count(at.tanks[enemy]) - rules.count(after.tanks[enemy]));
            score += rules.count(after.boxesOf(seat)) - rules.count(at.boxesOf(seat));
        }
        if (score > best_score) {
            best_score = score;
            best = at.tankOn(seat, mine);
        }
    }
    return tank_war.makeMove(best);
}
