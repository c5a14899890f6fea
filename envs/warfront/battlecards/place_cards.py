"""The cards of a position: forces, decks, discards and stacks, each card in exactly one place."""

from warfront.battlecards.deal import setup_draw
from warfront.battlecards.fields import SEATS
from warfront.battlecards.names import Names
from warfront.battlecards.state import TOP, Place
from warfront.battlecards.stock import Cards
from warfront.battlecards.tables import (
    BATTLES,
    PLAYS,
    SIDE_NAMES,
    UNITS,
)
from warfront.game import BadInput, Position
from warfront.naming import closest, list_of, pick, table_of

SEAT_KEYS = (
    *("deployed", "seen", "retained", "arsenal", "discard", "hand", "removed", "aid_from"),
    *("reserve", "vanquished_by", "expelled_by"),
)
NO_THEATRE = -1


def place_cards(cards: Cards, position: Position, deal: bool) -> None:
    """Put the cards of a position where it says; deal the usual set-up to seats it is silent on."""
    names, record = cards.names, cards.record
    seats = table_of(position.get("seats", {}), "seats")
    for name in seats:
        names.seat(name)
    _place_conflict(cards, position)
    _place_stacks(cards, position)
    for seat, name in enumerate(names.seats):
        _place_seat(cards, seat, table_of(seats.get(name, {}), f"seats.{name}"))
    _place_memory(cards, position)
    _place_hitler(cards, seats, deal)
    for seat, name in enumerate(names.seats):
        if deal and "deployed" not in seats.get(name, {}) and not record.vanquished[seat]:
            aside = "reserve" if cards.tables.reserve_hand else "discard"
            _deal(cards, seat, aside not in seats.get(name, {}))


def _place_seat(cards: Cards, seat: int, table: Position) -> None:
    """What a position lists for one seat."""
    record, names = cards.record, cards.names
    where = f"seats.{names.seats[seat]}"
    for key in table:
        if key not in SEAT_KEYS:
            raise BadInput(f"{where}.{key} is unknown: {closest(key, SEAT_KEYS)}")
    _place_conquest(cards, seat, table, where)
    for card in cards.listed(seat, table, "deployed", f"{where}.deployed"):
        cards.take(card, f"{where}.deployed")
        record.deployed[seat, card] += 1
    if table.get("reserve") and not cards.tables.reserve_hand:
        raise BadInput(f"{where}.reserve: nothing is kept without the option reserve_hand=true")
    places = {"discard": record.discard, "reserve": record.reserve, "removed": record.removed}
    for key, counts in places.items():
        for card in cards.own(seat, table, key, f"{where}.{key}"):
            cards.take(card, f"{where}.{key}")
            counts[card] += 1
    if "hand" in table:
        if record.hand_seat >= 0:
            raise BadInput(f"{where}.hand: {names.seats[record.hand_seat]} has a hand already")
        record.hand_seat = seat
        for card in cards.own(seat, table, "hand", f"{where}.hand"):
            cards.take(card, f"{where}.hand")
            record.hand[card % UNITS] += 1
    top = cards.own(seat, table, "arsenal", f"{where}.arsenal")
    if len(top) > TOP:
        raise BadInput(f"{where}.arsenal: {len(top)} cards are listed: list the top {TOP} at most")
    for card in top:
        cards.take(card, f"{where}.arsenal")
    record.top_n[seat] = len(top)
    record.top[seat, : len(top)] = top[::-1]
    theatre = names.theatre_of[seat]
    for text in list_of(table.get("retained", []), f"{where}.retained"):
        row = _play(names, text, theatre, f"{where}.retained")
        cards.take_play(theatre, row, f"{where}.retained")
        record.retained[seat, row] += 1


