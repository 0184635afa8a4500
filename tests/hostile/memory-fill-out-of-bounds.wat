;; fault: trap(memory-out-of-bounds)
;; Fills two bytes from address 4 GiB - 1.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (memory.fill (i32.const -1) (i32.const 0) (i32.const 2))
    (i64.const 1)))
