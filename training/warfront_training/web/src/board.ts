// The board: the server's picture, with what may be chosen lit, clicked or reached by keyboard.

import { fill, h, pretty } from "./dom.js";
import type { Offer, TableMessage } from "./types.js";

const ZOOMS = [1, 1.5, 2, 3, 4];

/** What a part of the picture stands for: names and units of a space are the space. */
function meaning(part: SVGElement): string {
  const key = part.dataset["key"] ?? "";
  return key.replace(/^(name|stack|mark):/, "space:").replace(/^power:/, "seat:");
}

export class Board {
  readonly element: HTMLElement;
  private readonly sheet: HTMLElement;
  private readonly zoomWords: HTMLElement;
  private zoom = 0;
  private shown = "";

  constructor(private readonly choose: (key: string) => void) {
    this.sheet = h("div", { class: "sheet", tabindex: 0, role: "group", "aria-label": "Board" });
    this.sheet.addEventListener("click", (event) => this.picked(event.target));
    this.sheet.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      if (this.picked(event.target)) event.preventDefault();
    });
    this.zoomWords = h("span", { class: "soft" }, "100%");
    this.element = h(
      "section",
      { class: "board", "aria-label": "Board" },
      this.sheet,
      h(
        "div",
        { class: "zoom", role: "group", "aria-label": "Size of the board" },
        h("button", { type: "button", "aria-label": "Smaller", onclick: () => this.resize(-1) }, "−"),
        this.zoomWords,
        h("button", { type: "button", "aria-label": "Larger", onclick: () => this.resize(1) }, "+"),
      ),
    );
  }

  /** Show a board; parts that offers concern are lit, those of `chosen` more so. */
  show(message: TableMessage, chosen: string): void {
    const { kind, body } = message.board;
    if (body !== this.shown) {
      this.shown = body;
      if (kind === "svg") this.sheet.innerHTML = body;
      else fill(this.sheet, h("pre", { class: "plain" }, body));
    }
    this.light(message.offers, chosen);
  }

  private light(offers: Offer[], chosen: string): void {
    const lit = new Set(offers.flatMap((offer) => offer.keys));
    const reached = new Set<string>(); // one stop of the Tab key for all parts of a thing
    for (const part of this.sheet.querySelectorAll<SVGElement>("[data-key]")) {
      const key = meaning(part);
      const on = lit.has(key);
      part.classList.toggle("lit", on);
      part.classList.toggle("chosen", key !== "" && key === chosen);
      if (on && !reached.has(key)) {
        reached.add(key);
        part.setAttribute("tabindex", "0");
        part.setAttribute("role", "button");
        const title = part.querySelector("title")?.textContent ?? key.replace(/^\w+:/, "");
        part.setAttribute("aria-label", pretty(title));
      } else {
        for (const name of ["tabindex", "role", "aria-label"]) part.removeAttribute(name);
      }
    }
  }

  private picked(target: EventTarget | null): boolean {
    const part = target instanceof Element ? target.closest<SVGElement>("[data-key].lit") : null;
    if (part === null) return false;
    this.choose(meaning(part));
    return true;
  }

  private resize(by: number): void {
    this.zoom = Math.max(0, Math.min(ZOOMS.length - 1, this.zoom + by));
    const zoom = ZOOMS[this.zoom] ?? 1;
    this.sheet.style.setProperty("--zoom", String(zoom));
    this.zoomWords.textContent = `${Math.round(100 * zoom)}%`;
  }
}
