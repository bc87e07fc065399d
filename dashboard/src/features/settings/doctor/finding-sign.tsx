import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { Finding } from '../../../api/types.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';

const SIGNS = { error: CircleAlert, warning: TriangleAlert, hint: Info, ok: CircleCheck };
const COLORS = { error: 'red', warning: 'orange', hint: 'blue', ok: 'teal' };

export function levelColor(level: Finding['level']): string {
  return `var(--mantine-color-${COLORS[level]}-text)`;
}

export function FindingSign({ level, size }: Pick<Finding, 'level'> & { readonly size: number }) {
  const Sign = SIGNS[level];
  return (
    <Sign
      size={size}
      role="img"
      aria-label={setupTexts.doctor.levels[level]}
      color={levelColor(level)}
      style={{ flex: 'none', marginTop: 2 }}
    />
  );
}
