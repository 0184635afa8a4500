# One assertion for each module that the interpreter's README promises.
import abc, array, bisect, cmath, collections, contextlib, copy, dataclasses, datetime, decimal, enum, fractions
import functools, graphlib, heapq, inspect, io, itertools, json, math, operator, pprint, random, re, statistics
import string, struct, textwrap, time, traceback, types, typing, warnings, weakref
import argparse, base64, calendar, csv, difflib, hashlib, logging, pickle, queue, timeit, unittest

assert math.isqrt(17) == 4 and math.gcd(12, 18) == 6 and abs(math.sin(math.pi)) < 1e-9
assert cmath.sqrt(-1) == 1j
assert collections.Counter("hello").most_common(1) == [("l", 2)]
assert collections.deque([1, 2, 3], maxlen=2)[0] == 2 and collections.defaultdict(list)["x"] == []
assert list(itertools.combinations("abc", 2))[-1] == ("b", "c") and list(itertools.accumulate([1, 2, 3])) == [1, 3, 6]
assert functools.reduce(operator.mul, range(1, 6)) == 120

@functools.lru_cache(maxsize=None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
assert fibonacci(80) == 23416728348467685

heap = [5, 1, 4]
heapq.heapify(heap)
assert heapq.heappop(heap) == 1
assert bisect.bisect_left([1, 3, 5], 3) == 1
assert array.array("b", [1, -2]).tolist() == [1, -2]

@dataclasses.dataclass(order=True)
class Move:
    score: int
    name: str = "pass"
assert max(Move(1), Move(2, "x")) == Move(2, "x")

class Colour(enum.IntEnum):
    RED = 1
    BLUE = 2
assert Colour(2) is Colour.BLUE and Colour.RED < 2

class Point(typing.NamedTuple):
    x: int
    y: int = 0
assert Point(1) == (1, 0) and typing.Optional[int] is not None

assert json.loads(json.dumps({"a": [1, None, True, 1.5]})) == {"a": [1, None, True, 1.5]}
assert re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world") == "world hello"
assert copy.deepcopy([[1]]) == [[1]]
assert decimal.Decimal("0.1") * 3 == decimal.Decimal("0.3") and fractions.Fraction(1, 3) * 3 == 1
assert statistics.median([3, 1, 2]) == 2
assert datetime.date(2024, 2, 29).isoformat() == "2024-02-29"
assert struct.unpack("<H", b"\x01\x02") == (513,)
assert string.ascii_lowercase[:3] == "abc" and textwrap.dedent("  x") == "x"
assert list(graphlib.TopologicalSorter({1: [2]}).static_order()) == [2, 1]
assert inspect.signature(fibonacci.__wrapped__).parameters.keys() == {"n"}
assert pprint.pformat([1]) == "[1]" and io.StringIO("x").read() == "x"
assert types.SimpleNamespace(a=1).a == 1 and abc.ABC and warnings.warn and weakref.ref(Move)() is Move

@contextlib.contextmanager
def managed():
    yield 7
with managed() as seven:
    assert seven == 7

try:
    raise ValueError("seen")
except ValueError:
    assert "seen" in traceback.format_exc()

waiting = queue.PriorityQueue()
waiting.put((2, "b"))
waiting.put((1, "a"))
assert waiting.get() == (1, "a") and queue.Queue().empty()
assert list(csv.reader(["a,b", '"c,d",e'])) == [["a", "b"], ["c,d", "e"]]
assert difflib.get_close_matches("appel", ["ape", "apple", "peach"]) == ["apple", "ape"]
parser = argparse.ArgumentParser(prog="bot")
parser.add_argument("--depth", type=int, default=3)
assert parser.parse_args(["--depth", "5"]).depth == 5 and "--depth DEPTH" in parser.format_help()
logging.basicConfig(level=logging.INFO)
logging.getLogger("search").info("depth %d", 5)
assert calendar.monthrange(2024, 2) == (3, 29) and base64.b64encode(b"muster") == b"bXVzdGVy"
assert hashlib.sha256(b"").hexdigest().startswith("e3b0c442") and hashlib.md5(b"").hexdigest().startswith("d41d8cd9")
assert hashlib.sha1(b"").hexdigest().startswith("da39a3ee") and hashlib.blake2b(b"").digest_size == 64
assert pickle.loads(pickle.dumps({"a": [1, (2, 3)]})) == {"a": [1, (2, 3)]}

class Adds(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(1 + 1, 2)
        with self.assertRaises(ValueError):
            int("x")
tests = unittest.defaultTestLoader.loadTestsFromTestCase(Adds)
assert unittest.TextTestRunner(stream=io.StringIO()).run(tests).wasSuccessful()

# A generator with a seed is CPython's.
dice = random.Random(42)
assert [dice.randrange(100) for _ in range(5)] == [81, 14, 3, 94, 35] and dice.random() == 0.24489185380347622
# Beyond 64 bits, and without surprises in what a student writes every day.
assert 2**100 % 1_000_007 == pow(2, 100, 1_000_007) and any(x > 2 for x in (1, 3)) and (y := 5) == 5
assert sorted({"b": 1, "a": 2}) == ["a", "b"] and f"{3.14159:.2f}" == "3.14"

started = None

def choose(view):
    global started
    import muster
    assert 1 <= random.randint(1, 6) <= 6 and random.shuffle([1, 2]) is None
    print(time.strftime("%Y-%m-%d"), time.monotonic() >= 1.0, time.time() > 946_000_000)
    before = time.perf_counter()
    sum(range(20_000))
    assert timeit.timeit("sum(range(10))", number=10) > 0
    left = muster.remaining()
    assert time.perf_counter() >= before and left > 0
    return muster.legal_actions()[0]
