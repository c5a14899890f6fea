"""Fire: rounds, phases, shooters, targets, dice, Autokill (B3-B12, Q1-Q6, Q12)."""

from typing import Any

from warfront.battlecards.actions import Act
from warfront.battlecards.cards_in_battle import do_rout
from warfront.battlecards.chance import roll
from warfront.battlecards.field import end_line, first_line, is_beaten, kinds_alive
from warfront.battlecards.immediate import lose
from warfront.battlecards.parties import bit, count_bits
from warfront.battlecards.settle import end_battle
from warfront.battlecards.state import Prompt, Stage
from warfront.battlecards.support import refresh_support
from warfront.battlecards.tables import PHASES
from warfront.battlecards.values import attack_of, defence_of
from warfront.compiled import kernel


@kernel
def is_settled(tables: Any, state: Any) -> bool:
    """Q10, Q11, 25: end the battle when an army has lost its units of the decisive kind."""
    if is_beaten(tables, state, 0):
        end_battle(tables, state, False)
        return True
    if is_beaten(tables, state, 1):
        end_battle(tables, state, True)
        return True
    return False


@kernel
def start_round(tables: Any, state: Any) -> None:
    """B3: a combat round runs through the firing phases."""
    if not is_settled(tables, state):
        state.combat_round += 1
        start_phase(tables, state, 1)


@kernel
def start_phase(tables: Any, state: Any, phase: int) -> None:
    """Q3: all units of the phase that are in the battle now may fire; support is reckoned anew."""
    state.phase = phase
    state.firing = 0
    state.shooter = -1
    refresh_support(tables, state)
    for line in range(state.lines[0] + state.lines[1]):
        t = state.type[line]
        shots = tables.shots[t] if tables.phase[t] == phase else 0
        state.unfired[line] = state.alive[line] * shots
    state.stage = Stage.FIRE


@kernel
def end_phase(tables: Any, state: Any) -> None:
    """Q3: losses count now; then the next phase, or the round is over."""
    if is_settled(tables, state):
        return
    if state.phase < PHASES:
        start_phase(tables, state, state.phase + 1)
        return
    state.phase = 0
    state.firing = 0
    state.pending = state.attackers
    state.stage = Stage.WITHDRAWAL


@kernel
def can_fire(tables: Any, state: Any, line: int, kinds: int) -> bool:
    """Whether the units of a line have shots left and a target among the enemy's `kinds`."""
    if state.unfired[line] == 0:
        return False
    t = state.type[line]
    for kind in range(3):
        if kinds >> kind & 1 and tables.attack[t, kind] >= 0:
            return True
    return False


@kernel
def ask_shot(tables: Any, state: Any) -> None:
    """B4, 23, Q3: the attackers' units of the phase fire, then the defenders', in any order."""
    while state.firing < 2:
        kinds = kinds_alive(tables, state, 1 - state.firing)
        line = pick_shooter(tables, state, kinds)
        if line >= 0:
            state.shooter = line
            state.prompt = Prompt.SHOT
            state.seat = state.owner[line]
            return
        state.firing += 1
        state.shooter = -1
    state.firing = 0
    state.stage = Stage.PHASE_END


@kernel
def pick_shooter(tables: Any, state: Any, kinds: int) -> int:
    """The shooter goes on, else another line of its owner, else any of the army; -1 none."""
    last = state.shooter
    if last >= 0 and can_fire(tables, state, last, kinds):
        return last
    other = -1
    for line in range(first_line(state, state.firing), end_line(state, state.firing)):
        if can_fire(tables, state, line, kinds):
            if last < 0 or state.owner[line] == state.owner[last]:
                return line
            if other < 0:
                other = line
    return other


@kernel
def can_shot(tables: Any, state: Any, mask: Any) -> None:
    """B4, B7, 23: targets, the Autokill, another shooter, an ally first, or no fire."""
    enemy = 1 - state.firing
    kinds = kinds_alive(tables, state, enemy)
    t = state.type[state.shooter]
    for line in range(first_line(state, enemy), end_line(state, enemy)):
        if state.alive[line] > 0 and tables.attack[t, tables.kind[state.type[line]]] >= 0:
            mask[Act.CARD + state.type[line]] = 1
    mask[Act.HOLD] = 1
    if has_autokill(tables, state):
        mask[Act.AUTOKILL] = 1
    mask[Act.NEXT] = state.nexts < count_others(tables, state, kinds, True)
    mask[Act.YIELD] = state.yields < count_others(tables, state, kinds, False)


@kernel
def count_others(tables: Any, state: Any, kinds: int, own: bool) -> int:
    """Other lines of the asked seat that can fire, or the allies that have such lines."""
    mine = 0
    owners = 0
    for line in range(first_line(state, state.firing), end_line(state, state.firing)):
        if line != state.shooter and can_fire(tables, state, line, kinds):
            if state.owner[line] == state.seat:
                mine += 1
            else:
                owners |= bit(state.owner[line])
    return mine if own else count_bits(owners)


@kernel
def is_kill(tables: Any, state: Any, line: int) -> bool:
    """B7-B12, Q12: whether the shooter's Autokill takes a target, all bonuses counted."""
    if state.alive[line] == 0:
        return False
    t = state.type[state.shooter]
    kind = tables.kind[state.type[line]]
    if not tables.autokill_kinds[t] >> kind & 1:
        return False
    enemy = 1 - state.firing
    return defence_of(tables, state, enemy, line, tables.kind[t]) <= tables.autokill_max[t]


