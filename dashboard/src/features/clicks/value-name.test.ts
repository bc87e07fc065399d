import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { valueName } from './value-name.ts';

describe('the name of a value', () => {
  it('is that of a country, a language or a device', () => {
    assert.equal(valueName('country', 'DE'), 'Germany');
    assert.equal(valueName('language', 'pt-BR'), 'Brazilian Portuguese');
    assert.equal(valueName('platform', 'iphone'), 'iPhone');
    assert.equal(valueName('outcome', 'open-app'), '“Open app” page');
    assert.equal(valueName('referrer', 'news.example'), 'news.example');
  });

  it('explains empty and grouped values', () => {
    assert.equal(valueName('referrer', ''), 'Direct or unknown');
    assert.equal(valueName('in_app', ''), 'Not in an app');
    assert.equal(valueName('campaign', '(other)'), 'Values beyond the limit of a day');
    assert.equal(valueName('in_app', 'Other'), 'Another app');
    assert.equal(valueName('campaign', 'Other'), 'Other');
  });

  it('is the value itself if it is unknown', () => {
    assert.equal(valueName('country', 'not a code'), 'not a code');
    assert.equal(valueName('language', '!'), '!');
    assert.equal(valueName('platform', 'constructor'), 'constructor');
  });
});
