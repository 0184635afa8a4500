"""What stands behind `functools.lru_cache` and `cache`: functions in Python, which call the function that they remember
without the stack of the interpreter, so that it can call itself as deep as in CPython."""

import _functools

_native = _functools._lru_cache_wrapper

_SOURCE = """
def {name}({parameters}):
    global __hits, __misses
    __key = {key}
    __value = __get(__key, __none)
    if __value is not __none:
        __hits += 1{touch}
        return __value
    __misses += 1
    __value = __function({arguments})
    {keep}
    return __value

def cache_info():
    return __info(__hits, __misses, __maxsize, len(__table))

def cache_clear():
    global __hits, __misses
    __table.clear()
    __hits = __misses = 0
"""
_TOUCH = "\n        __table[__key] = __table.pop(__key)"
_BOUNDED = """if __key not in __table:
        __table[__key] = __value
        if len(__table) > __maxsize:
            del __table[next(iter(__table))]"""


def wrapper(function, maxsize, typed, info):
    """A function that remembers what another returned; `maxsize` is None without a bound."""
    code = getattr(function, "__code__", None)
    # With `*arguments`, with names, or without arguments the native one does.
    is_plain = type(function) is type(wrapper) and not code.co_flags & 0x0C and not code.co_kwonlyargcount
    if not is_plain or typed or maxsize == 0 or not code.co_argcount:
        return _native(function, maxsize, typed, info)
    names = code.co_varnames[: code.co_argcount]
    first = code.co_posonlyargcount
    parameters = [*names[:first], "/", *names[first:]] if first else names
    if any(name.startswith("__") for name in names):
        return _native(function, maxsize, typed, info)
    table = {}
    space = {
        "__function": function,
        "__get": table.get,
        "__hits": 0,
        "__info": info,
        "__maxsize": maxsize,
        "__misses": 0,
        "__none": object(),
        "__table": table,
    }
    source = _SOURCE.format(
        name=wrapper.__name__,
        parameters=", ".join(parameters),
        arguments=", ".join(names),
        key=names[0] if len(names) == 1 else f"({', '.join(names)})",
        touch=_TOUCH if maxsize is not None else "",
        keep=_BOUNDED if maxsize is not None else "__table[__key] = __value",
    )
    exec(compile(source, __name__, "exec"), space)
    cached = space[wrapper.__name__]
    cached.__defaults__ = function.__defaults__
    cached.cache_info, cached.cache_clear = space["cache_info"], space["cache_clear"]
    return cached


_functools._lru_cache_wrapper = wrapper
