import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../api/problem.ts';
import type { AppStore, AppVersion } from '../../api/save-part.ts';
import type { Template } from '../../api/types.ts';
import { removeTemplate } from './remove-template.ts';

const A: Template = { name: 'a', pattern: 'a', routes: {} };
const B: Template = { name: 'b', pattern: 'b', routes: {} };

function version(etag: string, ...templates: Template[]): AppVersion {
  return {
    etag,
    data: {
      name: 'shop',
      platforms: {},
      templates,
      visits: {},
      metadata_schema: {},
      platform_tokens: {},
      hosts: [],
    },
  };
}

function storeWith(now: AppVersion, sent: object[]): AppStore {
  return {
    read: () => Promise.resolve(now),
    write: (body, etag) => {
      if (etag !== now.etag) throw new Problem('precondition_failed', 'changed', { status: 412 });
      sent.push(body);
      return Promise.resolve({ version: version('9'), warnings: [] });
    },
  };
}

describe('removing a template', () => {
  it('keeps the other templates, including those that someone else added', async () => {
    const sent: object[] = [];
    const removal = await removeTemplate(storeWith(version('2', A, B), sent), version('1', A), 'a');
    assert.ok(removal.done);
    assert.deepEqual(sent, [{ templates: [B] }]);
  });

  it('does not remove a template that someone else has changed', async () => {
    const sent: object[] = [];
    const now = version('2', { ...A, pattern: 'new' });
    const removal = await removeTemplate(storeWith(now, sent), version('1', A), 'a');
    assert.deepEqual(removal, { done: false, version: now });
    assert.deepEqual(sent, []);
  });

  it('does nothing if the template no longer exists', async () => {
    const sent: object[] = [];
    assert.ok((await removeTemplate(storeWith(version('2', B), sent), version('1', A), 'a')).done);
    assert.deepEqual(sent, []);
  });
});
