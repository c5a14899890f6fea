"""Staff for Spring 1942: trades by odds, keeps capitals safe, feeds fronts, sails in fleets."""

from warfront_agents.spring1942.player import SpringAgent

VERSION = 3  # moves whenever a choice changes


class StaffAgent(SpringAgent):
    """Plans anew at every order; troops that no war on land needs sail for cities overseas."""

    name = f"staff-{VERSION}"
    temper = {
        "decisive": 120.0,
        "landing_reach": 3.0,
        "campaign_round": 1.0,
        "campaign_moves": 6.0,
        "use_round": 7.0,
        "crowd": 3.0,
        "herd": 4.0,
        "many": 15.0,
        "fill": 1.0,
        "bombers": 1.0,
        "patience": 12.0,
        "thrift_round": 4.0,
        "least_thrift": 0.2,
        "bold_round": 7.0,
        "raid_gain": 0.5,
        "rich_price": 4.0,
        "bare_coast": 0.3,
        "most_boats": 14.0,
    }
