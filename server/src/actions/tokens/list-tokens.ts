import { listTokens, type StoredToken } from '../../storage/tokens.ts';
import type { Context } from '../context.ts';

export type { StoredToken };

/** All tokens of an app, revoked ones too, oldest first. */
export function listAppTokens(ctx: Context, appId: string): Promise<StoredToken[]> {
  return listTokens(ctx.db, appId);
}
