"""How a command ends.

Libraries that hold threads of their own may crash while Python takes them down, once what they
were connected to is gone: the exit status would then be that of the crash. Such a command ends at
once instead, when all has been said.
"""

import os
import sys
from typing import NoReturn

_AT_ONCE = [False]


def at_once() -> None:
    """Whatever ends this process with `leave`, let it take nothing down."""
    _AT_ONCE[0] = True


def leave(status: int) -> NoReturn:
    """End the process with a status."""
    if _AT_ONCE[0]:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)
