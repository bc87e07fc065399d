import { Badge } from '@mantine/core';
import type { LinkState } from '../../api/types.ts';
import { links as linksTexts } from '../../texts/links.ts';
import * as texts from '../../texts/texts.ts';

const COLORS: Readonly<Record<LinkState, string>> = {
  active: 'teal',
  disabled: 'orange',
  deleted: 'red',
};

interface StateBadgeProps {
  readonly state: LinkState;
  /** For an active link without any address, a warning is shown instead. */
  readonly noDestination?: boolean;
}

export function StateBadge({ state, noDestination = false }: StateBadgeProps) {
  const isWarning = noDestination && state === 'active';
  return (
    <Badge variant="dot" color={isWarning ? 'orange' : COLORS[state]} style={{ flex: 'none' }}>
      {isWarning ? linksTexts.noDestination.badge : texts.states[state]}
    </Badge>
  );
}
