//! Checks of the rules of a game from a file, in words for their author.
//!
//! Random games are played, and every position gets the calls that a match, a bot or a page would make. Most mistakes are
//! faults of the rules. The rest are contradictions between two answers: a text that reads back as another position,
//! two actions with one notation, or a position that tells a seat a secret.

mod finding;
mod game_facts;
mod options;
mod report;
mod secrets;
mod walk;

use game::{Dice, Game, Joint, Outcome, Phase, Position, Rules, RulesFault, Seat, SeatSet};
use game_file::Function;

use self::finding::Law;
pub use self::finding::{GameFinding, WhereFound};
pub use self::game_facts::GameFacts;
pub use self::report::GameCheckReport;
use self::walk::Walk;
use crate::game_files::{CallUsage, OpenGame};

/// Number of random games under the default options.
const GAMES: u32 = 200;
/// Number of legal actions tried in a position that is examined closely.
const TRIED: usize = 6;
/// One in this many positions is examined closely.
const CLOSELY: usize = 8;
/// The work for games under the default options, and for those under all others, in units of fuel: about a second and a
/// half of processor time in all.
const BUDGET: [u64; 2] = [12_000_000_000, 4_000_000_000];
/// Number of plies after which a random game is abandoned. Games from files end earlier, by their own bound.
const PATIENCE: usize = 100_000;

/// A check of a game's rules.
pub struct GameCheck<'a> {
    game: &'static dyn Game,
    usage: &'a CallUsage,
    /// `true` if a seat can imagine the secrets of the other one.
    can_imagine: bool,
    /// `true` if the rules write and read the texts of positions.
    has_text: bool,
    dice: Dice,
    findings: Vec<GameFinding>,
    facts: GameFacts,
}

