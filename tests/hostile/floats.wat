;; plays
;; Plays like the honest one, with arithmetic that makes NaN on the way.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (f64.store (i32.const 0) (f64.div (f64.load (i32.const 8)) (f64.load (i32.const 16))))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
