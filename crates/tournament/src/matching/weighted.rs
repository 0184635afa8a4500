//! Maximum weight matchings, maintained while weights change and edges are removed.

mod blossom;
mod search;
mod start;

use blossom::Blossom;

use super::wide::Wide;

/// A maximum weight matching in a graph that need not be bipartite. Some vertices must be matched; the others only if
/// that increases the weight.
///
/// After a change, the matching is repaired rather than computed again: duals of unchanged vertices stay, so each
/// vertex that lost its mate costs one search.
///
/// # Source
/// Edmonds 1965, "Maximum matching and a polyhedron with 0,1-vertices", as primal-dual searches from one unmatched
/// vertex at a time; the least slacks are kept as in Gabow 1976, which makes a search O(n²).
#[derive(Clone, Debug)]
pub(crate) struct Weighted<const N: usize> {
    size: usize,
    /// Twice the weight of each edge, so that duals are whole; `None` if there is no edge.
    weights: Vec<Option<Wide<N>>>,
    required: Vec<bool>,
    dual: Vec<Wide<N>>,
    mate: Vec<Option<usize>>,
    /// The node that contains a vertex: itself, or its outermost blossom.
    top: Vec<usize>,
    /// The blossoms, as nodes from `size` on.
    blossoms: Vec<Option<Blossom<N>>>,
}

impl<const N: usize> Weighted<N> {
    /// Creates a graph of `size` vertices with these weights. Nothing is matched before [`Weighted::solve`].
    pub(crate) fn new(
        size: usize,
        required: impl Fn(usize) -> bool,
        weight: impl Fn(usize, usize) -> Option<Wide<N>>,
    ) -> Weighted<N> {
        let mut matching = Weighted {
            size,
            weights: vec![None; size * size],
            required: (0..size).map(required).collect(),
            dual: vec![Wide::ZERO; size],
            mate: vec![None; size],
            top: (0..size).collect(),
            blossoms: Vec::new(),
        };
        for one in 0..size {
            for other in one + 1..size {
                matching.put(one, other, weight(one, other));
            }
        }
        matching.start_over();
        matching
    }

    pub(crate) fn mate(&self, vertex: usize) -> Option<usize> {
        self.mate[vertex]
    }

    pub(crate) fn has_edge(&self, one: usize, other: usize) -> bool {
        self.doubled(one, other).is_some()
    }

    /// Returns `true` if the edge may be in a maximum weight matching, as far as can be told without a search.
    pub(crate) fn may_be_matched(&self, one: usize, other: usize) -> bool {
        self.has_edge(one, other)
            && (self.top[one] == self.top[other]
                || self.slack(one, other).is_some_and(|slack| !slack.is_positive()))
    }

    /// The weight of the matching, doubled.
    pub(crate) fn total(&self) -> Wide<N> {
        let mut total = Wide::ZERO;
        for (vertex, mate) in self.mate.iter().enumerate() {
            if let Some(mate) = mate.filter(|&mate| vertex < mate)
                && let Some(weight) = self.doubled(vertex, mate)
            {
                total += weight;
            }
        }
        total
    }

    /// Requires a vertex to be matched, regardless of weight.
    pub(crate) fn require(&mut self, vertex: usize) {
        self.required[vertex] = true;
    }

    /// Recomputes the weights of all edges and discards the matching. Removed edges stay removed.
    pub(crate) fn weigh_all(&mut self, weight: impl Fn(usize, usize) -> Option<Wide<N>>) {
        for one in 0..self.size {
            for other in one + 1..self.size {
                let weight = weight(one, other).filter(|_| self.has_edge(one, other));
                self.put(one, other, weight);
            }
        }
        self.start_over();
    }

