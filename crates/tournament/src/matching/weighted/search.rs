//! The search for a better matching from an unmatched vertex.

use std::cmp::Ordering;

use super::{Weighted, Wide};

/// The role of a node in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// Not reached.
    Free,
    /// Reached by a matched edge, or the root.
    Outer,
    /// Reached by an unmatched edge.
    Inner,
}

/// An alternating tree.
struct Tree {
    /// Labels by node.
    label: Vec<Label>,
    /// The edge through which an inner node was reached: the vertex outside, and the one in it.
    entry: Vec<(usize, usize)>,
    /// For each vertex that is not in an outer node, the nearest vertex that is.
    near: Vec<Option<usize>>,
    /// For each outer node, the edge with the least slack to a node that was outer before it.
    close: Vec<Option<(usize, usize)>>,
}

/// A step that becomes possible when duals have changed enough.
#[derive(Clone, Copy, Debug)]
enum SearchStep {
    /// Follow an edge from an outer node to one that was not reached.
    Reach(usize, usize),
    /// Shrink the cycle of an edge between outer nodes.
    Shrink(usize, usize),
    /// Open an inner blossom whose dual is zero.
    Open(usize),
    /// Leave an outer vertex unmatched.
    LeaveOut(usize),
}

impl Tree {
    fn set(&mut self, node: usize, label: Label) {
        if node >= self.label.len() {
            self.label.resize(node + 1, Label::Free);
            self.entry.resize(node + 1, (0, 0));
            self.close.resize(node + 1, None);
        }
        self.label[node] = label;
        self.close[node] = None;
    }
}

impl<const N: usize> Weighted<N> {
    /// Matches a vertex, or leaves another one out in its place. Returns `false` if neither is possible.
    pub(super) fn search(&mut self, root: usize) -> bool {
        let nodes = self.size + self.blossoms.len();
        let mut tree = Tree {
            label: vec![Label::Free; nodes],
            entry: vec![(0, 0); nodes],
            near: vec![None; self.size],
            close: vec![None; nodes],
        };
        self.become_outer(&mut tree, self.top[root]);
        let found = loop {
            let Some((by, step)) = self.next_step(&tree) else { break false };
            self.shift_duals(&tree, by);
            match step {
                SearchStep::Reach(from, to) if self.mate[self.base(self.top[to])].is_none() => {
                    self.rebase(self.top[to], to);
                    self.mate[to] = Some(from);
                    self.flip(&tree, from, Some(to));
                    break true;
                }
                SearchStep::Reach(from, to) => self.reach(&mut tree, from, to),
                SearchStep::Shrink(one, other) => self.shrink(&mut tree, one, other),
                SearchStep::Open(node) => self.open_inner(&mut tree, node),
                SearchStep::LeaveOut(vertex) => {
                    self.flip(&tree, vertex, None);
                    break true;
                }
            }
        };
        self.open_empty();
        found
    }

