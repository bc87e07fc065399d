import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { useApp } from '../../../api/session.ts';
import type { MetadataVersion } from '../../../api/types.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { formatted, READABLE } from '../../../lib/json-print.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { TextChanges } from '../merge/text-changes.tsx';
import { metadataVersionQuery } from '../document/metadata-api.ts';
import { VersionLine } from './version-line.tsx';

interface OldVersionProps {
  readonly code: string;
  readonly version: MetadataVersion;
  /** The saved document. */
  readonly now: string | null;
  readonly onBack: () => void;
  /** Undefined: the user cannot change the metadata. */
  readonly onRestore: ((version: number, text: string | null) => void) | undefined;
}

/** One version: its document, and what changes if it is restored. */
export function OldVersion(props: OldVersionProps) {
  const { code, version, now, onBack, onRestore } = props;
  const old = useQuery(metadataVersionQuery(useApp(), code, version.version));
  const { data } = old;
  return (
    <Stack>
      <Group justify="space-between">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<ArrowLeft size={16} aria-hidden />}
          onClick={onBack}
          data-autofocus
        >
          {metadataTexts.backToList}
        </Button>
        {onRestore && !version.current && (
          <Button
            size="xs"
            leftSection={<RotateCcw size={14} aria-hidden />}
            disabled={data === undefined}
            onClick={() => data && onRestore(version.version, data.text)}
          >
            {metadataTexts.restore}
          </Button>
        )}
      </Group>
      <Stack gap={2}>
        <Title order={3}>{metadataTexts.version(version.version)}</Title>
        <VersionLine version={version} />
      </Stack>
      <QueryState query={old} height={240} />
      {data !== undefined && (
        <>
          {!version.current && (
            <Stack gap="xs">
              <Title order={4} size="h5">
                {metadataTexts.changesIfRestored}
              </Title>
              <TextChanges before={now} after={data.text} />
            </Stack>
          )}
          <Stack gap="xs">
            <Group gap={4}>
              <Title order={4} size="h5">
                {metadataTexts.document}
              </Title>
              {data.text !== null && <CopyButton value={data.text} what={metadataTexts.document} />}
            </Group>
            {data.text === null ? (
              <Text c="dimmed">{metadataTexts.noneInVersion}</Text>
            ) : (
              <Code block fz="xs" tabIndex={0}>
                {formatted(data.text, READABLE)}
              </Code>
            )}
          </Stack>
        </>
      )}
    </Stack>
  );
}
