;; fault: bad-buffer
;; Its buffer lies at 4 GiB - 8.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const -8))
  (func (export "muster_choose") (param i32) (result i64)
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
