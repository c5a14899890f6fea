"""The greedy player of Spring 1942: the best expected gain now, simple purchases, no ships."""

from warfront_agents.spring1942.player import SpringAgent


class GreedyAgent(SpringAgent):
    """Takes every attack that gains by the odds, without a thought for what comes after."""

    name = "greedy"
    temper = {"wary": 0.0, "at_sea": 0.0}
