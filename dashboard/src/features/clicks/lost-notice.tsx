import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { known } from '../../lib/known.ts';
import { clicks as words } from '../../texts/clicks.ts';

/** Says that clicks were lost, and why; nothing if all were recorded. */
export function LostNotice({ lost }: { readonly lost: readonly string[] }) {
  if (lost.length === 0) return null;
  return (
    <Alert color="orange" icon={<TriangleAlert size={18} />} title={words.lost}>
      {words.lostText(lost.map((reason) => known(words.losses, reason) ?? reason).join(', '))}
    </Alert>
  );
}
