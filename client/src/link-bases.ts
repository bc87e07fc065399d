import { CODE, codeOf, parseAddress, publishedCode, type Address } from './address.ts';
import { baseAddress } from './base-address.ts';
import { keptValue } from './kept.ts';
import type { CheckedOptions } from './checked-options.ts';
import { race } from './race.ts';
import type { Send } from './send.ts';
import type { AppResponse } from './types.ts';

/** How long a response of the service is used before the next request. */
const FRESH_MS = 86_400_000;
/** How long a response is used if the service is unavailable. */
const KEPT_MS = 30 * 86_400_000;
/** How long an opened URL waits for the response. */
const PATIENCE_MS = 3000;
/** How long no request is sent after a failure, so that only one URL has to wait. */
const PAUSE_MS = 30_000;

/**
 * Returns the code of a URL that is a smart link of the app; undefined for every other URL. Waits at most
 * `limitMs` for the service.
 */
export type FindCode = (url: Address, limitMs: number) => Promise<string | undefined>;

interface Known {
  /** When the service responded, in milliseconds since 1970. */
  readonly at: number;
  readonly bases: readonly string[];
}

/**
 * Finds the addresses under which smart links are published: those of the option `links`, otherwise those
 * that the service returns, which are kept in the storage if there is one.
 */
export function codeFinder(options: CheckedOptions, send: Send): FindCode {
  const { links, baseUrl, token } = options;
  if (links) {
    const fixed = links.map((link, index) => parseAddress(baseAddress(`links[${index}]`, link)));
    return async (url) => publishedCode(fixed, url);
  }

  const kept = keptValue(options, 'app/links');
  /** What is stored for another service or another app must not be used. */
  const owner = `${baseUrl} ${token.slice(0, 16)}`;

  let known: Known | undefined;
  let asking: Promise<void> | undefined;
  let failedAt: number | undefined;

  const ageOf = (time = -Infinity): number => {
    const age = Date.now() - time;
    // If the clock was set back, the age is unknown.
    return age < 0 ? Infinity : age;
  };

  const ask = async (): Promise<void> => {
    try {
      const call = { path: '/client/v1/app', read: readApp, once: true };
      known = { at: Date.now(), bases: await send(call, { giveUpAfterMs: PATIENCE_MS }) };
      await kept.save({ owner, ...known });
    } catch {
      failedAt = Date.now();
    } finally {
      asking = undefined;
    }
  };

  return async (url, limitMs) => {
    // Most URLs cannot be smart links, regardless of the addresses.
    if (!url.web || !CODE.test(codeOf(url.path))) return undefined;
    if (!known) {
      try {
        const stored = (await kept.load()) as Known & { readonly owner: string };
        if (stored.owner === owner && readBases(stored.bases)) known = stored;
      } catch {
        // One more request.
      }
    }
    const isFresh = known && ageOf(known.at) < FRESH_MS;
    if (!isFresh && ageOf(failedAt) >= PAUSE_MS) {
      await race(
        () => (asking = asking || ask()),
        undefined,
        limitMs,
        () => {},
      );
    }
    const bases = known && ageOf(known.at) < KEPT_MS ? known.bases : [baseUrl];
    return publishedCode(bases.map(parseAddress), url);
  };
}

function readApp(body: unknown): readonly string[] | undefined {
  return readBases((body as AppResponse).smartlink_bases);
}

function readBases(bases: readonly unknown[]): readonly string[] | undefined {
  const good = bases[0] && bases.every((base) => typeof base === 'string');
  return good ? bases : undefined;
}
