import type { Dimension } from './click.ts';

/** What followed visits: people who reached an app store, opened apps, and redemptions. */
export interface Steps {
  readonly store: number;
  readonly opened: number;
  readonly redeemed: number;
}

/** The steps from a visit to a redemption. `visits`: those of people. */
export interface Funnel extends Steps {
  readonly visits: number;
}

/** The dimensions that opened apps and redemptions have too. With other filters, there is no funnel. */
export const FUNNEL_DIMENSIONS: readonly Dimension[] = ['platform', 'campaign', 'source', 'medium'];

export function hasFunnel(filters: Iterable<Dimension>): boolean {
  return Array.from(filters).every((name) => FUNNEL_DIMENSIONS.includes(name));
}

export const NO_STEPS: Steps = { store: 0, opened: 0, redeemed: 0 };

export function addSteps(a: Steps, b: Steps): Steps {
  return {
    store: a.store + b.store,
    opened: a.opened + b.opened,
    redeemed: a.redeemed + b.redeemed,
  };
}
