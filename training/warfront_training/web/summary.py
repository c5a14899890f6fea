"""The table in a few words, from a view alone: scores, seats, whose decision it is and why."""

from typing import Any

from warfront.game import Game, View

Row = dict[str, Any]


def asked_words(game: Game, prompt: str) -> str:
    """What a prompt asks, in words."""
    if game.spec.name == "battlecards":
        from warfront.battlecards.text import ASKED as OF_CARDS

        return OF_CARDS.get(prompt, prompt)
    if game.spec.name == "spring1942":
        from warfront.spring1942.state import Prompt
        from warfront.spring1942.text import ASKED as OF_BOARD

        return OF_BOARD.get(Prompt[prompt.upper()], prompt)
    return prompt.replace("_", " ")


def summary(game: Game, view: View) -> dict[str, Any]:
    """Title, scores, a row a seat and the question, from what one seat (or the public) knows.

    Args:
        game: The game.
        view: `Game.view` of the seat, or `public_view`.
    """
    found = _OF_GAME.get(game.spec.name)
    if found is None:
        return {"title": game.spec.name, "scores": [], "rows": [], "question": "", "why": ""}
    return found(game, view)


def _battlecards(game: Game, view: View) -> dict[str, Any]:
    target = view["target"]
    scores = [
        {"side": side, "value": points, "target": target, "unit": "points"}
        for side, points in sorted(view["points"].items(), reverse=True)  # the Axis first
    ]
    rows = [
        {"seat": name, "side": _side(game, name), "words": _force_words(force)}
        for name, force in view["seats"].items()
    ]
    title = f"Round {view['round']}"
    if view["turn"]:
        title += f", turn of {view['turn']}"
    return {
        "title": title,
        "scores": scores,
        "rows": rows,
        "question": _question(game, view, [view["play"], view["battle"]]),
        "why": _why_cards(view),
    }


def _force_words(force: View) -> str:
    """What is known of a seat, briefly."""
    if force["vanquished_by"]:
        return f"vanquished: {force['vanquished_by']}"
    hidden = sum(force["hidden"].values())
    parts = [f"{force['front']} deployed"]
    if hidden and "retained" not in force:
        parts.append(f"{hidden} face down")
    parts.append(f"{force['retained_count']} retained")
    if force["expelled_by"]:
        parts.append(f"driven out: {force['expelled_by']}")
    return ", ".join(parts)


def _why_cards(view: View) -> str:
    """Why everybody waits for the seat that is asked."""
    seat, fight, deal = view["seat"], view["fight"], view["deal"]
    if not seat:
        return ""
    if deal:
        waiting = ", ".join(deal["waiting"])
        return f"{seat} has drawn cards and deploys some" + (f"; then {waiting}" if waiting else "")
    if fight and view["prompt"] == "execute" and seat in fight["pending"]:
        return f"every seat that may fight in {view['battle']} is asked; {seat} has not answered"
    if fight and fight["round"]:
        army = "attackers" if seat in fight["attackers"] else "defenders"
        return f"{view['battle']}: {seat} is one of the {army}, and they are to act"
    if view["battle"]:
        return f"{view['battle']} is about to be fought, and {seat} has a say in it"
    if seat == view["turn"]:
        return f"it is the turn of {seat}"
    return f"the turn of {view['turn']} waits for {seat}"


def _spring1942(game: Game, view: View) -> dict[str, Any]:
    scores = [
        {"side": side, "value": row["held"], "target": row["wanted"], "unit": "victory cities"}
        for side, row in view["cities"].items()
    ]
    rows = [
        {
            "seat": name,
            "side": purse["side"],
            "words": f"{purse['ipcs']} IPCs, income {purse['production']}",
        }
        for name, purse in view["powers"].items()
    ]
    phase = view["phase"].replace("_", " ")
    title = f"Round {view['round']} of {view['round_limit']}, {view['turn']}: {phase}"
    if view["purchased"]:
        bought = ", ".join(f"{n} {unit.replace('_', ' ')}" for unit, n in view["purchased"].items())
        title += f" (bought: {bought})"
    seat, turn = view["seat"], view["turn"]
    why = f"it is the turn of {turn}"
    if seat != turn:
        where = f" in {view['battle']['space']}" if view["battle"] else ""
        why = f"the turn of {turn} waits for {seat}, whose units are fought{where}"
    return {
        "title": title,
        "scores": scores,
        "rows": rows,
        "question": _question(game, view, [view["here"], view["there"], _fought(view)]),
        "why": why if seat else "",
    }


def _fought(view: View) -> str | None:
    return view["battle"]["space"] if view["battle"] else None


def _question(game: Game, view: View, context: list[str | None]) -> str:
    """What is asked, or who won."""
    if view["winner"] == "nobody":
        return "The game is over, undecided."
    if view["winner"]:
        how = view["how"] if game.spec.name == "spring1942" else f"{view['how']} victory"
        return f"The game is over: the {view['winner']} won ({how})."
    named = ", ".join(dict.fromkeys(word for word in context if word))
    words = asked_words(game, view["prompt"])
    return f"{words} [{named}]" if named else words


def _side(game: Game, seat: str) -> str:
    return next(side for side, seats in game.spec.sides.items() if seat in seats)


_OF_GAME = {"battlecards": _battlecards, "spring1942": _spring1942}
