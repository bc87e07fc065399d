import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import {
  appleAppSiteAssociation,
  assetLinks,
  type Association,
  type OwnPaths,
} from '../../domain/app/association.ts';
import type { Callers } from '../caller.ts';
import { RETRY_AFTER_SECONDS } from '../problem-reply.ts';
import { requestPath } from '../request-path.ts';

/** Answers a request for an association file and returns true; returns false for other requests. */
export type AssociationHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

const FILES = new Map<string, typeof assetLinks>([
  ['/.well-known/apple-app-site-association', appleAppSiteAssociation],
  // The fallback address of Apple.
  ['/apple-app-site-association', appleAppSiteAssociation],
  ['/.well-known/assetlinks.json', assetLinks],
]);

/** Short, so that Apple, Google and caches soon get a corrected file. */
const MAX_AGE_SECONDS = 300;

/**
 * Runs before everything else, because phones do not retry: a phone that gets no file when it installs an
 * app opens no links in the app for days. So there is no rate limit, no redirect and no database access.
 *
 * `read` returns the apps of a host name (lower case, without a port; undefined if the request has none);
 * undefined: not loaded yet. `hostOf` returns the requested host; `hostHeader` is the header to vary on, so
 * that a cache does not mix up hosts.
 */
export function associationHandler(
  read: (host: string | undefined) => Association | undefined,
  paths: () => OwnPaths,
  { hostOf, hostHeader }: Pick<Callers, 'hostOf' | 'hostHeader'>,
): AssociationHandler {
  const vary = hostHeader === undefined ? {} : { vary: hostHeader };
  return (request, response) => {
    const file = FILES.get(requestPath(request.url ?? ''));
    if (file === undefined) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // Discards the body.
      request.resume();
      sendText(response, 405, 'Only GET and HEAD are allowed here.', { allow: 'GET, HEAD' });
      return true;
    }
    const association = read(hostName(hostOf(request)));
    const text = association && file(association, paths());
    if (association === undefined) {
      const retryAfter = { 'retry-after': String(RETRY_AFTER_SECONDS) };
      sendText(response, 503, 'The apps of this host are not loaded yet.', {
        ...retryAfter,
        ...vary,
      });
    } else if (text === undefined) {
      sendText(response, 404, 'No app is configured for this host.', vary);
    } else {
      send(response, 200, text, {
        'content-type': 'application/json',
        'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
        ...vary,
      });
    }
    return true;
  };
}

/** `Go.Shop.Example:443` is `go.shop.example`. */
function hostName(header: string | undefined): string | undefined {
  return header?.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  send(response, status, `${text}\n`, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: OutgoingHttpHeaders,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  // Node.js omits the body in responses to HEAD.
  response.end(body);
}
