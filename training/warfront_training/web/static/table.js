// A table: everything around one game.
import { Board } from "./board.js";
import { Choices } from "./choices.js";
import { byId, fill, h, pretty } from "./dom.js";
import { Log, oddsRows, scores, seats, thoughts } from "./panels.js";
import { Line } from "./socket.js";
const PACES = ["step", "slow", "steady", "fast"];
export class TablePage {
    id;
    token;
    line;
    board = new Board((key) => this.pick(key));
    choices = new Choices({
        act: (action) => this.say("act", { action }),
        order: (text) => this.say("order", { text }),
        undo: (whole) => this.say("undo", { whole }),
        unfilter: () => this.pick(""),
    });
    log = new Log();
    title = h("div", { class: "title" });
    seats = h("div", {});
    odds = h("div", {});
    result = h("div", { class: "result", role: "status", hidden: true });
    pace = h("div", { class: "row pace", role: "group", "aria-label": "Pace of agents" });
    adviser = h("input", { type: "text", list: "advisers", "aria-label": "Agent that thinks" });
    advisers = h("datalist", { id: "advisers" });
    advised = false;
    thoughts = h("div", {});
    message = null;
    known = [];
    chosen = "";
    heardThoughts = null;
    waiting = false; // for an agent's thoughts
    refusal = ""; // of what the person asked for last; stands until the next act or decision
    cut = false; // the server does not answer
    constructor(id, token) {
        this.id = id;
        this.token = token;
        this.build();
        const scheme = location.protocol === "https:" ? "wss" : "ws";
        this.line = new Line(`${scheme}://${location.host}/ws/${encodeURIComponent(id)}?token=${encodeURIComponent(token)}`, (message) => this.hear(message), (open) => {
            this.cut = !open;
            if (this.cut)
                this.waiting = false;
            this.notice();
        });
        document.addEventListener("keydown", (event) => this.key(event));
    }
    build() {
        const think = h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); this.think(); } }, this.adviser, this.advisers, h("button", { type: "submit", title: "t" }, "Think"));
        fill(byId("main"), h("div", { class: "table" }, h("div", { class: "left" }, this.title, this.result, this.board.frame.element), h("div", { class: "right" }, this.choices.element, this.odds, h("section", { class: "panel", "aria-label": "Seats" }, this.seats, this.pace), h("details", { class: "panel", id: "mind" }, h("summary", {}, "What an agent thinks"), think, this.thoughts)), h("div", { class: "below" }, h("details", { class: "panel", open: true }, h("summary", {}, "What happened"), this.log.element))));
    }
    say(type, more) {
        if (type !== "odds")
            this.refusal = ""; // the page asks for odds by itself
        this.notice();
        this.line.send({ type, at: this.message?.at ?? -1, ...more });
    }
    hear(message) {
        if (message.type === "table") {
            if (message.at !== this.message?.at) {
                this.chosen = "";
                this.known = [];
                this.refusal = "";
            }
            this.message = message;
            this.notice();
            this.log.hear(message.log, message.log_from);
            this.draw();
            if (message.odds)
                this.say("odds", {});
        }
        else if (message.type === "odds") {
            if (message.at !== this.message?.at)
                return;
            this.known = message.odds;
            this.draw();
        }
        else if (message.type === "thoughts") {
            this.heardThoughts = message;
            this.waiting = false;
            this.draw();
        }
        else {
            this.refuse(message);
        }
    }
    refuse(message) {
        this.refusal = message.why;
        if (message.of === "think") {
            this.heardThoughts = null;
            this.waiting = false;
        }
        this.notice();
        this.draw();
    }
    /** What is wrong, if anything: the line is cut, the last wish was refused, agents have failed. */
    notice() {
        const words = this.cut
            ? "The server does not answer; trying again."
            : this.refusal || (this.message?.fault ?? "");
        const retry = this.message?.fault
            ? h("button", { type: "button", onclick: () => this.say("retry", {}) }, "Try again")
            : null;
        byId("notice").hidden = words === "";
        fill(byId("notice"), words, retry);
    }
    draw() {
        const message = this.message;
        if (message === null)
            return;
        const eyes = message.eyes === null ? "watching" : `as ${pretty(message.eyes)}`;
        document.body.dataset["at"] = String(message.at);
        document.title = `${message.yours ? "● " : ""}${pretty(message.summary.title)} — warfront`;
        fill(this.title, h("h1", {}, pretty(message.summary.title), " ", h("small", {}, eyes)), scores(message.summary));
        this.board.show(message, this.chosen);
        this.choices.show(message, this.chosen, this.known);
        fill(this.odds, this.log.lastRoll(), this.oddsPanel());
        fill(this.seats, seats(message));
        this.drawPace(message);
        fill(this.advisers, ...message.advisers.map((name) => h("option", { value: name })));
        if (!this.advised && message.advisers.length > 0)
            this.adviser.value = message.advisers[0] ?? "staff";
        this.advised = true; // what stands there from now on is the person's own
        this.drawThoughts(message);
        this.drawResult(message);
        byId("spoken").textContent = message.yours ? `You decide: ${pretty(message.summary.question)}` : "";
    }
    drawThoughts(message) {
        const found = this.heardThoughts;
        const words = "thinking… (an agent's first thoughts on a machine compile, which may take minutes)";
        fill(this.thoughts, this.waiting ? h("p", { class: "soft" }, words) : found ? thoughts(found, message.at) : null);
    }
    oddsPanel() {
        const rows = oddsRows(this.known);
        return rows === null ? null : h("section", { class: "panel", "aria-label": "Odds" }, h("h2", {}, "Odds"), rows);
    }
    drawPace(message) {
        const buttons = PACES.map((pace) => h("button", {
            type: "button",
            "aria-pressed": String(pace === message.pace),
            onclick: () => this.say("pace", { pace }),
        }, pace));
        const step = message.pace === "step" && message.thinking
            ? h("button", { type: "button", class: "go", title: "space", onclick: () => this.say("step", {}) }, "Next ▸")
            : null;
        fill(this.pace, h("span", { class: "soft" }, "agents"), ...buttons, step);
    }
    drawResult(message) {
        const over = message.over;
        this.result.hidden = over === null;
        if (over === null)
            return;
        const of = `/api/tables/${encodeURIComponent(this.id)}`;
        const token = `?token=${encodeURIComponent(this.token)}`;
        const won = Object.entries(over.returns).filter(([, value]) => value > 0).map(([seat]) => pretty(seat));
        fill(this.result, h("b", {}, message.summary.question), h("span", {}, ` ${won.length ? `Winners: ${won.join(", ")}. ` : ""}${over.decisions} decisions. `), h("a", { href: `${of}/replay${token}`, target: "_blank" }, "Replay"), " ", h("a", { href: `${of}/replay${token}`, download: `${this.id}.html` }, "Replay as a file"), " ", h("a", { href: `${of}/record${token}`, download: true }, "Record"));
    }
    pick(key) {
        const message = this.message;
        if (message === null)
            return;
        const found = message.offers.filter((offer) => offer.keys.includes(key));
        const only = found.length === 1 ? found[0] : undefined;
        if (only !== undefined && (message.quick || key === this.chosen)) {
            this.say("act", { action: only.action });
            return;
        }
        this.chosen = key;
        this.draw();
        if (key !== "")
            this.choices.focusNth(1);
    }
    think() {
        this.waiting = true;
        this.draw();
        this.say("think", { agent: this.adviser.value.trim() || "staff" });
    }
    key(event) {
        if (document.querySelector("dialog[open]") !== null)
            return; // Help has the keys
        const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
        if (typing || event.ctrlKey || event.metaKey || event.altKey)
            return;
        if (/^[1-9]$/.test(event.key))
            this.choices.focusNth(Number(event.key));
        else if (event.key === "/")
            this.choices.focusFilter();
        else if (event.key === "u" && (this.message?.undo ?? 0) > 0)
            this.say("undo", { whole: false });
        else if (event.key === "t") {
            byId("mind").setAttribute("open", "");
            this.think();
        }
        else if (event.key === "Escape")
            this.pick("");
        else if (event.key === "n")
            this.say("step", {});
        else if (event.key === "+" || event.key === "-")
            this.board.frame.resize(event.key === "+" ? 1 : -1);
        else
            return;
        event.preventDefault();
    }
}
