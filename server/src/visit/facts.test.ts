import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsKey, visitFacts } from './facts.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

describe('the facts of a visit', () => {
  it('are read from the headers', () => {
    const facts = visitFacts({ 'user-agent': ANDROID, 'sec-ch-ua-platform': '"Android"' });
    assert.equal(facts.userAgent, ANDROID);
    assert.equal(facts.device, 'android');
    assert.equal(visitFacts({ 'sec-ch-ua-platform': '"Android"' }).device, 'android');
  });
  it('are there without any headers', () => {
    assert.deepEqual(
      { ...visitFacts({}), because: '' },
      {
        userAgent: '',
        visitor: 'tool',
        device: 'desktop',
        perhaps: undefined,
        browser: { inApp: undefined, honoursIntents: false },
        because: '',
      },
    );
  });
  it('are cropped', () => {
    assert.equal(visitFacts({ 'user-agent': 'x'.repeat(100_000) }).userAgent.length, 512);
  });
  it('are told apart by all that they come from', () => {
    const keys = [
      {},
      { 'user-agent': ANDROID },
      { 'sec-ch-ua-platform': '"Android"' },
      { 'user-agent': ANDROID, 'sec-ch-ua-platform': '"Android"' },
      { 'user-agent': ANDROID, 'sec-ch-ua-platform': '"Linux"' },
    ].map(factsKey);
    assert.equal(new Set(keys).size, keys.length);
  });
});
