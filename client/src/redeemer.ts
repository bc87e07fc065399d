import { withCampaign } from './address.ts';
import type { CheckedOptions } from './checked-options.ts';
import { host, type LockMode } from './host.ts';
import type { Journal, Opened } from './journal.ts';
import { tryLock } from './locks.ts';
import type { RedeemOptions } from './options.ts';
import { race } from './race.ts';
import type { Redemption } from './client.ts';
import type { Send } from './send.ts';
import { SmartlinkError } from './smartlink-error.ts';
import type { RedeemResponse, RedeemBody } from './types.ts';

export interface Redeemer {
  /** Joins the running redemption of this link, or starts one. */
  redeem(code: string, request?: Request): Promise<Redemption>;
  /** Continues an open redemption; undefined if it is not open. */
  redeem(code: string, request: Request & { resumed: true }): Promise<Redemption | undefined>;
  readonly keep: Journal['keep'];
  /**
   * Registers a running handler of a link: until it is released, a result does not complete the redemption.
   * `exclusive` returns undefined if another handler is running, in this client or another tab.
   */
  readonly hold: (code: string, mode: LockMode) => Promise<Release | undefined>;
}

/** Ends a hold. The last release completes the redemption if every handler has `finished`. Never rejects. */
export type Release = (finished: boolean) => Promise<void>;

/** A redemption in progress. */
interface Flight {
  readonly signal: RedeemOptions['signal'];
  once: boolean;
  landed: Promise<Redemption | undefined>;
}

/** The running handlers of one link. */
interface Holder {
  handlers: number;
  failed?: boolean;
  /** The id of the redemption that has received its result. */
  id?: string;
}

/** How a redemption is requested. */
interface Request extends RedeemOptions {
  readonly resumed?: boolean;
  /** What the handler that redeems was opened with. */
  readonly opened?: Opened;
}

export function createRedeemer(options: CheckedOptions, journal: Journal, send: Send): Redeemer {
  const { storagePrefix } = options;
  const flights = new Map<string, Flight>();
  const holders = new Map<string, Holder>();

  async function redeem(code: string, request: Request = {}): Promise<Redemption | undefined> {
    const { signal, once = false, resumed, opened } = request;
    for (;;) {
      const flight = flights.get(code);
      if (!flight) {
        const own = { signal, once } as Flight;
        flights.set(code, own);
        return (own.landed = fly(code, own, request));
      }
      if (once) flight.once = true;
      const join = async () => {
        if (once || opened) await journal.begin(code, once, true, opened).catch(() => undefined);
        return flight.landed;
      };
      try {
        const redemption = await race(join, signal);
        if (redemption || resumed) return redemption;
      } catch (error) {
        // Another caller aborted it, which does not end this call.
        const over = flight.signal && flight.signal.aborted;
        if (!over || (signal && signal.aborted)) throw error;
      }
    }
  }

  async function fly(code: string, flight: Flight, request: Request) {
    const { resumed, opened } = request;
    try {
      const begin = () => journal.begin(code, flight.once, resumed, opened);
      const id = await race(begin, flight.signal);
      if (!id) return undefined;
      const smartlink = opened ? withCampaign(code, opened.url) : code;
      const body: RedeemBody = { smartlink, redemption_id: id };
      try {
        const path = '/client/v1/redemptions';
        const redemption = await send(
          { path, body, read: (read) => readRedemption(read, id) },
          request,
        );
        const holder = holders.get(code);
        // The running handlers complete it later. The journal knows whether a caller requested `once`.
        if (holder) holder.id = id;
        else {
          await journal.end(code, id, true, () => {
            stopJoins(code, flight);
            return flight.once;
          });
        }
        return redemption;
      } catch (error) {
        if (isDefinite(error)) await journal.end(code, id, false);
        throw error;
      }
    } finally {
      stopJoins(code, flight);
    }
  }

  /** Later calls start a redemption of their own. */
  function stopJoins(code: string, flight: Flight): void {
    if (flights.get(code) === flight) flights.delete(code);
  }

  async function hold(code: string, mode: LockMode): Promise<Release | undefined> {
    const holder: Holder = holders.get(code) || { handlers: 0 };
    if (mode === 'exclusive' && holder.handlers) return undefined;
    holder.handlers++;
    holders.set(code, holder);
    const { locks } = (options.storage && host.navigator) || {};
    const unlock = locks && (await tryLock(locks, `${storagePrefix}opened/${code}`, mode));

    const release: Release = async (finished) => {
      if (!finished) holder.failed = true;
      if (--holder.handlers === 0) {
        holders.delete(code);
        if (holder.id && !holder.failed) await journal.end(code, holder.id, true);
      }
      if (unlock) unlock();
    };
    if (!locks || unlock || mode === 'shared') return release;
    await release(true);
    return undefined;
  }

  return {
    redeem: redeem as Redeemer['redeem'],
    keep: journal.keep,
    hold,
  };
}

function readRedemption(body: unknown, redemptionId: string): Redemption | undefined {
  const { code, metadata, redemptions, redeem_limit: redeemLimit } = body as RedeemResponse;
  const good = code && typeof metadata === 'object' && redemptions >= 0;
  return good ? { code, metadata, redemptions, redeemLimit, redemptionId } : undefined;
}

/** Whether the service itself refused, and will always refuse this id. */
export function isDefinite(error: unknown): boolean {
  return (
    error instanceof SmartlinkError &&
    error.code !== 'invalid_response' &&
    [404, 409, 410, 422].includes(error.status)
  );
}
