import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { clicks as words } from '../../texts/clicks.ts';

/** Says that clicks were lost, and why; nothing if all were recorded. */
export function LostNotice({ lost }: { readonly lost: readonly string[] }) {
  if (lost.length === 0) return null;
  return (
    <Alert color="orange" icon={<TriangleAlert size={18} />} title={words.lost}>
      {words.lostText(lost.map(nameOf).join(', '))}
    </Alert>
  );
}

function nameOf(reason: string): string {
  const { losses } = words;
  return Object.hasOwn(losses, reason) ? losses[reason as keyof typeof losses] : reason;
}
