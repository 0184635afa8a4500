;; fault: trap(division-by-zero)
;; Divides by zero.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (i64.rem_u (i64.const 1) (i64.load (i32.const 0)))))
