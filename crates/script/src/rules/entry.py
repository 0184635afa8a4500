import sys

import _bot
import muster

file, name, uses_chance = $file, $name, $chance

# What the runtime needs of the library is the library's own, and what the rules import is theirs.
sys.meta_path.remove(_bot._OwnFirst)
rules = type(sys)("muster.rules")
# Under this name, its frames are of no interest in a trace.
exec(compile(_bot._files["muster/rules.py"], "_bot", "exec", dont_inherit=True), rules.__dict__)
sys.meta_path.insert(0, _bot._OwnFirst)
_bot._unload_hidden()
muster.rules = sys.modules["muster.rules"] = rules

module = type(sys)(name)
module.__spec__ = _bot.ModuleSpec(name, _bot._Files, origin=file)
sys.modules[name] = module
_bot._Files.exec_module(module)
choose = rules.serve(file, module, uses_chance)
