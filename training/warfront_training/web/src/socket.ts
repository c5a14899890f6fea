// The line to the table; it comes back by itself when it was cut.

import type { Message } from "./types.js";

export class Line {
  private socket: WebSocket | null = null;
  private wait = 300;
  private ended = false;

  constructor(
    private readonly address: string,
    private readonly hear: (message: Message) => void,
    private readonly state: (open: boolean) => void,
  ) {
    this.open();
  }

  send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private open(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = 300;
      this.state(true);
    });
    socket.addEventListener("message", (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as Message;
      if (message.type === "gone") this.ended = true;
      this.hear(message);
    });
    socket.addEventListener("close", () => {
      if (this.ended) return;
      this.state(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(5000, 2 * this.wait);
    });
  }
}
