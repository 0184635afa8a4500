//! How far strengths lie apart: what is thought of it before games, and what games say.

use rating::bradley_terry::{Common, Estimate, Posterior};
use rating::results::Player;

/// How far bots that are new to a season are thought to lie around the field, in Elo, before games say how far they do:
/// what is likeliest.
pub const FIELD: f64 = 200.0;

/// How much stronger or weaker a new version is thought to be than the one before it, in Elo, before games say how much
/// versions change: what is likeliest.
pub const JUMP: f64 = 120.0;

/// How unsure the two are before games: the standard deviations of their natural logarithms, below and above. Weak on
/// purpose. Bots may be all alike, and new versions change little; what is far apart loses every game in any case.
pub(crate) const UNSURE: [Sides; 2] = [Sides { below: 2.0, above: 1.5 }, Sides { below: 1.5, above: 1.5 }];

/// The same where a field is rated once, by few games: they seldom show that players are alike.
pub(crate) const UNSURE_AT_ONCE: [Sides; 2] = [Sides { below: 1.0, above: 1.2 }, UNSURE[1]];

/// Degrees of freedom of Student's t, as which strengths lie around what is believed of them: in most fields a few bots are
/// far from all others, and most new versions change little.
pub(crate) const FREEDOM: f64 = 4.0;

/// The estimation of the deviations ends when they change by less than this share of themselves: less than they are unsure
/// by in any season.
const ENOUGH: f64 = 1e-2;
/// No estimate of a deviation is below this, in Elo: a belief must be a number.
const LEAST: f64 = 1.0;

/// How unsure something is below where it is likeliest, and above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    pub(crate) below: f64,
    pub(crate) above: f64,
}

#[cfg(test)]
impl Sides {
    pub(crate) fn even(error: f64) -> Sides {
        Sides { below: error, above: error }
    }
}

/// How far strengths lie apart: scales of Student's t in Elo.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deviations {
    pub(crate) field: f64,
    pub(crate) jump: f64,
}

impl Deviations {
    /// Before games.
    pub(crate) const FIRST: Deviations = Deviations { field: FIELD, jump: JUMP };

    /// The one of a version that comes after another, or after none.
    pub(crate) fn of(self, before: Option<Player>) -> f64 {
        if before.is_some() { self.jump } else { self.field }
    }

    /// Those whose logarithms differ by so much from these.
    pub(crate) fn moved(self, [field, jump]: [f64; 2]) -> Deviations {
        Deviations { field: self.field * libm::exp(field), jump: self.jump * libm::exp(jump) }
    }

    pub(crate) fn is_near(self, other: Deviations) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() <= ENOUGH * b;
        near(self.field, other.field) && near(self.jump, other.jump)
    }
}

/// What is believed of versions before their games.
#[derive(Clone, Copy)]
pub(crate) struct Beliefs<'a> {
    pub(crate) deviations: Deviations,
    /// How many times more precise the belief about each version is than about others.
    pub(crate) shapes: &'a [f64],
    /// How unsure the logarithms of the two deviations are before games.
    pub(crate) unsure: [Sides; 2],
    pub(crate) common: Common,
}

impl Beliefs<'_> {
    pub(crate) fn deviation(&self, version: usize, before: Option<Player>) -> f64 {
        self.deviations.of(before) / libm::sqrt(self.shapes[version])
    }
}

/// How many times more precise the belief about each version is than about others, on average, given where it was found to
/// be.
pub(crate) fn likely_shapes(
    posterior: &Posterior,
    before: &[Option<Player>],
    deviations: Deviations,
) -> Vec<f64> {
    let shape = |(version, before): (usize, &Option<Player>)| {
        let believed = deviations.of(*before);
        let Estimate { value, deviation } = posterior.surprise(Player::from(version), *before);
        let deviation = deviation.unwrap_or(believed);
        let squares = (value * value + deviation * deviation) / (believed * believed);
        (FREEDOM + 1.0) / (FREEDOM + squares)
    };
    before.iter().enumerate().map(shape).collect()
}

/// What strengths say about the deviations that they were found with.
pub(crate) struct Components {
    field: Component,
    jump: Component,
    at: Deviations,
}

impl Components {
    pub(crate) fn of(posterior: &Posterior, before: &[Option<Player>], believed: &Beliefs<'_>) -> Components {
        let [field, jump] = believed.unsure.map(Component::new);
        let mut components = Components { field, jump, at: believed.deviations };
        for (version, before) in before.iter().enumerate() {
            let surprise = posterior.surprise(Player::from(version), *before);
            let component = if before.is_some() { &mut components.jump } else { &mut components.field };
            component.add(surprise, believed.deviation(version, *before));
        }
        components
    }

    /// The next estimates of the deviations.
    pub(crate) fn deviations(&self) -> Deviations {
        Deviations { field: self.field.next(self.at.field, FIELD), jump: self.jump.next(self.at.jump, JUMP) }
    }

    /// The slopes of the log likelihood along the logarithms, what is thought before games included.
    pub(crate) fn slopes(&self) -> [f64; 2] {
        [self.field.slope(self.at.field, FIELD), self.jump.slope(self.at.jump, JUMP)]
    }

    /// The standard errors of the logarithms, as if they were the same below and above.
    pub(crate) fn errors(&self) -> [f64; 2] {
        [&self.field, &self.jump].map(Component::error)
    }
}

/// Sums over strengths that are believed to lie equally far from where they are thought to be, but for their shapes.
struct Component {
    /// About the logarithm of the deviation before any game.
    unsure: Sides,
    /// Of what was found, in units of what was believed.
    squares: f64,
    /// How many of them games have settled.
    settled: f64,
    /// About the logarithm of the deviation.
    information: f64,
}

impl Component {
    fn new(unsure: Sides) -> Component {
        Component { unsure, squares: 0.0, settled: 0.0, information: 0.0 }
    }

    /// The precision of the prior of the deviation's logarithm.
    fn before(&self) -> f64 {
        1.0 / (self.unsure.below * self.unsure.above)
    }

    fn add(&mut self, found: Estimate, believed: f64) {
        let Some(deviation) = found.deviation else { return };
        let settled = (1.0 - (deviation / believed) * (deviation / believed)).max(0.0);
        self.squares += (found.value / believed) * (found.value / believed);
        self.settled += settled;
        // Of Student's t whose shape is unknown: two, if it were known.
        self.information += 2.0 * FREEDOM / (FREEDOM + 3.0) * settled * settled;
    }

    fn slope(&self, at: f64, at_first: f64) -> f64 {
        let off = libm::log(at / at_first);
        let unsure = if off < 0.0 { self.unsure.below } else { self.unsure.above };
        self.squares - self.settled - off / (unsure * unsure)
    }

    /// The next estimate: a step along the logarithm, by the slope there, towards the likeliest one.
    fn next(&self, last: f64, at_first: f64) -> f64 {
        let curvature = 2.0 * self.squares.max(self.settled) + self.before();
        (last * libm::exp((self.slope(last, at_first) / curvature).clamp(-1.0, 1.0))).max(LEAST)
    }

    fn error(&self) -> f64 {
        1.0 / libm::sqrt(self.information + self.before())
    }
}
