import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MetadataVersion } from '../../../api/types.ts';
import { actorName } from '../../../components/actor-name.ts';
import { Time } from '../../../components/time.tsx';
import { metadata as words } from '../../../texts/metadata.ts';
import { tokenNamesQuery } from '../../links/link/names-query.ts';

interface VersionLineProps {
  readonly app: string;
  readonly version: MetadataVersion;
}

/** When a version was saved, and by whom. */
export function VersionLine({ app, version: { at, by, by_name: name } }: VersionLineProps) {
  const tokens = useQuery(tokenNamesQuery(app)).data;
  return (
    <Text size="sm" c="dimmed" component="div">
      <Time at={at} /> {words.by(actorName(by, name, tokens))}
    </Text>
  );
}
