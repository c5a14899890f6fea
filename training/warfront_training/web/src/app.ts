// Where the page begins: the list of games, or a table, by its address.

import { byId } from "./dom.js";
import { Lobby } from "./lobby.js";
import { TablePage } from "./table.js";
import { startTheme } from "./theme.js";

const query = new URLSearchParams(location.search);
const table = /^\/table\/([^/]+)$/.exec(location.pathname)?.[1];

startTheme();
const help = byId("help") as HTMLDialogElement;
byId("help-open").addEventListener("click", () => help.showModal());
document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !(event.target instanceof HTMLInputElement)) help.showModal();
});

const key = query.get("key");
if (key !== null) localStorage.setItem("key", key);
const home = byId("home") as HTMLAnchorElement;
home.href = `/?key=${encodeURIComponent(key ?? localStorage.getItem("key") ?? "")}`;

if (table === undefined) new Lobby(key ?? "");
else new TablePage(decodeURIComponent(table), query.get("token") ?? "");
