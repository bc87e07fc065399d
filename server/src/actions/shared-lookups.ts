import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** `dns.lookup` for all addresses of a name: none with an error. `family`: 4, 6, or 0 for both. */
export type SystemLookup = (
  host: string,
  options: { readonly all: true; readonly family: number },
  done: Done,
) => void;

type Done = (error: Error | null, addresses: LookupAddress[] | undefined) => void;

/** Each one keeps one of four threads of the process until DNS responds, and must leave the others to the database. */
const MOST_RUNNING = 2;
/** Further requests fail. */
const MOST_WAITING = 200;
/** The time limit of an attempt to send an event. A lookup that waited longer has no use. */
const MOST_WAIT_MS = 15_000;

interface Request {
  readonly since: number;
  readonly done: Done;
}

/** A name, and who waits for its addresses. */
interface Shared {
  readonly host: string;
  readonly family: number;
  readonly requests: Request[];
}

/**
 * Looks up few names at the same time, each only once, so that a name without a response delays the others as little as
 * possible. `now`: milliseconds of a clock that never goes back.
 */
export function sharingLookups(
  lookup: SystemLookup,
  now: () => number = () => performance.now(),
): LookupFunction {
  const running = new Map<string, Shared>();
  const queue = new Map<string, Shared>();
  let waiting = 0;

  const end = ({ requests }: Shared, ...result: Parameters<Done>): void => {
    waiting -= requests.length;
    for (const { done } of requests) done(...result);
  };
  const startNext = (): void => {
    for (const [key, shared] of queue) {
      if (running.size >= MOST_RUNNING) return;
      queue.delete(key);
      const isLate = shared.requests.every(({ since }) => now() - since > MOST_WAIT_MS);
      if (isLate) end(shared, busy(), []);
      else start(key, shared);
    }
  };
  const start = (key: string, shared: Shared): void => {
    running.set(key, shared);
    lookup(shared.host, { all: true, family: shared.family }, (error, addresses) => {
      running.delete(key);
      startNext();
      end(shared, error, addresses);
    });
  };

  return (host, { all, family: asked }, done) => {
    const request: Request = {
      since: now(),
      done: (error, addresses) => {
        const [first] = addresses ?? [];
        if (error || !first) done(error ?? busy(), []);
        else if (all) done(null, addresses ?? []);
        else done(null, first.address, first.family);
      },
    };
    if (waiting >= MOST_WAITING) return request.done(busy(), []);
    waiting++;
    const family = typeof asked === 'number' ? asked : Number(asked?.slice(3) ?? 0);
    const key = `${family} ${host}`;
    const known = running.get(key) ?? queue.get(key);
    if (known) return void known.requests.push(request);
    queue.set(key, { host, family, requests: [request] });
    startNext();
  };
}

function busy(): Error {
  return Object.assign(new Error('too many lookups are waiting'), { code: 'EAI_AGAIN' });
}
