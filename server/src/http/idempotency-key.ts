import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { fail } from '../problem.ts';

const MAX_KEY_LENGTH = 255;

export const idempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_KEY_LENGTH,
      description:
        'Makes it safe to send the request again: within 24 hours the same key and body get the first answer, and no second link.',
    }),
  ),
});

// Visible characters, with spaces between them.
const KEY = /^[!-~](?:[ -~]*[!-~])?$/;

export function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH && KEY.test(key)) return key;
  fail('bad_request', `Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters.`);
}
