"""A bot that answers from a list and writes down every line both ways: the exchange of the docs."""

import json
import os
import sys

ANSWERS = (
    {"order": "buy 2 infantry"},
    {"order": "done"},
    {"order": "conquer everything"},
    {"text": "They are weak there.\nANSWER: 1"},
)


def main() -> None:
    with open(sys.argv[1].replace("PID", str(os.getpid())), "w", encoding="utf-8") as file:

        def write(mark: str, line: str) -> None:
            file.write(f"{mark} {line}\n")
            file.flush()

        answers = list(ANSWERS)
        for line in sys.stdin:
            write(">", line.rstrip("\n"))
            message = json.loads(line)
            if message["type"] == "hello":
                answer = {"type": "ready", "protocol": 1, "name": "mine", "parts": sys.argv[2:]}
            elif message["type"] == "decide":
                lowest = {"action": message["legal"][0]["action"]}
                answer = {"id": message["id"], **(answers.pop(0) if answers else lowest)}
            else:
                continue
            write("<", json.dumps(answer, separators=(",", ":")))
            print(json.dumps(answer), flush=True)


main()
