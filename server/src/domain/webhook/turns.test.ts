import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { array, assert as check, constantFrom, property } from 'fast-check';
import { nextTurns, SLOTS, TURN_MS, type SendingWebhook, type WaitingWebhook } from './turns.ts';

const webhooks = (appId: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${appId}${index}`, appId }));
const sending = (appId: string, count: number, ms: number): SendingWebhook[] =>
  webhooks(appId, count).map((webhook) => ({ ...webhook, ms }));
const waiting = (appId: string, count: number) =>
  webhooks(appId, count).map(({ id }) => ({ id: `${id}-waiting`, appId }));
const LONG = 10 * TURN_MS;

/** The apps of the webhooks that get a slot and those of the ones that give theirs back, such as `a2 b1`. */
function decided(
  now: readonly SendingWebhook[],
  next: ReturnType<typeof waiting>,
  endable = SLOTS,
): string {
  const { begin, end } = nextTurns(now, next, endable);
  const counts = (apps: readonly string[]): string =>
    [...new Set(apps)].map((app) => `${app}${apps.filter((one) => one === app).length}`).join(' ');
  return `${counts(begin.map(({ appId }) => appId))}|${counts(end.map((id) => id.slice(0, 1)))}`;
}

describe('nextTurns', () => {
  for (const [what, now, next, expected] of [
    ['an app alone gets all slots', [], waiting('a', 30), 'a20|'],
    [
      'an app gets what others do not need',
      [],
      [...waiting('a', 30), ...waiting('b', 2)],
      'a18 b2|',
    ],
    [
      'all apps get their part',
      [],
      ['a', 'b', 'c', 'd', 'e'].flatMap((app) => waiting(app, 9)),
      'a5 b5 c5 d5|',
    ],
    ['nothing ends while nothing waits', sending('a', 20, LONG), [], '|'],
    ['nothing ends while there is room', sending('a', 10, LONG), waiting('b', 2), 'b2|'],
    [
      'an app with more than its part makes room at once',
      sending('a', 20, 0),
      waiting('b', 2),
      '|a2',
    ],
    ['two apps share the slots', sending('a', 20, LONG), waiting('b', 30), '|a10'],
    [
      'a turn is not interrupted by the same app',
      sending('a', 20, TURN_MS - 1),
      waiting('a', 1),
      '|',
    ],
    ['a turn ends if others of the app wait', sending('a', 20, TURN_MS), waiting('a', 3), '|a3'],
    [
      'an app with its part takes nothing from those with less',
      [
        ...sending('a', 5, LONG),
        ...['b', 'c', 'd', 'e', 'f'].flatMap((app) => sending(app, 3, LONG)),
      ],
      waiting('a', 9),
      '|a5',
    ],
    [
      'the turns of apps with their part end for another app',
      ['a', 'b', 'c', 'd'].flatMap((app) => sending(app, 5, LONG)),
      waiting('e', 1),
      '|a1',
    ],
  ] as const) {
    it(what, () => assert.equal(decided(now, [...next]), expected));
  }

  it('gives slots in the order of the turns, and ends the longest one', () => {
    const now = sending('a', 19, LONG).map((one, index) => ({ ...one, ms: TURN_MS + index }));
    const { begin, end } = nextTurns(now, [...waiting('c', 1), ...waiting('b', 1)], SLOTS);
    assert.deepEqual(begin, waiting('c', 1));
    assert.deepEqual(end, ['a18']);
  });

  it('ends no more than it can', () => {
    assert.equal(decided(sending('a', 20, LONG), waiting('b', 9), 2), '|a2');
    assert.equal(decided(sending('a', 20, LONG), waiting('b', 9), 0), '|');
  });

  it('gives each webhook a turn, whatever the apps have, and never uses more than the slots', () => {
    const apps = array(constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 60 });
    check(
      property(apps, (all) => {
        let line: WaitingWebhook[] = all.map((appId, index) => ({ id: `${index}`, appId }));
        let busy: SendingWebhook[] = [];
        const served = new Set<string>();
        for (let round = 0; round < 2 * all.length; round++) {
          const { begin, end } = nextTurns(busy, line, SLOTS);
          const ended = busy.filter(({ id }) => end.includes(id));
          for (const { id } of begin) served.add(id);
          line = [...line.filter((one) => !begin.includes(one)), ...ended];
          busy = [
            ...busy
              .filter(({ id }) => !end.includes(id))
              .map((one) => ({ ...one, ms: one.ms + TURN_MS })),
            ...begin.map((one) => ({ ...one, ms: 0 })),
          ];
          assert.ok(busy.length <= SLOTS);
        }
        assert.equal(served.size, all.length);
      }),
    );
  });
});
