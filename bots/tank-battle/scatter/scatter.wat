;; Scatter: plays a random legal move, all with the same probability.
(module
  (import "muster" "legal_actions" (func $legal_actions (param $codes i32) (param $capacity i32) (result i32)))
  (import "muster" "random" (func $random (result i64)))

  ;; The codes at 0, at most 253; the view, which it does not read, at 4096.
  (memory (export "memory") 1)

  (func (export "muster_buffer") (param $length i32) (result i32)
    (i32.const 4096))

  (func (export "muster_choose") (param $length i32) (result i64)
    (local $count i64)
    (local.set $count (i64.extend_i32_u (call $legal_actions (i32.const 0) (i32.const 253))))
    ;; The high 32 random bits times the count, shifted right by 32: a number below the count.
    (i64.load (i32.mul (i32.const 8) (i32.wrap_i64
      (i64.shr_u
        (i64.mul (i64.shr_u (call $random) (i64.const 32)) (local.get $count))
        (i64.const 32)))))))
