import { OPERATOR, type LinkCreator } from '../domain/link/link-creator.ts';
import type { TokenKind } from '../domain/access/token.ts';
import { memberName } from './members.ts';

export interface CreatorColumns {
  readonly createdBy: string | null;
  readonly creator_kind: TokenKind | null;
  readonly creator_prefix: string | null;
  readonly byName: string | null;
}

/**
 * The columns of a `LinkCreator` beside `createdBy`, in a query of `links`. Each is a lookup by primary key.
 */
export const CREATOR_COLUMNS = `(select t.kind from tokens t where t.id = links.created_by) as creator_kind,
  (select t.prefix from tokens t where t.id = links.created_by) as creator_prefix,
  ${memberName('links.created_by')}`;

export function creatorOf(row: CreatorColumns): LinkCreator {
  // Commands of earlier versions stored no id.
  const id = row.createdBy ?? OPERATOR;
  if (id === OPERATOR) return { kind: 'command', id, name: null };
  if (id.startsWith('mem_')) return { kind: 'member', id, name: row.byName };
  const kind = row.creator_kind === 'server' ? 'server_token' : 'platform_token';
  return { kind, id, name: row.creator_prefix };
}
