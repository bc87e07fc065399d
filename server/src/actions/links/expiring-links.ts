import { expiryPeriod } from '../../domain/link/validity.ts';
import { countExpiringLinks } from '../../storage/expiring-links.ts';
import type { Context } from '../context.ts';

/** More links are not counted. */
export const MAX_COUNTED = 1000;
/** Links that end within these days are reported in advance. */
export const NOTICE_DAYS = 7;

export interface ExpiringLinks {
  /** At most `MAX_COUNTED`. */
  readonly count: number;
  /** There are more. */
  readonly more: boolean;
}

/** The active links of an app that end within some days. */
export async function findExpiringLinks(
  ctx: Context,
  appId: string,
  days: number,
): Promise<ExpiringLinks> {
  const period = expiryPeriod(days, ctx.now());
  const found = period ? await countExpiringLinks(ctx.db, appId, period, MAX_COUNTED + 1) : 0;
  return { count: Math.min(found, MAX_COUNTED), more: found > MAX_COUNTED };
}
