// What stands beside the board: scores, seats, the log, and what an agent thinks.
import { fill, h, percent, pretty } from "./dom.js";
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
function line(text) {
    const dice = /^dice: ([\d ]+)$/.exec(text);
    if (dice === null)
        return h("div", { class: "more" }, pretty(text));
    const fell = (dice[1] ?? "").split(" ").map(Number);
    const faces = fell.map((n) => FACES[n] ?? String(n)).join(" ");
    return h("div", { class: "more dice", "aria-label": `dice ${fell.join(", ")}` }, faces);
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
    add(entry) {
        const before = this.entries.at(-1);
        const fresh = before?.seat !== entry.seat;
        this.entries.push(entry);
        const words = entry.words.startsWith(`${entry.seat}: `)
            ? entry.words.slice(entry.seat.length + 2)
            : entry.words.replace(`${entry.seat} `, "");
        this.element.append(h("div", { class: "entry" }, fresh ? h("b", {}, pretty(entry.seat)) : null, h("div", {}, pretty(words)), ...entry.more.map(line)));
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
