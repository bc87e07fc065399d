import { shownTime, shownTimeOrNull } from '../../domain/text/shown-time.ts';
import type { TokenKind } from '../../domain/access/token.ts';
import type { ListedToken } from '../tokens/list-tokens.ts';

export interface TokenDocument {
  readonly token_id: string;
  readonly kind: TokenKind;
  readonly prefix: string;
  readonly created_at: string;
  /** The id of a member or a token, or `operator`; null: not known. */
  readonly created_by: string | null;
  /** The name, or else the e-mail address, of a member; null for all others. */
  readonly by_name: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

/** A token as the management API and the commands return it, without its secret. */
export function tokenDocument(token: ListedToken): TokenDocument {
  return {
    token_id: token.id,
    kind: token.kind,
    prefix: token.prefix,
    created_at: shownTime(token.createdAt),
    created_by: token.createdBy,
    by_name: token.byName,
    last_used_at: shownTimeOrNull(token.lastUsedAt),
    revoked_at: shownTimeOrNull(token.revokedAt),
  };
}
