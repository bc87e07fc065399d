import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, isCode, metadataKeyIssues, metadataTextIssue, NO_VALUES } from './new-link.ts';

describe('the body of a create request', () => {
  it('contains only the URI if nothing else is filled in', () => {
    assert.equal(bodyOf({ ...NO_VALUES, uri: ' products/5 ' }), '{"uri":"products/5"}');
  });

  it('contains the filled-in fields', () => {
    const body = bodyOf({
      uri: 'products/5',
      code: ' Sale26 ',
      unique: true,
      externalId: ' SKU-7 ',
      name: ' Spring ',
      note: 'Print',
      tags: ['spring'],
      validity: {
        valid_from: '',
        valid_until: '',
        early_url: '',
        expired_url: ' https://a.example/over ',
      },
      endless: false,
      redeemLimit: 3,
      metadata: '',
      social: { title: 'Sale', description: ' ', image: '' },
      overrides: {
        web: { link: 'https://a.example' },
        ipad: { link: ' ' },
        android: { fallback: '' },
      },
      removed: [],
      rules: [{ when: { country: ['DE'] }, routes: { web: { link: 'https://a.example/de' } } }],
    });
    assert.deepEqual(JSON.parse(body), {
      uri: 'products/5',
      code: 'Sale26',
      unique: true,
      external_id: 'SKU-7',
      name: 'Spring',
      note: 'Print',
      tags: ['spring'],
      expired_url: 'https://a.example/over',
      redeem_limit: 3,
      social: { title: 'Sale' },
      routes: { web: { link: 'https://a.example' }, android: { fallback: '' } },
      rules: [{ when: { country: ['DE'] }, routes: { web: { link: 'https://a.example/de' } } }],
    });
  });

  it('keeps the text of metadata with its numbers and order', () => {
    const metadata = '{ "b": 1.0, "a": 12345678901234567890 }';
    assert.equal(
      bodyOf({ ...NO_VALUES, uri: 'a', metadata }),
      `{"uri":"a","metadata":${metadata}}`,
    );
  });
});

describe('a short code', () => {
  it('is blank or 4 to 32 letters and digits', () => {
    for (const text of ['', ' ', 'Sale', ' Sale26 ', 'x'.repeat(32)]) assert.ok(isCode(text), text);
    for (const text of ['abc', 'a b c', 'äpfel', 'Sale-26', 'x'.repeat(33)]) {
      assert.equal(isCode(text), false, text);
    }
  });
});

describe('the metadata field', () => {
  it('accepts an object or nothing', () => {
    assert.equal(metadataTextIssue(''), undefined);
    assert.equal(metadataTextIssue('{"a":1}'), undefined);
  });

  it('has the errors of the editor', () => {
    assert.match(metadataTextIssue('[1]') ?? '', /^The document must be an object, not an array /);
    assert.equal(
      metadataTextIssue('{"a":}'),
      'The document is not valid JSON: expected a value, such as "text", 12, [ or { (line 1, column 6).',
    );
    assert.match(
      metadataTextIssue('{"a":true}') ?? '',
      /^a must be a string, .* \(line 1, column 6\)\.$/,
    );
  });

  it('has the errors of the schema, by key', () => {
    const schema = { properties: { percent: { maximum: 90 } }, required: ['coupon'] };
    assert.match(
      metadataTextIssue('{"percent":1}', schema) ?? '',
      /^The document “coupon” is required /,
    );
    assert.deepEqual(
      [...metadataKeyIssues('{"percent":91,"coupon":2}', schema)],
      [['percent', 'Must be at most 90.']],
    );
    assert.deepEqual([...metadataKeyIssues('{"coupon":1}', schema)], []);
  });
});
