import { baseAddress } from './base-address.ts';
import { linkCalls, type Created, type CreateRequest } from './link-calls.ts';
import type { CallOptions, ConnectionOptions, CreateOptions } from './options.ts';
import { randomUuid } from './random.ts';
import { sender } from './send.ts';
import { serverToken } from './token.ts';
import type { SmartLink } from './types.ts';

/**
 * A client for your own server, which uses the secret token of an app; see {@link createServerClient}. Every
 * method retries like those of {@link createClient} and rejects with a {@link SmartlinkError}.
 */
export interface ServerClient {
  /**
   * Creates a smart link with any destination.
   *
   * All attempts of one call create one link. Rejects with `validation_failed`, where `errors` lists
   * every issue; with `idempotency_key_reused`; with `no_randomness`.
   *
   * @example A coupon for two
   * ```ts
   * import { createServerClient } from '@smartlink/client/server';
   *
   * const server = createServerClient({
   *   baseUrl: 'https://go.shop.example',
   *   token: 'sl_server_YourToken',
   * });
   * const { smartlink, created } = await server.create({
   *   uri: 'products/5',
   *   metadata: { coupon: 'WELCOME' },
   *   redeemLimit: 2,
   * });
   * console.log(created); // true
   * console.log(smartlink.startsWith('https://go.shop.example/')); // true
   * ```
   */
  readonly create: (request: CreateRequest, options?: CreateOptions) => Promise<Created>;

  /**
   * Retrieves a smart link by its code or its address, with the routes of every platform. Rejects
   * with `not_found`.
   *
   * @example Where a link leads
   * ```ts
   * import { createServerClient } from '@smartlink/client/server';
   *
   * const server = createServerClient({
   *   baseUrl: 'https://go.shop.example',
   *   token: 'sl_server_YourToken',
   * });
   * const { routes } = await server.get('https://go.shop.example/H7kTq2Rb');
   * console.log(routes.web?.link); // https://shop.example/p/5
   * console.log(routes.iphone?.link); // com.shop.app://product/5
   * ```
   */
  readonly get: (smartlink: string, options?: CallOptions) => Promise<SmartLink>;
}

/**
 * Creates a client with the server token of an app. Use it only on your own server, because the token permits
 * everything in the app. Throws a `TypeError` for a platform token and for a `baseUrl` that is not an http(s)
 * address.
 *
 * @example A link from a back end
 * ```ts
 * import { createServerClient } from '@smartlink/client/server';
 *
 * const server = createServerClient({
 *   baseUrl: 'https://go.shop.example',
 *   token: 'sl_server_YourToken',
 * });
 * const { code } = await server.create({ uri: 'products/5', unique: true });
 * console.log(code.length); // 8
 * ```
 */
export function createServerClient(given: ConnectionOptions): ServerClient {
  const baseUrl = baseAddress('baseUrl', given.baseUrl);
  const options = { ...given, baseUrl, token: serverToken(given.token) };
  const { uuid = randomUuid } = options;
  return linkCalls(sender(options), uuid);
}
