import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../api/session.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { metadataQuery } from './document/metadata-api.ts';
import { MetadataSkeleton } from './metadata-skeleton.tsx';
import { MetadataWorkspace } from './metadata-workspace.tsx';

/** The metadata of a link: view, edit, version history. */
export function MetadataDocument({ code }: { readonly code: string }) {
  const { data, error, refetch } = useQuery(metadataQuery(useApp(), code));
  if (data !== undefined) return <MetadataWorkspace code={code} version={data} />;
  if (error !== null) return <ErrorAlert error={error} retry={() => void refetch()} />;
  return <MetadataSkeleton />;
}
