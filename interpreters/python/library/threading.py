"""The part of `threading` that means something in a match, which has one thread: a lock keeps nobody out, and what would
wait for another thread is an error."""

__all__ = [
    "BoundedSemaphore",
    "Condition",
    "Event",
    "Lock",
    "RLock",
    "Semaphore",
    "Thread",
    "ThreadError",
    "Timer",
    "active_count",
    "current_thread",
    "enumerate",
    "get_ident",
    "get_native_id",
    "local",
    "main_thread",
]

ThreadError = RuntimeError
TIMEOUT_MAX = 4294967.0


def _alone(what):
    return RuntimeError(f"{what} waits for another thread, and a match has one: compute in choose()")


class Lock:
    def __init__(self):
        self._held = False

    def acquire(self, blocking=True, timeout=-1):
        if self._held:
            if blocking:
                raise _alone("this lock is held, and acquire()")
            return False
        self._held = True
        return True

    def release(self):
        if not self._held:
            raise RuntimeError("release unlocked lock")
        self._held = False

    def locked(self):
        return self._held

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *_):
        self.release()


class RLock:
    def __init__(self):
        self._depth = 0

    def acquire(self, blocking=True, timeout=-1):
        self._depth += 1
        return True

    def release(self):
        if not self._depth:
            raise RuntimeError("cannot release un-acquired lock")
        self._depth -= 1

    def locked(self):
        return self._depth > 0

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *_):
        self.release()


class Condition:
    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *error):
        return self._lock.__exit__(*error)

    def wait(self, timeout=None):
        raise _alone("wait()")

    def wait_for(self, predicate, timeout=None):
        return predicate() or self.wait(timeout)

    def notify(self, n=1):
        pass

    def notify_all(self):
        pass


class Event:
    def __init__(self):
        self._is_set = False

    def is_set(self):
        return self._is_set

    def set(self):
        self._is_set = True

    def clear(self):
        self._is_set = False

    def wait(self, timeout=None):
        if not self._is_set:
            raise _alone("wait()")
        return True


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if not self._value:
            if blocking:
                raise _alone("acquire()")
            return False
        self._value -= 1
        return True

    def release(self, n=1):
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *_):
        self.release()


class BoundedSemaphore(Semaphore):
    pass


class local:
    pass


class Thread:
    daemon = False
    ident = native_id = 1

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        self.name = name or "Thread"

    def start(self):
        raise RuntimeError("can't start new thread: a match has one; call the function in choose()")

    def join(self, timeout=None):
        raise RuntimeError("cannot join thread before it is started")

    def is_alive(self):
        return self is _main

    def getName(self):
        return self.name


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()

    def cancel(self):
        pass


_main = Thread(name="MainThread")


def current_thread():
    return _main


main_thread = currentThread = current_thread


def get_ident():
    return 1


get_native_id = get_ident


def enumerate():
    return [_main]


def active_count():
    return 1
