"""What each question means, and whole orders that answer it, for people who play."""

GUIDE: dict[str, tuple[str, tuple[str, ...]]] = {
    "hitler": (
        "Both German decks hold Hitler and one of him goes: out of which deck.",
        ("remove Hitler SEAT",),
    ),
    "deploy": (
        "You have drawn cards and deploy some of them face down; the rest is put away. What you "
        "deploy may fight in later battles.",
        ("deploy CARD",),
    ),
    "turn_start": (
        "Draw the next Conflict card of your theatre. Before that you may once send deployed "
        "cards to an ally, and once fight a battle again that the enemy has won.",
        ("draw", "aid ALLY CARD, CARD", "counterattack BATTLE"),
    ),
    "aid": ("Which card goes to the ally; at most three, and done sends them.", ()),
    "retain": ("Keep this action card for a later battle or turn, or not.", ("retain",)),
    "discard": ("You hold one kept card too many: which is put away.", ()),
    "immediate_seat": ("The card happens at once: which enemy it hits.", ()),
    "immediate_card": ("The card happens at once: which card it hits or brings back.", ()),
    "execute": (
        "Fight the battle of that card with the kinds of units that it calls, or decline; who is "
        "called to an ally's side joins or declines.",
        ("execute", "decline"),
    ),
    "battle_card": ("Play a kept action card on this battle, or pass.", ("play CARD on TARGET",)),
    "rout": ("One unit of the enemy must leave the battle: which.", ()),
    "shot": (
        "One of your units fires: at which target, or another shooter first, or hold it back. "
        "Roll + attack - the target's defence must be 6 or more.",
        ("fire CARD -> CARD", "hold"),
    ),
    "autokill": (
        "Instead of firing, this unit destroys a target whose defence is low enough.",
        ("autokill CARD -> CARD", "hold"),
    ),
    "owner": ("Several enemies have that card here: whose copy is the target.", ()),
    "withdraw": (
        "After a round who attacked may withdraw, then who defends; who withdraws has lost.",
        ("withdraw", "fight on"),
    ),
    "claim": (
        "A card of the theatre that you have won: claim it for its points, or discard it and raid "
        "an enemy's deployed units, of ground and air or of air and sea.",
        ("claim", "raid SEAT ground+air"),
    ),
}


def guide(prompt: str) -> tuple[str, list[str]]:
    """What a question means, and the forms of whole orders that answer it."""
    words, forms = GUIDE.get(prompt, ("Nothing is asked.", ()))
    return words, list(forms)
