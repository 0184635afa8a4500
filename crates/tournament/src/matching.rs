//! Maximum matchings of a general graph.

mod weighted;
mod wide;

use std::collections::VecDeque;
use std::iter::successors;

pub(crate) use weighted::Weighted;
pub(crate) use wide::Wide;

/// The pairs of vertices that may be matched.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    size: usize,
    edges: Vec<bool>,
}

impl Graph {
    /// A graph of `size` vertices with an edge wherever `allows` returns `true`.
    pub(crate) fn new(size: usize, allows: impl Fn(usize, usize) -> bool) -> Graph {
        let mut edges = vec![false; size * size];
        for one in 0..size {
            for other in one + 1..size {
                let allowed = allows(one, other);
                edges[one * size + other] = allowed;
                edges[other * size + one] = allowed;
            }
        }
        Graph { size, edges }
    }

    pub(crate) fn allows(&self, one: usize, other: usize) -> bool {
        self.edges[one * self.size + other]
    }
}

/// A maximum matching among some vertices of a graph, kept maximum while vertices are removed.
///
/// # Source
/// Edmonds 1965, "Paths, trees, and flowers": augmenting paths, odd cycles shrunk to their base.
#[derive(Clone, Debug)]
pub(crate) struct Matching<'a> {
    graph: &'a Graph,
    mate: Vec<Option<usize>>,
    /// The remaining vertices, in ascending order.
    left: Vec<usize>,
    size: usize,
}

impl<'a> Matching<'a> {
    /// A maximum matching among these vertices.
    pub(crate) fn new(graph: &'a Graph, mut vertices: Vec<usize>) -> Matching<'a> {
        vertices.sort_unstable();
        let mut matching = Matching { graph, mate: vec![None; graph.size], left: vertices, size: 0 };
        for vertex in matching.left.clone() {
            if matching.mate[vertex].is_none() {
                matching.augment(vertex);
            }
        }
        matching
    }

    /// Number of pairs.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Returns `true` if every vertex is matched.
    pub(crate) fn is_perfect(&self) -> bool {
        2 * self.size == self.left.len()
    }

    /// Removes a vertex.
    pub(crate) fn take_out(&mut self, vertex: usize) {
        self.left.retain(|&other| other != vertex);
        if let Some(mate) = self.mate[vertex].take() {
            self.mate[mate] = None;
            self.size -= 1;
            self.augment(mate);
        }
    }

    /// Adds a pair to the matching by an augmenting path from an unmatched vertex, if there is one.
    fn augment(&mut self, root: usize) -> bool {
        let free = |&other: &usize| self.mate[other].is_none() && self.graph.allows(root, other);
        if let Some(other) = self.left.iter().copied().find(free) {
            self.mate[root] = Some(other);
            self.mate[other] = Some(root);
            self.size += 1;
            return true;
        }
        let Some((mut end, parent)) = Search::new(self, root).run() else { return false };
        while let Some(before) = parent[end] {
            let next = self.mate[before];
            self.mate[end] = Some(before);
            self.mate[before] = Some(end);
            let Some(next) = next else { break };
            end = next;
        }
        self.size += 1;
        true
    }
}

/// A search for an augmenting path.
struct Search<'a> {
    matching: &'a Matching<'a>,
    root: usize,
    /// For vertices reached by an unmatched edge: the previous vertex on the alternating path from the root.
    parent: Vec<Option<usize>>,
    /// The base of the flower that contains a vertex; the vertex itself outside of flowers.
    base: Vec<usize>,
    reached: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<'a> Search<'a> {
    fn new(matching: &'a Matching<'a>, root: usize) -> Search<'a> {
        let size = matching.graph.size;
        let mut reached = vec![false; size];
        reached[root] = true;
        Search {
            matching,
            root,
            parent: vec![None; size],
            base: (0..size).collect(),
            reached,
            queue: VecDeque::from([root]),
        }
    }

