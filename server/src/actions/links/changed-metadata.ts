import { metadataIssuesBy } from '../../domain/schema/metadata-schema.ts';
import type { Issue } from '../../domain/text/issue.ts';
import type { Reader } from '../../storage/database.ts';
import type { StoredLink } from '../../storage/links.ts';
import { findMetadataSchema } from '../../storage/templates.ts';

/**
 * The errors of metadata that changes, by the schema of the link's template, else of the app. Metadata that does not
 * change has none: the schema can be newer.
 */
export async function changedMetadataIssues(
  db: Reader,
  before: Pick<StoredLink, 'metadata'>,
  { appId, template, metadata }: Pick<StoredLink, 'appId' | 'template' | 'metadata'>,
): Promise<readonly Issue[]> {
  if (metadata === null || metadata === before.metadata) return [];
  const schema = await findMetadataSchema(db, appId, template);
  return metadataIssuesBy(schema, JSON.parse(metadata), '/metadata');
}
