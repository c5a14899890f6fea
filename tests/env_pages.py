"""The pages of both environments, docs/environments/GAME.md, made of what the code says.

`python tests/env_pages.py` (or `make rulebook`) writes them anew; a test holds them up to date.
"""

from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

import warfront
from warfront.battlecards import actions as battlecards_actions
from warfront.battlecards import options as battlecards_options
from warfront.battlecards import pieces as battlecards_pieces
from warfront.battlecards.state import Prompt as BattlecardsPrompt
from warfront.option import Option
from warfront.spring1942 import actions as spring_actions
from warfront.spring1942 import options as spring_options
from warfront.spring1942 import pieces as spring_pieces
from warfront.spring1942.state import Prompt as SpringPrompt

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "environments"

REWARDS = """\
The argument `reward` says what a seat is paid; what accrues on others' turns reaches it at its next
decision, and all that was delivered sums up to `game.returns(state, reward)`.

| mode | what a seat earns |
|---|---|
| `team` (default) | +1, -1 or 0 at the end, by side |
| `margin` | {margin} |
| `individual` | {individual} |
| `mixed:<weight>` | weight times team + (1 - weight) times individual |

Between the sides team and margin sum to zero."""
FACES = """\
| | |
|---|---|
| Import | `from warfront import {module}` |
| Also | `warfront.make_game("{name}")`, `warfront.make_batch("{name}", n=256)`, `gymnasium.make("warfront/{camel}-v0")` |
| Agents | {agents} |
| Actions | `Discrete({actions})`, masked |
| Observation | `Dict(observation: Box(0, 255, ({size},), float32), action_mask: Box(0, 1, ({actions},), int8))` |
| Rendering | `render_mode` of `metadata["render_modes"]`; `ansi` is text |

```python
from warfront import {module}

env = {module}.env({arguments})
env.reset(seed=7)
for agent in env.agent_iter(max_iter=50):
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))
env.close()
```
"""
MASKS = """\
Every observation carries `action_mask`; an action that it forbids raises `IllegalAction` and changes nothing.
(The Gymnasium face `side.py` can truncate instead: `illegal="truncate"`.) `game.action_text(state, action)` says what an
action does, `game.parse(state, text)` reads the same words, and a decision with one legal action is not asked."""


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def action_table(act: type[IntEnum], size: int, meanings: dict[str, str]) -> str:
    """The catalogue's blocks: numbers, name, meaning; every name needs one."""
    members = sorted(act, key=int)
    ends = [*(int(member) for member in members[1:]), size]
    rows = []
    for member, end in zip(members, ends, strict=True):
        first, last = int(member), end - 1
        numbers = str(first) if first == last else f"{first} to {last}"
        rows.append((numbers, f"`{member.name.lower()}`", meanings[member.name]))
    return table(("numbers", "name", "what"), rows)


def piece_table(slices: dict[str, slice], shapes: dict[Any, tuple[int, ...]], told: Any) -> str:
    """Every piece of the observation: where it lies, its shape, what its numbers mean."""
    rows = []
    for piece, shape in shapes.items():
        at = slices[piece.name.lower()]
        axes = " x ".join(map(str, shape))
        rows.append((f"`{piece.name.lower()}`", f"{at.start}:{at.stop}", axes, told[piece][1]))
    return table(("piece", "where", "shape", "what"), rows)


def option_table(options: Sequence[Option]) -> str:
    rows = []
    for option in options:
        if option.choices:
            values = ", ".join(option.choices)
        elif isinstance(option.default, bool):
            values = "true, false"
        else:
            values = f"{option.low} to {option.high}"
        default = str(option.default).lower() if isinstance(option.default, bool) else option.default
        rows.append((f"`{option.name}`", str(default), values, option.meaning, option.origin))
    return table(("option", "default", "values", "what", "source"), rows)


def prompts(enum: type[IntEnum]) -> str:
    names = (f"`{prompt.name.lower()}`" for prompt in enum if prompt.name not in ("OVER", "NONE"))
    return ", ".join(names)


