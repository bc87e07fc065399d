import type { ServerResponse } from 'node:http';

/** A reader that has not taken this much is ended. Node.js, the system and proxies buffer more before it. */
const MAX_WAITING_BYTES = 64 * 1024;
/** How long a client waits until it connects again. */
const RETRY_MS = 2000;

/** A response with server-sent events. Its memory is bounded: a client that does not read is disconnected. */
export class EventStream {
  readonly #response: ServerResponse;

  /** `headers`: those of any response. */
  constructor(response: ServerResponse, headers: Readonly<Record<string, unknown>>) {
    this.#response = response;
    response.writeHead(200, {
      ...(headers as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      // Without it, a proxy may compress the response, and then hold events back until it has enough of them.
      'cache-control': 'no-store, no-transform',
      // For nginx, which would collect the response otherwise.
      'x-accel-buffering': 'no',
    });
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  /** Sends an event. `id` is what the client sends when it connects again. `name` and `id` have no line breaks. */
  send(name: string, id: string, data: object): void {
    this.#write(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Shows proxies and the client that the connection is alive. */
  sendHeartbeat(): void {
    this.#write(':\n\n');
  }

  end(): void {
    this.#response.end();
  }

  #write(text: string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    this.#response.write(text);
    if (this.#response.writableLength > MAX_WAITING_BYTES) this.#response.destroy();
  }
}
