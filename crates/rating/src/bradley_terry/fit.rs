//! A complete fit: blocks of players, placed relative to one another.

mod blocks;
mod unbounded;

use self::blocks::blocks;
use self::unbounded::{open, open_without_reference};
use super::block::Block;
use super::block_placing::Placing;
use super::likelihood::{Chances, Terms};
use super::{Anchor, Options, PRIOR};
use crate::connections::Connections;
use crate::note::{Note, OpenSide};
use crate::results::{Player, Results};
use crate::scale::{ELO_PER_NAT, normal_cdf, round6};
use crate::table::{Table, Tally};

/// A figure and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its standard error; `None` if it is not determined.
    pub deviation: Option<f64>,
}

/// The probabilities of the outcomes of one match, for the player in the first seat. They sum to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Probability of a win.
    pub win: f64,
    /// Probability of a draw.
    pub draw: f64,
    /// Probability of a loss.
    pub loss: f64,
}

/// Ratings fitted to a table. Every figure is finite and rounded to six decimals.
#[derive(Clone)]
pub struct Fit {
    /// The rating of each player in Elo; players without matches are at the average.
    pub ratings: Vec<f64>,
    /// The standard error of each rating in Elo, relative to the average; `None` without matches.
    pub deviations: Vec<Option<f64>>,
    /// The direction in which the results leave each rating unbounded; `None` if they determine it.
    pub open: Vec<Option<OpenSide>>,
    /// Notes on the figures of each player.
    pub player_notes: Vec<Vec<Note>>,
    /// Notes on the fit as a whole.
    pub notes: Vec<Note>,
    /// Advantage of the first seat in Elo; `None` if it was not fitted or cannot be distinguished from strength.
    pub seat: Option<Estimate>,
    /// Probability of a draw between equal players; `None` if draws are not fitted.
    pub draw: Option<Estimate>,
    /// Log-likelihood at the estimate, including the prior.
    pub log_likelihood: f64,
    /// Number of Newton steps.
    pub steps: usize,
    island: Vec<Option<usize>>,
    blocks: Vec<Block>,
    /// The block of each player with matches, and the index within it.
    home: Vec<Option<(usize, usize)>>,
    placing: Placing,
}

impl Estimate {
    /// Formats the figure times `scale`, with the given number of standard errors to either side: `12.3 ± 4.5`.
    pub fn text(&self, scale: f64, deviations: f64) -> String {
        let value = self.value * scale;
        match self.deviation {
            Some(deviation) => format!("{value:.1} ± {:.1}", deviations * deviation * scale),
            None => format!("{value:.1}"),
        }
    }
}

impl Fit {
    /// Returns the seat and draw estimates and the notes, a sentence each.
    pub fn remarks(&self, deviations: f64) -> impl Iterator<Item = String> + '_ {
        let seat =
            self.seat.map(|seat| format!("the first seat is worth {} Elo", seat.text(1.0, deviations)));
        let draw = self
            .draw
            .map(|draw| format!("equal players draw {} % of their games", draw.text(100.0, deviations)));
        seat.into_iter().chain(draw).chain(self.notes.iter().map(ToString::to_string))
    }
}

impl std::fmt::Debug for Fit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fit")
            .field("ratings", &self.ratings)
            .field("deviations", &self.deviations)
            .field("open", &self.open)
            .field("notes", &self.notes)
            .field("seat", &self.seat)
            .field("draw", &self.draw)
            .finish_non_exhaustive()
    }
}

/// Fits the ratings of all matches that count; see [`fit_table`].
pub fn fit(results: &Results, options: &Options) -> Fit {
    fit_table(&Table::counted(results), options)
}

/// Fits the ratings to a table by maximum likelihood.
///
/// The order of matches has no influence. Time grows with the number of meetings, and for the standard errors with the
/// cube of the number of players. Memory grows with the square of the number of players (1,000 players: 24 MB).
///
/// # Source
/// Bradley and Terry, Rank analysis of incomplete block designs (1952); Davidson (1970) for draws; Davidson and Beaver,
/// On extending the Bradley-Terry model to incorporate within-pair order effects (1977), for the seat.
pub fn fit_table(table: &Table, options: &Options) -> Fit {
    fit_anchored(table, options, &[])
}

