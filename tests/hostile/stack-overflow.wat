;; fault: trap(stack-overflow)
;; Recursion until the stack ends.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func $deeper (param i64) (result i64)
    (i64.add (local.get 0) (call $deeper (i64.add (local.get 0) (i64.const 1)))))
  (func (export "muster_choose") (param i32) (result i64)
    (call $deeper (i64.const 1))))
