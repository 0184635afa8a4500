;; refused: exports muster_choose as func (i32) -> i32; it must be func (i32) -> i64
;; muster_choose returns 32 bits instead of 64.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i32) (i32.const 1)))