/// Fits the ratings to a table with some ratings fixed. If a player has two anchors, the later counts. Errors are
/// relative to the anchors.
pub fn fit_anchored(table: &Table, options: &Options, anchors: &[Anchor]) -> Fit {
    let scores = table.scores();
    let mut ratings = vec![None; table.players()];
    for anchor in anchors.iter().filter(|anchor| anchor.player.index() < table.players()) {
        ratings[anchor.player.index()] = Some(anchor.rating);
    }
    let anchored: Vec<f64> = ratings.iter().flatten().copied().collect();
    let zero = match anchored.len() {
        0 => options.average,
        count => anchored.iter().sum::<f64>() / count as f64,
    };
    let given: Vec<Option<f64>> =
        ratings.iter().map(|rating| rating.map(|rating| (rating - zero) / ELO_PER_NAT)).collect();
    let is_involved = |player: &Player| scores[player.index()].games() > 0;
    let involved: Vec<Player> = (0..table.players()).map(Player::from).filter(is_involved).collect();
    let fixed: Vec<Player> =
        involved.iter().copied().filter(|player| given[player.index()].is_some()).collect();
    let connections = Connections::new(table, &fixed);
    let (blocks, reason) = blocks(table, options, &given, &involved, &connections);
    let mut home = vec![None; table.players()];
    for (number, block) in blocks.iter().enumerate() {
        for (place, member) in block.members.iter().enumerate() {
            home[member.index()] = Some((number, place));
        }
    }
    let placing = match blocks.len() {
        0 | 1 => Placing::alone(blocks.first().map_or(Terms::default(), |block| block.terms)),
        _ => Placing::new(table, &blocks, &home),
    };
    let open = match reason {
        Some(_) => open_without_reference(table, &fixed, &connections),
        None => open(table, &fixed, &blocks, &placing, &home),
    };
    let mut fit = Fit {
        ratings: given.iter().map(|given| round6(zero + given.unwrap_or(0.0) * ELO_PER_NAT)).collect(),
        deviations: vec![None; table.players()],
        player_notes: player_notes(&scores, &connections, &open, &given),
        notes: Vec::new(),
        seat: None,
        draw: None,
        log_likelihood: 0.0,
        steps: 0,
        open,
        island: connections.island,
        blocks,
        home,
        placing,
    };
    fit.fill(zero, connections.islands);
    fit
}

fn player_notes(
    scores: &[Tally],
    connections: &Connections,
    open: &[Option<OpenSide>],
    given: &[Option<f64>],
) -> Vec<Vec<Note>> {
    let mut notes: Vec<Vec<Note>> = scores.iter().map(notes_on_score).collect();
    for (player, notes) in notes.iter_mut().enumerate() {
        if connections.islands > 1 {
            notes.extend(connections.island[player].map(|island| Note::Island { island }));
        }
        notes.extend(open[player].map(Note::Open));
        notes.extend(given[player].map(|_| Note::Anchor));
    }
    notes
}

fn notes_on_score(score: &Tally) -> Vec<Note> {
    let games = score.games();
    let mut notes = Vec::new();
    if games == 0 {
        notes.push(Note::NoGames);
    } else if score.wins == games {
        notes.push(Note::WonAll);
    } else if score.losses == games {
        notes.push(Note::LostAll);
    } else if score.draws == games {
        notes.push(Note::DrewAll);
    }
    notes
}

/// Returns the average of estimates that are equal except for sign and order; `None` if one is missing.
fn average(estimates: impl Iterator<Item = Option<Estimate>>) -> Option<Estimate> {
    let estimates = estimates.collect::<Option<Vec<Estimate>>>()?;
    let value = estimates.iter().map(|estimate| estimate.value).sum::<f64>() / estimates.len() as f64;
    Some(Estimate { value: round6(value), deviation: estimates.first()?.deviation })
}

