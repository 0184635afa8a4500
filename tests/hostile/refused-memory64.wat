;; refused: memory64
;; A memory with 64-bit addresses.
(module
  (memory (export "memory") i64 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64) (i64.const 1)))
