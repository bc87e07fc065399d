import { Modal, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import type { Link } from '../../api/types.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { links as linksTexts } from '../../texts/links.ts';

const QrPanel = lazyPart(async () => (await import('./qr-panel.tsx')).QrPanel);

interface QrDialogProps {
  readonly link: Link;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function QrDialog({ link: { smartlink, code, name }, opened, onClose }: QrDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={linksTexts.qr.title} centered size="md">
      <Suspense fallback={<Skeleton height={320} />}>
        <QrPanel address={smartlink} code={code} name={name} />
      </Suspense>
    </Modal>
  );
}
