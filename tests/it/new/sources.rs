//! The probe in each language, with the names of a kit by the language's own conventions.

use game::{ActionKind, BitField, Field, Game, view};
use kit::Language;

/// Returns the source of the probe.
pub(crate) fn source(language: &Language, game: &dyn Game) -> String {
    let write = match language.name {
        "python" => python,
        "javascript" | "typescript" => javascript,
        "c" | "cpp" => c,
        "rust" => rust,
        "zig" => zig,
        "go" => go,
        "assemblyscript" => assemblyscript,
        "d" => d,
        "nim" => nim,
        other => panic!("{other} has no probe"),
    };
    let text = write(game, &game.name().replace('-', "_"));
    if language.name == "typescript" { text.replace("choose(view)", "choose(view: kit.View)") } else { text }
}

/// Returns a text for each field of a view, header first: from `number` or from `array`.
fn fields(game: &dyn Game, number: impl Fn(&Field) -> String, array: impl Fn(&Field) -> String) -> String {
    let all = view::HEADER.iter().chain(game.layout().fields);
    all.map(|field| if field.count == 1 { number(field) } else { array(field) }).collect()
}

/// Returns a text for each kind of action, from its expressions for the parts.
fn actions(
    game: &dyn Game,
    part: impl Fn(&str, &str) -> String,
    text: impl Fn(&ActionKind, &[String]) -> String,
) -> String {
    let of = |action: &ActionKind| {
        let parts: Vec<String> = action.bits.iter().map(|bits| part(action.name, bits.name)).collect();
        text(action, &parts)
    };
    game.layout().actions.iter().map(of).collect()
}

/// Returns the parts of an action, each as a number of 64 bits: signed where its values need that.
fn wide(action: &ActionKind, parts: &[String], cast: impl Fn(&str, char) -> String) -> Vec<String> {
    let is_signed = |bits: &BitField| bits.least < 0 || bits.most > i32::MAX as u64;
    let cast = |(part, bits): (&String, &BitField)| cast(part, if is_signed(bits) { 'i' } else { 'u' });
    parts.iter().zip(action.bits).map(cast).collect()
}

/// Returns the parts, each between two texts.
fn each(parts: &[String], before: &str, behind: &str) -> String {
    parts.iter().map(|part| format!("{before}{part}{behind}")).collect::<Vec<_>>().concat()
}

/// `end_turn` as `EndTurn`.
fn camel(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').map(capital).collect()
}

/// `end_turn` as `endTurn`.
fn lower_camel(name: &str) -> String {
    let name = camel(name);
    name[..1].to_lowercase() + &name[1..]
}

fn python(game: &dyn Game, id: &str) -> String {
    let fields = fields(
        game,
        |field| format!("    print(\"{0}\", view.{0})\n", field.name),
        |field| format!("    print(\"{0}\", *view.{0})\n", field.name),
    );
    let cases = actions(
        game,
        |action, part| format!("kit.{action}_{part}(action)"),
        |action, parts| {
            let made = format!("kit.{}({})", action.name, parts.join(", "));
            let kind = action.name.to_uppercase();
            format!(
                "        if kit.kind(action) == kit.{kind}:\n            print(\"!\", {made}, kit.{kind}{})\n",
                each(parts, ", ", "")
            )
        },
    );
    format!(
        "import muster\nimport {id} as kit\n\n\ndef choose(view):\n{fields}    codes = muster.legal_actions()\n    \
         for action in codes:\n{cases}    return codes[muster.below(len(codes))]\n"
    )
}

fn javascript(game: &dyn Game, id: &str) -> String {
    let fields = fields(
        game,
        |field| format!("  console.log(`{0} ${{view.{0}}}`);\n", field.name),
        |field| format!("  console.log([\"{0}\", ...view.{0}].join(\" \"));\n", field.name),
    );
    let cases = actions(
        game,
        |action, part| format!("kit.{}(action)", lower_camel(&format!("{action}_{part}"))),
        |action, parts| {
            let made = format!("kit.{}({})", lower_camel(action.name), parts.join(", "));
            let kind = action.name.to_uppercase();
            format!(
                "    if (kit.kind(action) === kit.{kind}) console.log(`! ${{{made}}} ${{kit.{kind}}}{}`);\n",
                each(parts, " ${", "}")
            )
        },
    );
    format!(
        "import {{ below, legalActions }} from \"./muster.js\";\nimport * as kit from \"./{id}.js\";\n\n\
         export function choose(view) {{\n{fields}  const codes = legalActions();\n  for (const action of codes) {{\n\
         {cases}  }}\n  return codes[below(codes.length)];\n}}\n"
    )
}

