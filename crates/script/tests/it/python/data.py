# Modules that read data, and functions that are remembered.
import base64, configparser, functools, gzip, io, pathlib, platform, struct, sys, tomllib, uuid, zipfile, zlib

assert sys.version_info[:2] == (3, 14) and platform.python_implementation() == "RustPython"
weights = struct.pack("<4f", 0.5, -1, 2, 0)
assert zlib.decompress(base64.b64decode(base64.b64encode(zlib.compress(weights, 9)))) == weights
assert zlib.crc32(b"muster") == 3093926548 and gzip.decompress(gzip.compress(weights)) == weights
with gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(b"a\nb\n"))) as lines:
    assert lines.readlines() == [b"a\n", b"b\n"]
archive = io.BytesIO()
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
    packed.writestr(zipfile.ZipInfo("book/moves.txt"), "e4 " * 100, zipfile.ZIP_DEFLATED)
with zipfile.ZipFile(archive) as packed:
    assert packed.namelist() == ["book/moves.txt"] and packed.read("book/moves.txt") == b"e4 " * 100
assert tomllib.loads("a = 1\n[b]\nc = [1.5, 'x']\n") == {"a": 1, "b": {"c": [1.5, "x"]}}
settings = configparser.ConfigParser()
settings.read_string("[search]\ndepth = 3\nbook: no\n")
assert settings.getint("search", "depth") == 3 and not settings.getboolean("search", "book")
path = pathlib.PurePosixPath("data/weights.tar.gz")
assert path.suffix == ".gz" and path.parts == ("data", "weights.tar.gz") and path.parent / "x" == pathlib.Path("data/x")
assert pathlib.PureWindowsPath("c:/a").drive == "c:" and not pathlib.Path("data").exists()
try:
    pathlib.Path("weights.txt").read_text()
except OSError as error:
    assert "there are no files in a match" in str(error), error
assert str(uuid.uuid5(uuid.NAMESPACE_DNS, "python.org")) == "886313e1-3b8a-5372-9b90-0c9aee199e5d"
assert uuid.UUID(int=5).int == 5

# Deep recursion behind a cache, as CPython has it.
@functools.cache
def ways(n):
    return 1 if n < 2 else ways(n - 1) + ways(n - 2)
assert ways(400) == ways(399) + ways(398) and ways.cache_info()[:2] == (400, 401), ways.cache_info()
@functools.lru_cache(maxsize=2)
def recent(a, b=1):
    return a + b
assert [recent(1), recent(2, 2), recent(a=1), recent(3), recent(2, b=2)] == [2, 4, 2, 4, 4]
assert recent.cache_info() == (1, 4, 2, 2) and recent.__name__ == "recent", recent.cache_info()
recent.cache_clear()
assert recent.cache_info().currsize == 0
class Tree:
    @functools.lru_cache
    def depth(self, n):
        return 0 if n == 0 else 1 + self.depth(n - 1)
assert Tree().depth(300) == 300


def choose(view):
    import muster

    return muster.legal_actions()[0]
