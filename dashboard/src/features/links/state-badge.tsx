import { Badge } from '@mantine/core';
import type { LinkState } from '../../api/types.ts';
import { links as linksTexts } from '../../texts/links.ts';

const COLORS: Readonly<Record<LinkState, string>> = {
  active: 'teal',
  disabled: 'orange',
  deleted: 'red',
};

export function StateBadge({ state }: { readonly state: LinkState }) {
  return (
    <Badge variant="dot" color={COLORS[state]} style={{ flex: 'none' }}>
      {linksTexts.states[state]}
    </Badge>
  );
}
