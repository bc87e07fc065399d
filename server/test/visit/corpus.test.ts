import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { classify } from '../../src/platform/classify.ts';
import { ROOT } from '../harness.ts';

interface Tally {
  people: number;
  right: number;
  takenForRobots: number;
  machines: number;
  found: number;
  /** `android → web`, how often. */
  readonly wrong: Record<string, number>;
}

/** What the rules make of a file of user agents: corpus/README.md says what stands in it. */
function tallyOf(file: string): Tally {
  const tally: Tally = { people: 0, right: 0, takenForRobots: 0, machines: 0, found: 0, wrong: {} };
  const text = readFileSync(join(ROOT, 'server/test/visit/corpus', file), 'utf8');
  for (const line of text.trimEnd().split('\n')) {
    const [expected = '', , agent = ''] = line.split('\t');
    const { visitor, device } = classify(agent, '');
    const got = visitor !== 'person' ? 'bot' : device === 'desktop' ? 'web' : device;
    if (expected === 'bot') {
      tally.machines++;
      if (got === 'bot') tally.found++;
      continue;
    }
    tally.people++;
    if (got === expected) tally.right++;
    else tally.wrong[`${expected} → ${got}`] = (tally.wrong[`${expected} → ${got}`] ?? 0) + 1;
    if (got === 'bot') tally.takenForRobots++;
  }
  return tally;
}

it('the user agents that shaped the rules are all told rightly', () => {
  const { people, right, machines, found, wrong } = tallyOf('shaping.tsv');
  assert.ok(people > 2500);
  assert.equal(right, people, JSON.stringify(wrong));
  assert.ok(found / machines > 0.99, `${found} of ${machines} machines`);
});

it('of people whose user agents the rules have never seen, 99.5 % are told rightly', (t) => {
  const { people, right, takenForRobots, machines, found, wrong } = tallyOf('held-out.tsv');
  const share = ((100 * right) / people).toFixed(2);
  t.diagnostic(
    `${right} of ${people} people (${share} %), ${takenForRobots} taken for robots; ${found} of ${machines} machines; wrong: ${JSON.stringify(wrong)}`,
  );
  assert.ok(people > 2000 && machines > 500);
  assert.ok(right / people >= 0.995);
  assert.ok(takenForRobots / people < 0.005);
  assert.ok(found / machines > 0.99);
});
