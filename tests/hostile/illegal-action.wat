;; fault: illegal-action
;; Adds what was added last, which is an action of the game, but not allowed.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (if (i32.eqz (i32.load (i32.const 1096))) (then (return (i64.const 1))))
    (i64.extend_i32_u (i32.load (i32.const 1096)))))
