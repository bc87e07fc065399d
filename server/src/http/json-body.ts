import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { parseJson, type JsonText } from '../domain/text/json.ts';
import { fail, refuse } from '../problem.ts';

/** The largest body of any request, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Whether the body of a request is longer than that, or can be. */
export function hasLongBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || Number(length ?? 0) > MAX_BODY_BYTES;
}

/** The text of a body that is too long to be parsed at once: see `LongBody`. */
export interface LongJson {
  readonly text: string;
}

/** Parses `application/json` in UTF-8 into a `JsonText`; rejects all other bodies. */
export function acceptJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/json(?:$|\s*;)/i,
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (request, body: Buffer, done) => {
      try {
        const { 'content-type': type = '', 'content-encoding': encoding } = request.headers;
        const text = textOf(type, encoding, body);
        const isLong = request.routeOptions.bodyLimit > MAX_BODY_BYTES;
        done(null, isLong ? ({ text } satisfies LongJson) : read(text));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

function textOf(type: string, encoding: string | undefined, body: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    fail('unsupported_media_type', `The charset "${charset}" is not supported; send UTF-8.`);
  }
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    fail(
      'unsupported_media_type',
      'A compressed body is not accepted; leave Content-Encoding out.',
    );
  }
  if (body.length === 0) fail('invalid_json', 'The body is empty; it should be a JSON object.');
  if (!isUtf8(body)) fail('invalid_json', 'The body is not valid UTF-8.');
  const start = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  return body.toString('utf8', start);
}

function read(text: string): JsonText {
  const parsed = parseJson(text);
  if ('json' in parsed) return parsed.json;
  const { issue, tooDeep } = parsed;
  if (tooDeep) refuse([issue]);
  fail('invalid_json', `${issue.pointer || 'The body'} ${issue.detail}.`, { issues: [issue] });
}
