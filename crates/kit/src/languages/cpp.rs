//! The kit for C++: the kit for C, with standard library types for its calls.

use super::c;
use crate::language::{Language, Starter};

pub(crate) const CPP: Language = Language {
    name: "cpp",
    title: "C++",
    folder: "cpp",
    base: Some(&c::C),
    render: |_| Vec::new(),
    common: &[common!("muster.hpp", "cpp/muster.hpp")],
    starter: Starter {
        entry: "bot.cpp",
        strategy: include_str!("../../starters/any/bot.cpp"),
        files: &[],
        kit: "",
        needs: "You need Zig's C++ compiler: `pip install ziglang`. The first build takes some minutes, because it builds \
                the standard library.",
        build: "python3 -m ziglang c++ -target wasm32-wasi -mexec-model=reactor -std=c++20 -fno-exceptions -O2 -UNDEBUG \
                -o bot.wasm bot.cpp",
        module: "bot.wasm",
        crash: "A failed `assert` is logged with its line; any other crash names the function.",
        is_script: false,
    },
};
