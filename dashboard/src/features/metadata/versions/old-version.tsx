import { Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import type { MetadataVersion } from '../../../api/types.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { formatted, READABLE } from '../../../lib/json-print.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { ChangeList } from '../merge/change-list.tsx';
import { oldMetadataQuery } from '../document/metadata-api.ts';
import { VersionLine } from './version-line.tsx';

const words = metadataTexts;

interface OldVersionProps {
  readonly app: string;
  readonly code: string;
  readonly version: MetadataVersion;
  /** What the service has now. */
  readonly now: string | null;
  readonly onBack: () => void;
  /** Left out: the user must not change it. */
  readonly onBringBack: ((version: number, text: string | null) => void) | undefined;
}

/** One version of former times: the document, and what would change if it were brought back. */
export function OldVersion(props: OldVersionProps) {
  const { app, code, version, now, onBack, onBringBack } = props;
  const { data, error, refetch } = useQuery(oldMetadataQuery(app, code, version.version));
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
          {words.backToList}
        </Button>
        {onBringBack && !version.current && (
          <Button
            size="xs"
            leftSection={<RotateCcw size={14} aria-hidden />}
            disabled={data === undefined}
            onClick={() => data && onBringBack(version.version, data.text)}
          >
            {words.bringBack}
          </Button>
        )}
      </Group>
      <Stack gap={2}>
        <Title order={3}>{words.version(version.version)}</Title>
        <VersionLine app={app} version={version} />
      </Stack>
      {error !== null && <ErrorAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={240} aria-busy="true" />}
      {data !== undefined && (
        <>
          {!version.current && (
            <Stack gap="xs">
              <Title order={4} size="h5">
                {words.ifBroughtBack}
              </Title>
              <ChangeList before={now} after={data.text} />
            </Stack>
          )}
          <Stack gap="xs">
            <Group gap={4}>
              <Title order={4} size="h5">
                {words.itsText}
              </Title>
              {data.text !== null && <CopyButton value={data.text} what={words.itsText} />}
            </Group>
            {data.text === null ? (
              <Text c="dimmed">{words.noneThen}</Text>
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
