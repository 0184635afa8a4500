;; refused: does not export muster_choose
;; An empty module.
(module)
