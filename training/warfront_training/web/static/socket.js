// The line to the table; it comes back by itself when it was cut.
export class Line {
    address;
    hear;
    state;
    socket = null;
    wait = 300;
    ended = false;
    constructor(address, hear, state) {
        this.address = address;
        this.hear = hear;
        this.state = state;
        this.open();
    }
    send(message) {
        if (this.socket?.readyState === WebSocket.OPEN)
            this.socket.send(JSON.stringify(message));
    }
    open() {
        const socket = new WebSocket(this.address);
        this.socket = socket;
        socket.addEventListener("open", () => {
            this.wait = 300;
            this.state(true);
        });
        socket.addEventListener("message", (event) => {
            const message = JSON.parse(event.data);
            if (message.type === "gone")
                this.ended = true;
            this.hear(message);
        });
        socket.addEventListener("close", () => {
            if (this.ended)
                return;
            this.state(false);
            setTimeout(() => this.open(), this.wait);
            this.wait = Math.min(5000, 2 * this.wait);
        });
    }
}
