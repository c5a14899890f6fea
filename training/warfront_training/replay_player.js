// Plays a timeline (replay_timeline.py) inside an element: board, slider, chapters, plots.
// The board lies on a Sheet (web/static/sheet.js), which stands before this.
const ON_BOARD = /^(?:stack|space|card|back):/; // parts that tell where something happens

/** A picture's parts at a move: the last whole frame and what changed since. */
function partsAt(timeline, move) {
  let start = move;
  while (!timeline.frames[start].all) start -= 1;
  const parts = timeline.frames[start].all.slice();
  for (let k = start + 1; k <= move; k += 1) {
    for (const [at, part] of timeline.frames[k].set) parts[at] = part;
  }
  return parts;
}

/** The move that a link names (`#move=123`), within the game; 0 where it names none. */
function moveOfLink(hash, last) {
  const found = /(?:^#|&)move=(\d+)/.exec(hash);
  return found ? Math.min(Number(found[1]), last) : 0;
}

/** Names as people read them: blanks for underscores. */
function plain(words) {
  return words.replaceAll("_", " ");
}

function element(tag, attributes = {}, words = "") {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = words;
  return made;
}

const ICONS = {
  start: "M2 2h2v12H2zM14 2v12L5 8z",
  before: "M8 2v12L1 8zM15 2v12L8 8z",
  back: "M11 2v12L4 8z",
  play: "M3 1v14l11-7z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  forward: "M5 2v12l7-6z",
  next: "M1 2v12l7-6zM8 2v12l7-6z",
  end: "M12 2h2v12h-2zM2 2v12l9-6z",
};

/** A button's sign, drawn: no font is sure to have it. */
function iconOf(name) {
  return `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

/** A stepped line through [move, value] pairs in a box of width x height. */
function stepPath(values, last, top, width, height) {
  const x = (move) => ((move / Math.max(last, 1)) * width).toFixed(1);
  const y = (value) => (height - (value / top) * (height - 6)).toFixed(1);
  let path = `M0,${y(values[0][1])}`;
  for (const [move, value] of values) path += `H${x(move)}V${y(value)}`;
  return `${path}H${width}`;
}

class ReplayPlayer {
  /**
   * @param {HTMLElement} root where it is shown
   * @param {object} timeline what `timeline(record)` gave
   * @param {{link?: boolean}} options link: keep the move in the page's address
   */
  constructor(root, timeline, options = {}) {
    this.timeline = timeline;
    this.last = timeline.frames.length - 1;
    this.move = -1;
    this.timer = 0;
    this.link = options.link ?? false;
    root.classList.add("replay");
    root.append(this.makeBoard(), this.makeControls(), this.makePlots(), this.makeChapters());
    root.addEventListener("keydown", (event) => this.onKey(event));
    if (this.link) {
      document.addEventListener("keydown", (event) => {
        if (event.target === document.body) this.onKey(event);
      });
      window.addEventListener("hashchange", () => this.go(moveOfLink(location.hash, this.last)));
    }
    this.go(this.link ? moveOfLink(location.hash, this.last) : 0);
  }

  makeBoard() {
    this.board = new Sheet();
    this.board.box.innerHTML = `${this.timeline.head}<g></g></svg>`;
    this.sheet = this.board.box.querySelector("svg > g");
    return this.board.element;
  }

  makeControls() {
    const box = element("div", { class: "replay-controls" });
    const button = (icon, label, act) => {
      const made = element("button", { type: "button", "aria-label": label, title: label });
      made.innerHTML = iconOf(icon);
      made.addEventListener("click", act);
      box.append(made);
      return made;
    };
    button("start", "start (Home)", () => this.go(0));
    button("before", "chapter before ([)", () => this.toChapter(-1));
    button("back", "back (left arrow)", () => this.go(this.move - 1));
    this.playButton = button("play", "play or pause (space)", () => this.toggle());
    button("forward", "forward (right arrow)", () => this.go(this.move + 1));
    button("next", "next chapter (])", () => this.toChapter(1));
    button("end", "end (End)", () => this.go(this.last));
    this.speed = element("select", { "aria-label": "speed" });
    for (const rate of [1, 2, 4, 10, 30]) {
      this.speed.append(element("option", { value: rate }, `${rate} a second`));
    }
    this.speed.value = "4";
    this.speed.addEventListener("change", () => this.timer && this.play());
    this.where = element("span", { class: "replay-where", "aria-live": "off" });
    box.append(this.speed, this.where);
    this.slider = element("input", {
      type: "range", min: 0, max: this.last, step: 1, "aria-label": "decision",
    });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.words = element("p", { class: "replay-words" });
    const whole = element("div", { class: "replay-bar" });
    whole.append(this.slider, this.makeMarks(), box, this.words);
    return whole;
  }

  /** Ticks of the chapters below the slider. */
  makeMarks() {
    const marks = element("div", { class: "replay-marks" });
    for (const chapter of this.timeline.chapters) {
      const left = `${(100 * chapter.move) / Math.max(this.last, 1)}%`;
      const tick = element("i", { class: chapter.kind, style: `left:${left}` });
      marks.append(tick);
    }
    return marks;
  }

  makePlots() {
    const box = element("div", { class: "replay-plots" });
    this.cursors = [];
    for (const plot of this.timeline.plots) {
      const top = Math.max(1, ...plot.lines.flatMap((line) => line.values.map((pair) => pair[1])));
      const figure = element("figure");
      const lines = plot.lines.map(
        (line) => `<path class="line ${line.name}" d="${stepPath(line.values, this.last, top, 600, 120)}"/>`,
      );
      figure.innerHTML =
        `<svg viewBox="0 0 600 124" preserveAspectRatio="none" role="img">${lines.join("")}` +
        '<line class="cursor" y1="0" y2="124"/></svg>';
      const key = element("figcaption");
      key.append(element("b", {}, plot.title));
      const counts = plot.lines.map((line) => {
        const label = element("span", { class: line.name });
        key.append(label);
        return { line, label };
      });
      figure.prepend(key);
      const svg = figure.querySelector("svg");
      svg.addEventListener("click", (event) => {
        const edge = svg.getBoundingClientRect();
        this.go(Math.round(((event.clientX - edge.left) / edge.width) * this.last));
      });
      this.cursors.push({ cursor: svg.querySelector(".cursor"), counts });
      box.append(figure);
    }
    return box;
  }

  makeChapters() {
    const list = element("ol", { class: "replay-chapters", "aria-label": "chapters" });
    this.entries = this.timeline.chapters.map((chapter) => {
      const entry = element("li", { class: chapter.kind });
      const jump = element("button", { type: "button" }, chapter.title);
      jump.prepend(element("span", { class: "at" }, String(chapter.move)));
      jump.addEventListener("click", () => this.go(chapter.move));
      entry.append(jump);
      list.append(entry);
      return entry;
    });
    this.list = list;
    return list;
  }

  /** Show the game after so many decisions. */
  go(move) {
    const next = Math.max(0, Math.min(move, this.last));
    if (next === this.move) return;
    const parts = partsAt(this.timeline, next);
    this.sheet.innerHTML = parts.map((part) => this.timeline.parts[part]).join("");
    this.move = next;
    this.showChanged(parts);
    this.slider.value = String(next);
    this.where.textContent = `${next} of ${this.last}`;
    this.tell(next);
    this.follow(next);
    if (next === this.last) this.pause();
    if (this.link) history.replaceState(null, "", `#move=${next}`);
  }

  /** Mark what the last decision has changed on the board, and bring it into view. */
  showChanged(parts) {
    this.board.fit();
    this.board.tell();
    const before = new Set(this.move > 0 ? partsAt(this.timeline, this.move - 1) : parts);
    const news = [...this.sheet.children].filter((_, place) => !before.has(parts[place]));
    let places = news.filter((part) => ON_BOARD.test(part.dataset.key ?? ""));
    for (const part of places) part.classList.add("changed");
    if (places.length === 0) places = news.filter((part) => part.querySelector(":scope > .asked"));
    if (places.length > 0 && !places.every((part) => this.board.sees(part))) this.board.reveal(...places);
  }

  /** The words of the last decision, in the colour of its side. */
  tell(move) {
    const said = move > 0 ? this.timeline.moves[move - 1] : null;
    this.words.className = "replay-words";
    if (!said) {
      this.words.textContent = "The start of the game.";
      return;
    }
    const seat = this.timeline.seats[said[0]];
    const news = (this.timeline.news?.[move] ?? []).map((line) => element("span", {}, plain(line)));
    this.words.classList.add(seat.side);
    this.words.replaceChildren(element("b", {}, seat.name), ` ${plain(said[1])}`, ...news);
  }

  /** Cursors of the plots, their values, and the chapter that is on. */
  follow(move) {
    const x = (600 * move) / Math.max(this.last, 1);
    for (const { cursor, counts } of this.cursors) {
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
      for (const { line, label } of counts) {
        let value = 0;
        for (const [at, found] of line.values) if (at <= move) value = found;
        label.textContent = `${line.name} ${value}`;
      }
    }
    const at = this.timeline.chapters.findLastIndex((chapter) => chapter.move <= move);
    this.entries.forEach((entry, k) => entry.classList.toggle("now", k === at));
    const entry = this.entries[at];
    if (entry) this.list.scrollTop = entry.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  toChapter(way) {
    const moves = this.timeline.chapters.map((chapter) => chapter.move);
    const ahead = way > 0
      ? moves.find((move) => move > this.move)
      : moves.findLast((move) => move < this.move);
    this.go(ahead ?? (way > 0 ? this.last : 0));
  }

  toggle() {
    if (this.timer) this.pause();
    else {
      if (this.move === this.last) this.go(0);
      this.play();
    }
  }

  play() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.go(this.move + 1), 1000 / Number(this.speed.value));
    this.playButton.innerHTML = iconOf("pause");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.playButton.innerHTML = iconOf("play");
  }

  onKey(event) {
    if (event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey) return;
    const step = event.shiftKey ? 10 : 1;
    const acts = {
      ArrowLeft: () => this.go(this.move - step),
      ArrowRight: () => this.go(this.move + step),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      "+": () => this.board.resize(1),
      "-": () => this.board.resize(-1),
      "[": () => this.toChapter(-1),
      "]": () => this.toChapter(1),
      " ": () => this.toggle(),
    };
    const act = acts[event.key];
    if (!act || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    act();
  }
}

/** Light or dark as `warfront web` was told in this browser; else as the system has it. */
function keepTheme() {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch { // a page without a store: it was opened as a file, or cookies are off
  }
}

/** Open a page whose element #timeline holds a timeline, packed by `replay_page.py`. */
async function openReplay() {
  keepTheme();
  const packed = document.getElementById("timeline").textContent.trim();
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const timeline = await new Response(stream).json();
  globalThis.replay = new ReplayPlayer(document.getElementById("replay"), timeline, { link: true });
}
