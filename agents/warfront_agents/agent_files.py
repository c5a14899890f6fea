"""The files behind an agent's name: of what it plays by, or searches with."""

from pathlib import Path

from warfront_agents import trained
from warfront_agents.agent import begins_with_word, is_path
from warfront_agents.checkpoint import VALUE, checkpoint_files

TRAINED = "trained:"


def policy_of(name: str) -> str | None:
    """The part of an agent's name that stands for a policy: a path, or `trained:<name>`.

    That is the whole name of an agent that plays by it, and what stands behind the budget of a
    `search`; None for any other agent. As for `make_agent`, a word that it knows is no path, even
    where a folder bears that name.
    """
    word, _, argument = name.partition(":")
    if not begins_with_word(name):
        return name if is_path(name) else None
    if word == "search":
        return argument.partition(":")[2] or None
    return name if name.startswith(TRAINED) else None


def files_of_agent(name: str) -> list[Path]:
    """The files of the policy in an agent's name, none where there is no policy in it.

    Of a search that is also the network that values positions, where there is one.

    Raises:
        BadInput: What is named holds no checkpoints.
    """
    policy = policy_of(name)
    if policy is None:
        return []
    shipped = policy.startswith(TRAINED)
    files = (
        trained.files_of(policy.removeprefix(TRAINED))
        if shipped
        else checkpoint_files(Path(policy))
    )
    value = value_path(policy)
    return [*files, value] if policy != name and value.is_file() else files


def value_path(policy: str) -> Path:
    """Where the network lies, if there is one, that values positions of a policy's own games.

    That is in the folder of a run, or of a policy that ships; a single checkpoint has none.
    """
    shipped = policy.startswith(TRAINED)
    return (trained.HOME / policy.removeprefix(TRAINED) if shipped else Path(policy)) / VALUE
