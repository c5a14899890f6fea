// The decision: what is asked, and every legal action as a button; arrows move, Enter decides.

import { fill, h, percent, pretty } from "./dom.js";
import type { BattleOdds, Offer, TableMessage } from "./types.js";

export interface Deciding {
  act(action: number): void;
  order(text: string): void;
  undo(whole: boolean): void;
  unfilter(): void;
}

/** Whole orders for prompts that begin several decisions. */
const FORMS: Record<string, string> = {
  purchase: "buy 3 infantry",
  move_from: "move 2 infantry SPACE -> SPACE",
  place: "place 2 infantry SPACE",
};

/** An order that could be typed here: the words of a choice are one too. */
function example(message: TableMessage): string {
  const form = message.game === "spring1942" ? FORMS[message.prompt] : undefined;
  const said = message.offers.find((offer) => offer.text.includes(" ")) ?? message.offers[0];
  return form ?? pretty(said?.text ?? "");
}

export class Choices {
  readonly element: HTMLElement;
  private readonly question = h("p", { class: "question", id: "question" });
  private readonly why = h("p", { class: "soft" });
  private readonly tools = h("div", { class: "row tools" });
  private readonly filter: HTMLInputElement;
  private readonly list = h("div", { class: "offers", role: "group", "aria-labelledby": "question" });
  private readonly order: HTMLFormElement;
  private readonly words = h("input", {
    type: "text",
    "aria-label": "A whole order in words",
    autocomplete: "off",
  });
  private message: TableMessage | null = null;
  private chosen = "";
  private odds: BattleOdds[] = [];

  constructor(private readonly deciding: Deciding) {
    this.filter = h("input", {
      type: "search",
      "aria-label": "Show only choices with these words",
      placeholder: "filter  /",
      autocomplete: "off",
      oninput: () => this.draw(),
      onkeydown: (event) => this.filterKey(event as KeyboardEvent),
    });
    this.order = h(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          if (this.words.value.trim()) this.deciding.order(this.words.value.trim());
          this.words.value = "";
        },
      },
      this.words,
      h("button", { type: "submit" }, "Order"),
    );
    this.list.addEventListener("keydown", (event) => this.listKey(event));
    this.element = h(
      "section",
      { class: "panel decision", "aria-label": "Decision" },
      this.question,
      this.why,
      this.tools,
      this.filter,
      this.list,
      this.order,
    );
  }

  show(message: TableMessage, chosen: string, odds: BattleOdds[]): void {
    const news = message.at !== this.message?.at;
    const held = this.list.contains(document.activeElement) || document.activeElement === document.body;
    this.message = message;
    this.chosen = chosen;
    this.odds = odds;
    if (news) this.filter.value = "";
    this.draw();
    if (news && held && message.yours) this.buttons()[0]?.focus({ preventScroll: true });
  }

  focusFilter(): void {
    this.filter.focus();
  }

  /** The nth choice of those shown, from 1. */
  focusNth(n: number): void {
    this.buttons()[n - 1]?.focus();
  }

  private buttons(): HTMLButtonElement[] {
    return [...this.list.querySelectorAll("button")];
  }

  private shown(message: TableMessage): Offer[] {
    const words = this.filter.value.trim().toLowerCase().split(/\s+/);
    return message.offers.filter(
      (offer) =>
        (this.chosen === "" || offer.keys.includes(this.chosen)) &&
        words.every((word) => pretty(offer.text).toLowerCase().includes(word)),
    );
  }

  private draw(): void {
    const message = this.message;
    if (message === null) return;
    const { asked, yours, summary } = message;
    const who = yours ? (message.holds.length > 1 ? `You decide for ${pretty(asked ?? "")}` : "You decide") : pretty(asked ?? "");
    fill(
      this.question,
      asked === null ? "" : h("strong", {}, `${who}: `),
      pretty(summary.question),
    );
    this.why.textContent = asked === null ? "" : pretty(summary.why);
    this.drawTools(message);
    this.filter.hidden = message.offers.length < 8;
    this.order.hidden = !yours;
    this.words.placeholder = `or type: ${example(message)}`;
    const groups = new Map<string, Offer[]>();
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

  private button(offer: Offer): HTMLButtonElement {
    const odds = this.odds.find((battle) => offer.keys.includes(battle.key));
    return h(
      "button",
      {
        type: "button",
        class: "offer",
        "data-action": offer.action,
        onclick: () => this.deciding.act(offer.action),
      },
      h("span", {}, pretty(offer.text)),
      odds ? h("span", { class: "soft" }, `${percent(odds.win)} win`) : null,
    );
  }

  private drawTools(message: TableMessage): void {
    const { undo, offers, yours } = message;
    const filtered = this.chosen !== "";
    fill(
      this.tools,
      yours ? h("span", { class: "soft" }, `${this.shown(message).length} of ${offers.length} choices`) : null,
      filtered
        ? h("button", { type: "button", class: "narrowed", onclick: () => this.deciding.unfilter() }, `× ${pretty(this.chosen.replace(/^\w+:/, ""))}`)
        : null,
      undo > 0
        ? h("button", { type: "button", id: "undo", title: "u", onclick: () => this.deciding.undo(false) }, "Take back")
        : null,
      undo > 1
        ? h("button", { type: "button", onclick: () => this.deciding.undo(true) }, `Take back all ${undo}`)
        : null,
    );
  }

  private filterKey(event: KeyboardEvent): void {
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      this.focusNth(1);
    } else if (event.key === "Escape") {
      this.filter.value = "";
      this.draw();
    }
  }

  private listKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const buttons = this.buttons();
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (step !== undefined && at >= 0) {
      event.preventDefault();
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      buttons.at(event.key === "Home" ? 0 : -1)?.focus();
    }
  }
}
