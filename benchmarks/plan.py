"""What is measured, and the bars it is held against."""

import json
from dataclasses import dataclass

THEATRES = ("western_europe", "pacific", "russia", "north_africa")
SIZES = (1, 4, 16, 64, 256, 512, 1024, 4096, 16384)


def battlecards(games: int, threads: int = 1, theatres: int = 4) -> str:
    """The part of a batch of Battlecards in the first so many theatres, two seats each."""
    options = json.dumps({"theatres": THEATRES[:theatres]})
    return f"batch/battlecards/{options}/{games}/{threads}"


def spring1942(games: int, threads: int = 1) -> str:
    """The part of a batch of Spring 1942 on the whole map."""
    return f"batch/spring1942/{{}}/{games}/{threads}"


PEERS = (
    *(
        f"pettingzoo/{name}/{kind}"
        for name in ("connect_four", "chess", "hanabi", "texas_holdem")
        for kind in ("raw_env", "env")
    ),
    *(f"rlcard/{name}" for name in ("no-limit-holdem", "doudizhu", "gin-rummy")),
    *(
        f"open_spiel/{name}"
        for name in ("chess", "hanabi", "gin_rummy", "dou_dizhu", "leduc_poker")
    ),
    *(
        f"pgx/{name}/{batch}"
        for name in ("connect_four", "backgammon", "sparrow_mahjong", "chess")
        for batch in (1, 64, 1024, 4096)
    ),
    "catanatron/2",
    "catanatron/4",
)
OURS = (
    battlecards(512),
    battlecards(512, 2),
    spring1942(256),
    spring1942(256, 2),
)
WHERE = (  # where the time goes, and the copying speed that the floor hangs on
    'where/battlecards/{"theatres": ["western_europe", "pacific", "russia", "north_africa"]}',
    "where/spring1942/{}",
    "copy/",
)
ONCE = (  # how it grows: no bar hangs on these
    *(battlecards(n) for n in SIZES if n != 512),
    *(spring1942(n) for n in SIZES if n != 256),
    *(battlecards(512, theatres=k) for k in (1, 2, 3)),
    "rounds/spring1942/{}",
)


@dataclass(frozen=True)
class Bar:
    """How many times a peer's rate ours must be in the same run."""

    ours: str
    peer: str  # a peer's part, or the start of several: the quickest of them counts
    times: float
    words: str


BARS = (
    Bar(battlecards(512), "catanatron/4", 100, "Battlecards, eight seats, one core"),
    Bar(battlecards(512), "open_spiel/gin_rummy", 5, "Battlecards, eight seats, one core"),
    Bar(battlecards(512), "open_spiel/hanabi", 5, "Battlecards, eight seats, one core"),
    Bar(battlecards(512), "pgx/sparrow_mahjong/", 5, "Battlecards, eight seats, one core"),
    Bar(spring1942(256), "catanatron/4", 30, "Spring 1942, whole map, one core"),
    Bar(spring1942(256), "open_spiel/chess", 1.2, "Spring 1942, whole map, one core"),
    Bar("aec_raw", "connect_four_raw", 4, "AEC `raw_env`"),
    Bar("aec_env", "connect_four_env", 2, "AEC `env`"),
    Bar("train", "train_connect_four", 8, "training, learner decisions"),
)
# The whole machine: ours on two threads, and the peer in a process on each core, side by side.
WHOLE = (
    (battlecards(512, 2), "catanatron/4"),
    (battlecards(512, 2), "open_spiel/gin_rummy"),
    (battlecards(512, 2), "open_spiel/hanabi"),
    (battlecards(512, 2), "pgx/sparrow_mahjong/64"),
    (spring1942(256, 2), "catanatron/4"),
    (spring1942(256, 2), "open_spiel/chess"),
)
# Parts of `warfront bench`: both sides of these pairs run in our own environment.
PAIRS = (
    "connect_four_raw",
    "aec_raw",
    "connect_four_env",
    "aec_env",
    "train_connect_four",
    "train",
)
