import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangedLinks, LinksChange } from '../../../../api/schema.ts';
import { changeInSteps, type Step } from './change-in-steps.ts';

const CHANGE = { change: { state: 'disabled' } } as const;

/** Answers with pages of 1000 links, of which one cannot be changed; notes the requests. */
function pages(count: number) {
  const requests: LinksChange[] = [];
  const send = async (request: LinksChange): Promise<ChangedLinks> => {
    requests.push(request);
    const page = Number(request.cursor ?? 0) + 1;
    return {
      matched: request.codes?.length ?? 1000,
      changed: (request.codes?.length ?? 1000) - 1,
      unchanged: 0,
      failed: [{ code: `Code${page}`, problem: { code: 'gone' } as never }],
      ...(request.codes || page === count ? {} : { next_cursor: String(page) }),
    };
  };
  return { requests, send };
}

async function all(steps: AsyncIterable<Step>): Promise<Step[]> {
  const list: Step[] = [];
  for await (const step of steps) list.push(step);
  return list;
}

describe('changeInSteps', () => {
  it('repeats the request with the cursor until there is none', async () => {
    const { requests, send } = pages(3);
    const steps = await all(changeInSteps(send, { filter: { tag: 'spring' } }, CHANGE));
    assert.deepEqual(
      requests.map(({ filter, cursor }) => [filter?.tag, cursor]),
      [
        ['spring', undefined],
        ['spring', '1'],
        ['spring', '2'],
      ],
    );
    assert.deepEqual(
      steps.map(({ totals }) => [totals.matched, totals.changed, totals.failed]),
      [
        [1000, 999, 1],
        [2000, 1998, 2],
        [3000, 2997, 3],
      ],
    );
    assert.equal(steps.at(-1)?.next, undefined);
  });

  it('continues after a step, with its totals', async () => {
    const { requests, send } = pages(3);
    const first = await all(changeInSteps(send, { filter: {} }, CHANGE)).then(([one]) => one);
    const rest = await all(changeInSteps(send, { filter: {} }, CHANGE, first));
    assert.equal(requests[3]?.cursor, '1');
    assert.equal(rest.at(-1)?.totals.matched, 3000);
  });

  it('sends at most 100 codes at a time, each once', async () => {
    const { requests, send } = pages(1);
    const codes = Array.from({ length: 250 }, (_, n) => `Code${n}`);
    const steps = await all(changeInSteps(send, { codes }, { ...CHANGE, dry_run: true }));
    assert.deepEqual(
      requests.map((request) => request.codes?.length),
      [100, 100, 50],
    );
    assert.deepEqual(
      requests.flatMap((request) => request.codes),
      codes,
    );
    assert.equal(requests[0]?.dry_run, true);
    assert.equal(steps.at(-1)?.totals.changed, 247);
  });
});
