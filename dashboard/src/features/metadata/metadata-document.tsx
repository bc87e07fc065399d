import { useQuery } from '@tanstack/react-query';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { metadataQuery } from './document/metadata-api.ts';
import { MetadataSkeleton } from './metadata-skeleton.tsx';
import { MetadataWorkspace } from './metadata-workspace.tsx';

interface MetadataDocumentProps {
  readonly app: string;
  readonly code: string;
}

/** Loads what `MetadataPanel` shows. */
export function MetadataDocument({ app, code }: MetadataDocumentProps) {
  const { data, error, refetch } = useQuery(metadataQuery(app, code));
  if (data !== undefined) return <MetadataWorkspace app={app} code={code} version={data} />;
  if (error !== null) return <ErrorAlert error={error} retry={() => void refetch()} />;
  return <MetadataSkeleton />;
}
