//! An independent reader that only counts. It holds the whole text, and looks ahead where the program looks back.

/// Returns the text of a file in any encoding, with line feeds.
pub(super) fn text_of(bytes: &[u8]) -> Vec<char> {
    let units = |order: fn([u8; 2]) -> u16| -> String {
        let units: Vec<u16> =
            bytes.chunks(2).filter(|pair| pair.len() == 2).map(|pair| order([pair[0], pair[1]])).collect();
        let mut text = String::from_utf16_lossy(&units);
        if bytes.len() % 2 == 1 {
            text.push('\u{FFFD}');
        }
        text
    };
    let text = match bytes {
        [0xFF, 0xFE, ..] | [1..=255, 0, 1..=255, 0, ..] => units(u16::from_le_bytes),
        [0xFE, 0xFF, ..] | [0, 1..=255, 0, 1..=255, ..] => units(u16::from_be_bytes),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    text.replace("\r\n", "\n").replace('\r', "\n").chars().collect()
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// A name, and the value if it has one in quotes.
    Tag(String, Option<String>),
    Word(String),
    /// The end of a comment that was never closed.
    Split,
}

/// Returns the number of games in a PGN file.
pub(super) fn pgn(text: &[char]) -> usize {
    let (mut tokens, mut hidden) = (Vec::new(), 0);
    let (mut at, mut fresh) = (0, true);
    while at < text.len() {
        let (length, token) = token(text, at, fresh);
        match text[at] {
            '{' => {
                let closed;
                (at, hidden, closed) = behind_comment(text, at, hidden);
                fresh = false;
                if !closed {
                    tokens.push(Token::Split);
                }
                continue;
            }
            ';' => hidden += in_line_comment(&text[at..at + length]),
            '%' if fresh => hidden += in_line_comment(&text[at..at + length]),
            _ => {}
        }
        fresh = text[at] == '\n'
            || fresh && text[at].is_ascii_whitespace()
            || text[at] == ';'
            || text[at] == '%' && fresh;
        tokens.extend(token);
        at += length;
    }
    hidden + groups(&tokens).iter().filter(|group| is_game(group)).count()
}

/// Returns the end of a comment, the number of hidden games so far, and `true` if the comment was closed.
fn behind_comment(text: &[char], open: usize, hidden: usize) -> (usize, usize, bool) {
    let close = (open..text.len()).find(|&at| text[at] == '}');
    let tag = (open..close.unwrap_or(text.len())).find(|&at| whole_tag(text, at).is_some());
    let Some(tag) = tag else { return (close.map_or(text.len(), |at| at + 1), hidden, true) };
    // Finds the next brace on the assumption that the comment is over.
    let (mut at, mut fresh, mut tokens) = (tag, false, Vec::new());
    while at < text.len() {
        match text[at] {
            '{' => break,
            '}' => {
                let complete = |group: &&Vec<Token>| {
                    ["White", "Black", "Result"]
                        .iter()
                        .all(|name| group.iter().any(|one| matches!(one, Token::Tag(tag, _) if tag == name)))
                };
                return (at + 1, hidden + groups(&tokens).iter().filter(complete).count(), true);
            }
            _ => {}
        }
        let (length, token) = token(text, at, fresh);
        fresh = text[at] == '\n'
            || fresh && text[at].is_ascii_whitespace()
            || text[at] == ';'
            || text[at] == '%' && fresh;
        tokens.extend(token);
        at += length;
    }
    (tag, hidden, false)
}

/// Returns the number of games whose tags are all in a comment that ends with its line.
fn in_line_comment(line: &[char]) -> usize {
    let line: String = line.iter().collect();
    ["[White \"", "[Black \"", "[Result \""].iter().map(|tag| line.matches(tag).count()).min().unwrap_or(0)
}

/// Returns the token at a position outside of comments, with its length.
fn token(text: &[char], at: usize, fresh: bool) -> (usize, Option<Token>) {
    let line_end = || (at..text.len()).find(|&at| text[at] == '\n').unwrap_or(text.len()) - at;
    match text[at] {
        space if space.is_ascii_whitespace() => (1, None),
        ';' => (line_end().max(1), None),
        '%' if fresh => (line_end().max(1), None),
        '(' | ')' => (1, Some(Token::Word(text[at].to_string()))),
        '}' => (1, None),
        _ => {
            if let Some((length, name, value)) = whole_tag(text, at) {
                return (length, Some(Token::Tag(name, Some(value))));
            }
            if let Some((length, name)) = broken_tag(text, at, line_end(), fresh) {
                return (length, Some(Token::Tag(name, None)));
            }
            let ends = |at: &usize| text[*at].is_ascii_whitespace() || "[{}();".contains(text[*at]);
            let end = (at + 1..text.len()).find(ends).unwrap_or(text.len());
            (end - at, Some(Token::Word(text[at..end].iter().collect())))
        }
    }
}

/// Returns the length, name and value of `[Name "value"]`.
fn whole_tag(text: &[char], at: usize) -> Option<(usize, String, String)> {
    let mut rest = text[at..].iter().copied().take_while(|one| *one != '\n').enumerate().peekable();
    rest.next_if(|(_, one)| *one == '[')?;
    let is_blank = |one: char| matches!(one, ' ' | '\t' | '\r');
    while rest.next_if(|(_, one)| is_blank(*one)).is_some() {}
    let mut name = String::new();
    while let Some((_, one)) = rest.next_if(|(_, one)| one.is_ascii_alphanumeric() || *one == '_') {
        name.push(one);
    }
    if !name.starts_with(|one: char| one.is_ascii_alphabetic()) {
        return None;
    }
    while rest.next_if(|(_, one)| is_blank(*one)).is_some() {}
    rest.next_if(|(_, one)| *one == '"')?;
    let mut value = String::new();
    loop {
        match rest.next()?.1 {
            '"' => break,
            '\\' if rest.peek().is_some_and(|(_, one)| matches!(one, '"' | '\\')) => {
                value.push(rest.next()?.1);
            }
            one => value.push(one),
        }
    }
    while rest.next_if(|(_, one)| is_blank(*one)).is_some() {}
    let (end, _) = rest.next_if(|(_, one)| *one == ']')?;
    Some((end + 1, name, value))
}

/// Returns the length and name of a damaged tag.
fn broken_tag(text: &[char], at: usize, line: usize, fresh: bool) -> Option<(usize, String)> {
    let line = &text[at..at + line];
    let name = |from: usize| -> Option<String> {
        let begin = (from..line.len()).find(|&at| !matches!(line[at], ' ' | '\t' | '\r'))?;
        let name: String =
            line[begin..].iter().take_while(|one| one.is_ascii_alphanumeric() || **one == '_').collect();
        name.starts_with(|one: char| one.is_ascii_alphabetic()).then_some(name)
    };
    if line[0] == '[' {
        let found = name(1)?;
        let next = (1..line.len()).find(|&at| line[at] == '[' && name(at + 1).is_some());
        return Some((next.unwrap_or(line.len()), found));
    }
    let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    let found =
        name(0).filter(|name| fresh && roster.contains(&name.as_str()) && line[0].is_ascii_alphabetic())?;
    let end = line.iter().position(|one| "[{;".contains(*one)).unwrap_or(line.len());
    line[..end].contains(&'"').then_some((end, found))
}

fn is_result(word: &str) -> bool {
    ["1-0", "0-1", "1/2-1/2", "1/2", "*", "0-0", "½-½"].contains(&word)
}

/// Returns two flags: a result follows the moves of a group, and there are moves.
fn ended(group: &[Token]) -> (bool, bool) {
    let (mut depth, mut has_ended, mut has_moves) = (0_usize, false, false);
    for token in group {
        match token {
            Token::Word(word) if word == "(" => depth += 1,
            Token::Word(word) if word == ")" => depth = depth.saturating_sub(1),
            Token::Word(word) if depth == 0 && is_result(word) => has_ended = true,
            Token::Word(_) => has_moves = true,
            Token::Tag(..) | Token::Split => {}
        }
    }
    (has_ended, has_moves)
}

/// Groups the tokens into games.
fn groups(tokens: &[Token]) -> Vec<Vec<Token>> {
    let mut groups: Vec<Vec<Token>> = vec![Vec::new()];
    for token in tokens {
        let group = groups.last().unwrap();
        let (has_ended, has_moves) = ended(group);
        let begins = match token {
            Token::Split => true,
            Token::Word(word) if word == "(" || word == ")" => false,
            Token::Word(word) => has_ended && !is_result(word),
            Token::Tag(name, _) => {
                let again = ["White", "Black", "Result", "Event"].contains(&name.as_str())
                    && group.iter().any(|one| matches!(one, Token::Tag(other, _) if other == name));
                let before =
                    group.iter().rfind(|one| !matches!(one, Token::Word(word) if word == "(" || word == ")"));
                has_ended || has_moves || again && before != Some(token)
            }
        };
        if begins {
            groups.push(Vec::new());
        }
        groups.last_mut().unwrap().push(token.clone());
    }
    groups
}

/// Returns `true` if a group is a game rather than stray text.
fn is_game(group: &[Token]) -> bool {
    let (has_ended, has_moves) = ended(group);
    let has_tags = group.iter().any(|one| matches!(one, Token::Tag(..)));
    let is_needed = |one: &Token| matches!(one, Token::Tag(name, _) if ["White", "Black", "Result"].contains(&name.as_str()));
    has_ended || group.iter().any(is_needed) || has_tags && has_moves
}

/// Returns the number of games in a CSV file with this separator.
pub(super) fn csv(text: &[char], separator: char) -> u64 {
    let text: String = text.iter().collect();
    let (first, below) = text.split_once('\n').unwrap_or((&text, ""));
    let declared = [',', ';', '\t'].into_iter().find(|one| {
        let line = format!("sep={one}");
        first.to_lowercase() == line || first.to_lowercase() == format!("\"{line}\"")
    });
    let separator = declared.unwrap_or(separator);
    let rows = if declared.is_some() { below } else { &text };
    let lines = rows.split('\n').filter(|line| !line.trim_matches(' ').is_empty());
    let mut count = Some(3);
    let (mut games, mut named, mut is_first) = (0, false, true);
    for line in lines {
        let Some(cells) = cells(line, separator) else {
            games += 1;
            continue;
        };
        let filled = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        if filled == 0 {
            games += 1;
            continue;
        }
        if std::mem::take(&mut is_first) {
            let lower: Vec<String> = cells.iter().map(|cell| cell.to_lowercase()).collect();
            let place = |names: &[&str]| lower.iter().position(|cell| names.contains(&cell.as_str()));
            let pair = place(&["first", "white"]).zip(place(&["second", "black"]));
            let result = place(&["result", "score", "outcome"]);
            if result.is_some_and(|result| pair.is_some() || result == 2) {
                let plain =
                    result == Some(2) && lower.len() == 4 && pair.is_none_or(|(one, other)| one + other == 1);
                count = place(&["count", "games", "times", "number"]).or(plain.then_some(3));
                named = true;
                continue;
            }
        }
        let times = count.and_then(|count| cells.get(count)).filter(|cell| !cell.is_empty());
        let whole = |cell: &String| {
            let cell = if cell.contains('.') { cell.clone() } else { cell.replacen(',', ".", 1) };
            cell.parse::<f64>().ok().filter(|number| number.fract() == 0.0 && (0.0..=4e9).contains(number))
        };
        let is_row = named || (3..=4).contains(&filled);
        games += times.filter(|_| is_row).map_or(1, |cell| whole(cell).map_or(1, |number| number as u64));
    }
    games
}

fn cells(line: &str, separator: char) -> Option<Vec<String>> {
    let quoted = line.split(separator).any(|cell| cell.starts_with('"'));
    if !quoted {
        return Some(line.split(separator).map(|cell| cell.trim().to_owned()).collect());
    }
    let (mut cells, mut rest) = (Vec::new(), line);
    loop {
        let (cell, behind) = if let Some(inside) = rest.strip_prefix('"') {
            let doubled = inside.replace("\"\"", "\u{1}\u{1}");
            let end = doubled.find('"')?;
            (doubled[..end].replace("\u{1}\u{1}", "\""), &inside[end + 1..])
        } else {
            let end = rest.find(separator).unwrap_or(rest.len());
            if rest[..end].contains('"') {
                // Before the first quoted cell, a quote is an ordinary character.
                let plain = cells.iter().all(|(_, quoted)| !quoted);
                return plain.then(|| line.split(separator).map(|cell| cell.trim().to_owned()).collect());
            }
            (rest[..end].to_owned(), &rest[end..])
        };
        cells.push((cell, rest.starts_with('"')));
        match behind.strip_prefix(separator) {
            Some(next) => rest = next,
            None if behind.is_empty() => {
                return Some(cells.into_iter().map(|(cell, _)| cell.trim().to_owned()).collect());
            }
            None => return None,
        }
    }
}
