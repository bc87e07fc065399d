import { Badge, Button, Drawer, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { MetadataVersion } from '../../../api/types.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import * as texts from '../../../texts/texts.ts';
import { versionsQuery } from '../document/metadata-api.ts';
import { OldVersion } from './old-version.tsx';
import { VersionLine } from './version-line.tsx';

const words = metadataTexts;

interface VersionsDrawerProps {
  readonly app: string;
  readonly code: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** What the service has now. */
  readonly now: string | null;
  readonly mayChange: boolean;
  readonly onBringBack: (version: number, text: string | null) => void;
}

/** Every version that the metadata of the link ever had; each can be looked at and brought back. */
export function VersionsDrawer(props: VersionsDrawerProps) {
  const { opened, onClose } = props;
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={words.versionsTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Versions {...props} />
    </Drawer>
  );
}

function Versions({ app, code, now, mayChange, onBringBack }: VersionsDrawerProps) {
  const [looked, setLooked] = useState<MetadataVersion>();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    versionsQuery(app, code),
  );
  if (looked !== undefined) {
    return (
      <OldVersion
        app={app}
        code={code}
        version={looked}
        now={now}
        onBack={() => setLooked(undefined)}
        onBringBack={mayChange ? onBringBack : undefined}
      />
    );
  }
  if (error !== null) return <ErrorAlert error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={200} aria-busy="true" />;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {words.versionsText}
      </Text>
      <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }}>
        {data.pages
          .flatMap(({ versions }) => versions)
          .map((version) => (
            <li key={version.version}>
              <VersionRow app={app} version={version} onLook={() => setLooked(version)} />
            </li>
          ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </Stack>
  );
}

interface VersionRowProps {
  readonly app: string;
  readonly version: MetadataVersion;
  readonly onLook: () => void;
}

function VersionRow({ app, version, onLook }: VersionRowProps) {
  return (
    <UnstyledButton className="metadata-version" onClick={onLook} w="100%">
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={2}>
          <Group gap="xs">
            <Text fw={500}>{words.version(version.version)}</Text>
            {version.current && <Badge size="sm">{words.current}</Badge>}
          </Group>
          <VersionLine app={app} version={version} />
        </Stack>
        <ChevronRight size={18} aria-hidden />
      </Group>
    </UnstyledButton>
  );
}
