import { codeOf, conditions } from './address.ts';
import { baseAddress } from './base-address.ts';
import type { Client } from './client.ts';
import { createJournal } from './journal.ts';
import { codeFinder } from './link-bases.ts';
import { linkCalls } from './link-calls.ts';
import { createOpener } from './opener.ts';
import type { ClientOptions } from './options.ts';
import { randomUuid } from './random.ts';
import { createRedeemer } from './redeemer.ts';
import { createReporter } from './reporter.ts';
import { resumer } from './resume.ts';
import { sender } from './send.ts';
import { platformToken } from './token.ts';
import type { ResolveResponse } from './types.ts';

/**
 * Creates a client of one service for one app. It sends no requests and accesses no storage until you call a
 * method. The methods do not depend on `this`.
 *
 * Throws a `TypeError` for a server token, which is secret, and for a `baseUrl` that is not an http(s)
 * address.
 *
 * @example Redeem a smart link
 * ```ts
 * import { createClient } from '@smartlink/client';
 *
 * const client = createClient({
 *   baseUrl: 'https://go.shop.example',
 *   token: 'sl_web_YourToken',
 * });
 *
 * const { metadata } = await client.redeem('H7kTq2Rb');
 * console.log(metadata); // { coupon: 'WELCOME' }
 * ```
 */
export function createClient(given: ClientOptions): Client {
  const baseUrl = baseAddress('baseUrl', given.baseUrl);
  const token = platformToken(given.token);
  const { uuid = randomUuid, storagePrefix = 'smartlink:', appVersion = '' } = given;
  const options = { ...given, baseUrl, token, uuid, storagePrefix };
  const send = sender(options);
  const journal = createJournal(options);
  const redeemer = createRedeemer(options, journal, send);
  const resolve: Client['resolve'] = async (smartlink, call = {}) => {
    const path = `/client/v1/smartlinks/${encodeURIComponent(codeOf(smartlink))}`;
    return send({ path: path + conditions(smartlink, appVersion), read: readResolved }, call);
  };
  const report = createReporter(options, send);
  const opener = createOpener(options, codeFinder(options, send), resolve, redeemer, report);
  const resume = resumer(journal, redeemer, opener);

  const client: Client = {
    ...linkCalls(send, uuid),
    resolve,
    redeem: async (smartlink, call) => redeemer.redeem(codeOf(smartlink), call),
    resume: async (call) => {
      void report();
      return resume(call);
    },
    hasRedemption: async (smartlink) => journal.has(codeOf(smartlink)),
    map: (pattern, handler) => {
      opener.map(pattern, handler as never);
      return client;
    },
    otherwise: (handler) => {
      opener.otherwise(handler);
      return client;
    },
    open: opener.open,
  };
  return client;
}

// Called inside a `try`: a response that is not an object throws there.
function readResolved(body: unknown): ResolveResponse | undefined {
  const resolved = body as ResolveResponse;
  const { code, route } = resolved;
  return code && (route === null || typeof route.link === 'string') ? resolved : undefined;
}
