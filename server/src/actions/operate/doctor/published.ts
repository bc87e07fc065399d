import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decoderFor } from '../../decoder-for.ts';
import { NotPublic } from '../../outgoing-lookups.ts';
import { connectionFailure, requestTo, type Reach } from '../../request-to.ts';
import { error, warning, type Finding } from './finding.ts';

const TIMEOUT_MS = 5000;

/** A file that is published as phones require it. */
export interface Published {
  readonly json: unknown;
}

/**
 * Requests a JSON file as Apple's and Google's servers do: without redirects, with a publicly trusted
 * certificate and the right content type. Returns a finding if there is an error. Ends within seconds. A
 * failure here does not mean that the address is unreachable elsewhere.
 */
export async function fetchPublished(
  url: string,
  maxBytes: number,
  reach: Reach,
): Promise<Published | Finding> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await requestTo(url, { reach, signal });
    const refused = checkHead(url, response);
    if (refused) {
      response.destroy();
      return refused;
    }
    return parse(url, await read(response, maxBytes, signal));
  } catch (thrown) {
    if (thrown instanceof NotPublic) return notPublic(url);
    if (thrown instanceof TooLarge) return tooLarge(url, maxBytes);
    return noResponse(url, thrown, signal.aborted);
  }
}

class TooLarge extends Error {}

/** The maximum length of header values in findings. */
const MAX_SHOWN = 200;

function checkHead(url: string, { statusCode = 0, headers }: IncomingMessage): Finding | undefined {
  const { location } = headers;
  if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
    return error(
      `${url} redirects to ${location.slice(0, MAX_SHOWN)} (${statusCode}), which phones do not follow`,
      'configure the proxy to pass on this path before its rules for http, www, slashes or sign-in apply',
    );
  }
  if (statusCode !== 200) return error(`${url} returns ${statusCode}`, adviceFor(statusCode));
  const type = headers['content-type'] ?? 'no type';
  if (/^application\/json\s*(?:;|$)/i.test(type)) return undefined;
  return error(
    `${url} has the type ${type.slice(0, MAX_SHOWN)}, not application/json`,
    'pass on the path to the service, which sends the correct type, and make sure that the proxy does not change it',
  );
}

function adviceFor(status: number): string {
  if (status === 404) {
    return 'pass on the path to the service with the Host header of the visitor (a rule for certificates needs only /.well-known/acme-challenge)';
  }
  if (status === 401 || status === 403 || status === 429) {
    return 'exclude this path from sign-in, bot protection and limits: the servers of Apple and Google request it';
  }
  return 'check that the service runs, and read the log of the proxy';
}

/** Reads the decompressed body. Throws `TooLarge` if it is longer than `maxBytes`. */
async function read(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const keep = async (body: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxBytes) throw new TooLarge();
      chunks.push(chunk);
    }
  };
  const decoder = decoderFor(response);
  await (decoder
    ? pipeline(response, decoder, (body) => keep(body as Readable), { signal })
    : pipeline(response, keep, { signal }));
  return Buffer.concat(chunks);
}

function notPublic(url: string): Finding {
  return warning(
    `${url} was not checked: the address of this domain is not public`,
    'phones cannot reach it from outside; give the domain a public address',
  );
}

function tooLarge(url: string, maxBytes: number): Finding {
  const what = `${url} is larger than ${maxBytes / 1024} KB, so it is not read`;
  return error(what, 'move the links of some apps to separate domains');
}

function parse(url: string, bytes: Buffer): Published | Finding {
  try {
    return { json: JSON.parse(bytes.toString('utf8')) as unknown };
  } catch {
    const advice = 'a proxy serves its own file at this path: let the service respond';
    return error(`${url} is not JSON`, advice);
  }
}

function noResponse(url: string, thrown: unknown, timedOut: boolean): Finding {
  const { name, isUntrusted } = connectionFailure(thrown);
  if (isUntrusted) {
    return error(
      `${url} has a certificate that phones do not trust (${name})`,
      'get a certificate from a public authority for this domain, and let the proxy send the complete chain',
    );
  }
  const reason = timedOut ? `within ${TIMEOUT_MS / 1000} s` : `(${name})`;
  return warning(
    `${url} could not be checked: no response ${reason}`,
    `check the DNS entry and the firewall; if this machine cannot reach its own public address, test from another one: curl -i ${url}`,
  );
}
