;; refused: the memory starts with 65536 pages of 64 KiB; at most 1024
;; Starts with 65,536 pages of memory.
(module
  (memory (export "memory") 65536)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64) (i64.const 1)))