fn c(game: &dyn Game, id: &str) -> String {
    let fields = fields(
        game,
        |field| format!("    printf(\"{0} %lld\\n\", (long long)view->{0});\n", field.name),
        |field| {
            format!(
                "    printf(\"{0}\");\n    for (int i = 0; i < {1}; i++) printf(\" %lld\", (long long)view->{0}[i]);\n    \
                 printf(\"\\n\");\n",
                field.name, field.count
            )
        },
    );
    let cases = actions(
        game,
        |action, part| format!("{id}_{action}_{part}(action)"),
        |action, parts| {
            let made = format!("{id}_{}({})", action.name, parts.join(", "));
            let kind = format!("{id}_{}", action.name).to_uppercase();
            format!(
                "        case {kind}:\n            printf(\"! %llu %u{}\\n\", (unsigned long long){made}, {kind}{});\n            \
                 break;\n",
                " %lld".repeat(parts.len()),
                each(parts, ", (long long)", "")
            )
        },
    );
    format!(
        "#include \"{id}.h\"\n\n#include <stdio.h>\n\nstatic uint64_t codes[65536];\n\n\
         uint64_t choose(const {id}_view *view) {{\n{fields}    uint32_t count = muster_legal_actions(codes, 65536);\n    \
         for (uint32_t i = 0; i < count; i++) {{\n        uint64_t action = codes[i];\n        \
         switch (muster_kind(action)) {{\n{cases}        }}\n    }}\n    return codes[muster_below(count)];\n}}\n"
    )
}

fn rust(game: &dyn Game, id: &str) -> String {
    let fields = fields(
        game,
        |field| format!("    log!(\"{0} {{}}\", view.{0});\n", field.name),
        |field| {
            format!(
                "    log!(\"{0} {{}}\", view.{0}.iter().map(|it| it.to_string()).collect::<Vec<_>>().join(\" \"));\n",
                field.name
            )
        },
    );
    let cases = actions(
        game,
        |action, part| format!("kit::{action}_{part}(action)"),
        |action, parts| {
            let parts = &wide(action, parts, |part, sign| format!("{part} as {sign}64"))[..];
            let made = format!("kit::make_{}({})", action.name, parts.join(", "));
            let kind = format!("kit::{}", action.name.to_uppercase());
            format!(
                "            {kind} => log!(\"! {{}} {{}}{}\", {made}, {kind}{}),\n",
                " {}".repeat(parts.len()),
                each(parts, ", ", "")
            )
        },
    );
    format!(
        "mod muster;\nmod {id};\n\nuse {id} as kit;\n\nfn choose(view: &kit::View) -> u64 {{\n{fields}    \
         let codes = muster::all_legal_actions();\n    for &action in &codes {{\n        match (action >> 48) as u8 {{\n\
         {cases}            _ => unreachable!(),\n        }}\n    }}\n    codes[muster::below(codes.len() as u32) as usize]\n}}\n"
    )
}

fn zig(game: &dyn Game, id: &str) -> String {
    let fields = fields(
        game,
        |field| format!("    muster.print(\"{0} {{d}}\", .{{view.{0}}});\n", field.name),
        |field| {
            format!(
                "    muster.log(\"{0}\");\n    for (view.{0}) |it| number(it);\n    muster.log(\"\\n\");\n",
                field.name
            )
        },
    );
    let cases = actions(
        game,
        |action, part| format!("kit.part{}{}(action)", camel(action), camel(part)),
        |action, parts| {
            let made = format!("kit.make{}({})", camel(action.name), parts.join(", "));
            let kind = format!("kit.kind{}", camel(action.name));
            format!(
                "            {kind} => muster.print(\"! {{d}} {{d}}{}\", .{{ {made}, {kind}{} }}),\n",
                " {d}".repeat(parts.len()),
                each(parts, ", ", "")
            )
        },
    );
    format!(
        "const std = @import(\"std\");\nconst kit = @import(\"{id}\");\nconst muster = kit.muster;\n\n\
         var buffer: [65536]u64 = undefined;\n\nfn number(value: anytype) void {{\n    var text: [24]u8 = undefined;\n    \
         muster.log(std.fmt.bufPrint(&text, \" {{d}}\", .{{value}}) catch unreachable);\n}}\n\n\
         pub fn choose(view: *const kit.View) u64 {{\n{fields}    const codes = muster.legalActions(&buffer);\n    \
         for (codes) |action| {{\n        switch (action >> 48) {{\n{cases}            else => unreachable,\n        }}\n    \
         }}\n    return codes[muster.below(@intCast(codes.len))];\n}}\n"
    )
}

