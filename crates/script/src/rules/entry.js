import { Position } from "muster";
import { serve } from "./muster_rules.calls.js";
import * as author from $path;

export const choose = serve({
    author, file: $file, lines: $lines, about: $about, usesChance: $chance, position: Position,
});
