import { LinkCache } from '../cache/link-cache.ts';
import { createRules, type CreateRules } from '../domain/link/create-rules.ts';
import type { OwnAddresses } from '../domain/link/own-address.ts';
import { loadMetadataSchema, loadPlatforms, loadPlatformTokens } from '../storage/apps.ts';
import type { Clicks } from '../storage/clicks/clicks.ts';
import type { CountryLookup } from '../storage/country-lookup.ts';
import type { Database } from '../storage/database.ts';
import type { Replicas } from '../storage/postgres/replicas.ts';
import { loadTemplates } from '../storage/templates.ts';
import { runInSlices } from '../time-slices.ts';
import type { Reach } from './request-to.ts';

/** What actions need. */
export interface Context {
  readonly db: Database;
  /** Visits can read links from them; undefined: there are none (`DATABASE_REPLICA_URLS`). */
  readonly replicas: Replicas | undefined;
  /** Undefined if clicks are not recorded (`CLICKS=off`). */
  readonly clicks: Clicks | undefined;
  /** The countries of visitors, for rules; undefined: unknown (`CLICKS_COUNTRY_FILE`). */
  readonly countries: CountryLookup | undefined;
  readonly cache: LinkCache;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: () => number;
  /** Of requests to the internet (`DNS_SERVERS`). */
  readonly publicReach: Reach;
  /** Of webhooks and pages, which may be in private networks and use `http` if the operator allows it (`WEBHOOK_PRIVATE_TARGETS`). */
  readonly reach: Reach;
  /** How long a deleted link can be restored (`RESTORE_DAYS`). */
  readonly restoreDays: number;
  /** How a command begins in advice for the operator: `npx smartlink`. */
  readonly programName: string;
  /** Known once the service listens, or from the settings. */
  readonly own: () => OwnAddresses;
}

/** Who changes something, and in which app. */
export interface Author {
  readonly appId: string;
  /** The id of a token or a member, or `operator`. */
  readonly actor: string;
}

/** The rules of an app for creates. Simultaneous callers share one read. */
export function rulesOf({ db, cache }: Context, appId: string): Promise<CreateRules> {
  return cache.rules.through(appId, () => readRules(db, appId));
}

async function readRules(db: Database, appId: string): Promise<CreateRules> {
  const platforms = await loadPlatforms(db.quick, appId);
  const templates = await loadTemplates(db, appId);
  const platformTokens = await loadPlatformTokens(db.quick, appId);
  const metadataSchema = await loadMetadataSchema(db, appId);
  return runInSlices(createRules(platforms, templates, platformTokens, metadataSchema));
}
