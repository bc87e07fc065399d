import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Once } from '../actions/links/create-link.ts';
import { canonicalJson, type JsonText } from '../domain/text/json.ts';
import { fail } from '../problem.ts';

const MAX_KEY_LENGTH = 255;

export const idempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_KEY_LENGTH,
      description:
        'Makes retries safe: within 24 hours, the same key and body get the first response, and no second link is created.',
    }),
  ),
});

// Visible characters, with spaces between them.
const KEY = /^[!-~](?:[ -~]*[!-~])?$/;

/** The `Idempotency-Key` of a request with the digest of its body; undefined: it has none. Fails with `bad_request`. */
export function onceOf(request: FastifyRequest, { value }: JsonText): Once | undefined {
  const key = keyOf(request);
  if (key === undefined) return undefined;
  return { key, bodyDigest: hash('sha256', canonicalJson(value), 'base64url') };
}

/** The `Idempotency-Key` of a request. Fails with `bad_request`. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH && KEY.test(key)) return key;
  return fail(
    'bad_request',
    `Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters.`,
  );
}
