;; fault: trap(integer-overflow)
;; Divides the smallest integer by minus one.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (data (i32.const 0) "\ff\ff\ff\ff\ff\ff\ff\ff")
  (func (export "muster_choose") (param i32) (result i64)
    (i64.div_s (i64.const 0x8000000000000000) (i64.load (i32.const 0)))))
