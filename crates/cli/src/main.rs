//! `muster`: tournaments between bots that nobody has to trust.

mod commands;
mod exit;
mod games;
mod out;
mod terminal;

use std::process::ExitCode;

use clap::{ArgAction, Parser, Subcommand};

use crate::commands::game::GameCommand;

/// Tournaments between bots that nobody has to trust.
#[derive(Parser)]
#[command(name = "muster", version, after_help = exit::TABLE)]
struct Arguments {
    /// Say more on stderr; twice says everything.
    #[arg(short, long, action = ArgAction::Count, global = true)]
    verbose: u8,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The rules of the games, from the outside.
    #[command(subcommand)]
    Game(GameCommand),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        Command::Game(command) => command.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => failed.tell(),
    }
}