    /// Recomputes the weights of a vertex's edges. Removed edges stay removed.
    pub(crate) fn weigh(&mut self, vertex: usize, weight: impl Fn(usize) -> Option<Wide<N>>) {
        self.dissolve(vertex);
        let mut dual: Option<Wide<N>> = (!self.required[vertex]).then_some(Wide::ZERO);
        for other in (0..self.size).filter(|&other| other != vertex) {
            let weight = weight(other).filter(|_| self.has_edge(vertex, other));
            self.put(vertex, other, weight);
            if let Some(least) = self.doubled(vertex, other).map(|weight| weight.minus(self.dual[other])) {
                dual = Some(dual.map_or(least, |dual| dual.max(least)));
            }
        }
        self.dual[vertex] = dual.unwrap_or(Wide::ZERO);
        self.part_where_slack(vertex);
        self.find_nearest_to(vertex);
    }

    /// Removes all edges except those that `keep` selects.
    pub(crate) fn restrict(&mut self, keep: impl Fn(usize, usize) -> bool) {
        for vertex in 0..self.size {
            self.dissolve(vertex);
        }
        for one in 0..self.size {
            for other in one + 1..self.size {
                if self.has_edge(one, other) && !keep(one, other) {
                    self.put(one, other, None);
                    self.part_if(one, other);
                }
            }
        }
    }

    /// Removes two mates from the graph.
    pub(crate) fn take_out(&mut self, pair: [usize; 2]) {
        for vertex in pair {
            self.dissolve(vertex);
        }
        for vertex in pair {
            for other in 0..self.size {
                self.put(vertex, other, None);
            }
            self.part(vertex);
            self.required[vertex] = false;
            self.dual[vertex] = Wide::ZERO;
            self.find_nearest_to(vertex);
        }
    }

    /// Finds a maximum weight matching. Returns `false` if not all required vertices can be matched.
    pub(crate) fn solve(&mut self) -> bool {
        (0..self.size).all(|vertex| !self.is_to_be_matched(vertex) || self.search(vertex))
    }

    fn is_to_be_matched(&self, vertex: usize) -> bool {
        self.mate[vertex].is_none() && (self.required[vertex] || self.dual[vertex].is_positive())
    }

    fn put(&mut self, one: usize, other: usize, weight: Option<Wide<N>>) {
        let doubled = weight.map(|weight| weight.plus(weight));
        self.weights[one * self.size + other] = doubled;
        self.weights[other * self.size + one] = doubled;
    }

    fn doubled(&self, one: usize, other: usize) -> Option<Wide<N>> {
        self.weights[one * self.size + other]
    }

    /// The slack of the edge between two vertices of different nodes: the sum of their duals minus its weight.
    fn slack(&self, one: usize, other: usize) -> Option<Wide<N>> {
        Some(self.dual[one].plus(self.dual[other]).minus(self.doubled(one, other)?))
    }

    /// Starts with an empty matching and feasible duals, and matches along tight edges, near the middle first: with
    /// equal weights the upper half meets the lower half.
    fn start_over(&mut self) {
        self.blossoms.clear();
        self.mate.fill(None);
        for vertex in 0..self.size {
            self.top[vertex] = vertex;
            let row = &self.weights[vertex * self.size..][..self.size];
            let most = row.iter().flatten().copied().max().map_or(Wide::ZERO, Wide::half);
            self.dual[vertex] = if self.required[vertex] { most } else { most.max(Wide::ZERO) };
        }
        let half = self.size / 2;
        for vertex in 0..self.size {
            let tight = |&other: &usize| {
                self.mate[other].is_none() && self.slack(vertex, other).is_some_and(Wide::is_zero)
            };
            let others = (vertex + half..self.size).chain(0..(vertex + half).min(self.size));
            if self.mate[vertex].is_none()
                && let Some(other) = others.into_iter().find(tight)
            {
                self.mate[vertex] = Some(other);
                self.mate[other] = Some(vertex);
            }
        }
        self.lower_together();
    }

    fn part(&mut self, vertex: usize) {
        if let Some(mate) = self.mate[vertex].take() {
            self.mate[mate] = None;
        }
    }

    fn part_if(&mut self, one: usize, other: usize) {
        if self.mate[one] == Some(other) {
            self.part(one);
        }
    }

