// Small helpers to make elements and read what the page holds.

type Child = Node | string | null;
type Props = Record<string, string | number | boolean | ((event: Event) => void) | null>;

/** An element with attributes, listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  fill(made, ...children);
  return made;
}

/** Put children in place of those an element has. */
export function fill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...children.filter((child): child is Node | string => child !== null));
}

/** The element with this id; it is in the page. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no element ${id}`);
  return found;
}

/** Names as people read them: blanks for underscores. */
export function pretty(text: string): string {
  return text.replaceAll("_", " ");
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`;
}

/** Ask the server; rejects with its one line where it refuses. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const reply = await fetch(path, init);
  const found: unknown = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Error((found as { why?: string }).why ?? `error ${reply.status}`);
  return found as T;
}
