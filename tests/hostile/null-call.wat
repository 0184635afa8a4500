;; fault: trap(null-call)
;; Calls through an empty table entry.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (table 1 funcref)
  (func (export "muster_choose") (param i32) (result i64)
    (call_indirect (result i64) (i32.const 0))))
