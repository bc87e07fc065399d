import { parseAddress, publishedCode, type Address } from './address.ts';
import { baseAddress } from './base-address.ts';
import type { ClientOptions } from './options.ts';
import type { Send } from './send.ts';
import type { AppAnswer } from './types.ts';

/** How long an answer of the service is used without asking again. */
const FRESH_MS = 86_400_000;
/** How long it is used where the service cannot be asked. */
const KEPT_MS = 30 * FRESH_MS;
/** How long an opened url waits for the answer. */
const PATIENCE_MS = 3000;
/** How long nothing is asked after a failure, so that only one url has to wait. */
const PAUSE_MS = 30_000;

/** The code of a url that is a smart link of the app; undefined for every other url. */
export type FindCode = (url: Address) => Promise<string | undefined>;

interface Known {
  /** When the service answered, in milliseconds since 1970. */
  readonly at: number;
  readonly bases: readonly string[];
}

/**
 * Knows under which addresses smart links are published: those of the option `links`, else those
 * that the service names. What the service said is kept in the storage, if there is one.
 */
export function codeFinder(options: ClientOptions, send: Send): FindCode {
  const { links, baseUrl, token, storage: given, storagePrefix = 'smartlink:' } = options;
  if (links) {
    const fixed = links.map((link, index) => parseAddress(baseAddress(`links[${index}]`, link)));
    return async (url) => publishedCode(fixed, url);
  }

  // A code has no slash in it, so this is the key of no redemption.
  const key = `${storagePrefix}app/links`;
  /** What is kept for another service or another app is not taken for this one. */
  const owner = `${baseUrl} ${token.slice(0, 16)}`;
  const storage = () => (typeof given === 'function' ? given() : given);

  let known: Known | undefined;
  let asking: Promise<void> | undefined;
  let failedAt: number | undefined;

  const ageOf = (time = -Infinity): number => {
    const age = Date.now() - time;
    // A clock that was set back says nothing of the age.
    return age < 0 ? Infinity : age;
  };

  // A storage that fails here costs a request, and nothing else.
  const load = async (): Promise<Known | undefined> => {
    try {
      const text = await storage()!.getItem(key);
      const kept = JSON.parse(text!) as Known & { readonly owner: string };
      return kept.owner === owner && readBases(kept.bases) ? kept : undefined;
    } catch {
      return undefined;
    }
  };
  const keep = async (): Promise<void> => {
    try {
      if (given) await storage()!.setItem(key, JSON.stringify({ owner, ...known }));
    } catch {
      // Asked again after the next start.
    }
  };

  const ask = async (): Promise<void> => {
    try {
      const call = { path: '/client/v1/app', read: readApp, once: true };
      known = { at: Date.now(), bases: await send(call, { giveUpAfterMs: PATIENCE_MS }) };
      await keep();
    } catch {
      failedAt = Date.now();
    } finally {
      asking = undefined;
    }
  };

  return async (url) => {
    // Most urls cannot be smart links, whatever the addresses are.
    if (!url.web || !publishedCode([{ ...url, path: parentOf(url.path) }], url)) return undefined;
    if (!known && given) known = await load();
    const isFresh = known && ageOf(known.at) < FRESH_MS;
    if (!isFresh && ageOf(failedAt) >= PAUSE_MS) await (asking = asking || ask());
    const bases = known && ageOf(known.at) < KEPT_MS ? known.bases : [baseUrl];
    return publishedCode(bases.map(parseAddress), url);
  };
}

/** The path that a last segment stands in. */
function parentOf(path: string): string {
  return path.replace(/\/$/, '').replace(/[^/]*$/, '');
}

function readApp(body: unknown): readonly string[] | undefined {
  return readBases((body as AppAnswer).smartlink_bases);
}

function readBases(bases: readonly unknown[]): readonly string[] | undefined {
  const good = bases.length > 0 && bases.every((base) => typeof base === 'string');
  return good ? bases : undefined;
}
