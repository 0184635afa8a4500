//! `muster`: tournaments between untrusted bots.

mod carried;
#[cfg(feature = "network")]
mod client;
mod commands;
mod duration;
mod exit;
mod host;
mod isolation;
mod progress;
mod version;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{ArgAction, CommandFactory, Parser, Subcommand};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::commands::build::BuildCommand;
use crate::commands::call::CallCommand;
use crate::commands::check::{CheckCommand, Detail};
use crate::commands::class::ClassCommand;
use crate::commands::class::ladder::LadderCommand;
use crate::commands::compare::CompareCommand;
use crate::commands::completions::CompletionsCommand;
use crate::commands::demo::DemoCommand;
use crate::commands::docs::DocsCommand;
use crate::commands::evidence::EvidenceCommand;
use crate::commands::fleet::FleetCommand;
use crate::commands::game::GameCommand;
use crate::commands::licences::LicencesCommand;
use crate::commands::log::LogCommand;
use crate::commands::new::NewCommand;
use crate::commands::opponents::OpponentsCommand;
use crate::commands::play::PlayCommand;
use crate::commands::prepare::PrepareCommand;
use crate::commands::profile::ProfileCommand;
use crate::commands::protections::ProtectionsCommand;
use crate::commands::rate::RateCommand;
use crate::commands::report::ReportCommand;
use crate::commands::rule::RuleCommand;
use crate::commands::run::RunCommand;
use crate::commands::serve::ServeCommand;
use crate::commands::sprt::SprtCommand;
use crate::commands::submit::SubmitCommand;
use crate::commands::test::TestCommand;
use crate::commands::verify::VerifyCommand;
use crate::commands::watch::WatchCommand;
use crate::commands::why::WhyCommand;
use crate::commands::worker::WorkerCommand;

/// Run tournaments between untrusted bots.
#[derive(Parser)]
#[command(name = "muster", version, long_version = version::LONG.as_str(), after_help = exit::TABLE)]
struct Arguments {
    /// Print more: for `check`, the bot's imports and its sizes with their caps; for any command, more messages on
    /// stderr, and all of them if given twice.
    #[arg(short, long, action = ArgAction::Count, global = true)]
    verbose: u8,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a tournament of built-in bots and open its report.
    Demo(DemoCommand),
    /// Create a bot: a small project that builds and plays.
    New(NewCommand),
    /// Run or resume a tournament and write its report.
    Run(RunCommand),
    /// Play one match in the terminal.
    Play(PlayCommand),
    /// Build a bot from a script.
    Build(BuildCommand),
    /// Check a bot before submitting it.
    Check(CheckCommand),
    /// Compare two bots: wins, draws, losses, Elo, and the worst loss.
    Compare(CompareCommand),
    /// Rebuild, play, check and compare a bot whenever it is saved, and show the results on a page.
    Watch(WatchCommand),
    /// Explain why a seat lost a match, and let its bot play it again.
    Why(WhyCommand),
    /// Write one entrant's evidence of a match to an archive that can be verified on its own.
    Evidence(EvidenceCommand),
    /// Ask a bot about one position.
    Call(CallCommand),
    /// Ask a bot about the positions of a file, with expected or forbidden moves.
    Test(TestCommand),
    /// Show which functions and lines take a bot's time.
    Profile(ProfileCommand),
    /// Print what the bots logged in a match, ply by ply.
    Log(LogCommand),
    /// Replay a run and compare it with its record.
    Verify(VerifyCommand),
    /// Rewrite a run's report.
    Report(ReportCommand),
    /// Make a ruling on a run: withdraw, disqualify, annul, replay, undo.
    Rule(RuleCommand),
    /// Rate the players of one or more runs, with error bars.
    Rate(RateCommand),
    /// Test whether a new bot is stronger than an old one.
    Sprt(SprtCommand),
    /// Manage a class: students, submissions, deadlines, grades.
    #[command(subcommand)]
    Class(ClassCommand),
    /// Play cycles of a ladder season between the active versions of a class.
    Ladder(LadderCommand),
    /// Serve classes on the web: students submit bots and see their results, teachers manage the class.
    Serve(ServeCommand),
    /// Submit a bot to a class on a remote server.
    Submit(SubmitCommand),
    /// Manage a fleet: many machines that play for one or more coordinators.
    #[command(subcommand)]
    Fleet(FleetCommand),
    /// Play matches for a fleet.
    Worker(WorkerCommand),
    /// Show how well this machine can isolate the processes that check, build and play bots.
    Protections(ProtectionsCommand),
    /// List the built-in bots and their strength.
    Opponents(OpponentsCommand),
    /// Explore the rules of the games, and make games of your own.
    #[command(subcommand)]
    Game(GameCommand),
    /// Compile the interpreters of scripts now, so that later commands need not wait for it.
    Prepare(PrepareCommand),
    /// Print the licences of this program, its interpreters and its libraries.
    Licences(LicencesCommand),
    /// Print a shell completion script.
    Completions(CompletionsCommand),
    /// Print a generated page of the documentation.
    #[command(hide = true)]
    Docs(DocsCommand),
}

fn main() -> ExitCode {
    // The program compiles modules in a child of itself. Before anything else, check if this is that child.
    if let Some(code) = sandbox::compile_child_main() {
        return code;
    }
    // Then check if this is an isolated worker.
    if let Some(code) = worker::worker_main() {
        return code;
    }
    host::survive_file_size_limit();
    let arguments = Arguments::parse();
    trace(arguments.verbose);
    games::set_opener(host::game_files());
    let done = match arguments.command {
        Command::Demo(command) => command.run(),
        Command::New(command) => command.run(),
        Command::Run(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Build(command) => command.run(),
        Command::Check(command) => {
            command.run(if arguments.verbose > 0 { Detail::Whole } else { Detail::Brief })
        }
        Command::Compare(command) => command.run(),
        Command::Watch(command) => command.run(),
        Command::Why(command) => command.run(),
        Command::Evidence(command) => command.run(),
        Command::Call(command) => command.run(),
        Command::Test(command) => command.run(),
        Command::Profile(command) => command.run(),
        Command::Log(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Report(command) => command.run(),
        Command::Rule(command) => command.run(),
        Command::Rate(command) => command.run(),
        Command::Sprt(command) => command.run(),
        Command::Class(command) => command.run(),
        Command::Ladder(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Submit(command) => command.run(),
        Command::Fleet(command) => command.run(),
        Command::Worker(command) => command.run(),
        Command::Protections(command) => command.run(),
        Command::Opponents(command) => command.run(),
        Command::Game(command) => command.run(),
        Command::Prepare(command) => command.run(),
        Command::Licences(command) => command.run(),
        Command::Completions(command) => command.run(&mut Arguments::command()),
        Command::Docs(command) => command.run(Arguments::command()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => exit::print(&error),
    }
}

/// Traces to stderr: warnings, or more with `-v`. `MUSTER_LOG` sets it in detail, as in `warn,sandbox=trace`.
fn trace(verbose: u8) {
    let level = match verbose {
        0 => LevelFilter::WARN,
        1 => LevelFilter::INFO,
        _ => LevelFilter::TRACE,
    };
    let asked = std::env::var("MUSTER_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(level));
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines =
        tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colour).without_time();
    tracing_subscriber::registry().with(lines).with(filter).init();
}
