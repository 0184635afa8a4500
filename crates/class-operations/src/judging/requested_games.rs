//! Playing of requested friendly games.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use class_model::{Facts, GamesRequest, Hash, RequestedOpponent, ScrimmageOutcome, ScrimmagePlan};
use config::{BotPlan, SizeClass};
use explain::Error;
use game::Rules;
use run_folder::sequential_test::OpeningChoice;
use runner::{Candidate, ComparisonPlan};

use super::games_list::{GamesList, opponent};
use super::{Judge, candidate};

impl Judge<'_> {
    /// Plays the games of a request. Its number is the seed of openings and games, so each request has its own. `None`
    /// if `stop` was set before the end, or a bot of the request was deleted.
    pub(super) fn scrimmage(
        &self,
        facts: &Facts,
        number: u32,
        request: &GamesRequest,
        stop: &AtomicBool,
    ) -> Result<Option<ScrimmageOutcome>, Error> {
        // Requests made while the class had friendly games are still played.
        let usual = ScrimmagePlan::default();
        let plan = self.class.plan.scrimmage.as_ref().unwrap_or(&usual);
        let Some((module, against)) = request.modules(facts) else { return Ok(None) };
        let other = self.against(&request.against, against.as_ref())?;
        let listed = opponent(&other.plan.bot, against.as_ref());
        let admission = self.admit(&[self.version(&module, "")?, other])?;
        let nothing = ScrimmageOutcome {
            request: number,
            module,
            opponent: against,
            engine: self.engine.clone(),
            pairs: [0; 5],
            copies: 0,
            spent: 0,
            out_of_time: false,
            faults: [BTreeMap::new(), BTreeMap::new()],
            refused: None,
            matches: None,
        };
        // A refused bot ends only its own request.
        if let Some(row) = admission.rows.iter().find(|row| !row.refusal.is_empty()) {
            let refused = format!("the {} is refused: {}", row.name, row.refusal.join("; "));
            return Ok(Some(ScrimmageOutcome { refused: Some(refused), ..nothing }));
        }
        let game = self.class.plan.game;
        let games = ComparisonPlan {
            game,
            rules: Rules::defaults(game.options()),
            limits: plan.limits,
            pairs: u64::from(request.games / 2),
            openings: OpeningChoice::Shortest { in_turn: None },
            plies: plan.plies,
            seed: u64::from(number),
            budget: Some(plan.budget),
        };
        let Some((comparison, games)) = self.compare(&games, admission, stop)? else { return Ok(None) };
        let list = GamesList {
            against: listed,
            engine: self.engine.clone(),
            game: game.name().to_owned(),
            games,
            limits: plan.limits.to_string(),
            module,
            request: Some(number),
            requirement: None,
            rules: None,
            settings: String::new(),
        };
        let matches = list.keep(self.class)?;
        let tally = comparison.tally();
        let faults = tally.faults.each_ref().map(|faults| {
            faults.iter().map(|(fault, count)| (fault.to_string(), *count)).collect::<BTreeMap<_, _>>()
        });
        Ok(Some(ScrimmageOutcome {
            pairs: tally.scores.0,
            copies: tally.copies,
            spent: tally.spent[0].0.saturating_add(tally.spent[1].0),
            out_of_time: comparison.is_out_of_time(),
            faults,
            matches: Some(matches),
            ..nothing
        }))
    }

    fn against(&self, against: &RequestedOpponent, module: Option<&Hash>) -> Result<Candidate, Error> {
        let file = || BotPlan::File("opponent".to_owned());
        let (bot, size) = match against {
            RequestedOpponent::Submission { .. } => (file(), self.class.plan.size),
            RequestedOpponent::File { .. } => (file(), SizeClass::Script),
            RequestedOpponent::Builtin { name } => match name.parse() {
                Ok(builtin) => (BotPlan::Builtin(builtin), SizeClass::Script),
                Err(error) => return Err(Error::input(format!("the opponent of a request: {error}"))),
            },
        };
        let caps = size.caps();
        let read = |module: &Hash| self.class.folder.read(module, caps.module);
        let bytes = module.map(read).transpose()?;
        Ok(candidate("opponent", bot, "", size, bytes.map(Arc::from)))
    }
}
