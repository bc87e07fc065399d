import { Group, Progress, Stack, Text } from '@mantine/core';
import type { Link } from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { Attention } from '../../../components/attention.tsx';

export function CountBar({ link }: { readonly link: Link }) {
  const { redemptions, redeem_limit: limit } = link;
  if (limit === null) {
    return <Text size="sm">{linksTexts.countNoLimit(redemptions)}</Text>;
  }
  const full = redemptions >= limit;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{linksTexts.countOf(redemptions, limit)}</Text>
        {full ? (
          <Attention text={linksTexts.usedUp} />
        ) : (
          <Hint>{linksTexts.left(limit - redemptions)}</Hint>
        )}
      </Group>
      <Progress
        value={Math.min(100, (redemptions / limit) * 100)}
        color={full ? 'orange' : 'link'}
        aria-label={linksTexts.countOf(redemptions, limit)}
      />
    </Stack>
  );
}
