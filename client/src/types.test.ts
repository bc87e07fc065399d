import { test } from 'node:test';
import { createClient, isSmartlinkError } from './index.ts';
import { createServerClient, type ServerClient } from './server.ts';
import type {
  Client,
  Fetch,
  InvalidResponseError,
  Metadata,
  Opening,
  ParamsOf,
  RedeemLimitReachedError,
  Resumed,
  SmartlinkError,
  SmartlinkStorage,
  Values,
} from './index.ts';

// These tests only have to compile.

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => {};

interface BrowserStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}
interface AsyncStorage {
  getItem(key: string, then?: (error?: Error, result?: string) => void): Promise<string | null>;
  setItem(key: string, value: string, then?: (error?: Error) => void): Promise<void>;
  removeItem(key: string, then?: (error?: Error) => void): Promise<void>;
}

test('types', () => {
  holds<Same<ParamsOf<'product/:id'>, { readonly id: string }>>();
  holds<Same<ParamsOf<'/a/:x/b/:y/*rest'>, { readonly [K in 'x' | 'y' | 'rest']: string }>>();
  // A project without `noUncheckedIndexedAccess` also has to expect names that do not occur.
  holds<Same<Values[string], string | undefined>>();
  holds<Same<ParamsOf<string>, Values>>();
  holds<Same<Opening['query'], Values>>();

  holds<typeof fetch extends Fetch ? true : false>();
  holds<BrowserStorage extends SmartlinkStorage ? true : false>();
  holds<AsyncStorage extends SmartlinkStorage ? true : false>();
  holds<Metadata extends Awaited<ReturnType<Opening['metadata']>> ? true : false>();

  const unused = (client: Client, error: unknown, resumed: Resumed, anyCode: string): void => {
    client
      .map('product/:id', ({ params, query }) => {
        holds<Same<typeof params.id, string>>();
        // @ts-expect-error -- the pattern captures no such name
        void params.name;
        holds<Same<typeof query.anything, string | undefined>>();
      })
      .map('blog/*post', async ({ metadata }) => void (await metadata({ once: true })))
      // @ts-expect-error -- the pattern captures nothing
      .map('about', ({ params }) => void params.anything)
      .otherwise(({ params }) => {
        holds<Same<typeof params.anything, string | undefined>>();
      });
    void client.open('a', { signal: AbortSignal.timeout(5000), giveUpAfterMs: 5000 });
    // @ts-expect-error -- only a redemption happens once
    void client.open('a', { once: true });

    // @ts-expect-error -- `redeem_limit` is the name in the API
    void client.create({ uri: 'a', redeem_limit: 1 });
    // @ts-expect-error -- metadata has no booleans
    void client.create({ uri: 'a', metadata: { vip: true } });
    void client.create({ uri: 'a', metadata: { a: ['x', 1, { b: [{ c: 1 }] }] }, unique: true });
    void createClient({ baseUrl: 'x', token: 'y', fetch: async (url, init) => fetch(url, init) });

    // @ts-expect-error -- a server does not open links
    void createServerClient({ baseUrl: 'x', token: 'y', links: [] });
    holds<Same<ServerClient['create'], Client['create']>>();
    holds<Same<keyof ServerClient, 'create' | 'get'>>();

    if (isSmartlinkError(error, 'redeem_limit_reached')) {
      holds<Same<typeof error, RedeemLimitReachedError>>();
      holds<Same<typeof error.redeemLimit, number>>();
    } else if (isSmartlinkError(error, 'invalid_response')) {
      holds<Same<typeof error, InvalidResponseError>>();
    } else if (isSmartlinkError(error)) {
      holds<Same<typeof error, SmartlinkError>>();
    }
    if (isSmartlinkError(error, 'a_code_of_tomorrow')) {
      holds<Same<typeof error, SmartlinkError<'a_code_of_tomorrow'>>>();
    }
    if (isSmartlinkError(error, anyCode)) holds<Same<typeof error, SmartlinkError>>();
    // @ts-expect-error -- different types, to verify `holds` itself
    holds<Same<string, number>>();
    // @ts-expect-error -- a code is a text
    isSmartlinkError(error, 404);
    if (resumed.redemption) void resumed.redemption.metadata;
    else void resumed.error;
  };
  void unused;
});
