//! `muster class embed`: copies modules into a run's own record.

use std::path::PathBuf;

use clap::Args;
use class_operations::runs::embed_modules;
use game::visible_path;
use terminal::out;

use crate::exit::Done;

/// `muster class embed`
#[derive(Args)]
#[command(after_help = "\
Runs in the class's folder and cycles of the ladder refer to submitted modules by hash; the class stores each module once. \
Embed the modules before you move such a run or give it away. You can also embed them later, as long as the class still has \
them. Results and root do not change.")]
pub(crate) struct EmbedCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The run's folder, anywhere.
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
            0 => format!("{run} already contains all of its modules"),
            1 => format!("{run}: 1 module embedded; it can be moved"),
            count => format!("{run}: {count} modules embedded; it can be moved"),
        })
    }
}
