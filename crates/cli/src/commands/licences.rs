//! `muster licences`: prints the licences of the program and its parts.

use clap::Args;
use terminal::out;

use crate::carried;
use crate::exit::Done;

/// The parts whose source is in the checkout, each with its licence.
const PARTS: &[(&str, &str)] = &[
    ("Muster, under this licence", include_str!("../../../../LICENSE-MIT")),
    ("Muster, alternatively under this licence", include_str!("../../../../LICENSE-APACHE")),
    ("QuickJS, the JavaScript interpreter", include_str!("../../../../interpreters/quickjs/LICENSE")),
    (
        "RustPython, the Python interpreter",
        include_str!("../../../../interpreters/python/licences/RustPython-MIT.txt"),
    ),
    ("the Python standard library", include_str!("../../../../interpreters/python/licences/PSF-2.0.txt")),
    (
        "malachite, the integers of RustPython",
        include_str!("../../../../interpreters/python/licences/LGPL-3.0.txt"),
    ),
    (
        "the GPL, which the LGPL of malachite supplements",
        include_str!("../../../../interpreters/python/licences/GPL-3.0.txt"),
    ),
    ("the TypeScript compiler", include_str!("../../../../interpreters/typescript/licences.txt")),
];

/// Instructions to replace a library in an interpreter, a right that malachite's licence grants.
const REBUILD: &str = "\
To rebuild an interpreter, for example with a changed malachite, change its sources in a checkout of Muster, and run
interpreters/python/build, interpreters/quickjs/build or interpreters/typescript/build. Then build Muster with
`cargo build --release`. The README of the folder `interpreters` has the details.";

/// `muster licences`
#[derive(Args)]
pub(crate) struct LicencesCommand {}

impl LicencesCommand {
    #[expect(clippy::unused_self, reason = "commands are run alike")]
    pub(crate) fn run(self) -> Done {
        for (what, text) in PARTS {
            out::line(&format!("== {what} ==\n\n{}\n", text.trim_end()))?;
        }
        out::line(&format!("== rebuilding the interpreters ==\n\n{REBUILD}\n"))?;
        let libraries = carried::file("licences.txt").map_or_else(
            || "This program was built from a checkout: `cargo metadata` lists the libraries.".to_owned(),
            |text| String::from_utf8_lossy(&text).into_owned(),
        );
        out::line(&format!("== libraries ==\n\n{}", libraries.trim_end()))
    }
}
