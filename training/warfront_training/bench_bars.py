"""What `warfront bench` tells of each game: its parts, its figures and the bars they must reach."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bar:
    """What a figure must reach."""

    figure: str
    limit: float
    most: bool = False  # the limit is a ceiling


_EVERY_GAME = (
    Bar("aec_raw_ratio", 3.0),
    Bar("aec_env_ratio", 1.5),
    Bar("copy_nanoseconds", 2000.0, most=True),
    Bar("start_seconds", 3.0, most=True),
    Bar("cold_seconds", 60.0, most=True),
)
BARS = {
    "battlecards": (
        *_EVERY_GAME,
        Bar("batch_decisions_2", 1_000_000.0),
        Bar("batch_ratio", 60.0),
        Bar("staff_games", 1_000.0),
        Bar("train_ratio", 4.0),
        Bar("train_environment", 0.05, most=True),
    ),
    "spring1942": (
        *_EVERY_GAME,
        Bar("batch_decisions_2", 300_000.0),  # on the full map
        Bar("staff_games", 4.0),
    ),
}
_COMPARED = ("connect_four_raw", "aec_raw", "connect_four_env", "aec_env")  # one after the other
PARTS = {
    "battlecards": (
        *_COMPARED,
        "batch",
        "staff",
        "copy",
        "start",
        "train",
        "train_sb3",
        "train_connect_four",
    ),
    "spring1942": (*_COMPARED, "batch", "staff", "copy", "start"),
}
RATIOS = {
    "aec_raw_ratio": ("aec_raw_steps", "connect_four_raw_steps"),
    "aec_env_ratio": ("aec_env_steps", "connect_four_env_steps"),
    "batch_ratio": ("batch_decisions_2", "connect_four_env_steps"),
    "train_ratio": ("train_decisions", "train_connect_four_decisions"),
}
MEANING = {
    "connect_four_raw_steps": "connect_four_v3 raw_env, agent-steps a second",
    "aec_raw_steps": "our raw_env, agent-steps a second",
    "aec_raw_ratio": "our raw_env over connect_four's",
    "connect_four_env_steps": "connect_four_v3 env, agent-steps a second",
    "aec_env_steps": "our env, agent-steps a second",
    "aec_env_ratio": "our env over connect_four's",
    "batch_decisions_1": "batch, one thread, decisions a second",
    "batch_games_1": "batch, one thread, whole games a second",
    "batch_decisions_2": "batch, two threads, decisions a second",
    "batch_games_2": "batch, two threads, whole games a second",
    "batch_ratio": "batch on two threads over connect_four's env",
    "staff_games": "staff against itself, two threads, whole games a second",
    "train_connect_four_decisions": "MaskablePPO around connect_four, decisions a second",
    "train_decisions": "our training, learner decisions a second",
    "train_ratio": "our training over connect_four's",
    "train_environment": "the environment's share of training's CPU time",
    "train_sb3_decisions": "our training by MaskablePPO, learner decisions a second",
    "train_sb3_environment": "the environment's share of that training's CPU time",
    "copy_nanoseconds": "copy of a state in compiled code, nanoseconds",
    "start_seconds": "start of a process to its first step, compiled before, seconds",
    "cold_seconds": "the same with everything still to compile, seconds",
}
