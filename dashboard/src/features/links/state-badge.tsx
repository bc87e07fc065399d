import type { LinkState } from '../../api/types.ts';
import { links as linksTexts } from '../../texts/links.ts';
import { shared as texts } from '../../texts/shared.ts';
import classes from './state-badge.module.css';

interface StateBadgeProps {
  readonly state: LinkState;
  /** For an active link without any address, a warning is shown instead. */
  readonly noDestination?: boolean;
}

export function StateBadge({ state, noDestination = false }: StateBadgeProps) {
  const isWarning = noDestination && state === 'active';
  return (
    <span className={classes.badge} data-state={isWarning ? 'warning' : state}>
      {isWarning ? linksTexts.noDestination.badge : texts.states[state]}
    </span>
  );
}