def battlecards_page() -> str:
    game: Any = warfront.make_game("battlecards")
    spec = game.spec
    seats, theatres = len(spec.seats), len(spec.seats) // 2
    sizes = []
    names = ("western_europe", "pacific", "russia", "north_africa")
    for k in range(1, 5):
        one = warfront.make_game("battlecards", theatres=names[:k]).spec
        sizes.append((str(k), str(2 * k), str(one.num_actions), str(one.observation_size)))
    meanings = {
        "DRAW": "take the turn: draw a Conflict card", "PASS": "do nothing here",
        "DONE": "no more cards", "RETAIN": "keep the card drawn", "EXECUTE": "play the card drawn",
        "DECLINE": "take no part, give no consent", "NEXT": "another of my units fires first",
        "YIELD": "my ally fires first", "HOLD": "these units do not fire in this phase",
        "AUTOKILL": "the shot kills without a roll", "WITHDRAW": "leave the battle",
        "FIGHT_ON": "stay in it", "CLAIM": "claim the battle of a won theatre",
        "SEAT": "+ seat: whom it concerns", "RAID": "+ 2 x seat: ground and air; + 1: air and sea",
        "PLAY": "+ row of the seat's own Conflict deck", "BATTLE": "+ number of the battle",
        "CARD": "+ type of an Arsenal card: home seat x 28 + row of its deck",
    }  # fmt: skip
    shapes = battlecards_pieces.shapes(seats, theatres)
    faces = FACES.format(
        module="battlecards_v0", name="battlecards", camel="Battlecards",
        agents=", ".join(f"`{seat}`" for seat in spec.seats), actions=spec.num_actions,
        size=spec.observation_size, arguments='theatres=("western_europe", "pacific"), reward="team"',
    )  # fmt: skip
    rewards = REWARDS.format(
        margin="lead in points over the target, between -1 and 1",
        individual="points of the battles it took part in, shared by the winning parties, "
        "less those taken from it, over the target",
    )
    return f"""# Battlecards, combined theatres

{faces}
## Description
Two alliances fight over Conflict cards: a power draws one, an attack becomes a battle between the deployed forces of its
theatre, allies join or send aid, and the winner's side scores the battle's points. Forces lie face down until they fight.
A battle can vanquish a power; its allies can bring it back. One to four theatres, an Axis and an Allied seat each, are
joined into one game; with four, eight seats play. [The rule book](../rules/battlecards.md) has every rule with its source.

All seats stay in `env.agents` until the game ends: a vanquished one is not asked, and may return.

## Action space
{action_table(battlecards_actions.Act, spec.num_actions, meanings)}

What a number does follows from the question: {prompts(BattlecardsPrompt)}.

{MASKS}

## Observation space
Whole numbers from 0 to 255 in float32 (uint8 in batches), of the seat that decides; hidden cards are hidden here. For the
theatres {", ".join(game.theatres if hasattr(game, "theatres") else ("western_europe", "pacific"))}:

{piece_table(battlecards_pieces.pieces(game.tables[0]), shapes, battlecards_pieces.PIECES)}

{table(("theatres", "seats", "actions", "observation"), sizes)}

`game.decode(observation)` gives the same as readable data, `game.view(state, seat)`.

## Starting state
Every power draws and deploys cards from its shuffled Arsenal deck, the side that begins some fewer (`begin_draw`), and the
power that comes first in the turn order takes the first turn. `reset(seed=...)` fixes all shuffles and dice. A game can start
in any [position](../rules/positions.md).

## Rewards
{rewards}

## Episode end
A side wins by reaching the target of points (standard victory) or when all of the enemy's seats are vanquished (total
victory); `game.view(state, seat)["how"]` says which. After `game_rounds` turns of every seat, or `decision_limit`
decisions, the game is undecided: all seats are truncated. All seats end together.

## Arguments
`theatres` (any of `western_europe`, `pacific`, `russia`, `north_africa`), `decks` (a folder with
[card files of your own](../rules/cards.md)), `reward`, `render_mode`, and these rules, each where the sources are silent or
differ; they come through the constructor or `reset(options={{...}})` and stay until changed:

{option_table(battlecards_options.OPTIONS)}

## Version history
`spec.version` is `{spec.version}`: the rules' version, and a digest of cards, decks and options.

| rules | since | what |
|---|---|---|
| 2 | 0.1.0 | a battle with nothing to fight asks no cards; a voted-out Hitler leaves a fixed deck order |
| 1 | 0.1.0 | first |
"""


