import { Badge } from '@mantine/core';
import type { LinkState } from '../../api/types.ts';
import * as texts from '../../texts/texts.ts';

const COLORS: Readonly<Record<LinkState, string>> = {
  active: 'teal',
  disabled: 'orange',
  deleted: 'red',
};

export function StateBadge({ state }: { readonly state: LinkState }) {
  return (
    <Badge variant="dot" color={COLORS[state]} tt="none" fw={500} style={{ flex: 'none' }}>
      {texts.links.states[state]}
    </Badge>
  );
}
