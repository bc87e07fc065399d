import { createJournal, type Journal } from './journal.ts';
import type { CallOptions, ClientOptions, RedeemOptions } from './options.ts';
import { race } from './race.ts';
import type { Redemption, Resumed } from './client.ts';
import type { Send } from './send.ts';
import { SmartlinkError } from './smartlink-error.ts';
import type { RedeemAnswer, RedeemBody } from './types.ts';

export interface Redeemer {
  readonly redeem: (code: string, options?: RedeemOptions) => Promise<Redemption>;
  readonly resume: (options?: CallOptions) => Promise<Resumed[]>;
  readonly has: Journal['has'];
}

/** A redemption that somebody waits for. */
interface Flight {
  readonly signal: RedeemOptions['signal'];
  once: boolean;
  landed: Promise<Redemption | undefined>;
}

export function createRedeemer(options: ClientOptions, send: Send): Redeemer {
  const journal = createJournal(options);
  const flights = new Map<string, Flight>();

  /** Joins the redemption of this link that is under way, or begins one. */
  async function redeem(
    code: string,
    { once = false, ...call }: RedeemOptions,
    resumed: boolean,
  ): Promise<Redemption | undefined> {
    const { signal } = call;
    for (;;) {
      const flight = flights.get(code);
      if (!flight) {
        const own: Flight = { signal, once, landed: Promise.resolve(undefined) };
        flights.set(code, own);
        return (own.landed = fly(code, own, call, resumed));
      }
      if (once) flight.once = true;
      try {
        const redemption = await race(() => flight.landed, signal);
        if (redemption || resumed) return redemption;
      } catch (error) {
        // Somebody else gave it up. It is not for them to end this one.
        const over = flight.signal && flight.signal.aborted;
        if (!over || (signal && signal.aborted)) throw error;
      }
    }
  }

  async function fly(
    code: string,
    flight: Flight,
    call: RedeemOptions,
    resumed: boolean,
  ): Promise<Redemption | undefined> {
    try {
      const id = await race(() => journal.begin(code, flight.once, resumed), flight.signal);
      if (!id) return undefined;
      const body: RedeemBody = { smartlink: code, redemption_id: id };
      try {
        const path = '/client/v1/redemptions';
        const redemption = await send({ path, body, read: readRedemption }, call);
        await journal.end(code, id, true, flight.once).catch(leaveIt);
        return redemption;
      } catch (error) {
        if (isDefinite(error)) await journal.end(code, id, false, false).catch(leaveIt);
        throw error;
      }
    } finally {
      flights.delete(code);
    }
  }

  return {
    redeem: async (code, call = {}) => (await redeem(code, call, false))!,
    has: (code) => journal.has(code),
    resume: async (call = {}) => {
      const codes = await journal.codes();
      const resumed = await Promise.all(
        codes.map(async (code): Promise<Resumed | undefined> => {
          try {
            const redemption = await redeem(code, call, true);
            return redemption && { code, redemption };
          } catch (error) {
            return { code, error };
          }
        }),
      );
      return resumed.filter((one) => one !== undefined);
    },
  };
}

function readRedemption(body: unknown): Redemption | undefined {
  const { code, metadata, redemptions, redeem_limit: redeemLimit } = body as RedeemAnswer;
  const good = code && typeof metadata === 'object' && redemptions >= 0;
  return good ? { code, metadata, redemptions, redeemLimit } : undefined;
}

/** Did the service itself say no, and will it say the same for this id for ever? */
function isDefinite(error: unknown): boolean {
  return (
    error instanceof SmartlinkError &&
    error.code !== 'invalid_answer' &&
    [404, 409, 410, 422].includes(error.status)
  );
}

/**
 * The answer is there and goes out, whatever the storage does. An id that could not be forgotten
 * gets the same answer the next time.
 */
function leaveIt(): void {}
