import { LRUCache } from 'lru-cache';
import { TwoGenerationCache } from '../cache/two-generation-cache.ts';
import { networkOf, siteOf } from '../domain/access/network.ts';

interface Bucket {
  left: number;
  at: number;
}

/** The maximum number of callers to remember. A removed caller starts with a full allowance. */
const MAX_CALLERS = 50_000;
const MINUTE_MS = 60_000;
/** How long a caller that has exceeded its allowance waits at most, unless its limiter says otherwise. */
const MAX_DEBT_MINUTES = 5;

/** Limits how often each caller may do something: `perMinute` times at once, and as many more every minute. */
export class Allowance {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #maxDebt: number;
  // It allocates nothing for callers that do not exist, unlike an LRU cache.
  readonly #callers = new TwoGenerationCache<Bucket>(MAX_CALLERS, () => 1);

  /**
   * `maxDebtMinutes`: what exceeds the allowance by more than it recovers in this time costs nothing. Those who ask for
   * much at once, before any of it is counted, must not gain from that.
   */
  constructor(perMinute: number, now: () => number, maxDebtMinutes = MAX_DEBT_MINUTES) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#maxDebt = maxDebtMinutes * perMinute;
  }

  /** Seconds until the caller may do it again; 0: now. */
  waitOf(caller: string): number {
    const left = this.#refilled(caller)?.left ?? this.#perMinute;
    return left >= 1 ? 0 : Math.ceil(((1 - left) * MINUTE_MS) / this.#perMinute / 1000);
  }

  /**
   * Uses one, even beyond the allowance: whether a lookup counts is known only afterwards, and concurrent lookups
   * must not be allowed more than sequential ones.
   */
  take(caller: string): void {
    const bucket = this.#refilled(caller);
    if (bucket) bucket.left = Math.max(-this.#maxDebt, bucket.left - 1);
    else this.#callers.set(caller, { left: this.#perMinute - 1, at: this.#now() });
  }

  /** Undoes a `take`: it turned out not to count. */
  giveBack(caller: string): void {
    const bucket = this.#refilled(caller);
    if (bucket) bucket.left = Math.min(this.#perMinute, bucket.left + 1);
  }

  #refilled(caller: string): Bucket | undefined {
    const bucket = this.#callers.get(caller);
    if (!bucket) return undefined;
    const now = this.#now();
    const earned = ((now - bucket.at) * this.#perMinute) / MINUTE_MS;
    bucket.left = Math.min(this.#perMinute, bucket.left + Math.max(0, earned));
    bucket.at = now;
    return bucket;
  }
}

/** The allowance of an IPv6 /48, as a multiple of that of a /64. */
const SITE_FACTOR = 8;

interface Networks {
  readonly network: string;
  readonly site: string | undefined;
}

/** To parse an address takes longer than the rest, and a client that sends much has few addresses. */
const NETWORKS = new LRUCache<string, Networks>({
  max: 10_000,
  memoMethod: (address) => ({ network: networkOf(address), site: siteOf(address) }),
});

/**
 * Limits how often each network may do something. An IPv6 address counts twice, for its /64 and for its /48:
 * one customer may own all the /64s of a /48, and several customers may share it.
 */
export class NetworkAllowance {
  readonly #networks: Allowance;
  readonly #sites: Allowance;

  /** `maxDebtMinutes`: see `Allowance`. */
  constructor(perMinute: number, now: () => number, maxDebtMinutes?: number) {
    this.#networks = new Allowance(perMinute, now, maxDebtMinutes);
    this.#sites = new Allowance(perMinute * SITE_FACTOR, now, maxDebtMinutes);
  }

  /** Seconds until `address` is allowed again; 0: now. Each `who` is counted separately. */
  waitOf(address: string, who = ''): number {
    const { network, site } = NETWORKS.memo(address);
    const wait = this.#networks.waitOf(callerOf(who, network));
    return site === undefined ? wait : Math.max(wait, this.#sites.waitOf(callerOf(who, site)));
  }

  take(address: string, who = ''): void {
    const { network, site } = NETWORKS.memo(address);
    this.#networks.take(callerOf(who, network));
    if (site !== undefined) this.#sites.take(callerOf(who, site));
  }

  /** Undoes a `take` without `who`: it turned out not to count. */
  giveBack(address: string): void {
    const { network, site } = NETWORKS.memo(address);
    this.#networks.giveBack(network);
    if (site !== undefined) this.#sites.giveBack(site);
  }
}

/** A text that was used as a key before is found faster than a new one. */
function callerOf(who: string, network: string): string {
  return who === '' ? network : `${who} ${network}`;
}
