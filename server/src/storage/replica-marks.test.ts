import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { ReplicaMarks } from './replica-marks.ts';

const MAX_AGE_MS = 60_000;

describe('data of a replica', () => {
  type Step = (marks: ReplicaMarks) => unknown;
  const mark =
    (now: number): Step =>
    (marks) =>
      marks.begin(now);
  const change =
    (code: string): Step =>
    (marks) =>
      marks.linkChanged(code);
  const anything: Step = (marks) => marks.anythingChanged();

  const cases: readonly [
    what: string,
    steps: readonly Step[],
    shown: number | null,
    now: number,
    isRecent: boolean,
  ][] = [
    ['no mark was written', [], 0, 0, false],
    ['the replica has no mark', [mark(0)], null, 1, false],
    ['the newest mark', [mark(0)], 1, 1, true],
    ['an older mark, and nothing was changed', [mark(0), mark(1000)], 1, 1001, true],
    ['a mark of another process with the same id', [mark(0)], 2, 1, false],
    ['a mark as old as it may be', [mark(0)], 1, MAX_AGE_MS, true],
    ['a mark that is too old', [mark(0)], 1, MAX_AGE_MS + 1, false],
    ['the link was changed before the mark', [change('a'), mark(0)], 1, 1, true],
    ['the link was changed after the mark', [mark(0), change('a')], 1, 1, false],
    ['another link was changed after the mark', [mark(0), change('b')], 1, 1, true],
    ['a later mark has the change', [mark(0), change('a'), mark(1)], 2, 2, true],
    ['only a later mark has the change', [mark(0), change('a'), mark(1)], 1, 2, false],
    ['the last of two changes counts', [change('a'), mark(0), change('a')], 1, 1, false],
    ['changes may have been missed', [mark(0), anything], 1, 1, false],
    ['changes may have been missed before', [anything, mark(0)], 1, 1, true],
    [
      'the change is older than all marks that count',
      [change('a'), mark(0), mark(MAX_AGE_MS + 1)],
      2,
      MAX_AGE_MS + 2,
      true,
    ],
  ];
  for (const [what, steps, shown, now, isRecent] of cases) {
    it(`${what}: ${isRecent ? 'recent' : 'not recent'}`, () => {
      const marks = new ReplicaMarks(MAX_AGE_MS);
      for (const step of steps) step(marks);
      assert.equal(marks.isRecent('a', shown, now), isRecent);
    });
  }

  it('has an age only while it can be recent', () => {
    const marks = new ReplicaMarks(MAX_AGE_MS);
    marks.begin(0);
    assert.equal(marks.ageOf(1, MAX_AGE_MS), MAX_AGE_MS);
    assert.equal(marks.ageOf(1, MAX_AGE_MS + 1), undefined);
    marks.linkChanged('a');
    assert.equal(marks.ageOf(1, 1), 1);
    marks.anythingChanged();
    assert.equal(marks.ageOf(1, 1), undefined);
  });

  it('with very many changed links: marks before them count for none', () => {
    const marks = new ReplicaMarks(MAX_AGE_MS);
    marks.begin(0);
    for (let n = 0; n <= 100_000; n++) marks.linkChanged(`link ${n}`);
    assert.equal(marks.isRecent('another', 1, 1), false);
    marks.begin(1);
    assert.equal(marks.isRecent('link 0', 2, 2), true);
  });

  it('is never older than what is known or than the maximum age', () => {
    const code = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      fc.record({ do: fc.constant('edit' as const), code }),
      fc.record({ do: fc.constant('learn' as const) }),
      fc.record({ do: fc.constant('begin' as const) }),
      fc.record({ do: fc.constant('commit' as const) }),
      fc.record({ do: fc.constant('replay' as const), rows: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ do: fc.constant('read' as const), code }),
    );
    let recent = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
        const maxAgeMs = 100;
        const marks = new ReplicaMarks(maxAgeMs);
        /** What the primary has committed, in order; a replica has the first `replayed`. */
        const log: { readonly code?: string; readonly mark?: number; readonly at: number }[] = [];
        const begun: number[] = [];
        let [now, learned, replayed] = [0, 0, 0];
        for (const one of steps) {
          if (one.do === 'edit') log.push({ code: one.code, at: now });
          if (one.do === 'wait') now += one.ms;
          if (one.do === 'replay') replayed = Math.min(log.length, replayed + one.rows);
          if (one.do === 'begin') begun.push(marks.begin(now));
          const next = one.do === 'commit' ? begun.shift() : undefined;
          if (next !== undefined) log.push({ mark: next, at: now });
          if (one.do === 'learn') {
            for (const { code: changed } of log.slice(learned))
              if (changed) marks.linkChanged(changed);
            learned = log.length;
          }
          if (one.do !== 'read') continue;
          const shown = log.slice(0, replayed).findLast((row) => row.mark !== undefined)?.mark;
          if (!marks.isRecent(one.code, shown ?? null, now)) continue;
          recent++;
          const missing = log.findIndex((row, at) => at >= replayed && row.code === one.code);
          if (missing === -1) continue;
          assert.ok(missing >= learned, 'a known change is missing');
          assert.ok(now - (log[missing]?.at ?? 0) <= maxAgeMs, 'too old');
        }
      }),
      { numRuns: 500 },
    );
    assert.ok(recent > 100, `${recent} reads`);
  });
});

describe('a mark is due', () => {
  it('at the start, later after a pause, and sooner after a change', () => {
    const marks = new ReplicaMarks(MAX_AGE_MS);
    assert.ok(marks.isDue(0));
    marks.begin(0);
    assert.deepEqual([marks.isDue(4999), marks.isDue(5000)], [false, true]);
    marks.linkChanged('a');
    assert.deepEqual([marks.isDue(999), marks.isDue(1000)], [false, true]);
    marks.begin(1000);
    assert.deepEqual([marks.isDue(5999), marks.isDue(6000)], [false, true]);
    marks.anythingChanged();
    assert.ok(marks.isDue(2000));
  });

  it('four times during a short maximum age', () => {
    const marks = new ReplicaMarks(1000);
    marks.begin(0);
    assert.deepEqual([marks.isDue(249), marks.isDue(250)], [false, true]);
  });
});
