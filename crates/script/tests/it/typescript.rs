//! Scripts in TypeScript: types are stripped, lines stay, and anything more than types is refused.

use crate::common::{Project, build_file};
use game::{PerSeat, Seat};
use sandbox::Caps;

/// Types in every possible place, in a script of two files; plays the first legal action.
const TYPED: &[(&str, &str)] = &[
    (
        "bot.ts",
        r#"import { legalActions } from "./muster.js";
import { type Move, Search } from "./lib/search.ts";
import type { View } from "./lib/search.ts";

interface Board<T extends number = number> {
    readonly fields?: T[];
}
type Rated = { code: number; value: bigint | undefined };
declare const nothing: number;

const search = new Search<Board>();
const rate = <T,>(value: T): T => value satisfies T;

export function choose(view: View, ..._: unknown[]): number {
    const codes = legalActions() as number[];
    const first: Move | undefined = search.first(codes);
    const rated: Rated = { code: rate<number>(first!), value: undefined };
    if (view.ply === 12) (view as any).nothing!.here = 1;
    return rated.code;
}
"#,
    ),
    (
        "lib/search.ts",
        r"export type Move = number;
export interface View {
    ply: number;
}
export abstract class Base {
    protected abstract depth: number;
}
export class Search<T> extends Base {
    protected override depth: number = 1;
    private cache?: Map<string, T>;
    first(codes: Move[]): Move | undefined {
        return codes[0];
    }
}
",
    ),
];

/// Windows may write endings in capitals; the module is the same.
#[test]
fn the_case_of_an_ending_says_nothing() {
    let game = games::find("tank-battle").unwrap();
    let built = |entry: &str| {
        let project = Project::new(&[(entry, TYPED[0].1), TYPED[1]]);
        build_file(&project.path(entry), Some(game)).unwrap().module
    };
    assert!(built("bot.TS") == built("bot.ts"));
}

#[test]
fn a_typed_script_plays_and_its_errors_keep_their_lines() {
    let project = Project::new(TYPED);
    let game = games::find("tank-battle").unwrap();
    let built = build_file(&project.path("bot.ts"), Some(game)).unwrap();
    let record = crate::common::against_random(game, &built.module, Caps::standard(), 1);
    let loss = record.losses[Seat::First].as_ref().unwrap();
    assert_eq!(loss.ply, 12, "{}", loss.failure.detail);
    let detail = &loss.failure.detail;
    assert!(detail.starts_with("exception in choose, bot.ts:18: TypeError: "), "{detail}");
}

#[test]
fn types_leave_nothing_behind() {
    let build = |name: &str, text: &str| {
        let project = Project::new(&[(name, text)]);
        let game = games::find("tank-war").unwrap();
        build_file(&project.path(name), Some(game)).unwrap()
    };
    let head = "import { legalActions } from './muster.js';";
    let typed = build(
        "bot.ts",
        &format!("{head} export function choose(view: object): number {{ return legalActions()[0]!; }}"),
    );
    let bare = build(
        "bot.ts",
        &format!("{head} export function choose(view        )         {{ return legalActions()[0] ; }}"),
    );
    assert!(typed.module == bare.module, "the same module with types and with blanks");
    let record = crate::common::against_random(typed.game, &typed.module, Caps::standard(), 1);
    assert_eq!(record.losses, PerSeat::new(None, None));
}

#[test]
fn a_script_in_javascript_may_import_typescript() {
    let project = Project::new(&[
        ("bot.js", "import { first } from './first.ts';\nexport const choose = () => first();"),
        (
            "first.ts",
            "import { legalActions } from './muster.js';\nexport const first = (): number => legalActions()[0];",
        ),
    ]);
    let game = games::find("tank-war").unwrap();
    let built = build_file(&project.path("bot.js"), Some(game)).unwrap();
    let record = crate::common::against_random(game, &built.module, Caps::standard(), 1);
    assert_eq!(record.losses, PerSeat::new(None, None));
}

#[test]
fn what_is_no_type_is_refused_with_its_line() {
    let message = |text: &str| {
        let project = Project::new(&[("bot.ts", text)]);
        let built = build_file(&project.path("bot.ts"), games::find("tank-war"));
        built.err().unwrap().to_string()
    };
    for (text, due) in [
        ("export function choose(view: ) { return 0; }", "bot.ts:1:30: "),
        ("let a = 1;\nexport function choose() { return a +; }", "bot.ts:2:38: "),
        ("\nenum Tank { A, B }\nexport const choose = () => Tank.A;", "bot.ts:2:1: "),
        ("class A {\n  constructor(private a: number) {}\n}", "bot.ts:2:23: "),
        ("\n\nnamespace Tanks { export const a = 1; }", "bot.ts:3:1: "),
        ("export function chose(view: object) {}", "bot.ts:1:1: the script exports no function `choose`"),
        ("const a: number = 1;\na.b.c;\nexport const choose = () => 0;", "bot.ts:2:1: TypeError: "),
    ] {
        let said = message(text);
        assert!(said.starts_with(due), "{text}\nsays {said}");
    }
    let said = message("enum Tank { A, B }");
    assert!(said.contains("enum") && said.contains("const Kind = { A: 0, B: 1 } as const;"), "{said}");
    let nested = format!("const a = {}1{};", "(".repeat(100_000), ")".repeat(100_000));
    let said = message(&nested);
    assert!(said.starts_with("bot.ts: cannot strip its types: trap(stack-overflow)"), "{said}");
}
