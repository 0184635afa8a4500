;; plays
;; Counts its answers in a global and in memory, and refuses to play a second match: were the count to survive
;; a match, it would trap.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (global $count (mut i32) (i32.const 0))
  (func (export "muster_choose") (param i32) (result i64)
    (if (i32.and (i32.eqz (i32.load (i32.const 1036))) (i32.or (global.get $count) (i32.load (i32.const 0)))) (then (unreachable)))
    (global.set $count (i32.const 1))
    (i32.store (i32.const 0) (i32.const 1))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
