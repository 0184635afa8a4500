;; fault: trap(unreachable)
;; Traps deliberately, like a panic or an abort.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func $panic (call $abort))
  (func $abort (unreachable))
  (func (export "muster_choose") (param i32) (result i64)
    (call $panic)
    (i64.const 1)))