@kernel
def has_autokill(tables: Any, state: Any) -> bool:
    """B7, B12: a unit that has not fired, its Autokill has a target, whom it needs fights along."""
    t = state.type[state.shooter]
    if tables.autokill_kinds[t] == 0 or state.unfired[state.shooter] < tables.shots[t]:
        return False
    needs = tables.autokill_needs[t]
    if needs != 0:
        along = False
        for line in range(first_line(state, state.firing), end_line(state, state.firing)):
            if line != state.shooter and state.alive[line] > 0:
                along |= needs >> tables.subtype[state.type[line]] & 1 != 0
        if not along:
            return False
    enemy = 1 - state.firing
    for line in range(first_line(state, enemy), end_line(state, enemy)):
        if is_kill(tables, state, line):
            return True
    return False


@kernel
def can_autokill(tables: Any, state: Any, mask: Any) -> None:
    """B7: the units the Autokill takes."""
    enemy = 1 - state.firing
    for line in range(first_line(state, enemy), end_line(state, enemy)):
        if is_kill(tables, state, line):
            mask[Act.CARD + state.type[line]] = 1


@kernel
def do_next(tables: Any, state: Any) -> None:
    """B4: another line of the same owner fires first."""
    kinds = kinds_alive(tables, state, 1 - state.firing)
    low = first_line(state, state.firing)
    n = end_line(state, state.firing) - low
    line = state.shooter
    for _ in range(n):
        line = low + (line + 1 - low) % n
        if state.owner[line] == state.seat and can_fire(tables, state, line, kinds):
            break
    state.nexts += 1
    state.shooter = line


@kernel
def do_yield(tables: Any, state: Any) -> None:
    """23: the next ally with units to fire goes first."""
    kinds = kinds_alive(tables, state, 1 - state.firing)
    low = first_line(state, state.firing)
    n = end_line(state, state.firing) - low
    line = state.shooter
    for _ in range(n):
        line = low + (line + 1 - low) % n
        if state.owner[line] != state.seat and can_fire(tables, state, line, kinds):
            break
    state.yields += 1
    state.nexts = 0
    state.shooter = line


@kernel
def do_hold(state: Any) -> None:
    """The shooter's units forgo their shots of this phase."""
    state.unfired[state.shooter] = 0
    state.nexts = 0
    state.yields = 0


@kernel
def do_autokill(state: Any) -> None:
    """B7: the Autokill replaces the normal attack; its target is asked next."""
    state.kill = 1
    state.prompt = Prompt.AUTOKILL


@kernel
def is_target(tables: Any, state: Any, line: int) -> bool:
    """Whether the line can be what the seat's pending choice of a type meant."""
    if state.kill:
        return is_kill(tables, state, line)
    return state.alive[line] > 0


@kernel
def do_target(tables: Any, state: Any, t: int) -> None:
    """A type was chosen: hit it, or ask whose copy where several allies have it in the line."""
    enemy = 1 - state.firing
    found = -1
    owners = 0
    for line in range(first_line(state, enemy), end_line(state, enemy)):
        if state.type[line] == t and is_target(tables, state, line):
            owners += 1
            found = line
    if owners > 1:
        state.chosen = t
        state.prompt = Prompt.OWNER
    else:
        hit_line(tables, state, found)


@kernel
def can_owner(tables: Any, state: Any, mask: Any) -> None:
    """Whose copy of the chosen type."""
    enemy = 1 - state.firing
    for line in range(first_line(state, enemy), end_line(state, enemy)):
        if state.type[line] == state.chosen and is_target(tables, state, line):
            mask[Act.SEAT + state.owner[line]] = 1


@kernel
def do_owner(tables: Any, state: Any, seat: int) -> None:
    """The owner of the chosen type is named: hit his line."""
    enemy = 1 - state.firing
    t = state.chosen
    state.chosen = -1
    for line in range(first_line(state, enemy), end_line(state, enemy)):
        if state.type[line] == t and state.owner[line] == seat:
            hit_line(tables, state, line)
            return


@kernel
def hit_line(tables: Any, state: Any, line: int) -> None:
    """Carry out what was aimed: a rout, an Autokill or a shot."""
    if state.play >= 0:
        do_rout(state, line)
    elif state.kill:
        state.kill = 0
        state.unfired[state.shooter] -= tables.shots[state.type[state.shooter]]
        state.nexts = 0
        state.yields = 0
        destroy(state, line)
    else:
        state.unfired[state.shooter] -= 1
        state.nexts = 0
        state.yields = 0
        do_shot(tables, state, line)


@kernel
def do_shot(tables: Any, state: Any, line: int) -> None:
    """Q1, Q6: roll + attack - defence; 1 always misses, the top number hits; a near miss routs."""
    target = state.type[line]
    army = state.firing
    attack = attack_of(tables, state, army, state.shooter, tables.kind[target])
    defence = defence_of(tables, state, 1 - army, line, tables.kind[state.type[state.shooter]])
    die = roll(tables, state)
    total = die + attack - defence
    if die == 1:
        return
    if die >= tables.die or total >= tables.threshold:
        destroy(state, line)
    elif total >= tables.threshold - tables.rout_margin:
        state.alive[line] -= 1


@kernel
def destroy(state: Any, line: int) -> None:
    """Q16: the unit is lost; it still fires its shots of this phase (Q3)."""
    state.alive[line] -= 1
    lose(state, state.owner[line], state.type[line])
