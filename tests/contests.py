"""Tournaments of the small game of `toy.py`, playable in processes of their own."""

import warfront
from warfront_training import tournament
from warfront_training.tournament import Match, Plan, Row

AGENTS = ["random", "toy:LowestAgent", "toy:HighestAgent"]


def new_plan(games: int = 12, seed: int = 3) -> Plan:
    """Three agents."""
    return tournament.new_plan("skirmish", {}, AGENTS, games, seed)


def play(plan: Plan, match: Match) -> Row:
    """One match; a new process must hear of the game first."""
    warfront.register_game("skirmish", "toy:ToyGame")
    return tournament.play(plan, match)


def die(plan: Plan, match: Match) -> Row:
    """A process that ends without a word."""
    import os

    os._exit(1)
