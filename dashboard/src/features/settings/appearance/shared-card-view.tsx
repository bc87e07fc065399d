import { Box, Paper, Stack, Text } from '@mantine/core';
import { ImageIcon } from 'lucide-react';
import { Hint } from '../../../components/hint.tsx';
import { setup as setupTexts } from '../../../texts/setup.ts';
import type { SharedCard } from './preview-document.ts';

/** The social preview of a link. Images of other hosts are not loaded. */
export function SharedCardView({ card }: { readonly card: SharedCard }) {
  const words = setupTexts.appearance.preview;
  return (
    <Paper withBorder component="figure" m={0} style={{ overflow: 'hidden' }}>
      <Box
        h={card.image === undefined ? 56 : 140}
        bg="var(--mantine-color-default-hover)"
        style={{ display: 'grid', placeItems: 'center' }}
      >
        <Stack gap={2} align="center" px="sm">
          <ImageIcon size={22} color="var(--mantine-color-dimmed)" aria-hidden />
          <Text size="xs" c="dimmed" ta="center" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {card.image ?? words.noImage}
          </Text>
        </Stack>
      </Box>
      <Stack gap={2} p="sm">
        {card.site !== undefined && <Hint size="xs">{card.site}</Hint>}
        <Text size="sm" fw={600} lineClamp={2}>
          {card.title}
        </Text>
        {card.description !== undefined && (
          <Text size="sm" c="dimmed" lineClamp={3}>
            {card.description}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
