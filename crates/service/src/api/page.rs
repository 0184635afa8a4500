//! The page of the documentation about all routes.

use class::Purpose;

use super::route::{Content, Route};

/// Text above the table.
const HEAD: &str = "\
# The API for programs

<!-- Made from the table of routes: `MUSTER_UPDATE=1 cargo test -p cli --features network --test it docs::` writes this page anew. -->

[`muster serve`](commands.md#muster-serve) offers as JSON below `/CLASS/api/` what its pages show, as far as the caller may see
it. `/CLASS/api/openapi.json` describes it as OpenAPI 3.1.

A program names the person it acts for by a token, made on `/CLASS/tokens`:

```sh
curl -H \"Authorization: Bearer $MUSTER_TOKEN\" https://muster.example.org/ki/api/me
curl -H \"Authorization: Bearer $MUSTER_TOKEN\" -F bot=@bot.wasm https://muster.example.org/ki/api/submissions
```

A token has a purpose and an end. One to `read` reads what its owner may see; one to `submit`, which students have, hands in
and reads what became of that; one to `teach`, which those who teach and assist have, decides as far as its owner may. It ends when it is revoked, and with its owner's personal link. A page of a session needs no token; its
changes have the mark of its forms in the head, as `X-Muster-Mark`.

An error is answered with a [problem](json.md#problem) (RFC 9457, `application/problem+json`): `detail` says what failed, `hints`
what to do.

";

pub(super) fn render(routes: &[Route]) -> String {
    let mut text = HEAD.to_owned();
    text += "| request | for | tokens | answer | |\n|---|---|---|---|---|\n";
    for route in routes {
        let method = route.method().to_ascii_uppercase();
        let tokens: Vec<String> =
            route.tokens.iter().map(|purpose: &Purpose| format!("`{}`", purpose.word())).collect();
        let answer = match route.answer.content {
            Content::Shape(name, _) => format!("[{name}](json.md#{name})"),
            Content::OpenApi => "OpenAPI 3.1".to_owned(),
            Content::File => "a file".to_owned(),
        };
        let cells =
            [format!("`{method} {}`", route.path), route.who.words().to_owned(), tokens.join(", "), answer];
        text += &format!("| {} | {} |\n", cells.join(" | "), route.title);
    }
    text
}
