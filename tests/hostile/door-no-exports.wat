;; refused: does not export muster_choose
;; A module with nothing in it.
(module)
