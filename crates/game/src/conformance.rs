//! The laws every game must keep.
//!
//! Each law plays a random game from a seed and checks what must hold on the way; it returns a message that
//! names law, seed, ply and position when it does not. A game puts itself through all of them in a property
//! test of its own:
//!
//! ```text
//! proptest! {
//!     #[test]
//!     fn laws(seed: u64, rules in any_rules(GAME.options())) {
//!         game::conformance::check(&GAME, &rules, seed).unwrap();
//!     }
//! }
//! ```

mod gestures;
mod walk;

use gestures::gestures;
use walk::{PATIENCE, list, require, walk};

use crate::seam::random_joint;
use crate::view::HEADER_LEN;
use crate::{
    Action, Board, Dice, FieldType, Game, Ground, Joint, Layout, Phase, Position, RuleKind, RuleOption,
    Rules, Seat, format_joint, parse_ply,
};

/// A law: its name and its check of one random game under `rules` from a seed.
pub struct Law {
    /// What must hold, in words.
    pub name: &'static str,
    check: fn(&dyn Game, &Rules, &mut Dice) -> Result<(), String>,
}

/// All laws.
pub const LAWS: &[Law] = &[
    Law { name: "the listing agrees with the legality of single actions", check: listing },
    Law { name: "every game ends within its bound", check: ends },
    Law { name: "action notation round-trips", check: action_notation },
    Law { name: "position text round-trips and plays on alike", check: position_text },
    Law { name: "a replayed transcript gives the same end", check: replay },
    Law { name: "views keep to their layout and hide what is hidden", check: views },
    Law { name: "drawings fit their board", check: drawings },
    Law { name: "gestures point at the drawing and tell legal actions apart", check: gestures },
    Law { name: "damaged text is refused or means something, and never panics", check: damaged_text },
    Law { name: "the mirrored game is the same game", check: symmetry },
];

/// Puts the game through every law once.
///
/// # Errors
/// The first law that is broken: its name, the seed, and what was seen.
pub fn check(game: &dyn Game, rules: &Rules, seed: u64) -> Result<(), String> {
    for law in LAWS {
        let mut dice = Dice::from_number(seed);
        (law.check)(game, rules, &mut dice).map_err(|seen| {
            format!("{}: law broken: {}; rules {rules}; seed {seed}: {seen}", game.name(), law.name)
        })?;
    }
    Ok(())
}

/// Rules with each option at a random value; numbers are at their default or near an end of their range.
pub fn random_rules(options: &'static [RuleOption], dice: &mut Dice) -> Rules {
    let mut rules = Rules::defaults(options);
    for option in options {
        let text = match option.kind {
            RuleKind::Choice(words) => words[dice.below(words.len())].to_owned(),
            RuleKind::Flag => (dice.below(2) == 1).to_string(),
            RuleKind::Number { min, max } => {
                let near_min = (min + dice.below(8) as i64).min(max);
                [option.default.to_string(), near_min.to_string()][dice.below(2)].clone()
            }
        };
        // The text was made from the option itself.
        let set = rules.set(option.name, &text);
        debug_assert!(set.is_ok(), "{set:?}");
    }
    rules
}

fn listing(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    walk(game, rules, dice, |ply, position, _, dice| {
        let place = |what: String| format!("ply {ply}, {position}: {what}");
        for seat in Seat::BOTH {
            let legal = list(position, seat);
            let acts = position.phase().seats().contains(seat);
            require(acts != legal.is_empty(), || {
                place(format!("{seat:?} to act: {acts}, listed {}", legal.len()))
            })?;
            let mut sorted = legal.clone();
            sorted.sort_unstable();
            sorted.dedup();
            require(sorted.len() == legal.len(), || place("an action is listed twice".to_owned()))?;
            if let Some(count) = position.legal_count(seat) {
                require(count as usize == legal.len(), || {
                    place(format!("counted {count}, listed {}", legal.len()))
                })?;
            }
            for &action in &legal {
                require(game.is_action(action), || place(format!("listed {action:?} is not an action")))?;
                require(position.is_legal(seat, action), || {
                    place(format!("listed {action:?} is not legal"))
                })?;
            }
            for _ in 0..16 {
                let Some(action) = stray_action(&legal, dice) else { continue };
                let listed = sorted.binary_search(&action).is_ok();
                require(position.is_legal(seat, action) == listed, || {
                    place(format!("{action:?} legal: {}, listed: {listed}", !listed))
                })?;
                require(!listed || game.is_action(action), || place(format!("{action:?} is not an action")))?;
            }
        }
        Ok(())
    })
    .map(drop)
}

