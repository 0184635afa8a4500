//! One hash that stands for a complete run.
//!
//! The root is the BLAKE3 of a text with a line for every part of the record, in a fixed order. It is computed when it
//! is asked for and never stored, so that the record cannot say what it should be. README.md lists the lines and how to
//! compute each of them.

use std::collections::BTreeMap;
use std::fmt;

use tournament::MatchKey;

use crate::hashing::Hashing;
use crate::stage_seals::StageSeals;
use crate::{EntrantRow, InputsAt, Ledger, LedgerError, RunHeader, seal};

/// A state in the history of a run: after the given numbers of rulings and adopted changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The number of rulings that had been made.
    pub rulings: usize,
    /// The number of changes that had been adopted.
    pub adoptions: usize,
}

/// The root of a complete run, with the text that it is the hash of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    text: String,
}

impl Root {
    /// The text that is hashed, and that a signature signs.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Root {
    /// Writes the hash in hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(blake3::hash(self.text.as_bytes()).to_hex().as_str())
    }
}

impl Ledger {
    /// Returns the root of a run of the given number of stages, from its seals; `None` when a stage is not complete.
    /// [`Ledger::check`] says whether the seals fit what is on record.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn root(&self, stages: usize) -> Result<Option<Root>, LedgerError> {
        let mut seals = Vec::with_capacity(stages);
        for stage in 0..stages {
            let Some(sealed) = self.stage_seals(stage as u16)? else { return Ok(None) };
            seals.push(sealed);
        }
        let now = self.states()?.last().copied().unwrap_or_default();
        self.assembled(now, &seals).map(Some)
    }

    /// Returns the root that a run of the given number of stages had in an earlier state, in which it had only those
    /// matches on record for which `belongs` returns `true`.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn root_at(
        &self,
        state: State,
        stages: usize,
        belongs: &dyn Fn(MatchKey) -> bool,
    ) -> Result<Root, LedgerError> {
        let seals = (0..stages).map(|stage| self.seals_of(stage as u16, belongs));
        self.assembled(state, &seals.collect::<Result<Vec<_>, _>>()?)
    }

    /// Calls `each` for every match of a run with one stage, with the number of matches up to it and the root that the
    /// run would have had after it.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn roots_on_the_way(&self, stage: u16, each: &mut dyn FnMut(u64, Root)) -> Result<(), LedgerError> {
        let now = self.states()?.last().copied().unwrap_or_default();
        let Root { text: inputs } = self.assembled(now, &[])?;
        let mut matches = 0;
        self.seals_on_the_way(stage, &mut |seals| {
            matches += 1;
            let mut lines = Lines { text: inputs.clone(), hashing: self.hashing };
            lines.stage(1, seals);
            each(matches, Root { text: lines.text });
        })
    }

    /// Returns all states of the run, from its beginning to now.
    ///
    /// # Errors
    /// When the rulings or adopted changes cannot be read.
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

    fn assembled(&self, state: State, stages: &[StageSeals]) -> Result<Root, LedgerError> {
        let mut lines = Lines::new(self.hashing);
        lines.push("run", of_text(&self.identity()?));
        lines.inputs(&self.header()?, &self.inputs_at(state.adoptions)?);
        for (number, (_, hash)) in (1..).zip(self.hashed_adoptions()?.iter().take(state.adoptions)) {
            lines.push(&format!("adopted {number}"), *hash);
        }
        for (number, (_, _, hash)) in (1..).zip(self.stored_rulings()?.iter().take(state.rulings)) {
            lines.push(&format!("ruling {number}"), *hash);
        }
        for (number, seals) in (1..).zip(stages) {
            lines.stage(number, seals);
        }
        Ok(Root { text: lines.text })
    }
}

fn of_text(text: &str) -> [u8; 32] {
    blake3::hash(text.as_bytes()).into()
}

/// The text of a root while it is being built.
struct Lines {
    text: String,
    hashing: Hashing,
}

impl Lines {
    /// Begins with the line that says how the others are computed.
    fn new(hashing: Hashing) -> Lines {
        Lines { text: format!("muster root {}\n", hashing.number()), hashing }
    }

    fn push(&mut self, what: &str, hash: [u8; 32]) {
        self.text.push_str(what);
        self.text.push(' ');
        self.text.push_str(&blake3::Hash::from_bytes(hash).to_hex());
        self.text.push('\n');
    }

    /// Adds the inputs of a run. Modules are covered by their hashes in the entrants.
    fn inputs(&mut self, header: &RunHeader, inputs: &InputsAt) {
        let InputsAt { toml, entrants, files } = inputs;
        if self.hashing == Hashing::Second {
            self.push("kind", of_text(header.kind.name()));
            self.push("game", of_text(&header.game));
        }
        self.push("engine", of_text(&header.fingerprint));
        self.push("seed", of_text(&header.seed.to_string()));
        self.push("text", of_text(toml));
        self.files(files);
        self.entrants(entrants);
    }

    fn stage(&mut self, number: usize, seals: &StageSeals) {
        self.push(&format!("stage {number} matches"), seals.matches);
        self.push(&format!("stage {number} failures"), seals.failures);
        self.push(&format!("stage {number} logs"), seals.logs);
    }

    fn files(&mut self, files: &BTreeMap<String, String>) {
        for (number, (name, text)) in (1..).zip(files) {
            self.push(&format!("file {number}"), seal::of_file(name, text));
        }
    }

    fn entrants(&mut self, entrants: &[EntrantRow]) {
        for (number, entrant) in (1..).zip(entrants) {
            self.push(&format!("entrant {number}"), seal::of_entrant(entrant, self.hashing));
        }
    }
}
