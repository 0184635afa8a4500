;; fault: timeout
;; Plays like the honest one until its 17th move, ply 32, and then never answers.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (if (i32.ge_u (i32.load (i32.const 1036)) (i32.const 32)) (then (loop $again (br $again))))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
