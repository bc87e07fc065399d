import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { currentResponse } from './problem-reply.ts';

/** How long a response can wait for a client that reads nothing of it. */
const UNREAD_MS = 60_000;
/** How often such responses are looked for in this time: a timer for each request would slow down visits. */
const SWEEPS = 6;
/** How long a client that has connected has for its first byte when the service stops. */
const UNUSED_MS = 1000;

/** Closes connections that Node.js would keep open: those with unread responses, and unused ones. */
export class Connections {
  readonly #open = new Set<Socket>();
  readonly #unreadMs: number;

  constructor(unreadMs = UNREAD_MS) {
    this.#unreadMs = unreadMs;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
    // With a listener, Node.js closes nothing itself. An idle connection has no response.
    server.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0 || !currentResponse(socket)) socket.destroy();
    });
    const sweep = setInterval(() => this.#limitUnread(), this.#unreadMs / SWEEPS).unref();
    server.once('close', () => clearInterval(sweep));
  }

  /** The time begins again whenever the client reads. */
  #limitUnread(): void {
    for (const socket of this.#open) {
      if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(this.#unreadMs);
    }
  }

  /** Closes connections on which nothing was sent: Node.js does not count them as idle. */
  closeUnused(): void {
    const close = (): void => {
      for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
    };
    setTimeout(close, UNUSED_MS).unref();
  }
}
