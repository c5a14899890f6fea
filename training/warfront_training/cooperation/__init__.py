"""How players of one alliance get on with partners that they have not met before.

`scenarios` says who sits where, `measures` plays and counts, `report` writes the page.
"""
