import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, proof } from '../harness.ts';

/** The time limit of a visit, in milliseconds; longer if other tests use this machine. */
const TIMEOUT_MS = proof ? 3000 : 20_000;
/** With more simultaneous visits than this, new ones fail at once. */
const MAX_CONCURRENT = 2000;

export interface Visited {
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
  /** The error of each failed visit. */
  readonly failed: readonly string[];
}

/**
 * Visits at fixed times that do not depend on earlier visits. If the service is slow, visits
 * accumulate, as with real visitors. The duration of a visit starts at its planned time.
 */
export class Visitors {
  readonly #at: string;
  readonly #places: readonly (readonly [path: string, location: string])[];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #began = performance.now();
  readonly #tookMs: number[] = [];
  readonly #failed: string[] = [];
  readonly #sending: Promise<void>;
  #sent = 0;
  #underWay = 0;
  #over = false;

  /** Starts at once. `locations`: the destination of each path. */
  constructor(at: string, locations: ReadonlyMap<string, string>, perSecond: number) {
    this.#at = at;
    this.#places = [...locations];
    this.#sending = this.#send(perSecond);
    afterAll(() => {
      this.#over = true;
      this.#agent.destroy();
    });
  }

  async #send(perSecond: number): Promise<void> {
    const visits: Promise<void>[] = [];
    for (; !this.#over; await sleep(1)) {
      const due = ((performance.now() - this.#began) / 1000) * perSecond;
      while (this.#sent < due) {
        visits.push(this.#visit(this.#began + (this.#sent / perSecond) * 1000));
        this.#sent++;
      }
    }
    await Promise.all(visits);
  }

  async #visit(dueAt: number): Promise<void> {
    const [path, location] = this.#places[this.#sent % this.#places.length] ?? ['/', ''];
    this.#underWay++;
    const got = this.#underWay > MAX_CONCURRENT ? 'not sent' : await this.#open(path);
    this.#underWay--;
    const tookMs = performance.now() - dueAt;
    this.#tookMs.push(tookMs);
    if (got === `302 ${location}` && tookMs <= TIMEOUT_MS) return;
    const at = ((dueAt - this.#began) / 1000).toFixed(2);
    this.#failed.push(`${got} after ${tookMs.toFixed(0)} ms: ${path} at ${at} s`);
  }

  #open(path: string): Promise<string> {
    return new Promise((resolve) => {
      const visit = get(this.#at + path, { agent: this.#agent, timeout: TIMEOUT_MS }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(`${answer.statusCode} ${answer.headers.location}`));
        answer.on('error', (error) => resolve(String(error)));
      });
      visit.on('timeout', () => visit.destroy(new Error('no answer')));
      visit.on('error', (error) => resolve(String(error)));
    });
  }

  /** Sends no further visits and waits for the open ones. */
  async stop(): Promise<Visited> {
    const seconds = (performance.now() - this.#began) / 1000;
    this.#over = true;
    await this.#sending;
    this.#agent.destroy();
    const sorted = this.#tookMs.toSorted((a, b) => a - b);
    const quantile = (q: number): number => sorted[Math.floor(sorted.length * q)] ?? 0;
    return {
      count: sorted.length,
      perSecond: sorted.length / seconds,
      p50Ms: quantile(0.5),
      p99Ms: quantile(0.99),
      slowestMs: sorted.at(-1) ?? 0,
      failed: this.#failed,
    };
  }
}
