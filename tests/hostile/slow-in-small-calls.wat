;; fault: slow
;; Follows a chain through 32 MiB, each link on a cache line of its own: every load misses the cache and costs one unit of
;; fuel. No call uses as much fuel as lies between two looks at the clock.
(module
  (memory (export "memory") 513)
  (global $at (mut i32) (i32.const 0))
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 33554432))
  ;; Each of the 2^19 lines names the next by a generator of full period.
  (func (export "_initialize") (local $line i32) (local $next i32)
    (loop $again
      (local.set $next (i32.and (i32.const 0x7ffff)
        (i32.add (i32.mul (local.get $line) (i32.const 1664525)) (i32.const 1013904223))))
      (i32.store (i32.shl (local.get $line) (i32.const 6)) (i32.shl (local.get $next) (i32.const 6)))
      (br_if $again (local.tee $line (local.get $next)))))
  (func (export "muster_choose") (param i32) (result i64) (local $n i32) (local $at i32)
    (local.set $n (i32.const 12000))
    (local.set $at (global.get $at))
    (loop $again
      (local.set $at
        (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (local.get $at))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.set $at (local.get $at))
    ;; 1 or 2: not what the other seat has added last.
    (i64.add (i64.const 1) (i64.extend_i32_u (i32.eq (i32.const 1) (i32.load (i32.const 33554504)))))))
