import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BATCH_SIZE, BatchBuilder } from './batch.ts';
import { groupClicks } from './group-clicks.ts';

/** A batch in which click `row` has the values with the numbers that `numbers` returns. */
function batchOf(
  numbers: (row: number) => { readonly visitor: number; readonly campaign: number },
) {
  const agents = Array.from({ length: BATCH_SIZE }, (_, number) => ({
    kind: 'human' as const,
    browser: `Browser ${number}`,
    inApp: '',
    userAgent: `agent ${number}`,
  }));
  const campaigns = Array.from({ length: BATCH_SIZE }, (_, number) => ({
    campaign: `campaign ${number}`,
    source: '',
    medium: '',
  }));
  const [first, ofNothing] = [agents[0], campaigns[0]];
  assert.ok(first && ofNothing);
  const builder = new BatchBuilder();
  for (let row = 0; row < BATCH_SIZE; row++) {
    const { visitor, campaign } = numbers(row);
    builder.add({
      at: Date.UTC(2026, 10, 23, 12),
      code: 'BCDFGHJK',
      appId: 'shop',
      outcome: 'redirect',
      kind: 'human',
      device: 'desktop',
      agent: agents[visitor] ?? first,
      language: `language ${visitor}`,
      referrer: `site-${visitor}.example`,
      campaign: campaigns[campaign] ?? ofNothing,
      network: '203.0.113',
      isHashed: true,
    });
  }
  return builder.finish();
}

describe('groups of clicks', () => {
  it('are different for different campaigns, however many values a batch has', () => {
    // A quarter of the clicks differ from another one only in their campaign, whose number follows.
    const visitors = BATCH_SIZE * 0.75;
    const numbers = (row: number) => {
      if (row < visitors) return { visitor: row, campaign: row };
      const visitor = row - (BATCH_SIZE - visitors);
      return { visitor, campaign: visitor + 1 };
    };
    const { groups, groupOf } = groupClicks(batchOf(numbers), () => '');
    assert.equal(groups.length, BATCH_SIZE);
    for (let row = 0; row < BATCH_SIZE; row++) {
      const values = groups[groupOf[row] ?? 0]?.combination.values ?? [];
      const { visitor, campaign } = numbers(row);
      assert.ok(values.includes(`campaign ${campaign}`), `row ${row}`);
      assert.ok(values.includes(`site-${visitor}.example`), `row ${row}`);
    }
  });

  it('are the same for equal values', () => {
    const batch = batchOf((row) => ({ visitor: row % 100, campaign: row % 100 }));
    const { groups } = groupClicks(batch, () => '');
    assert.equal(groups.length, 100);
    assert.ok(groups.every(({ clicks }) => Math.abs(clicks - BATCH_SIZE / 100) < 1));
  });
});
