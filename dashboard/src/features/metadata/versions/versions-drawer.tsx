import { Badge, Drawer, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../../../api/session.ts';
import type { MetadataVersion } from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { versionsQuery } from '../document/metadata-api.ts';
import { OldVersion } from './old-version.tsx';
import { VersionLine } from './version-line.tsx';

interface VersionsDrawerProps {
  readonly code: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The saved document. */
  readonly now: string | null;
  readonly mayChange: boolean;
  readonly onRestore: (version: number, text: string | null) => void;
}

/** Lists all versions of the metadata. Each can be viewed and restored. */
export function VersionsDrawer(props: VersionsDrawerProps) {
  const { opened, onClose } = props;
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={metadataTexts.versionsTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Versions {...props} />
    </Drawer>
  );
}

function Versions({ code, now, mayChange, onRestore }: VersionsDrawerProps) {
  const [selected, setSelected] = useState<MetadataVersion>();
  const list = useInfiniteQuery(versionsQuery(useApp(), code));
  const versions = list.data?.pages.flatMap((page) => page.versions) ?? [];
  if (selected !== undefined) {
    return (
      <OldVersion
        code={code}
        version={selected}
        now={now}
        onBack={() => setSelected(undefined)}
        onRestore={mayChange ? onRestore : undefined}
      />
    );
  }
  return (
    <Stack gap="sm">
      <Hint>{metadataTexts.versionsText}</Hint>
      <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }}>
        {versions.map((version) => (
          <li key={version.version}>
            <VersionRow version={version} onSelect={() => setSelected(version)} />
          </li>
        ))}
      </Stack>
      <QueryState query={list} height={200} />
      <MoreButton list={list} />
    </Stack>
  );
}

interface VersionRowProps {
  readonly version: MetadataVersion;
  readonly onSelect: () => void;
}

function VersionRow({ version, onSelect }: VersionRowProps) {
  return (
    <UnstyledButton className="metadata-version" onClick={onSelect} w="100%">
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={2}>
          <Group gap="xs">
            <Text fw={500}>{metadataTexts.version(version.version)}</Text>
            {version.current && <Badge size="sm">{metadataTexts.current}</Badge>}
          </Group>
          <VersionLine version={version} />
        </Stack>
        <ChevronRight size={18} aria-hidden />
      </Group>
    </UnstyledButton>
  );
}
