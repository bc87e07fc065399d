import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ManagedLinkDraft } from './managed-link-request.ts';
import { upsertedLink, type UpsertableLink } from './upserted-link.ts';

const BEFORE = {
  metadata: '{\n  "coupon": "A",\n  "n": [1, 2]\n}',
  social: '{"image":"https://shop.example/a.png","title":"Sale"}',
  rules: [{ when: { language: ['de'] }, routes: { web: { link: 'https://shop.example/de' } } }],
  ownRules: 1,
} as unknown as UpsertableLink;

function after(draft: object): UpsertableLink {
  const sent = new Set(Object.keys(draft));
  return upsertedLink(BEFORE, { ...draft, sent } as unknown as ManagedLinkDraft, undefined);
}

describe('a link that is created or changed', () => {
  it('keeps JSON that was sent with other white space or another order of members', () => {
    assert.equal(after({ metadata: '{"n":[1,2],"coupon":"A"}' }).metadata, BEFORE.metadata);
    assert.equal(
      after({ social: '{"title":"Sale","image":"https://shop.example/a.png"}' }).social,
      BEFORE.social,
    );
    const rules = [
      { routes: { web: { link: 'https://shop.example/de' } }, when: { language: ['de'] } },
    ];
    assert.equal(after({ rules, ownRules: 1 }).rules, BEFORE.rules);
  });

  it('gets JSON that says something else', () => {
    for (const metadata of ['{"coupon":"A","n":[2,1]}', '{"coupon":"A"}', '"A"', null]) {
      assert.equal(after({ metadata }).metadata, metadata);
    }
    assert.equal(after({ social: null }).social, null);
    assert.equal(after({ rules: undefined, ownRules: null }).rules, null);
  });
});
