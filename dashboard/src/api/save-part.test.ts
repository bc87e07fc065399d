import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nodeOf } from '../lib/json-value.ts';
import { Problem } from './problem.ts';
import { savePart, mergeTyped, type AppStore, type AppVersion, type Part } from './save-part.ts';
import type { AppDocument } from './types.ts';

const VISITS: Part<AppDocument['visits']> = {
  of: ({ visits }) => visits,
  change: (visits) => ({ visits }),
};
const BASE = version('1', { title: 'Shop', color: '#000000' });

function version(etag: string, visits: AppDocument['visits']): AppVersion {
  return {
    etag,
    data: {
      name: 'shop',
      platforms: {},
      templates: [],
      metadata_schema: {},
      platform_tokens: {},
      hosts: [],
      visits,
    },
  };
}

/** A store that someone else has changed to `now`. */
function storeWith(
  now: AppVersion,
): { -readonly [K in keyof AppStore]: AppStore[K] } & { readonly sent: object[] } {
  const sent: object[] = [];
  return {
    sent,
    read: () => Promise.resolve(now),
    write: (body, etag) => {
      if (etag !== now.etag) throw new Problem('precondition_failed', 'changed', { status: 412 });
      sent.push(body);
      return Promise.resolve({ version: version('3', {}), warnings: [] });
    },
  };
}

describe('saving a part of an app', () => {
  it('sends the edited fields', async () => {
    const store = storeWith(BASE);
    const saved = await savePart(store, VISITS, BASE, { title: 'New' });
    assert.equal(saved.kind, 'saved');
    assert.deepEqual(store.sent, [{ visits: { title: 'New' } }]);
  });

  it('keeps changes by someone else to other fields', async () => {
    const store = storeWith(version('2', { title: 'Shop', color: '#ffffff' }));
    const saved = await savePart(store, VISITS, BASE, { title: 'New', color: '#000000' });
    assert.ok(saved.kind === 'saved' && saved.merged);
    assert.deepEqual(store.sent, [{ visits: { title: 'New', color: '#ffffff' } }]);
  });

  it('saves nothing if both changed the same field, then saves the choice of the user', async () => {
    const now = version('2', { title: 'Theirs', color: '#000000' });
    const store = storeWith(now);
    const saved = await savePart(store, VISITS, BASE, { title: 'Mine', color: '#111111' });
    assert.ok(saved.kind === 'conflict');
    assert.deepEqual(store.sent, []);
    assert.deepEqual(saved.conflicts, [
      { path: ['title'], base: nodeOf('Shop'), mine: nodeOf('Mine'), theirs: nodeOf('Theirs') },
    ]);
    const chosen = saved.resolve(new Map([['/title', 'theirs']]));
    await savePart(store, VISITS, saved.version, chosen);
    assert.deepEqual(store.sent, [{ visits: { title: 'Theirs', color: '#111111' } }]);
  });

  it('reports that the part was removed', async () => {
    const part: Part<{ readonly name: string }> = {
      of: ({ templates }) => templates.find(({ name }) => name === 'a'),
      change: (template) => ({ templates: [template] }),
    };
    const empty = version('1', {});
    const base = { ...empty, data: { ...empty.data, templates: [named('a')] } };
    const saved = await savePart(storeWith(version('2', {})), part, base, { name: 'a' });
    assert.equal(saved.kind, 'removed');
  });

  it('keeps what was typed during the save', () => {
    const sent = { title: 'New', color: '#000000' };
    const saved = { title: 'New', color: '#ffffff' };
    assert.equal(mergeTyped(VISITS, saved, sent, { ...sent }), saved);
    const typed = { title: 'Newer', color: '#000000', home: 'https://shop.example' };
    assert.deepEqual(mergeTyped(VISITS, saved, sent, typed), { ...typed, color: '#ffffff' });
  });

  it('throws other problems', async () => {
    const store = storeWith(BASE);
    store.write = () => Promise.reject(new Problem('validation_failed', 'no', { status: 422 }));
    await assert.rejects(savePart(store, VISITS, BASE, {}), { code: 'validation_failed' });
  });
});

function named(name: string) {
  return { name, pattern: name, routes: {} };
}
