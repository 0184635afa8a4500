//! `muster class embed`: copies modules into a run's own record.

use std::path::PathBuf;

use clap::Args;
use classroom::embed_modules;
use game::visible_path;
use terminal::out;

use crate::exit::Done;

/// `muster class embed`
#[derive(Args)]
#[command(after_help = "\
A run in the class's folder, and a cycle of the ladder, names the modules that were handed in by their hashes; the class keeps \
each once. So before such a run is moved or given away, embed them. It can be done afterwards, too, as long as the class still \
has them. Results and root stay what they are.")]
pub(crate) struct EmbedCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The run's folder, in any place.
    run: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl EmbedCommand {
    pub(crate) fn run(self) -> Done {
        let embedded = embed_modules(&self.folder, &self.run)?;
        if self.json {
            return out::json(&embedded);
        }
        let run = visible_path(&self.run);
        out::line(&match embedded.modules {
            0 => format!("{run} has all of its modules itself"),
            1 => format!("{run}: 1 module embedded; it can be moved"),
            count => format!("{run}: {count} modules embedded; it can be moved"),
        })
    }
}
