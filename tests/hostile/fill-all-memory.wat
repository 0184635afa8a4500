;; fault: timeout
;; Fills all its memory over and over.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (loop $again
      (memory.fill (i32.const 0) (i32.const 7) (i32.const 65536))
      (br $again))
    (unreachable)))
