//! The page of the documentation about all routes.

use class_model::Purpose;

use super::route::{Content, Route};

/// Text above the table.
const HEAD: &str = "\
# The HTTP API

<!-- Generated from the table of routes. To regenerate: `MUSTER_UPDATE=1 cargo test -p cli --features network --test it docs::`. -->

[`muster serve`](commands.md#muster-serve) provides the content of its pages as JSON under `/CLASS/api/`, limited to what the
caller may see. `/CLASS/api/openapi.json` describes the API as OpenAPI 3.1.

A program authenticates with a token, created on `/CLASS/tokens`, and acts for the token's owner:

```sh
curl -H \"Authorization: Bearer $MUSTER_TOKEN\" https://muster.example.org/ki/api/me
curl -H \"Authorization: Bearer $MUSTER_TOKEN\" -F bot=@bot.wasm https://muster.example.org/ki/api/submissions
```

A token has a purpose and an expiry date. A `read` token reads what its owner may see. A `submit` token, for students, hands in
bots and reads their status. A `teach` token, for teachers and assistants, makes the changes that its owner may make. A token also
ends when it is revoked, and when its owner's personal link is replaced or revoked. Pages of a signed-in session need no token:
they send the mark of their forms with each change, in the `X-Muster-Mark` header.

Errors are returned as a [problem](json.md#problem) (RFC 9457, `application/problem+json`): `detail` is what failed, and `hints`
suggest what to do.

";

pub(super) fn render(routes: &[Route]) -> String {
    let mut text = HEAD.to_owned();
    text += "| request | for | tokens | response | |\n|---|---|---|---|---|\n";
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
