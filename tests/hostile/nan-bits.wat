;; plays
;; Traps if the bits of a NaN are anything but canonical: then all hosts agree on them.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (data (i32.const 0) "\01\00\00\00\00\00\f4\ff")
  (func (export "muster_choose") (param i32) (result i64)
    (local $x f64)
    (local.set $x (f64.add (f64.load (i32.const 0)) (f64.const 1)))
    (if (i64.ne (i64.reinterpret_f64 (local.get $x)) (i64.const 0x7ff8000000000000)) (then (unreachable)))
    (if (i32.ne (i32.reinterpret_f32 (f32.div (f32.load (i32.const 100)) (f32.load (i32.const 100)))) (i32.const 0x7fc00000)) (then (unreachable)))
    (if (i64.ne (i64x2.extract_lane 1 (f64x2.sqrt (f64x2.splat (f64.const -1)))) (i64.const 0x7ff8000000000000)) (then (unreachable)))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
