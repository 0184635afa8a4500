//! The rules of The Tank War for bots that look one round ahead.
//!
//! A position is three sets of boxes, bit 6 * row + column, row 0 being U's back row. A box's column
//! tells which tank stands on it. Seat 0 is U and drives down, seat 1 is D and drives up. All rule options of
//! the view are supported.

const View = @import("tank_war").View;

/// A set of boxes.
pub const Boxes = u64;

const all: Boxes = 0xF_FFFF_FFFF;
const left_edge: Boxes = 0x0_4104_1041;
/// The row that each seat starts on.
const back_row = [2]Boxes{ 0x3F, 0x3F << 30 };

fn up(set: Boxes) Boxes {
    return set >> 6;
}

fn down(set: Boxes) Boxes {
    return set << 6 & all;
}

fn left(set: Boxes) Boxes {
    return (set & ~left_edge) >> 1;
}

fn right(set: Boxes) Boxes {
    return (set & ~(left_edge << 5)) << 1;
}

/// Returns the boxes one box forward in the seat's driving direction.
pub fn ahead(seat: usize, set: Boxes) Boxes {
    return if (seat == 0) down(set) else up(set);
}

pub fn count(set: Boxes) i32 {
    return @popCount(set);
}

/// Iterates over the boxes of a set.
pub const Each = struct {
    rest: Boxes,

    pub fn next(self: *Each) ?Boxes {
        if (self.rest == 0) return null;
        const one = self.rest & (~self.rest +% 1);
        self.rest ^= one;
        return one;
    }
};

pub fn each(set: Boxes) Each {
    return .{ .rest = set };
}

pub const Position = struct {
    /// The boxes of each seat's living tanks.
    tanks: [2]Boxes,
    /// The boxes that seat 1 holds; seat 0 holds the others.
    held: Boxes,
    /// By seat: the boxes of the tanks that may be named now.
    movable: [2]Boxes,
    /// By seat and tank: the boxes of its column.
    track: [2][6]Boxes,
    /// The tracks of A, B and C.
    of_kind: [3]Boxes,
    c_blocked: bool,

    pub fn read(view: *const View) Position {
        var at: Position = .{
            .tanks = .{ 0, 0 },
            .held = 0,
            .movable = .{ 0, 0 },
            .track = undefined,
            .of_kind = .{ 0, 0, 0 },
            .c_blocked = view.c_blocked_by_tanks != 0,
        };
        for (0..2) |seat| {
            for (0..6) |tank| {
                const track = left_edge << @intCast(view.column[6 * seat + tank]);
                at.track[seat][tank] = track;
                at.of_kind[tank % 3] |= track;
            }
        }
        for (view.owner, view.tank, 0..) |owner, tank, index| {
            const box = @as(Boxes, 1) << @intCast(index);
            if (owner == 1) at.held |= box;
            if (tank > 11) continue;
            at.tanks[tank / 6] |= box;
            if (view.movable[tank / 6] >> @intCast(tank % 6) & 1 == 1) at.movable[tank / 6] |= box;
        }
        return at;
    }

    /// Returns the number of the tank that a seat has on a box.
    pub fn tankOn(at: *const Position, seat: usize, box: Boxes) u64 {
        for (at.track[seat], 0..) |track, tank| {
            if (track & box != 0) return tank;
        }
        return 0;
    }

    /// Returns the boxes of a seat's tanks that could advance, with nothing ahead of them.
    pub fn unblocked(at: *const Position, seat: usize) Boxes {
        return at.tanks[seat] & ~ahead(1 - seat, at.tanks[0] | at.tanks[1]) & ~back_row[1 - seat];
    }

    /// Returns the boxes that a seat holds.
    pub fn boxesOf(at: *const Position, seat: usize) Boxes {
        return if (seat == 0) all & ~at.held else at.held;
    }

    /// Returns the boxes that tanks on these boxes hit. `standing` are all living tanks.
    pub fn range(at: *const Position, tanks: Boxes, standing: Boxes) Boxes {
        const a = tanks & at.of_kind[0];
        const b = tanks & at.of_kind[1];
        const c = tanks & at.of_kind[2];
        const beside = left(a) | right(a) | b;
        const free = if (at.c_blocked) ~standing else ~@as(Boxes, 0);
        return up(beside) | down(beside) | left(b) | right(b) |
            up(up(c) & free) | down(down(c) & free) | left(left(c) & free) | right(right(c) & free);
    }

    /// Plays the round in which each seat names the tank on a box, by seat. An empty set names none. Does not
    /// compute the tanks that may move next.
    pub fn play(at: *const Position, named: [2]Boxes) Position {
        var after = at.*;
        const before = at.tanks[0] | at.tanks[1];
        var to = [2]Boxes{ ahead(0, named[0]) & ~before, ahead(1, named[1]) & ~before };
        // Only the owner enters a contested box.
        if (to[0] & to[1] != 0) to[if (to[0] & at.held == 0) 1 else 0] = 0;
        for (0..2) |seat| {
            if (to[seat] != 0) after.tanks[seat] = at.tanks[seat] & ~named[seat] | to[seat];
        }
        after.held = at.held & ~to[0] | to[1];
        const standing = after.tanks[0] | after.tanks[1];
        const hit = [2]Boxes{ after.range(after.tanks[1], standing), after.range(after.tanks[0], standing) };
        for (0..2) |seat| after.tanks[seat] &= ~hit[seat];
        return after;
    }
};
