;; fault: timeout
;; Loops only when it is losing, in the hope that the match will not count.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (if (i32.lt_u (i32.load (i32.const 1088)) (i32.load (i32.const 1092)))
      (then (loop $again (br $again))))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
