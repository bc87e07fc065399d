import { Button, Group } from '@mantine/core';
import { Braces } from 'lucide-react';
import { Empty } from '../../components/empty.tsx';
import { metadata as words } from '../../texts/metadata.ts';

interface NoMetadataProps {
  readonly mayChange: boolean;
  readonly onStart: (text: string) => void;
  readonly onVersions: () => void;
}

/** A link without metadata: explains its purpose and offers to start. */
export function NoMetadata({ mayChange, onStart, onVersions }: NoMetadataProps) {
  return (
    <Empty
      icon={Braces}
      title={words.emptyTitle}
      text={mayChange ? words.emptyText : words.emptyViewer}
    >
      {mayChange && (
        <Group justify="center" gap="xs" mt="xs">
          <Button onClick={() => onStart('{}')}>{words.startEmpty}</Button>
          <Button variant="default" onClick={() => onStart(words.example)}>
            {words.startExample}
          </Button>
        </Group>
      )}
      <Button variant="subtle" size="compact-sm" onClick={onVersions}>
        {words.versions}
      </Button>
    </Empty>
  );
}
