"""A bot for warfront in plain Python: nothing but the standard library.

Seat it like any agent:

    warfront evaluate "bot:python3 examples/bots/simple_bot.py" random --games 10

It answers `hello` with `ready` and every `decide` with one of the legal actions. Its play: rather
do something than nothing, and among what it may do prefer what the words of WANTED stand in first.
"""

import json
import sys

WANTED = ("counterattack", "execute", "attack", "claim", "deploy", "aid", "fire", "place", "draw")
IDLE = ("done", "pass", "hold", "decline", "withdraw", "no ")


def worth(words):
    """How much an action is worth, from its words alone."""
    if words.startswith(IDLE):
        return -1
    for place, wanted in enumerate(WANTED):
        if words.startswith(wanted):
            return len(WANTED) - place
    return 0


def choose(request):
    """The number of an action among those that are legal."""
    best = max(request["legal"], key=lambda legal: worth(legal["words"]))
    return best["action"]


def say(message):
    """Write one message: one line, sent at once."""
    print(json.dumps(message), flush=True)


def main():
    """Answer until the input ends."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "ready", "protocol": 1, "name": "simple_bot.py"})
        elif message["type"] == "decide":
            say({"id": message["id"], "action": choose(message)})
        elif message["type"] == "error":
            print(message["message"], file=sys.stderr)
        elif message["type"] == "bye":
            break


if __name__ == "__main__":
    main()
