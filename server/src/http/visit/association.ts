import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import {
  appleAppSiteAssociation,
  assetLinks,
  type Association,
} from '../../domain/app/association.ts';
import type { Callers } from '../caller.ts';
import { RETRY_AFTER_SECONDS } from '../problem-reply.ts';
import { requestPath } from '../request-path.ts';

/** Takes a request for an association file and returns true, or leaves it and returns false. */
export type AssociationHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

const FILES = new Map<string, typeof assetLinks>([
  ['/.well-known/apple-app-site-association', appleAppSiteAssociation],
  // Where Apple looks when the other is missing.
  ['/apple-app-site-association', appleAppSiteAssociation],
  ['/.well-known/assetlinks.json', assetLinks],
]);

const BY_HOST: Pick<Callers, 'hostOf' | 'hostHeader'> = {
  hostOf: ({ headers }) => headers.host,
  hostHeader: undefined,
};

/** Short, so that a mended file is what Apple, Google and caches get the next time they ask. */
const MAX_AGE_SECONDS = 300;

/**
 * Stands in front of everything else, since nobody asks twice: a phone that gets no file when an app
 * is installed opens no links in it for days. So there is no limit, no redirect and no store here.
 *
 * `read` knows the apps of a host name (lower case, without a port; undefined where the request
 * names none); undefined: not known yet. `linkPath` is the path that links stand under, `asked` how to
 * find the host that a request asks for: a cache must not give an answer for one host to another.
 */
export function associationHandler(
  read: (host: string | undefined) => Association | undefined,
  linkPath: () => string,
  asked: Pick<Callers, 'hostOf' | 'hostHeader'> = BY_HOST,
): AssociationHandler {
  const { hostOf, hostHeader } = asked;
  const vary = hostHeader === undefined ? {} : { vary: hostHeader };
  return (request, response) => {
    const file = FILES.get(requestPath(request.url ?? ''));
    if (file === undefined) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // The body of such a request is of no interest.
      request.resume();
      sendText(response, 405, 'Only GET and HEAD are possible here.', { allow: 'GET, HEAD' });
      return true;
    }
    const association = read(hostName(hostOf(request)));
    const text = association && file(association, linkPath());
    if (association === undefined) {
      const retryAfter = { 'retry-after': String(RETRY_AFTER_SECONDS) };
      sendText(response, 503, 'The apps of this host are not known yet.', {
        ...retryAfter,
        ...vary,
      });
    } else if (text === undefined) {
      sendText(response, 404, 'No app is set for this host.', vary);
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
  // Node leaves the body out of the answer to a HEAD by itself.
  response.end(body);
}
