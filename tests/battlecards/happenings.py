"""What happened at a decision of Battlecards, by the statements of the rule book.

A decision may run on over forced ones (a claim that is the only choice, a battle with nothing to
fight), so that what came of it is read off where the cards lie, not off the words alone.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar

from happenings import Notes
from warfront.battlecards.names import Names
from warfront.battlecards.tables import BATTLES, Kind, Role
from warfront.game import Position

SIDES = ("axis", "allies")
GERMANS = ("german", "german_barbarossa")
GERMANY = "Battle for Germany"
VICTORIES = {"standard": "58 Standard Victory", "total": "59 Total Victory"}
RANKED = {Role.GENERAL: "General", Role.ADMIRAL: "Admiral"}
FREED = {  # who is freed by whom, by which statement
    "british": {"us": "96", "soviet": "97", "army_of_the_nile": "98"},
    "us": {"british": "101", "army_of_the_nile": "102", "us": "103"},
    "german": {"afrika_korps": "108", "japanese": "109"},
    "german_barbarossa": {"afrika_korps": "108", "japanese": "109"},
    "japanese": {"german_barbarossa": "117", "german": "118"},
    "afrika_korps": {"german": "125", "german_barbarossa": "125", "japanese": "126"},
    "army_of_the_nile": {"us": "127", "british": "128"},
}


class Happenings(Notes):
    """Names what happened, with one game's cards."""

    words: ClassVar = (
        ("remove Hitler ", "43 a German says whose Hitler goes"),
        ("yield", "23 an ally is let first"),
        ("autokill", "B7 an Autokill takes the place of the normal attack"),
    )
    prompts: ClassVar = {
        "immediate_card": "K4 an Immediate Action is done",
        "immediate_seat": "K4 an Immediate Action is done",
    }

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.tables = game.loaded.tables
        self.names = Names(game.loaded)
        self.declined: list[str] = []  # the battle that is being decided on

    def told(self, before: Position, words: str, after: Position) -> Iterator[str]:
        yield from self.aid(before, words)
        yield from self.claims(before, words, after)
        yield from self.withdrawals(before, words, after)
        yield from self.called(before, words)
        yield from self.joined(before, words, after)
        yield from self.armies(before, after)
        yield from self.fates(before, after)
        yield from self.surrendered(before, after)
        yield from self.stacks(before, after)
        yield from self.failures(before, words, after)
        if after.get("how") in VICTORIES:
            yield f"{VICTORIES[after['how']]} of the {after['winner']}"

    def aid(self, before: Position, words: str) -> Iterator[str]:
        if words.startswith("add "):
            name = words.removeprefix("add ")
            ranked = self.rank(self.card(name, before["seat"], before))
            statement = "132" if ranked else "Q28"
            yield f"{statement} {ranked}{name} goes as aid to the {before['aid_to']}"

    def claims(self, before: Position, words: str, after: Position) -> Iterator[str]:
        """75-86: what becomes of a card of a won theatre."""
        card = fought(before).get("card")
        if words == "claim":
            yield f"75 the {before['seat']} claims {card}"
        elif before["prompt"] == "claim":
            _, target, kinds = words.split()
            yield f"76 the {before['seat']} raids the {target}, {kinds}, by {card}"
        back = returned(before)
        claimed = back & self.stacked(after).keys() - self.stacked(before).keys()
        for name in sorted(claimed if words != "claim" else ()):
            yield f"Q36 with nobody to raid, {name} is claimed"
        for name in sorted(returned(after) - back):
            yield f"63 {name} goes back to its deck, to be claimed"
        for name in sorted(back - returned(after) - self.stacked(after).keys()):
            yield f"Q39 the claim on {name} ends"
        battle = ended(before, after)
        if battle.get("mode") == "raid":
            yield f"86 the raid is over, {card} is discarded"

    def withdrawals(self, before: Position, words: str, after: Position) -> Iterator[str]:
        """85, Q7, Q8."""
        if before["prompt"] != "withdraw":
            return
        battle, seat = before["battle"], before["seat"]
        army = battle[battle["firing"]]
        if battle["mode"] == "raid" and words == "withdraw":
            yield f"85 the {seat} withdraws from a raid"
        elif words == "withdraw" and len(army) == 1:
            yield f"Q7 the {seat} withdraws and has lost {battle['card']}"
        elif words == "withdraw" and ended(before, after):
            yield f"Q8 with the consent of all, {' and '.join(army)}, their army withdraws"
        elif words == "withdraw":
            yield f"Q8 the {seat} would withdraw and asks its allies"
        elif battle["pending"] != army:
            yield f"Q8 without the consent of the {seat} nobody withdraws"

    def called(self, before: Position, words: str) -> Iterator[str]:
        """88, 94: what a Counterattack is for."""
        if not words.startswith("counterattack "):
            return
        me, card = before["turn"], words.removeprefix("counterattack ")
        lost = [seat for seat in self.names.seats if plain(out(before, seat)) == plain(card)]
        mine = [seat for seat in lost if self.side(seat) == self.side(me)]
        if mine:
            yield f"88 the {me} fights {card} again to free the {' and the '.join(mine)}"
        else:
            yield f"94 the {me} counterattacks {card}"

    def joined(self, before: Position, words: str, after: Position) -> Iterator[str]:
        """15, 135: an ally declines and the others attack without it."""
        if before["prompt"] == "execute" and words == "decline":
            self.declined.append(before["seat"])
        battle = fought(after)
        if self.declined and battle.get("attackers"):
            statement = "15" if battle["mode"] == "drawn" else "135"
            yield f"{statement} {battle['card']} is attacked without the {self.declined[0]}"
        if battle.get("card") != fought(before).get("card") or battle.get("attackers"):
            self.declined = []

    def armies(self, before: Position, after: Position) -> Iterator[str]:
        """34, 35, 133: which Generals and Admirals stay away from a battle that begins."""
        battle = fought(after)
        if "lines" not in battle or "lines" in fought(before):
            return
        for army, statement in (("attackers", "34"), ("defenders", "35")):
            if army == "defenders" and plain(battle["card"]) == GERMANY:
                statement = "133"
            lines = [(line["seat"], line["card"]) for line in battle["lines"][army]]
            for seat in battle[army]:
                for name in dict.fromkeys(after["seats"][seat]["deployed"]):
                    card = self.card(name, seat, after)
                    kind = Kind(int(self.tables.kind[card])).name.lower()
                    if self.rank(card) and kind in battle["kinds"][army]:
                        if (seat, name) not in lines:
                            yield f"{statement} {self.rank(card)}{name} sits out {battle['card']}"

    def fates(self, before: Position, after: Position) -> Iterator[str]:
        """21, 67, 70, 96-129: who is out, and who is back."""
        fallen = []
        for seat in self.names.seats:
            was, now = out(before, seat), out(after, seat)
            if now and not was and "expelled_by" in after["seats"][seat]:
                yield f"70 the {seat} is driven out by {now} and plays on"
            elif now and not was:
                fallen.append(seat)
                yield f"67 the {seat} is vanquished by {now}"
            elif was and not now:
                yield from self.freed(before, after, seat)
        if set(GERMANS) <= set(fallen):
            yield "21 both Germans are out by one battle"

    def freed(self, before: Position, after: Position, seat: str) -> Iterator[str]:
        me = before["turn"]
        if seat == "soviet":
            yield "121 the soviet is back with the victory in Germany"
        else:
            yield f"{FREED[seat].get(me, '95')} the {me} frees the {seat}"
        if seat == "us":
            yield "105 the us draws nothing and keeps what it has"
        elif seat in (after["seat"], *after.get("dealing", ())):
            yield f"Q29 the {seat} draws and deploys anew"

    def surrendered(self, before: Position, after: Position) -> Iterator[str]:
        """68, Q30: what passes to the victors."""
        for loser in self.names.seats:
            if not after["seats"][loser]["vanquished_by"] or out(before, loser):
                continue
            had = self.deployed(before, loser)
            for victor in self.names.seats:
                if self.side(victor) != self.side(loser):
                    new = self.deployed(after, victor) - self.deployed(before, victor)
                    for card in sorted((new & had).elements()):
                        name = self.rank(card) + self.names.card(card, -1)
                        yield f"68 {name} of the {loser} surrenders to the {victor}"
            for card in sorted(had):
                if self.tables.role[card] == Role.LEADER:
                    yield f"Q30 the Leader {self.names.card(card, -1)} does not surrender"

    def stacks(self, before: Position, after: Position) -> Iterator[str]:
        """56, 57, K6, 142: Battlecards that come to a stack, change it or leave it."""
        old, new = self.stacked(before), self.stacked(after)
        for name in sorted(new.keys() - old.keys() - returned(before)):
            yield f"{'56' if new[name] == 'allies' else '57'} the {new[name]} score {name}"
        for name in sorted(new.keys() & old.keys()):
            if new[name] != old[name]:
                statement = "113" if (new[name], plain(name)) == ("axis", GERMANY) else "K6"
                yield f"{statement} {name} goes from the {old[name]} to the {new[name]}"
        for name in sorted(old.keys() - new.keys()):
            theatre = self.names.theatres[self.names.battle_of(name) // BATTLES]
            if plain(name) not in map(plain, after["conflict"][theatre]["discard"]):
                yield f"142 {name} goes back into its Conflict deck"

    def failures(self, before: Position, words: str, after: Position) -> Iterator[str]:
        """92, 138, Q24: attacks that have failed."""
        battle = ended(before, after)
        card = battle.get("card")
        if not card or before["prompt"] == "execute":
            return
        if battle["mode"] == "liberation" and card in self.stacked(after):
            if self.stacked(after)[card] != battle["attack_side"] and words != "withdraw":
                yield f"92 the occupier of {card} repels the liberator"
        elif battle["mode"] == "drawn" and card not in self.stacked(after):
            if self.tables.loser[self.names.battle_of(card)]:
                yield f"138 {card} has failed and is discarded"
        elif battle["mode"] == "drawn" and self.stacked(after)[card] != battle["attack_side"]:
            yield f"Q24 the attack has failed, the defenders score {card}"

    def side(self, seat: str) -> str:
        return SIDES[self.names.side_of[self.names.seats.index(seat)]]

    def stacked(self, at: Position) -> dict[str, str]:
        """The Battlecards on the stacks, and whose."""
        names = self.names
        return {
            names.battle(names.battle_of(row["card"], names.theatre(row["theatre"]))): side
            for side, cards in at["stacks"].items()
            for row in cards
        }

    def card(self, name: str, holder: str, at: Position) -> int:
        """The number of a card in front of a seat."""
        home = at["seats"][holder].get("aid_from", {}).get(name, "")
        seats = self.names.seats
        return self.names.card_of(
            name, seats.index(holder), seats.index(home) if home in seats else -1
        )

    def deployed(self, at: Position, seat: str) -> Counter[int]:
        return Counter(self.card(name, seat, at) for name in at["seats"][seat]["deployed"])

    def rank(self, card: int) -> str:
        """`General ` or `Admiral `, or nothing."""
        role = RANKED.get(Role(int(self.tables.role[card])))
        return f"{role} " if role else ""


def plain(name: str) -> str:
    """A Battlecard's name without its theatre."""
    return name.partition(" (")[0]


def out(at: Position, seat: str) -> str:
    """The Battlecard by which a seat is vanquished or driven out, "" for none."""
    table = at["seats"][seat]
    return str(table["vanquished_by"] or table.get("expelled_by") or "")


def fought(at: Position) -> Position:
    """The battle that is on, empty when there is none."""
    found: Position = at.get("battle", {})
    return found


def ended(before: Position, after: Position) -> Position:
    """The battle that was on and is over."""
    old, new = fought(before), fought(after)
    same = (old.get("card"), old.get("mode")) == (new.get("card"), new.get("mode"))
    return {} if same or old.get("mode", "none") == "none" else old


def returned(at: Position) -> set[str]:
    """The Battlecards that a victor may claim."""
    return {name for cards in at.get("returned", {}).values() for name in cards}
