//! Odd cycles shrunk to one node.

use super::{Weighted, Wide};

/// An odd cycle of nodes, whose edges are matched alternately.
#[derive(Clone, Debug)]
pub(super) struct Blossom<const N: usize> {
    /// The vertex whose mate is outside, or that has none.
    pub(super) base: usize,
    /// The nodes of the cycle, starting with the one that contains the base.
    pub(super) children: Vec<usize>,
    /// The edge from each node to the next: the vertex in it, and the one in the next.
    pub(super) edges: Vec<(usize, usize)>,
    pub(super) dual: Wide<N>,
    pub(super) vertices: Vec<usize>,
    /// For every vertex outside, the vertex in the blossom whose edge to it has the least slack. This does not change
    /// while the blossom lasts, since its duals change together.
    pub(super) nearest: Vec<Option<usize>>,
}

impl<const N: usize> Weighted<N> {
    pub(super) fn blossom(&self, node: usize) -> Option<&Blossom<N>> {
        self.blossoms.get(node.checked_sub(self.size)?)?.as_ref()
    }

    pub(super) fn blossom_mut(&mut self, node: usize) -> Option<&mut Blossom<N>> {
        self.blossoms.get_mut(node.checked_sub(self.size)?)?.as_mut()
    }

    pub(super) fn base(&self, node: usize) -> usize {
        self.blossom(node).map_or(node, |blossom| blossom.base)
    }

    pub(super) fn vertices(&self, node: usize) -> Vec<usize> {
        self.blossom(node).map_or_else(|| vec![node], |blossom| blossom.vertices.clone())
    }

    /// The vertex of a node whose edge to a vertex outside has the least slack.
    pub(super) fn nearest(&self, node: usize, to: usize) -> Option<usize> {
        match self.blossom(node) {
            Some(blossom) => blossom.nearest[to],
            None => self.has_edge(node, to).then_some(node),
        }
    }

    /// Shrinks a cycle to a node.
    pub(super) fn add_blossom(&mut self, children: Vec<usize>, edges: Vec<(usize, usize)>) -> usize {
        let node = self.size + self.blossoms.iter().position(Option::is_none).unwrap_or(self.blossoms.len());
        let vertices: Vec<usize> = children.iter().flat_map(|&child| self.vertices(child)).collect();
        for &vertex in &vertices {
            self.top[vertex] = node;
        }
        let mut nearest = vec![None; self.size];
        for (to, nearest) in nearest.iter_mut().enumerate().filter(|(to, _)| self.top[*to] != node) {
            *nearest = self.nearest_of(&children, to);
        }
        let base = self.base(children[0]);
        let blossom = Blossom { base, children, edges, dual: Wide::ZERO, vertices, nearest };
        match self.blossoms.get_mut(node - self.size) {
            Some(free) => *free = Some(blossom),
            None => self.blossoms.push(Some(blossom)),
        }
        node
    }

    fn nearest_of(&self, nodes: &[usize], to: usize) -> Option<usize> {
        let near = nodes.iter().filter_map(|&node| self.nearest(node, to));
        near.filter_map(|vertex| Some((self.slack(vertex, to)?, vertex))).min().map(|(_, vertex)| vertex)
    }

    /// Updates the nearest vertices of all blossoms for a vertex whose edges have changed.
    pub(super) fn find_nearest_to(&mut self, to: usize) {
        for node in self.tops().collect::<Vec<_>>() {
            self.find_nearest_in(node, to);
        }
    }

    fn find_nearest_in(&mut self, node: usize, to: usize) {
        let Some(blossom) = self.blossom(node) else { return };
        if self.top[to] == node {
            return;
        }
        let children = blossom.children.clone();
        for &child in &children {
            self.find_nearest_in(child, to);
        }
        let nearest = self.nearest_of(&children, to);
        if let Some(blossom) = self.blossom_mut(node) {
            blossom.nearest[to] = nearest;
        }
    }

    /// Makes a vertex the base of its node: the one that is matched outside.
    pub(super) fn rebase(&mut self, node: usize, base: usize) {
        let Some(blossom) = self.blossom(node) else { return };
        if blossom.base == base {
            return;
        }
        let holds = |&child: &usize| {
            child == base || self.blossom(child).is_some_and(|it| it.vertices.contains(&base))
        };
        let at = blossom.children.iter().position(holds).unwrap_or(0);
        let (mut children, mut edges) = (blossom.children.clone(), blossom.edges.clone());
        children.rotate_left(at);
        edges.rotate_left(at);
        self.rebase(children[0], base);
        for index in (1..children.len()).step_by(2) {
            let (one, other) = edges[index];
            self.mate[one] = Some(other);
            self.mate[other] = Some(one);
            self.rebase(children[index], one);
            self.rebase(children[index + 1], other);
        }
        if let Some(blossom) = self.blossom_mut(node) {
            *blossom = Blossom { base, children, edges, ..blossom.clone() };
        }
    }

    /// Opens the outermost blossoms around a vertex until it stands alone. The vertices take over each blossom's dual,
    /// so no edge is exceeded; its base may lose its mate.
    pub(super) fn dissolve(&mut self, vertex: usize) {
        while self.top[vertex] != vertex {
            let Some(blossom) = self.open(self.top[vertex]) else { return };
            let each = blossom.dual.half();
            if !each.is_zero() {
                for &vertex in &blossom.vertices {
                    self.dual[vertex] += each;
                }
                self.part_where_slack(blossom.base);
            }
        }
    }

    /// Opens an outermost blossom: its nodes stand by themselves.
    pub(super) fn open(&mut self, node: usize) -> Option<Blossom<N>> {
        let blossom = self.blossoms.get_mut(node.checked_sub(self.size)?)?.take()?;
        for &child in &blossom.children {
            for vertex in self.vertices(child) {
                self.top[vertex] = child;
            }
        }
        Some(blossom)
    }
}
