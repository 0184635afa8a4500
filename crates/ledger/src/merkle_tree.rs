//! A stage as a tree of hashes, in which a few of them prove that a match belongs to the stage.
//!
//! # Source
//! RFC 6962, section 2.1 (Merkle hash trees), with BLAKE3.

use tournament::MatchKey;

/// A sibling hash on the path from a match to the root of its stage's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiblingHash {
    /// It is on the left.
    Left([u8; 32]),
    /// It is on the right.
    Right([u8; 32]),
}

/// Returns the hash of a match with the commitments to the parts of its seats.
pub(crate) fn leaf(key: MatchKey, row: &[u8; 32], parts: &[[u8; 32]; 2]) -> [u8; 32] {
    hash_of([&[0], &key.packed().to_le_bytes(), row, &parts[0], &parts[1]])
}

fn node(left: &[u8; 32], right: &[u8; 32]) -> [u8; 32] {
    hash_of([&[1], left, right])
}

/// Returns the hash of a few short pieces, concatenated.
fn hash_of<const N: usize>(pieces: [&[u8]; N]) -> [u8; 32] {
    let mut content = [0; 128];
    let mut end = 0;
    for piece in pieces {
        content[end..end + piece.len()].copy_from_slice(piece);
        end += piece.len();
    }
    blake3::hash(&content[..end]).into()
}

/// A tree that is being built: the roots of its complete subtrees with their heights, from the left.
#[derive(Clone, Debug, Default)]
pub(crate) struct MerkleTree(Vec<(u32, [u8; 32])>);

impl MerkleTree {
    pub(crate) fn add(&mut self, leaf: [u8; 32]) {
        let (mut height, mut hash) = (0, leaf);
        while let Some((_, left)) = self.0.pop_if(|(other, _)| *other == height) {
            (height, hash) = (height + 1, node(&left, &hash));
        }
        self.0.push((height, hash));
    }

    /// Returns the root of the tree; without leaves, the hash of the empty text.
    pub(crate) fn root(&self) -> [u8; 32] {
        let hashes = self.0.iter().rev().map(|(_, hash)| *hash);
        hashes.reduce(|right, left| node(&left, &right)).unwrap_or_else(|| blake3::hash(b"").into())
    }
}

/// Returns the sibling hashes on the path from an existing leaf to the root, lowest first.
pub(crate) fn way_up(leaves: &[[u8; 32]], index: usize) -> Vec<SiblingHash> {
    let root = |leaves: &[[u8; 32]]| {
        let mut tree = MerkleTree::default();
        for leaf in leaves {
            tree.add(*leaf);
        }
        tree.root()
    };
    let (mut rest, mut index, mut way) = (leaves, index, Vec::new());
    while rest.len() > 1 {
        let (left, right) = rest.split_at(rest.len().div_ceil(2).next_power_of_two());
        if index < left.len() {
            way.push(SiblingHash::Right(root(right)));
            rest = left;
        } else {
            way.push(SiblingHash::Left(root(left)));
            index -= left.len();
            rest = right;
        }
    }
    way.reverse();
    way
}

/// Returns the root to which a path leads from a leaf.
pub(crate) fn root_above(leaf: [u8; 32], way: &[SiblingHash]) -> [u8; 32] {
    way.iter().fold(leaf, |hash, beside| match beside {
        SiblingHash::Left(left) => node(left, &hash),
        SiblingHash::Right(right) => node(&hash, right),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_leaf_of_every_tree_leads_to_its_root_and_nothing_else_does() {
        let mut tree = MerkleTree::default();
        let mut leaves = Vec::new();
        for count in 1..40_u8 {
            let new: [u8; 32] = blake3::hash(&[count]).into();
            tree.add(new);
            leaves.push(new);
            for index in 0..leaves.len() {
                let way = way_up(&leaves, index);
                assert_eq!(root_above(leaves[index], &way), tree.root(), "{index} of {count}");
                assert_ne!(root_above([0; 32], &way), tree.root());
                for place in 0..way.len() {
                    let mut other = way.clone();
                    other[place] = SiblingHash::Left([0; 32]);
                    assert_ne!(root_above(leaves[index], &other), tree.root());
                }
            }
        }
    }
}