/// A code near a listed one, or anywhere.
fn stray_action(legal: &[Action], dice: &mut Dice) -> Option<Action> {
    let base = match (dice.pick(legal), dice.below(4)) {
        (Some(action), 1..) => action.code(),
        _ => dice.bits() >> 11,
    };
    let flips = 1 + dice.below(3);
    let code = (0..flips).fold(base, |code, _| code ^ (1 << dice.below(53)));
    let nudged = match dice.below(3) {
        0 => code,
        1 => base.wrapping_add(dice.below(64) as u64),
        _ => base.wrapping_sub(dice.below(64) as u64),
    };
    Action::from_code(nudged)
}

fn ends(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    let mut turn = 0;
    let last = walk(game, rules, dice, |ply, position, _, _| {
        require(position.turn() >= turn, || {
            format!("ply {ply}: the turn fell from {turn} to {}", position.turn())
        })?;
        turn = position.turn();
        Ok(())
    })?;
    let Some(bound) = game.max_plies(rules).filter(|&bound| bound <= PATIENCE) else { return Ok(()) };
    require(matches!(last.phase(), Phase::Over(_)), || format!("not over after {bound} plies: {last}"))
}

fn action_notation(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    walk(game, rules, dice, |ply, position, joint, _| {
        let place = |what: String| format!("ply {ply}, {position}: {what}");
        for seat in Seat::BOTH {
            for action in list(position, seat) {
                let text = position.format_action(seat, action);
                let read =
                    position.parse_action(seat, &text).map_err(|error| place(format!("{text}: {error}")))?;
                require(read == action, || place(format!("{action:?} is {text}, which reads as {read:?}")))?;
                require(
                    !text.is_empty() && !text.contains(char::is_whitespace) && !text.contains(':'),
                    || place(format!("`{text}` is not one word without a colon")),
                )?;
            }
        }
        let Some(joint) = joint else { return Ok(()) };
        let text = format_joint(game, position, joint);
        let read = parse_ply(game, position, &text).map_err(|error| place(format!("{text}: {error}")))?;
        require(read == *joint, || place(format!("{joint:?} is {text}, which reads as {read:?}")))
    })
    .map(drop)
}

fn position_text(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    walk(game, rules, dice, |ply, position, _, _| {
        let text = position.to_string();
        let place = |what: String| format!("ply {ply}, {text}: {what}");
        let read = game.parse_position(rules, &text).map_err(|error| place(error.to_string()))?;
        require(read.to_string() == text, || place(format!("reads as {read}")))?;
        // A text that leaves the turn out starts to count anew.
        let turns = [position.turn(), game.start(rules).turn()];
        require(turns.contains(&read.turn()), || {
            place(format!("turn {} reads as {}", position.turn(), read.turn()))
        })?;
        // Only history may make a difference, and it can only end a game earlier.
        if let (Phase::Act(here), Phase::Act(there)) = (position.phase(), read.phase()) {
            require(here == there, || place(format!("{here:?} acts, read back {there:?}")))?;
            for seat in Seat::BOTH {
                require(list(position, seat) == list(&*read, seat), || {
                    place("other actions when read back".to_owned())
                })?;
            }
        }
        require(!text.contains('\n'), || place("more than one line".to_owned()))
    })
    .map(drop)
}

fn replay(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    let mut plies = Vec::new();
    let mut copy: Option<Box<dyn Position>> = None;
    let last = walk(game, rules, dice, |ply, position, joint, dice| {
        plies.extend(joint.copied());
        // A copy taken anywhere plays on like the original.
        match &mut copy {
            None if dice.below(8) == 0 => copy = Some(position.clone_box()),
            Some(copy) if dice.below(8) == 0 => copy.copy_from(position),
            _ => {}
        }
        if let Some(copy) = &mut copy {
            require(copy.to_string() == position.to_string(), || {
                format!("ply {ply}: {position}, its copy {copy}")
            })?;
            if let Some(joint) = joint {
                copy.apply(joint);
            }
        }
        Ok(())
    })?;
    let mut again = game.start(rules);
    for joint in &plies {
        require(matches!(again.phase(), Phase::Act(_)), || "over too early".to_owned())?;
        let events = again.events(joint, None);
        require(events.iter().all(|event| !event.text.is_empty()), || {
            format!("{again}: an event without words")
        })?;
        again.apply(joint);
    }
    require(again.to_string() == last.to_string(), || format!("ended as {last}, replayed {again}"))?;
    require(again.phase() == last.phase(), || {
        format!("ended in {:?}, replayed {:?}", last.phase(), again.phase())
    })?;
    require(measure(game, &*again) == measure(game, &*last), || format!("{last}: other metrics"))
}

fn measure(game: &dyn Game, position: &dyn Position) -> [Vec<i64>; 2] {
    Seat::BOTH.map(|seat| {
        let mut values = vec![0; game.metrics().len()];
        position.metrics(seat, &mut values);
        values
    })
}

