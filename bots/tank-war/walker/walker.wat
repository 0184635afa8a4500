;; Walker: moves the first movable tank in a fixed order.
;;
;; Settings: digits, the tanks in order of preference (0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC); other characters
;; are ignored, and unnamed tanks come last: "order=25".
(module
  (import "muster" "settings" (func $settings (param $text i32) (param $capacity i32) (result i32)))

  ;; The settings at 0, the view at 1024: its seat at +8, by seat the movable tanks as bits at +69.
  (memory (export "memory") 1)

  (func (export "muster_buffer") (param $length i32) (result i32)
    (i32.const 1024))

  (func (export "muster_choose") (param $length i32) (result i64)
    (local $movable i32) (local $letter i32) (local $end i32) (local $tank i32)
    (local.set $movable (i32.load8_u offset=1093 (i32.load8_u offset=1032 (i32.const 0))))
    (local.set $end (call $settings (i32.const 0) (i32.const 1024)))
    (block $named_all
      (loop $next
        (br_if $named_all (i32.ge_u (local.get $letter) (local.get $end)))
        (local.set $tank (i32.sub (i32.load8_u (local.get $letter)) (i32.const 48)))
        (local.set $letter (i32.add (local.get $letter) (i32.const 1)))
        (br_if $next (i32.gt_u (local.get $tank) (i32.const 5)))
        (br_if $next (i32.eqz (i32.and (i32.shr_u (local.get $movable) (local.get $tank)) (i32.const 1))))
        (return (i64.extend_i32_u (local.get $tank)))))
    (i64.extend_i32_u (i32.ctz (local.get $movable)))))
