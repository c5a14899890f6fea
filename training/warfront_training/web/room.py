"""A table with those who sit at it now: agents move, pages hear of it."""

import asyncio
import contextlib
import sys
from collections.abc import Callable
from typing import Any

from warfront.game import BadInput, IllegalAction, IllegalOrder
from warfront_agents.agent import AgentFailed
from warfront_training.web.asked import object_of, pace_of
from warfront_training.web.battles import battle_odds
from warfront_training.web.messages import table_message
from warfront_training.web.table import PACES, PERSON, Fault, Stale, Table
from warfront_training.web.thinking import thoughts

REFUSED = (BadInput, IllegalAction, IllegalOrder, AgentFailed, Stale)
GAP = 0.08  # seconds between two messages to a page while agents move fast


class Page:
    """One page that is open at a table.

    Args:
        token: What its holder has shown.
        send: Sends a JSON-able object to it.
    """

    def __init__(self, token: str, send: Any) -> None:
        """It has heard nothing yet."""
        self.token = token
        self.send = send
        self.heard = 0
        self.news = asyncio.Event()
        self.news.set()

    async def keep_informed(self, table: Table) -> None:
        """Send how the table stands whenever it has changed; what comes fast goes together."""
        while True:
            await self.news.wait()
            self.news.clear()
            message = table_message(table, self.token, self.heard)
            self.heard = len(table.logs[self.token])
            await self.send(message)
            await asyncio.sleep(GAP)


class Room:
    """A table and its pages. Agents move only while somebody looks.

    Args:
        table: The table.
        check: Raises BadInput for an agent that a page may not name.
    """

    def __init__(self, table: Table, check: Callable[[str], None]) -> None:
        """Nobody has come yet."""
        self.table = table
        self._check = check
        self.pages: set[Page] = set()
        self._moved = asyncio.Event()
        self._steps = 0
        self._task: asyncio.Task[None] | None = None
        self._asking: tuple[int, asyncio.Task[int]] | None = None  # at which decision, the answer
        self._desk = asyncio.Lock()  # one agent thinks aloud at a time

    def enter(self, page: Page) -> None:
        """A page is opened."""
        self.pages.add(page)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run_agents())

    async def leave(self, page: Page) -> None:
        """A page is closed."""
        self.pages.discard(page)
        if not self.pages:
            await self._rest()

    async def close(self) -> None:
        """End what runs here, the programs of the table too, once they have answered."""
        await self._rest()
        if self._asking is not None:
            with contextlib.suppress(*REFUSED):
                await self._asking[1]
        await asyncio.to_thread(self.table.close)

    async def _rest(self) -> None:
        """Let no agent move until somebody comes; one that is asked goes on thinking."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def announce(self) -> None:
        """Something has changed."""
        for page in self.pages:
            page.heard = min(page.heard, len(self.table.logs[page.token]))
            page.news.set()
        self._moved.set()

    async def hear(self, page: Page, text: str) -> None:
        """What a page asks for; it is told when that is refused."""
        message: dict[str, Any] = {}
        try:
            message = object_of(text)
            await self._do(page, message)
        except REFUSED as error:
            why = " ".join(str(error).split())
            await page.send({"type": "refused", "of": str(message.get("type", "")), "why": why})
            page.news.set()
        except OSError as error:
            self._fail(_unwritten(error))
        except (KeyError, OverflowError, TypeError, ValueError):
            await page.send({"type": "refused", "why": "that message is not understood"})

    async def _do(self, page: Page, message: dict[str, Any]) -> None:
        table, kind = self.table, message["type"]
        viewer = table.viewers[page.token]
        if kind == "think":
            await self._think(page, str(message["agent"]))
            return
        if kind == "odds":
            await self._reckon(page)
            return
        if kind == "act":
            table.act(viewer, int(message["at"]), int(message["action"]))
        elif kind == "order":
            table.order(viewer, int(message["at"]), str(message["text"]))
        elif kind == "undo":
            table.undo(viewer, int(message["at"]), bool(message.get("whole")))
        elif kind == "pace":
            self._set_pace(message["pace"])
        elif kind == "step":
            self._steps = 1
        elif kind == "retry":
            table.save()
            table.fault = None
        else:
            raise ValueError(kind)
        self.announce()

    def _set_pace(self, pace: Any) -> None:
        self.table.seating.pace = pace_of(pace)
        self.table.folder.write_seating(self.table.name, self.table.seating)

    async def _think(self, page: Page, agent: str) -> None:
        table = self.table
        if table.over:
            raise BadInput("the game is over: nothing is left to think of")
        viewer, seat = table.viewers[page.token], table.game.seat(table.state)
        if not viewer.may_see(table.game, seat):
            raise BadInput("that seat is asked now, and what it knows is hidden from you")
        if agent != PERSON:
            await asyncio.to_thread(self._check, agent)
        at, state = table.at, table.game.copy(table.state)
        async with self._desk:
            found = await asyncio.to_thread(thoughts, table, state, agent)
        await page.send({"type": "thoughts", "at": at, **found})

    async def _reckon(self, page: Page) -> None:
        """The odds of the battles before the seat that is asked, if the viewer may know them."""
        table = self.table
        viewer, seat = table.viewers[page.token], table.game.seat(table.state)
        if table.over or not viewer.may_see(table.game, seat):
            return
        at, state = table.at, table.game.copy(table.state)
        async with self._desk:
            found = await asyncio.to_thread(battle_odds, table.game, state, seat)
        await page.send({"type": "odds", "at": at, "odds": found})

    async def _run_agents(self) -> None:
        """Let agents move, at the pace that is set, to the end; then their programs end too."""
        table = self.table
        while not table.over:
            self._moved.clear()
            if table.asks_person or table.fault:
                await self._moved.wait()
                continue
            delay = PACES[table.seating.pace]
            if delay is None and not self._steps:
                await self._moved.wait()
                continue
            self._steps = 0
            await self._let_move(delay or 0.0)
            self.announce()
        await asyncio.to_thread(table.close)

    async def _let_move(self, delay: float) -> None:
        """One decision of an agent, not sooner than after the delay.

        A thread cannot be stopped: what an agent was asked is kept while nobody is here, and
        awaited again by whoever comes next.
        """
        if self._asking is None:
            asking = asyncio.create_task(asyncio.to_thread(self.table.ask_agent))
            self._asking = self.table.at, asking
        at, asking = self._asking
        pause = asyncio.create_task(asyncio.sleep(delay))
        try:
            action = await asyncio.shield(asking)
            await pause
            self._asking = None
            self.table.agent_acts(at, action)
        except Stale:
            pass
        except REFUSED as error:
            self._asking = None
            self._fail(self._failed(error))
        except OSError as error:
            self._asking = None
            self._fail(_unwritten(error))
        finally:
            pause.cancel()

    def _failed(self, error: Exception) -> Fault:
        """An agent that gave no action: what it said may tell what its seat alone knows."""
        table = self.table
        words = " ".join(str(error).split())
        seat = table.game.spec.seats[table.game.seat(table.state)]
        print(f"warfront: {table.name}: {words}", file=sys.stderr)
        public = f"agent {table.record.seats[seat]!r} failed on {seat}: the terminal says why"
        return Fault(words, public)

    def _fail(self, fault: Fault) -> None:
        """Agents do not go on until somebody lets them try again."""
        self.table.fault = fault
        self.announce()


def _unwritten(error: OSError) -> Fault:
    """A decision that could not be written down."""
    words = f"the game cannot be written down: {error.strerror or error}; make room and try again"
    return Fault(words, words)
