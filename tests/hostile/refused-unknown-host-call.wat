;; refused: imports muster.opponent, which does not exist here
;; Imports an unknown host call.
(module
  (import "muster" "opponent" (func (result i32)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64) (i64.const 1)))
