// What stands beside the board: scores, seats, the log, and what an agent thinks.
import { fill, h, percent, pretty } from "./dom.js";
const LATE = 12; // decisions after which a roll is no longer the news
const FACES = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
function bar(share, kind) {
    const inner = h("span", { class: `bar-in ${kind}` });
    inner.style.width = `${Math.round(1000 * Math.max(0, Math.min(1, share))) / 10}%`;
    return h("span", { class: "bar", "aria-hidden": true }, inner);
}
/** The scores of both sides on their way to the target. */
export function scores(summary) {
    return h("div", { class: "scores" }, ...summary.scores.map((score) => h("div", { class: "score" }, h("span", {}, h("b", { class: score.side }, score.side), ` ${score.value} of ${score.target} ${score.unit}`), bar(score.value / score.target, score.side))));
}
/** A row a seat: who plays it and what is known of it. */
export function seats(message) {
    const rows = message.summary.rows.map((row) => {
        const player = message.seats.find((seat) => seat.seat === row.seat)?.player ?? "";
        const own = message.holds.includes(row.seat);
        const who = own ? "you" : player === "human" ? "a person" : player;
        return h("tr", { class: row.seat === message.asked ? "asked" : "" }, h("th", { scope: "row" }, h("i", { class: `dot ${row.side}` }), pretty(row.seat)), h("td", { class: own ? "own" : "" }, who), h("td", {}, pretty(row.words)));
    });
    return h("table", { class: "seats" }, h("tbody", {}, ...rows));
}
/** Dice as volleys.py tells them; null for any other line. */
function rollOf(text) {
    const found = /^dice(?: in (.+?))?(?:, (.+?) at (\d+))?: ([\d ]+)$/.exec(text);
    if (found === null)
        return null;
    const dice = (found[4] ?? "").split(" ").map(Number);
    return { space: found[1] ?? "", who: found[2] ?? "", need: Number(found[3] ?? 0), dice };
}
/** Those of one power at one number together. */
function grouped(rolls) {
    const groups = new Map();
    for (const roll of rolls) {
        const key = `${roll.space} ${roll.who} ${roll.need}`;
        const dice = [...(groups.get(key)?.dice ?? []), ...roll.dice];
        groups.set(key, { ...roll, dice });
    }
    return [...groups.values()];
}
function rollLine(roll) {
    const hits = roll.dice.filter((die) => die <= roll.need).length;
    const said = `${roll.need} or less hits: ${hits} of ${roll.dice.length}`;
    const who = roll.who ? [h("b", {}, pretty(roll.who)), h("span", {}, said)] : [];
    const faces = roll.dice.map((die) => h("span", { class: die <= roll.need ? "hit" : "", "aria-hidden": true }, FACES[die] ?? String(die)));
    const words = `${roll.who ? `${pretty(roll.who)}, ${said}; ` : ""}dice ${roll.dice.join(", ")}`;
    return h("div", { class: "roll", role: "img", "aria-label": words }, ...who, h("span", { class: "dice" }, ...faces));
}
/** What came of a decision: its dice, then the rest. */
function lines(more) {
    const rolls = grouped(more.flatMap((text) => rollOf(text) ?? []));
    const others = more.filter((text) => rollOf(text) === null);
    return [...rolls.map(rollLine), ...others.map((text) => h("div", {}, pretty(text)))];
}
/** The log: entries of one seat behind one another stand together. */
export class Log {
    element = h("div", { class: "log", role: "log", "aria-label": "What happened", tabindex: 0 });
    entries = [];
    /** Take in what is new from entry `from` on; what stood there before has been taken back. */
    hear(news, from) {
        const kept = Math.min(from, this.entries.length);
        const low = this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < 40;
        if (from > this.entries.length || kept === 0) {
            this.entries = [];
            fill(this.element);
        }
        while (this.entries.length > kept) {
            this.entries.pop();
            this.element.lastElementChild?.remove();
        }
        if (from > 0 && this.entries.length === 0)
            this.entries.length = from;
        for (const entry of news)
            this.add(entry);
        if (low)
            this.element.scrollTop = this.element.scrollHeight;
    }
    /** The last dice that fell, with those just before in the same battle; null for none lately. */
    lastRoll() {
        const late = this.entries.slice(-LATE).filter((entry) => entry !== undefined);
        const rolled = late.map((entry) => entry.more.flatMap((text) => rollOf(text) ?? [])).filter((rolls) => rolls.length > 0);
        const last = rolled.at(-1);
        if (last === undefined)
            return null;
        const before = rolled.at(-2) ?? [];
        const space = last[0]?.space ?? "";
        const joined = space !== "" && before[0]?.space === space && before[0].who !== last[0]?.who;
        const where = space === "" ? "Last roll" : `Last roll: ${pretty(space)}`;
        return h("section", { class: "panel rolled", "aria-label": "Last roll" }, h("h2", {}, where), ...grouped(joined ? [...before, ...last] : last).map(rollLine));
    }
    add(entry) {
        const before = this.entries.at(-1);
        const fresh = before?.seat !== entry.seat;
        this.entries.push(entry);
        const words = entry.words.startsWith(`${entry.seat}: `)
            ? entry.words.slice(entry.seat.length + 2)
            : entry.words.replace(`${entry.seat} `, "");
        this.element.append(h("div", { class: "entry" }, fresh ? h("b", {}, pretty(entry.seat)) : null, h("div", {}, pretty(words)), ...lines(entry.more).map((line) => h("div", { class: "more" }, line))));
    }
}
/** Odds of battles, a row each. */
export function oddsRows(odds) {
    if (odds.length === 0)
        return null;
    return h("div", { class: "odds" }, ...odds.map((battle) => h("div", { class: "odd" }, h("div", { class: "row" }, h("b", {}, pretty(battle.name)), h("span", {}, `attacker wins ${percent(battle.win)}`)), bar(battle.win, "plain"), h("div", { class: "soft" }, pretty(battle.words)))));
}
/** What an agent thinks. */
export function thoughts(found, now) {
    const value = found.value;
    return h("div", { class: "thoughts", "aria-live": "polite" }, h("p", {}, h("b", {}, found.agent), ` for ${pretty(found.seat)} (${found.measure})`), now === found.at ? null : h("p", { class: "soft" }, "about an earlier decision"), h("ol", {}, ...found.choices.map((choice) => h("li", {}, h("span", { class: "row" }, h("span", {}, pretty(choice.text)), h("b", {}, percent(choice.share))), bar(choice.share, "plain")))), value === null
        ? null
        : h("p", {}, Object.entries(value.sides)
            .map(([side, share]) => `${side} ${percent(share)}`)
            .join(", "), h("span", { class: "soft" }, ` to win, by ${value.playouts} ${value.playouts === 1 ? "playout" : "playouts"}`)), oddsRows(found.odds));
}
