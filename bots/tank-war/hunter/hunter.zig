//! Hunter: looks one round ahead. Of its moves it takes the one that leaves it best on average over all answers of
//! the enemy, each as likely as the other: tanks first, then tanks that it could hit in the round after, then boxes.
//!
//! Settings: aim=N (what a tank that could be hit next counts, where a tank counts 100; 60).
const tank_war = @import("tank_war");
const rules = @import("rules");
const Position = rules.Position;

/// How many of the enemy's tanks a seat could hit if all of its tanks went on at once.
fn targets(at: *const Position, seat: usize) i64 {
    const reach = at.range(rules.ahead(seat, at.tanks[seat]), at.tanks[0] | at.tanks[1]);
    return rules.count(reach & at.tanks[1 - seat]);
}

/// What a position is worth for a seat; its enemy would say the same with the other sign.
fn worth(at: *const Position, seat: usize, aim: i64) i64 {
    const enemy = 1 - seat;
    return 100 * (rules.count(at.tanks[seat]) - rules.count(at.tanks[enemy])) +
        aim * (targets(at, seat) - targets(at, enemy)) +
        5 * (rules.count(at.boxesOf(seat)) - rules.count(at.boxesOf(enemy)));
}

pub fn choose(view: *const tank_war.View) u64 {
    const aim = tank_war.muster.number("aim", 60);
    const at = Position.read(view);
    const seat: usize = view.seat;
    var best: u64 = 0;
    var best_sum: i64 = -1 << 60;
    var moves = rules.each(at.movable[seat]);
    while (moves.next()) |mine| {
        var sum: i64 = 0;
        var answers = rules.each(at.movable[1 - seat]);
        while (answers.next()) |theirs| {
            const after = at.play(if (seat == 0) .{ mine, theirs } else .{ theirs, mine });
            sum += worth(&after, seat, aim);
        }
        if (sum > best_sum) {
            best_sum = sum;
            best = at.tankOn(seat, mine);
        }
    }
    return tank_war.makeMove(best);
}
