import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assert as check, json, property, uint8Array } from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { secretText, signatureOf } from './signature.ts';

describe('signatureOf', () => {
  it('is accepted by the library of Standard Webhooks, with each of two secrets', () => {
    const timestamp = Math.floor(Date.now() / 1000);
    const secrets = uint8Array({ minLength: 24, maxLength: 64 });
    check(
      property(secrets, secrets, json(), (one, two, payload) => {
        const both = [one, two].map((bytes) => secretText(Buffer.from(bytes)));
        const headers = {
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signatureOf({ id: 'evt_1', timestamp, payload }, both),
        };
        for (const secret of both) {
          assert.deepEqual(new Webhook(secret).verify(payload, headers), JSON.parse(payload));
        }
        const changed = { ...headers, 'webhook-id': 'evt_2' };
        assert.throws(() => new Webhook(both[0] ?? '').verify(payload, changed));
      }),
    );
  });
});