fn go(game: &dyn Game, id: &str) -> String {
    let package = id.replace('_', "");
    let fields = fields(
        game,
        |field| format!("\tfmt.Println(\"{}\", view.{})\n", field.name, camel(field.name)),
        |field| {
            format!(
                "\tfmt.Print(\"{}\")\n\tfor _, it := range view.{} {{\n\t\tfmt.Print(\" \", it)\n\t}}\n\tfmt.Println()\n",
                field.name,
                camel(field.name)
            )
        },
    );
    let cases = actions(
        game,
        |action, part| format!("kit.{}{}(action)", camel(action), camel(part)),
        |action, parts| {
            let wide = wide(action, parts, |part, sign| match sign {
                'i' => format!("int64({part})"),
                _ => format!("uint64({part})"),
            });
            let made = format!("kit.{}({})", camel(action.name), wide.join(", "));
            let kind = format!("kit.Kind{}", camel(action.name));
            format!("\t\tcase {kind}:\n\t\t\tfmt.Println(\"!\", {made}, {kind}{})\n", each(parts, ", ", ""))
        },
    );
    format!(
        "package main\n\nimport (\n\t\"fmt\"\n\n\t\"bot/muster\"\n\tkit \"bot/{package}\"\n)\n\n\
         func choose(view *kit.View) uint64 {{\n{fields}\tcodes := muster.LegalActions()\n\tfor _, action := range codes {{\n\
         \t\tswitch muster.Kind(action) {{\n{cases}\t\t}}\n\t}}\n\treturn codes[muster.Below(len(codes))]\n}}\n"
    )
}

fn assemblyscript(game: &dyn Game, id: &str) -> String {
    let fields = fields(
        game,
        |field| format!("  log(`{0} ${{view.{0}}}`);\n", field.name),
        |field| {
            format!(
                "  line = \"{0}\";\n  for (let i = 0; i < {1}; i++) line += ` ${{view.{0}(i)}}`;\n  log(line);\n",
                field.name, field.count
            )
        },
    );
    let cases = actions(
        game,
        |action, part| format!("kit.{}(action)", lower_camel(&format!("{action}_{part}"))),
        |action, parts| {
            let made = format!("kit.make{}({})", camel(action.name), parts.join(", "));
            let kind = format!("kit.KIND_{}", action.name.to_uppercase());
            format!(
                "    if (kind(action) == {kind}) log(`! ${{{made}}} ${{{kind}}}{}`);\n",
                each(parts, " ${", "}")
            )
        },
    );
    format!(
        "import {{ below, kind, legalActions, log }} from \"./muster\";\nimport * as kit from \"./{id}\";\n\n\
         export function choose(view: kit.View): u64 {{\n  let line = \"\";\n{fields}  const codes = legalActions();\n  \
         for (let i = 0; i < codes.length; i++) {{\n    const action = codes[i];\n{cases}  }}\n  \
         return codes[below(codes.length)];\n}}\n"
    )
}

fn d(game: &dyn Game, id: &str) -> String {
    let fields = fields(
        game,
        |field| format!("    writeln(\"{0} \", view.{0});\n", field.name),
        |field| {
            format!(
                "    write(\"{0}\");\n    foreach (it; view.{0}) {{ write(\" \"); write(it); }}\n    write(\"\\n\");\n",
                field.name
            )
        },
    );
    let cases = actions(
        game,
        |action, part| format!("{}(action)", lower_camel(&format!("{action}_{part}"))),
        |action, parts| {
            let made = format!("make{}({})", camel(action.name), parts.join(", "));
            let kind = format!("kind{}", camel(action.name));
            format!(
                "        case {kind}:\n            writeln(\"! \", {made}, \" \", {kind}{});\n            break;\n",
                each(parts, ", \" \", ", "")
            )
        },
    );
    format!(
        "module bot;\n\nimport muster;\nimport {id};\n\n__gshared ulong[65536] buffer;\n\n\
         extern (C) ulong choose(const(View)* view)\n{{\n{fields}    const codes = legalActions(buffer[]);\n    \
         foreach (action; codes)\n    {{\n        switch (action >> 48)\n        {{\n{cases}        default:\n            \
         assert(false);\n        }}\n    }}\n    return codes[below(cast(uint) codes.length)];\n}}\n"
    )
}

fn nim(game: &dyn Game, id: &str) -> String {
    let fields = fields(
        game,
        |field| format!("  echo \"{0} \", view.{0}\n", field.name),
        |field| {
            format!("  line = \"{0}\"\n  for it in view.{0}: line.add \" \" & $it\n  echo line\n", field.name)
        },
    );
    let cases = actions(
        game,
        |action, part| format!("{}(action)", lower_camel(&format!("{action}_{part}"))),
        |action, parts| {
            let made = format!("make{}({})", camel(action.name), parts.join(", "));
            let kind = format!("kind{}", camel(action.name));
            format!(
                "    if kind(action) == {kind}: echo \"! \", {made}, \" \", {kind}{}\n",
                each(parts, ", \" \", ", "")
            )
        },
    );
    format!(
        "import muster, {id}\n\nproc choose(view: View): uint64 =\n  var line = \"\"\n{fields}  let codes = legalActions()\n  \
         for action in codes:\n{cases}  codes[below(codes.len)]\n\nplay(choose)\n"
    )
}
