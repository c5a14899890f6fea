"""Battlecards, combined theatres: 2 to 8 seats, face-down forces, joint battles, liberation."""

from warfront.battlecards.face import BattlecardsGame

__all__ = ["BattlecardsGame"]
