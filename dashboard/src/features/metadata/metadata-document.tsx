import { useQuery } from '@tanstack/react-query';
import { appQuery } from '../../api/app-document.ts';
import { useMemo } from 'react';
import { useApp } from '../../api/session.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { metadataQuery } from './document/metadata-api.ts';
import { schemaFor } from './document/schema-for.ts';
import { MetadataSkeleton } from './metadata-skeleton.tsx';
import { MetadataWorkspace } from './metadata-workspace.tsx';

interface MetadataDocumentProps {
  readonly code: string;
  /** The name of the link's template; null: it has none. */
  readonly template: string | null;
  /** A deleted link cannot be changed. */
  readonly isDeleted: boolean;
}

/** The metadata of a link: view, edit, version history. */
export function MetadataDocument({ code, template, isDeleted }: MetadataDocumentProps) {
  const app = useApp();
  const { data, error, refetch } = useQuery(metadataQuery(app, code));
  // Without it, only the service checks the schema.
  const setup = useQuery(appQuery(app)).data?.data;
  const schema = useMemo(() => schemaFor(setup, template), [setup, template]);
  if (data !== undefined) {
    return <MetadataWorkspace code={code} version={data} schema={schema} isDeleted={isDeleted} />;
  }
  if (error !== null) return <ErrorAlert error={error} retry={() => void refetch()} />;
  return <MetadataSkeleton />;
}
