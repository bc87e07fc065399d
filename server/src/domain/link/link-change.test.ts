import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJson } from '../text/json.ts';
import { parseLinkChange } from './link-change.ts';

function parse(text: string) {
  const parsed = parseJson(text);
  assert.ok('json' in parsed);
  return parseLinkChange(parsed.json, undefined);
}

const KEEP = {
  redeemLimit: undefined,
  metadata: undefined,
  social: undefined,
  state: undefined,
  routes: undefined,
  name: undefined,
  note: undefined,
  tags: undefined,
  externalId: undefined,
  validFrom: undefined,
  validUntil: undefined,
  earlyUrl: undefined,
  expiredUrl: undefined,
  rules: undefined,
  ownRules: undefined,
};

describe('a change of a link', () => {
  const accepted = [
    ['{}', KEEP],
    ['{"redeem_limit":5}', { ...KEEP, redeemLimit: 5 }],
    ['{"redeem_limit":2147483647}', { ...KEEP, redeemLimit: 2_147_483_647 }],
    ['{"redeem_limit":null}', { ...KEEP, redeemLimit: null }],
    ['{"metadata":null}', { ...KEEP, metadata: null }],
    ['{"metadata":{ "a" : 1.0 }}', { ...KEEP, metadata: '{ "a" : 1.0 }' }],
    ['{"state":"disabled"}', { ...KEEP, state: 'disabled' }],
    ['{"tags":[]}', { ...KEEP, tags: [] }],
    ['{"tags":["a b","A"]}', { ...KEEP, tags: ['a b', 'A'] }],
    ['{"routes":{}}', { ...KEEP, routes: {} }],
    [
      '{"routes":{"web":null,"ipad":{"skip_page":false}}}',
      { ...KEEP, routes: { web: null, ipad: { skip_page: false } } },
    ],
    ['{"name":"A","note":"B\\nC"}', { ...KEEP, name: 'A', note: 'B\nC' }],
    ['{"name":null,"note":null}', { ...KEEP, name: null, note: null }],
    ['{"social":null}', { ...KEEP, social: null }],
    ['{"social":{ "title":"A" }}', { ...KEEP, social: '{"title":"A"}' }],
  ] as const;
  for (const [text, edit] of accepted) {
    it(`accepts ${text}`, () => assert.deepEqual(parse(text), { edit }));
  }

  it('says that fields of a create cannot be changed', () => {
    const parsed = parse('{"uri":"a","code":"b","unique":true,"kode":"c"}');
    const details = 'issues' in parsed ? parsed.issues.map(({ detail }) => detail) : [];
    const fixed = 'cannot be changed; create another link';
    assert.deepEqual(details.slice(0, 3), [fixed, fixed, fixed]);
    assert.match(details[3] ?? '', /^unknown field/);
  });

  it('names what addresses for visits outside the validity can be', () => {
    for (const address of ['foo://x', 'shop.example', '/late']) {
      const parsed = parse(JSON.stringify({ expired_url: address }));
      assert.deepEqual(parsed, {
        issues: [{ pointer: '/expired_url', detail: 'must be an http(s) address' }],
      });
    }
  });

  const refused = [
    ['[]', ['']],
    ['null', ['']],
    ['{"redeem_limit":0}', ['/redeem_limit']],
    ['{"redeem_limit":2147483648}', ['/redeem_limit']],
    ['{"redeem_limit":1.5}', ['/redeem_limit']],
    ['{"redeem_limit":"5"}', ['/redeem_limit']],
    ['{"redeemLimit":5}', ['/redeemLimit']],
    ['{"state":"deleted"}', ['/state']],
    ['{"state":null}', ['/state']],
    ['{"tags":null}', ['/tags']],
    ['{"tags":["a","a"]}', ['/tags']],
    ['{"tags":["a","",2]}', ['/tags/1', '/tags/2']],
    ['{"routes":null}', ['/routes']],
    ['{"routes":{"tv":null}}', ['/routes/tv']],
    ['{"routes":{"web":{"link":"a://b"}}}', ['/routes/web/link']],
    ['{"routes":{"web":{"link":null},"ipad":[]}}', ['/routes/ipad', '/routes/web/link']],
    ['{"metadata":[]}', ['/metadata']],
    ['{"metadata":{"a":true}}', ['/metadata/a']],
    ['{"metadata":{"a":null},"state":1,"x":1}', ['/metadata/a', '/state', '/x']],
  ] as const;
  for (const [text, pointers] of refused) {
    it(`rejects ${text} at ${pointers.join(', ') || 'its top'}`, () => {
      const change = parse(text);
      assert.ok('issues' in change);
      const found = new Set(change.issues.map(({ pointer }) => pointer));
      assert.deepEqual([...found].toSorted(), [...pointers]);
    });
  }
});
