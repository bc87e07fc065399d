import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { shared as texts } from '../../texts/shared.ts';

/** The outline of the editor while it loads. */
export function MetadataSkeleton() {
  return (
    <Stack aria-busy="true">
      <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
      <Skeleton height={36} maw={420} />
      {/* The height of the editor. */}
      <Skeleton height="clamp(320px, calc(100dvh - 430px), 860px)" />
    </Stack>
  );
}
