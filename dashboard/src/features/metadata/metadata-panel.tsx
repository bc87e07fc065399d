import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { texts } from '../../texts/texts.ts';

// The editor is larger than all the rest of the dashboard: who does not open it does not load it.
const MetadataDocument = lazy(async () => {
  const { MetadataDocument: component } = await import('./metadata-document.tsx');
  return { default: component };
});

export interface MetadataPanelProps {
  readonly app: string;
  readonly code: string;
}

/** The metadata of one link: to look at, to change, and as it was before. */
export function MetadataPanel({ app, code }: MetadataPanelProps) {
  return (
    <Suspense fallback={<MetadataSkeleton />}>
      <MetadataDocument key={`${app}/${code}`} app={app} code={code} />
    </Suspense>
  );
}

export function MetadataSkeleton() {
  return (
    <Stack aria-busy="true">
      <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
      <Skeleton height={36} maw={420} />
      <Skeleton height={360} />
    </Stack>
  );
}
