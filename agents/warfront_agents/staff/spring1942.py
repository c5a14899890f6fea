"""Staff for Spring 1942: trades by odds, keeps capitals safe, feeds fronts, sails in fleets."""

from warfront_agents.spring1942.player import SpringAgent

VERSION = 2  # moves whenever a choice changes


class StaffAgent(SpringAgent):
    """Plans anew at every order; troops that no war on land needs sail for cities overseas."""

    name = f"staff-{VERSION}"
    temper = {
        "decisive": 60.0,
        "landing_reach": 3.0,
        "campaign_round": 1.0,
        "campaign_use": 0.1,
        "bold_round": 7.0,
        "raid_gain": 0.5,
        "rich_price": 4.0,
        "bare_coast": 0.3,
        "most_boats": 14.0,
    }
