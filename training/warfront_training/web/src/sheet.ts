// A picture in a box: made larger and smaller, moved to what matters, and told of in words.
// It imports nothing: replays carry it in their one page.

const ZOOMS = [1, 1.5, 2, 2.5, 3, 4, 6]; // 1: the whole picture is as wide as the box
const READABLE = 750; // pixels across, from which the names in a picture can be read
const HINT = "Point at something on the board: it is told of here.";

/** What a part of the picture stands for: names and units of a space are the space. */
export function meaning(part: SVGElement): string {
  const key = part.dataset["key"] ?? "";
  return key.replace(/^(name|stack|mark):/, "space:").replace(/^power:/, "seat:");
}

/** What titles say of one thing, whose name stands first in each: the name, and all the rest. */
export function told(titles: string[]): [string, string] {
  const name = /^(.*?)(?:[,:;] |$)/.exec(titles[0] ?? "")?.[1] ?? "";
  const parts = titles.map((title) => (title.startsWith(name) ? title.slice(name.length).replace(/^[,:;] /, "") : title));
  return [name, [...new Set(parts)].filter((part) => part !== "").join("; ").replaceAll("_", " ")];
}

export class Sheet {
  readonly element = document.createElement("section");
  readonly box = document.createElement("div");
  private readonly about = document.createElement("p");
  private readonly size = document.createElement("span");
  private zoom = 0; // none yet
  private chosen = false; // a person has set the size
  private pointed = "";

  constructor() {
    this.element.className = "board";
    this.element.setAttribute("aria-label", "Board");
    this.box.className = "sheet";
    this.about.className = "about";
    this.size.className = "soft";
    const tools = document.createElement("div");
    tools.className = "zoom";
    tools.setAttribute("role", "group");
    tools.setAttribute("aria-label", "Size of the board");
    tools.append(this.button("−", "Smaller", -1), this.size, this.button("+", "Larger", 1));
    const foot = document.createElement("div");
    foot.className = "foot";
    foot.append(this.about, tools);
    this.element.append(this.box, foot);
    this.tell();
    for (const kind of ["mouseover", "focusin"]) {
      this.box.addEventListener(kind, (event) => this.point(event.target));
    }
    this.box.addEventListener("mouseleave", () => this.point(null));
    new ResizeObserver(() => this.fit()).observe(this.box);
  }

  /** Choose the size at which names can be read, unless a person has chosen one. */
  fit(): void {
    const wide = this.box.clientWidth;
    if (this.chosen || wide === 0) return;
    const zoom = ZOOMS.find((each) => each * wide >= READABLE) ?? 1;
    if (zoom !== this.zoom) this.set(zoom);
  }

  /** Make the picture a step larger or smaller; its middle stays in the middle. */
  resize(by: number): void {
    const at = Math.max(0, ZOOMS.indexOf(this.zoom)) + by;
    this.chosen = true;
    this.set(ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, at))] ?? 1);
  }

  /** Say anew what is pointed at: the picture has changed. */
  tell(): void {
    const parts = [...this.box.querySelectorAll<SVGElement>("[data-key]")];
    const titles = parts
      .filter((part) => this.pointed !== "" && meaning(part) === this.pointed)
      .flatMap((part) => part.querySelector(":scope > title")?.textContent ?? []);
    const name = document.createElement("b");
    const [first, rest] = told(titles);
    name.textContent = first;
    this.about.classList.toggle("soft", first === "");
    this.about.replaceChildren(...(first === "" ? [HINT] : [name, ` ${rest}`]));
  }

  /** Whether the middle of a part is in view. */
  sees(part: Element): boolean {
    const [x, y] = this.middle([part]);
    return x > 0 && x < this.box.clientWidth && y > 0 && y < this.box.clientHeight;
  }

  /** Scroll until the middle of what parts cover is in the middle. */
  reveal(...parts: Element[]): void {
    const [x, y] = this.middle(parts);
    this.box.scrollBy(x - this.box.clientWidth / 2, y - this.box.clientHeight / 2);
  }

  /** The middle of what parts cover together, from the corner of what is in view. */
  private middle(parts: Element[]): [number, number] {
    const outer = this.box.getBoundingClientRect();
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const x = Math.min(...boxes.map((box) => box.left)) + Math.max(...boxes.map((box) => box.right));
    const y = Math.min(...boxes.map((box) => box.top)) + Math.max(...boxes.map((box) => box.bottom));
    return [x / 2 - outer.left, y / 2 - outer.top];
  }

  private set(zoom: number): void {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.box;
    const x = (scrollLeft + clientWidth / 2) / scrollWidth;
    const y = (scrollTop + clientHeight / 2) / scrollHeight;
    this.zoom = zoom;
    this.box.style.setProperty("--zoom", String(zoom));
    this.box.scrollTo(
      x * this.box.scrollWidth - this.box.clientWidth / 2,
      y * this.box.scrollHeight - this.box.clientHeight / 2,
    );
    this.size.textContent = `${Math.round(100 * zoom)}%`;
  }

  private point(target: EventTarget | null): void {
    const part = target instanceof Element ? target.closest<SVGElement>("[data-key]") : null;
    this.pointed = part === null ? "" : meaning(part);
    this.tell();
  }

  private button(sign: string, label: string, by: number): HTMLButtonElement {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", () => this.resize(by));
    return made;
  }
}
