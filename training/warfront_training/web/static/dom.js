// Small helpers to make elements and read what the page holds.
/** An element with attributes, listeners (`onclick`) and children. */
export function h(tag, props = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(props)) {
        if (value === null || value === false)
            continue;
        if (typeof value === "function")
            made.addEventListener(name.slice(2), value);
        else
            made.setAttribute(name, value === true ? "" : String(value));
    }
    fill(made, ...children);
    return made;
}
/** Put children in place of those an element has. */
export function fill(parent, ...children) {
    parent.replaceChildren(...children.filter((child) => child !== null));
}
/** The element with this id; it is in the page. */
export function byId(id) {
    const found = document.getElementById(id);
    if (found === null)
        throw new Error(`no element ${id}`);
    return found;
}
/** Names as people read them: blanks for underscores. */
export function pretty(text) {
    return text.replaceAll("_", " ");
}
export function percent(share) {
    return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`;
}
/** Ask the server; rejects with its one line where it refuses. */
export async function ask(path, body) {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const reply = await fetch(path, init);
    const found = await reply.json().catch(() => ({}));
    if (!reply.ok)
        throw new Error(found.why ?? `error ${reply.status}`);
    return found;
}
