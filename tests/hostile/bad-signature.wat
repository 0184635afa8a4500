;; fault: trap(bad-signature)
;; Calls a function through a table as another type.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (table funcref (elem $other))
  (func $other (param f32))
  (func (export "muster_choose") (param i32) (result i64)
    (call_indirect (result i64) (i32.const 0))))
