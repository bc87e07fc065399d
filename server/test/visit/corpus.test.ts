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
  /** How often each wrong result occurs, for example `android → web`. */
  readonly wrong: Record<string, number>;
}

/** Classifies a file of user agents; corpus/README.md describes the files. */
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

function summaryOf({ people, right, takenForRobots, machines, found, wrong }: Tally): string {
  const share = ((100 * right) / people).toFixed(2);
  return `${right} of ${people} people (${share} %), ${takenForRobots} taken for robots; ${found} of ${machines} machines; wrong: ${JSON.stringify(wrong)}`;
}

it('all user agents that shaped the rules are classified correctly', () => {
  const { people, right, machines, found, wrong } = tallyOf('shaping.tsv');
  assert.ok(people > 2500);
  assert.equal(right, people, JSON.stringify(wrong));
  assert.ok(found / machines > 0.99, `${found} of ${machines} machines`);
});

it('99.5 % of users with unknown user agents are classified correctly', (t) => {
  const tally = tallyOf('held-out.tsv');
  const { people, right, takenForRobots, machines, found } = tally;
  t.diagnostic(summaryOf(tally));
  assert.ok(people > 2000 && machines > 500);
  assert.ok(right / people >= 0.995);
  assert.ok(takenForRobots / people < 0.005);
  assert.ok(found / machines > 0.99);
});

it('99.5 % of the rare user agents that shaped the rules are routed correctly, and none is a bot', (t) => {
  const tally = tallyOf('rare-shaping.tsv');
  t.diagnostic(summaryOf(tally));
  assert.ok(tally.people > 1000 && tally.machines > 200);
  assert.ok(tally.right / tally.people >= 0.995);
  assert.equal(tally.takenForRobots, 0);
  assert.ok(tally.found / tally.machines >= 0.95);
});

it('99.5 % of unknown rare user agents are routed correctly', (t) => {
  const tally = tallyOf('rare-held-out.tsv');
  t.diagnostic(summaryOf(tally));
  assert.ok(tally.people > 2500 && tally.machines > 100);
  assert.ok(tally.right / tally.people >= 0.995);
  assert.ok(tally.takenForRobots / tally.people < 0.002);
  assert.ok(tally.found / tally.machines >= 0.95);
});
