import sys

import _bot
import muster

file, name, uses_chance = $file, $name, $chance


def run(name, file):
    runtime = type(sys)(name)
    # Under the name `_bot`, its frames are of no interest in a trace.
    exec(compile(_bot._files[file], "_bot", "exec", dont_inherit=True), runtime.__dict__)
    return runtime


# The runtime imports the library's own modules, and the rules import theirs.
sys.meta_path.remove(_bot._OwnFirst)
muster.rules = sys.modules["muster.rules"] = run("muster.rules", "muster/rules.py")
calls = run("muster.rules_calls", "muster/rules_calls.py")
sys.meta_path.insert(0, _bot._OwnFirst)
_bot._unload_hidden()

module = type(sys)(name)
module.__spec__ = _bot.ModuleSpec(name, _bot._Files, origin=file)
sys.modules[name] = module
exec(compile("_Files.exec_module(module)", "_bot", "exec"), {"_Files": _bot._Files, "module": module})
choose = calls.serve(file, module, uses_chance)
