"""The structures, one at a time."""
from ._library import Error, ffi, lib, names, text

_DIRECTION = {0: "in", 1: "out", 2: "state"}


def units():
    """The units: their names with a line about each."""
    return {n: text(lib.lw_unit_about(n.encode())) for n in names(lib.lw_unit_name)}


def _value(name, value, bits):
    """A number as the library takes it, which then refuses what the port or parameter cannot have."""
    if not 0 <= value < 1 << bits:
        raise Error(lib.LW_INVALID, "%s is %d; expected 0 to 2^%d - 1" % (name, value, bits))
    return value


class Unit:
    """A unit after reset, under the engine "c", "rtl" or "lockstep"; parameters by name.

        table = Unit("abyp.table", entries=100)
        table["inc_en"] = 1
        table.tick()
        table["ctr", 5]          # element 5 of a port or register with several

    Ports and registers are items; only inputs can be set.
    """

    def __init__(self, name, engine="c", **parameters):
        kept = [(ffi.new("char[]", key.encode()), _value(key, value, 32)) for key, value in parameters.items()]
        settings = ffi.new("lw_setting_t[]", len(kept) or 1)
        for setting, (key, value) in zip(settings, kept):
            setting.name, setting.value = key, value
        error = ffi.new("lw_error_t *")
        self._unit = lib.lw_unit_new(name.encode(), settings, len(kept), engine.encode(), error)
        if self._unit == ffi.NULL:
            raise Error(error.status, ffi.string(error.text).decode())
        self._unit = ffi.gc(self._unit, lib.lw_unit_free)

    def _check(self, status):
        if status < 0:
            raise Error(status, text(lib.lw_unit_message(self._unit)))
        return status

    def _place(self, key):
        name, element = key if isinstance(key, tuple) else (key, 0)
        field = lib.lw_unit_find(self._unit, name.encode())
        if field < 0:
            raise KeyError(name)
        return field, element

    def __getitem__(self, key):
        value = ffi.new("uint64_t *")
        self._check(lib.lw_unit_get(self._unit, *self._place(key), value))
        return value[0]

    def __setitem__(self, key, value):
        place = self._place(key)
        self._check(lib.lw_unit_set(self._unit, *place, _value(key, value, 64)))

    def counts(self, key):
        """Does the element mean anything at present?"""
        return self._check(lib.lw_unit_counts(self._unit, *self._place(key))) == 1

    def tick(self):
        """The rising edge that ends the cycle."""
        self._check(lib.lw_unit_tick(self._unit))

    def reset(self):
        """As at first."""
        self._check(lib.lw_unit_reset(self._unit))

    @property
    def cycle(self):
        """Edges since the last reset."""
        return lib.lw_unit_cycle(self._unit)

    def fields(self):
        """Ports and registers: name to (direction, bits, elements)."""
        field, found = ffi.new("lw_field_t *"), {}
        while lib.lw_unit_field(self._unit, len(found), field) == 0:
            found[text(field.name)] = (_DIRECTION[field.direction], field.width, field.count)
        return found
