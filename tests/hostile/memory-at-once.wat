;; fault: out-of-memory
;; Starts with more memory than the tests allow, but less than admission does.
(module
  (memory (export "memory") 1000)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
