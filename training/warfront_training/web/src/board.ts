// The board: the server's picture, with what may be chosen lit, clicked or reached by keyboard.

import { fill, h, pretty } from "./dom.js";
import { Sheet, meaning } from "./sheet.js";
import type { Offer, TableMessage } from "./types.js";

/** A copy of a shape, to be drawn on top. */
function copied(shape: Element, key: string, kind: string): SVGElement {
  const copy = shape.cloneNode(false) as SVGElement;
  copy.setAttribute("class", kind);
  copy.dataset["of"] = key;
  return copy;
}

export class Board {
  readonly frame = new Sheet();
  private readonly sheet = this.frame.box;
  private shown = "";
  private at = -1;

  constructor(private readonly choose: (key: string) => void) {
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "Board"]] as const) {
      this.sheet.setAttribute(name, value);
    }
    this.sheet.addEventListener("click", (event) => this.picked(event.target));
    this.sheet.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      if (this.picked(event.target)) event.preventDefault();
    });
    for (const kind of ["mouseover", "focusin"]) {
      this.sheet.addEventListener(kind, (event) => this.point(event.target));
    }
    for (const kind of ["mouseleave", "focusout"]) {
      this.sheet.addEventListener(kind, () => this.point(null));
    }
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
    this.outline(message.origin, chosen);
    this.frame.fit();
    this.frame.tell();
    if (message.at !== this.at) this.bringIntoView(message);
    this.at = message.at;
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

  /** Outlines of what is lit, on top: spaces drawn later would cover their own. Names stay above them. */
  private outline(origin: string, chosen: string): void {
    const svg = this.sheet.querySelector("svg");
    svg?.querySelector(".outlines")?.remove();
    if (!svg) return;
    const layer = document.createElementNS(svg.namespaceURI, "g");
    layer.setAttribute("class", "outlines");
    const rims: Element[] = [];
    for (const part of svg.querySelectorAll<SVGElement>("[data-key]")) {
      const key = meaning(part);
      const first = key === origin || key === chosen;
      if (!(first || part.classList.contains("lit")) || /^(name|stack):/.test(part.dataset["key"] ?? "")) continue;
      for (const shape of part.querySelectorAll(":scope > rect, :scope > polygon")) {
        layer.append(copied(shape, key, "halo"));
        const rim = copied(shape, key, "rim");
        rim.classList.toggle("chosen", key === chosen);
        rim.classList.toggle("origin", key === origin);
        if (first) rims.push(rim);
        else rims.unshift(rim);
      }
    }
    const names = document.createElementNS(svg.namespaceURI, "g");
    names.setAttribute("class", "names");
    for (const words of svg.querySelectorAll("[data-key^='name:'].lit > text")) names.append(words.cloneNode(true));
    layer.append(...rims, names);
    svg.append(layer);
  }

  private point(target: EventTarget | null): void {
    const part = target instanceof Element ? target.closest<SVGElement>("[data-key].lit") : null;
    const key = part === null ? "" : meaning(part);
    for (const rim of this.sheet.querySelectorAll<SVGElement>(".outlines > .rim")) {
      rim.classList.toggle("pointed", key !== "" && rim.dataset["of"] === key);
    }
  }

  /** Scroll to what a new decision is of; where some of its choices are in view, leave it. */
  private bringIntoView(message: TableMessage): void {
    const parts = [...this.sheet.querySelectorAll<SVGElement>("[data-key]")];
    const origin = parts.find((part) => message.origin !== "" && meaning(part) === message.origin);
    const lit = parts.filter((part) => part.classList.contains("lit"));
    const home = parts.find((part) => message.home !== "" && meaning(part) === message.home);
    const opening = this.at < 0;
    const sees = (part: Element): boolean => this.frame.sees(part);
    if (origin ? sees(origin) : !opening && (lit.length === 0 || lit.some(sees))) return;
    const wanted = origin ?? (opening ? (home ?? lit[0]) : lit[0]);
    if (wanted !== undefined) this.frame.reveal(wanted);
  }

  private picked(target: EventTarget | null): boolean {
    const part = target instanceof Element ? target.closest<SVGElement>("[data-key].lit") : null;
    if (part === null) return false;
    this.choose(meaning(part));
    return true;
  }
}