impl Fit {
    /// Takes figures and notes from the blocks. Strengths are relative to the rating `zero`.
    fn fill(&mut self, zero: f64, islands: usize) {
        let common: Vec<&Block> =
            self.placing.common.iter().filter_map(|&block| self.blocks.get(block)).collect();
        let Some(first) = common.first() else {
            self.notes = vec![Note::NoGames];
            return;
        };
        self.seat = average(common.iter().map(|block| block.seat));
        self.draw = average(common.iter().map(|block| block.draw));
        if islands > 1 {
            self.notes.push(Note::Islands { islands });
        }
        self.notes.extend(&first.notes);
        self.log_likelihood = self.placing.log_likelihood;
        self.steps = self.placing.steps;
        for (number, block) in self.blocks.iter().enumerate() {
            self.log_likelihood += block.log_likelihood;
            self.steps += block.steps;
            let place = self.placing.variance(number);
            for (at, member) in block.members.iter().enumerate() {
                let member = member.index();
                let strength = block.strengths[at] + self.placing.offsets[number];
                self.ratings[member] = round6(zero + strength * ELO_PER_NAT);
                let variance = block.variance(at).zip(place).map(|(within, place)| within + place);
                self.deviations[member] = variance.map(|variance| round6(libm::sqrt(variance) * ELO_PER_NAT));
                self.player_notes[member].extend(&block.member_notes[at]);
            }
        }
        self.log_likelihood = round6(self.log_likelihood);
        if self.blocks.len() > 1 {
            let players = self.open.iter().flatten().count();
            self.notes.push(Note::Placed { players, weight: PRIOR });
        }
    }

    /// Returns the Elo difference by which `a` is rated above `b`, with its standard error.
    ///
    /// `None` if no chain of matches links them, or if they are the same player. With robust errors, a call takes a
    /// pass over all meetings.
    pub fn difference(&self, a: Player, b: Player) -> Option<Estimate> {
        let island = (*self.island.get(a.index())?)?;
        if a == b || *self.island.get(b.index())? != Some(island) {
            return None;
        }
        let ((one, i), (other, j)) = (self.home[a.index()]?, self.home[b.index()]?);
        let variance = if one == other {
            self.blocks[one].variance_between(i, j)
        } else {
            let within = self.blocks[one].variance(i).zip(self.blocks[other].variance(j));
            let between = self.placing.variance_between(one, other);
            within.zip(between).map(|((x, y), between)| x + y + between)
        };
        let strength =
            |block: usize, at: usize| self.blocks[block].strengths[at] + self.placing.offsets[block];
        Some(Estimate {
            value: round6((strength(one, i) - strength(other, j)) * ELO_PER_NAT),
            deviation: variance.map(|variance| round6(libm::sqrt(variance) * ELO_PER_NAT)),
        })
    }

    /// Returns the likelihood of superiority: the probability, given the results, that `a` is stronger than `b`.
    ///
    /// Uses the normal approximation with the covariance of both ratings. `None` as for [`Fit::difference`].
    pub fn superiority(&self, a: Player, b: Player) -> Option<f64> {
        let Estimate { value, deviation } = self.difference(a, b)?;
        let deviation = deviation?;
        if deviation > 0.0 {
            return Some(round6(normal_cdf(value / deviation)));
        }
        Some(if value > 0.0 {
            1.0
        } else if value < 0.0 {
            0.0
        } else {
            0.5
        })
    }

    /// Returns the outcome probabilities of a match between two players; `None` if one is unknown.
    pub fn outlook(&self, first: Player, second: Player) -> Option<Outlook> {
        let strength =
            |player: Player| {
                let home = self.home.get(player.index())?;
                Some(home.map_or(0.0, |(block, at)| {
                    self.blocks[block].strengths[at] + self.placing.offsets[block]
                }))
            };
        let gap = strength(first)? - strength(second)?;
        let Terms { seat, nu } = match (self.home[first.index()], self.home[second.index()]) {
            (Some((one, _)), Some((other, _))) if one == other => self.blocks[one].terms,
            _ => self.placing.terms,
        };
        let Chances { win, draw, loss, .. } = Chances::at(gap + seat, nu);
        Some(Outlook { win: round6(win), draw: round6(draw), loss: round6(loss) })
    }
}
