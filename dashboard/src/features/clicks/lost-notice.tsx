import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { clicks as words } from '../../texts/clicks.ts';

/** Says that clicks were lost, and why; nothing if all were recorded. */
export function LostNotice({ lost }: { readonly lost: Readonly<Record<string, number>> }) {
  const reasons = Object.entries(lost).filter(([, count]) => count > 0);
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const list = reasons.map(([reason, count]) => words.lossCount(nameOf(reason), count));
  return (
    <Alert color="orange" icon={<TriangleAlert size={18} />} title={words.lost(total)}>
      {words.lostText(list.join(', '))}
    </Alert>
  );
}

function nameOf(reason: string): string {
  const { losses } = words;
  return Object.hasOwn(losses, reason) ? losses[reason as keyof typeof losses] : reason;
}
