//! The scales of the spread of strengths: their priors, and their estimation from games.

use rating::bradley_terry::{Common, Estimate, Posterior};
use rating::results::Player;

/// The prior mode of the spread of bots that are new to a season, in Elo.
pub const FIELD: f64 = 200.0;

/// The prior mode of the change from one version to the next, in Elo.
pub const JUMP: f64 = 120.0;

/// The prior uncertainty of the two: the standard deviations of their natural logarithms, below and above the mode. It
/// is deliberately weak. All bots may be alike, and new versions may change little; very different bots lose every game
/// in any case.
pub(crate) const UNSURE: [Sides; 2] = [Sides { below: 2.0, above: 1.5 }, Sides { below: 1.5, above: 1.5 }];

/// The prior uncertainty for a field that is rated once, from few games, which seldom show that players are alike.
pub(crate) const UNSURE_AT_ONCE: [Sides; 2] = [Sides { below: 1.0, above: 1.2 }, UNSURE[1]];

/// Degrees of freedom of Student's t, the prior of strengths: in most fields a few bots are far from all others, and
/// most new versions change little.
pub(crate) const FREEDOM: f64 = 4.0;

/// The relative change of the deviations at which their estimation ends: less than their uncertainty in any season.
const ENOUGH: f64 = 1e-2;
/// Minimum estimate of a deviation in Elo, as a prior must be positive.
const LEAST: f64 = 1.0;

/// The uncertainty below and above the mode.
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

/// The spread of strengths: scales of Student's t in Elo.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deviations {
    pub(crate) field: f64,
    pub(crate) jump: f64,
}

impl Deviations {
    /// The prior modes.
    pub(crate) const FIRST: Deviations = Deviations { field: FIELD, jump: JUMP };

    /// Returns the deviation for a version with or without a predecessor.
    pub(crate) fn for_version(self, before: Option<Player>) -> f64 {
        if before.is_some() { self.jump } else { self.field }
    }

    /// Returns the deviations whose logarithms differ by these amounts.
    pub(crate) fn moved(self, [field, jump]: [f64; 2]) -> Deviations {
        Deviations { field: self.field * libm::exp(field), jump: self.jump * libm::exp(jump) }
    }

    pub(crate) fn is_near(self, other: Deviations) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() <= ENOUGH * b;
        near(self.field, other.field) && near(self.jump, other.jump)
    }
}

/// The priors of versions.
#[derive(Clone, Copy)]
pub(crate) struct Beliefs<'a> {
    pub(crate) deviations: Deviations,
    /// The relative precision of each version's prior.
    pub(crate) shapes: &'a [f64],
    /// The prior uncertainty of the logarithms of the two deviations.
    pub(crate) unsure: [Sides; 2],
    pub(crate) common: Common,
}

impl Beliefs<'_> {
    pub(crate) fn deviation(&self, version: usize, before: Option<Player>) -> f64 {
        self.deviations.for_version(before) / libm::sqrt(self.shapes[version])
    }
}

/// Returns the expected relative precision of each version's prior, given its estimate.
pub(crate) fn likely_shapes(
    posterior: &Posterior,
    before: &[Option<Player>],
    deviations: Deviations,
) -> Vec<f64> {
    let shape = |(version, before): (usize, &Option<Player>)| {
        let believed = deviations.for_version(*before);
        let Estimate { value, deviation } = posterior.surprise(Player::from(version), *before);
        let deviation = deviation.unwrap_or(believed);
        let squares = (value * value + deviation * deviation) / (believed * believed);
        (FREEDOM + 1.0) / (FREEDOM + squares)
    };
    before.iter().enumerate().map(shape).collect()
}

/// The information that strengths give about the deviations used to estimate them.
pub(crate) struct Components {
    field: Component,
    jump: Component,
    at: Deviations,
}

impl Components {
    pub(crate) fn new(
        posterior: &Posterior,
        before: &[Option<Player>],
        believed: &Beliefs<'_>,
    ) -> Components {
        let [field, jump] = believed.unsure.map(Component::new);
        let mut components = Components { field, jump, at: believed.deviations };
        for (version, before) in before.iter().enumerate() {
            let surprise = posterior.surprise(Player::from(version), *before);
            let component = if before.is_some() { &mut components.jump } else { &mut components.field };
            component.add(surprise, believed.deviation(version, *before));
        }
        components
    }

    /// Returns the next estimates of the deviations.
    pub(crate) fn deviations(&self) -> Deviations {
        Deviations { field: self.field.next(self.at.field, FIELD), jump: self.jump.next(self.at.jump, JUMP) }
    }

    /// Returns the slopes of the log posterior along the logarithms.
    pub(crate) fn slopes(&self) -> [f64; 2] {
        [self.field.slope(self.at.field, FIELD), self.jump.slope(self.at.jump, JUMP)]
    }

    /// Returns the standard errors of the logarithms, assumed to be equal below and above the mode.
    pub(crate) fn errors(&self) -> [f64; 2] {
        [&self.field, &self.jump].map(Component::error)
    }
}

/// Sums over strengths whose priors have the same scale, except for their shapes.
struct Component {
    /// The prior uncertainty of the deviation's logarithm.
    unsure: Sides,
    /// Sum of squared deviations from the prior mean, in units of the prior deviation.
    squares: f64,
    /// Effective number of strengths determined by games.
    settled: f64,
    /// Information about the logarithm of the deviation.
    information: f64,
}

impl Component {
    fn new(unsure: Sides) -> Component {
        Component { unsure, squares: 0.0, settled: 0.0, information: 0.0 }
    }

    /// Returns the precision of the prior of the deviation's logarithm.
    fn before(&self) -> f64 {
        1.0 / (self.unsure.below * self.unsure.above)
    }

    fn add(&mut self, found: Estimate, believed: f64) {
        let Some(deviation) = found.deviation else { return };
        let settled = (1.0 - (deviation / believed) * (deviation / believed)).max(0.0);
        self.squares += (found.value / believed) * (found.value / believed);
        self.settled += settled;
        // For Student's t with unknown shape; with a known shape, the factor would be two.
        self.information += 2.0 * FREEDOM / (FREEDOM + 3.0) * settled * settled;
    }

    fn slope(&self, at: f64, at_first: f64) -> f64 {
        let off = libm::log(at / at_first);
        let unsure = if off < 0.0 { self.unsure.below } else { self.unsure.above };
        self.squares - self.settled - off / (unsure * unsure)
    }

    /// Returns the next estimate: a step along the logarithm, by the slope there, towards the mode.
    fn next(&self, last: f64, at_first: f64) -> f64 {
        let curvature = 2.0 * self.squares.max(self.settled) + self.before();
        (last * libm::exp((self.slope(last, at_first) / curvature).clamp(-1.0, 1.0))).max(LEAST)
    }

    fn error(&self) -> f64 {
        1.0 / libm::sqrt(self.information + self.before())
    }
}
