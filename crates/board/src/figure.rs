//! Figures: silhouettes of tanks, in tenths of a unit around the point 0, 0. Seen from above, their front is up.
//!
//! The first seat's are round, the second's angular.

use game::{Figure, Seat};
use maud::{Markup, html};

/// The dimensions of a tank seen from above.
struct Build {
    /// Half the distance between the tracks.
    width: i32,
    /// Half the length.
    length: i32,
    /// The radius of the turret; 0 for none.
    turret: i32,
    /// The width and the length of the gun.
    gun: (i32, i32),
    guns: Guns,
}

enum Guns {
    Ahead,
    Diagonal,
    Straight,
}

/// The shape of one side's figures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    Round,
    Angular,
}

/// Draws a figure of a seat's shape.
pub(crate) fn drawn(figure: Figure, seat: Option<Seat>) -> Markup {
    let cut = if seat == Some(Seat::Second) { Cut::Angular } else { Cut::Round };
    match build(figure) {
        Some(build) => from_above(&build, figure, cut),
        None => in_profile(figure, cut),
    }
}

/// Returns the transformation that places a figure on the square at the origin.
pub(crate) fn placing(figure: Figure, seat: Option<Seat>, degrees: u32) -> String {
    let across = if build(figure).is_none() && seat == Some(Seat::Second) { "-.1" } else { ".1" };
    let turn = if degrees == 0 { String::new() } else { format!("rotate({degrees})") };
    format!("translate(10 10){turn}scale({across} .1)")
}

/// Returns `true` if the figure shows its symbol.
pub(crate) const fn has_symbol(figure: Figure) -> bool {
    !matches!(figure, Figure::Tank | Figure::Commander)
}

const fn build(figure: Figure) -> Option<Build> {
    let (width, length, turret, gun, guns) = match figure {
        Figure::Tank | Figure::Commander => return None,
        Figure::Light => (45, 56, 36, (12, 96), Guns::Ahead),
        Figure::Medium => (55, 68, 41, (18, 99), Guns::Ahead),
        Figure::Heavy => (67, 76, 48, (28, 100), Guns::Ahead),
        Figure::Destroyer => (55, 72, 0, (26, 100), Guns::Ahead),
        Figure::Mortar => (54, 58, 0, (50, 90), Guns::Ahead),
        Figure::Command => (56, 66, 40, (12, 90), Guns::Ahead),
        Figure::Diagonal => (54, 62, 49, (18, 100), Guns::Diagonal),
        Figure::Straight => (54, 62, 49, (24, 88), Guns::Straight),
        Figure::Long => (54, 62, 49, (10, 99), Guns::Straight),
    };
    Some(Build { width, length, turret, gun, guns })
}

fn from_above(build: &Build, figure: Figure, cut: Cut) -> Markup {
    let &Build { width, length, turret, .. } = build;
    html! {
        path.track d={ @for left in [-width, width] { "M" (left - 13) "-" (length) "h26v" (2 * length) "h-26z" } } {}
        path.hull d=(block(width - 9, 9 - length, length - 5, cut)) {}
        path.seam d={ "M" (14 - width) " " (22 - length) "h" (2 * width - 28) } {}
        @if turret == 0 { (mount(figure, cut)) }
        path.gun d=(guns(build)) {}
        @if turret > 0 { path.turret d=(block(turret, -turret, turret, cut)) {} }
    }
}

/// The superstructure of a fixed gun: a wedge, or a tub with an open front.
fn mount(figure: Figure, cut: Cut) -> Markup {
    let outline = match (figure, cut) {
        (Figure::Mortar, Cut::Round) => "M-42-24v44a42 26 0 0 0 84 0v-44z",
        (Figure::Mortar, Cut::Angular) => "M-42-24v68h84v-68z",
        (_, Cut::Round) => "M-44 56q-4-72 26-98h36q30 26 26 98z",
        (_, Cut::Angular) => "M-44 56v-64l22-34h44l22 34v64z",
    };
    html! { path.turret d=(outline) {} }
}

fn guns(build: &Build) -> String {
    let (thick, reach) = build.gun;
    let half = thick / 2;
    let corner = reach * 7 / 10;
    match build.guns {
        // A fixed gun ends where the symbol begins.
        Guns::Ahead => {
            let start = if build.turret == 0 { 30 } else { 0 };
            format!("M-{half}-{start}v-{0}h{thick}v{0}z", reach - start)
        }
        Guns::Straight => {
            format!("M-{half}-{reach}h{thick}v{0}h-{thick}zM-{reach}-{half}v{thick}h{0}v-{thick}z", 2 * reach)
        }
        Guns::Diagonal => format!(
            "M-{far}-{near}l{0} {0} {half}-{half}-{0}-{0}zM{near}-{far}l-{0} {0} {half} {half} {0}-{0}z",
            2 * corner,
            far = corner + half / 2,
            near = corner - half / 2,
        ),
    }
}

/// A block from `top` to `bottom`: with round or bevelled corners.
fn block(half: i32, top: i32, bottom: i32, cut: Cut) -> String {
    let (wide, high) = (2 * half, bottom - top);
    match cut {
        Cut::Round => {
            let round = half * 2 / 3;
            let (across, down) = (wide - 2 * round, high - 2 * round);
            format!(
                "M-{half} {0}q0-{round} {round}-{round}h{across}q{round} 0 {round} {round}v{down}\
                 q0 {round}-{round} {round}h-{across}q-{round} 0-{round}-{round}z",
                top + round
            )
        }
        Cut::Angular => {
            let bevel = half / 4;
            let (across, down) = (wide - 2 * bevel, high - 2 * bevel);
            format!(
                "M-{half} {0}l{bevel}-{bevel}h{across}l{bevel} {bevel}v{down}l-{bevel} {bevel}h-{across}l-{bevel}-{bevel}z",
                top + bevel
            )
        }
    }
}

fn in_profile(figure: Figure, cut: Cut) -> Markup {
    let (hull, turret) = match cut {
        Cut::Round => ("M-76 18q0-34 30-34h92q30 0 30 34z", "M-36-16a38 36 0 0 1 76 0z"),
        Cut::Angular => ("M-82 18l26-34h112l26 34z", "M-36-16l12-34h46l16 34z"),
    };
    html! {
        @if figure == Figure::Commander { path.flag d="M20-40v-57l54 19-54 19" {} }
        path.gun d="M-20-42h-76v14h76z" {}
        path.turret d=(turret) {}
        path.hull d=(hull) {}
        path.base d="M-54 16h108a26 26 0 0 1 0 52h-108a26 26 0 0 1 0-52z" {}
        path.wheels d="M-51 42h103" {}
    }
}