    /// Unmatches a vertex whose edge to its mate is no longer tight.
    fn part_where_slack(&mut self, vertex: usize) {
        if let Some(mate) = self.mate[vertex]
            && !self.slack(vertex, mate).is_some_and(Wide::is_zero)
        {
            self.part(vertex);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Edges = Vec<Option<i64>>;

    /// The maximum weight by brute force; `None` if not all required vertices can be matched.
    fn brute(
        left: &[usize],
        required: &[bool],
        weight: &impl Fn(usize, usize) -> Option<i64>,
    ) -> Option<i64> {
        let Some((&first, rest)) = left.split_first() else { return Some(0) };
        let alone = (!required[first]).then(|| brute(rest, required, weight)).flatten();
        let matched = rest.iter().enumerate().filter_map(|(index, &other)| {
            let mut fewer = rest.to_vec();
            fewer.remove(index);
            Some(weight(first, other)? + brute(&fewer, required, weight)?)
        });
        matched.chain(alone).max()
    }

    fn edge(edges: &Edges, one: usize, other: usize) -> Option<i64> {
        edges[one.min(other) * 10 + one.max(other)]
    }

    fn check(matching: &mut Weighted<1>, edges: &Edges, required: &[bool]) -> Result<bool, TestCaseError> {
        let everybody: Vec<usize> = (0..matching.size).collect();
        let best = brute(&everybody, required, &|one, other| edge(edges, one, other));
        let solved = matching.solve();
        prop_assert_eq!(solved, best.is_some());
        if let Some(best) = best {
            prop_assert_eq!(matching.total(), Wide::at(2 * best, 0));
            for vertex in everybody {
                match matching.mate(vertex) {
                    Some(mate) => {
                        prop_assert_eq!(matching.mate(mate), Some(vertex));
                        prop_assert!(edge(edges, vertex, mate).is_some());
                        prop_assert!(matching.may_be_matched(vertex, mate));
                    }
                    None => prop_assert!(!required[vertex]),
                }
            }
        }
        Ok(solved)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn it_weighs_most_and_does_so_after_every_change(
            size in 1usize..9,
            edges in prop::collection::vec(prop::option::weighted(0.7, -4i64..12), 100),
            required in prop::collection::vec(prop::bool::weighted(0.3), 9),
            changes in prop::collection::vec((0usize..9, 0u8..4, prop::collection::vec(-4i64..12, 9)), 6),
        ) {
            let mut edges = edges;
            let mut required = required;
            required.truncate(size);
            let weight = |edges: &Edges, one, other| edge(edges, one, other).map(|weight| Wide::at(weight, 0));
            let mut matching: Weighted<1> =
                Weighted::new(size, |vertex| required[vertex], |one, other| weight(&edges, one, other));
            if !check(&mut matching, &edges, &required)? {
                return Ok(());
            }
            for (vertex, kind, weights) in changes {
                let vertex = vertex % size;
                match kind {
                    0 | 1 => {
                        for other in (0..size).filter(|&other| other != vertex) {
                            if let Some(edge) = &mut edges[vertex.min(other) * 10 + vertex.max(other)] {
                                *edge = weights[other];
                            }
                        }
                        matching.weigh(vertex, |other| weight(&edges, vertex, other));
                    }
                    2 => {
                        let keep = |one: usize, other: usize| weights[one] + weights[other] > 0;
                        for one in 0..size {
                            for other in one + 1..size {
                                if !keep(one, other) {
                                    edges[one * 10 + other] = None;
                                }
                            }
                        }
                        matching.restrict(keep);
                    }
                    _ => {
                        let Some(mate) = matching.mate(vertex) else { continue };
                        for other in 0..size {
                            for gone in [vertex, mate] {
                                edges[gone.min(other) * 10 + gone.max(other)] = None;
                            }
                        }
                        required[vertex] = false;
                        required[mate] = false;
                        matching.take_out([vertex, mate]);
                    }
                }
                if !check(&mut matching, &edges, &required)? {
                    return Ok(());
                }
            }
        }
    }
}
