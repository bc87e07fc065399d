import type { ClickReport } from '../../api/types.ts';

export const STEPS = ['visits', 'store', 'opened', 'redeemed'] as const;
export type Step = (typeof STEPS)[number];

export interface FunnelStep {
  readonly step: Step;
  readonly count: number;
  /** The part of the largest step, from 0 to 1: the length of a bar. */
  readonly part: number;
  /** Undefined for the visits themselves, and if there are more than visits. */
  readonly ofVisits: { readonly count: number; readonly visits: number } | undefined;
}

/** The steps from a visit to a redemption. An installed app opens links without a visit, so a step can be larger. */
export function funnelSteps(funnel: NonNullable<ClickReport['funnel']>): FunnelStep[] {
  const { visits } = funnel;
  const most = Math.max(1, ...STEPS.map((step) => funnel[step]));
  return STEPS.map((step) => {
    const count = funnel[step];
    const hasShare = step !== 'visits' && count <= visits && visits > 0;
    return { step, count, part: count / most, ofVisits: hasShare ? { count, visits } : undefined };
  });
}
