;; plays
;; Offers an action and asks for the legal actions before its turn: neither has an effect.
(module
  (import "muster" "offer" (func $offer (param i64)))
  (import "muster" "legal_actions" (func $legal (param i32 i32) (result i32)))
  (import "muster" "history" (func $history (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func $begin
    (call $offer (i64.const 3))
    (if (call $legal (i32.const 0) (i32.const 100)) (then (unreachable)))
    (if (call $history (i32.const 0) (i32.const 100)) (then (unreachable))))
  (start $begin)
  (func (export "muster_choose") (param i32) (result i64)
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
