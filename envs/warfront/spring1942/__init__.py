"""Spring 1942: the five-power map game of land, sea and air."""

from warfront.spring1942.battle_odds.call import Odds, odds
from warfront.spring1942.face import Spring1942Game

__all__ = ["Odds", "Spring1942Game", "odds"]
