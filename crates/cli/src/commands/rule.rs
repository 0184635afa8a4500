//! `muster rule`: records an organiser's ruling, which the report shows.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use class_operations::runs::{make_ruling, note_ruling, open_tournament, rulings_of};
use explain::Error;
use game::visible_path;
use ledger::RunFolder;
use run_folder::{RecordedRun, RulingSummary};
use terminal::out;
use terminal::text::inert;
use tournament::MatchKey;
use tournament::rulings::{PastGames, RulingAction};

use super::entrant::find_entrant;
use super::warnings::print_warnings;
use crate::exit::Done;

/// `muster rule`
#[derive(Args)]
pub(crate) struct RuleCommand {
    /// The run's folder.
    run: PathBuf,
    #[command(subcommand)]
    order: OrderCommand,
}

#[derive(Subcommand)]
enum OrderCommand {
    /// Withdraw an entrant: it is not paired from the next round on. It keeps the place that its games earned.
    Withdraw {
        /// The entrant's name.
        entrant: String,
        /// The treatment of its games so far.
        #[arg(long, value_enum, default_value_t = Games::Keep)]
        games: Games,
        /// The reason, shown in the report.
        #[arg(long)]
        reason: String,
    },
    /// Disqualify an entrant: it has no place in any table, including those of finished stages, and no grade.
    Disqualify {
        /// The entrant's name.
        entrant: String,
        /// The treatment of its games so far.
        #[arg(long, value_enum, default_value_t = Games::Keep)]
        games: Games,
        /// The reason, shown in the report.
        #[arg(long)]
        reason: String,
    },
    /// Annul a match: it does not count.
    Annul {
        /// The match's id as in the report, for example 1.3.2.1.
        game: MatchKey,
        /// The reason, shown in the report.
        #[arg(long)]
        reason: String,
    },
    /// Annul a match and play it again.
    Replay {
        /// The match's id as in the report, for example 1.3.2.1.
        game: MatchKey,
        /// The reason, shown in the report.
        #[arg(long)]
        reason: String,
    },
    /// Undo an earlier ruling.
    Undo {
        /// The ruling's number, as printed by `list`.
        number: usize,
        /// The reason, shown in the report.
        #[arg(long)]
        reason: String,
    },
    /// List the rulings of the run.
    List,
}

#[derive(Clone, Copy, ValueEnum)]
enum Games {
    /// They count.
    Keep,
    /// They do not count.
    Annul,
}

impl From<Games> for PastGames {
    fn from(games: Games) -> PastGames {
        match games {
            Games::Keep => PastGames::Keep,
            Games::Annul => PastGames::Annul,
        }
    }
}

impl RuleCommand {
    pub(crate) fn run(self) -> Done {
        let folder = RunFolder::at(&self.run);
        let run = open_tournament(&folder)?;
        let (order, reason) = match self.order {
            OrderCommand::List => return list(&folder, &run),
            OrderCommand::Withdraw { entrant, games, reason } => (
                RulingAction::Withdraw { entrant: find_entrant(&run, &entrant)?, games: games.into() },
                reason,
            ),
            OrderCommand::Disqualify { entrant, games, reason } => (
                RulingAction::Disqualify { entrant: find_entrant(&run, &entrant)?, games: games.into() },
                reason,
            ),
            OrderCommand::Annul { game, reason } => (RulingAction::Annul { game }, reason),
            OrderCommand::Replay { game, reason } => (RulingAction::Replay { game }, reason),
            OrderCommand::Undo { number, reason } => {
                let ruling = number.checked_sub(1).ok_or_else(|| {
                    Error::input("rulings are numbered from 1").hint("see `muster rule RUN list`")
                })?;
                (RulingAction::Undo { ruling }, reason)
            }
        };
        drop(run);
        let ruled = make_ruling(&folder, order, &reason)?;
        print_warnings(&note_ruling(&folder, &open_tournament(&folder)?, ruled.number));
        tell(&folder, &ruled)
    }
}

/// Prints the ruling, the round from which it applies, and the next steps.
fn tell(folder: &RunFolder, ruled: &RulingSummary) -> Done {
    if let Some(ruling) = rulings_of(folder, &open_tournament(folder)?)?.get(ruled.number - 1) {
        out::line(&format!("ruling {}: {}", ruled.number, inert(&ruling.to_string())))?;
    }
    let root = visible_path(folder.root());
    out::line(&if ruled.incomplete {
        format!("matches remain to be played: run the tournament again with --out {root}")
    } else {
        format!("update the report: muster report {root}")
    })
}

fn list(folder: &RunFolder, run: &RecordedRun) -> Done {
    let rulings = rulings_of(folder, run)?;
    if rulings.is_empty() {
        return out::line("no rulings");
    }
    (1..)
        .zip(rulings)
        .try_for_each(|(number, ruling)| out::line(&format!("{number}  {}", inert(&ruling.to_string()))))
}
