import type { ManagedLink } from '../actions/links/managed-link.ts';
import { snakeCase } from './command.ts';

/** A link as commands print it with `--json`; its metadata as values, not as the text of it. */
export function linkDocument(link: ManagedLink): Record<string, unknown> {
  const { metadata, social } = link;
  return snakeCase({
    ...link,
    metadata: metadata === null ? null : (JSON.parse(metadata) as unknown),
    social: social === null ? null : (JSON.parse(social) as unknown),
  });
}
