import { createHmac } from 'node:crypto';

/** What Standard Webhooks 1.0.0 puts before the base64 of a secret. */
export const SECRET_PREFIX = 'whsec_';
/** Bytes of a secret; the standard allows 24 to 64. */
export const SECRET_BYTES = 32;

export function secretText(bytes: Buffer): string {
  return SECRET_PREFIX + bytes.toString('base64');
}

/** An attempt to send an event. */
export interface SignedRequest {
  readonly id: string;
  /** Seconds since 1970-01-01 UTC: when this attempt begins. */
  readonly timestamp: number;
  readonly payload: string;
}

/**
 * The `webhook-signature` header of Standard Webhooks 1.0.0: one HMAC-SHA256 for each secret. While a secret is replaced,
 * both sign, so that the receiver can change over at any time.
 */
export function signatureOf(
  { id, timestamp, payload }: SignedRequest,
  secrets: readonly string[],
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`);
      return `v1,${digest.digest('base64')}`;
    })
    .join(' ');
}
