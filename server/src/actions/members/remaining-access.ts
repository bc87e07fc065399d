import type { Reader } from '../../storage/database.ts';
import { listTokens, type ListedToken } from '../../storage/tokens.ts';
import { listWebhooks, type Webhook } from '../../storage/webhooks/webhooks.ts';

/** What a former owner may still use, oldest first. */
export interface RemainingAccess {
  /** Valid tokens that they created, and those created with these. */
  readonly tokens: readonly ListedToken[];
  /** Enabled webhooks that they created, also with such a token: their receivers get the events of the app. */
  readonly webhooks: readonly Webhook[];
}

export const NO_ACCESS: RemainingAccess = { tokens: [], webhooks: [] };

export async function remainingAccess(
  db: Reader,
  appId: string,
  memberId: string,
): Promise<RemainingAccess> {
  const tokens = await listTokens(db, appId);
  const creators = new Set<string | null>([memberId]);
  // Includes revoked tokens: what was created with them can be valid.
  for (let before = 0; creators.size > before;) {
    before = creators.size;
    for (const { id, createdBy } of tokens) if (creators.has(createdBy)) creators.add(id);
  }
  const webhooks = await listWebhooks(db, appId);
  return {
    tokens: tokens.filter(
      ({ createdBy, revokedAt }) => revokedAt === null && creators.has(createdBy),
    ),
    webhooks: webhooks.filter(
      ({ createdBy, state }) => state === 'enabled' && creators.has(createdBy),
    ),
  };
}
