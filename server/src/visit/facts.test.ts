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
  it('have defaults without headers', () => {
    assert.deepEqual(
      { ...visitFacts({}), reason: '' },
      {
        userAgent: '',
        agent: { kind: 'tool', browser: '', inApp: '', userAgent: '' },
        visitor: 'tool',
        device: 'desktop',
        perhaps: undefined,
        browser: { inApp: undefined, supportsIntents: false },
        reason: '',
      },
    );
  });
  it('are cropped', () => {
    assert.equal(visitFacts({ 'user-agent': 'x'.repeat(100_000) }).userAgent.length, 512);
  });
  it('have a key for each combination of headers', () => {
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
