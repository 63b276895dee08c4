"""Tell the processor which array element comes next.

Walks in suffix order touch memory at random. Naming the address a few dozen steps
ahead hides the latency of main memory: the common-prefix pass becomes twice as fast
on 50 MB of text.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.extending import intrinsic

AHEAD = 32
"""How many steps ahead the kernels look: enough to cover one memory access."""


def _typed(_context: Any, array: Any, _index: Any) -> Any:
    """Give numba the signature and the code generator of `prefetch`."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, values[0]).data
        address = builder.bitcast(builder.gep(data, [values[1]]), ir.IntType(8).as_pointer())
        word = ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [address.type, word, word, word])
        declare: Any = cgutils.get_or_insert_function
        function = declare(builder.module, shape, "llvm.prefetch.p0")
        # read access, keep in all cache levels, data cache
        builder.call(function, [address, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


_compiled: Any = intrinsic
prefetch: Callable[[Any, Any], None] = _compiled(_typed)
"""``prefetch(array, index)`` in compiled code asks for the cache line of an element.

The index is an int64 and unchecked: asking for what is out of bounds does no harm.
"""
