"""Staff for Spring 1942: trades by odds, keeps capitals safe, feeds fronts, sails in fleets."""

from warfront_agents.spring1942.decide import SpringAgent

VERSION = 1  # moves whenever a choice changes


class StaffAgent(SpringAgent):
    """Plans a phase anew at every decision and gives the first order not yet carried out."""

    name = f"staff-{VERSION}"
