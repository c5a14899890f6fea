// The games of this server, and the form that begins one.
import { ask, byId, fill, h, pretty } from "./dom.js";
const TITLES = { battlecards: "Battlecards", spring1942: "Spring 1942" };
export class Lobby {
    key;
    list = h("div", { class: "games" });
    form = h("form", { class: "panel new", "aria-label": "New game" });
    fault = h("p", { class: "fault", role: "alert" });
    seatRows = h("div", { class: "seat-rows" });
    catalogue = null;
    seats = null;
    question = 0;
    constructor(key) {
        this.key = key;
        fill(byId("main"), h("div", { class: "lobby" }, this.form, h("section", { "aria-label": "Games" }, h("h2", {}, "Games"), this.list, this.opener())));
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            void this.begin();
        });
        void this.load();
    }
    /** A file to choose: a game record from elsewhere, opened as a replay. */
    opener() {
        const words = h("span", { role: "status" });
        const say = (text, kind) => { words.className = kind; words.textContent = text; };
        const file = h("input", { type: "file", accept: ".jsonl" });
        file.addEventListener("change", () => {
            const chosen = file.files?.[0];
            if (chosen === undefined)
                return;
            file.disabled = true;
            say("reckoning...", "soft"); // every decision is played again, which takes its time
            chosen
                .text()
                .then((record) => ask(this.path("/api/records"), { record }))
                .then(({ link }) => location.assign(link))
                .catch((error) => say(error.message, "fault"))
                .finally(() => { file.disabled = false; file.value = ""; }); // so that it can be chosen again
        });
        window.addEventListener("pagehide", () => say("", "soft")); // whoever comes back finds it done
        return h("p", {}, h("label", { class: "soft" }, "Open a game record as a replay ", file), " ", words);
    }
    path(path) {
        return `${path}?key=${encodeURIComponent(this.key)}`;
    }
    async load() {
        try {
            this.catalogue = await ask(this.path("/api/choices"));
            this.drawForm(this.catalogue);
            await this.findSeats();
            this.drawList(await ask(this.path("/api/tables")));
        }
        catch (error) {
            byId("notice").hidden = false;
            fill(byId("notice"), error.message);
        }
    }
    drawForm(catalogue) {
        const game = h("select", { name: "game", onchange: () => { this.drawOptions(); void this.findSeats(); } }, ...catalogue.games.map(({ name }) => h("option", { value: name, selected: name === catalogue.defaults.game }, TITLES[name] ?? name)));
        const presets = [["seat", "You take one seat"], ["axis", "You take the Axis"], ["allies", "You take the Allies"], ["watch", "Agents play, you watch"]];
        const preset = h("select", { name: "preset", onchange: () => this.drawSeats() }, ...presets.map(([value, words]) => h("option", { value }, words)));
        fill(this.form, h("h2", {}, "New game"), h("label", {}, "Game ", game), h("div", { id: "of-game" }), h("label", {}, "Who plays ", preset), this.seatRows, h("datalist", { id: "agents" }), h("details", {}, h("summary", {}, "Rules, seed, pace"), h("label", {}, "Seed ", h("input", { name: "seed", inputmode: "numeric", placeholder: "any", value: catalogue.defaults.seed === null ? "" : String(catalogue.defaults.seed) })), h("label", {}, "Pace of agents ", h("select", { name: "pace" }, ...["step", "slow", "steady", "fast"].map((pace) => h("option", { value: pace, selected: pace === "steady" }, pace)))), h("div", { id: "rules" })), this.fault, h("button", { type: "submit", class: "go" }, "Begin"));
        this.drawOptions();
    }
    game() {
        const name = new FormData(this.form).get("game");
        return this.catalogue?.games.find((game) => game.name === name);
    }
    drawOptions() {
        const game = this.game();
        const catalogue = this.catalogue;
        if (game === undefined || catalogue === null)
            return;
        const own = catalogue.defaults.game === game.name ? catalogue.defaults.options : {};
        const named = own["theatres"];
        const theatres = Array.isArray(named) ? named.map(String) : ["western_europe", "pacific"];
        const changed = () => void this.findSeats();
        fill(byId("of-game"), game.theatres.length
            ? h("fieldset", {}, h("legend", {}, "Theatres"), ...game.theatres.map((name) => h("label", { class: "tick" }, h("input", { type: "checkbox", name: "theatre", value: name, checked: theatres.includes(name), onchange: changed }), pretty(name))))
            : null, game.scenarios.length
            ? h("label", {}, "Map ", h("select", { name: "scenario", onchange: changed }, ...(typeof own["scenario"] === "string" && !game.scenarios.includes(own["scenario"]) ? [own["scenario"]] : []).concat(game.scenarios).map((name) => h("option", { value: name, selected: name === own["scenario"] }, name === "opening" ? "the whole world" : name))))
            : null);
        const set = (own["options"] ?? {});
        fill(byId("rules"), ...game.options.map((option) => h("label", { class: "rule", title: `${option.meaning} (${option.allowed})` }, h("span", {}, pretty(option.name)), h("input", { name: `rule:${option.name}`, placeholder: String(option.default), value: set[option.name] === undefined ? "" : String(set[option.name]) }))));
        fill(byId("agents"), ...catalogue.agents.filter((agent) => agent.game === null || agent.game === game.name).map((agent) => h("option", { value: agent.name })));
    }
    options() {
        const form = new FormData(this.form);
        const game = this.game();
        const rules = {};
        for (const [name, value] of form) {
            if (name.startsWith("rule:") && typeof value === "string" && value.trim())
                rules[name.slice(5)] = value.trim();
        }
        return {
            ...(game?.theatres.length ? { theatres: form.getAll("theatre") } : {}),
            ...(game?.scenarios.length ? { scenario: form.get("scenario") } : {}),
            ...(Object.keys(rules).length ? { options: rules } : {}),
        };
    }
    /** Ask for the seats of what is chosen; no game begins meanwhile, and only the last answer counts. */
    async findSeats() {
        const question = ++this.question;
        this.wait(true);
        try {
            const seats = await ask(this.path("/api/seats"), { game: this.game()?.name, options: this.options() });
            if (question !== this.question)
                return;
            this.seats = seats;
            this.fault.textContent = "";
            this.drawSeats();
        }
        catch (error) {
            if (question !== this.question)
                return;
            this.fault.textContent = error.message;
        }
        this.wait(false);
    }
    /** Whether the form waits for the server: nothing can be begun then. */
    wait(busy) {
        this.form.setAttribute("aria-busy", String(busy));
        const button = this.form.querySelector("button[type=submit]");
        if (button)
            button.disabled = busy;
    }
    drawSeats() {
        const seats = this.seats;
        if (seats === null)
            return;
        const preset = String(new FormData(this.form).get("preset"));
        const yours = preset === "seat" ? seats.seats.slice(0, 1) : preset === "watch" ? [] : (seats.sides[preset] ?? []);
        const rows = seats.seats.map((seat) => {
            const side = Object.entries(seats.sides).find(([, names]) => names.includes(seat))?.[0] ?? "";
            const agent = h("input", { name: `agent:${seat}`, list: "agents", value: "staff", "aria-label": `Agent of ${pretty(seat)}`, autocomplete: "off" });
            const who = h("select", { name: `who:${seat}`, "aria-label": `Who plays ${pretty(seat)}`, onchange: () => { agent.hidden = who.value !== "agent"; } }, ...[["human:you", "you"], ["human", "another person"], ["agent", "agent"]].map(([value, words]) => h("option", { value: value ?? "", selected: yours.includes(seat) ? value === "human:you" : value === "agent" }, words ?? "")));
            agent.hidden = who.value !== "agent";
            return h("div", { class: "seat-row" }, h("span", {}, h("i", { class: `dot ${side}` }), pretty(seat)), who, agent);
        });
        fill(this.seatRows, ...rows);
    }
    async begin() {
        const form = new FormData(this.form);
        const seats = {};
        for (const seat of this.seats?.seats ?? []) {
            const who = String(form.get(`who:${seat}`));
            seats[seat] = who === "agent" ? String(form.get(`agent:${seat}`)).trim() : who;
        }
        this.wait(true);
        this.fault.textContent = "Beginning; the first game of a kind compiles its rules, which may take minutes.";
        try {
            const made = await ask(this.path("/api/tables"), { game: this.game()?.name, options: this.options(), seats, seed: form.get("seed"), pace: form.get("pace") });
            const first = made.links[0];
            if (made.links.length <= 1) {
                location.assign(first?.link ?? made.watch);
                return;
            }
            this.fault.textContent = "";
            this.drawList(await ask(this.path("/api/tables")));
        }
        catch (error) {
            this.fault.textContent = error.message;
        }
        this.wait(false);
    }
    drawList(games) {
        if (games.length === 0) {
            fill(this.list, h("p", { class: "soft" }, "None yet."));
            return;
        }
        fill(this.list, ...games.map((game) => this.card(game)));
    }
    card(game) {
        if (game.fault)
            return h("article", { class: "panel" }, h("b", {}, game.id), h("p", { class: "fault" }, game.fault));
        const how = { running: "running", decided: "decided", limit: "undecided at a limit" }[game.how] ?? game.how;
        return h("article", { class: "panel" }, h("div", { class: "row" }, h("b", {}, TITLES[game.game] ?? game.game), h("span", { class: "soft" }, `${new Date(1000 * game.begun).toLocaleString()}, ${game.decisions} decisions, ${how}`)), h("p", { class: "soft" }, Object.entries(game.seats).map(([seat, who]) => `${pretty(seat)}: ${who === "human" ? "a person" : who}`).join(", ")), h("p", { class: "links" }, ...game.links.map(({ seats, link }) => h("a", { href: link }, `sit down as ${seats.map(pretty).join(" and ")}`)), h("a", { href: game.watch }, "watch"), game.replay ? h("a", { href: game.replay, target: "_blank" }, "replay") : null));
    }
}
