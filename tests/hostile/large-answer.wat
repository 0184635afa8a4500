;; fault: bad-answer
;; Answers 2^53.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (i64.const 0x20000000000000)))
