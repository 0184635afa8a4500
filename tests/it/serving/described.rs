//! Tests the description of the API with schemathesis: every response is a documented one, and the service has no
//! errors.

use std::process::Command;

use super::{Serving, class};
use crate::support::{is_full, missing, skip, told, top};

const SEED: &str = "27";
/// The checks of every response.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,\
     response_schema_conformance,unsupported_method,allow_header_conformance";

#[test]
fn answers_are_as_the_description_promises_whatever_is_asked() {
    let program = top().join("target/schemathesis/bin/schemathesis");
    if !program.exists() {
        return skip(&missing("schemathesis is not installed"));
    }
    let (folder_above, folder) = class();
    let serving = Serving::begin(&folder, &["--no-play"]);
    let examples = if is_full() { "500" } else { "5" };
    for who in [&["1001"][..], &["--teacher", "Turing"]] {
        let (cookie, mark) = serving.enter(&serving.link(&folder, who));
        let mut command = Command::new(&program);
        command.current_dir(folder_above.path()).env("NO_PROXY", "*");
        command.args(["run", &format!("{}api/openapi.json", serving.url), "--no-color", "--seed", SEED]);
        command.args(["--header", cookie.trim_end(), "--header", &format!("X-Muster-Mark: {mark}")]);
        command.args(["--checks", CHECKS, "--max-examples", examples, "--warnings", "off"]);
        command.args(["--suppress-health-check", "all", "--continue-on-failure"]);
        let (code, out, err) = told(&command.output().unwrap());
        assert_eq!(code, 0, "{who:?}\n{out}{err}");
        assert!(out.contains("No issues found"), "{out}");
    }
    let (code, said) = serving.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("a request failed"), "{said}");
}
