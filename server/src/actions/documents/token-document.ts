import { shownTime, shownTimeOrNull } from '../../domain/text/shown-time.ts';
import type { ListedToken } from '../tokens/list-tokens.ts';

/** A token as the management API and the commands return it, without its secret. */
export function tokenDocument(token: ListedToken) {
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
