import { Type } from 'typebox';
import { findSmartlinkBases } from '../../actions/apps/find-smartlink-bases.ts';
import { JSON_TYPE, type Endpoint } from '../endpoint.ts';
import { component } from '../../domain/text/shapes.ts';

export const ClientAppSchema = component(
  'ClientApp',
  {
    smartlink_bases: Type.Array(Type.String({ format: 'uri' }), {
      minItems: 1,
      description:
        'The base addresses of smart links of the app: `{smartlink_base}`, then one for each host of the app. A smart link is one of these, a slash and a code.',
    }),
  },
  { examples: [{ smartlink_bases: ['https://link.example', 'https://go.shop.example'] }] },
);

/** Hosts change rarely. With an old list, an app opens links of a new host in the browser. */
const MAX_AGE_SECONDS = 300;

export const getClientAppEndpoint: Endpoint = {
  method: 'GET',
  path: '/client/v1/app',
  callers: 'platform-token',
  id: 'getClientApp',
  tag: 'Client',
  summary: 'Get the addresses of smart links of the app',
  description:
    'With these, an app can recognize its smart links without a request to the service. Cache the response for a day.',
  responses: { 200: { description: 'The app of the token.', schema: ClientAppSchema } },
  handler:
    ({ ctx }) =>
    async (request, reply) => {
      const smartlink_bases = await findSmartlinkBases(ctx, request.actor.appId);
      return reply
        .headers({
          'content-type': JSON_TYPE,
          'cache-control': `private, max-age=${MAX_AGE_SECONDS}`,
          // The response depends on the app of the token, and has CORS headers only for an origin.
          vary: 'authorization, origin',
        })
        .send({ smartlink_bases });
    },
};
