import { lazy, Suspense } from 'react';
import { MetadataSkeleton } from './metadata-skeleton.tsx';

// The editor is larger than the rest of the dashboard, so it is loaded only when it is opened.
const MetadataDocument = lazy(async () => {
  const { MetadataDocument: component } = await import('./metadata-document.tsx');
  return { default: component };
});

/** The metadata of a link: view, edit, version history. */
export function MetadataPanel({ code }: { readonly code: string }) {
  return (
    <Suspense fallback={<MetadataSkeleton />}>
      <MetadataDocument code={code} />
    </Suspense>
  );
}
