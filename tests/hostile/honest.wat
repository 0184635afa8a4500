;; plays
;; Not hostile: adds 1, or 2 where 1 was added last. The game's part of the view begins behind the header
;; of 64 bytes; what was added last is its third word.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
