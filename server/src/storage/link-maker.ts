import { OPERATOR, type LinkMaker } from '../domain/link/link-maker.ts';
import type { TokenKind } from '../domain/access/token.ts';
import { memberName } from './members.ts';

export interface MakerColumns {
  readonly createdBy: string | null;
  readonly maker_kind: TokenKind | null;
  readonly maker_prefix: string | null;
  readonly byName: string | null;
}

/**
 * The columns of a `LinkMaker` beside `createdBy`, in a query of `links`. Each is a lookup by primary key.
 */
export const MAKER_COLUMNS = `(select t.kind from tokens t where t.id = links.created_by) as maker_kind,
  (select t.prefix from tokens t where t.id = links.created_by) as maker_prefix,
  ${memberName('links.created_by')}`;

export function makerOf(row: MakerColumns): LinkMaker {
  // Commands of earlier versions stored no id.
  const id = row.createdBy ?? OPERATOR;
  if (id === OPERATOR) return { kind: 'command', id, name: null };
  if (id.startsWith('mem_')) return { kind: 'member', id, name: row.byName };
  const kind = row.maker_kind === 'server' ? 'server_token' : 'platform_token';
  return { kind, id, name: row.maker_prefix };
}
