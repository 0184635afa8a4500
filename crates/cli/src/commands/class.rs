//! `muster class`: a folder for a class, from the roster to its tournaments.

mod activate;
mod adopt;
mod announce;
mod backup;
mod check;
mod clock;
mod close;
mod copies;
mod embed;
mod export;
mod extend;
mod feedback;
mod forget;
mod freeze;
mod game;
mod games_list;
mod grades_output;
mod init;
pub(crate) mod ladder;
mod links;
mod opening;
mod questions;
mod rejudge;
mod roster;
mod scrimmage;
mod status;
mod submit;
mod withdraw;
mod work;

use clap::Subcommand;

use self::activate::ActivateCommand;
use self::adopt::AdoptCommand;
use self::announce::AnnounceCommand;
use self::backup::{BackupCommand, RestoreCommand};
use self::check::CheckCommand;
use self::clock::ClockCommand;
use self::close::{CloseCommand, ReopenCommand};
use self::copies::CopiesCommand;
use self::embed::EmbedCommand;
use self::export::ExportCommand;
use self::extend::ExtendCommand;
use self::feedback::FeedbackCommand;
use self::forget::ForgetCommand;
use self::freeze::{FreezeCommand, ReleaseCommand};
use self::game::GameCommand;
use self::init::InitCommand;
use self::links::LinksCommand;
use self::questions::QuestionsCommand;
use self::rejudge::RejudgeCommand;
use self::roster::RosterCommand;
use self::scrimmage::ScrimmageCommand;
use self::status::StatusCommand;
use self::submit::SubmitCommand;
use self::withdraw::{ReinstateCommand, WithdrawCommand};
use self::work::WorkCommand;
use crate::exit::Done;

/// `muster class`
#[derive(Subcommand)]
pub(crate) enum ClassCommand {
    /// Create a class.
    Init(InitCommand),
    /// Import students from a CSV file, or list them.
    Roster(RosterCommand),
    /// Submit a bot for a student, or everything in an archive of a course system.
    Submit(SubmitCommand),
    /// Show deadlines, submissions, and which version of each student is active and why.
    Status(StatusCommand),
    /// Play queued games: trial matches, games for requirements, and scrimmages.
    Work(WorkCommand),
    /// Show the results of versions in trial matches, and the requirements that they meet.
    Check(CheckCommand),
    /// Request friendly games, or show their results.
    Scrimmage(ScrimmageCommand),
    /// Judge all active versions again: preview what would change, then apply it.
    Rejudge(RejudgeCommand),
    /// Hide new results from everyone but the teacher.
    Freeze(FreezeCommand),
    /// Publish results to participants, or to everyone.
    Release(ReleaseCommand),
    /// Give a student more time.
    Extend(ExtendCommand),
    /// Exclude a student from all future matches.
    Withdraw(WithdrawCommand),
    /// Readmit a withdrawn student.
    Reinstate(ReinstateCommand),
    /// Choose a student's active version.
    Activate(ActivateCommand),
    /// Adopt a changed class.toml that makes versions stop counting.
    Adopt(AdoptCommand),
    /// Replace the rules of the class's game from a file.
    Game(GameCommand),
    /// Publish an announcement to the class.
    Announce(AnnounceCommand),
    /// Show questions and regrade requests of students, and answer them.
    Questions(QuestionsCommand),
    /// Create personal links for signing in to the service, or list who has one.
    Links(LinksCommand),
    /// List bots that are suspiciously similar.
    Copies(CopiesCommand),
    /// Stop accepting submissions.
    Close(CloseCommand),
    /// Accept submissions again.
    Reopen(ReopenCommand),
    /// Compare the clock with the record, confirm it, or correct the record.
    Clock(ClockCommand),
    /// Export a run's grades into a course system's own file.
    Export(ExportCommand),
    /// Write feedback for students, on refusals and results, into a course system's file or as texts.
    Feedback(FeedbackCommand),
    /// Copy the modules of a run into its own record, so that the run can be moved.
    Embed(EmbedCommand),
    /// Delete a student's data.
    Forget(ForgetCommand),
    /// Back up the whole class to a file.
    Backup(BackupCommand),
    /// Restore a class from a backup.
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
            ClassCommand::Withdraw(command) => command.run(),
            ClassCommand::Reinstate(command) => command.run(),
            ClassCommand::Activate(command) => command.run(),
            ClassCommand::Adopt(command) => command.run(),
            ClassCommand::Game(command) => command.run(),
            ClassCommand::Announce(command) => command.run(),
            ClassCommand::Questions(command) => command.run(),
            ClassCommand::Links(command) => command.run(),
            ClassCommand::Copies(command) => command.run(),
            ClassCommand::Close(command) => command.run(),
            ClassCommand::Reopen(command) => command.run(),
            ClassCommand::Clock(command) => command.run(),
            ClassCommand::Export(command) => command.run(),
            ClassCommand::Feedback(command) => command.run(),
            ClassCommand::Embed(command) => command.run(),
            ClassCommand::Forget(command) => command.run(),
            ClassCommand::Backup(command) => command.run(),
            ClassCommand::Restore(command) => command.run(),
        }
    }
}
