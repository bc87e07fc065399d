import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RouteHandlerMethod } from 'fastify';
import { SMART_BANNER } from '../package-files.ts';
import { matchesEtag } from './etag.ts';

/** Sites get a new version within an hour. */
const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  'x-content-type-options': 'nosniff',
  // Pages of other origins include the script, also with `crossorigin` or `Cross-Origin-Embedder-Policy`.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Sends the script for web sites: docs/guides/smart-banner.md. */
export function smartBannerHandler(): RouteHandlerMethod {
  // Every visitor of the sites loads it, so it is sent without indentation and comments, except its first lines.
  const script = readFileSync(SMART_BANNER, 'utf8').replaceAll(/^ +(?:\/\/.*\n)?/gm, '');
  const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`;
  return (request, reply) => {
    void reply.headers({ ...HEADERS, etag });
    const isKnown = matchesEtag(request.headers['if-none-match'], etag);
    return isKnown ? reply.code(304).send() : reply.send(script);
  };
}