    pub(super) fn tops(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.size).filter(|&vertex| self.base(self.top[vertex]) == vertex).map(|vertex| self.top[vertex])
    }

    /// The smallest change of the duals that makes a step possible, and that step.
    fn next_step(&self, tree: &Tree) -> Option<(Wide<N>, SearchStep)> {
        let mut best: Option<(Wide<N>, SearchStep)> = None;
        // Among equal changes, prefer a step that ends the search.
        let ends = |step: SearchStep| match step {
            SearchStep::Reach(_, to) => self.mate[self.base(self.top[to])].is_none(),
            SearchStep::LeaveOut(_) => true,
            SearchStep::Shrink(..) | SearchStep::Open(_) => false,
        };
        let mut offer = |by: Wide<N>, step: SearchStep| {
            let is_better = best.is_none_or(|(least, before)| match by.cmp(&least) {
                Ordering::Less => true,
                Ordering::Equal => ends(step) && !ends(before),
                Ordering::Greater => false,
            });
            if is_better {
                best = Some((by, step));
            }
        };
        for vertex in 0..self.size {
            match tree.label[self.top[vertex]] {
                Label::Free => {
                    if let Some(near) = tree.near[vertex]
                        && let Some(slack) = self.slack(near, vertex)
                    {
                        offer(slack, SearchStep::Reach(near, vertex));
                    }
                }
                Label::Outer if !self.required[vertex] => {
                    offer(self.dual[vertex], SearchStep::LeaveOut(vertex));
                }
                Label::Outer | Label::Inner => {}
            }
        }
        for node in self.tops() {
            if let (Label::Inner, Some(blossom)) = (tree.label[node], self.blossom(node)) {
                offer(blossom.dual.half(), SearchStep::Open(node));
            }
            if let Some((one, other)) = tree.close[node]
                && let Some(slack) = self.slack(one, other)
            {
                offer(slack.half(), SearchStep::Shrink(one, other));
            }
        }
        best
    }

    fn shift_duals(&mut self, tree: &Tree, by: Wide<N>) {
        if by.is_zero() {
            return;
        }
        for vertex in 0..self.size {
            match tree.label[self.top[vertex]] {
                Label::Free => {}
                Label::Outer => self.dual[vertex] -= by,
                Label::Inner => self.dual[vertex] += by,
            }
        }
        let twice = by.plus(by);
        for node in self.tops().collect::<Vec<_>>() {
            if let Some(blossom) = self.blossom_mut(node) {
                match tree.label[node] {
                    Label::Free => {}
                    Label::Outer => blossom.dual += twice,
                    Label::Inner => blossom.dual -= twice,
                }
            }
        }
    }

    /// Makes a node an outer one and examines its edges.
    fn become_outer(&self, tree: &mut Tree, node: usize) {
        tree.set(node, Label::Outer);
        let mut close: Option<(Wide<N>, (usize, usize))> = None;
        for vertex in (0..self.size).filter(|&vertex| self.top[vertex] != node) {
            let Some(from) = self.nearest(node, vertex) else { continue };
            let Some(slack) = self.slack(from, vertex) else { continue };
            if tree.label[self.top[vertex]] == Label::Outer {
                if close.is_none_or(|(least, _)| slack < least) {
                    close = Some((slack, (from, vertex)));
                }
            } else if tree.near[vertex]
                .and_then(|near| self.slack(near, vertex))
                .is_none_or(|least| slack < least)
            {
                tree.near[vertex] = Some(from);
            }
        }
        tree.close[node] = close.map(|(_, edge)| edge);
    }

    /// Takes an unreached node into the tree, and its mate.
    fn reach(&self, tree: &mut Tree, from: usize, to: usize) {
        let node = self.top[to];
        tree.set(node, Label::Inner);
        tree.entry[node] = (from, to);
        if let Some(mate) = self.mate[self.base(node)] {
            self.become_outer(tree, self.top[mate]);
        }
    }

    /// The outer node above an outer one, with the edges between them; `None` for the root.
    fn above(&self, tree: &Tree, node: usize) -> Option<[(usize, usize); 2]> {
        let base = self.base(node);
        let mate = self.mate[base]?;
        let (outer, inner) = tree.entry[self.top[mate]];
        Some([(base, mate), (inner, outer)])
    }

    /// Shrinks the odd cycle that an edge between two outer nodes closes.
    fn shrink(&mut self, tree: &mut Tree, one: usize, other: usize) {
        let path = |from: usize| {
            let mut nodes = vec![self.top[from]];
            let mut edges = Vec::new();
            while let Some(up) = self.above(tree, nodes[nodes.len() - 1]) {
                nodes.extend([self.top[up[0].1], self.top[up[1].1]]);
                edges.extend(up);
            }
            (nodes, edges)
        };
        let ((mut left, mut left_edges), (mut right, mut right_edges)) = (path(one), path(other));
        // Both end at the root. Their common part, except for its lower end, is not part of the cycle.
        while left.len() > 1 && right.len() > 1 && left[left.len() - 2] == right[right.len() - 2] {
            left.pop();
            right.pop();
            left_edges.pop();
            right_edges.pop();
        }
        right.pop();
        let down = left_edges.into_iter().rev().map(|(lower, upper)| (upper, lower));
        let edges: Vec<(usize, usize)> = down.chain([(one, other)]).chain(right_edges).collect();
        let children: Vec<usize> = left.into_iter().rev().chain(right).collect();
        let node = self.add_blossom(children, edges);
        self.become_outer(tree, node);
    }

    /// Opens an inner blossom whose dual is zero. The path through it stays in the tree.
    fn open_inner(&mut self, tree: &mut Tree, node: usize) {
        let (from, to) = tree.entry[node];
        let Some(blossom) = self.open(node) else { return };
        let count = blossom.children.len();
        for &child in &blossom.children {
            tree.set(child, Label::Free);
        }
        let mut at = blossom.children.iter().position(|&child| child == self.top[to]).unwrap_or(0);
        tree.entry[blossom.children[at]] = (from, to);
        tree.set(blossom.children[at], Label::Inner);
        while at != 0 {
            // The matched edges are those from children in odd places.
            let (outer, inner, edge) = if at % 2 == 0 {
                let (inner, outer) = blossom.edges[at - 2];
                (at - 1, at - 2, (outer, inner))
            } else {
                ((at + 1) % count, (at + 2) % count, blossom.edges[at + 1])
            };
            tree.entry[blossom.children[inner]] = edge;
            tree.set(blossom.children[inner], Label::Inner);
            self.become_outer(tree, blossom.children[outer]);
            at = inner;
        }
    }

    /// Matches an outer vertex again, and every vertex on the way to the root.
    fn flip(&mut self, tree: &Tree, vertex: usize, mate: Option<usize>) {
        let (mut vertex, mut mate) = (vertex, mate);
        loop {
            let node = self.top[vertex];
            let up = self.above(tree, node);
            self.rebase(node, vertex);
            self.mate[vertex] = mate;
            let Some([_, (inner, outer)]) = up else { return };
            self.rebase(self.top[inner], inner);
            self.mate[inner] = Some(outer);
            (vertex, mate) = (outer, Some(inner));
        }
    }

    /// Opens the outermost blossoms whose dual is zero.
    fn open_empty(&mut self) {
        let mut nodes: Vec<usize> = self.tops().collect();
        while let Some(node) = nodes.pop() {
            if self.blossom(node).is_some_and(|blossom| blossom.dual.is_zero())
                && let Some(blossom) = self.open(node)
            {
                nodes.extend(blossom.children);
            }
        }
    }
}
