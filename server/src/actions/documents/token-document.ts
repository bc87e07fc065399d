import { formatTime, formatTimeOrNull } from '../../domain/text/format-time.ts';
import type { ListedToken } from '../tokens/list-tokens.ts';

/** A token as the management API and the commands return it, without its secret. */
export function tokenDocument(token: ListedToken) {
  return {
    token_id: token.id,
    kind: token.kind,
    prefix: token.prefix,
    name: token.name,
    created_at: formatTime(token.createdAt),
    created_by: token.createdBy,
    by_name: token.byName,
    last_used_at: formatTimeOrNull(token.lastUsedAt),
    revoked_at: formatTimeOrNull(token.revokedAt),
  };
}