def spring1942_page() -> str:
    game: Any = warfront.make_game("spring1942")
    mini: Any = warfront.make_game("spring1942", scenario="mini")
    spec = game.spec
    meanings = {
        "DONE": "end the phase, the order or the purchase", "ENGAGE": "decide on a zone that only holds "
        "enemy submarines or transports", "ATTACK": "attack there", "IGNORE": "pass it by",
        "RAID": "the bomber raids the complex", "LOAD": "the transport loads",
        "PRESS": "another round of the battle", "SUBMERGE": "the submarines dive",
        "FIRE": "they stay and fire", "OVERLAND": "the loss is one that came over land",
        "SEABORNE": "the loss is one that landed from the sea",
        "CARGO": "+ 0 or 1: the place aboard the transport", "SEAT": "+ power", "SPACE": "+ space",
        "UNIT": "+ unit, the industrial complex last", "GRADE": "+ unit with the movement it has left",
        "COUNT": "+ how many, less 1", "TRANSPORT": "+ transport",
    }  # fmt: skip
    faces = FACES.format(
        module="spring1942_v0", name="spring1942", camel="Spring1942",
        agents=", ".join(f"`{seat}`" for seat in spec.seats), actions=spec.num_actions,
        size=spec.observation_size, arguments='scenario="mini", reward="team"',
    )  # fmt: skip
    rewards = REWARDS.format(
        margin="lead in shares of victory cities and income, half each, over that of the opening",
        individual="change of its own income and unit value over the opening's",
    )
    shapes = spring_pieces.shapes(game.tables[0])
    return f"""# Spring 1942

{faces}
## Description
Five powers on the map of the world, two against three: each turn a power buys, moves into combat, fights round by round,
moves on, places what it bought and earns its income. Allies fight side by side, free each other's land and capitals and share
what the victory cities decide. Nothing is hidden; dice decide battles. [The rule book](../rules/spring1942.md) has every rule
with its source.

`scenario="mini"` is a small map of ours with four powers ({mini.spec.num_actions} actions, observations of
{mini.spec.observation_size} numbers); a [scenario file](../rules/spring1942-scenarios.md) makes others.

## Action space
A turn is a sequence of small decisions: from where, what, to where, how many.

{action_table(spring_actions.Act, spec.num_actions, meanings)}

What a number does follows from the question: {prompts(SpringPrompt)}. Whole orders (`move 2 infantry novosibirsk -> sinkiang`)
are expanded by `game.order(state, text)`.

{MASKS}

## Observation space
Whole numbers from 0 to 255 in float32 (uint8 in batches), alike for every seat but for who looks:

{piece_table(spring_pieces.pieces(game.tables[0]), shapes, spring_pieces.PIECES)}

`game.decode(observation)` gives the same as readable data, `game.view(state, seat)`.

## Starting state
The printed set-up of spring 1942, the USSR's first turn. `reset(seed=...)` fixes all dice. A game can start in any
[position](../rules/spring1942-positions.md).

## Rewards
{rewards}

## Episode end
At the end of a round a side that holds enough victory cities (`victory_axis`, `victory_allies`) has won. After
`round_limit` rounds or `decision_limit` decisions the game is undecided and all seats are truncated. All seats end together.

## Arguments
`scenario` (`opening`, `mini` or a file), `reward`, `render_mode`, and these rules:

{option_table(spring_options.OPTIONS)}

## Version history
`spec.version` is `{spec.version}`: the rules' version, and a digest of map, set-up, unit values and options.

| rules | since | what |
|---|---|---|
| 2 | 0.1.0 | guests of a carrier sunk in the attack are lost though others retreat; guests ride on where landed fighters hold the decks |
| 1 | 0.1.0 | first |
"""


PAGES = {"battlecards": battlecards_page, "spring1942": spring1942_page}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (FOLDER / f"{name}.md").write_text(page(), encoding="utf-8")
        print(f"docs/environments/{name}.md")
