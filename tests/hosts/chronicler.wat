;; Chronicler: logs everything that it is shown and told, and plays any legal move.
(module
  (import "muster" "legal_actions" (func $legal_actions (param i32 i32) (result i32)))
  (import "muster" "history" (func $history (param i32 i32) (result i32)))
  (import "muster" "settings" (func $settings (param i32 i32) (result i32)))
  (import "muster" "random" (func $random (result i64)))
  (import "muster" "offer" (func $offer (param i64)))
  (import "muster" "log" (func $log (param i32 i32)))
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))

  ;; The view at 1024, settings at 8192, dice at 12288, legal actions at 16384, the history at 131072.
  (memory (export "memory") 16)
  (global $asked (mut i32) (i32.const 0))

  ;; Runs before the exports are there, and asks the host nonetheless.
  (func $begin
    (drop (call $settings (i32.const 8192) (i32.const 1024)))
    (call $log (i32.const 8192) (i32.const 4))
    (call $offer (i64.const 1)))
  (start $begin)

  (func (export "_initialize")
    (i64.store (i32.const 12288) (call $random))
    (call $log (i32.const 12288) (i32.const 8)))

  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))

  (func (export "muster_choose") (param $length i32) (result i64)
    (local $count i32)
    (local $action i64)
    (local $spent i32)
    ;; What was used up to this question, in milliseconds, and another one that is used at once.
    (drop (call $clock (i32.const 1) (i64.const 1) (i32.const 12304)))
    (i64.store (i32.const 12304) (i64.div_u (i64.load (i32.const 12304)) (i64.const 1000000)))
    (call $log (i32.const 12304) (i32.const 8))
    (if (i32.lt_u (global.get $asked) (i32.const 4)) (then
      (loop $more (br_if $more (i32.lt_u
        (local.tee $spent (i32.add (local.get $spent) (i32.const 1))) (i32.const 2000000))))))
    (global.set $asked (i32.add (global.get $asked) (i32.const 1)))
    ;; One page more with every call, which is refused in the end.
    (i32.store (i32.const 12288) (memory.grow (i32.const 100)))
    (drop (call $random_get (i32.const 12292) (i32.const 11)))
    (call $log (i32.const 12288) (i32.const 15))
    (call $log (i32.const 1024) (local.get $length))
    (call $log (i32.const 131072)
      (i32.mul (i32.const 16) (call $history (i32.const 131072) (i32.const 20))))
    (local.set $count (call $legal_actions (i32.const 16384) (i32.const 10000)))
    (call $log (i32.const 16384) (i32.shl (local.get $count) (i32.const 3)))
    (local.set $action (i64.load (i32.add (i32.const 16384) (i32.shl (i32.wrap_i64
      (i64.rem_u (call $random) (i64.extend_i32_u (local.get $count)))) (i32.const 3)))))
    (call $offer (local.get $action))
    (local.get $action)))
