//! The kit for TypeScript: the kit for JavaScript, which already has the types.

use super::javascript;
use crate::language::{Language, Starter};

pub(crate) const TYPESCRIPT: Language = Language {
    name: "typescript",
    title: "TypeScript",
    folder: "javascript",
    base: Some(&javascript::JAVASCRIPT),
    render: |_| Vec::new(),
    common: &[],
    starter: Starter {
        entry: "bot.ts",
        strategy: include_str!("../../starters/any/bot.ts"),
        files: &[starter!("package.json", "javascript/package.json")],
        kit: "",
        needs: "You need nothing but Muster. The build removes types without checking them; your editor checks them.",
        build: "muster build bot.ts -o bot.wasm",
        module: "bot.wasm",
        crash: "An exception is logged with its line.",
        is_script: false,
    },
};
