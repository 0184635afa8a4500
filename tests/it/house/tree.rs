//! The dependencies of a crate, direct and indirect.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Returns the names of all packages that a crate of the workspace depends on, without development and build
/// dependencies.
pub(crate) fn tree_of(name: &str, metadata: &Value) -> BTreeSet<String> {
    let array = |value: &'_ Value| value.as_array().cloned().unwrap_or_default();
    let packages = array(&metadata["packages"]);
    let names: BTreeMap<&str, &str> = packages
        .iter()
        .map(|package| (package["id"].as_str().unwrap(), package["name"].as_str().unwrap()))
        .collect();
    let nodes = array(&metadata["resolve"]["nodes"]);
    let needs: BTreeMap<&str, Vec<&str>> = nodes
        .iter()
        .map(|node| {
            let needed = node["deps"].as_array().unwrap().iter().filter(|dependency| is_normal(dependency));
            let needed = needed.map(|dependency| dependency["pkg"].as_str().unwrap());
            (node["id"].as_str().unwrap(), needed.collect())
        })
        .collect();
    let is_it = |id: &&str| names[*id] == name && id.starts_with("path+");
    let start = needs.keys().copied().find(is_it).unwrap_or_else(|| panic!("there is no crate {name}"));
    let (mut found, mut next) = (BTreeSet::new(), vec![start]);
    while let Some(id) = next.pop() {
        next.extend(needs[id].iter().copied().filter(|&other| found.insert(other)));
    }
    found.into_iter().map(|id| names[id].to_owned()).collect()
}

fn is_normal(dependency: &Value) -> bool {
    dependency["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"].is_null())
}
