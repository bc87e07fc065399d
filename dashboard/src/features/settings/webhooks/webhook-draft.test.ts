import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Webhook } from '../../../api/types.ts';
import {
  changesOf,
  draftOf,
  EVENT_TYPES,
  isSendable,
  mergedDraft,
  requestOf,
  type WebhookDraft,
} from './webhook-draft.ts';
import { WEBHOOK_FORMAT } from './webhook-format.ts';

const WEBHOOK: Webhook = {
  webhook_id: 'wh_1',
  url: 'https://hooks.shop.example/',
  description: null,
  types: ['link.created'],
  tags: ['vip'],
  state: 'enabled',
  disabled_because: null,
  failing_since: null,
  paused_until: null,
  old_secret_until: null,
  created_at: '2026-11-24T12:00:00.000Z',
  created_by: 'operator',
};

/** All events, with an earlier selection. */
const ALL: WebhookDraft['types'] = { which: 'all', selected: ['link.created'] };

function some(...selected: string[]): WebhookDraft['types'] {
  return { which: 'some', selected };
}

describe('the form of a webhook', () => {
  it('sends back what it was given', () => {
    const { url, description, types, tags } = WEBHOOK;
    assert.deepEqual(requestOf(draftOf(WEBHOOK)), { url, description, types, tags });
  });

  it('sends no types for all events, whatever was selected before', () => {
    const draft = { ...draftOf(WEBHOOK), types: ALL };
    assert.deepEqual(requestOf(draft).types, []);
    assert.ok(isSendable(draft));
  });

  it('cannot be sent with "only these" and no event, which would mean all', () => {
    assert.ok(!isSendable({ ...draftOf(), types: some() }));
  });

  it('leaves out what the dashboard does not know', () => {
    const draft = { ...draftOf(), types: some('link.created', 'other') };
    assert.deepEqual(requestOf(draft).types, ['link.created']);
    assert.equal(new Set(EVENT_TYPES).size, 14);
  });
});

describe('an edited webhook', () => {
  const saved = draftOf(WEBHOOK);
  const URL = 'https://new.shop.example/';

  it('sends only what differs from what was loaded', () => {
    const cases: [Partial<WebhookDraft>, object][] = [
      [{}, {}],
      [{ url: ` ${URL}` }, { url: URL }],
      [{ description: 'Coupons' }, { description: 'Coupons' }],
      [{ types: ALL }, { types: [] }],
      [{ types: some('link.updated') }, { types: ['link.updated'] }],
      [{ tags: [] }, { tags: [] }],
      [
        { tags: ['vip', 'b'], description: 'x' },
        { tags: ['vip', 'b'], description: 'x' },
      ],
    ];
    for (const [edit, changes] of cases) {
      assert.deepEqual(changesOf({ ...saved, ...edit }, saved), changes);
    }
    const named = draftOf({ ...WEBHOOK, description: 'Coupons' });
    assert.deepEqual(changesOf({ ...named, description: ' ' }, named), { description: null });
  });

  it('keeps what is edited, and follows the changes of others in the rest', () => {
    const current = draftOf({ ...WEBHOOK, url: URL, types: [], tags: ['vip', 'b'] });
    assert.deepEqual(mergedDraft(saved, saved, current).draft, current);
    const types = some('link.created', 'link.deleted');
    const { draft } = mergedDraft(saved, { ...saved, description: 'Mine', types }, current);
    assert.deepEqual(draft, { ...current, description: 'Mine', types });
    assert.deepEqual(changesOf(draft, current), { description: 'Mine', types: types.selected });
  });

  it('is not edited any more if another person saves the same', () => {
    const values = { ...saved, url: URL };
    const current = draftOf({ ...WEBHOOK, url: URL });
    assert.deepEqual(changesOf(mergedDraft(saved, values, current).draft, current), {});
  });

  it('keeps what it was edited from, until both are the same', () => {
    const values = { ...saved, url: URL, description: 'Mine' };
    const current = draftOf({ ...WEBHOOK, url: URL, description: 'Theirs', tags: [] });
    const { base } = mergedDraft(saved, values, current);
    assert.deepEqual(base, { ...current, description: saved.description });
    // They are changed again.
    const later = draftOf({ ...WEBHOOK, url: URL, description: 'Others', tags: [] });
    assert.deepEqual(mergedDraft(base, values, later).base, base);
  });
});

describe('a webhook that two people edit', () => {
  const base = draftOf(WEBHOOK);
  const mine = { ...base, description: 'Mine', types: some('link.deleted'), tags: ['vip', 'b'] };

  it('has a conflict where both changed the same part differently', () => {
    const cases: [Partial<Webhook>, string[]][] = [
      [{}, []],
      [{ url: 'https://new.shop.example/' }, []],
      [{ description: 'Mine' }, []],
      [{ description: 'Theirs' }, ['description']],
      [{ types: [] }, ['types']],
      [{ types: ['link.updated'], tags: ['c'] }, ['types', 'tags']],
    ];
    for (const [change, fields] of cases) {
      const { conflicts } = mergedDraft(base, mine, draftOf({ ...WEBHOOK, ...change }));
      assert.deepEqual(
        conflicts.map(({ path }) => path[0]),
        fields,
      );
    }
  });

  it('gets the parts that the user chooses', () => {
    const stored = draftOf({ ...WEBHOOK, description: 'Theirs', types: [] });
    const choices = new Map([
      ['/types', 'theirs' as const],
      ['/description', 'mine' as const],
    ]);
    assert.deepEqual(requestOf(mergedDraft(base, mine, stored, choices).draft), {
      ...requestOf(mine),
      types: [],
    });
  });

  it('is shown with the words of the form', () => {
    const stored = draftOf({ ...WEBHOOK, description: 'Theirs', types: [] });
    const before = { ...base, description: 'x' };
    const { conflicts } = mergedDraft(before, { ...mine, description: '' }, stored);
    const texts = conflicts.map(({ path, mine: own, theirs }) => [
      WEBHOOK_FORMAT.labelOf(path),
      ...[own, theirs].map((node) => node && WEBHOOK_FORMAT.textOf(path, node)),
    ]);
    assert.deepEqual(texts, [
      ['Description', 'none', 'Theirs'],
      ['Events', 'Link deleted', 'All events'],
    ]);
  });
});
