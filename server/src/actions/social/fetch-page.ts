import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import type { PageSocial } from '../../domain/link/page-social.ts';
import { isHttp } from '../../domain/link/route.ts';
import { joinedHead } from '../../domain/text/joined-head.ts';
import { VERSION } from '../../version.ts';
import { decoderFor } from '../decoder-for.ts';
import { NotPublic } from '../outgoing-lookups.ts';
import { requestTo, type Reach } from '../request-to.ts';
import { timeLimit } from '../time-limit.ts';

/** The time limit of a page with its redirects. */
export const PAGE_TIMEOUT_MS = 5000;
/** What is read of a page, as it is sent and decompressed. */
export const MAX_PAGE_BYTES = 512 * 1024;
const MAX_REDIRECTS = 3;

/**
 * Reads what a page says about itself. Returns undefined for every failure: callers must not learn which addresses of
 * private networks respond.
 */
export async function fetchPage(
  url: string,
  reach: Reach,
  stop: AbortSignal,
): Promise<PageSocial | undefined> {
  const limit = timeLimit(PAGE_TIMEOUT_MS, stop);
  const { signal } = limit;
  try {
    let address = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await get(address, reach, signal);
      try {
        const next = redirectOf(response, address);
        if (next === undefined) return await read(response, address, signal);
        address = next;
      } finally {
        response.destroy();
      }
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    limit.end();
  }
}

function get(address: string, reach: Reach, signal: AbortSignal): Promise<IncomingMessage> {
  const { username, password } = new URL(address);
  if (!isHttp(address) || username !== '' || password !== '') throw new NotPublic();
  const headers = {
    accept: 'text/html',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': `Smartlink/${VERSION}`,
  };
  return requestTo(address, { reach, signal, headers });
}

const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

function redirectOf({ statusCode, headers }: IncomingMessage, address: string): string | undefined {
  if (!REDIRECTS.includes(statusCode)) return undefined;
  return new URL(headers.location ?? '', address).href;
}

/** Reads the head of the page, and no more than `MAX_PAGE_BYTES`. */
async function read(
  response: IncomingMessage,
  address: string,
  signal: AbortSignal,
): Promise<PageSocial | undefined> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = response.headers;
  if (response.statusCode !== 200 || !/^text\/html\s*(?:;|$)/i.test(type)) return undefined;
  const decoder = decoderFor(response);
  if (!decoder && encoding !== 'identity') return undefined;
  // It loads a parser for HTML, which few processes need.
  const { PageReader } = await import('../../domain/link/page-social.ts');
  const charset = await import('../../domain/link/page-charset.ts');
  const page = new PageReader();
  const named = charset.headerCharset(type);
  const headBytes = named === undefined ? charset.CHARSET_BYTES : 0;
  let text: TextDecoder | undefined;
  const parse = async (body: AsyncIterable<Buffer>): Promise<void> => {
    const bytes = firstBytes(body);
    for await (const chunk of joinedHead(bytes, ({ length }) => length >= headBytes)) {
      text ??= decoderOf(named ?? charset.metaCharset(chunk.toString('latin1', 0, headBytes)));
      page.write(text.decode(chunk, { stream: true }));
      if (page.done) break;
    }
    throw new Enough();
  };
  try {
    await (decoder
      ? pipeline(response, firstBytes, decoder, (body) => parse(body as Readable), { signal })
      : pipeline(response, parse, { signal }));
  } catch (thrown) {
    if (!(thrown instanceof Enough)) throw thrown;
  }
  return page.result(address);
}

/** An unknown encoding is read as UTF-8. */
function decoderOf(label = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/** The rest is not needed: the connection is closed. */
class Enough extends Error {}

async function* firstBytes(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = MAX_PAGE_BYTES;
  for await (const chunk of body) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}
