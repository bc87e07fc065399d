import { Box, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import * as texts from '../texts/texts.ts';

/** The outline of a page while it is on its way. */
export function PagePending() {
  return (
    <Box maw={1120} mx="auto" w="100%" aria-busy="true">
      <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
      <Stack gap="lg">
        <Skeleton height={32} width={220} />
        <Skeleton height={44} />
        <Skeleton height={320} />
      </Stack>
    </Box>
  );
}