fn see(game: &dyn Game, position: &dyn Position, seat: Seat, fill: u8) -> Vec<u8> {
    let mut bytes = vec![fill; game.layout().view_len() + HEADER_LEN];
    let length = position.write_view(seat, &mut bytes);
    bytes.truncate(length);
    bytes
}

/// A board's fields have one byte a square, and every square something to show.
fn printable(layout: &Layout, board: &Board) -> Result<(), String> {
    let squares = board.columns.len() * board.rows.len();
    let is_by_square = |name: &str| {
        layout.field(name).is_some_and(|field| field.kind == FieldType::U8 && field.count == squares)
    };
    let is_complete = match board.ground {
        Ground::Squares(symbols) => symbols.len() == squares,
        Ground::Field(name, symbols) => is_by_square(name) && !symbols.is_empty(),
    };
    require(is_by_square(board.field) && is_complete, || "the board that is printed".to_owned())
}

fn views(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    let layout = game.layout();
    let mut end = 0;
    for field in layout.fields {
        require(field.offset >= end && field.offset % field.kind.size() == 0, || {
            format!("field {}", field.name)
        })?;
        end = field.end();
    }
    if let Some(board) = &layout.board {
        printable(layout, board)?;
    }
    let mut plies: Vec<Joint> = Vec::new();
    walk(game, rules, dice, |ply, position, joint, dice| {
        for seat in Seat::BOTH {
            let view = see(game, position, seat, 0);
            require(view.len() <= layout.view_len(), || {
                format!("ply {ply}: a view of {} bytes", view.len())
            })?;
            require(view == see(game, position, seat, 0xFF), || {
                format!("ply {ply}: a byte of the view is not written")
            })?;
            let hidden = (position.hidden_plies(seat) as usize).min(plies.len());
            if hidden > 0 {
                let (known, unknown) = plies.split_at(plies.len() - hidden);
                let other = other_secrets(game, rules, known, unknown, seat, dice);
                require(see(game, &*other, seat, 0) == view, || {
                    format!("ply {ply}: the view of {seat:?} tells {position} from {other}")
                })?;
                require(other.draw(Some(seat)) == position.draw(Some(seat)), || {
                    format!("ply {ply}: the drawing for {seat:?} tells {position} from {other}")
                })?;
                require(list(&*other, seat) == list(position, seat), || {
                    format!("ply {ply}: the legal actions of {seat:?} tell {position} from {other}")
                })?;
                let gesture = |position: &dyn Position, action| position.gesture(seat, action);
                let told = |&action: &Action| gesture(&*other, action) != gesture(position, action);
                require(!list(position, seat).iter().any(told), || {
                    format!("ply {ply}: the gestures of {seat:?} tell {position} from {other}")
                })?;
            }
            if let Some(joint) = joint
                && (hidden > 0 || joint[seat.other()].is_some())
            {
                let (known, unknown) = plies.split_at(plies.len() - hidden);
                let other = other_secrets(game, rules, known, unknown, seat, dice);
                let choice = other_choice(&*other, joint, seat, dice);
                let is_hidden = [(position, joint), (&*other, &choice)].into_iter().all(|(before, joint)| {
                    let mut after = before.clone_box();
                    after.apply(joint);
                    after.hidden_plies(seat) > 0
                });
                let seen = position.events(joint, Some(seat));
                require(!is_hidden || other.events(&choice, Some(seat)) == seen, || {
                    format!("ply {ply}: the events for {seat:?} tell {position} from {other}")
                })?;
            }
        }
        plies.extend(joint.copied());
        Ok(())
    })
    .map(drop)
}

/// The same joint action, except that the viewer's opponent chooses again.
fn other_choice(position: &dyn Position, joint: &Joint, viewer: Seat, dice: &mut Dice) -> Joint {
    let mut joint = *joint;
    if joint[viewer.other()].is_some() {
        joint[viewer.other()] = dice.pick(&list(position, viewer.other())).copied();
    }
    joint
}

/// The position after the same plies, except that what is hidden from the viewer was played differently.
fn other_secrets(
    game: &dyn Game,
    rules: &Rules,
    known: &[Joint],
    unknown: &[Joint],
    viewer: Seat,
    dice: &mut Dice,
) -> Box<dyn Position> {
    let mut position = game.start(rules);
    for joint in known {
        position.apply(joint);
    }
    for joint in unknown {
        let mut joint = *joint;
        if joint[viewer.other()].is_some() {
            joint[viewer.other()] = dice.pick(&list(&*position, viewer.other())).copied();
        }
        position.apply(&joint);
    }
    position
}

