import { shownTime, shownTimeOrNull } from '../../domain/shown-time.ts';
import type { TokenKind } from '../../domain/token.ts';
import type { StoredToken } from '../tokens/list-tokens.ts';

export interface TokenDocument {
  readonly token_id: string;
  readonly kind: TokenKind;
  readonly prefix: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

/** A token as the management API and the commands show it: never the token itself. */
export function tokenDocument(token: StoredToken): TokenDocument {
  return {
    token_id: token.id,
    kind: token.kind,
    prefix: token.prefix,
    created_at: shownTime(token.createdAt),
    last_used_at: shownTimeOrNull(token.lastUsedAt),
    revoked_at: shownTimeOrNull(token.revokedAt),
  };
}
