import { codeOf } from './address.ts';
import type { Client, Created, Resolved, SmartLink } from './client.ts';
import { createOpener } from './opener.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { randomUuid } from './random.ts';
import { createRedeemer } from './redeemer.ts';
import type { Reader } from './answer.ts';
import { sender } from './send.ts';
import type { CreateAnswer, ResolveAnswer, RetrieveAnswer } from './types.ts';

/**
 * Makes a client of one service for one app. Nothing is sent, stored or looked up until you call
 * one of its methods. The methods can be taken off the client and called alone.
 *
 * @example The whole of it
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
export function createClient(options: ClientOptions): Client {
  const send = sender(options);
  const { uuid = randomUuid } = options;
  const { redeem, resume, has } = createRedeemer(options, send);

  /** A method that asks for one link, given by its code or its address. */
  const asking =
    <T>(path: string, read: Reader<T>) =>
    async (smartlink: string, call: CallOptions = {}): Promise<T> =>
      send({ path: path + encodeURIComponent(codeOf(smartlink)), read }, call);

  const resolve = asking('/client/v1/smartlinks/', readResolved);
  const { map, otherwise, open } = createOpener(options, resolve, redeem);

  const client: Client = {
    create: async ({ redeemLimit, ...others }, { idempotencyKey = uuid(), ...call } = {}) => {
      // Fields that are not known here go out too: the service says what it does not know.
      const body = { redeem_limit: redeemLimit, ...others };
      const headers = { 'Idempotency-Key': idempotencyKey };
      return send({ path: '/v2/smartlinks', body, headers, read: readCreated }, call);
    },
    get: asking('/v2/smartlinks/', readSmartLink),
    resolve,
    redeem: async (smartlink, call) => redeem(codeOf(smartlink), call),
    resume,
    hasRedemption: async (smartlink) => has(codeOf(smartlink)),
    map: (pattern, handler) => {
      map(pattern, handler as never);
      return client;
    },
    otherwise: (handler) => {
      otherwise(handler);
      return client;
    },
    open,
  };
  return client;
}

// What follows runs inside a `try`: an answer that is no object at all ends there.

function readCreated(body: unknown, status: number): Created | undefined {
  const { smartlink } = body as CreateAnswer;
  const code = codeOf(smartlink);
  return code ? { smartlink, code, created: status === 201 } : undefined;
}

function readSmartLink(body: unknown): SmartLink | undefined {
  const { smartlink } = body as RetrieveAnswer;
  return smartlink.code && smartlink.tags && smartlink.routes ? smartlink : undefined;
}

function readResolved(body: unknown): Resolved | undefined {
  const resolved = body as ResolveAnswer;
  const { code, route } = resolved;
  return code && (route === null || typeof route.link === 'string') ? resolved : undefined;
}
