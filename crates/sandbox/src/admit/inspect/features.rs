//! Validation of a module, and the features outside the profile that it needs.

use wasmparser::{Validator, WasmFeatures};

use super::{Survey, cost, invalid};
use crate::{Objection, feature};

impl Survey<'_> {
    /// Validates the module, and names every feature outside the profile that it needs.
    pub(super) fn validate(&mut self, bytes: &[u8]) {
        if self.known_functions.is_some() {
            self.objections.extend(cost::sections(bytes, |_, _| {}).err().map(|error| invalid(&error)));
            return;
        }
        let check = |features| Validator::new_with_features(features).validate_all(bytes).map(drop);
        let outside_profile = match self.validated(bytes) {
            Ok(cost) => {
                self.sizes.compile_cost = cost;
                return;
            }
            Err(error) => error,
        };
        let everything = WasmFeatures::all();
        if let Err(error) = check(everything) {
            self.objections.push(invalid(&error));
            return;
        }
        // A module uses a feature if it is not valid without it.
        let needed = feature::OUTSIDE.iter().filter(|(feature, _)| check(everything - *feature).is_err());
        let before = self.objections.len();
        self.objections.extend(needed.map(|(_, name)| Objection::Feature((*name).into())));
        if self.objections.len() == before {
            self.objections.push(invalid(&outside_profile));
        }
    }
}
