import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeIn } from './code.ts';
import { parseJson } from '../text/json.ts';
import { parseRedeemRequest, redemptionAnswer } from './redemption.ts';

const NO_CAMPAIGN = { campaign: '', source: '', medium: '' };
const ID = '0e6f7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11';

function parse(body: object) {
  const parsed = parseJson(JSON.stringify(body));
  assert.ok('json' in parsed);
  return parseRedeemRequest(parsed.json);
}

describe('a redemption request', () => {
  const spellings = [
    'H7kTq2Rb',
    'H7kTq2Rb/',
    'https://go.shop.example/H7kTq2Rb',
    'https://go.shop.example/H7kTq2Rb/?utm=mail#top',
    'HTTPS://go.shop.example/l/H7kTq2Rb?next=/a/b',
    'go.shop.example/H7kTq2Rb',
  ];
  for (const smartlink of spellings) {
    it(`identifies its link by ${smartlink}`, () => {
      const request = parse({ smartlink, redemption_id: ID });
      assert.deepEqual(request, { code: 'H7kTq2Rb', id: ID, campaign: NO_CAMPAIGN });
    });
  }

  it('has the campaign of its link, which is no part of its identity', () => {
    const smartlink = 'H7kTq2Rb?utm_campaign=spring%20sale&utm_source=mail';
    assert.deepEqual(parse({ smartlink, redemption_id: ID }), {
      code: 'H7kTq2Rb',
      id: ID,
      campaign: { campaign: 'spring sale', source: 'mail', medium: '' },
    });
  });

  it('has one id in any spelling', () => {
    const request = parse({ smartlink: 'x', redemption_id: ID.toUpperCase() });
    assert.deepEqual(request, { code: 'x', id: ID, campaign: NO_CAMPAIGN });
  });

  const refused: readonly [why: string, body: object, pointers: readonly string[]][] = [
    ['nothing in it', {}, ['/smartlink', '/redemption_id']],
    ['an id that is no UUID', { smartlink: 'x', redemption_id: '1' }, ['/redemption_id']],
    [
      'a UUID without dashes',
      { smartlink: 'x', redemption_id: ID.replaceAll('-', '') },
      ['/redemption_id'],
    ],
    ['a UUID and more', { smartlink: 'x', redemption_id: `${ID}\n` }, ['/redemption_id']],
    ['a number', { smartlink: 5, redemption_id: ID }, ['/smartlink']],
    ['no link', { smartlink: '', redemption_id: ID }, ['/smartlink']],
    ['too much', { smartlink: 'x'.repeat(5000), redemption_id: ID }, ['/smartlink']],
    ['a misspelt name', { smartlink: 'x', redemptionId: ID }, ['/redemption_id', '/redemptionId']],
  ];
  for (const [why, body, pointers] of refused) {
    it(`with ${why} is rejected with all errors`, () => {
      const request = parse(body);
      assert.ok('issues' in request);
      assert.deepEqual(
        request.issues.map(({ pointer }) => pointer).toSorted(),
        pointers.toSorted(),
      );
    });
  }

  it('is rejected if it is not an object', () => {
    assert.ok('issues' in parse([]));
  });
});

describe('the response to a redemption', () => {
  it('contains the metadata as it was sent', () => {
    const metadata = '{ "n": 1.50,"s":"\\u00e9" }';
    const grant = { code: 'H7kTq2Rb', metadata, redemptions: 2, redeemLimit: 3 };
    const text = redemptionAnswer(grant);
    assert.equal(
      text,
      '{"code":"H7kTq2Rb","metadata":{ "n": 1.50,"s":"\\u00e9" },"redemptions":2,"redeem_limit":3}',
    );
    assert.equal(redemptionAnswer({ ...grant }), text);
  });

  it('has null for what a link does not have', () => {
    const grant = { code: 'H7kTq2Rb', metadata: null, redemptions: 1, redeemLimit: null };
    const answer: unknown = JSON.parse(redemptionAnswer(grant));
    assert.deepEqual(answer, {
      code: 'H7kTq2Rb',
      metadata: null,
      redemptions: 1,
      redeem_limit: null,
    });
  });
});

describe('the code in an address', () => {
  for (const [text, code] of [
    ['', ''],
    ['/', ''],
    ['a/b/', 'b'],
    ['?a/b', ''],
    ['x#/y', 'x'],
    ['https://go.shop.example/%53ale26/', 'Sale26'],
    ['%E0%A4%A', '%E0%A4%A'],
  ] as const) {
    it(`of "${text}" is "${code}"`, () => assert.equal(codeIn(text), code));
  }
});
