import { networkOf, siteOf } from '../domain/access/network.ts';
import { Allowance } from './allowance.ts';

/** The allowance of an IPv6 /48, as a multiple of that of a /64. */
const SITE_FACTOR = 8;

/**
 * Limits how often each network may do something. An IPv6 address counts twice, for its /64 and for its /48:
 * one customer may own all the /64s of a /48, and several customers may share it.
 */
export class NetworkAllowance {
  readonly #networks: Allowance;
  readonly #sites: Allowance;

  constructor(perMinute: number, now: () => number) {
    this.#networks = new Allowance(perMinute, now);
    this.#sites = new Allowance(perMinute * SITE_FACTOR, now);
  }

  /** Seconds until `address` is allowed again; 0: now. Each `who` is counted separately. */
  waitOf(address: string, who = ''): number {
    const site = siteOf(address);
    const wait = this.#networks.waitOf(`${who} ${networkOf(address)}`);
    return site === undefined ? wait : Math.max(wait, this.#sites.waitOf(`${who} ${site}`));
  }

  take(address: string, who = ''): void {
    const site = siteOf(address);
    this.#networks.take(`${who} ${networkOf(address)}`);
    if (site !== undefined) this.#sites.take(`${who} ${site}`);
  }
}
