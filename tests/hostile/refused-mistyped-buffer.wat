;; refused: exports muster_buffer as global
;; muster_buffer is a global.
(module
  (memory (export "memory") 1)
  (global (export "muster_buffer") i32 (i32.const 0))
  (func (export "muster_choose") (param i32) (result i64) (i64.const 1)))
