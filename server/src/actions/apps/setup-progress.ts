import { opensMobileApps, type SetupProgress } from '../../domain/app/setup-progress.ts';
import { PLATFORMS } from '../../domain/app/platform.ts';
import { dayOf } from '../../domain/click/slots.ts';
import { loadPlatforms } from '../../storage/apps.ts';
import type { Clicks } from '../../storage/clicks/clicks.ts';
import { newestActiveLinks } from '../../storage/link-list.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import { settledClicks } from '../clicks/clicks-of.ts';
import type { Context } from '../context.ts';
import { listHosts } from '../hosts/list-hosts.ts';

/** Most apps that have phone visits have recent ones, so the long period is rarely counted. */
const RECENT_DAYS = 7;
const LONGEST_DAYS = 400;
const PHONES: ReadonlySet<string> = new Set(['iphone', 'ipad', 'android']);

/** What an app has of all that its links need. Everything is read from the settings, the links and the clicks. */
export async function findSetupProgress(ctx: Context, appId: string): Promise<SetupProgress> {
  const [platforms, { hosts, defaultHost }, [newest], phoneVisit] = await Promise.all([
    loadPlatforms(ctx.db, appId),
    listHosts(ctx, appId),
    newestActiveLinks(ctx.db, appId, 1),
    hasPhoneVisit(ctx, appId),
  ]);
  const hasBase = PLATFORMS.some(
    (name) => platforms[name].enabled && platforms[name].base !== undefined,
  );
  const mobileApps = opensMobileApps(platforms);
  const isProven = hosts.some(({ state }) => state === 'proven');
  // A website alone needs no association files, so it can use the default host as it is.
  const needsNoDomain = hasBase && mobileApps === undefined;
  return {
    hasBase,
    hasDomain: isProven || defaultHost.listed || needsNoDomain,
    mobileApps,
    newestLink: newest?.code,
    phoneVisit,
  };
}

/** Whether a person has opened a link on a phone or tablet; undefined: this is not recorded or not known. */
async function hasPhoneVisit(ctx: Context, appId: string): Promise<boolean | undefined> {
  if (!ctx.clicks) return undefined;
  try {
    const clicks = await settledClicks(ctx);
    const today = dayOf(ctx.now());
    return (
      (await hasPhoneVisitSince(clicks, appId, today - RECENT_DAYS, today)) ||
      (await hasPhoneVisitSince(clicks, appId, today - LONGEST_DAYS, today))
    );
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

async function hasPhoneVisitSince(
  { reader }: Clicks,
  app: string,
  first: number,
  last: number,
): Promise<boolean> {
  const days = [first, last + 1] as const;
  const { breakdowns } = await reader.count({
    app,
    code: undefined,
    filters: new Map(),
    points: { in: 'days', ranges: [days], steps: [] },
    breakdowns: {
      by: ['platform'],
      limit: PHONES.size * 4,
      sort: 'clicks',
      days,
      slots: undefined,
    },
  });
  return (breakdowns.get('platform') ?? []).some(
    ({ value, clicks }) => PHONES.has(value) && clicks > 0,
  );
}
