import { LRUCache } from 'lru-cache';
import { networkOf, siteOf } from '../domain/access/network.ts';
import { Allowance } from './allowance.ts';

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
