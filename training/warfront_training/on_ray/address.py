"""What `--on` names: a Ray of one's own on this machine, or the address of a running cluster."""

import importlib.util
from dataclasses import dataclass

from warfront.game import BadInput

AUTO = "auto"  # the cluster that this machine is a node of
NEEDED = (
    "--on ray needs Ray, which is not installed: in an environment of its own, "
    "pip install 'warfront[train,ray]' -c constraints-ray.txt"
)


@dataclass(frozen=True)
class Address:
    """Where the work is done.

    Attributes:
        host, port: The cluster's head; an empty host: a Ray is started on this machine, or the
            cluster that this machine is a node of is taken (`auto`).
        auto: Whether it is that cluster.
    """

    host: str = ""
    port: int = 0
    auto: bool = False

    @property
    def words(self) -> str:
        """As Ray takes it: `auto`, HOST:PORT, or `local`."""
        if self.host:
            return f"{self.host}:{self.port}"
        return AUTO if self.auto else "local"

    @property
    def flag(self) -> str:
        """As the command line takes it."""
        return "--on ray" if self.words == "local" else f"--on ray:{self.words}"


def read_address(text: str) -> Address:
    """The address that `--on` names.

    Raises:
        BadInput: It is none, or Ray is not installed.
    """
    word, colon, where = text.partition(":")
    if word != "ray" or (colon and not where):
        raise BadInput(f"--on {text!r} is unknown: use ray, ray:auto or ray:HOST:PORT")
    found = Address() if not colon else Address(auto=True) if where == AUTO else _head(text, where)
    if importlib.util.find_spec("ray") is None:
        raise BadInput(NEEDED)
    return found


def _head(text: str, where: str) -> Address:
    host, _, port = where.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 2**16:
        raise BadInput(
            f"--on {text!r} names no head: use ray:HOST:PORT, for instance ray:127.0.0.1:6379"
        )
    return Address(host, int(port))
