import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Webhook } from '../../../api/schema.ts';
import { draftOf, EVENT_TYPES, isSendable, requestOf } from './webhook-draft.ts';

const WEBHOOK: Webhook = {
  webhook_id: 'wh_1',
  url: 'https://hooks.shop.example/',
  description: null,
  types: ['link.created'],
  tags: ['vip'],
  state: 'enabled',
  disabled_because: null,
  failing_since: null,
  old_secret_until: null,
  created_at: '2026-11-24T12:00:00.000Z',
  created_by: 'operator',
};

describe('the form of a webhook', () => {
  it('sends back what it was given', () => {
    const { url, description, types, tags } = WEBHOOK;
    assert.deepEqual(requestOf(draftOf(WEBHOOK)), { url, description, types, tags });
  });

  it('sends no types for all events, whatever was selected before', () => {
    const draft = { ...draftOf(WEBHOOK), which: 'all' as const };
    assert.deepEqual(requestOf(draft).types, []);
    assert.ok(isSendable(draft));
  });

  it('cannot be sent with "only these" and no event, which would mean all', () => {
    assert.ok(!isSendable({ ...draftOf(), which: 'some' }));
  });

  it('leaves out what the dashboard does not know', () => {
    const draft = { ...draftOf(), which: 'some' as const, types: ['link.created', 'other'] };
    assert.deepEqual(requestOf(draft).types, ['link.created']);
    assert.equal(new Set(EVENT_TYPES).size, 14);
  });
});
