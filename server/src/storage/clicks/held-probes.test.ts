import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { NO_CAMPAIGN } from '../../domain/click/campaign.ts';
import type { Click } from './batch.ts';
import { HeldProbes } from './held-probes.ts';

function clickOf(code: string, network: string, userAgent: string): Click {
  return {
    at: 0,
    code,
    appId: 'shop',
    outcome: 'probe',
    kind: 'human',
    device: 'desktop',
    agent: { kind: 'human', browser: 'Safari', inApp: '', userAgent },
    language: '',
    referrer: '',
    campaign: NO_CAMPAIGN,
    network,
    isHashed: true,
  };
}

/** Held visits with a clock of the test. */
function held({ mock }: TestContext) {
  let now = 0;
  mock.timers.enable({ apis: ['setInterval'] });
  mock.method(performance, 'now', () => now);
  const recorded: Click[] = [];
  const probes = new HeldProbes((click) => recorded.push(click));
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    mock.timers.tick(milliseconds);
  };
  return { probes, recorded, pass };
}

const ONE = clickOf('Sale26', '203.0.113', 'Safari');

describe('a visit that got a probe page', () => {
  test('counts by itself if nothing follows in ten seconds', (t) => {
    const { probes, recorded, pass } = held(t);
    probes.hold(ONE);
    assert.equal(probes.count, 1);
    pass(9999);
    assert.deepEqual(recorded, []);
    pass(2501);
    assert.deepEqual(recorded, [ONE]);
    assert.equal(probes.count, 0);
    // The timer has ended, and starts again.
    probes.hold(ONE);
    pass(12_500);
    assert.equal(recorded.length, 2);
  });

  test('is the same click as the next visit', (t) => {
    const { probes, recorded, pass } = held(t);
    probes.hold(ONE);
    probes.continued({ ...ONE, outcome: 'open-app', device: 'ipad' });
    pass(60_000);
    assert.deepEqual(recorded, []);
  });

  for (const [what, other] of [
    ['another link', clickOf('Other26', '203.0.113', 'Safari')],
    ['another network', clickOf('Sale26', '203.0.114', 'Safari')],
    ['another browser', clickOf('Sale26', '203.0.113', 'Chrome')],
  ] as const) {
    test(`is not continued by a visit of ${what}`, (t) => {
      const { probes, recorded, pass } = held(t);
      probes.hold(ONE);
      probes.continued(other);
      pass(12_500);
      assert.deepEqual(recorded, [ONE]);
    });
  }

  test('counts after its ten seconds if the same visitor comes again without an answer', (t) => {
    const { probes, recorded, pass } = held(t);
    const again = { ...ONE, at: 1 };
    probes.hold(ONE);
    pass(8000);
    probes.hold(again);
    assert.deepEqual(recorded, []);
    pass(4500);
    assert.deepEqual(recorded, [ONE]);
    // The time of the second one begins with it.
    pass(8000);
    assert.deepEqual(recorded, [ONE, again]);
    assert.equal(probes.count, 0);
  });

  test('is one of many with the same browser in the same network', (t) => {
    const { probes, recorded, pass } = held(t);
    for (let at = 0; at < 30; at++) probes.hold({ ...ONE, at });
    for (let at = 0; at < 29; at++) probes.continued({ ...ONE, at });
    assert.deepEqual(recorded, []);
    pass(12_500);
    assert.equal(recorded.length, 1, 'one page did not request the link again');
    assert.equal(probes.count, 0);
  });

  test('counts at once if too many are held, and all count at the end', (t) => {
    const { probes, recorded } = held(t);
    for (let i = 0; i < 10_005; i++) probes.hold(clickOf('Sale26', `10.${i >> 1}`, 'Safari'));
    assert.equal(recorded.length, 5);
    probes.release();
    assert.equal(recorded.length, 10_005);
    assert.equal(new Set(recorded.map(({ network }) => network)).size, 5003);
    assert.equal(probes.count, 0);
  });
});
