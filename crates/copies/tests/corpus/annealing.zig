//! Annealing: looks for a plan of eight moves by changing a random one at a time, keeps worse plans while it is warm, and
//! plays the first move of the best one.
const tank_war = @import("tank_war");
const muster = tank_war.muster;

const Plan = [8]u8;

fn worth(view: *const tank_war.View, plan: Plan) i32 {
    const me: usize = view.seat;
    var steps: [6]i32 = undefined;
    for (&steps, 0..) |*step, tank| step.* = view.advanced[6 * me + tank];
    var sum: i32 = 0;
    for (plan, 0..) |tank, turn| {
        if (steps[tank] < 0 or steps[tank] >= 5) {
            sum -= 20;
            continue;
        }
        steps[tank] += 1;
        const row = if (me == 0) steps[tank] else 5 - steps[tank];
        const box: usize = @intCast(6 * row + view.column[6 * me + tank]);
        if (view.owner[box] != me) sum += 12 - @as(i32, @intCast(turn));
        if (view.tank[box] != 255) sum -= 30;
    }
    return sum;
}

pub fn choose(view: *const tank_war.View) u64 {
    var plan: Plan = @splat(0);
    for (&plan) |*tank| tank.* = @intCast(muster.below(6));
    var best = plan;
    var now = worth(view, plan);
    var most = now;
    var heat: i32 = 64;
    while (heat > 0) : (heat -= 1) {
        for (0..20) |_| {
            var next = plan;
            next[muster.below(8)] = @intCast(muster.below(6));
            const value = worth(view, next);
            if (value + @divTrunc(heat * @as(i32, @intCast(muster.below(16))), 32) < now) continue;
            plan = next;
            now = value;
            if (value > most and view.movable[view.seat] >> @intCast(next[0]) & 1 == 1) {
                most = value;
                best = next;
            }
        }
    }
    const first: u3 = @intCast(best[0]);
    if (view.movable[view.seat] >> first & 1 == 1) return tank_war.makeMove(first);
    return tank_war.makeMove(@ctz(view.movable[view.seat]));
}
