import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, isCode, metadataTextIssue, NO_VALUES, withOverrides } from './new-link.ts';

describe('the body that makes a link', () => {
  it('has the URI alone when nothing else is filled in', () => {
    assert.equal(bodyOf({ ...NO_VALUES, uri: ' products/5 ' }), '{"uri":"products/5"}');
  });

  it('has what is filled in', () => {
    const body = bodyOf({
      uri: 'products/5',
      code: ' Sale26 ',
      unique: true,
      tags: ['spring'],
      redeemLimit: 3,
      metadata: '',
      social: { title: 'Sale', description: ' ', image: '' },
      overrides: {
        web: { link: 'https://a.example' },
        ipad: { link: ' ' },
        android: { fallback: '' },
      },
    });
    assert.deepEqual(JSON.parse(body), {
      uri: 'products/5',
      code: 'Sale26',
      unique: true,
      tags: ['spring'],
      redeem_limit: 3,
      social: { title: 'Sale' },
      routes: { web: { link: 'https://a.example' }, android: { fallback: '' } },
    });
  });

  it('keeps the text of metadata, its numbers and its order', () => {
    const metadata = '{ "b": 1.0, "a": 12345678901234567890 }';
    assert.equal(
      bodyOf({ ...NO_VALUES, uri: 'a', metadata }),
      `{"uri":"a","metadata":${metadata}}`,
    );
  });
});

describe('a code that is asked for', () => {
  it('is 4 to 32 letters and digits, or none', () => {
    for (const text of ['', ' ', 'Sale', ' Sale26 ', 'x'.repeat(32)]) assert.ok(isCode(text), text);
    for (const text of ['abc', 'a b c', 'äpfel', 'Sale-26', 'x'.repeat(33)]) {
      assert.equal(isCode(text), false, text);
    }
  });
});

describe('metadata while it is typed', () => {
  it('is an object or nothing', () => {
    assert.equal(metadataTextIssue(''), undefined);
    assert.equal(metadataTextIssue('{"a":1}'), undefined);
    assert.equal(metadataTextIssue('[1]'), '');
    assert.equal(metadataTextIssue('null'), '');
    assert.match(metadataTextIssue('{"a":') ?? '', /JSON/);
  });
});

describe('routes that are changed by hand', () => {
  const made = { web: { link: 'https://a.example', fallback: '' } };

  it('lie on top of those that come out', () => {
    const routes = withOverrides(made, {
      web: { fallback: 'https://b.example' },
      ipad: { link: 'shop://5' },
      android: {},
    });
    assert.deepEqual(routes, {
      web: { link: 'https://a.example', fallback: 'https://b.example' },
      ipad: { link: 'shop://5', fallback: '' },
    });
  });
});
