import type { Click } from './batch.ts';

/** How long the page of a probe may take to request the link again. */
const HELD_MS = 10_000;
const MAX_HELD = 10_000;

interface Held {
  readonly click: Click;
  readonly until: number;
}

/**
 * Visits that got the page which finds out whether the device is a tablet. The page requests the link again, and then
 * both requests are one click: the second one, which knows the device. If it does not come, the first one counts.
 */
export class HeldProbes {
  readonly #held = new Map<string, Held>();
  readonly #record: (click: Click) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(record: (click: Click) => void) {
    this.#record = record;
  }

  /** Whether any visit is held. All visits with a cookie read this. */
  get any(): boolean {
    return this.#held.size > 0;
  }

  hold(click: Click): void {
    if (this.#held.size >= MAX_HELD) return this.#record(click);
    const key = keyOf(click);
    const before = this.#held.get(key);
    // Deleted first, so that the map stays in the order of time.
    this.#held.delete(key);
    if (before) this.#record(before.click);
    this.#held.set(key, { click, until: performance.now() + HELD_MS });
    this.#timer ??= setInterval(() => this.#expire(), HELD_MS / 4).unref();
  }

  /** A visit with a cookie: the one that is held may be the first part of it. */
  continued(click: Click): void {
    this.#held.delete(keyOf(click));
  }

  #expire(): void {
    const now = performance.now();
    for (const [key, { click, until }] of this.#held) {
      if (until > now) return;
      this.#held.delete(key);
      this.#record(click);
    }
    this.#stop();
  }

  /** Records all that are held. */
  release(): void {
    for (const { click } of this.#held.values()) this.#record(click);
    this.#held.clear();
    this.#stop();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function keyOf({ code, network, agent }: Click): string {
  return `${code}\n${network}\n${agent.userAgent}`;
}
