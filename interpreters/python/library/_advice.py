"""What to do about an exception, where its message does not say so."""

import sys

_MODULES = (
    "a bot can import the files beside it, its kit, and of Python's library what needs no files and no network "
    "(math, random, collections, itertools, heapq, json, re, ...), but no packages"
)
_IN_A_FUNCTION = "`muster build` sees what the top level imports; import it at the top of the file"
# Names of other environments.
_ELSEWHERE = {
    "console": "use print(): it writes to the log",
    "null": "Python has None",
    "undefined": "Python has None",
    "true": "Python has True",
    "false": "Python has False",
    "require": "use import",
    "raw_input": "nobody answers in a match: choose(view) is told all that there is",
    "xrange": "use range()",
    "unicode": "use str",
    "np": "NumPy is not there: write it with lists, or with the module array",
}


def advice_on(error, code, kit, is_loading):
    """What to do about an exception in `code`, the innermost of the script's; empty if nothing is known. `kit` is the file
    of the game's kit."""
    try:
        return _advice_on(error, code, kit, is_loading) or ""
    except Exception:
        return ""


def _advice_on(error, code, kit, is_loading):
    if isinstance(error, ModuleNotFoundError):
        return _MODULES if is_loading else _IN_A_FUNCTION
    if isinstance(error, ImportError):
        return _hidden_advice(sys.modules.get(error.name or "")) or _import_advice(error)
    if isinstance(error, UnboundLocalError):
        return _unbound_advice(error, code)
    if isinstance(error, NameError):
        return _name_advice(error, code, kit.removesuffix(".py"))
    if isinstance(error, AttributeError):
        return _attribute_advice(error)
    if isinstance(error, SystemExit):
        return "a bot that ends itself loses; return the code of an action"
    if isinstance(error, RecursionError):
        return "bound the depth of the recursion, or keep a list of what is still to be done"
    if isinstance(error, MemoryError):
        return "keep less: drop what is not needed any more, and bound tables and caches"
    return None


def _closest(name, names):
    """The name that is nearest, if one is near."""
    from _suggestions import _generate_suggestions

    return _generate_suggestions([one for one in names if not one.startswith("_")], name)


def _names_of(module):
    module = sys.modules.get(module)
    return {} if module is None else vars(module)


def _name_advice(error, code, kit):
    name = error.name
    if name in _ELSEWHERE:
        return _ELSEWHERE[name]
    muster = sys.modules.get("muster") or __import__("muster")
    modules = (("muster", muster.__all__), (kit, _names_of(kit)))
    for module, names in modules:
        if name in names:
            return f"import it: `from {module} import {name}`"
    own = code.co_varnames if code else ()
    known = [*own, *_globals_of(error)]
    near = _closest(name, known)
    if near:
        return f"did you mean `{near}`?"
    for module, names in modules:
        near = _closest(name, names)
        if near:
            return f"did you mean `{near}` of {module}?"
    return None


def _unbound_advice(error, code):
    """About a variable of a function that was read before it was assigned."""
    name = str(error).split("'")[1]
    if name in _globals_of(error):
        return (
            f"add `global {name}` as the first line of {code.co_name}(): it assigns `{name}`, so that without it `{name}` is "
            "a variable of its own there"
        )
    return f"give `{name}` a value on every way that leads here"


def _hidden_advice(module):
    """About a file of the script that hides a module of the library."""
    file = getattr(module, "__file__", None)
    if not file or not isinstance(file, str) or not _in_library(module.__name__):
        return None
    return f"your {file} hides the module {module.__name__} of Python's library: rename your file if you mean the library's"


def _in_library(name):
    import _frozen_importlib

    finders = (_frozen_importlib.BuiltinImporter, _frozen_importlib.FrozenImporter)
    return "." not in name and any(finder.find_spec(name) for finder in finders)


def _globals_of(error):
    """The global names where an exception happened."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return trace.tb_frame.f_globals if trace else ()


def _import_advice(error):
    wrong, module = getattr(error, "name_from", None), sys.modules.get(error.name or "")
    near = wrong and module and _closest(wrong, dir(module))
    return f"did you mean `{near}`?" if near else None


def _attribute_advice(error):
    owner, name = error.obj, error.name
    hidden = _hidden_advice(owner)
    if hidden:
        return hidden
    near = _closest(name, dir(owner))
    if near:
        return f"did you mean `{near}`?"
    if type(owner).__name__ != "SimpleNamespace":
        return None
    if hasattr(owner, "legal_count"):
        return f"the view has no `{name}`: the kit says what it has"
    return f"there is no `{name}`, but {', '.join(vars(owner))}"
