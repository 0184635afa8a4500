//! One hash that stands for a complete run.
//!
//! The root is the BLAKE3 of a text with a line for every part of the record, in a fixed order. It is computed on
//! demand and never stored, so that the record cannot claim a root. README.md lists the lines and the computation of
//! each.

use std::fmt;

use hash::Hash;
use tournament::{MatchKey, RunSeed};

use crate::leaf::{LeafWork, leaf_of};
use crate::merkle_tree::MerkleTree;
use crate::salts::Salts;
use crate::stage_seals::{MatchHashes, StageSeals, seal_damage};
use crate::{EarlierRules, InputsAt, Ledger, LedgerError, PlayedRules, RunHeader, StageTerms, seal};

type MakeLeaves<'a> = &'a dyn Fn(LeafWork<'_>) -> Result<(), LedgerError>;

/// Number of matches per batch of leaves.
const TOGETHER: usize = 1024;

/// A state in the history of a run: after the given numbers of rulings and adopted changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Number of rulings.
    pub rulings: usize,
    /// Number of adopted changes.
    pub adoptions: usize,
}

/// The root of a complete run, with the text whose hash it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    text: String,
}

impl Root {
    /// Returns the text that is hashed, and that a signature signs.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the hash of the text.
    pub fn hash(&self) -> Hash {
        Hash::digest(self.text.as_bytes())
    }
}

impl fmt::Display for Root {
    /// Writes the hash in hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.hash(), f)
    }
}

impl Ledger {
    /// Returns the root of a run whose stages are played under these terms; `None` if a stage is not complete.
    ///
    /// # Errors
    /// If the record cannot be read, or a stage does not match its seals.
    pub fn root(&self, stages: &[StageTerms]) -> Result<Option<Root>, LedgerError> {
        self.root_with(stages, &|work: LeafWork<'_>| work.here())
    }

    /// Returns the same as [`Ledger::root`]. `make_leaves` computes the leaves of each stage, and may use several
    /// threads.
    ///
    /// # Errors
    /// As [`Ledger::root`].
    pub fn root_with(
        &self,
        stages: &[StageTerms],
        make_leaves: MakeLeaves<'_>,
    ) -> Result<Option<Root>, LedgerError> {
        let mut lines = Vec::with_capacity(stages.len());
        for (stage, terms) in (0..).zip(stages) {
            let Some(sealed) = self.stage_seals(stage)? else { return Ok(None) };
            lines.push(self.sealed_lines((stage, terms), &sealed, make_leaves)?);
        }
        let now = self.states()?.last().copied().unwrap_or_default();
        self.assembled(now, &lines).map(Some)
    }

    /// Returns the root of a run in an earlier state, with its stages played under these terms, and with only the
    /// matches for which `belongs` returns `true`.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn root_at(
        &self,
        state: State,
        stages: &[StageTerms],
        belongs: &dyn Fn(MatchKey) -> bool,
    ) -> Result<Root, LedgerError> {
        let (seed, salts) = (RunSeed::from(self.header()?.seed), self.salts);
        let mut lines = Vec::with_capacity(stages.len());
        for (stage, terms) in (0..).zip(stages) {
            let mut tree = MerkleTree::default();
            self.each_whole(stage, |hashes| {
                if belongs(hashes.key) {
                    tree.add(leaf_of(&hashes, seed, &salts));
                }
            })?;
            lines.push(lines_of(terms, &tree));
        }
        self.assembled(state, &lines)
    }

