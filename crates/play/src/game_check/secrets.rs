//! Secrets: two positions that a seat cannot tell apart must look alike to it.

use game::{Joint, Phase, Position, Seat};
use game_file::public_difference;

use super::GameCheck;
use super::finding::Law;
use super::walk::{Walk, difference, list};

/// One in this many positions is compared with an imagined one.
const IMAGINED: usize = 2;

impl GameCheck<'_> {
    /// Compares a position with one that a seat imagines in its place.
    pub(super) fn compare_imagined(&mut self, walk: &Walk<'_>) {
        for viewer in Seat::BOTH {
            if !walk.position.has_secrets(viewer) || self.dice.below(IMAGINED) != 0 {
                continue;
            }
            // A question about the position has failed for the other viewer.
            if walk.position.fault().is_some() {
                return;
            }
            let other = walk.position.imagined_by(viewer, &[], &mut self.dice);
            let word = self.game.seats()[viewer].word;
            if let Some(fault) = other.fault() {
                let what = format!("`imagine` fails for {word}: {}", fault.what);
                return self.found(Law::Imagine, what, walk, None);
            }
            self.facts.worlds += 1;
            if let Some(which) = difference(self.game, &*walk.position, &*other, Some(viewer)) {
                let what = format!(
                    "{word} learns a secret: {which} differs between the position and one that `imagine` makes \
                     from all that {word} knows"
                );
                let hint =
                    "make it independent of hidden parts, or make `imagine` use only what the seat knows";
                return self.found(Law::Imagine, what, walk, Some(hint));
            }
        }
    }

    /// Compares the positions after two plies that a seat cannot tell apart.
    pub(super) fn compare_worlds(&mut self, walk: &Walk<'_>, next: &dyn Position, joint: &Joint) {
        for viewer in Seat::BOTH {
            let Some(choice) = self.hidden_choice(walk, next, joint, viewer) else { continue };
            let mut other = walk.position.clone();
            other.apply(&choice);
            if other.fault().is_some() || hidden(&*other, viewer, &choice) != hidden(next, viewer, joint) {
                continue;
            }
            self.facts.worlds += 1;
            let seen = || difference(self.game, next, &*other, Some(viewer));
            let told = public_difference(next, &*other).or_else(seen).or_else(|| {
                let events = |joint| walk.position.events(joint, Some(viewer));
                (events(joint) != events(&choice)).then(|| "the text of `events`".to_owned())
            });
            let Some(which) = told else { continue };
            let word = self.game.seats()[viewer].word;
            let [one, two] =
                [joint, &choice].map(|joint| game::format_joint(self.game, &*walk.position, joint));
            let what = format!(
                "{word} learns a secret: {which} differs after `{one}` and after `{two}`, which are secret"
            );
            let hint = "keep secrets in `own` and `hidden` of the state, and out of everything else";
            return self.found(Law::Leak, what, walk, Some(hint));
        }
    }

    /// Returns the ply with other choices where they are hidden from the viewer; `None` if nothing is hidden.
    fn hidden_choice(
        &mut self,
        walk: &Walk<'_>,
        next: &dyn Position,
        joint: &Joint,
        viewer: Seat,
    ) -> Option<Joint> {
        let hidden = hidden(next, viewer, joint);
        if hidden == [false; 2] {
            return None;
        }
        if let Phase::Chance(chance) = walk.position.phase() {
            return Some(chance.draw(&mut self.dice));
        }
        let mut choice = *joint;
        for seat in Seat::BOTH.into_iter().filter(|seat| hidden[seat.index()]) {
            choice[seat] = self.dice.pick(&list(&*walk.position, seat)).copied();
        }
        Some(choice)
    }
}

/// Returns which seats' actions in the latest ply are hidden from a viewer.
fn hidden(position: &dyn Position, viewer: Seat, joint: &Joint) -> [bool; 2] {
    Seat::BOTH.map(|seat| joint[seat].is_some_and(|action| position.hides(viewer, 0, seat, action)))
}
