import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import * as texts from '../../texts/texts.ts';

/** The outline of the editor while it is on its way. */
export function MetadataSkeleton() {
  return (
    <Stack aria-busy="true">
      <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
      <Skeleton height={36} maw={420} />
      <Skeleton height={360} />
    </Stack>
  );
}
