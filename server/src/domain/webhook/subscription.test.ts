import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EVENT_TYPES, type EventType } from './event-type.ts';
import { wantsEvent, wantsType } from './subscription.ts';

describe('a webhook', () => {
  it('without types wants all but the two that must be named', () => {
    const wanted = EVENT_TYPES.filter((type) => wantsType({ types: [] }, type));
    const others = EVENT_TYPES.filter((type) => !wanted.includes(type));
    assert.deepEqual(others, ['redemption.refused', 'clicks.summary']);
  });

  const types: EventType[] = ['link.created', 'clicks.summary'];
  for (const [tags, of, wanted] of [
    [[], [], true],
    [[], ['a'], true],
    [['a', 'b'], ['b', 'c'], true],
    [['a'], ['b'], false],
    [['a'], ['A'], false],
    [['a'], [], false],
  ] as const) {
    it(`with the tags [${tags.join()}] ${wanted ? 'wants' : 'does not want'} a link with [${of.join()}]`, () => {
      assert.equal(wantsEvent({ types, tags }, 'link.created', of), wanted);
      assert.equal(wantsEvent({ types, tags }, 'link.updated', of), false);
    });
  }
});
