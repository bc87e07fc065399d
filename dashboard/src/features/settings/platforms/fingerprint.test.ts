import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFingerprint, readFingerprints } from './fingerprint.ts';

const GOOD = Array.from(
  { length: 32 },
  (_, index) => `A${(index % 16).toString(16).toUpperCase()}`,
).join(':');

describe('a fingerprint', () => {
  it('is parsed in every usual format', () => {
    for (const copied of [
      GOOD,
      GOOD.toLowerCase(),
      GOOD.replaceAll(':', ''),
      GOOD.replaceAll(':', ' '),
      GOOD.replaceAll(':', '-'),
      `SHA256: ${GOOD}`,
      `SHA-256 fingerprint: ${GOOD}`,
    ]) {
      assert.deepEqual(readFingerprint(copied), { kind: 'good', text: GOOD }, copied);
    }
  });

  it('is not SHA-1 or another text', () => {
    assert.deepEqual(readFingerprint(GOOD.slice(0, 20 * 3 - 1)), { kind: 'sha1' });
    assert.deepEqual(readFingerprint('AA:BB'), { kind: 'bad' });
    assert.deepEqual(readFingerprint(''), { kind: 'bad' });
  });

  it('can be one of several lines', () => {
    assert.deepEqual(readFingerprints(`${GOOD.toLowerCase()}\n\n wrong \n`), [GOOD, 'wrong']);
  });
});
