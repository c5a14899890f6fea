"""Spring 1942: the five-power map game."""

from warfront.spring1942.battle_odds.call import Odds, odds

__all__ = ["Odds", "odds"]