    /// The unmatched vertex at the end of an augmenting path, and the way back.
    fn run(mut self) -> Option<(usize, Vec<Option<usize>>)> {
        while let Some(vertex) = self.queue.pop_front() {
            for &other in &self.matching.left {
                let mate = self.matching.mate[other];
                if !self.matching.graph.allows(vertex, other)
                    || self.base[vertex] == self.base[other]
                    || mate == Some(vertex)
                {
                    continue;
                }
                let is_outer = other == self.root || mate.is_some_and(|mate| self.parent[mate].is_some());
                if is_outer {
                    self.shrink(vertex, other);
                } else if self.parent[other].is_none() {
                    self.parent[other] = Some(vertex);
                    let Some(mate) = mate else { return Some((other, self.parent)) };
                    self.reach(mate);
                }
            }
        }
        None
    }

    fn reach(&mut self, vertex: usize) {
        if !self.reached[vertex] {
            self.reached[vertex] = true;
            self.queue.push_back(vertex);
        }
    }

    /// Shrinks the odd cycle that an edge between two outer vertices closes.
    fn shrink(&mut self, one: usize, other: usize) {
        let base = self.common_base(one, other);
        let mut flower = vec![false; self.base.len()];
        self.mark_path(one, base, other, &mut flower);
        self.mark_path(other, base, one, &mut flower);
        for index in 0..self.matching.left.len() {
            let vertex = self.matching.left[index];
            if flower[self.base[vertex]] {
                self.base[vertex] = base;
                self.reach(vertex);
            }
        }
    }

    fn common_base(&self, one: usize, other: usize) -> usize {
        let path = |from: usize| {
            successors(Some(self.base[from]), |&vertex| self.up(vertex).map(|above| self.base[above]))
        };
        let mut on_path = vec![false; self.base.len()];
        path(one).for_each(|vertex| on_path[vertex] = true);
        // The root is on both paths.
        path(other).find(|&vertex| on_path[vertex]).unwrap_or(self.base[self.root])
    }

    /// Two steps towards the root from an outer vertex.
    fn up(&self, vertex: usize) -> Option<usize> {
        self.parent[self.matching.mate[vertex]?]
    }

    fn mark_path(&mut self, from: usize, base: usize, child: usize, flower: &mut [bool]) {
        let (mut vertex, mut child) = (from, child);
        while self.base[vertex] != base {
            let Some(mate) = self.matching.mate[vertex] else { return };
            flower[self.base[vertex]] = true;
            flower[self.base[mate]] = true;
            self.parent[vertex] = Some(child);
            child = mate;
            let Some(above) = self.parent[mate] else { return };
            vertex = above;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The size of a maximum matching, by brute force.
    fn brute(graph: &Graph, left: &[usize]) -> usize {
        let Some((&first, rest)) = left.split_first() else { return 0 };
        let mut best = brute(graph, rest);
        for (index, &other) in rest.iter().enumerate() {
            if graph.allows(first, other) {
                let mut fewer = rest.to_vec();
                fewer.remove(index);
                best = best.max(1 + brute(graph, &fewer));
            }
        }
        best
    }

    fn is_sound(matching: &Matching<'_>) -> bool {
        let mates = || matching.left.iter().filter_map(|&vertex| Some((vertex, matching.mate[vertex]?)));
        mates().all(|(one, other)| matching.mate[other] == Some(one) && matching.graph.allows(one, other))
            && mates().count() == 2 * matching.size
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]
        #[test]
        fn it_is_as_great_as_can_be_and_stays_so(
            size in 1usize..9,
            bits in prop::collection::vec(prop::bool::weighted(0.35), 81),
            taken in prop::collection::vec(0usize..9, 12),
        ) {
            let graph = Graph::new(size, |one, other| bits[one * 9 + other]);
            let mut left: Vec<usize> = (0..size).collect();
            let mut matching = Matching::new(&graph, left.clone());
            prop_assert_eq!(matching.size(), brute(&graph, &left));
            prop_assert!(is_sound(&matching));
            for vertex in taken {
                if !left.contains(&vertex) {
                    continue;
                }
                left.retain(|&other| other != vertex);
                matching.take_out(vertex);
                prop_assert_eq!(matching.size(), brute(&graph, &left));
                prop_assert!(is_sound(&matching));
            }
        }
    }

    #[test]
    fn two_odd_cycles_joined_by_an_edge_are_matched_across_it() {
        let edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)];
        let graph = Graph::new(6, |one, other| edges.contains(&(one, other)));
        assert!(Matching::new(&graph, (0..6).collect()).is_perfect());
    }
}
