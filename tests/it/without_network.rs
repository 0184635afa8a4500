//! Tests the default program, without the feature `network`.

use crate::support::{run, skip};

#[test]
fn a_command_that_was_not_built_in_says_how_to_build_it() {
    skip("`muster serve`, `muster submit`, the fleet and two pages of docs/ need `--features network`");
    for (arguments, what) in [
        (&["serve", "ki"][..], "serve a class"),
        (&["submit", "bot.wasm", "--to", "https://muster.example.org/ki/"], "submit over the network"),
        (&["fleet", "init", "fleet"], "manage a fleet"),
        (&["worker", "--fleet", "nats://fleet:4222", "--creds", "pc.seed"], "play for a fleet"),
        (
            &["verify", "run", "--fleet", "nats://fleet:4222", "--creds", "lab.seed"],
            "play matches on a fleet",
        ),
        (&["docs", "json"], "write that page"),
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str()), (5, ""), "{err}");
        assert_eq!(
            err,
            format!(
                "error: cannot {what}: this muster was built without the feature `network`\n\
                 hint: run `cargo build --release --features network` in Muster's sources to build target/release/muster with it\n"
            )
        );
    }
}
