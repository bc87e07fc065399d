import { Box, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { FRAME_WIDTH } from '../components/page.tsx';
import { shared as texts } from '../texts/shared.ts';

/** The outline of a page while it loads. */
export function PagePending() {
  return (
    <Box maw={FRAME_WIDTH} mx="auto" w="100%" aria-busy="true">
      <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
      <Stack gap="lg" maw={1360}>
        <Skeleton height={36} width={220} />
        <Skeleton height={44} />
        <Skeleton height={320} />
      </Stack>
    </Box>
  );
}
