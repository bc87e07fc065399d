import { codeOf } from './address.ts';
import type { CallOptions, CreateOptions } from './options.ts';
import type { Send } from './send.ts';
import type {
  CreateResponse,
  Metadata,
  RetrieveResponse,
  RouteOverrides,
  SmartLink,
} from './types.ts';

/** The link to create. */
export interface CreateRequest {
  /** The destination: an http(s) address, a deep link, or a path such as `products/5`. */
  readonly uri: string;
  /** Routes that replace the default routes of these platforms. */
  readonly routes?: RouteOverrides | undefined;
  /** Data for your app: up to 16 KiB of JSON. */
  readonly metadata?: Metadata | undefined;
  /** `true`: one link for each `uri`; later requests return the existing one. Default: `false`. */
  readonly unique?: boolean | undefined;
  /** How often the link can be redeemed: 1 to 2,147,483,647. Default: no limit. */
  readonly redeemLimit?: number | undefined;
}

/** A link that was created, or the existing one that `unique` found. */
export interface Created {
  /** The address to publish: `https://go.shop.example/H7kTq2Rb`. */
  readonly smartlink: string;
  /** The last segment of the address: `H7kTq2Rb`. */
  readonly code: string;
  /** `true` for a new link, `false` for one that `unique` found. */
  readonly created: boolean;
}

/** The calls that every token of an app can make. */
export interface LinkCalls {
  readonly create: (request: CreateRequest, options?: CreateOptions) => Promise<Created>;
  readonly get: (smartlink: string, options?: CallOptions) => Promise<SmartLink>;
}

export function linkCalls(send: Send, uuid: () => string): LinkCalls {
  return {
    create: async ({ redeemLimit, ...others }, { idempotencyKey = uuid(), ...call } = {}) => {
      // Otherwise every attempt would fail in `fetch`, which looks like a network error. The service checks the length.
      if (/[^ -~]/.test(idempotencyKey)) {
        throw new TypeError('idempotencyKey contains a character that is not visible ASCII.');
      }
      // Unknown fields are sent too: the service reports them.
      const body = { redeem_limit: redeemLimit, ...others };
      const headers = { 'Idempotency-Key': idempotencyKey };
      return send({ path: '/v2/smartlinks', body, headers, read: readCreated }, call);
    },
    get: async (smartlink, call = {}) => {
      const path = `/v2/smartlinks/${encodeURIComponent(codeOf(smartlink))}`;
      return send({ path, read: readSmartLink }, call);
    },
  };
}

// Readers are called inside a `try`: a response that is not an object throws there.

function readCreated(body: unknown, status: number): Created | undefined {
  const { smartlink } = body as CreateResponse;
  const code = codeOf(smartlink);
  return code ? { smartlink, code, created: status === 201 } : undefined;
}

function readSmartLink(body: unknown): SmartLink | undefined {
  const { smartlink } = body as RetrieveResponse;
  return smartlink.code && smartlink.tags && smartlink.routes ? smartlink : undefined;
}
