import { copied } from '../../domain/text/copied.ts';
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
  /** Oldest first. A network can have many tablets, all with the same user agent. */
  readonly #held = new Map<string, Held[]>();
  #count = 0;
  readonly #record: (click: Click) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(record: (click: Click) => void) {
    this.#record = record;
  }

  /** How many visits are held. All visits with a cookie read this. */
  get count(): number {
    return this.#count;
  }

  hold(click: Click): void {
    if (this.#count >= MAX_HELD) return this.#record(click);
    const key = keyOf(click);
    const same = this.#held.get(key);
    // The code was cut from the address of the request, which can be long.
    const held = {
      click: { ...click, code: copied(click.code) },
      until: performance.now() + HELD_MS,
    };
    if (same) same.push(held);
    else this.#held.set(key, [held]);
    this.#count++;
    this.#timer ??= setInterval(() => this.#expire(), HELD_MS / 4).unref();
  }

  /** A visit with a cookie: one that is held may be the first part of it. */
  continued(click: Click): void {
    const key = keyOf(click);
    const same = this.#held.get(key);
    if (same) this.#take(key, same, 1);
  }

  #expire(): void {
    const now = performance.now();
    for (const [key, same] of this.#held) {
      const first = same.findIndex(({ until }) => until > now);
      for (const { click } of this.#take(key, same, first < 0 ? same.length : first)) {
        this.#record(click);
      }
    }
    if (this.#count === 0) this.#stop();
  }

  /** Removes the oldest ones of a key, and returns them. */
  #take(key: string, same: Held[], count: number): readonly Held[] {
    this.#count -= count;
    if (count === same.length) this.#held.delete(key);
    return same.splice(0, count);
  }

  /** Records all that are held. */
  release(): void {
    for (const same of this.#held.values()) {
      for (const { click } of same) this.#record(click);
    }
    this.#held.clear();
    this.#count = 0;
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
