"""What modules of the library look for when they are imported. A match has no operating system."""


def urandom(size):
    """Bytes from the seat's dice."""
    from random import randbytes

    return randbytes(size)
