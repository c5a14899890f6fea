"""Says why a command ended, if it could not do so itself.

Ray ends a process at once, past Python, when the node that it is connected to dies. This runs as a
process of its own (`python last_word.py HOST PORT NAMED`), reads what to say from its standard
input, and says it when that ends without the word that all is well.
"""

import socket
import sys

WELL = "all is well"
PATIENCE = 5.0  # seconds that a head may take to answer


def answers(host: str, port: int) -> bool:
    """Whether somebody listens there."""
    try:
        with socket.create_connection((host, port), timeout=PATIENCE):
            return True
    except OSError:
        return False


def main() -> None:
    """Wait until the command has ended, and say why if it did not."""
    host, port, named = sys.argv[1:]
    told = sys.stdin.read().splitlines()
    if told[-1:] == [WELL]:
        return
    # A line of its own: the command may have left a bar of progress behind.
    what = f"the head of the Ray cluster at {named} is lost"
    if answers(host, int(port)):
        what = "the command was killed, or the Ray node of this machine has died"
    print(f"\nwarfront: {': '.join([what, *told[-1:]])}", file=sys.stderr)


if __name__ == "__main__":
    main()
