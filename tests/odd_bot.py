"""A bot that plays its lowest action until its N-th request, and then does something odd."""

import json
import subprocess
import sys
import time

MODE, WHEN = sys.argv[1], int(sys.argv[2])
PID = sys.argv[3] if len(sys.argv) > 3 else ""


def say(message: object) -> None:
    print(json.dumps(message), flush=True)


def sleep_aside() -> None:
    """Start a program of its own that would outlive it, and write down who it is."""
    sleeper = subprocess.Popen(["sleep", "600"])
    with open(PID, "a", encoding="utf-8") as file:
        file.write(f"{sleeper.pid}\n")


def be_odd(number: int, lowest: int) -> None:
    """Do what the mode says; what returns goes on as if nothing were."""
    if MODE == "late":
        time.sleep(0.6)
        say({"id": number, "action": lowest})
    elif MODE == "hang":
        time.sleep(600)
    elif MODE == "dies":
        print("I cannot go on", file=sys.stderr, flush=True)
        sys.exit(3)
    elif MODE == "mute":
        sys.stdout.close()
        time.sleep(600)
    elif MODE == "flood":
        while True:
            sys.stdout.write("x" * 100_000)
    elif MODE == "chatter":
        while True:
            say({"id": -1, "action": lowest})
    elif MODE == "babble":
        say({"id": number, "action": lowest, "why": "[" * 10})
        for _ in range(3):
            print("thinking about it", flush=True)
    else:
        print(ODD[MODE].replace("ID", str(number)).replace("LOW", str(lowest)), flush=True)


ODD = {
    "words": "I deploy everything!",
    "list": "[1, 2]",
    "deep": "[" * 100_000,
    "bytes": '{"id": ID, "action": "\\udcff"}',
    "no_id": '{"action": LOW}',
    "old_id": '{"id": 0, "action": LOW}',
    "float": '{"id": ID, "action": 1.5}',
    "truth": '{"id": ID, "action": true}',
    "huge": '{"id": ID, "action": 99999999999999999999999999}',
    "negative": '{"id": ID, "action": -1}',
    "both": '{"id": ID, "action": LOW, "order": "draw"}',
    "neither": '{"id": ID}',
    "illegal": '{"id": ID, "action": 216}',
    "no_order": '{"id": ID, "order": "conquer the moon"}',
    "gives_up": '{"type": "error", "id": ID, "message": "too hard"}',
    "quotes": '{"type": "error", "id": ID, "message": "a line of more than I can read"}',
}


def main() -> None:
    asked = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            if MODE == "rude":
                say({"type": "hello yourself"})
            elif MODE == "other":
                say({"type": "ready", "protocol": 99})
            else:
                say({"type": "ready", "protocol": 1})
            if PID:
                sleep_aside()
            if MODE == "deaf":
                time.sleep(600)
        elif message["type"] == "decide":
            asked += 1
            number, lowest = message["id"], message["legal"][0]["action"]
            if asked == WHEN or (MODE in ("hang", "chatter") and asked > WHEN):
                be_odd(number, lowest)
            else:
                say({"id": number, "action": lowest})
        elif message["type"] == "error":
            print("told:", message["message"], file=sys.stderr, flush=True)
        elif message["type"] == "bye" and MODE != "stays":
            break
    if MODE == "stays":
        time.sleep(600)


main()
