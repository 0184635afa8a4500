//! `muster class`: one folder for a class, from the roster to what plays.

mod activate;
mod announce;
mod backup;
mod badges;
mod check;
mod close;
mod copies;
mod door;
mod engine;
pub(crate) mod entering;
mod export;
mod extend;
mod forget;
mod freeze;
mod games_list;
mod graded;
mod handed_in;
mod init;
mod judging;
pub(crate) mod ladder;
mod opened;
mod rejudge;
mod requests;
mod roster;
pub(crate) mod runs;
mod scrimmage;
mod scrimmaging;
mod status;
mod submit;
mod words;
mod work;

use clap::Subcommand;

use self::activate::ActivateCommand;
use self::announce::AnnounceCommand;
use self::backup::{BackupCommand, RestoreCommand};
use self::check::CheckCommand;
use self::close::{CloseCommand, ReopenCommand};
use self::copies::CopiesCommand;
use self::export::ExportCommand;
use self::extend::ExtendCommand;
use self::forget::ForgetCommand;
use self::freeze::{FreezeCommand, ReleaseCommand};
use self::init::InitCommand;
use self::rejudge::RejudgeCommand;
use self::roster::RosterCommand;
use self::scrimmage::ScrimmageCommand;
use self::status::StatusCommand;
use self::submit::SubmitCommand;
use self::work::WorkCommand;
use crate::exit::Done;

/// `muster class`
#[derive(Subcommand)]
pub(crate) enum ClassCommand {
    /// Begin a class.
    Init(InitCommand),
    /// Take students from a CSV file, or list them.
    Roster(RosterCommand),
    /// Hand in a bot for a student.
    Submit(SubmitCommand),
    /// Show who stands where: deadlines, what was handed in, which version is active and why.
    Status(StatusCommand),
    /// Play what waits: trial matches, the games of requirements, and friendly games.
    Work(WorkCommand),
    /// Show what versions have shown: trial matches, and which requirements they meet.
    Check(CheckCommand),
    /// Ask for friendly games, or show what came of them.
    Scrimmage(ScrimmageCommand),
    /// Judge all active versions again; show what would change, then apply it.
    Rejudge(RejudgeCommand),
    /// Show nobody any new results.
    Freeze(FreezeCommand),
    /// Show results again: to participants, or to all.
    Release(ReleaseCommand),
    /// Give a student more time.
    Extend(ExtendCommand),
    /// Choose a student's active version.
    Activate(ActivateCommand),
    /// Tell everybody something.
    Announce(AnnounceCommand),
    /// List bots that are so much alike that you should look at them.
    Copies(CopiesCommand),
    /// Accept nothing any more.
    Close(CloseCommand),
    /// Accept hand-ins again.
    Reopen(ReopenCommand),
    /// Put a run's grades into a course system's own file, by student.
    Export(ExportCommand),
    /// Delete a student's data.
    Forget(ForgetCommand),
    /// Write the whole class into one file.
    Backup(BackupCommand),
    /// Make a class of a backup.
    Restore(RestoreCommand),
}

impl ClassCommand {
    pub(crate) fn run(self) -> Done {
        match self {
            ClassCommand::Init(command) => command.run(),
            ClassCommand::Roster(command) => command.run(),
            ClassCommand::Submit(command) => command.run(),
            ClassCommand::Status(command) => command.run(),
            ClassCommand::Work(command) => command.run(),
            ClassCommand::Check(command) => command.run(),
            ClassCommand::Scrimmage(command) => command.run(),
            ClassCommand::Rejudge(command) => command.run(),
            ClassCommand::Freeze(command) => command.run(),
            ClassCommand::Release(command) => command.run(),
            ClassCommand::Extend(command) => command.run(),
            ClassCommand::Activate(command) => command.run(),
            ClassCommand::Announce(command) => command.run(),
            ClassCommand::Copies(command) => command.run(),
            ClassCommand::Close(command) => command.run(),
            ClassCommand::Reopen(command) => command.run(),
            ClassCommand::Export(command) => command.run(),
            ClassCommand::Forget(command) => command.run(),
            ClassCommand::Backup(command) => command.run(),
            ClassCommand::Restore(command) => command.run(),
        }
    }
}
