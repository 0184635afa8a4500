"""The encoding of names in old archives, which `zipfile` asks for."""

import _codecs

_ABOVE = (
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
    "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0"
)
_LETTERS = "".join(map(chr, range(128))) + _ABOVE


def _decode(data, errors="strict"):
    return "".join(_LETTERS[byte] for byte in bytes(data)), len(data)


def _encode(text, errors="strict"):
    codes = [_LETTERS.find(letter) for letter in text]
    if -1 in codes:
        at = codes.index(-1)
        raise UnicodeEncodeError("cp437", text, at, at + 1, "character maps to <undefined>")
    return bytes(codes), len(text)


def _find(name):
    if name != "cp437":
        return None
    from codecs import CodecInfo

    return CodecInfo(_encode, _decode, name=name)


_codecs.register(_find)
