import { Text } from '@mantine/core';
import { useTokensById } from '../../../api/tokens-query.ts';
import type { MetadataVersion } from '../../../api/types.ts';
import { actorName } from '../../../components/actor-name.ts';
import { Time } from '../../../components/time.tsx';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';

interface VersionLineProps {
  readonly version: MetadataVersion;
}

export function VersionLine({ version: { at, by, by_name: name } }: VersionLineProps) {
  const tokens = useTokensById();
  return (
    <Text size="sm" c="dimmed" component="div">
      <Time at={at} /> {metadataTexts.by(actorName(by, name, tokens))}
    </Text>
  );
}