    /// Calls `each` after every match of a run with one stage, with the number of matches so far and the root that
    /// the run would have had at that point.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn roots_on_the_way(
        &self,
        terms: &StageTerms,
        each: &mut dyn FnMut(u64, Root),
    ) -> Result<(), LedgerError> {
        let now = self.states()?.last().copied().unwrap_or_default();
        let inputs = self.assembled(now, &[])?;
        let (seed, salts) = (RunSeed::from(self.header()?.seed), self.salts);
        let (mut tree, mut matches) = (MerkleTree::default(), 0);
        let tell_each = |hashes| {
            tree.add(leaf_of(&hashes, seed, &salts));
            matches += 1;
            let mut root = inputs.clone();
            root.push_stage(1, &lines_of(terms, &tree));
            each(matches, root);
        };
        self.each_whole(0, tell_each).map(drop)
    }

    /// Returns the lines of a complete stage, after checking it against its seals.
    fn sealed_lines(
        &self,
        (stage, terms): (u16, &StageTerms),
        sealed: &StageSeals,
        make_leaves: MakeLeaves<'_>,
    ) -> Result<StageLines, LedgerError> {
        let (seed, salts) = (RunSeed::from(self.header()?.seed), self.salts);
        let mut tree = MerkleTree::default();
        let mut found = None;
        let mut feed = |pass: &mut dyn FnMut(Vec<MatchHashes>)| {
            let mut together = Vec::with_capacity(TOGETHER);
            found = Some(self.each_whole(stage, |hashes| {
                together.push(hashes);
                if together.len() == TOGETHER {
                    pass(std::mem::replace(&mut together, Vec::with_capacity(TOGETHER)));
                }
            })?);
            pass(together);
            Ok(())
        };
        let make = |hashes: Vec<MatchHashes>| {
            hashes.iter().map(|hashes| leaf_of(hashes, seed, &salts)).collect::<Vec<_>>()
        };
        let mut take = |leaves: Vec<[u8; 32]>| leaves.into_iter().for_each(|leaf| tree.add(leaf));
        make_leaves(LeafWork { feed: &mut feed, make: &make, take: &mut take })?;
        match found.iter().flat_map(|found| sealed.differences(found)).next() {
            Some(what) => Err(seal_damage(stage, what)),
            None => Ok(lines_of(terms, &tree)),
        }
    }

    /// Returns all states of the run, from its beginning to now.
    ///
    /// # Errors
    /// If the rulings or adopted changes cannot be read.
    pub fn states(&self) -> Result<Vec<State>, LedgerError> {
        let rulings = self.stored_rulings()?.len();
        let mut states = vec![State::default()];
        let mut state = State::default();
        for adoption in self.adoptions()? {
            let made = usize::try_from(adoption.rulings).unwrap_or(usize::MAX).min(rulings);
            states.extend((state.rulings + 1..=made).map(|rulings| State { rulings, ..state }));
            state = State { rulings: state.rulings.max(made), adoptions: state.adoptions + 1 };
            states.push(state);
        }
        states.extend((state.rulings + 1..=rulings).map(|rulings| State { rulings, ..state }));
        Ok(states)
    }

    fn assembled(&self, state: State, stages: &[StageLines]) -> Result<Root, LedgerError> {
        let (mut root, salts) = (Root { text: names::FIRST.to_owned() }, &self.salts);
        root.push("run", salts.commitment("run", self.identity()?.as_bytes()));
        root.push_inputs(&self.header()?, &self.inputs_at(state.adoptions)?, salts)?;
        for (number, (_, hash)) in (1..).zip(self.hashed_adoptions()?.iter().take(state.adoptions)) {
            let name = format!("adopted {number}");
            root.push(&name, salts.commitment(&name, hash));
        }
        for (number, (_, _, hash)) in (1..).zip(self.stored_rulings()?.iter().take(state.rulings)) {
            root.push(&format!("ruling {number}"), *hash);
        }
        for (number, stage) in (1..).zip(stages) {
            root.push_stage(number, stage);
        }
        Ok(root)
    }
}

/// The hashes of a stage's rules and of its matches.
type StageLines = [[u8; 32]; 2];

fn lines_of(terms: &StageTerms, tree: &MerkleTree) -> StageLines {
    [seal::of_terms(terms), tree.root()]
}

fn of_text(text: &str) -> [u8; 32] {
    blake3::hash(text.as_bytes()).into()
}

/// The names of the lines that a proof refers to.
pub(crate) mod names {

    pub(crate) const ENGINE: &str = "engine";
    pub(crate) const GAME: &str = "game";

    /// The first line, which names the version of the others.
    pub(crate) const FIRST: &str = "muster root 3\n";

