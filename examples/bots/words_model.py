"""A stand-in for a language model: it reads a prompt, nothing else, and answers in free text.

Seat it like any agent:

    warfront evaluate "llm:python3 examples/bots/words_model.py" random --games 2

To try a real model, put its call into `complete`; warfront itself calls nothing over a network.
"""

import json
import re
import sys

LIKED = ("execute", "fire", "claim", "deploy", "press on", "attack", "draw", "done")


def complete(prompt):
    """The text that stands in for what a model would write."""
    choice = prompt.split("# Your choice")[1]
    listed = re.findall(r"^\d+\. (.+)$", choice, re.MULTILINE)
    liked = [words for like in LIKED for words in listed if words.startswith(like)]
    return f"There are {len(listed)} ways to go on.\nANSWER: {(liked or listed)[0]}"


def main():
    """Answer until the input ends."""
    for line in sys.stdin:
        message = json.loads(line)
        answer = None
        if message["type"] == "hello":
            answer = {"type": "ready", "protocol": 1, "name": "stand-in", "parts": ["text"]}
        elif message["type"] == "decide":
            answer = {"id": message["id"], "text": complete(message["text"])}
        elif message["type"] == "bye":
            break
        if answer:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
