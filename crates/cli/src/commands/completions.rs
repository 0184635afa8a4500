//! `muster completions`: prints a script for the user's shell.

use clap::Args;
use clap_complete::Shell;
use terminal::out;

use crate::exit::Done;

/// `muster completions`
#[derive(Args)]
#[command(after_help = "\
For the current shell:
  bash  source <(muster completions bash)
  zsh   source <(muster completions zsh)
  fish  muster completions fish | source
Add the same line to the shell's startup file for every new shell.")]
pub(crate) struct CompletionsCommand {
    /// The shell.
    shell: Shell,
}

impl CompletionsCommand {
    pub(crate) fn run(self, program: &mut clap::Command) -> Done {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, program, "muster", &mut script);
        out::line(String::from_utf8_lossy(&script).trim_end())
    }
}
