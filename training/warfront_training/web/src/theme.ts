// Light, dark, or as the system has it; remembered in this browser.

import { byId } from "./dom.js";

const ORDER = ["auto", "light", "dark"] as const;
type Theme = (typeof ORDER)[number];

function stored(): Theme {
  const found = localStorage.getItem("theme");
  return ORDER.find((theme) => theme === found) ?? "auto";
}

function show(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  const words = `Colours: ${theme === "auto" ? "as the system" : theme}`;
  byId("theme").setAttribute("aria-label", words);
  byId("theme").title = words;
  byId("theme").textContent = { auto: "◐", light: "☀", dark: "☾" }[theme];
}

export function startTheme(): void {
  show(stored());
  byId("theme").addEventListener("click", () => {
    const next = ORDER[(ORDER.indexOf(stored()) + 1) % ORDER.length] ?? "auto";
    localStorage.setItem("theme", next);
    show(next);
  });
}