impl<'a> GameCheck<'a> {
    /// Prepares the check of a game. The same seed gives the same check.
    pub fn new(open: &'a OpenGame, seed: u64) -> GameCheck<'a> {
        let declaration = open.game.declaration();
        let can_imagine = declaration.secrets && declaration.has(Function::Imagine);
        let mut check = GameCheck {
            game: open.game,
            usage: &open.usage,
            can_imagine,
            has_text: declaration.has(Function::Text),
            dice: Dice::from_number(seed),
            findings: Vec::new(),
            facts: GameFacts::default(),
        };
        if declaration.secrets && !can_imagine {
            let what = "the game has secrets, but no `imagine`: bots cannot make positions of their own";
            check.note(what.to_owned(), Some("write imagine(seen, seat, dice)".to_owned()));
        }
        check
    }

    /// Adds a finding that needs no position.
    pub fn note(&mut self, what: String, hint: Option<String>) {
        self.findings.push(GameFinding { what, trace: Vec::new(), found: None, hint });
    }

    /// Plays random games. Returns the mistakes, at most one of each kind, and facts about the games.
    pub fn run(mut self) -> (Vec<GameFinding>, GameFacts) {
        let usual = Rules::defaults(self.game.options());
        let limit = self.usage.spent() + BUDGET[0];
        for _ in 0..GAMES {
            let ending = self.play(&usual);
            if let Some((outcome, plies)) = ending {
                self.facts.count(outcome, plies);
            }
            if self.usage.spent() > limit || self.has(Law::Fault) {
                break;
            }
        }
        let limit = self.usage.spent() + BUDGET[1];
        for rules in options::all_values(self.game.options()) {
            if self.usage.spent() > limit || self.has(Law::Fault) {
                break;
            }
            self.play(&rules);
            self.facts.option_sets += 1;
        }
        self.facts.finish(self.usage);
        (self.findings, self.facts)
    }

    /// Plays one random game. Returns its outcome and its length; `None` if it was not finished.
    fn play(&mut self, rules: &Rules) -> Option<(Outcome, usize)> {
        let is_usual = *rules == Rules::defaults(self.game.options());
        let mut walk = Walk::new(self.game, rules);
        while walk.plies.len() < PATIENCE {
            if self.failed(&*walk.position, &walk) {
                return None;
            }
            self.look(&walk);
            if is_usual {
                self.facts.see(&walk);
            }
            // Drawing, showing and describing may fail as well.
            if self.failed(&*walk.position, &walk) {
                return None;
            }
            let Some(joint) = game::random_joint(&*walk.position, &mut self.dice, &mut Vec::new()) else {
                let end = walk.position.phase().end()?;
                return Some((end.outcome, walk.plies.len()));
            };
            let mut next = walk.position.clone();
            next.apply(&joint);
            if next.fault().is_none() {
                self.compare_worlds(&walk, &*next, &joint);
            }
            walk.go(joint, next);
        }
        None
    }

    /// Records the fault of a position that the rules could not make.
    fn failed(&mut self, position: &dyn Position, walk: &Walk<'_>) -> bool {
        let Some(fault) = position.fault() else { return false };
        let RulesFault { what, trace, .. } = fault.clone();
        self.found(Law::Fault, what, walk, None);
        if let Some(last) = self.findings.last_mut().filter(|last| last.trace.is_empty()) {
            last.trace = trace;
        }
        true
    }

    fn look(&mut self, walk: &Walk<'_>) {
        if self.can_imagine {
            self.compare_imagined(walk);
        }
        let is_over = walk.position.phase().end().is_some();
        if self.dice.below(CLOSELY) == 0 || walk.plies.is_empty() || is_over {
            self.look_closely(walk);
        }
    }

    /// Makes every possible call about a position, and plays some of its actions.
    fn look_closely(&mut self, walk: &Walk<'_>) {
        let position = &*walk.position;
        let mut view = vec![0; self.game.layout().view_len() + game::view::HEADER_LEN];
        for viewer in [None, Some(Seat::First), Some(Seat::Second)] {
            position.draw(viewer);
            viewer.map(|seat| position.write_view(seat, &mut view));
        }
        position.adjudicate();
        if self.has_text {
            self.text_reads_back(walk);
        }
        self.mirrors(walk);
        for joint in self.some_plies(position) {
            position.events(&joint, None);
            let mut next = position.clone_box();
            next.apply(&joint);
            if let Some(fault) = next.fault() {
                let text = game::format_joint(self.game, position, &joint);
                let what = format!("`{text}` is legal, but it cannot be played: {}", fault.what);
                let trace = fault.trace.clone();
                self.found(Law::Fault, what, walk, None);
                if let Some(last) = self.findings.last_mut().filter(|last| last.trace.is_empty()) {
                    last.trace = trace;
                }
                return;
            }
        }
    }

    /// Returns a few plies that can be played in a position.
    fn some_plies(&mut self, position: &dyn Position) -> Vec<Joint> {
        let mut legal = Vec::new();
        (0..TRIED).filter_map(|_| game::random_joint(position, &mut self.dice, &mut legal)).collect()
    }

    fn text_reads_back(&mut self, walk: &Walk<'_>) {
        let text = walk.position.to_string();
        if walk.position.fault().is_some() {
            return;
        }
        let what = match self.game.parse_position(walk.rules, &text) {
            Err(error) => format!("the text of a position cannot be read back: {error}"),
            Ok(read) if read.fault().is_some() => {
                let why = read.fault().map(|fault| fault.what.clone()).unwrap_or_default();
                format!("the text of a position cannot be read back: {why}")
            }
            Ok(read) if read.to_string() != text => {
                format!("the text of a position reads back as another one: `{read}`")
            }
            Ok(read) => match walk::difference(self.game, &*walk.position, &*read, None) {
                Some(which) => format!("`read` returns another position for a text: {which} differs"),
                None => return,
            },
        };
        self.found(Law::Text, what, walk, Some("fix `text` and `read`, or remove both"));
    }

    fn mirrors(&mut self, walk: &Walk<'_>) {
        let position = &*walk.position;
        let Some(mirrored) = position.mirrored() else { return };
        if self.failed(&*mirrored, walk) {
            return;
        }
        let back = mirrored.mirrored();
        let is_same = back.is_some_and(|back| walk::difference(self.game, position, &*back, None).is_none());
        let exchanged = |here: SeatSet, there: SeatSet| {
            Seat::BOTH.iter().all(|seat| here.contains(*seat) == there.contains(seat.other()))
        };
        let swapped = match (position.phase(), mirrored.phase()) {
            (Phase::Over(here), Phase::Over(there)) => here.outcome == there.outcome.swapped(),
            (Phase::Act(here), Phase::Act(there)) => exchanged(here, there),
            (Phase::Chance(here), Phase::Chance(there)) => {
                here.outcomes == there.outcomes && exchanged(here.seen_by, there.seen_by)
            }
            _ => false,
        };
        if !is_same || !swapped {
            let what = if is_same {
                "`mirror` does not exchange the seats"
            } else {
                "`mirror` applied twice gives another position"
            };
            self.found(Law::Mirror, what.to_owned(), walk, None);
        }
    }

    fn has(&self, law: Law) -> bool {
        self.findings.iter().any(|finding| finding.found.as_ref().is_some_and(|found| found.law == law))
    }

    /// Records a mistake, unless one of its kind was found before.
    fn found(&mut self, law: Law, what: String, walk: &Walk<'_>, hint: Option<&str>) {
        if self.has(law) {
            return;
        }
        let found = Some(WhereFound { law, rules: walk.rules.to_string(), plies: walk.texts.clone() });
        let hint = hint.map(str::to_owned);
        self.findings.push(GameFinding { what, trace: Vec::new(), found, hint });
    }
}
