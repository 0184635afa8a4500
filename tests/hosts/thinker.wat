;; Thinker: makes positions and plays in them, logs all that it is told of them, and plays any legal move.
(module
  (import "muster" "legal_actions" (func $legal_actions (param i32 i32) (result i32)))
  (import "muster" "random" (func $random (result i64)))
  (import "muster" "log" (func $log (param i32 i32)))
  (import "muster" "position_here" (func $here (param i32 i32) (result i32)))
  (import "muster" "position_read" (func $read (param i32 i32) (result i32)))
  (import "muster" "position_after" (func $after (param i32 i64 i64) (result i32)))
  (import "muster" "position_playout" (func $playout (param i32 i32) (result i32)))
  (import "muster" "position_release" (func $release (param i32) (result i32)))
  (import "muster" "position_phase" (func $phase (param i32) (result i32)))
  (import "muster" "position_legal" (func $legal (param i32 i32 i32 i32) (result i32)))
  (import "muster" "position_metrics" (func $metrics (param i32 i32 i32 i32) (result i32)))
  (import "muster" "position_view" (func $view (param i32 i32 i32 i32) (result i32)))
  (import "muster" "position_events" (func $events (param i32 i64 i64 i32 i32) (result i32)))
  (import "muster" "position_text" (func $text (param i32 i32 i32) (result i32)))
  (import "muster" "position_children" (func $children (param i32 i32 i64 i32 i32) (result i32)))
  (import "muster" "position_error" (func $error (param i32 i32) (result i32)))

  ;; The view at 1024, what is told at 16384, two actions at 8192, the legal actions at 131072.
  (memory (export "memory") 4)
  (global $kept (mut i32) (i32.const 0))

  ;; A result, and then the bytes of the reply that were written.
  (func $note (param $result i32) (param $bytes i32)
    (i32.store (i32.const 12288) (local.get $result))
    (call $log (i32.const 12288) (i32.const 4))
    (if (i32.gt_s (local.get $bytes) (i32.const 0)) (then (call $log (i32.const 16384) (local.get $bytes)))))

  ;; All that there is to know of a position.
  (func $tell (param $position i32)
    (local $seat i32)
    (local $count i32)
    (call $note (call $phase (local.get $position)) (i32.const 0))
    (local.set $count (call $text (local.get $position) (i32.const 16384) (i32.const 4096)))
    (call $note (local.get $count) (local.get $count))
    (loop $seats
      (local.set $count (call $legal (local.get $position) (local.get $seat) (i32.const 16384) (i32.const 3)))
      (call $note (local.get $count) (i32.const 0))
      ;; An action of each seat, or none.
      (i64.store (i32.add (i32.const 8192) (i32.shl (local.get $seat) (i32.const 3)))
        (select (i64.load (i32.const 16384)) (i64.const -1) (i32.gt_s (local.get $count) (i32.const 0))))
      (local.set $count (call $metrics (local.get $position) (local.get $seat) (i32.const 16384) (i32.const 2)))
      (call $note (local.get $count) (i32.const 16))
      (local.set $count (call $view (local.get $position) (local.get $seat) (i32.const 16384) (i32.const 1000)))
      (call $note (local.get $count) (i32.const 200))
      (br_if $seats (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (i32.const 2))))
    (local.set $count (call $children (local.get $position) (i32.const 0)
      (i64.load (i32.const 8200)) (i32.const 16384) (i32.const 2)))
    (call $note (local.get $count) (i32.const 96))
    (local.set $count (call $events (local.get $position)
      (i64.load (i32.const 8192)) (i64.load (i32.const 8200)) (i32.const 16384) (i32.const 100)))
    (call $note (local.get $count) (i32.const 60))
    (call $note (call $after (local.get $position) (i64.load (i32.const 8192)) (i64.load (i32.const 8200))) (i32.const 0)))

  (func (export "_initialize")
    ;; Refused: there is no question yet.
    (call $note (call $here (i32.const 0) (i32.const 0)) (i32.const 0))
    (i64.store (i32.const 12288) (call $random))
    (call $log (i32.const 12288) (i32.const 8)))

  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))

  (func (export "muster_choose") (param $length i32) (result i64)
    (local $count i32)
    (local $position i32)
    ;; A handle of an earlier question, and the sentence for it.
    (call $note (call $phase (global.get $kept)) (i32.const 0))
    (local.set $count (call $error (i32.const 16384) (i32.const 40)))
    (call $note (local.get $count) (i32.const 40))
    (local.set $position (call $here (i32.const 0) (i32.const 0)))
    (call $note (local.get $position) (i32.const 0))
    (call $tell (local.get $position))
    (call $note (call $here (i32.const 8192) (i32.const 2)) (i32.const 0))
    (call $tell (call $playout (local.get $position) (i32.const 7)))
    (call $note (call $read (i32.const 16384) (i32.const 30)) (i32.const 0))
    (call $note (call $read (i32.const 0) (i32.const 100000)) (i32.const 0))
    (call $note (call $release (local.get $position)) (i32.const 0))
    (call $note (call $release (local.get $position)) (i32.const 0))
    (global.set $kept (call $here (i32.const 0) (i32.const 0)))
    (local.set $count (call $legal_actions (i32.const 131072) (i32.const 10000)))
    (i64.load (i32.add (i32.const 131072) (i32.shl (i32.wrap_i64
      (i64.rem_u (call $random) (i64.extend_i32_u (local.get $count)))) (i32.const 3))))))
