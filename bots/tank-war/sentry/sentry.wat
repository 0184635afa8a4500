;; Sentry: looks one round ahead and assumes that the enemy stands still. It takes the move after which it hits
;; most and is hit least; of equal ones, a move that takes an enemy box, then the tank that has advanced least.
;;
;; Boards are sets of boxes in an i64: bit 6 * row + column.
;;
;; Settings, at the start: "bold" weighs hits twice as much as losses, "meek" losses twice as much as hits.
(module
  (import "muster" "settings" (func $settings (param $text i32) (param $capacity i32) (result i32)))

  ;; The settings at 0. The view at 1024: seat +8, c_blocked_by_tanks +66, movable +69 (by seat), advanced
  ;; +75 and column +87 (both by 6 * seat + tank), owner +99 and tank +135 (both by box).
  (memory (export "memory") 1)

  (global $a (mut i64) (i64.const 0)) ;; the tracks of the A's, B's and C's
  (global $b (mut i64) (i64.const 0))
  (global $c (mut i64) (i64.const 0))

  (func (export "muster_buffer") (param $length i32) (result i32)
    (i32.const 1024))

  ;; All boxes of a column.
  (func $track (param $column i32) (result i64)
    (i64.shl (i64.const 0x041041041) (i64.extend_i32_u (local.get $column))))

  ;; The tracks of a kind, given the numbers of its two tanks.
  (func $tracks (param $one i32) (param $other i32) (result i64)
    (i64.or
      (call $track (i32.load8_u offset=1111 (local.get $one)))
      (call $track (i32.load8_u offset=1111 (local.get $other)))))

  ;; The boxes with tanks of a seat on them.
  (func $standing (param $seat i32) (result i64)
    (local $box i32) (local $set i64)
    (loop $next
      ;; 255, no tank, is 42 times six.
      (if (i32.eq (i32.div_u (i32.load8_u offset=1159 (local.get $box)) (i32.const 6)) (local.get $seat))
        (then (local.set $set (i64.or (local.get $set) (call $box (local.get $box))))))
      (local.set $box (i32.add (local.get $box) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $box) (i32.const 36))))
    (local.get $set))

  (func $box (param $index i32) (result i64)
    (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $index))))

  (func $up (param $set i64) (result i64)
    (i64.shr_u (local.get $set) (i64.const 6)))
  (func $down (param $set i64) (result i64)
    (i64.and (i64.shl (local.get $set) (i64.const 6)) (i64.const 0xFFFFFFFFF)))
  (func $left (param $set i64) (result i64)
    (i64.shr_u (i64.and (local.get $set) (i64.const 0xFBEFBEFBE)) (i64.const 1)))
  (func $right (param $set i64) (result i64)
    (i64.shl (i64.and (local.get $set) (i64.const 0x7DF7DF7DF)) (i64.const 1)))
  (func $vertical (param $set i64) (result i64)
    (i64.or (call $up (local.get $set)) (call $down (local.get $set))))
  (func $horizontal (param $set i64) (result i64)
    (i64.or (call $left (local.get $set)) (call $right (local.get $set))))

  ;; The boxes that tanks on these boxes hit. `stops` are the boxes over which a C cannot fire.
  (func $range (param $tanks i64) (param $stops i64) (result i64)
    (local $set i64) (local $free i64)
    (local.set $free (i64.xor (local.get $stops) (i64.const -1)))
    ;; A: the diagonal neighbours.
    (local.set $set
      (call $vertical (call $horizontal (i64.and (local.get $tanks) (global.get $a)))))
    ;; B: the straight neighbours.
    (local.set $set (i64.or (local.get $set) (i64.or
      (call $vertical (i64.and (local.get $tanks) (global.get $b)))
      (call $horizontal (i64.and (local.get $tanks) (global.get $b))))))
    ;; C: straight, at a distance of two.
    (local.set $tanks (i64.and (local.get $tanks) (global.get $c)))
    (local.set $set (i64.or (local.get $set) (i64.or
      (call $up (i64.and (call $up (local.get $tanks)) (local.get $free)))
      (call $down (i64.and (call $down (local.get $tanks)) (local.get $free))))))
    (i64.or (local.get $set) (i64.or
      (call $left (i64.and (call $left (local.get $tanks)) (local.get $free)))
      (call $right (i64.and (call $right (local.get $tanks)) (local.get $free))))))

  (func $count (param $set i64) (result i32)
    (i32.wrap_i64 (i64.popcnt (local.get $set))))

  (func (export "muster_choose") (param $length i32) (result i64)
    (local $seat i32) (local $movable i32) (local $tank i32) (local $index i32)
    (local $mine i64) (local $theirs i64) (local $held i64)
    (local $from i64) (local $to i64) (local $moved i64) (local $stops i64)
    (local $hit_worth i32) (local $loss_worth i32)
    (local $score i32) (local $best_score i32) (local $best i32)
    (local.set $hit_worth (i32.const 100))
    (local.set $loss_worth (i32.const 100))
    (if (call $settings (i32.const 0) (i32.const 4))
      (then
        (if (i32.eq (i32.load (i32.const 0)) (i32.const 0x646c6f62)) ;; "bold"
          (then (local.set $hit_worth (i32.const 200))))
        (if (i32.eq (i32.load (i32.const 0)) (i32.const 0x6b65656d)) ;; "meek"
          (then (local.set $loss_worth (i32.const 200))))))
    (local.set $seat (i32.load8_u offset=1032 (i32.const 0)))
    (local.set $movable (i32.load8_u offset=1093 (local.get $seat)))
    (global.set $a (call $tracks (i32.const 0) (i32.const 3)))
    (global.set $b (call $tracks (i32.const 1) (i32.const 4)))
    (global.set $c (call $tracks (i32.const 2) (i32.const 5)))
    (local.set $mine (call $standing (local.get $seat)))
    (local.set $theirs (call $standing (i32.xor (local.get $seat) (i32.const 1))))
    (local.set $held (call $held (local.get $seat)))
    (local.set $best_score (i32.const -1000000))
    (loop $next
      (if (i32.and (i32.shr_u (local.get $movable) (local.get $tank)) (i32.const 1))
        (then
          (local.set $index (i32.add (i32.mul (i32.const 6) (local.get $seat)) (local.get $tank)))
          (local.set $from (i64.and (local.get $mine)
            (call $track (i32.load8_u offset=1111 (local.get $index)))))
          (local.set $to
            (if (result i64) (local.get $seat)
              (then (call $up (local.get $from)))
              (else (call $down (local.get $from)))))
          ;; If moves may be wasted, a tank behind an enemy stays where it is.
          (if (i64.ne (i64.and (local.get $to) (local.get $theirs)) (i64.const 0))
            (then (local.set $to (local.get $from))))
          (local.set $moved (i64.or (i64.xor (local.get $mine) (local.get $from)) (local.get $to)))
          (local.set $stops
            (if (result i64) (i32.load8_u offset=1090 (i32.const 0))
              (then (i64.or (local.get $moved) (local.get $theirs)))
              (else (i64.const 0))))
          (local.set $score (i32.sub
            (i32.mul (local.get $hit_worth) (call $count (i64.and (local.get $theirs)
              (call $range (local.get $moved) (local.get $stops)))))
            (i32.mul (local.get $loss_worth) (call $count (i64.and (local.get $moved)
              (call $range (local.get $theirs) (local.get $stops)))))))
          (local.set $score (i32.add (local.get $score)
            (i32.mul (i32.const 10)
              (i64.eqz (i64.and (local.get $to) (local.get $held))))))
          (local.set $score (i32.sub (local.get $score)
            (i32.load8_u offset=1099 (local.get $index))))
          (if (i32.gt_s (local.get $score) (local.get $best_score))
            (then
              (local.set $best_score (local.get $score))
              (local.set $best (local.get $tank))))))
      (local.set $tank (i32.add (local.get $tank) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $tank) (i32.const 6))))
    (i64.extend_i32_u (local.get $best)))

  ;; The boxes that a seat holds.
  (func $held (param $seat i32) (result i64)
    (local $box i32) (local $set i64)
    (loop $next
      (if (i32.eq (i32.load8_u offset=1123 (local.get $box)) (local.get $seat))
        (then (local.set $set (i64.or (local.get $set) (call $box (local.get $box))))))
      (local.set $box (i32.add (local.get $box) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $box) (i32.const 36))))
    (local.get $set)))
