;; refused: a core module is due
;; A component, not a core module.
(component)