fn drawings(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    walk(game, rules, dice, |ply, position, _, _| {
        for viewer in [None, Some(Seat::First), Some(Seat::Second)] {
            let drawing = position.draw(viewer);
            let place = |what: &str| format!("ply {ply}, {position}: {what}");
            let cells = usize::from(drawing.columns) * usize::from(drawing.rows);
            require(drawing.cells.len() == cells, || place("cells do not fill the board"))?;
            require(drawing.column_labels.len() == usize::from(drawing.columns), || place("column labels"))?;
            require(drawing.row_labels.len() == usize::from(drawing.rows), || place("row labels"))?;
            let mut taken = vec![false; cells];
            for piece in &drawing.pieces {
                let square = piece.square;
                require(square.column < drawing.columns && square.row < drawing.rows, || {
                    place("a piece off the board")
                })?;
                let index =
                    usize::from(square.row) * usize::from(drawing.columns) + usize::from(square.column);
                require(!std::mem::replace(&mut taken[index], true), || place("two pieces on a square"))?;
            }
        }
        Ok(())
    })
    .map(drop)
}

fn damaged_text(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    const NOISE: &[char] = &['0', '1', '9', '-', '/', ':', ' ', 'x', 'T', 'c', 'é', '\u{0}', 'w', '*'];
    walk(game, rules, dice, |ply, position, joint, dice| {
        let damage = |text: &str, dice: &mut Dice| {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..=dice.below(3) {
                let at = dice.below(chars.len() + 1);
                match dice.below(4) {
                    0 => chars.truncate(at),
                    1 if at < chars.len() => drop(chars.remove(at)),
                    2 if at < chars.len() => chars[at] = NOISE[dice.below(NOISE.len())],
                    _ => chars.insert(at, NOISE[dice.below(NOISE.len())]),
                }
            }
            chars.into_iter().collect::<String>()
        };
        let text = damage(&position.to_string(), dice);
        if let Ok(read) = game.parse_position(rules, &text) {
            let canonical = read.to_string();
            let again = game.parse_position(rules, &canonical);
            require(again.is_ok_and(|again| again.to_string() == canonical), || {
                format!("ply {ply}: `{text}` reads as `{canonical}`, which does not read back")
            })?;
            for seat in Seat::BOTH {
                let legal = list(&*read, seat);
                require(legal.is_empty() != read.phase().seats().contains(seat), || {
                    format!("`{text}`: {seat:?} listed {}", legal.len())
                })?;
            }
            if let Some(joint) = random_joint(&*read, dice, &mut Vec::new()) {
                let mut next = read.clone_box();
                next.apply(&joint);
            }
        }
        let Some(joint) = joint else { return Ok(()) };
        for (seat, action) in joint.iter() {
            let Some(action) = *action else { continue };
            let text = damage(&position.format_action(seat, action), dice);
            if let Ok(read) = position.parse_action(seat, &text) {
                require(game.is_action(read), || {
                    format!("ply {ply}: `{text}` reads as {read:?}, no action")
                })?;
                position.is_legal(seat, read);
                position.format_action(seat, read);
            }
        }
        Ok(())
    })
    .map(drop)
}

fn symmetry(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    walk(game, rules, dice, |ply, position, joint, _| {
        let Some(mirrored) = position.mirrored() else { return Ok(()) };
        let place = |what: String| format!("ply {ply}, {position}, mirrored {mirrored}: {what}");
        require(mirrored.mirrored().is_some_and(|back| back.to_string() == position.to_string()), || {
            place("mirroring twice is another position".to_owned())
        })?;
        let outcome = |phase: Phase| phase.end().map(|end| (end.outcome, end.reason));
        require(
            outcome(mirrored.phase()).map(|(outcome, reason)| (outcome.swapped(), reason))
                == outcome(position.phase()),
            || place(format!("{:?} became {:?}", position.phase(), mirrored.phase())),
        )?;
        for seat in Seat::BOTH {
            let mut here: Vec<Action> =
                list(position, seat).into_iter().map(|action| game.mirror_action(action)).collect();
            let mut there = list(&*mirrored, seat.other());
            here.sort_unstable();
            there.sort_unstable();
            require(here == there, || place(format!("{seat:?} has other actions")))?;
        }
        let Some(joint) = joint else { return Ok(()) };
        let turned = joint.map(|action| action.map(|action| game.mirror_action(action))).swapped();
        let (mut here, mut there) = (position.clone_box(), mirrored.clone_box());
        here.apply(joint);
        there.apply(&turned);
        let expected = here.mirrored().map(|mirrored| mirrored.to_string());
        require(expected == Some(there.to_string()), || place(format!("{joint:?} leads to {there}")))
    })
    .map(drop)
}
