import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { funnelSteps } from './funnel.ts';

describe('the funnel', () => {
  it('has the share of the visits and the length of the bar of each step', () => {
    const steps = funnelSteps({ visits: 200, store: 100, opened: 50, redeemed: 0 });
    assert.deepEqual(
      steps.map(({ step, part, ofVisits }) => [step, part, ofVisits?.count]),
      [
        ['visits', 1, undefined],
        ['store', 0.5, 100],
        ['opened', 0.25, 50],
        ['redeemed', 0, 0],
      ],
    );
  });

  it('has no share of fewer visits, because installed apps open links without one', () => {
    const steps = funnelSteps({ visits: 20, store: 0, opened: 40, redeemed: 10 });
    assert.deepEqual(
      steps.map(({ part, ofVisits }) => [part, ofVisits?.count]),
      [
        [0.5, undefined],
        [0, 0],
        [1, undefined],
        [0.25, 10],
      ],
    );
  });

  it('has empty bars without any visits', () => {
    const steps = funnelSteps({ visits: 0, store: 0, opened: 0, redeemed: 0 });
    assert.ok(steps.every(({ part, ofVisits }) => part === 0 && ofVisits === undefined));
  });
});
