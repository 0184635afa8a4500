//! A tournament's file and those it names, read and checked.

use std::fs;
use std::path::Path;

use config::{BotPlan, Problem, Problems, SizeClass};
use runner::{Candidate, Entered};
use sandbox::Caps;

use crate::exit::Failed;
use crate::games::GAMES;
use crate::host;

/// Reads the tournament and its bots' files. A file that is missing is one more problem of the text.
pub(crate) fn read(path: &Path) -> Result<Entered, Failed> {
    let shown = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| {
        let failed = Failed::input(format!("cannot read {shown}: {error}"));
        match error.kind() {
            std::io::ErrorKind::NotFound => failed.hint("give the path of a tournament's TOML file"),
            _ => failed,
        }
    })?;
    let base = path.parent().unwrap_or(Path::new(""));
    let file = |name: &str| fs::read_to_string(base.join(name)).map_err(|error| error.to_string());
    let plan = config::parse_with(&shown, &text, GAMES, &file).map_err(|problems| refuse(&problems))?;
    let mut candidates = Vec::new();
    let mut missing = Vec::new();
    for entrant in &plan.entrants {
        let module = match &entrant.bot {
            BotPlan::Builtin(_) => None,
            BotPlan::File(file) => match host::read_bot(&base.join(file), &caps(entrant.size)) {
                Ok(bytes) => Some(bytes),
                Err(error) => {
                    let problem = Problem::new(
                        entrant.bot_span.clone(),
                        format!("the bot's file cannot be read: {error}"),
                    );
                    missing.push(problem.hint(format!("looked for {}", base.join(file).display())));
                    continue;
                }
            },
        };
        candidates.push(Candidate { plan: entrant.clone(), module });
    }
    if !missing.is_empty() {
        return Err(refuse(&Problems::new(shown, text, missing)));
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Entered { plan, text, name, candidates })
}

fn caps(size: SizeClass) -> Caps {
    match size {
        SizeClass::Normal => Caps::default(),
        SizeClass::Script => Caps::script(),
    }
}

#[expect(clippy::print_stderr, reason = "problems of a text are many lines with carets, told as they are")]
fn refuse(problems: &Problems) -> Failed {
    use std::io::IsTerminal;
    eprintln!("{}\n", problems.render(std::io::stderr().is_terminal()));
    let count = problems.list().len();
    let found = if count == 1 { "1 problem".to_owned() } else { format!("{count} problems") };
    Failed::input(format!("{found} in the tournament; nothing was played"))
}