    /// Returns the name of the corresponding line for earlier rules, numbered from 1. The line of the game is over the
    /// line of the run's list, with the matches.
    pub(crate) fn earlier(line: &str, number: usize) -> String {
        format!("earlier {line} {number}")
    }

    /// Returns the name of the line of the entrant with an index, from 0.
    pub(crate) fn entrant(index: usize) -> String {
        format!("entrant {}", index + 1)
    }

    /// Returns the name of the salt of that entrant, which hides everything except the entrant's name.
    pub(crate) fn hidden(index: usize) -> String {
        format!("{} without the name", entrant(index))
    }

    pub(crate) fn rules(stage: usize) -> String {
        format!("stage {stage} rules")
    }

    pub(crate) fn matches(stage: usize) -> String {
        format!("stage {stage} matches")
    }
}

/// Returns `true` if the run with the text of a root played a match on this engine with this game. `earlier` are the lines
/// of its list of earlier rules.
pub(crate) fn has_rules(root: &str, earlier: &[String], key: MatchKey, (engine, game): (&str, &str)) -> bool {
    let name = |line: &str, index: usize| names::earlier(line, index + 1);
    let has = |(index, line): (usize, &String)| has_line(root, &name(names::GAME, index), &of_text(line));
    let is_whole = !root.lines().any(|line| line.starts_with(&name(names::GAME, earlier.len())));
    let Some(list) = earlier.iter().map(|line| EarlierRules::read(line)).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let played = match list.iter().position(|rules| rules.matches.contains(&key)) {
        Some(index) => {
            list[index].game == game && has_line(root, &name(names::ENGINE, index), &of_text(engine))
        }
        None => {
            has_line(root, names::GAME, &of_text(game)) && has_line(root, names::ENGINE, &of_text(engine))
        }
    };
    is_whole && earlier.iter().enumerate().all(has) && played
}

/// Returns `true` if the text of a root has this line.
pub(crate) fn has_line(root: &str, name: &str, hash: &[u8; 32]) -> bool {
    let line = format!("{name} {}", Hash::from(*hash));
    root.lines().any(|other| other == line)
}

impl Root {
    fn push(&mut self, what: &str, hash: [u8; 32]) {
        self.text.push_str(what);
        self.text.push(' ');
        self.text.push_str(&Hash::from(hash).to_string());
        self.text.push('\n');
    }

    /// Adds the inputs of a run. Modules are covered by their hashes in the entrants.
    fn push_inputs(
        &mut self,
        header: &RunHeader,
        inputs: &InputsAt,
        salts: &Salts,
    ) -> Result<(), LedgerError> {
        let header = header.at(inputs);
        let InputsAt { toml, entrants, files } = inputs;
        self.push("kind", of_text(header.kind.name()));
        self.push(names::GAME, of_text(&header.game));
        self.push(names::ENGINE, of_text(&header.fingerprint));
        for (number, earlier) in (1..).zip(PlayedRules::read(files)?.earlier) {
            self.push(&names::earlier(names::GAME, number), of_text(&earlier.to_string()));
            self.push(&names::earlier(names::ENGINE, number), of_text(&header.engine_for(&earlier.game)));
        }
        self.push("seed", salts.commitment("seed", header.seed.to_string().as_bytes()));
        self.push("text", salts.commitment("text", toml.as_bytes()));
        if header.defaults > 1 {
            self.push("defaults", of_text(&header.defaults.to_string()));
        }
        for (number, (name, text)) in (1..).zip(files) {
            let line = format!("file {number}");
            self.push(&line, salts.commitment(&line, &seal::of_file(name, text)));
        }
        for (index, entrant) in entrants.iter().enumerate() {
            let hidden = salts.commitment(&names::hidden(index), &seal::of_entered(entrant));
            self.push(&names::entrant(index), seal::of_named(&entrant.name, &hidden));
        }
        Ok(())
    }

    fn push_stage(&mut self, number: usize, [rules, matches]: &StageLines) {
        self.push(&names::rules(number), *rules);
        self.push(&names::matches(number), *matches);
    }
}
