;; refused: not a core module
;; A component, not a core module.
(component)
