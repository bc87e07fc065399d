import { Button, Group } from '@mantine/core';
import { Braces } from 'lucide-react';
import { Empty } from '../../components/empty.tsx';
import { metadata as metadataTexts } from '../../texts/metadata.ts';

interface NoMetadataProps {
  readonly mayChange: boolean;
  readonly onStart: (text: string) => void;
  readonly onVersions: () => void;
}

/** For a link without metadata: explains what it is for and offers to create it. */
export function NoMetadata({ mayChange, onStart, onVersions }: NoMetadataProps) {
  return (
    <Empty
      icon={Braces}
      title={metadataTexts.emptyTitle}
      text={mayChange ? metadataTexts.emptyText : metadataTexts.emptyViewer}
    >
      {mayChange && (
        <Group justify="center" gap="xs" mt="xs">
          <Button onClick={() => onStart('{}')}>{metadataTexts.startEmpty}</Button>
          <Button variant="default" onClick={() => onStart(metadataTexts.example)}>
            {metadataTexts.startExample}
          </Button>
        </Group>
      )}
      <Button variant="subtle" size="compact-sm" onClick={onVersions}>
        {metadataTexts.versions}
      </Button>
    </Empty>
  );
}
