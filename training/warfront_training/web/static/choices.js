// The decision: what is asked, and every legal action as a button; arrows move, Enter decides.
import { fill, h, percent, pretty } from "./dom.js";
/** Whole orders for prompts that begin several decisions. */
const FORMS = {
    purchase: "buy 3 infantry",
    move_from: "move 2 infantry SPACE -> SPACE",
    place: "place 2 infantry SPACE",
};
/** An order that could be typed here: the words of a choice are one too. */
function example(message) {
    const form = message.game === "spring1942" ? FORMS[message.prompt] : undefined;
    const said = message.offers.find((offer) => offer.text.includes(" ")) ?? message.offers[0];
    return form ?? pretty(said?.text ?? "");
}
export class Choices {
    deciding;
    element;
    question = h("p", { class: "question", id: "question" });
    why = h("p", { class: "soft" });
    tools = h("div", { class: "row tools" });
    filter;
    list = h("div", { class: "offers", role: "group", "aria-labelledby": "question" });
    order;
    words = h("input", {
        type: "text",
        "aria-label": "A whole order in words",
        autocomplete: "off",
    });
    message = null;
    chosen = "";
    odds = [];
    constructor(deciding) {
        this.deciding = deciding;
        this.filter = h("input", {
            type: "search",
            "aria-label": "Show only choices with these words",
            placeholder: "filter  /",
            autocomplete: "off",
            oninput: () => this.draw(),
            onkeydown: (event) => this.filterKey(event),
        });
        this.order = h("form", {
            class: "row",
            onsubmit: (event) => {
                event.preventDefault();
                if (this.words.value.trim())
                    this.deciding.order(this.words.value.trim());
                this.words.value = "";
            },
        }, this.words, h("button", { type: "submit" }, "Order"));
        this.list.addEventListener("keydown", (event) => this.listKey(event));
        this.element = h("section", { class: "panel decision", "aria-label": "Decision" }, this.question, this.why, this.tools, this.filter, this.list, this.order);
    }
    show(message, chosen, odds) {
        const news = message.at !== this.message?.at;
        const held = this.list.contains(document.activeElement) || document.activeElement === document.body;
        this.message = message;
        this.chosen = chosen;
        this.odds = odds;
        if (news)
            this.filter.value = "";
        this.draw();
        if (news && held && message.yours)
            this.buttons()[0]?.focus({ preventScroll: true });
    }
    focusFilter() {
        this.filter.focus();
    }
    /** The nth choice of those shown, from 1. */
    focusNth(n) {
        this.buttons()[n - 1]?.focus();
    }
    buttons() {
        return [...this.list.querySelectorAll("button")];
    }
    shown(message) {
        const words = this.filter.value.trim().toLowerCase().split(/\s+/);
        return message.offers.filter((offer) => (this.chosen === "" || offer.keys.includes(this.chosen)) &&
            words.every((word) => pretty(offer.text).toLowerCase().includes(word)));
    }
    draw() {
        const message = this.message;
        if (message === null)
            return;
        const { asked, yours, summary } = message;
        const who = yours ? (message.holds.length > 1 ? `You decide for ${pretty(asked ?? "")}` : "You decide") : pretty(asked ?? "");
        fill(this.question, asked === null ? "" : h("strong", {}, `${who}: `), pretty(summary.question));
        this.why.textContent = asked === null ? "" : pretty(summary.why);
        this.drawTools(message);
        this.filter.hidden = message.offers.length < 8;
        this.order.hidden = !yours;
        this.words.placeholder = `or type: ${example(message)}`;
        const groups = new Map();
        for (const offer of this.shown(message)) {
            groups.set(offer.group, [...(groups.get(offer.group) ?? []), offer]);
        }
        const parts = [...groups].flatMap(([group, offers]) => [
            ...(group && groups.size > 1 ? [h("h3", {}, group)] : []),
            h("ul", {}, ...offers.map((offer) => h("li", {}, this.button(offer)))),
        ]);
        fill(this.list, ...parts);
        this.list.hidden = !yours;
    }
    button(offer) {
        const odds = this.odds.find((battle) => offer.keys.includes(battle.key));
        return h("button", {
            type: "button",
            class: "offer",
            "data-action": offer.action,
            onclick: () => this.deciding.act(offer.action),
        }, h("span", {}, pretty(offer.text)), odds ? h("span", { class: "soft" }, `${percent(odds.win)} win`) : null);
    }
    drawTools(message) {
        const { undo, offers, yours } = message;
        const filtered = this.chosen !== "";
        fill(this.tools, yours ? h("span", { class: "soft" }, `${this.shown(message).length} of ${offers.length} choices`) : null, filtered
            ? h("button", { type: "button", class: "narrowed", onclick: () => this.deciding.unfilter() }, `× ${pretty(this.chosen.replace(/^\w+:/, ""))}`)
            : null, undo > 0
            ? h("button", { type: "button", id: "undo", title: "u", onclick: () => this.deciding.undo(false) }, "Take back")
            : null, undo > 1
            ? h("button", { type: "button", onclick: () => this.deciding.undo(true) }, `Take back all ${undo}`)
            : null);
    }
    filterKey(event) {
        if (event.key === "ArrowDown" || event.key === "Enter") {
            event.preventDefault();
            this.focusNth(1);
        }
        else if (event.key === "Escape") {
            this.filter.value = "";
            this.draw();
        }
    }
    listKey(event) {
        const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
        const buttons = this.buttons();
        const at = buttons.indexOf(document.activeElement);
        if (step !== undefined && at >= 0) {
            event.preventDefault();
            buttons[(at + step + buttons.length) % buttons.length]?.focus();
        }
        else if (event.key === "Home" || event.key === "End") {
            event.preventDefault();
            buttons.at(event.key === "Home" ? 0 : -1)?.focus();
        }
    }
}
