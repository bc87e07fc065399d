import { parseAddress, publishedCode, withoutSlash } from './address.ts';
import type { Handler, Opening, Redemption, Resolved } from './client.ts';
import type { ClientOptions, RedeemOptions } from './options.ts';
import type { Redeemer } from './redeemer.ts';
import { createRouter } from './router.ts';

export interface Opener {
  readonly map: (pattern: string, handler: Handler) => void;
  readonly otherwise: (handler: Handler) => void;
  readonly open: (url: string) => Promise<boolean>;
}

export function createOpener(
  options: ClientOptions,
  resolve: (code: string) => Promise<Resolved>,
  redeem: Redeemer['redeem'],
): Opener {
  const router = createRouter<Handler>();
  const { baseUrl, links = [baseUrl] } = options;
  const published = links.map(parseAddress);
  let fallback: Handler | undefined;

  return {
    map: router.add,
    otherwise: (handler) => {
      fallback = handler;
    },
    open: async (url) => {
      let address = parseAddress(url);
      const code = publishedCode(published, address);
      const smartlink = code || address.smartlink;
      const route = code ? (await resolve(code)).route : undefined;
      if (route) address = parseAddress(route.link);
      const path = withoutSlash(address.path);
      const match = route === null ? undefined : router.find(path);
      const handler = match ? match.target : fallback;
      if (!handler) return false;

      const opening: Opening = {
        url,
        path,
        params: match ? match.params : Object.create(null),
        query: address.query,
        smartlink,
        metadata: async (call) => {
          const redemption = await opening.redeem(call);
          return redemption && redemption.metadata;
        },
        redeem: onceForAll(smartlink, redeem),
      };
      await handler(opening);
      return true;
    },
  };
}

/** Redeems the link of an opening when first called; later calls get the same redemption. */
function onceForAll(smartlink: string | null, redeem: Redeemer['redeem']): Opening['redeem'] {
  let redemption: Promise<Redemption> | undefined;
  return async (call?: RedeemOptions) => {
    if (!smartlink) return null;
    redemption = redemption || redeem(smartlink, call);
    try {
      return await redemption;
    } catch (error) {
      // What failed may be tried again; the journal still knows its id.
      redemption = undefined;
      throw error;
    }
  };
}
