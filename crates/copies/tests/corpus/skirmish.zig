//! Skirmish: captures if it can, else goes to the square from which it attacks most, counted along ranks and files.
const tank_battle = @import("tank_battle");
const muster = tank_battle.muster;

fn isEnemy(view: *const tank_battle.View, square: usize) bool {
    const stone = view.board[square];
    return if (view.seat == 0) stone >= 3 else stone == 1 or stone == 2;
}

fn ray(view: *const tank_battle.View, from: usize, rank_step: i32, file_step: i32) u32 {
    var rank: i32 = @intCast(from / 11);
    var file: i32 = @intCast(from % 11);
    var reach: u32 = 0;
    while (true) {
        rank += rank_step;
        file += file_step;
        if (rank < 0 or rank > 10 or file < 0 or file > 10) return reach;
        const square: usize = @intCast(11 * rank + file);
        if (view.board[square] != 0) return if (isEnemy(view, square)) reach + 8 else reach;
        reach += 1;
    }
}

pub fn choose(view: *const tank_battle.View) u64 {
    var codes: [512]u64 = undefined;
    const moves = muster.legalActions(&codes);
    var best = moves[0];
    var most: u32 = 0;
    for (moves) |move| {
        const to = tank_battle.partMoveTo(move);
        var value: u32 = if (isEnemy(view, to)) 100 else 0;
        inline for (.{ .{ 0, 1 }, .{ 0, -1 }, .{ 1, 0 }, .{ -1, 0 } }) |way| value += ray(view, to, way[0], way[1]);
        if (value > most) {
            most = value;
            best = move;
        }
    }
    return best;
}
