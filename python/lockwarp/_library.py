"""liblockwarp by cffi: what it declares is read from its installed headers."""
import os
import pathlib

import cffi

STATUS = {-1: "invalid", -2: "no memory", -3: "no model", -4: "differ", -5: "wrong", -6: "stopped", -7: "broken"}


class Error(Exception):
    """What the library refuses: the sentence, and in `status` what kind of refusal it is."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = STATUS.get(status, str(status))


def declarations(text):
    """The C of a header without what is the preprocessor's and C++'s."""
    lines, skipped, depth = [], None, 0
    for line in text.splitlines():
        word = line.split()
        if word and word[0] in ("#if", "#ifdef", "#ifndef"):
            depth += 1
            if word[1:] == ["__cplusplus"]:
                skipped = depth
        elif word and word[0] == "#endif":
            skipped = None if skipped == depth else skipped
            depth -= 1
        elif skipped is None and not line.startswith("#"):
            lines.append(line)
    return "\n".join(lines)


def prefix():
    """The installation: that of $LW_PREFIX, or the one that this package is in."""
    here = pathlib.Path(__file__).resolve()
    return pathlib.Path(os.environ.get("LW_PREFIX") or here.parents[4])


ffi = cffi.FFI()
for header in ("error.h", "unit.h", "gpu.h"):
    ffi.cdef(declarations((prefix() / "include" / "lockwarp" / header).read_text()))
lib = ffi.dlopen(str(prefix() / "lib" / "liblockwarp.so"))


def text(pointer):
    """A C string, or None."""
    return None if pointer == ffi.NULL else ffi.string(pointer).decode()


def names(function):
    """What lw_*_name(i) lists."""
    found = []
    while (name := text(function(len(found)))) is not None:
        found.append(name)
    return found


def version():
    """The library's, such as "0.1.0"."""
    return text(lib.lw_version())
