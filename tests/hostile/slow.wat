;; fault: slow
;; Walks through memory so that every step misses the cache: little fuel, much processor time.
(module
  (memory (export "memory") 20)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (local $at i32)
    (loop $again
      (local.set $at (i32.add (i32.const 1013904223) (i32.mul (i32.const 1664525)
        (i32.add (local.get $at) (i32.load (i32.and (local.get $at) (i32.const 0xffffc)))))))
      (br $again))
    (unreachable)))
