;; refused: imports muster.random as func () -> i32; its type is func () -> i64
;; Imports a host call with another type.
(module
  (import "muster" "random" (func (result i32)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64) (i64.const 1)))
