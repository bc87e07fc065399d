import { parseAddress, withCampaign, withoutSlash, type Address, type Values } from './address.ts';
import type { CheckedOptions } from './checked-options.ts';
import { countdown } from './countdown.ts';
import type { Handler, Opening, Redemption, Resolved, Resumed } from './client.ts';
import type { Opened } from './journal.ts';
import type { FindCode } from './link-bases.ts';
import type { CallOptions, RedeemOptions } from './options.ts';
import { race } from './race.ts';
import type { Redeemer } from './redeemer.ts';
import type { Report } from './reporter.ts';
import { createRouter } from './router.ts';

/** The time limit of all requests before the handler. */
const LIMIT_MS = 10_000;

export interface Opener {
  readonly map: (pattern: string, handler: Handler) => void;
  readonly otherwise: (handler: Handler) => void;
  readonly open: (url: string, call?: CallOptions) => Promise<boolean>;
  /** Returns how to call the handler for what was opened before; undefined if no handler matches. */
  readonly again: (code: string, opened: Opened) => CallAgain | undefined;
}

/** Calls a handler with the outcome of a redemption that it started earlier. */
export type CallAgain = (outcome: Resumed) => unknown;

/** A handler and what it receives. */
interface Found {
  readonly handler: Handler;
  readonly path: string;
  readonly params: Values;
  readonly address: Address;
}

export function createOpener(
  options: CheckedOptions,
  findCode: FindCode,
  resolve: (smartlink: string, call: CallOptions) => Promise<Resolved>,
  redeemer: Redeemer,
  report: Report,
): Opener {
  const { giveUpAfterMs: patience = Infinity } = options;
  const router = createRouter<Handler>();
  let fallback: Handler | undefined;

  function find({ url, link }: Opened): Found | undefined {
    const address = parseAddress(link || url);
    const path = withoutSlash(address.path);
    const match = link === null ? undefined : router.find(path);
    const { target: handler, params } = match || { target: fallback, params: Object.create(null) };
    return handler && { handler, path, params, address };
  }

  /** Calls the handler. If it succeeds, its redemptions are complete. */
  async function run(found: Found, smartlink: string | null, opened: Opened): Promise<void> {
    const released: Promise<unknown>[] = [];
    let over!: (finished: boolean) => void;
    const running = new Promise<boolean>((resolveRunning) => (over = resolveRunning));

    const redeem = async (call: RedeemOptions): Promise<Redemption> => {
      const release = await redeemer.hold(smartlink!, 'shared');
      try {
        return await redeemer.redeem(smartlink!, { ...call, opened });
      } finally {
        released.push(running.then(release));
      }
    };
    try {
      await found.handler(openingOf(found, opened.url, smartlink, redeem));
      over(true);
    } catch (error) {
      over(false);
      throw error;
    } finally {
      // A redemption that the handler did not wait for is released when it has a result.
      await Promise.all(released);
    }
  }

  function openingOf(
    { path, params, address }: Found,
    url: string,
    smartlink: string | null,
    redeem: (call: RedeemOptions) => Promise<Redemption>,
    resumed?: Resumed,
  ): Opening {
    let known = resumed && resumed.redemption;
    const opening: Opening = {
      url,
      path,
      params,
      query: address.query,
      smartlink,
      resumed: !!resumed,
      metadata: async (call) => {
        const redeemed = await opening.redeem(call);
        return redeemed && redeemed.metadata;
      },
      // Until there is a result, each call has its own signal; simultaneous ones are one redemption.
      redeem: async (call = {}) => {
        if (!smartlink) return null;
        if (!known) known = await redeem(call);
        else if (call.once) await redeemer.keep(smartlink, known.redemptionId);
        return known;
      },
    };
    return opening;
  }

  return {
    map: router.add,
    otherwise: (handler) => {
      fallback = handler;
    },
    open: async (url, { signal, giveUpAfterMs = Math.min(patience, LIMIT_MS) } = {}) => {
      const leftMs = countdown(giveUpAfterMs);
      const address = parseAddress(url);
      const code = await race(() => findCode(address, giveUpAfterMs), signal);
      const route = code && (await resolve(url, { signal, giveUpAfterMs: leftMs() })).route;
      const link = code ? route && route.link : undefined;
      const smartlink = code || address.smartlink;
      if (smartlink) void report(withCampaign(smartlink, url));
      const opened = { url, link, resumed: 0 } as Opened;
      const found = find(opened);
      if (!found) return false;
      await run(found, smartlink, opened);
      return true;
    },
    again: (code, opened) => {
      const found = find(opened);
      return (
        found &&
        ((outcome) => {
          const redeem = () => Promise.reject(outcome.error);
          return found.handler(openingOf(found, opened.url, code, redeem, outcome));
        })
      );
    },
  };
}