def _play(names: Names, text: object, theatre: int, where: str) -> int:
    try:
        return names.play_of(text, theatre)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def _place_conquest(cards: Cards, seat: int, table: Position, where: str) -> None:
    """Who is out by what; a conquest that no list places is in the stack of those who did it."""
    record, names = cards.record, cards.names
    theatre = names.theatre_of[seat]
    for key, field in (("vanquished_by", record.vanquished), ("expelled_by", record.expelled)):
        text = table.get(key)
        if text is None:
            continue
        battle = names.battle_of(text, theatre)
        if not int(cards.tables.loser[battle]) >> seat & 1:
            raise BadInput(f"{where}.{key}: {text} does not drive out {names.seats[seat]}")
        field[seat] = 1 + battle
        enemy = 1 - names.side_of[seat]
        if f"battle {battle}" not in cards.places:
            cards.take_battle(battle, Place.AXIS + enemy, f"{where}.{key}")
            record.winners[battle] = 1 << int(cards.tables.resident[battle // BATTLES, enemy])
            record.involved[battle] = _usual_parties(
                cards, battle, int(record.winners[battle]), enemy
            )
        record.ever[battle] = 1


def _usual_parties(cards: Cards, battle: int, winners: int, side: int) -> int:
    """Who fought a battle when a position does not say: the winners and all whom the card calls."""
    return winners | int(cards.tables.parties[battle, 1 - side])


def _place_conflict(cards: Cards, position: Position) -> None:
    """The Conflict decks' tops and discards."""
    record, names = cards.record, cards.names
    for name, found in table_of(position.get("conflict", {}), "conflict").items():
        theatre = names.theatre(name)
        table = table_of(found, f"conflict.{name}")
        for key in table:
            if key not in ("deck", "discard"):
                raise BadInput(f"conflict.{name}.{key} is unknown: use deck and discard")
        top = []
        for text in list_of(table.get("deck", []), f"conflict.{name}.deck"):
            top.append(_take_conflict(cards, theatre, text, Place.DECK, f"conflict.{name}.deck"))
        if len(top) > TOP:
            raise BadInput(f"conflict.{name}.deck: {len(top)} cards: list the top {TOP} at most")
        record.conflict_top_n[theatre] = len(top)
        record.conflict_top[theatre, : len(top)] = top[::-1]
        where = f"conflict.{name}.discard"
        for text in list_of(table.get("discard", []), where):
            row = _take_conflict(cards, theatre, text, Place.DISCARD, where)
            if row < PLAYS:
                record.play_discard[theatre, row] += 1


def _take_conflict(cards: Cards, theatre: int, text: object, place: Place, where: str) -> int:
    """A Conflict card for a deck or discard: its row, PLAYS + its row for a Battlecard."""
    names = cards.names
    plays, battles = names.plays[theatre], names.battles[theatre * BATTLES :][:BATTLES]
    bare = text.removesuffix(f" ({names.theatres[theatre]})") if isinstance(text, str) else text
    code = pick(bare, [*plays, *battles], f"{where}: {names.theatres[theatre]} Conflict card")
    if code < len(plays):
        cards.take_play(theatre, code, where)
        return code
    row = code - len(plays)
    cards.take_battle(theatre * BATTLES + row, place, where)
    return PLAYS + row


def _place_stacks(cards: Cards, position: Position) -> None:
    """The won Battlecards; a bare name was won by the side's seat of the battle's theatre."""
    record, names = cards.record, cards.names
    for name, found in table_of(position.get("stacks", {}), "stacks").items():
        side = pick(name, SIDE_NAMES, "stacks: side")
        where = f"stacks.{name}"
        for item in list_of(found, where):
            entry = {"card": item} if isinstance(item, str) else table_of(item, where)
            for key in entry:
                if key not in ("card", "theatre", "winners", "involved"):
                    raise BadInput(
                        f"{where}: {key} is unknown: use card, theatre, winners, involved"
                    )
            home = names.theatre(entry["theatre"]) if "theatre" in entry else NO_THEATRE
            battle = names.battle_of(entry.get("card"), home)
            cards.take_battle(battle, Place.AXIS + side, where)
            winners = 1 << int(cards.tables.resident[battle // BATTLES, side])
            if "winners" in entry:
                winners = SEATS.read(names, entry["winners"])
            record.winners[battle] = winners
            record.involved[battle] = _usual_parties(cards, battle, winners, side)
            if "involved" in entry:
                record.involved[battle] = SEATS.read(names, entry["involved"])


def _place_memory(cards: Cards, position: Position) -> None:
    """Points, conquests, who fought what, who won the theatres, and returned Battlecards."""
    record, names = cards.record, cards.names
    for side in range(2):
        in_stack = record.place == Place.AXIS + side
        record.points[side] = names.bids[side] + int(cards.tables.points[in_stack].sum())
    for text, seats in table_of(position.get("fought", {}), "fought").items():
        record.involved[names.battle_of(text)] = SEATS.read(names, seats)
    for name, found in table_of(position.get("returned", {}), "returned").items():
        side = pick(name, SIDE_NAMES, "returned: side")
        for text in list_of(found, f"returned.{name}"):
            record.returned[names.battle_of(text)] = 1 + side
    if "conquests" in position:
        record.ever[:] = 0
        for text in list_of(position["conquests"], "conquests"):
            record.ever[names.battle_of(text)] = 1
    if "won_by" not in position:
        _usual_victors(cards)
        return
    for name, found in table_of(position["won_by"], "won_by").items():
        theatre = names.theatre(name)
        for winner, seat in table_of(found, f"won_by.{name}").items():
            record.victor[theatre, pick(winner, SIDE_NAMES, "won_by: side")] = names.seat(seat)


def _usual_victors(cards: Cards) -> None:
    """Q31, Q37: a theatre is won by its resident among the winners, else by the first of them."""
    record, names = cards.record, cards.names
    for seat in range(len(names.seats)):
        by = int(record.vanquished[seat]) or int(record.expelled[seat])
        if by:
            theatre, enemy = names.theatre_of[seat], 1 - names.side_of[seat]
            winners = int(record.winners[by - 1])
            resident = int(cards.tables.resident[theatre, enemy])
            first = (winners & -winners).bit_length() - 1
            record.victor[theatre, enemy] = resident if winners >> resident & 1 else first


def _place_hitler(cards: Cards, seats: Position, deal: bool) -> None:
    """43: with both Germans one Hitler is out of the game, the default one unless he is used."""
    tables, record = cards.tables, cards.record
    types = [int(card) for card in tables.hitler_type]
    if min(types) < 0 or not deal or any("removed" in table for table in seats.values()):
        return
    types.sort(key=lambda card: card // UNITS != tables.hitler_from)
    for card in types:
        if cards.left[card]:
            cards.take(card, "removed")
            record.removed[card] += 1
            return
    raise BadInput("both Hitlers are in play: only one may be when both Germans are")


def _deal(cards: Cards, seat: int, rest: bool) -> None:
    """T1: draw and deploy as at set-up; what is not deployed is discarded, or kept (Q17)."""
    record, tables = cards.record, cards.tables
    aside, key = (record.reserve, "reserve") if tables.reserve_hand else (record.discard, "discard")
    for i in range(setup_draw(tables, seat)):
        if i >= tables.setup_deploy and not rest:
            return
        card = cards.random(seat)
        if card < 0:
            return
        if i < tables.setup_deploy:
            cards.take(card, f"seats.{cards.names.seats[seat]}.deployed")
            record.deployed[seat, card] += 1
        else:
            cards.take(card, f"seats.{cards.names.seats[seat]}.{key}")
            aside[card] += 1
