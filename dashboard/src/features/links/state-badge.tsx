import { Badge } from '@mantine/core';
import type { LinkState } from '../../api/types.ts';
import { links as linksTexts } from '../../texts/links.ts';

const COLORS: Readonly<Record<LinkState, string>> = {
  active: 'teal',
  disabled: 'orange',
  deleted: 'red',
};

interface StateBadgeProps {
  readonly state: LinkState;
  /** For an active link without any address, a warning is shown instead. */
  readonly nowhere?: boolean;
}

export function StateBadge({ state, nowhere = false }: StateBadgeProps) {
  const useless = nowhere && state === 'active';
  return (
    <Badge variant="dot" color={useless ? 'orange' : COLORS[state]} style={{ flex: 'none' }}>
      {useless ? linksTexts.nowhere.badge : linksTexts.states[state]}
    </Badge>
  );
}
