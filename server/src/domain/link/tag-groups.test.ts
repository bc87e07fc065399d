import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hasTag } from './tags.ts';

const ROWS: readonly (readonly [wanted: string, tags: readonly string[], isFound: boolean])[] = [
  ['campaign', ['campaign'], true],
  ['campaign', ['campaign/spring'], false],
  ['campaign/', ['campaign'], true],
  ['campaign/', ['campaign/'], true],
  ['campaign/', ['campaign/spring'], true],
  ['campaign/', ['campaign/spring/print'], true],
  ['campaign/', ['campaigns', 'campaign-b', 'my campaign/spring', 'Campaign/spring'], false],
  ['campaign/spring/', ['campaign', 'campaign/spring-sale'], false],
  ['/', ['/'], true],
  ['/', ['a', '/a'], false],
  ['campaign/', [], false],
];
for (const [wanted, tags, isFound] of ROWS) {
  it(`${wanted} of ${JSON.stringify(tags)}: ${isFound}`, () => {
    assert.equal(hasTag(tags, wanted), isFound);
  });
}
